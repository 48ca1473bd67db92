"""Drafting marks: what each rule of the CW4 family reports, what it leaves alone, and what it costs to edit."""

from __future__ import annotations

import pytest

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.drafting.dates import read_dates
from clausewright.drafting.doubled import read_doubled
from clausewright.drafting.figures import read_figures, value_of_words
from clausewright.drafting.pairs import read_pairs
from clausewright.drafting.placeholders import read_placeholders
from clausewright.finding import Finding, Severity

READERS = (read_placeholders, read_figures, read_pairs, read_dates, read_doubled)


def drafting(text: str) -> list[Finding]:
    return [f for f in check(Contract.parse(text)) if f.code.startswith("CW4")]


def seen(text: str, code: str) -> list[str]:
    return [text[f.start : f.end] for f in drafting(text) if f.code == code]


def mended(text: str) -> str:
    """*text* with the first fix of each of its findings applied, last place first."""
    for finding in reversed(drafting(text)):
        for edit in reversed(finding.fixes[0].edits if finding.fixes else ()):
            text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text


@pytest.mark.parametrize(
    ("text", "placeholders"),
    [
        ("The Customer pays £[AMOUNT] in all.", ["[AMOUNT]"]),
        ("made as of [●] between [Company Name] and the Supplier", ["[●]", "[Company Name]"]),
        ("a fee of [●%] or [$●] on [ ], 2020", ["[●%]", "[$●]", "[ ]"]),
        ("on [insert date] at [INSERT ADDRESS]", ["[insert date]", "[INSERT ADDRESS]"]),
        ("shall mean [definition to be added].", ["[definition to be added]"]),
        ("the sum of $____ per month", ["____"]),
        ("made this ___ day of ________, 20__, between the parties", ["___ day of ________, 20__"]),
        ("The Effective Date: ________", ["________"]),
        ("Notices go to 1 High Street, Attn: _________.", ["_________"]),
        ("The contact of the Supplier: ________.", ["________"]),
        ("The term ends on __/__/2027.", ["__/__/2027"]),
        ("at the latest by __/__/____ in full", ["__/__/____"]),
        ("made with [Name of Buyer] for [amount to be agreed]", ["[Name of Buyer]", "[amount to be agreed]"]),
        ("The price of XXX is due; $XXX follows.", ["XXX", "XXX"]),
        ("within [__________] days", ["[__________]"]),
        ("between {{party_name}} and {customer_name}", ["{{party_name}}", "{customer_name}"]),
        ("between <Company Name> on <Date>", ["<Company Name>", "<Date>"]),
        ("The price is TBD per unit by XX/XX/XXXX.", ["TBD", "XX/XX/XXXX"]),
        ("a fee of £xx,xxx, [X,XXX] euros or TBC, for XX months", ["xx,xxx", "X,XXX", "TBC", "XX"]),
        (
            "between «Client_Name», ${supplier name} and %%BUYER%% of «CITY»",
            ["«Client_Name»", "${supplier name}", "%%BUYER%%", "«CITY»"],
        ),
        ("[Party A] pays on [DD/MM/YYYY] the [amount in words]", ["[Party A]", "[DD/MM/YYYY]", "[amount in words]"]),
        (
            "ten days [delete as appropriate] or [OPTION 1: two] as in clause [X]",
            ["[delete as appropriate]", "[OPTION 1: two]", "[X]"],
        ),
        ("insured [yes/no] [Optional]", ["[yes/no]", "[Optional]"]),
        ("ten years. [Drafting note: check (with tax).] It", ["[Drafting note: check (with tax).]"]),
        ("ten years. [NTD: the seller's view?]", ["[NTD: the seller's view?]"]),
        ("subject to clause Error! Reference source not found., the", ["Error! Reference source not found."]),
        (
            "gilt Fehler! Verweisquelle konnte nicht gefunden werden. auch",
            ["Fehler! Verweisquelle konnte nicht gefunden werden."],
        ),
        ("voir Erreur ! Source du renvoi introuvable. ci-dessus", ["Erreur ! Source du renvoi introuvable."]),
    ],
)
def test_a_placeholder_is_found(text, placeholders):
    assert seen(text, "CW401") == placeholders


@pytest.mark.parametrize(
    "text",
    [
        "a royalty of [***] percent, [*****] units and [*] days",
        "4.3 [Reserved]\n\n4.4 [Intentionally omitted]",
        'the term "recieve" [sic] stands',
        "as provided in Section 5.4 [Royalties] and the notice [address removed]",
        "see [the name](https://example.com) and the date[^1]",
        "- [ ] Yes\n- [x] No",
        "By: ______________\nName: ____________\nTitle: ___________\nDate: ____________",
        "______________________________\n\nJohn Smith",
        "By: ______________.\nName: ____________.\nTitle: ___________.\nDate: __/__/____",
        "Section 4.2 [Name of Buyer] and [Date of Delivery] are captions.",
        "Excite pays XXXXXXX for the XXX Olympic Games, for XXX Industries and as in Part XXX of the Act.",
        "Supplier: ____________________ Signature",
        "This is __very__ important, and ___so___ is this.",
        "He signed by hand.\n________________\n* A footnote.",
        "« Pty » and << Incoterms 2000 >> and <br> and <address>1 High Street</address>",
        "{#anchor} {.class} {***}",
        "«Contrat» means the «contrat» that 5%% of [Delete] keys [optional extras], [X] marks and [use] name",
        "the parties may ask for [the] name and [or other address]",
        '"TBD" means to be determined.',
        "The Bank paid [XXXXX] and [xxx] under Article XX and a XX month plan.",
    ],
)
def test_what_is_no_placeholder(text):
    assert seen(text, "CW401") == []


_DEED = """1. Transfer. A transferee enters into a deed of adherence %s Schedule 3.

SCHEDULE 3: DEED OF ADHERENCE

THIS DEED is made on [date] by [name].
"""


@pytest.mark.parametrize("cited", ["in the form in", "substantially in the form set out in", "in the agreed form at"])
def test_a_schedule_that_the_body_cites_as_a_form_is_one(cited):
    (finding,) = drafting(_DEED % cited)
    assert (finding.code, finding.severity) == ("CW401", Severity.INFORMATION)
    assert finding.message == "“[date]” and 1 more like it are to be filled in."


def test_a_schedule_cited_otherwise_is_no_form():
    assert seen(_DEED % "that is described in", "CW401") == ["[date]", "[name]"]


def test_an_edit_of_the_citation_makes_the_schedule_a_form():
    contract = Contract.parse(_DEED % "that is described in")
    assert len(check(contract)) == 2
    start = contract.source.text.index("that is described in")
    edited = contract.edit(start, start + len("that is described"), "in the form")
    assert check(edited) == check(Contract.parse(_DEED % "in the form in"))


def test_a_field_error_is_an_error():
    (finding,) = drafting("See clause Error! Bookmark not defined. below.")
    assert finding.severity is Severity.ERROR


def test_a_form_gets_one_finding_for_a_shape():
    text = (
        "".join(f"{n}. The sum of [●] is due on the day.\n\n" for n in range(1, 31))
        + "31. The name is {{name_of_party}}.\n"
    )
    form, field = drafting(text)
    assert (form.severity, field.severity) == (Severity.INFORMATION, Severity.WARNING)
    assert "29 more" in form.message
    assert text[field.start : field.end] == "{{name_of_party}}"


_BODY = "1. Sale. The Seller sells.\n\n2. Price. The price is [AMOUNT].\n\n"


@pytest.mark.parametrize(
    ("exhibit", "shown"),
    [
        ("EXHIBIT A\nFORM OF NOTICE\n\nWe deliver on [Date] as agreed.\n", ["[AMOUNT] warning", "[Date] information"]),
        (
            "EXHIBIT A\nNOTICE\n\nOn [Date] we deliver to [Company Name] at [Address].\n",
            ["[AMOUNT] warning", "[Date] information"],
        ),
        (
            "EXHIBIT A\nROYALTY STATEMENT\n\nThe balance due is $[AMOUNT] this quarter.\n",
            ["[AMOUNT] warning", "[AMOUNT] information"],
        ),
        ("EXHIBIT A\nSERVICES\n\nThe fee is [AMOUNT] a day.\n", ["[AMOUNT] warning", "[AMOUNT] warning"]),
        (
            "EXHIBIT A\nFORM OF NOTICE\n\nUnder Error! Reference source not found. we deliver.\n",
            ["[AMOUNT] warning", "Error! Reference source not found. error"],
        ),
    ],
)
def test_an_annexed_form_is_filled_in_when_it_is_used(exhibit, shown):
    text = _BODY + exhibit
    assert [f"{text[f.start : f.end]} {f.severity}" for f in drafting(text)] == shown


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("within thirty (60) days", "within thirty (30) days"),
        ("the sum of five hundred dollars ($5,000)", "the sum of five hundred dollars ($500)"),
        (
            "one million five hundred thousand U.S. Dollars (US$1,600,000)",
            "one million five hundred thousand U.S. Dollars (US$1,500,000)",
        ),
        ("one hundred and five (150) units", "one hundred and five (105) units"),
        ("forty-five (54) days", "forty-five (45) days"),
        ("five percent (6%) of", "five percent (5%) of"),
        ("the tenth (12th) day", "the tenth (10th) day"),
        ("at least sixty (90 days) before", "at least sixty (60 days) before"),
        ("within 60 (thirty) days", "within 30 (thirty) days"),
        (
            "a price of £2,500,000 (two million, four hundred thousand pounds)",
            "a price of £2,400,000 (two million, four hundred thousand pounds)",
        ),
        ("US$5,000 (US dollars four thousand only) a month", "US$4,000 (US dollars four thousand only) a month"),
        (
            "(1) on demand; and (2) at least three (2) days before",
            "(1) on demand; and (2) at least three (3) days before",
        ),
        ("interest of five per cent (5.5%)", "interest of five per cent (5%)"),
    ],
)
def test_words_against_figures(text, after):
    assert len(seen(text, "CW402")) == 1
    assert mended(text) == after


@pytest.mark.parametrize(
    "text",
    [
        "thirty (30) days, one hundred twenty (120) days and 60 (sixty) days",
        "five and a half per cent (5.5%), five point five percent (5.5%), two fifths of one percent (1.4%)",
        "one and one-half percent (1.5%) or one-half of one percent (5%)",
        "two million five hundred thousand dollars ($2.5 million)",
        "three (3) million dollars ($3,000,000)",
        "restructuring advisory, $2 million and (3) capital markets",
        "one year (12 months) and two weeks (14 days)",
        "a sum of $4,000,000 (two years)",
        "USD 10,000 (United States Dollars ten thousand) and 1,000 (one, two and three)",
        "twenty-four / seven (24/7) and one-third (1/3)",
        "nineteen ninety-nine (1999) and two thousand twenty (2020)",
        "one percent (100 basis points)",
        "Section 4 (two of which) and item five (see 12)",
    ],
)
def test_words_that_agree_or_are_no_repetition(text):
    assert seen(text, "CW402") == []


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("one hundred and five", 105),
        ("two million five hundred thousand", 2_500_000),
        ("twelve hundred", 1200),
        ("twenty first", 21),
        ("two three", None),
        ("twenty nineteen", None),
        ("hundred", 100),
        ("five million two billion", None),
    ],
)
def test_the_value_of_words(words, value):
    assert value_of_words(words.split()) == value


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("4. You grant us (except as in Section 10 (Assignment), royalty-free licence to use Data :).", ["("]),
        ("The fees for such lines) are as follows.", [")"]),
        ('known as (the "Territory"; and', ["("]),
        ('hereinafter the "Agreement is made and "Fee" is due', ['"']),
        ("The “Term ends on the “Expiry Date”.", ["“"]),
        ("The expiry of the Initial Term].", ["]"]),
        ("The fee (as stated in Schedule 1 is due. [***] is known, [***] is not" + " and so on" * 60 + ".", []),
        ("The fee (as stated in Schedule 1 is due" + ", as is the tax" * 60 + ". [***] is not.", ["("]),
        ('"Fee has the meaning set forth in Section 3.\n\n"Term" means one year.\n', ['"']),
    ],
)
def test_an_unmatched_mark_is_found(text, marks):
    assert seen(text, "CW403") == marks


@pytest.mark.parametrize(
    "text",
    [
        "We may change them 1) with notice, or 2) at once, or a) never, iv) always.",
        "all of this (including 1) the goods and 2) the services) is due :)",
        "(see Note 1) and (see Note 2)",
        "under Clause 1)a), 2)b) and 10)c)",
        'a 5" pipe and the “Pipe”',
        'the "Parlor" of 20\'7" and a desk of 3" x 24"',
        "Executed as a deed )\n                  ) by the Company\n                  )\n",
        "the use of [***]) and [***] is known",
        "if the Licensee [***], [***] and the Final Report), but the Licensor decides",
        "shall notify the Buyer (in no event later than [***] days after the change",
        '"The first paragraph of a quotation.\n\n"The second paragraph.\n\n"The last one."\n',
        "Section 2 is replaced as follows:  “2.1 Fees are due.\n\n2.2 Interest is due.\n\n2.3 Tax is due.”\n",
        "It is replaced:\n\n“8. Fees.\n\n“(a) The “Late Fee” and the “Fee” are due.”\n\nIt ends.\n",
        "the goods (listed on this page\n\n12\n\nand on the next) are due",
        'the terms ASKED FOR IN CONFIDENCE. "5.1 Price. Fees are due.' + "\n\nThey are due." * 6 + '\n\nTax too."\n',
        'the buyers (together, the "Buyers" 9\n\nand each of them a "Buyer") pay the price',
        "the officers (and their heirs,\n\n7\n\nSource: ACME INC, 8-K, 1/2/2020\n\nas [***]) are held harmless",
        "the parties' duties and the 'Supplier",
        "(the ''Employee\")",
    ],
)
def test_marks_that_have_a_partner(text):
    assert seen(text, "CW403") == []


def test_a_crowd_of_unmatched_marks_gets_one_finding():
    noise = "The cable] is laid by the Buyer.\n\nA copy of it) is kept.\n\n"
    found = [f for f in drafting(noise * 3 + "The fee is due.\n\n" * 30 + "The tax) is due.\n") if f.code == "CW403"]
    assert [(f.start, f.severity, len(f.related)) for f in found] == [
        (noise.index("]"), Severity.INFORMATION, 5),
        (found[-1].start, Severity.WARNING, 0),
    ]
    assert "5 more" in found[0].message


def test_a_sure_bracket_is_mended():
    assert mended('the Company (the "Company" has agreed') == 'the Company (the "Company") has agreed'
    assert mended("within thirty (30 days of notice") == "within thirty (30) days of notice"
    assert mended('staff ("Engineers) to work') == 'staff ("Engineers") to work'
    assert mended('"Fee means the fee.') == '"Fee" means the fee.'


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("ends on February 30, 2020.", ["February 30, 2020"]),
        ("ends on February 29, 2019.", ["February 29, 2019"]),
        ("the 31st day of June 2020", ["31st day of June 2020"]),
        ("from the 31st of April 2026", ["31st of April 2026"]),
        ("on 31 November of each year", ["31 November"]),
        ("on 02/30/2020", ["02/30/2020"]),
        ("on 29.02.2023 or 2023-02-29", ["29.02.2023", "2023-02-29"]),
        ("on Monday, May 3, 2020 at noon", ["Monday, May 3, 2020"]),
    ],
)
def test_a_date_that_cannot_be(text, dates):
    assert seen(text, "CW404") == dates


@pytest.mark.parametrize(
    "text",
    [
        "on Sunday, May 3, 2020, February 29, 2020 and 31 December",
        "on 30/12/2020, 12/30/2020, 30.12.2020 and 2020-12-30",
        "under 1.45.2020.3 and part 2020-45-31 and order 2020-13-30",
        "the Tenant May 45 days after, and in June 1998",
        "pages 31 and June 31,000 units",
    ],
)
def test_dates_that_can_be(text):
    assert seen(text, "CW404") == []


def test_a_period_that_ends_before_it_starts():
    assert seen("from March 1, 2020 to February 1, 2020", "CW405") == ["February 1, 2020"]
    text = "shall commence on 1 March 2020 (the “Start Date”) and shall continue until 1 February 2020."
    assert seen(text, "CW405") == ["1 February 2020"]
    assert seen("from March 1, 2020 to February 1, 2021", "CW405") == []
    assert seen("dated March 1, 2020 and February 1, 2020", "CW405") == []


def test_a_period_that_ends_before_the_date_by_whose_name_it_starts():
    made = 'This Agreement is made on March 1, 2020 (the "Effective Date").\n\n'
    assert seen(made + "The Term begins on the Effective Date and ends on February 1, 2020.", "CW405") == [
        "February 1, 2020"
    ]
    assert seen(made + "The Term begins on the Effective Date and ends on February 1, 2021.", "CW405") == []
    assert seen(made + "The Notice of the Effective Date names February 1, 2020.", "CW405") == []
    assert seen('made on ____ (the "Effective Date"), from the Effective Date to February 1, 2020', "CW405") == []


def test_doubled_words():
    assert mended("whichever is is later") == "whichever is later"
    assert mended("may terminate the the Agreement") == "may terminate the Agreement"
    assert mended("may terminate (the the Agreement)") == "may terminate (the Agreement)"
    assert mended("the goods of\n    of the Supplier") == "the goods of the Supplier"
    assert seen("SUBJECT TO THE THE TERMS", "CW406") == ["THE THE"]
    for text in (
        "knows that that is so and had had it",
        "What the fee is is said below, and all there is is here.",
        "New New York, and By By",
        "the term. The term",
        "Fees Fees are due",
        "(a) a fee; Class A a share",
        "days    days",
    ):
        assert seen(text, "CW406") == [], text


@pytest.mark.parametrize(
    "unit", ["[", "(", ")", "_", "_ ", '"', "“", "one (1", "1 (one ", "{a_", "<a", "May 1 ", "(   ", "the "]
)
def test_long_runs_of_a_mark_are_read(unit):
    text = unit * (20_000 // len(unit))
    for read in READERS:
        assert all(0 <= mark.start < mark.end <= len(text) for mark in read(text) if hasattr(mark, "start"))


def test_an_edit_reads_only_the_blocks_around_it():
    text = "".join(f"{n}. The sum of [AMOUNT] is due within thirty (60) days.\n\n" for n in range(1, 11))
    before = Contract.parse(text)
    check(before)
    at = text.index("[AMOUNT]")
    after = before.edit(at, at + len("[AMOUNT]"), "£5")
    kept = [block for block, same in zip(after.blocks, before.blocks, strict=True) if block is same]
    assert len(kept) == len(after.blocks) - 1
    assert all(any(key.endswith("read_placeholders") for key in block.__dict__) for block in kept)
    whole = text[:at] + "£5" + text[at + len("[AMOUNT]") :]
    assert check(after) == check(Contract.parse(whole))
