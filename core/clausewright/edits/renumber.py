"""Giving clauses other numbers, with everything below them and every citation of them following.

A change is put together from new ordinals for some clauses and then read again: where the new text would not have the
same tree with the new numbers, or a citation would lead elsewhere, it is refused instead of made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.edits.change import RefusedError, applied, ordered
from clausewright.finding import Edit
from clausewright.numerals import NUMBER_WORDS, from_letters, from_roman, like, to_letters, to_roman
from clausewright.references import Reference
from clausewright.resolver import Status

PLACEHOLDER = "[Text]"
"""What stands in a clause that was inserted, until it is written."""

_TOKEN = re.compile(r"\d+|[A-Za-z]+")
_LAST_TOKEN = re.compile(r"([A-Za-z]+|\d+)[^A-Za-z0-9]*\Z")
_CONTAINED = re.compile(r"\s+(?:of|in|to)\s+")
_MIXED = re.compile(r"\d[A-Za-z]|[A-Za-z]\d")
_CONTENTS_NUMBER = re.compile(r"[^\S\r\n]*(?:[A-Za-z§]+\.?[^\S\r\n]+)?(?P<number>[\dIVXLC]+(?:\.[\dA-Za-z]+)*)")
_CARDINALS = [word for word, value in NUMBER_WORDS.items() if not word.endswith(("st", "nd", "rd", "th"))]
_ORDINALS = [word for word in NUMBER_WORDS if word not in _CARDINALS]
# White space, and the Markdown marks of the next heading, which stand before the next clause begins.
_NEXT_LEAD = re.compile(r"\s*(?:\n[ \t]*[#*_>-]*\s*)*\Z")
_UNNUMBERED = (ClauseKind.HEADING, ClauseKind.SIGNATURE)


@dataclass(frozen=True, slots=True)
class Renumbering:
    """One change. *clauses* counts those with another number, *citations* those that follow.

    *doubtful* are citations to look at: those that could mean several places, which nothing can be made to follow, and
    those that led nowhere and now lead somewhere.
    """

    edits: tuple[Edit, ...]
    clauses: int
    citations: int
    doubtful: tuple[Reference, ...]


def renumber(contract: Contract, clause: Clause | None = None) -> Renumbering:
    """Number siblings in their order: those in the list of *clause*, or in every list of the document.

    A list keeps the number that it begins with. No edits where all is in order. Raises RefusedError.
    """
    wanted: dict[Clause, str] = {}
    by_position = contract.tradition.lazy_numbers
    for members in _lists(contract):
        if (clause is None or clause in members) and not by_position:
            wanted.update(_in_order(contract, members))
    for defect in contract.defects:
        if defect.kind == "wrong_parent" and defect.clause is not None and (clause is None or defect.clause is clause):
            wanted.setdefault(defect.clause, _own(defect.clause))
    return _Change(contract, wanted).made()


def insert_after(contract: Contract, clause: Clause, body: str = PLACEHOLDER) -> Renumbering:
    """A new clause that says *body* after *clause* in its list, the later members moving up by one.

    Raises RefusedError.
    """
    members = next((members for members in _lists(contract) if clause in members), None)
    if members is None or clause.kind in _UNNUMBERED:
        raise RefusedError("Only a numbered clause can be followed by another one.")
    values = _values(members)
    at = members.index(clause)
    following = values[at] + 1
    wanted: dict[Clause, str] = {}
    least = following + 1
    for member, value in zip(members[at + 1 :], values[at + 1 :], strict=True):
        if value >= least:
            break
        wanted[member] = _token(least, _own(member), members)
        least += 1
    text, place = _new_clause(contract, members, clause, _token(following, _own(clause), members), body)
    return _Change(contract, wanted, insertion=(place, text)).made()


def remove(contract: Contract, clause: Clause) -> Renumbering:
    """*clause* cut out, with what follows it in its list moving down by one.

    Raises RefusedError, also where it is cited.
    """
    members = next((members for members in _lists(contract) if clause in members), None)
    if members is None or clause.children or not begins_line(contract, clause):
        raise RefusedError("Only a numbered clause with nothing below it can be cut out.")
    if contract.citing(clause):
        raise RefusedError("This clause is cited; change the citations first.")
    values = _values(members)
    at = members.index(clause)
    wanted: dict[Clause, str] = {}
    for before, member in enumerate(members[at + 1 :], at):
        if values[before + 1] != values[before] + 1:
            break
        wanted[member] = _token(values[before], _own(member), members)
    return _Change(contract, wanted, removal=clause).made()


def renumber_to(contract: Contract, clause: Clause, number: str) -> Renumbering:
    """Give *clause* the ordinal or the whole number *number*, with all below it following. Raises RefusedError."""
    if clause.kind in _UNNUMBERED or contract.tradition.lazy_numbers:
        raise RefusedError("This clause has no number of its own.")
    own = _LAST_TOKEN.search(number.strip())
    if own is None:
        raise RefusedError("A clause's number is made of digits or letters.")
    head = _TOKEN.findall(number[: own.start(1)])
    above = _TOKEN.findall(clause.number)[:-1]
    if head and [one.casefold() for one in head] != [one.casefold() for one in above][-len(head) :]:
        raise RefusedError("A clause keeps its place: only the last part of its number can be changed.")
    siblings = next((members for members in _lists(contract) if clause in members), [clause])
    if own[1].isdigit() != _own(clause).isdigit() or (not own[1].isdigit() and _value_of(own[1], siblings) is None):
        raise RefusedError(f"“{own[1]}” is not the kind of number that this list has.")
    if any(_own(other).casefold() == own[1].casefold() for other in siblings if other is not clause):
        raise RefusedError(f"“{own[1]}” is taken in this list; insert a clause or renumber instead.")
    return _Change(contract, {clause: own[1]}, free=True).made()


# -- lists ------------------------------------------------------------------------------------------------------------


def _lists(contract: Contract) -> Iterator[list[Clause]]:
    """Runs of siblings that one numbering goes through."""
    faulty = {id(defect.clause) for defect in contract.defects if defect.clause is not None}
    children: dict[int, list[Clause]] = {}
    for clause in contract.clauses:
        if clause.kind not in _UNNUMBERED:
            children.setdefault(id(clause.parent), []).append(clause)
    for siblings in children.values():
        runs: dict[tuple[str, ...], list[Clause]] = {}
        for clause in siblings:
            shape = _shape(clause)
            run = runs.get(shape)
            if run is not None and (id(clause) in faulty or _follows(run, clause)):
                run.append(clause)
                continue
            if run is not None:
                yield run
            runs[shape] = [clause]
        yield from runs.values()


def _shape(clause: Clause) -> tuple[str, ...]:
    """What the markers of one list have in common: all but the last number."""
    token = _LAST_TOKEN.search(clause.marker)
    if token is None:
        return (clause.marker,)
    kind = "1" if token[1].isdigit() else ("A" if token[1][:1].isupper() else "a")
    words = re.sub(r"\s+", " ", clause.marker[: token.start(1)]).strip().casefold()
    head = ".".join(_TOKEN.findall(clause.number)[:-1])
    return kind, re.sub(r"\d+\.", "n.", words), head, clause.marker[token.end(1) :].strip()


def _follows(run: list[Clause], clause: Clause) -> bool:
    before = _value_of(_own(run[-1]), run)
    here = _value_of(_own(clause), [*run, clause])
    if before is not None and here is not None and here == before + 1:
        return True
    pair = [run[-1], clause]
    before, here = _value_of(_own(run[-1]), pair), _value_of(_own(clause), pair)
    return before is not None and here is not None and here == before + 1


def _values(members: list[Clause]) -> list[int]:
    if any(_MIXED.search(_label(member)) for member in members):
        raise RefusedError("The list has numbers with letters behind them (7A); put those in order by hand.")
    values = [_value_of(_own(member), members) for member in members]
    if any(value is None for value in values):
        raise RefusedError("The numbers of this list cannot be counted.")
    return [value for value in values if value is not None]


def _label(clause: Clause) -> str:
    """The last part of the printed number."""
    parts = re.split(r"[.\s()]+", clause.marker.strip(" .()*_:"))
    return parts[-1] if parts else ""


def _own(clause: Clause) -> str:
    tokens = _TOKEN.findall(clause.number)
    return tokens[-1] if tokens else ""


def _roman(members: Iterable[Clause]) -> bool:
    """Whether the letters of a list are roman numerals: read so, fewer of them are out of step."""
    tokens = [_own(member) for member in members]

    def steps(values: list[int | None]) -> int:
        return sum(1 for a, b in pairwise(values) if a is None or b is None or b != a + 1) + values.count(None)

    romans, letters = [from_roman(one) for one in tokens], [from_letters(one) for one in tokens]
    if steps(romans) != steps(letters):
        return steps(romans) < steps(letters)
    return bool(tokens) and romans[0] == 1


def _value_of(token: str, members: Iterable[Clause]) -> int | None:
    if (counted := _counted(token)) is not None:
        return counted
    return from_roman(token) if _roman(members) else from_letters(token)


def _token(value: int, model: str, members: Iterable[Clause]) -> str:
    """*value* printed as *model* is. Raises RefusedError when it cannot be."""
    if model.isdigit():
        return str(value).zfill(len(model)) if model.startswith("0") else str(value)
    if model.lower() in NUMBER_WORDS:
        return _in_words(value, model)
    return like(to_roman(value) if _roman(members) else to_letters(value), model)


def _in_order(contract: Contract, members: list[Clause]) -> dict[Clause, str]:
    try:
        values = _values(members)
    except RefusedError:
        return {}
    return {
        member: _token(value, _own(member), members)
        for value, (member, had) in enumerate(zip(members, values, strict=True), values[0])
        if value != had
    }


# -- the change -------------------------------------------------------------------------------------------------------


class _Change:
    """New ordinals for some clauses, and what follows from them; *free* if they need not fit their lists."""

    def __init__(
        self,
        contract: Contract,
        wanted: Mapping[Clause, str],
        insertion: tuple[int, str] | None = None,
        *,
        removal: Clause | None = None,
        free: bool = False,
    ) -> None:
        self._free = free
        self._contract = contract
        self._wanted = wanted
        self._insertion = insertion
        self._removal = removal
        self._removed = _span(contract, removal) if removal is not None else (0, 0)
        self._kept = [clause for clause in contract.clauses if clause is not removal]
        cut, cut_end = self._removed
        self._citing = [one for one in contract.references if not cut <= one.start < cut_end]
        self._wrong = {
            id(defect.clause) for defect in contract.defects if defect.kind == "wrong_parent" and defect.clause
        }
        self._tokens: dict[int, list[str]] = {}
        for clause in contract.clauses:
            self._tokens[id(clause)] = self._renumbered(clause)

    def made(self) -> Renumbering:
        """The edits, tried out. Raises RefusedError."""
        contract = self._contract
        changed = [clause for clause in self._kept if self._tokens[id(clause)] != _TOKEN.findall(clause.number)]
        edits = [edit for clause in changed for edit in self._marker_edits(clause)]
        moved = {id(clause) for clause in changed}
        citations = 0
        unclear = []
        for reference in self._citing:
            if reference.status is Status.AMBIGUOUS and any(id(one) in moved for one in reference.targets):
                unclear.append(reference)
            elif len(reference.targets) == 1 and id(reference.targets[0]) in moved:
                following = list(self._citation_edits(reference, reference.targets[0]))
                edits += following
                citations += bool(following)
        edits += self._contents_edits(changed)
        if self._insertion is not None:
            place, text = self._insertion
            edits.append(Edit(place, place, text))
        if self._removal is not None:
            edits.append(Edit(*self._removed, ""))
        edits = [edit for edit in edits if contract.source.text[edit.start : edit.end] != edit.new_text]
        try:
            result = Renumbering(ordered(edits), len(changed), citations, tuple(unclear))
        except ValueError:
            raise RefusedError("Two clauses share one printed number; put them in order by hand.") from None
        return replace(result, doubtful=(*result.doubtful, *self._try_out(result))) if result.edits else result

    def _renumbered(self, clause: Clause) -> list[str]:
        """The parts of the clause's citation form as they will be."""
        old = _TOKEN.findall(clause.number)
        if not old:
            return old
        own = self._wanted.get(clause, old[-1])
        above = clause.parent
        while above is not None:
            before, after = _TOKEN.findall(above.number), self._tokens[id(above)]
            # A number of another parent is left to whoever asked for another place in the document.
            mends = id(clause) in self._wrong and (clause in self._wanted or before != after)
            if before and len(before) < len(old) and _same(before, old[: len(before)]):
                return [*after, *old[len(before) : -1], own]
            if len(old) > 1 and old[0].isdigit() and (place := _arabic(before)) is not None:
                if place == int(old[0]):
                    return [_numbered(_arabic(after), old[0]), *old[1:-1], own]
                if mends and above is clause.parent and len(old) == 2:
                    return [_numbered(_arabic(after), old[0]), own]
            elif mends and above is clause.parent and len(before) == len(old) - 1:
                return [*after, own]
            above = above.parent
        return [*old[:-1], own]

    def _marker_edits(self, clause: Clause) -> Iterator[Edit]:
        """The numbers printed in the marker; its other characters stay."""
        printed = self._contract.source.text[clause.start : clause.marker_end]
        old, new = _TOKEN.findall(clause.number), self._tokens[id(clause)]
        found = list(_TOKEN.finditer(printed))
        for match, had, have in zip(reversed(found), reversed(old), reversed(new), strict=False):
            if not _same([match[0]], [had]):
                return
            if had != have:
                yield Edit(clause.start + match.start(), clause.start + match.end(), _as_printed(have, match[0]))

    def _citation_edits(self, reference: Reference, target: Clause) -> Iterator[Edit]:
        """The parts of a citation that change with its target.

        They are matched from the last backwards; "paragraph 2 of Schedule 1" names the last part first.
        """
        pairs = list(zip(_TOKEN.findall(target.number), self._tokens[id(target)], strict=True))
        start = 0
        for segment in _CONTAINED.split(reference.text):
            place = reference.text.index(segment, start)
            start = place + len(segment)
            for match in reversed(list(_TOKEN.finditer(segment))):
                if not pairs or not _same([match[0]], [pairs[-1][0]]):
                    break
                had, have = pairs.pop()
                if had != have:
                    at = reference.start + place + match.start()
                    yield Edit(at, at + len(match[0]), _as_printed(have, match[0]))

    def _contents_edits(self, changed: list[Clause]) -> Iterator[Edit]:
        """Lines of the table of contents that name a clause by its number and its heading."""
        contract = self._contract
        titled = {(_key(_TOKEN.findall(one.number)), _plain(one.heading)): one for one in changed if one.heading}
        if not titled:
            return
        for index in sorted(contract.hidden_blocks):
            block, start = contract.blocks[index].text, contract.block_starts[index]
            for line in re.finditer(r"[^\r\n]+", block):
                match = _CONTENTS_NUMBER.match(line[0])
                if match is None:
                    continue
                title = _plain(re.sub(r"[\s.·]*\d{1,3}\s*\Z", "", line[0][match.end() :]))
                parts = _key(_TOKEN.findall(match["number"]))
                clause = next(
                    (
                        one
                        for (number, heading), one in titled.items()
                        if heading == title and parts == number[-len(parts) :]
                    ),
                    None,
                )
                if clause is None:
                    continue
                printed = list(_TOKEN.finditer(match["number"]))
                new = self._tokens[id(clause)][-len(printed) :]
                at = start + line.start() + match.start("number")
                for part, have in zip(printed, new, strict=True):
                    yield Edit(at + part.start(), at + part.end(), _as_printed(have, part[0]))

    def _try_out(self, result: Renumbering) -> list[Reference]:
        """Read the text as it would be: the same tree with the new numbers, and every citation where it was.

        The citations that led nowhere and would now lead somewhere. Raises RefusedError.
        """
        contract = self._contract
        after = Contract.parse(applied(contract.source.text, result.edits), contract.tradition)
        clauses = list(after.clauses)
        added = None
        if self._insertion is not None:
            place = self._insertion[0] + sum(
                len(edit.new_text) - (edit.end - edit.start)
                for edit in result.edits
                if edit.end <= self._insertion[0] and edit.start < edit.end
            )
            added = next(
                (i for i, one in enumerate(clauses) if place <= one.start < place + len(self._insertion[1])), None
            )
            if added is None:
                raise RefusedError("The new clause would not be read as one here.")
            del clauses[added]
        if len(clauses) != len(self._kept):
            raise RefusedError("With the new numbers the clauses would be read differently; number them by hand.")
        if not self._free and len(after.defects) > len(contract.defects):
            raise RefusedError("The new numbers would not fit the lists around them; number them by hand.")
        partner = {id(old): new for old, new in zip(self._kept, clauses, strict=True)}
        for old, new in zip(self._kept, clauses, strict=True):
            above = partner[id(old.parent)] if old.parent is not None else None
            if new.parent is not above or not _same(_TOKEN.findall(new.number), self._tokens[id(old)]):
                line = contract.source.line_at(old.start) + 1
                raise RefusedError(f"With the new numbers “{old.marker}” at line {line} would be read differently.")
        if len(after.references) != len(self._citing):
            raise RefusedError("With the new numbers the citations would be read differently; number them by hand.")
        found = []
        for was, now in zip(self._citing, after.references, strict=True):
            if was.status is Status.UNRESOLVED and now.targets:
                found.append(was)
            elif was.status is not Status.AMBIGUOUS and (
                was.status is not now.status or [partner[id(one)] for one in was.targets] != list(now.targets)
            ):
                line = contract.source.line_at(was.start) + 1
                raise RefusedError(f"“{was.text}” at line {line} could not be made to follow.")
        return found


def _lead(contract: Contract, clause: Clause) -> str:
    """What stands before *clause* in its line."""
    line_start = contract.source.line_span(contract.source.line_at(clause.start))[0]
    return contract.source.text[line_start : clause.start]


def begins_line(contract: Contract, clause: Clause) -> bool:
    """Whether nothing but Markdown's marks stands before *clause* in its line."""
    return not _lead(contract, clause).strip(" \t>#*_-")


def _span(contract: Contract, clause: Clause) -> tuple[int, int]:
    """The lines of *clause* and the blank ones on one side of it, so that the wider gap stays; none of what leads the
    next clause in."""
    source = contract.source
    written = _NEXT_LEAD.sub("", source.text[clause.marker_end : clause.end])
    start, end = clause.start - len(_lead(contract, clause)), clause.marker_end + len(written)
    before = len(source.text[:start].rstrip())
    behind = len(source.text) - len(source.text[end:].lstrip())
    if behind < len(source.text):
        behind = source.line_span(source.line_at(behind))[0]
    breaks = [len(source.text[a:b].splitlines()) for a, b in ((before, start), (end, behind))]
    return (before, end) if breaks[1] > breaks[0] else (start, max(end, behind))


def _new_clause(contract: Contract, members: list[Clause], clause: Clause, token: str, body: str) -> tuple[str, int]:
    """Text of a clause like *clause* under the ordinal *token*, and where it goes. Raises RefusedError."""
    text = contract.source.text
    lead = _lead(contract, clause)
    if not begins_line(contract, clause) or not clause.marker:
        raise RefusedError("This clause does not begin a line; insert the next one by hand.")
    printed = text[clause.start : clause.marker_end]
    own = _LAST_TOKEN.search(printed)
    if own is None:
        raise RefusedError("This clause has no number that could go on.")
    marker = printed[: own.start(1)] + (_as_printed(token, own[1]) if not contract.tradition.lazy_numbers else own[1])
    marker += printed[own.end(1) :].rstrip()
    gap = re.match(r"[^\S\r\n]*", text[clause.marker_end :])
    space = printed[len(printed.rstrip()) :] + (gap[0] if gap is not None else "")
    written = _NEXT_LEAD.sub("", text[clause.marker_end : clause.end])
    end = clause.marker_end + len(written)
    at = members.index(clause)
    between = _between(text, members[at - 1 : at + 1]) or _between(text, members[at : at + 2]) or "\n\n"
    if "\r\n" in text and "\r" not in between:
        between = between.replace("\n", "\r\n")
    return between + re.sub(r"[*_]+", "", lead) + re.sub(r"[*_]+", "", marker) + (
        space.strip("\r\n*_") or " "
    ) + body, end


def _between(text: str, pair: list[Clause]) -> str:
    """The line breaks between two neighbours."""
    if len(pair) < 2:
        return ""
    end = pair[1].start
    while end > 0 and text[end - 1] in " \t>#*_-":
        end -= 1
    start = end
    while start > 0 and text[start - 1].isspace():
        start -= 1
    return re.sub(r"[^\r\n]", "", text[start:end])


# -- numbers ----------------------------------------------------------------------------------------------------------


def _key(tokens: list[str]) -> tuple[str, ...]:
    return tuple(one.casefold() for one in tokens)


def _plain(heading: str | None) -> str:
    return " ".join(re.findall(r"\w+", heading or "")).casefold()


def _same(one: list[str], other: list[str]) -> bool:
    """Whether two runs of number parts are the same but for letter case, leading noughts and words for digits."""
    return len(one) == len(other) and all(
        a.casefold() == b.casefold() or ((counted := _counted(a)) is not None and counted == _counted(b))
        for a, b in zip(one, other, strict=True)
    )


def _counted(token: str) -> int | None:
    """What digits or a number word say."""
    return int(token) if token.isdigit() else NUMBER_WORDS.get(token.lower())


def _arabic(tokens: list[str]) -> int | None:
    """The number of an article, whatever it is printed in."""
    if not tokens:
        return None
    last = tokens[-1]
    if last.isdigit():
        return int(last)
    return from_roman(last) or NUMBER_WORDS.get(last.lower())


def _numbered(value: int | None, model: str) -> str:
    """*value* with the leading noughts of *model*, or *model* where there is none."""
    if value is None:
        return model
    return str(value).zfill(len(model)) if model.startswith("0") else str(value)


def _in_words(value: int, model: str) -> str:
    """*value* as a word of the kind and letter case of *model*. Raises RefusedError when there is none."""
    words = _CARDINALS if model.lower() in _CARDINALS else _ORDINALS
    word = next((one for one in words if NUMBER_WORDS[one] == value), None)
    if word is None:
        raise RefusedError("There is no number word for the next clause.")
    return word.upper() if model.isupper() and len(model) > 1 else word.capitalize() if model[0].isupper() else word


def _as_printed(token: str, printed: str) -> str:
    """*token* in the letter case, with the leading noughts or in words, as what stands *printed* in its place.

    Raises RefusedError for a number that has no word.
    """
    if token.isdigit() and printed.isdigit():
        return token.zfill(len(printed)) if printed.startswith("0") else str(int(token))
    if token.isdigit() and printed.lower() in NUMBER_WORDS:
        return _in_words(int(token), printed)
    if printed.isupper():
        return token.upper()
    return token.lower() if printed.islower() else token
