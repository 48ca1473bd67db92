"""Whether values that came out of a contract are found again in it, and at the right place.

``python -m benchmarks provenance`` takes every passage marked in CUAD's test split as a value that some tool has
extracted: verbatim, with white space collapsed, and besides that in small letters. A value is resolved when ``locate``
gives a place for it, and correct when the first place is the marked one. A value that stands in the contract more than
once, in that form, is ambiguous: no tool can know which place was meant, so of these it counts whether the marked place
is among those given.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks import cuad, results

from clausewright.quotations import Quotable

FORMS: dict[str, Callable[[str], str]] = {
    "verbatim": lambda value: value,
    "white space collapsed": lambda value: " ".join(value.split()),
    "small letters": lambda value: " ".join(value.split()).lower(),
}


def measured(contracts: Sequence[cuad.Annotated]) -> results.Result:
    """Counts over the spans of *contracts*, for each form."""
    counts: dict[str, Counter[str]] = {form: Counter() for form in FORMS}
    for contract in contracts:
        quotable = Quotable(contract.text)
        for form, changed in FORMS.items():
            whole = changed(contract.text)
            for span in contract.spans:
                value = changed(contract.text[span.start : span.end])
                found = quotable.locate(value)
                marked = [(m.start, m.end) == (span.start, span.end) for m in found]
                several = whole.find(value, whole.find(value) + 1) >= 0
                counts[form].update(
                    {
                        "values": 1,
                        "resolved": bool(found),
                        "correct": bool(found) and marked[0],
                        "ambiguous": several,
                        "ambiguous, first place marked": several and bool(found) and marked[0],
                        "ambiguous, marked place among those given": several and any(marked),
                        "alone": not several,
                        "alone, correct": not several and bool(found) and marked[0],
                    }
                )
    return {"contracts": len(contracts), "forms": {form: dict(count) for form, count in counts.items()}}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks provenance", description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 if the figures are not those on file")
    options = parser.parse_args(argv)
    try:
        contracts = cuad.of_test_split()
    except FileNotFoundError as error:
        print(f"{error.filename}: not found; set CLAUSEWRIGHT_DATA, or run the benchmark `prepare`", file=sys.stderr)
        return 2
    return results.settle("provenance", measured(contracts), options.check)
