"""A comparison as one HTML file that needs nothing else: both documents side by side, and a list of what was found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files

from clausewright.comparison.results import NOTES, Comparison, Lone, Note, Pair, Place
from clausewright.contract import Contract
from clausewright.deviations.differences import Run, differences

_STATUSES = {"deviating": "Deviating", "missing": "Missing", "added": "Added", "covered": "Covered"}
_NOT_LISTED = "The clauses that depart, are missing or were added are not listed."
_PLACE = re.compile(r"\{\{(\w+)\}\}")
_SHOWN = 140
"""Characters of a clause in the list of findings."""
_LONGEST_LABEL = 12
"""Characters of what may be printed before a clause's number: "Section"."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table: what stands on either side, and what is said of it."""

    status: str
    left: str
    right: str
    kinds: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    listed: str = ""


def html_report(contract: Contract, reference: Contract, comparison: Comparison, names: tuple[str, str]) -> str:
    """The page. *names* are those of the contract and of the reference."""
    unrelated = Note.UNRELATED in comparison.notes
    if unrelated:
        comparison = replace(comparison, deviations=(), gaps=(), added=())
    rows = list(_rows(contract.source.text, reference.source.text, comparison))
    counts = Counter(row.status for row in rows if row.status)
    values = {
        "title": escape(f"{names[0]} against {names[1]}"),
        "counts": _NOT_LISTED if unrelated else escape(", ".join(f"{counts[s]} {s}" for s in _STATUSES)),
        "notes": "\n".join(f'<p class="note">{escape(NOTES[note])}</p>' for note in comparison.notes),
        "filters": "" if unrelated else "\n".join(_filters(rows, counts)),
        "list": "\n".join(_list(rows))
        or f'<li class="nothing">{"not listed" if unrelated else "nothing departs"}</li>',
        "input": escape(names[0]),
        "reference": escape(names[1]),
        "rows": "\n".join(_table(rows)),
    }
    page = (files(__package__) / "report.html").read_text(encoding="utf-8")
    # In one pass: nothing that was put in is looked at again.
    return _PLACE.sub(lambda place: values[place[1]], page)


def _filters(rows: Iterable[_Row], counts: Counter[str]) -> Iterator[str]:
    for status, title in _STATUSES.items():
        checked = "" if status == "covered" else " checked"
        box = f'<input type="checkbox" name="status" value="{status}"{checked}>'
        yield f"<label>{box} {title} ({counts[status]})</label>"
    kinds = sorted({kind for row in rows for kind in row.kinds})
    if kinds:
        options = "".join(f'<option value="{escape(kind)}">{escape(kind)}</option>' for kind in kinds)
        yield f'<label>Difference <select><option value="">any</option>{options}</select></label>'


def _list(rows: Iterable[_Row]) -> Iterator[str]:
    for number, row in enumerate(rows):
        if row.listed:
            text = f'<b>{_STATUSES[row.status]}</b> <a href="#row-{number}">{escape(row.listed)}</a>'
            yield f'<li class="{row.status}" {_data(row)}>{text}</li>'


def _table(rows: Iterable[_Row]) -> Iterator[str]:
    for number, row in enumerate(rows):
        if not row.status:
            yield f"<tr><td>{row.left}</td><td>{row.right}</td></tr>"
            continue
        said = f'<span class="status">{_STATUSES[row.status]}</span>'
        if row.said:
            said += '<ul class="facts">' + "".join(f"<li>{escape(one)}</li>" for one in row.said) + "</ul>"
        left, right = row.left, row.right
        if row.status == "missing":
            left, right = said + left, '<span class="nothing">nothing here</span>'
        elif row.status == "added":
            left, right = '<span class="nothing">nothing there</span>', said + right
        elif row.status == "deviating":
            right = said + right
        yield f'<tr id="row-{number}" class="{row.status}" {_data(row)}><td>{left}</td><td>{right}</td></tr>'


def _data(row: _Row) -> str:
    kinds = f' data-kinds="{escape(" ".join(row.kinds))}"' if row.kinds else ""
    return f'data-status="{row.status}"{kinds}'


def _rows(text: str, template: str, comparison: Comparison) -> Iterator[_Row]:
    """Rows by place in the contract, each missing clause behind the one that it belongs behind.

    Every character of the contract is on the right, in order; what was not compared, such as headings, in rows of its
    own, beside what stands before the template's clause and was not compared either.
    """
    mapping = dict(comparison.mapping)
    deviating = {id(pair) for pair in comparison.deviations}
    missing = {id(gap) for gap in comparison.gaps}
    found: list[tuple[int, int, Pair | Lone]] = [
        *((pair.input.start, 1, pair) for pair in (*comparison.deviations, *comparison.covered)),
        *((one.place.start, 1, one) for one in comparison.added),
        *((gap.nearest_end or 0, 0, gap) for gap in comparison.gaps),
    ]
    found.sort(key=lambda one: one[:2])
    between = _Between(text, template, comparison)
    for _, _, one in found:
        if isinstance(one, Lone) and id(one) in missing:
            yield from between.before(None, one.place)
            yield _Row("missing", escape(_words(template, one.place)), "", listed=_listed(template, one.place))
        elif isinstance(one, Lone):
            yield from between.before(one.place, None)
            yield _Row("added", "", escape(_words(text, one.place)), listed=_listed(text, one.place))
        else:
            yield from between.before(one.input, one.reference)
            yield _pair(one, text, template, mapping, deviates=id(one) in deviating)
    yield from between.rest()


class _Between:
    """What stands between the clauses of either document, each piece once."""

    def __init__(self, text: str, template: str, comparison: Comparison) -> None:
        self._text = text
        self._template = template
        self._reached = 0
        pairs = (*comparison.deviations, *comparison.covered)
        places = sorted(
            {(p.reference.start, p.reference.end) for p in pairs}
            | {(gap.place.start, gap.place.end) for gap in comparison.gaps}
        )
        self._leads: dict[int, str] = {}
        reached = 0
        for start, end in places:
            self._leads[start] = template[reached:start].strip() if start > reached else ""
            reached = max(reached, end)

    def before(self, ours: Place | None, theirs: Place | None) -> Iterator[_Row]:
        """A row of what stands before the next clause of either side, if there is anything."""
        right = ""
        if ours is not None:
            right = self._text[self._reached : max(self._reached, ours.start)].strip()
            self._reached = max(self._reached, ours.end)
        left = self._leads.pop(theirs.start, "") if theirs is not None else ""
        if left or right:
            yield _Row("", _quiet(left), _quiet(right))

    def rest(self) -> Iterator[_Row]:
        if right := self._text[self._reached :].strip():
            yield _Row("", "", _quiet(right))


def _quiet(words: str) -> str:
    return f'<span class="lead">{escape(words)}</span>' if words else ""


def _words(text: str, place: Place) -> str:
    return text[place.start : place.end]


def _listed(text: str, place: Place) -> str:
    words = " ".join(_words(text, place).split())
    marker, _, rest = words.partition(" ")
    if place.number.endswith(marker) and marker.startswith("("):
        # "(b)" is shown as "4.2(b)".
        numbered = f"{place.number} {rest}"
    elif place.number and place.number not in words[: len(place.number) + _LONGEST_LABEL]:
        numbered = f"{place.number} {words}"
    else:
        numbered = words
    return numbered if len(numbered) <= _SHOWN else numbered[: _SHOWN - 1] + "…"


def _pair(pair: Pair, text: str, template: str, mapping: dict[str, str], *, deviates: bool) -> _Row:
    ours, theirs = _words(text, pair.input), _words(template, pair.reference)
    if not deviates:
        return _Row("covered", escape(theirs), escape(ours))
    one, other = differences(theirs, ours, mapping)
    facts = tuple(dict.fromkeys(fact.message for fact in pair.facts))
    numbers = pair.input.number + (f" (template {pair.reference.number})" if pair.reference.number else "")
    return _Row(
        "deviating",
        _marked(one),
        _marked(other),
        tuple(dict.fromkeys(str(fact.kind) for fact in pair.facts)),
        facts or (pair.message,),
        f"{numbers}: {pair.message}".lstrip(": "),
    )


def _marked(runs: Iterable[Run]) -> str:
    return "".join(f"<mark>{escape(run.text)}</mark>" if run.differs else escape(run.text) for run in runs)
