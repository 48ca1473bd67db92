"""Hostile input: no reader may take much more than in proportion to the length of a block.

Each reader reads a text of ``SHORT`` characters (the whole contract: half of that) and the same pattern four times as
long. A reader that is linear takes
four times as long, a quadratic one sixteen times; what is asserted is the ratio within one run, with a floor below
which a duration is taken for noise, so that the speed of the machine does not matter.

Every regular expression is tried by itself too, as the engine uses it (``pattern_timing.py``). A new pattern is covered
without being named here; one that no text comes to is tried on short texts alone.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import process_time

import pytest
from pictures import load_fixtures, read

from clausewright.blocks import split
from clausewright.check import check
from clausewright.comparison.values import read_values
from clausewright.comparison.wording import proper_words, read_wording
from clausewright.contract import Contract
from clausewright.convention import load
from clausewright.drafting.attachment_titles import read_attachment_titles
from clausewright.drafting.dates import read_dates
from clausewright.drafting.doubled import read_doubled
from clausewright.drafting.figures import read_figures
from clausewright.drafting.pairs import read_pairs
from clausewright.drafting.placeholders import read_placeholders
from clausewright.drafting.quantities import read_quantities
from clausewright.phrases import phrases
from clausewright.privacy.recognisers.addresses import postal_addresses
from clausewright.privacy.recognisers.contact import email_addresses, phone_numbers
from clausewright.privacy.recognisers.national import national_numbers
from clausewright.privacy.recognisers.numbers import bank_data, card_numbers, dates_of_birth, passport_numbers
from clausewright.privacy.recognisers.persons import candidates
from clausewright.privacy.view import view_of
from clausewright.reading import Reading, readers_for
from clausewright.sentences import sentence_ends
from clausewright.terminology.unused import unused_definitions
from clausewright.terms import Normalised, TermMatcher

SHORT = 5_000
RATIO = 10
ROUNDS = 4
"""A reader runs away if it does so in the best of this many runs."""
FLOOR = 0.02
"""Seconds below which a reading counts as this long."""

PIECES = {
    "blanks": " ",
    "tabs": "\t",
    "no-break spaces": "\u00a0",
    "line ends": "\n",
    "carriage returns": "\r",
    "form feeds": "\f",
    "line separators": "\u2028",
    "opening brackets": "(",
    "closing brackets": ")",
    "brackets": "()",
    "square brackets": "[",
    "braces": "{",
    "digits": "1",
    "dotted digits": "1.",
    "digits and commas": "1,",
    "digits and blanks": "1 ",
    "small letters": "a",
    "capitals": "A",
    "roman digits": "x",
    "roman capitals": "I",
    "capitals and dots": "A.",
    "capitals and blanks": "A ",
    "titles": "Aa ",
    "titles of acts": "Fair Trade ",
    "quotation marks": '"',
    "opening quotation marks": "“",
    "closing quotation marks": "”",
    "quoted letters": '"A" ',
    "apostrophes": "'",
    "letters and apostrophes": "A'",
    "low lines": "_",
    "asterisks": "*",
    "bold letters": "**A** ",
    "opening bold": "**A ",
    "hashes": "#",
    "dots": ".",
    "dots and blanks": ". ",
    "leaders": "A...",
    "semicolons": "; ",
    "colons": ":",
    "commas": ",",
    "dashes": "-",
    "dashes and blanks": "- ",
    "long dashes": "—",
    "bullets": "* ",
    "block quotes": "> ",
    "table rows": "| ",
    "less-than signs": "<",
    "tags": "<u>",
    "section signs": "§",
    "back slashes": "\\",
    "ampersands": "A&",
    "hyphens": "a-",
    "emoji": "😀",
    "soft hyphens": "a\u00ad",
    "bracketed letters": "(a)",
    "bracketed letters and blanks": "(a) ",
    "bracketed letters and commas": "(a), ",
    "bracketed roman": "(i) or ",
    "and": "and ",
    "the": "the ",
    "of the": "of the ",
    "each a": "each a ",
    "means": "means ",
    "section": "section ",
    "of Section": "of Section 1 ",
    "and Act": "Trade and Act ",
    "terms": "the Term ",
    "dollars": "$1,000 ",
    "labels": "Exhibit A-1 ",
    "exhibits and": "Exhibit A and ",
    "no.": "No. ",
    "whereas": "WHEREAS ",
    "agree as follows": "agree as follows ",
    "defining phrases": '"A" means B. ',
    "parentheses": '(the "A") ',
    "open parentheses": '(the "A" ',
    "together the": "together the ",
    "referred to as": "hereinafter referred to as ",
    "lines of letters": "(a)\n",
    "lines of numbers": "1. x\n",
    "lines of titles": "FEES\n",
    "lines of quotes": '"Fee"\n',
    "contents": "1. Fees.....4\n",
    "nested lists": "1. (a) (i) ",
    "dates": "1 May 2024 ",
    "number words": "one hundred ",
    "number words and figures": "thirty (30) ",
    "placeholders": "[Name] ",
    "open placeholders": "[Name ",
    "blanks to fill in": "__ ",
    "doubled words": "the the ",
    "Section (i)": "Section (i) ",
    "mixed marks": '( [ "1. A - ',
    "mixed letters": "(i) A1. Section ",
    "mixed quotes": "“A” ('B' \"",
    "bracketed bullets": "[●] ",
    "empty brackets": "[  ] A ",
    "to be determined": "TBD T.B.D. ",
    "sums with x": "£xx,xxx,",
    "notes to the drafter": "[Drafting note: ",
    "dates with X": "XX/XX/XX ",
    "numeric dates": "1/1/2024 ",
    "ISO dates": "2024-01-01 ",
    "periods": "from 1 May 2024 to 1 May 2023, between 1 May 2024 and 1 May 2023; ",
    "field errors": "Error! Reference source not found ",
    "companies": "Acme Holdings, Inc. ",
    "companies and labels": 'Acme Holdings, Inc. (the "Licensee") Licencee ',
    "general overrides": "notwithstanding anything to the contrary in ",
    "blanks and dates": "this ___ day of ___, 20__ ",
    "fractions": "one half of one (2) ",
    "definitions under a heading": "1. Definitions\n\nFee: the fee.\n\n",
    "bare brackets": "the act (the Fee) and the section (Fees) ",
    "terms of terms": 'the term "A" of the term "B" means c. ',
    "brackets not closed": "the thirty (30 days ",
    "excepted": "except as provided in Section 1 and for Section 2 ",
    "annexed forms": "1. Sale.\n\nEXHIBIT A\nFORM OF NOTICE\n\nOn [Date] it is.\n\n",
    "written small": '"Fee" means a fee. The fee of the Fee, the fee which the fee, ',
    "set aside twice": "notwithstanding Section 1 and Section 2, and Sections 3 and under Article 4 it is ",
    "recitals and": "Recitals A and B, Recital C and D ",
    "lists after semicolons": "Section 1; 2. The Fee, Section 1, 2, 3 and 4 of it ",
    "exhibits of agreements": "Exhibit A to the Fair Trade Agreement ",
    "yielding": "is subject to the whole Fee of Section 1 and notwithstanding Section 1, the Fee, Exhibit A ",
    "pursuant to both": "pursuant to Section 10, and Exhibit A ",
    "blanks behind brackets": "is due ( ____ ) and [ ____ ] in $ ____ X ",
    "terms and": 'the terms "A", "B" and ',
    "amendments": "is hereby amended ",
    "clauses of clauses": "1. Amendment is hereby amended.\n(a) the Fee:\n",
    "exhibits with a form": "EXHIBIT A\nForm of [Date]\n",
    "relations": "subject to Section 1 and Section 2, ",
}
LEADS = {
    "section 1, 1, 1, ...": ("section ", "1, "),
    "sections 1 and 1 and 1 ...": ("sections ", "1 and "),
    "section 1.1.1.1 ...": ("section 1", ".1"),
    "section 1(a)(a) ...": ("section 1", "(a)"),
    "Exhibit A, A, A, ...": ("Exhibit ", "A, "),
    "clause (a), (a), ...": ("clause ", "(a), "),
    "Section 1 of the A A A ...": ("Section 1 of the ", "Aa "),
    "Section 1 (A A A ...": ("Section 1 (", "Aa "),
    "a term of many words that means": ('"', "Aa "),
    "a quotation that does not end": ('("', "the Fee "),
    "a bracket that does not end": ("(", "the Fee, "),
    "a bracket of lead-in words": ("(", "each and the "),
    "1. and a title without end": ("1. ", "Fees and "),
    "a heading without end": ("# ", "Fees "),
    "numbers before a bracket": ("1", "0 "),
    "a term before a wide gap": ('"Fee" ', " "),
}
HOSTILE = {name: ("", piece) for name, piece in PIECES.items()} | LEADS


def of_length(length: int, lead: str, piece: str) -> str:
    return lead + piece * ((length - len(lead)) // len(piece))


CONVENTION = load()
READERS = readers_for(CONVENTION)


def _contract(text: str) -> object:
    contract = Contract.parse(text)
    return check(contract), unused_definitions(contract)


def _traits(text: str) -> object:
    reading = Reading(text, READERS)
    return reading.traits, reading.votes


READS: dict[str, Callable[[str], object]] = {
    "split": split,
    "sentences": sentence_ends,
    "citations": READERS.citations.read,
    "definitions": lambda text: READERS.definitions.read(text, sentence_ends(text)),
    "markers": lambda text: READERS.markers.read(text, [], sentence_ends(text)),
    "phrases": phrases,
    "dates": read_dates,
    "doubled words": read_doubled,
    "figures": read_figures,
    "attachment titles": read_attachment_titles,
    "pairs": read_pairs,
    "placeholders": read_placeholders,
    "quantities": read_quantities,
    "traits": _traits,
    "terms": lambda text: (TermMatcher(["Fee", "Aa"]).find(text), Normalised(text)),
    "contract": _contract,
    "addresses": lambda text: list(postal_addresses(text)),
    "e-mail": lambda text: list(email_addresses(text)),
    "telephone": lambda text: list(phone_numbers(text)),
    "persons": lambda text: list(candidates(text)),
    "national numbers": lambda text: list(national_numbers(text)),
    "bank data": lambda text: list(bank_data(text)),
    "cards and passports": lambda text: (list(card_numbers(text)), list(passport_numbers(text))),
    "births": lambda text: list(dates_of_birth(text)),
    "figures as values": lambda text: read_values(text),
    "wording": lambda text: read_wording(text, 0, len(text), (), proper_words(text)),
    "view": view_of,
}


def seconds(read: Callable[[str], object], text: str) -> float:
    """Seconds of processor time, without the collector: what else is loaded would count with it."""
    gc.disable()
    try:
        start = process_time()
        read(text)
        return process_time() - start
    finally:
        gc.enable()


RUNAWAYS: dict[tuple[str, str], str] = {}
"""Patterns that are known to run away, by reader, with the reason."""


def cases() -> list[object]:
    """Every pattern for every reader; a contract is left out where one of its readers is known to run away."""
    known = {pattern for pattern, _ in RUNAWAYS}
    out = []
    for pattern in HOSTILE:
        for reader in READS:
            if reader == "contract" and pattern in known:
                continue
            reason = RUNAWAYS.get((pattern, reader))
            marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
            out.append(pytest.param(pattern, reader, id=f"{pattern}-{reader}", marks=marks))
    return out


@pytest.mark.parametrize(("pattern", "reader"), cases())
def test_no_reader_runs_away(pattern: str, reader: str) -> None:
    lead, piece = HOSTILE[pattern]
    short = SHORT // 2 if reader == "contract" else SHORT
    before = after = float("inf")
    for _ in range(ROUNDS):
        before = min(before, seconds(READS[reader], of_length(short, lead, piece)))
        after = min(after, seconds(READS[reader], of_length(4 * short, lead, piece)))
        if after < RATIO * max(before, FLOOR):
            return
    pytest.fail(f"{before:.3f} s, at four times the length {after:.3f} s")


# -- each pattern by itself -------------------------------------------------------------------------------------------

HERE = Path(__file__).parent
TIMING = HERE / "pattern_timing.py"
CONVENTIONS = HERE.parent / "conventions"


def pictured() -> Iterator[list[object]]:
    """Every picture, over and over: what the readers find and what the rules report, which hostile input seldom is."""
    for path in sorted((HERE / "fixtures").glob("*.txt")):
        for fixture in load_fixtures(path):
            text = read(fixture.text).text + "\n"
            yield [f"{path.stem}: {fixture.name}", "", text, fixture.convention, len(text)]
    german = (CONVENTIONS / "german.txt").read_text(encoding="utf-8")
    yield ["german", "", german, "german", len(german)]
    yield ["german recitals", "", "Erwägungsgrund A und B, ", "german", 1000]


def hostile(length: int) -> Iterator[list[object]]:
    """The hostile pieces at *length*."""
    for name, (lead, piece) in HOSTILE.items():
        yield [name, lead, piece, None, length]


def timed(texts: Iterable[list[object]]) -> dict[str, list[object]]:
    asked = json.dumps({"hostile": list(texts), "folder": str(CONVENTIONS)})
    done = subprocess.run([sys.executable, TIMING], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_no_pattern_runs_away():
    found = timed([*hostile(1000), *pictured()])
    assert found["slow"] == []
    assert found["tried"] > 10 * len(found["alone"]), (
        "give these patterns a piece above, or a picture that comes to them"
    )


def test_a_pattern_that_runs_away_is_found(tmp_path: Path):
    # The harness itself, on an engine in which one pattern is quadratic.
    spoiled = TIMING.read_text(encoding="utf-8").replace(
        "    def read(text: str, convention: str | None) -> None:\n",
        "    scope = {'__name__': 'clausewright.spoiled', 're': re}\n"
        "    exec('def own(t): return re.search(\"a*b\", t)', scope)\n"
        "    def read(text: str, convention: str | None) -> None:\n        scope['own'](text)\n",
    )
    script = tmp_path / "pattern_timing.py"
    script.write_text(spoiled, encoding="utf-8")
    asked = json.dumps({"hostile": [["small letters", "", "a", None, 5000]], "folder": str(CONVENTIONS)})
    done = subprocess.run([sys.executable, script], input=asked, capture_output=True, text=True, check=True)
    assert [(name, pattern.split(" ")[0]) for name, pattern, *_ in json.loads(done.stdout)["slow"]] == [
        ("small letters", "clausewright.spoiled:")
    ]
