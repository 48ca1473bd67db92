"""Parts of a contract that can be folded away: clauses with all below them, schedules, the table of contents."""

from __future__ import annotations

from dataclasses import dataclass

from clausewright.contract import Contract


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines ``[first, last]`` (zero-based, inclusive) of which the first stays in sight."""

    first: int
    last: int
    contents: bool = False


def folds(contract: Contract) -> list[Fold]:
    """The folds of a contract by first line; of two that begin on one line, the larger."""
    found: dict[int, Fold] = {}
    for clause in contract.clauses:
        _add(contract, found, clause.start, clause.end, contents=False)
    for first, last in _runs(sorted(contract.hidden_blocks)):
        end = contract.block_starts[last] + len(contract.blocks[last].text)
        _add(contract, found, contract.block_starts[first], end, contents=True)
    return [found[line] for line in sorted(found)]


def _add(contract: Contract, found: dict[int, Fold], start: int, end: int, *, contents: bool) -> None:
    text = contract.source.text
    while end > start and text[end - 1].isspace():
        end -= 1
    first, last = contract.source.line_at(start), contract.source.line_at(max(start, end - 1))
    if last > first and (first not in found or found[first].last < last):
        found[first] = Fold(first, last, contents)


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """First and last of each run of consecutive numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
