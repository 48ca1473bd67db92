"""Links: from each citation to the clause it cites, web addresses, and files that a Markdown link names."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urljoin

from lsprotocol import types

from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.passages import label
from clausewright_server.session import Snapshot
from clausewright_server.uris import file_path

_ADDRESS = re.compile(r"\b(?:https?://|mailto:)[^\s<>\"“”]{1,2000}")
_CLOSING = ".,;:!?)]}'’"
_MARKDOWN = re.compile(r"\]\((?P<target>[^()\s]{1,1000})\)")


def document_link(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    links = _addresses(snapshot)
    if file_path(snapshot.uri) is not None:
        # A place inside a document can be named in the URI of a file alone.
        links += _files(snapshot) + _citations(snapshot, tooltips=client.link_tooltips)
    return sorted(links, key=lambda link: (link["range"]["start"]["line"], link["range"]["start"]["character"]))


FEATURE = Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, document_link)


def _citations(snapshot: Snapshot, *, tooltips: bool) -> list[dict[str, Any]]:
    """A citation that may mean several places has no link: it would lead to one of them."""
    links = []
    for reference in snapshot.contract.references:
        if len(reference.targets) == 1:
            target = reference.targets[0]
            place = snapshot.places.position(target.start)
            link: dict[str, Any] = {
                "range": snapshot.places.range(reference.start, reference.end),
                "target": f"{snapshot.uri.partition('#')[0]}#L{place['line'] + 1},{place['character'] + 1}",
            }
            if tooltips:
                link["tooltip"] = label(target)
            links.append(link)
    return links


def _addresses(snapshot: Snapshot) -> list[dict[str, Any]]:
    links = []
    for match in _ADDRESS.finditer(snapshot.contract.source.text):
        address = match.group().rstrip(_CLOSING)
        span = match.start(), match.start() + len(address)
        links.append({"range": snapshot.places.range(*span), "target": quote(address, safe="%/:=&?~#+!$,;'@()*[]")})
    return links


def _files(snapshot: Snapshot) -> list[dict[str, Any]]:
    links = []
    for match in _MARKDOWN.finditer(snapshot.contract.source.text):
        target = match["target"]
        if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|[#/]", target):
            span = snapshot.places.range(*match.span("target"))
            links.append({"range": span, "target": urljoin(snapshot.uri, quote(target, safe="%/#"))})
    return links
