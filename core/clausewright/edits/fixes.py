"""What would mend a finding: the fixes that its rule gives, and those that need the whole contract.

An offer is cheap to make; its edits are worked out when somebody takes it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from clausewright.clauses import Clause, root_of
from clausewright.contract import Contract
from clausewright.edits.renumber import insert_after, remove, renumber
from clausewright.finding import Edit, Finding
from clausewright.references import Reference
from clausewright.sentences import sentence_ends
from clausewright.terms import Definition

STUB = "[●]"
"""What stands for the meaning in a definition that is still to be written."""

_LISTED = 2
"""Clauses that each define a term, from which on they are a list of definitions."""

_MOST = 3
"""Numbers that are offered in the place of one that leads nowhere."""

_BRACKETS = {"(": ")", "[": "]"}
_OPENING = "\"“'‘*_"
_CLOSING = "\"”'’*_"
_PARENTHESIS = re.compile(
    r"\s*\((?:each,?\s+(?:an?|the)\s+|(?:the|an?|collectively,?(?:\s+the)?|together,?(?:\s+the)?)\s+)?\Z"
)
_DIRECTION = re.compile(r"\s*,?\s*\b(above|below)\b")
_NUMBERING = ("CW101", "CW102", "CW103", "CW104")


@dataclass(frozen=True, slots=True)
class Offer:
    """A change that somebody may want. *safe* is false where a person must look before and after.

    *edits* raises RefusedError where the change turns out to be impossible.
    """

    title: str
    edits: Callable[[], Sequence[Edit]]
    safe: bool = False


def offers(contract: Contract, finding: Finding) -> list[Offer]:
    """What can be done about *finding* on *contract*, the likeliest first."""
    found = [_fixed(fix.title, fix.edits, safe=fix.safe) for fix in finding.fixes if fix.setting is None]
    if finding.code in _NUMBERING:
        found += _renumbering(contract, finding)
    elif (about := _BY_CODE.get(finding.code)) is not None:
        found += about(contract, finding)
    return found


def silencing(contract: Contract, finding: Finding) -> Offer:
    """A comment behind the line of *finding* that silences its rule there; for Markdown, which does not show it."""
    _, end = contract.source.line_span(contract.source.line_at(finding.start))
    comment = f" <!-- clausewright: ignore {finding.code} -->"
    return _fixed(f"Silence {rule_in_words(finding)} on this line", (Edit(end, end, comment),))


def rule_in_words(finding: Finding) -> str:
    """The rule of *finding* as a person names it: ``CW302 (unused definition)``."""
    return f"{finding.code} ({finding.name.replace('-', ' ')})"


def _fixed(title: str, edits: Sequence[Edit], *, safe: bool = False) -> Offer:
    return Offer(title, lambda: edits, safe)


# -- numbers and citations --------------------------------------------------------------------------------------------


def _renumbering(contract: Contract, finding: Finding) -> Iterator[Offer]:
    clause = next((one.clause for one in contract.defects if one.start == finding.start and one.clause), None)
    if clause is not None:
        yield Offer("Renumber this list, with every citation following", lambda: renumber(contract, clause).edits)


def _unresolved(contract: Contract, finding: Finding) -> Iterator[Offer]:
    """The clause with the caption that the citation names, else those with a number most like the one cited."""
    reference = _reference(contract, finding)
    if reference is None or reference.target is None:
        return
    numbers = [clause for clause in contract.clauses if clause.number[:1].isdigit() and root_of(clause) is None]
    if reference.caption:
        words = _plain(reference.caption)
        captioned = [clause for clause in numbers if clause.heading and _plain(clause.heading) == words]
        for clause in captioned[:_MOST]:
            yield from _cite(reference, clause)
        if captioned:
            return
    close = get_close_matches(reference.target, dict.fromkeys(clause.number for clause in numbers), n=_MOST, cutoff=0.5)
    for number in close:
        clause = next(clause for clause in numbers if clause.number == number)
        yield from _cite(reference, clause)


def _miscaptioned(contract: Contract, finding: Finding) -> Iterator[Offer]:
    reference = _reference(contract, finding)
    if reference is None or not reference.caption or len(reference.targets) != 1:
        return
    heading = reference.targets[0].heading
    at = contract.source.text.find(reference.caption, reference.end, reference.end + len(reference.caption) + 10)
    if heading and at >= 0:
        edit = Edit(at, at + len(reference.caption), heading)
        yield _fixed(f"Write the heading of {reference.targets[0].number}: “{heading}”", (edit,))


def _misplaced(contract: Contract, finding: Finding) -> Iterator[Offer]:
    """The clause around that stands as deep as the one cited."""
    reference = _reference(contract, finding)
    if reference is None or len(reference.targets) != 1:
        return
    here, depth = reference.clause, reference.targets[0].depth
    while here is not None and here.depth > depth:
        here = here.parent
    if here is not None and here.depth == depth:
        yield from _cite(reference, here)


def _direction(contract: Contract, finding: Finding) -> Iterator[Offer]:
    match = _DIRECTION.match(contract.source.text, finding.end)
    if match is not None:
        other = "below" if match[1] == "above" else "above"
        yield _fixed(f"Write “{other}”", (Edit(*match.span(1), other),))
        yield _fixed(f"Leave “{match[1]}” out", (Edit(match.start(), match.end(), ""),))


def _defined_elsewhere(contract: Contract, finding: Finding) -> Iterator[Offer]:
    reference = _reference(contract, finding)
    for definition in contract.definitions_of(finding.term or ""):
        if reference is not None and definition.form == "means" and definition.clause is not None:
            yield from _cite(reference, definition.clause)
            return


def _cite(reference: Reference, clause: Clause) -> Iterator[Offer]:
    """*reference* with the number of *clause* in the place of its own, where both are of one kind."""
    printed = re.search(r"\d[\w.]*(?:\s?\(\w+\))*\Z", reference.text)
    if printed is None or not clause.number[:1].isdigit() or clause.number == reference.target:
        return
    yield _fixed(f"Cite {_titled(clause)}", (Edit(reference.start + printed.start(), reference.end, clause.number),))


def _titled(clause: Clause) -> str:
    """Its number with its heading, or with that of the clause it stands in."""
    if clause.heading:
        return f"{clause.number} ({clause.heading})"
    above = clause.parent
    while above is not None and not above.heading:
        above = above.parent
    return clause.number if above is None else f"{clause.number} (in {above.number} {above.heading})"


def _reference(contract: Contract, finding: Finding) -> Reference | None:
    reference = contract.reference_at(finding.start)
    return reference if reference is not None and reference.start == finding.start else None


def _plain(words: str) -> str:
    return " ".join(re.findall(r"\w+", words)).casefold()


# -- terms ------------------------------------------------------------------------------------------------------------


def _undefined(contract: Contract, finding: Finding) -> Iterator[Offer]:
    term = finding.term or ""
    stub = _stub(contract, term)
    if stub is not None:
        yield _fixed(f"Add a definition of “{term}”", (stub,))
    elif (numbered := _numbered_stub(contract, term)) is not None:
        yield Offer(f"Add a definition of “{term}”", numbered)
    known = list(dict.fromkeys(found.term for found in contract.definitions))
    for other in get_close_matches(term, known, n=1, cutoff=0.84):
        places = [(finding.start, finding.end), *((place.start, place.end) for place in finding.related)]
        edits = tuple(Edit(start, end, other) for start, end in places)
        yield _fixed(f"Write the defined term “{other}”", edits)


def _stub(contract: Contract, term: str) -> Edit | None:
    """A definition to be completed, in its place by the alphabet among those that stand in paragraphs of their own."""
    text = contract.source.text
    entries = [(found, _entry(contract, found)) for found in contract.definitions if found.form == "means"]
    listed = [(found, entry) for found, entry in entries if entry is not None and not _names_a_party(text, found)]
    if not listed:
        return None
    first = listed[0][0].clause
    listed = [(found, entry) for found, entry in listed if found.clause is first] or listed
    before = [one for one in listed if one[0].term.casefold() < term.casefold()]
    definition, (start, end) = before[-1] if before else listed[0]
    lead = text[start : definition.start]
    close = _marks_after(text, definition.end)
    verb = " means " if ":" not in text[definition.end + len(close) :][:2] else ": "
    written = end
    while written > start and text[written - 1].isspace():
        written -= 1
    gap = text[written:end] if text[written:end].strip(" \t") else "\n\n"
    entry_text = f"{lead}{term}{close}{verb}{STUB}."
    return Edit(written, written, gap + entry_text) if before else Edit(start, start, entry_text + gap)


def _numbered_stub(contract: Contract, term: str) -> Callable[[], Sequence[Edit]] | None:
    """The same where each definition is a clause of its own: behind the last that comes before it by the alphabet."""
    listed = [(one, clause) for one in contract.definitions if (clause := _numbered_entry(contract, one)) is not None]
    before = [pair for pair in listed if pair[0].term.casefold() < term.casefold()]
    if len(listed) < _LISTED or not before:
        return None
    definition, clause = before[-1]
    text = contract.source.text
    lead = text[clause.marker_end : definition.start].lstrip()
    close = _marks_after(text, definition.end)
    return lambda: insert_after(contract, clause, f"{lead}{term}{close} means {STUB}.").edits


def _numbered_entry(contract: Contract, definition: Definition) -> Clause | None:
    """The clause that holds this definition and nothing else."""
    clause, text = definition.clause, contract.source.text
    if clause is None or clause.children or definition.form != "means":
        return None
    between, rest = text[clause.marker_end : definition.start], text[definition.text_end : clause.end]
    others = [one for one in contract.definitions if clause.start <= one.start < clause.end and one is not definition]
    alone = not between.strip(_OPENING + " \t") and not rest.strip(" \t\r\n.;#*_-")
    return clause if alone and not others and definition.text_end <= clause.end else None


def _names_a_party(text: str, definition: Definition) -> bool:
    """Whether an entry is a bare name and a colon ("Party A: Osprey Ltd"), which no list of definitions goes by."""
    return text[definition.start - 1 : definition.start].isspace() and text[definition.end : definition.end + 1] == ":"


def _unused(contract: Contract, finding: Finding) -> Iterator[Offer]:
    definition = _definition(contract, finding)
    if definition is None:
        return
    title = f"Delete the definition of “{definition.term}”"
    if (edit := _deletion(contract, definition)) is not None:
        yield _fixed(title, (edit,))
    elif (clause := _numbered_entry(contract, definition)) is not None and not contract.citing(clause):
        yield Offer(title, lambda: remove(contract, clause).edits)


def _duplicate(contract: Contract, finding: Finding) -> Iterator[Offer]:
    second = _definition(contract, finding)
    if second is None:
        return
    firsts = [one for one in contract.definitions_of(second.term) if one.start < second.start]
    if (edit := _deletion(contract, second)) is not None:
        yield _fixed(f"Keep the first definition of “{second.term}” and delete this one", (edit,))
    if len(firsts) == 1 and (edit := _deletion(contract, firsts[0])) is not None:
        yield _fixed(f"Keep this definition of “{second.term}” and delete the first one", (edit,))


def _definition(contract: Contract, finding: Finding) -> Definition | None:
    return next((one for one in contract.definitions if (one.start, one.end) == (finding.start, finding.end)), None)


def _deletion(contract: Contract, definition: Definition) -> Edit | None:
    """What to cut out so that nothing but the definition goes; None where that cannot be told."""
    text = contract.source.text
    entry = _entry(contract, definition)
    if definition.form in ("means", "includes", "has-the-meaning", "by-reference"):
        return Edit(*entry, "") if entry is not None else None
    start, end = definition.start, definition.end
    while start > 0 and text[start - 1] in _OPENING:
        start -= 1
    end += len(_marks_after(text, end))
    opening = _PARENTHESIS.search(text, max(0, start - 60), start)
    if opening is None or text[end : end + 1] != ")":
        return None
    return Edit(opening.start(), end + 1, "")


def _entry(contract: Contract, definition: Definition) -> tuple[int, int] | None:
    """The paragraphs that hold this definition and nothing else, with the blank lines behind them."""
    text = contract.source.text
    index = bisect_right(contract.block_starts, definition.start) - 1
    start = contract.block_starts[index]
    end = start + len(contract.blocks[index].text)
    before = text[start : definition.start]
    if before.strip(_OPENING + " \t>-*") or any(start <= clause.start < end for clause in contract.clauses):
        return None
    others = [one for one in contract.definitions if start <= one.start < end and one is not definition]
    rest = text[definition.text_end : end] if definition.text_end <= end else ""
    if others or rest.strip(" \t\r\n.;*_"):
        return None
    return start, end


def _marks_after(text: str, offset: int) -> str:
    end = offset
    while end < len(text) and text[end] in _CLOSING:
        end += 1
    return text[offset:end]


# -- brackets ---------------------------------------------------------------------------------------------------------


def _unclosed(contract: Contract, finding: Finding) -> Iterator[Offer]:
    """The partner at the end of the sentence or of its own clause, where the rule cannot say where it belongs."""
    text = contract.source.text
    mark = text[finding.start : finding.end]
    if finding.fixes:
        return
    if mark in (")", "]"):
        yield _fixed(f"Delete “{mark}”", (Edit(finding.start, finding.end, ""),))
        return
    if mark not in _BRACKETS:
        return
    index = bisect_right(contract.block_starts, finding.start) - 1
    limit = contract.block_starts[index] + len(contract.blocks[index].text)
    limit = min((clause.start for clause in contract.clauses if finding.end <= clause.start < limit), default=limit)
    end = next(iter(sentence_ends(text, finding.end, limit)), limit)
    body = text[finding.end : end].rstrip().rstrip(".;:,")
    if body:
        place = finding.end + len(body)
        yield _fixed(
            f"Insert “{_BRACKETS[mark]}” before the end of the sentence", (Edit(place, place, _BRACKETS[mark]),)
        )


_BY_CODE: dict[str, Callable[[Contract, Finding], Iterator[Offer]]] = {
    "CW201": _unresolved,
    "CW203": _miscaptioned,
    "CW205": _misplaced,
    "CW206": _direction,
    "CW207": _defined_elsewhere,
    "CW301": _undefined,
    "CW302": _unused,
    "CW303": _duplicate,
    "CW403": _unclosed,
}
