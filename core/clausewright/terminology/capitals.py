"""The capitalised phrases of the prose, with what their surroundings say of them, and the undefined among them."""

from __future__ import annotations

import re
from functools import cache

from clausewright.contract import Contract
from clausewright.drafting.names import read_names
from clausewright.phrases import Phrase, Standing
from clausewright.reading import Reading
from clausewright.terminology.imports import imports_terms
from clausewright.terminology.undefined import (
    Kin,
    Occurrence,
    UndefinedTerm,
    read_quoted,
    read_sources,
    singular,
    undefined_terms,
)

_LONGEST_WORD = _HEADING = 60
_NEXT_SMALL = re.compile(r"\s+([a-z])([a-z]+)\b")
_DONE = re.compile(r"[A-Z][a-z]+ed")
"""A participle that is a defined term of its own: Technology Controlled by the Seller."""
_GAP = re.compile(r"\s+\Z")
_OF = re.compile(r"\s+(?:of|for)\s+\Z")
_GAP_OF_OWNER = 8
_COMPENSATED = re.compile(r"\bWork(?:er|men)['’]?s?['’]?\s+\Z")
_DOES = re.compile(r"\b(?:will|shall|may|must|cannot|not)\s+\Z")
_REACH = 10
_OWNS = re.compile(r"['’]s?\s+[A-Z]")
_POSSESSIVE = re.compile(r"['’]s?\s+")
_JOINT = re.compile(r",?\s+(?:and|or|&|and/or)\s+(?:(?:the|any|all|each|its|such)\s+)?")
_JOINT_LENGTH = 14


def undefined_in(contract: Contract) -> list[UndefinedTerm]:
    """Capitalised phrases that are used like defined terms and have no definition, in order of first use."""
    in_quotes = [" ".join(place.words[1:-1].split()) for _, place in contract.wording.marks(read_quoted)]
    quoted = {singular(part) for words in in_quotes for part in (words, _JOINT.split(words)[-1])}
    sources = {singular(" ".join(place.words.split())) for _, place in contract.wording.marks(read_sources)}
    kin = Kin(d.term for d in contract.definitions)
    occurrences, explained = _capitalised(contract, kin)
    headings = frozenset(
        c.heading.rstrip(".:").lower() for c in contract.clauses if c.heading is not None and len(c.heading) < _HEADING
    )
    has = contract.wording.has

    @cache
    def in_small(word: str) -> bool:
        return has(f" {word}") and (has(f" {word} ") or has(f" {word},"))

    def in_brackets(name: str) -> bool:
        return has(f"({name})") or has(f'({name}"')

    @cache
    def companies() -> set[str]:
        return {company.words[0] for _, company in contract.wording.marks(read_names) if company.words}

    def is_company(name: str) -> bool:
        return name.partition(" ")[0].casefold() in companies()

    return [
        term
        for term in undefined_terms(
            occurrences, explained, quoted, sources, headings, in_small, in_brackets, is_company, kin
        )
        if not all(_begins_longer(contract, e, term.text) for _, e in term.places) and not _is_cut(contract, term.text)
    ]


def _is_cut(contract: Contract, name: str) -> bool:
    """Whether *name* stands in quotation marks with the end of a page or line between its words."""
    has = contract.wording.has
    parts = name.split()
    return any(
        has(f"{opens}{' '.join(parts[:n])}\n") and has(f"\n{' '.join(parts[n:])}{closes}")
        for n in range(1, len(parts))
        for opens, closes in ('""', "“”")
    )


def _begins_longer(contract: Contract, end: int, phrase: str) -> bool:
    """Whether *phrase*, which ends at *end*, goes on in small letters as it does in capitals elsewhere."""
    following = contract.wording.ask(_next_small_word, end, end, behind=_LONGEST_WORD)
    return bool(following) and contract.wording.has(f"{phrase} {following.capitalize()}")


def _capitalised(contract: Contract, kin: Kin) -> tuple[list[Occurrence], set[str]]:
    """Capitalised phrases of the prose that are not uses of defined terms or said to be defined elsewhere, and, in
    the singular, those among them that are explained where they stand."""
    occurrences: list[Occurrence] = []
    said: dict[Standing, set[str]] = {standing: set() for standing in Standing}
    passed: list[tuple[Reading, Phrase]] = []
    used = {(use.start, use.end) for use in contract.uses}
    for index, (start, block) in enumerate(zip(contract.block_starts, contract.readings, strict=True)):
        traits = block.traits
        if (
            index in contract.hidden_blocks
            or traits.title
            or not (traits.verbal or traits.ends_sentence)
            or (contract.is_signed(start) and not traits.ends_sentence)
        ):
            continue
        for phrase in block.phrases:
            s, e = start + phrase.start, start + phrase.end
            if contract.is_heading(s):
                continue
            if (s, e) in used or contract.is_cited(s, e):
                occurrence = None
            else:
                occurrence = _occurrence(contract, kin, block, phrase, s, e)
            if occurrence is None:
                passed.append((block, phrase))
            elif (standing := block.around(phrase).standing) is Standing.OPEN:
                occurrences.append(occurrence)
            else:
                said[standing].add(singular(phrase.text))
    names = {singular(o.text) for o in occurrences}
    for block, phrase in passed:  # what is said of a defined term matters only where its name is another's, too
        if (name := singular(phrase.text)) in names:
            said[block.around(phrase).standing].add(name)
    return [o for o in occurrences if singular(o.text) not in said[Standing.ELSEWHERE]], said[Standing.EXPLAINED]


def _occurrence(
    contract: Contract, kin: Kin, block: Reading, phrase: Phrase, start: int, end: int
) -> Occurrence | None:
    """The *phrase* of *block* at ``[start, end)`` as an occurrence; None where defined terms are all of it."""
    uses = contract.uses_over(start, end)
    text = contract.letters(start, end)
    if text.startswith("Non-") and contract.definitions_alike(text.removeprefix("Non-")):
        return None
    rest = text
    covered: list[str] = []
    built_on = whole = is_paper = False
    for use in reversed(uses):
        first, last = use.start - start, use.end - start
        if first < 0 or last > len(text):
            return None
        joint = _OF.search(text, 0, first) or (_DONE.fullmatch(text, first) and _GAP.search(text, 0, first))
        if last == len(text) and first > 0 and joint:
            text = text[: joint.start()]
            rest = rest[: len(text)]
            continue
        whole = (first, last) == (0, len(text))
        is_paper = is_paper or (last == len(text) and first > 0 and use.term in contract.own_names)
        covered = [*text[first:last].split(), *covered]
        built_on = built_on or (last == len(text) and use.term not in contract.own_names and "greement" not in use.term)
        rest = rest[:first] + " " * (last - first) + rest[last:]
    name = " ".join(text.split())
    is_covered = rest.isspace() or not any(c.isupper() for c in rest)
    if is_covered and (whole or not (is_paper or kin.sibling(name) is not None)):  # a Fund Agreement is no Agreement
        return None
    if not covered and _is_owned(contract, start, name):
        return None
    end = start + len(text)
    before = contract.letters(max(0, start - _REACH), start)
    if _COMPENSATED.search(before) and name.startswith("Compensation"):
        return None
    if uses and _DOES.search(before):  # "will Process Customer Data" is no name
        return None
    if built_on and _OWNS.match(contract.letters(end, end + _LONGEST_WORD)):  # the name is that of what is owned
        return None
    around = block.around(phrase)
    return Occurrence(
        name,
        start,
        end,
        phrase.lead,
        phrase.opens,
        phrase.joined,
        around.acts,
        around.bound,
        tuple(covered),
        built_on,
        around.promised,
        around.specified,
        around.governed,
        *(_joined_to(contract, start, end) if phrase.joined and not covered else (None, None)),
        imports_terms(contract, start),
    )


def _is_owned(contract: Contract, start: int, name: str) -> bool:
    """Whether *name* at *start* belongs to a defined term with which it is one: Corio's Servers for Corio Servers."""
    use = contract.use_before(start)
    if use is None or start - use.end > _GAP_OF_OWNER or not _POSSESSIVE.fullmatch(contract.letters(use.end, start)):
        return False
    owner = contract.printed(use)
    return any(contract.definitions_alike(f"{owner}{ending} {name}") for ending in ("", "'s", "’s", "'", "’"))


def _joined_to(contract: Contract, start: int, end: int) -> tuple[str | None, str | None]:
    """The defined term to which "and" or "or" joins ``[start, end)``: before it, if both end in the same word, and on
    either side, whatever it is."""
    before = contract.use_before(start)
    if before is None or _JOINT.fullmatch(contract.letters(before.end, start)) is None:
        behind = contract.uses_over(end, end + _JOINT_LENGTH)
        is_joined = behind and behind[0].start > end and _JOINT.fullmatch(contract.letters(end, behind[0].start))
        return None, behind[0].term if is_joined else None
    words, others = contract.letters(start, end).split(), contract.printed(before).split()
    is_alike = min(len(words), len(others)) > 1 and words[-1] == others[-1]
    return (before.term if is_alike else None), before.term


def _next_small_word(text: str, start: int, end: int) -> str:
    """The word behind *start* if it is in small letters, else nothing."""
    match = _NEXT_SMALL.match(text, start, end)
    return match.group(1) + match.group(2) if match is not None else ""
