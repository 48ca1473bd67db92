"""Rename: a defined term wherever it stands, or a clause's number with everything that cites it."""

from __future__ import annotations

from lsprotocol import types

from clausewright.clauses import Clause
from clausewright.edits.change import RefusedError
from clausewright.edits.rename import rename_term
from clausewright.edits.renumber import renumber_to
from clausewright.references import Reference
from clausewright.terms import TermUse
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.convert import InvalidParamsError
from clausewright_server.features import Feature
from clausewright_server.features.changes import workspace_edit
from clausewright_server.features.subject import subject_at
from clausewright_server.session import Snapshot


def prepare(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """What would be renamed, and the name that it has now; null where there is nothing to rename."""
    subject = _subject(snapshot, params)
    if isinstance(subject, TermUse):
        span = subject.start, subject.end
        return {"range": snapshot.places.range(*span), "placeholder": subject.term}
    if isinstance(subject, Clause) and subject.number:
        return {"range": snapshot.places.range(subject.start, subject.marker_end), "placeholder": subject.number}
    return None


def rename(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    new = dig(params, "newName")
    if not isinstance(new, str):
        raise InvalidParamsError("a new name is a string")
    subject = _subject(snapshot, params)
    if isinstance(subject, TermUse):
        return workspace_edit(snapshot, rename_term(snapshot.contract, subject.term, new), client)
    if isinstance(subject, Clause):
        return workspace_edit(snapshot, renumber_to(snapshot.contract, subject, new).edits, client)
    raise RefusedError("Only a defined term and the number of a clause can be renamed.")


FEATURES = [
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare),
    Feature(types.TEXT_DOCUMENT_RENAME, rename, aside=True),
]


def _subject(snapshot: Snapshot, params: Json) -> TermUse | Clause | None:
    """The term or the clause marker at the caret. A citation is none: it is not where the number is given."""
    contract, offset = snapshot.contract, snapshot.places.offset(dig(params, "position"))
    subject = subject_at(contract, offset)
    if isinstance(subject, Reference):
        return None
    if isinstance(subject, Clause) and offset > subject.marker_end:
        return None
    return subject
