"""Hover: what a term means and on what it rests, what a citation points to, what is said about a clause elsewhere."""

from __future__ import annotations

from collections import deque

from lsprotocol import types

from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.references import Reference
from clausewright.resolver import Status
from clausewright.terms import Definition, TermUse
from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.passages import RELATION_WORDS, excerpt, label, listed, name, passage, rests_on
from clausewright_server.features.subject import Subject, span_of, subject_at
from clausewright_server.markup import Page, page
from clausewright_server.session import Snapshot

MAIN_TEXT = 1_200
"""Characters of the text that was asked about."""
SIDE_TEXT = 240
"""Characters of each text that is shown beside it."""
MAX_CHAIN = 8
"""Passages of a definition's chain that are shown; the terms of the rest are named."""
MAX_NAMES = 8
OPENING_MARKS = "\"'“‘„«*_"
MAX_PLACES = 4
PRIVACY = "privacy"


def hover(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    contract = snapshot.contract
    offset = snapshot.places.offset(params.get("position"))
    subject = subject_at(contract, offset)
    personal = _personal_value(snapshot, offset)
    if personal is not None and not isinstance(subject, Reference):
        said = _personal_data(personal, client.markdown_hover)
        return {"contents": said, "range": snapshot.places.range(personal.start, personal.end)}
    if subject is None:
        return None
    heads = _headed_by(contract, subject) if isinstance(subject, TermUse) else None
    shown = described(contract, subject, client.markdown_hover, heads)
    return {"contents": shown, "range": snapshot.places.range(*span_of(subject))} if shown is not None else None


FEATURE = Feature(types.TEXT_DOCUMENT_HOVER, hover)


def _personal_value(snapshot: Snapshot, offset: int) -> Finding | None:
    """What the check says about personal data at *offset*."""
    for finding in snapshot.findings:
        if finding.start <= offset < finding.end and finding.family == PRIVACY:
            return finding
    return None


def _personal_data(finding: Finding, markdown: bool) -> dict[str, str]:
    content = page(markdown)
    content.title("Personal data", f"({finding.name.replace('-', ' ')}, {finding.code})")
    content.line(finding.message)
    return content.content()


def _headed_by(contract: Contract, use: TermUse) -> Clause | None:
    """The clause whose heading *use* of a term stands in ("3. SERVICES"), unless it is defined there."""
    clause = contract.clause_at(use.start)
    if clause is None or clause.heading_span is None or contract.defines(use.start):
        return None
    start, end = clause.heading_span
    return clause if start <= use.start and use.end <= end else None


def described(
    contract: Contract, subject: Subject, markdown: bool, heads: Clause | None = None
) -> dict[str, str] | None:
    """What there is to say about *subject*, as the protocol's MarkupContent; None if nothing.

    *heads* is a clause that is to be told of as well: a term in its heading was asked about.
    """
    content = page(markdown)
    if isinstance(subject, TermUse):
        shown = _show_term(content, contract, subject)
        if shown and heads is not None:
            _show_clause(content, contract, heads)
    elif isinstance(subject, Reference):
        shown = _show_reference(content, contract, subject)
    else:
        shown = _show_clause(content, contract, subject)
    return content.content() if shown else None


# -- a term -----------------------------------------------------------------------------------------------------------


def _show_term(content: Page, contract: Contract, use: TermUse) -> bool:
    definitions = contract.definitions_of(use.term)
    if not definitions:
        return False
    uses = len(contract.uses_of(use.term)) - len(definitions)
    content.title(definitions[0].term, f"(defined in {len(definitions)} places)" if len(definitions) > 1 else "")
    limit = MAIN_TEXT if len(definitions) == 1 else MAIN_TEXT // 2
    for definition in definitions[:MAX_PLACES]:
        if definition.clause is not None:
            content.line(f"Defined in {label(definition.clause)}")
        content.quote(passage(contract, *_text_span(contract, definition), limit, definition.start))
    _show_chain(content, contract, definitions)
    content.line("Not used elsewhere." if uses <= 0 else f"Used {_times(uses)}.")
    return True


def _text_span(contract: Contract, definition: Definition) -> tuple[int, int]:
    """The defining passage, with the marks that open it where it begins with the quoted term itself."""
    text, start = contract.source.text, definition.text_start
    while start > 0 and text[start - 1] in OPENING_MARKS:
        start -= 1
    return start, definition.text_end


def _show_chain(content: Page, contract: Contract, definitions: list[Definition]) -> None:
    """The terms that the definitions use, the terms that those use, and so on, nearest first.

    Terms that one passage defines together ("we", "us" and "our") are shown once, with it.
    """
    passages: dict[tuple[int, int], list[Definition]] = {}
    shown = {(definition.text_start, definition.text_end) for definition in definitions}
    seen = {definition.term for definition in definitions}
    queue = deque(term for definition in definitions for term in rests_on(contract, definition))
    while queue:
        term = queue.popleft()
        if term in seen:
            continue
        seen.add(term)
        found = contract.definitions_of(term)
        if found:
            if (place := (found[0].text_start, found[0].text_end)) not in shown:
                passages.setdefault(place, []).append(found[0])
            queue.extend(rests_on(contract, found[0]))
    if not passages:
        return
    groups = list(passages.values())
    content.line("It rests on:")
    content.items((_terms(group), _side_text(contract, group[0])) for group in groups[:MAX_CHAIN])
    if len(groups) > MAX_CHAIN:
        content.line("and on " + listed([one.term for group in groups[MAX_CHAIN:] for one in group], MAX_NAMES))


def _terms(definitions: list[Definition]) -> str:
    return ", ".join(definition.term for definition in definitions)


def _side_text(contract: Contract, definition: Definition) -> str:
    start, end = _text_span(contract, definition)
    if definition.clause is not None and definition.clause.start <= start < definition.clause.marker_end:
        start = definition.clause.marker_end  # the number is told beside it
    text = excerpt(contract, start, end, SIDE_TEXT, definition.start)
    return f"· {name(definition.clause)} · {text}" if definition.clause is not None else f"· {text}"


# -- a citation -------------------------------------------------------------------------------------------------------


def _show_reference(content: Page, contract: Contract, reference: Reference) -> bool:
    targets = reference.targets
    if reference.status is Status.AMBIGUOUS and targets:
        content.title(reference.text, f"may mean {len(targets)} places")
        content.items(
            (f"{label(target)}, line {contract.source.line_at(target.start) + 1}", f"· {_opening(contract, target)}")
            for target in targets[:MAX_NAMES]
        )
        if len(targets) > MAX_NAMES:
            content.line(f"and {len(targets) - MAX_NAMES} more")
        return True
    if targets:
        target = targets[0]
        content.title(label(target))
        content.quote(passage(contract, target.start, target.end, MAIN_TEXT))
        _show_precedence(content, contract, target)
        return True
    if reference.status is Status.UNRESOLVED:
        content.title(reference.text, "leads nowhere: nothing in this document bears that number")
        return True
    if reference.status is Status.EXTERNAL:
        where = f": {reference.document}" if reference.document else ""
        content.title(reference.text, f"points outside this document{where}")
        return True
    return False


def _opening(contract: Contract, clause: Clause) -> str:
    return excerpt(contract, clause.marker_end, max(clause.marker_end, clause.end), SIDE_TEXT)


# -- a clause ---------------------------------------------------------------------------------------------------------


def _show_clause(content: Page, contract: Contract, clause: Clause) -> bool:
    content.title(label(clause))
    citing = contract.citing(clause)
    places = [name(reference.clause) for reference in citing if reference.clause is not None]
    if citing:
        where = f", in {listed(list(dict.fromkeys(places)), MAX_NAMES)}" if places else ""
        content.line(f"Cited {_times(len(citing))}{where}.")
    else:
        content.line("Not cited in this document.")
    _show_precedence(content, contract, clause)
    return True


def _show_precedence(content: Page, contract: Contract, clause: Clause) -> None:
    """Which clauses set this one aside, and which it sets aside."""
    above = [_other_side(clause, reference) for reference in contract.overridden_by(clause)]
    below = [_other_side(clause, reference) for reference in contract.overrides(clause)]
    for heading, sides in (("Overridden by:", above), ("Overrides:", below)):
        items = list(dict.fromkeys(side for side in sides if side is not None))
        if items:
            content.line(heading)
            content.items(items[:MAX_NAMES])
            if len(items) > MAX_NAMES:
                content.line(f"and {len(items) - MAX_NAMES} more")


def _other_side(clause: Clause, reference: Reference) -> tuple[str, str] | None:
    """The other clause of an overriding edge, with the words that make it."""
    words = f"({RELATION_WORDS.get(reference.relation, '')} {reference.text})".replace("( ", "(")
    if clause in reference.targets:
        return (label(reference.clause), words) if reference.clause is not None else None
    return (label(reference.targets[0]), words) if reference.targets else None


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
