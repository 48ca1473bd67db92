"""What is found in single sentences and what is left alone, with and without the language model."""

import json
import os
from pathlib import Path

import pytest
from invented import Sentence, sentences

from clausewright.contract import Contract
from clausewright.privacy.engine import Engine
from clausewright.privacy.marks import Mark
from clausewright.privacy.reading import PersonalDataReader
from clausewright.privacy.recognisers.addresses import postal_addresses

CASES = Path(os.environ.get("CLAUSEWRIGHT_DATA", "../shared")) / "privacy" / "cases.jsonl"


@pytest.fixture(scope="module", params=[True, False], ids=["model", "patterns"])
def reader(request: pytest.FixtureRequest) -> PersonalDataReader:
    return PersonalDataReader(Engine(language_model=request.param).read)


@pytest.fixture(scope="module")
def whole() -> PersonalDataReader:
    return PersonalDataReader(Engine().read)


def marks(reader: PersonalDataReader, text: str) -> list[Mark]:
    return reader.read(Contract.parse(text))


def is_caught(found: list[Mark], case: Sentence) -> bool:
    """Whether one mark of the right kind covers the value; a national number's kind is its country's."""
    return any(
        mark.start <= case.start and case.end <= mark.end and case.kind in (mark.kind, "NATIONAL") for mark in found
    )


def test_invented_values_are_covered_and_nothing_else_is_touched(whole):
    missed, touched = [], []
    for case in sentences():
        found = marks(whole, case.text)
        if not is_caught(found, case):
            missed.append(case.text[case.start : case.end])
        touched += [
            case.text[start:end] for start, end in case.others for m in found if m.start < end and start < m.end
        ]
    assert (missed, touched) == ([], [])


def test_the_public_cases_are_covered_and_their_distractors_left_alone(reader):
    if not CASES.exists():
        pytest.skip(f"no {CASES}")
    missed, touched = [], []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        sentence = Sentence(case["entity"], case["text"], *case["pii"], ())
        found = marks(reader, case["text"])
        if not is_caught(found, sentence):
            missed.append(case["id"])
        touched += [case["id"] for start, end in case["distractors"] for m in found if m.start < end and start < m.end]
    assert (missed, touched) == ([], [])


SIGNATURES = """\
IN WITNESS WHEREOF, the parties have signed.

NORTHLIGHT TRADING LIMITED            HARBOUR & FINCH LLC

By: /s/ TOBIAS LINDQVIST              By:/s/Ngozi Adebayo
Name: Tobias Lindqvist                Name:   Ngozi Adebayo
Title: Managing Director              Title: Chief Executive Officer

Attention:

     Priya Raghunathan, General Counsel

Signed by: M. Castell
"""


def test_signature_blocks_name_their_signers(reader):
    found = [SIGNATURES[m.start : m.end] for m in marks(reader, SIGNATURES)]
    assert found == [
        "TOBIAS LINDQVIST",
        "Ngozi Adebayo",
        "Tobias Lindqvist",
        "Ngozi Adebayo",
        "Priya Raghunathan",
        "M. Castell",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "By: AZURE LINES S.A., a company incorporated in Brazil",
        "under number 323 932 236 of the Commercial Register of Lyon, company number 046 454 286",
        "Supplier's Deliverables and Customer's FTS are governed by Section 5.4.1.1.",
        "A. FCC shall cooperate.\n\nB. TIMELY APPRAISALS. C. UTK agrees.",
        "The exhibits are ATTACHED AND MADE A PART HEREOF.",
        "Patent No. 6,123,456 and U.S. Patent Application Serial No. 60/123,456 of May 21, 2015",
        "courts located in the County of New York, State of New York",
        "The Price List in Exhibit A 5.1 and the Service Level Agreement of January 5, 2004 Company policy apply.",
        "Attention: General Counsel, Legal Department",
        "in Hong Kong, San Francisco, Santa Clara and North Carolina",
        "The Max Rate is 1,250,000.00 for 12-34-56 units between 10:00 and 12:30.",
        "Delivery is at the FT Cable Station at St. Valery-en-Caux, in San José del Cabo or in New York, NY.",
        "Each Northlight Indemnitee, the Henry Film Trust, Wells Fargo Bank, N.A., Hyatt Zilara® are named.",
        "The rate is that of Wells Fargo or Morgan Stanley, mutatis mutandis; see Saint Lucia, see England and Wales.",
        "EP 1638938, AT 1638938 and CN 200980120494; DE 60 2009 024 610.0 30 of 30 April 2009.",
        "Under the Hart-Scott-Rodino Act, Moody's and Standard & Poor's use Monte Carlo and Black-Scholes models.",
        "the business of Group Villar Mir and of Warner Cable in the States: Arizona California Colorado Oregon",
        "17 CFR 240.12b-2, Docket No. 2:12-cv-00345, CUSIP 037833100, ISIN US0378331005, SIREN 732 829 320",
        "Java Runtime version 10.0.19041.1, IP address 192.168.0.1, 100 200 300 units, UPC 0 12345 67890 5",
        "Segments T1, T2, T3 and Exhibit A-2, Exhibit A-3; a Phase 2, double-blind trial",
        "Warehouse 7 shows Paris, France and between London, England and Rome, Italy",
        "EIN 12-3456789, ZIP 72702-1288, ISBN 978-3-16-148410-0, CAGE 1ABC2",
    ],
)
def test_other_words_and_numbers_are_left_alone(reader, text):
    assert [(m.kind, text[m.start : m.end]) for m in marks(reader, text)] == []


def test_a_name_that_was_sure_once_is_found_again(reader):
    text = "Name: Xylo Quandt\n\nThe project lead is chosen. Later on XYLO QUANDT may resign."
    assert [text[m.start : m.end] for m in marks(reader, text)] == ["Xylo Quandt", "XYLO QUANDT"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Los Angeles, California 90004\n\nApril 14, 2025\n", "Los Angeles, California 90004"),
        ("San Diego, CA 90004\r\n\r\nJune 3, 2025\r\n", "San Diego, CA 90004"),
        ("Springfield, IL 62704\nJune 3, 2025\n", "Springfield, IL 62704"),
        ("Springfield, IL 62704\nMay 2020\n", "Springfield, IL 62704"),
        ("12 Quayside Road, Springfield, IL 62704\n\nW I T N E S S E T H", "12 Quayside Road, Springfield, IL 62704"),
        ("Lindenstraße 3, 20095 Hamburg,\n\nGermany", "Lindenstraße 3, 20095 Hamburg,\n\nGermany"),
    ],
)
def test_an_address_ends_before_the_date_of_a_letter_and_at_an_empty_line(text, address):
    assert [text[m.start : m.end] for m in postal_addresses(text)] == [address]


@pytest.mark.parametrize("label", ["Tel. No.: ", "Facsimile  No.  ", "Fax No.: ", "t: ", "service number "])
def test_a_number_after_a_word_for_it_is_a_telephone_number(reader, label):
    text = f"the {label}1-212-555-0147 is answered"
    (mark,) = marks(reader, text)
    assert (mark.kind, text[mark.start : mark.end]) == ("PHONE_NUMBER", "1-212-555-0147")


@pytest.mark.parametrize(
    "text",
    [
        "Pay to sort code 60-16-13 account 31926819.",
        "Pay into A/C 31926819 at Northlight Savings.",
        "A/C: 31926819",
        "Acc No: 31926819",
        "Acct. No. 31926819",
        "Account Nr. 31926819",
        "Account #: 31926819",
        "Account: 31926819\nSort Code: 60-16-13",
        "The bank account: 31926819 is closed.",
    ],
)
def test_the_number_of_an_account_is_found_with_few_words(reader, text):
    found = {text[m.start : m.end]: m.kind for m in marks(reader, text)}
    assert found.pop("31926819") == "BANK_ACCOUNT"
    assert set(found) <= {"60-16-13"}


@pytest.mark.parametrize(
    "text",
    [
        "The bank holds on account 1250000 shares.",
        "Customer account 31926819 of the portal is closed.",
        "The bank pays on account: 1,250,000.50 in all.",
        "The A/C 2000 unit cools the bank.",
    ],
)
def test_a_number_after_the_word_account_may_be_another(reader, text):
    assert marks(reader, text) == []


@pytest.mark.parametrize(
    "value",
    [
        "tobias\u200b.lindqvist@north\u00adlight.example",
        "t\u043ebias@northlight.example",
        "tobias [at] northlight [dot] example",
        "219\u201109\u20119999",
        "\uff12\uff11\uff19-\uff10\uff19-\uff19\uff19\uff19\uff19",
        "4012\u00a08888\u202f8888\u20091881",
        "+44\u00a0161\u2011496\u20110177",
    ],
)
def test_a_disguised_value_is_covered_by_its_original_characters(reader, value):
    text = f"Write “{value}” — at once."
    (mark,) = marks(reader, text)
    assert text[mark.start : mark.end] == value


@pytest.mark.parametrize("text", ["", "\u200b", "\ud800@\udfff.x", "a" * 5000, "1" * 5000, "A " * 3000, "@" * 2000])
def test_any_text_can_be_read(reader, text):
    assert marks(reader, text) == []


def test_a_person_before_an_address_is_found_and_a_house_is_not(reader):
    text = "1. Notices go to Ngozi Adebayo, 12 rue de Rivoli, 75004 Paris, or Rosewood House, 12 Harbour Lane, Leith."
    names = [text[m.start : m.end] for m in marks(reader, text) if m.kind == "PERSON"]
    assert names == ["Ngozi Adebayo"]
