"""The real server with two features more, which fail and quote the document in their error, as real faults do."""

from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature, all_features
from clausewright_server.logs import set_up
from clausewright_server.main import serve_standard_streams
from clausewright_server.session import Snapshot


def broken(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    raise KeyError(snapshot.contract.source.text)


if __name__ == "__main__":
    set_up()
    serve_standard_streams(
        [
            Feature("textDocument/moniker", broken),
            Feature("textDocument/documentColor", broken, aside=True),
            *all_features(),
        ]
    )
