"""Enumerations that run within one sentence, and what is wrong with their order.

The tree is chosen over the whole text and may pass over a marker that fits no list. Within a sentence an enumeration
can be judged by itself: it begins at its first letter or numeral and should go on by one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from clausewright.forms import Candidate, Form
from clausewright.numerals import to_letters, to_roman
from clausewright.reading import Reading

_STYLES = frozenset(("(a)", "(A)", "(i)", "(I)", "(1)", "a)", "A)", "i)", "1)"))
_NUMERALS = frozenset(("(i)", "(I)", "i)"))
_JOINED = re.compile(r"\(\w{1,5}\)\s*(?:,|;|and|or|to|through|and/or|[-–])?\s*\Z")
"""A marker that another one is joined to: both are cited ("of (i) and (ii)")."""
_BRACKETED = {"(a)": "a", "(A)": "a", "(i)": "i", "(1)": "1"}
"""The styles of a second member that is judged by itself, with the first of each."""
_JOINED_ON = re.compile(r"[\s,;)](?:and|or|and/or)\s*\Z")
_QUOTES = "\"“'‘"
_LEAST_EVIDENCE = 1.0
"""A marker with less stands where one is seldom meant; a first one may still begin a list."""


class Slip(NamedTuple):
    """A marker that does not fit its enumeration.

    *kind* is gap, duplicate or out_of_order, *candidate* and *before* index the block's candidates (one and the same
    where nothing of the list stands before it), *form* is the reading of the marker in its list, *expected* the ordinal
    that should stand there.
    """

    kind: str
    candidate: int
    before: int
    form: Form
    expected: int


Run = list[tuple[int, Form]]
"""The members of an enumeration: index of the candidate, and how it reads."""


def slips_in(reading: Reading) -> tuple[Slip, ...]:
    """What is wrong with the enumerations within the sentences of a block, in text order; kept with the block."""
    kept: tuple[Slip, ...] | None = reading.__dict__.get("slips")
    if kept is None:
        found = [slip for run in _runs(reading) for slip in _judge(run) if _is_sure(slip, reading)]
        found += _second_alone(reading)
        kept = reading.__dict__["slips"] = tuple(sorted(found, key=lambda slip: slip.candidate))
    return kept


def _runs(reading: Reading) -> Iterator[Run]:
    candidates = reading.candidates
    if len(candidates) < 2:
        return
    open_: dict[str, _OpenRuns] = {}
    sentence = -1
    for index, candidate in enumerate(candidates):
        if (at := bisect_left(reading.sentence_ends, candidate.start + 1)) != sentence:
            sentence = at
            yield from (run for runs in open_.values() for run in runs.all)
            open_ = {}
        forms = [form for form in candidate.forms if form.style in _STYLES]
        if candidate.place != "inline" or not forms:
            continue
        form = min(forms, key=lambda f: _strangeness(f, open_.get(f.style.lstrip("("))))
        if candidate.evidence < _LEAST_EVIDENCE and form.value != 1:
            continue
        runs = open_.setdefault(form.style.lstrip("("), _OpenRuns())  # "i)" may be a slip for "(i)"
        if runs.goes_on(form.value):
            yield from runs.back_to(form.value - 1)
        elif not runs.all or (form.value == 1 and not _takes_back(runs.all[-1], candidate)):
            runs.begin()
        runs.append(index, form)
    yield from (run for runs in open_.values() for run in runs.all)


def _second_alone(reading: Reading) -> Iterator[Slip]:
    """The second members that "and" or "or" joins to a first which has no marker: "the wheels and (ii) the doors".

    A sentence with a passage blacked out may have lost the first, one that began in another block may have it there.
    """
    text, firsts = reading.text, dict[str, re.Match[str] | None]()
    for index, candidate in enumerate(reading.candidates):
        if candidate.place != "inline" or candidate.evidence < _LEAST_EVIDENCE:
            continue
        form = next((f for f in candidate.forms if f.value == 2 and f.style in _BRACKETED), None)
        if form is None or _JOINED_ON.search(text, max(0, candidate.start - 12), candidate.start) is None:
            continue
        token = _BRACKETED[form.style]
        if token not in firsts:
            firsts[token] = re.search(rf"\b{token} ?[.)]", text, re.IGNORECASE)
        if (first := firsts[token]) is not None and first.start() < candidate.start:
            continue
        ended = bisect_left(reading.sentence_ends, candidate.start + 1)
        begun = reading.sentence_ends[ended - 1] if ended else 0
        starts = ended or reading.candidates[0].place == "block" or text.lstrip()[:1] in _QUOTES
        if starts and "[" not in text[begun : candidate.start] and "*" not in text[begun : candidate.start]:
            yield Slip("gap", index, index, form, 1)


class _OpenRuns:
    """The runs of one style that are open in a sentence, and where among them is the last with each last value."""

    def __init__(self) -> None:
        self.all: list[Run] = []
        self._ending_in: dict[int, list[int]] = {}

    @property
    def last(self) -> int | None:
        """The value that the latest run has come to."""
        return self.all[-1][-1][1].value if self.all else None

    def goes_on(self, value: int) -> bool:
        """Whether *value* is the next one of any run."""
        return bool(self._ending_in.get(value - 1))

    def back_to(self, value: int) -> list[Run]:
        """The runs behind the latest that has come to *value*, which are closed."""
        at = self._ending_in[value][-1] + 1
        closed = self.all[at:]
        for run in reversed(closed):
            self._ending_in[run[-1][1].value].pop()
        del self.all[at:]
        return closed

    def begin(self) -> None:
        self.all.append([])

    def append(self, index: int, form: Form) -> None:
        """Add a member to the latest run."""
        run = self.all[-1]
        if run:
            self._ending_in[run[-1][1].value].pop()
        run.append((index, form))
        self._ending_in.setdefault(form.value, []).append(len(self.all) - 1)


def _takes_back(run: Run, candidate: Candidate) -> bool:
    """Whether a first member belongs to the open *run*: it was swapped with the second, or is printed twice."""
    values = [form.value for _, form in run]
    return values == [2] or (values == [1] and candidate.after in ("comma", "semicolon", "conjunction"))


def _strangeness(form: Form, runs: _OpenRuns | None) -> int:
    """How ill *form* fits: 0 where it goes on by one, rising."""
    if runs is not None and runs.goes_on(form.value):
        return 0
    if form.value == 1:
        return 1
    last = runs.last if runs is not None else None
    return 2 + abs(form.value - last - 1) if last is not None else 10 + form.value


def _judge(run: Run) -> Iterator[Slip]:
    values = [form.value for _, form in run]
    if sorted(values) == list(range(1, len(values) + 1)):
        for k, (a, b) in enumerate(pairwise(values), start=1):
            if b < a:
                yield _slip("out_of_order", run, k)
    elif values[0] <= 2:
        odd = [(k, b - a) for k, (a, b) in enumerate(pairwise(values), start=1) if b - a != 1]
        if len(odd) == 1 and values[0] == 1 and (odd[0][1] == 2 or _is_swapped(run, odd[0][0])):
            yield _slip("gap", run, odd[0][0])
        elif odd and odd[0][1] == 0 and (len(values) > 2 or values == [1, 1]):
            after = odd[1:]
            if not after or after == [(odd[0][0] + 1, 2)]:
                yield _slip("duplicate", run, odd[0][0])


def _is_swapped(run: Run, k: int) -> bool:
    """Whether member *k*, the last one, has the letters of the numeral that should stand there: "(vi)" for "(iv)"."""
    form, expected = run[k][1], run[k - 1][1].value + 1
    return k == len(run) - 1 and form.style in _NUMERALS and sorted(to_roman(form.value)) == sorted(to_roman(expected))


def _slip(kind: str, run: Run, k: int) -> Slip:
    (before, previous), (index, form) = run[k - 1], run[k]
    return Slip(kind, index, before, form, previous.value + 1)


def _is_sure(slip: Slip, reading: Reading) -> bool:
    """Whether the marker stands where a member begins, and the missing one is not printed in some odd way."""
    candidate, before = reading.candidates[slip.candidate], reading.candidates[slip.before]
    if candidate.after == "phrase" or candidate.empty or candidate.label.endswith("."):
        return False
    if _JOINED.search(reading.text, max(0, candidate.start - 20), candidate.start):
        return False
    if slip.kind != "gap":
        return True
    shape = slip.form.style.strip("()")
    token = to_letters(slip.expected) if shape in "aA" else to_roman(slip.expected) if shape in "iI" else slip.expected
    between = reading.text[before.end : candidate.start]
    return re.search(rf"\(?\b\s*{token}\s*\)", between, re.IGNORECASE) is None
