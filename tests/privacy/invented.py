"""Sentences with one invented personal value each, and places in them that must be left alone.

The persons, numbers and addresses belong to nobody: numbers are the examples that the issuing bodies print or that
only satisfy the check digits. Frames and values were written before anything was tried on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """*text* holds the value at ``[start, end)``; *others* are spans that are nobody's data."""

    kind: str
    text: str
    start: int
    end: int
    others: tuple[tuple[int, int], ...]


# A frame has the value at {} and what is no personal data in «».
FRAMES = (
    "Under «Clause 7.4.2» any complaint is to be forwarded to {} within «fourteen (14) days», failing which"
    " «Article IX» applies.",
    "«Acme Widgets Limited» (company number «04366849») designates {} for the purposes of «Section 3.1(b)»"
    " and «Exhibit C-2».",
    "The parties record that {} was notified on «9 June 2021» and that «€2,450,000.00» remained outstanding.",
    "A copy goes to {}; the deposit of «USD 75,000» stays with the «Escrow Agent» under «Schedule 12».",
    'In this «Agreement», "Representative" means {} or any replacement named under «paragraph 2.1.4 of Schedule 7».',
    "For the avoidance of doubt, {} remains bound by «Section 10.2.3.1» until «December 31, 2027» («ZIP 94105-2210»).",
)

VALUES: dict[str, tuple[str, ...]] = {
    "PERSON": (
        "Margaret O'Leary-Finch",
        "Tobias Lindqvist",
        "Ngozi Adebayo",
        "Priya Raghunathan",
        "Jean-Baptiste Morel",
        "Ms. Harriet Coldwell",
        "Dr Anselm Vogt",
        "Kenji Watanabe",
        "Maria da Silva Pereira",
        "Pieter van den Berg",
        "Zofia Kowalczyk",
        "Liam P. Gallagher",
        "Aleksandar Petrović",
        "Nguyen Thi Lan",
        "Fatima al-Rashid",
        "Carlos Jiménez Ortega",
        "Susan Whitfield",
        "Björn Hákonarson",
        "Mr. Okonkwo",
        "Elena Popescu",
        "Siobhán Byrne",
        "D. J. Hargreaves",
        "Mehmet Yılmaz",
        "Chloe Tan Wei Ling",
        "Oluwaseun Balogun",
        "Xiomara Quispe Mamani",
        "Thorvald Ekeland",
        "Mohammed bin Salem Al Harthy",
        "Siti Nurhaliza binti Tarudin",
        "Chidi Okafor",
        "Tran Van Minh",
        "Zhao Ming",
        "Pieter-Jan de Vries",
        "Robert J. Fox",
        "Will Stone",
        "Mark Price",
        "Prof. Dr. Heinrich Baumgartner",
        "Park Ji-hoon",
        "Kowalski, Adam J.",
        "Smith, John A.",
        "Zanele Dlamini",
        "Somchai Rattanakosin",
        "Eilidh MacDonald",
        "Tāne Ruatapu",
        "Lê Thị Hồng",
        "Yaw Owusu-Ansah",
        "Łukasz Wiśniewski",
        "Abdulrahman bin Khalid Al Saud",
    ),
    "LOCATION": (
        "47 Marlowe Terrace, Bristol BS6 5QT",
        "1820 Juniper Hollow Road, Apt. 4B, Tulsa, OK 74105",
        "Lindenstraße 48, 10969 Berlin",
        "14 rue des Tanneurs, 67000 Strasbourg",
        "Via Garibaldi 22, 16124 Genova, Italy",
        "Calle del Olmo 9, 2º B, 28012 Madrid",
        "P.O. Box 4417, Gaborone",
        "Keizersgracht 391, 1016 EJ Amsterdam",
        "Rua das Acácias 210, 01310-200 São Paulo",
        "Flat 6, Rosewood House, 12 Harbour Lane, Leith, Edinburgh EH6 6QQ",
        "3-7-12 Minami-Aoyama, Minato-ku, Tokyo 107-0062",
        "Storgatan 15, 411 38 Göteborg, Sweden",
        "Suite 1400, 330 Bay Street, Toronto, Ontario M5H 2S8",
        "Level 9, 77 Pitt Street, Sydney NSW 2000",
        "12/F, Harvest Tower, 88 Queen's Road Central, Hong Kong",
        "ul. Polna 7, 00-625 Warszawa",
        "Bahnhofstrasse 31, CH-8001 Zürich",
        "5 Jalan Ampang, 50450 Kuala Lumpur",
        "Plot 14, Kamla Nagar, New Delhi 110007",
        "9 Orchard Close, Abingdon",
        "Piazza San Marco 914, 30124 Venezia VE",
        "Av. Paseo de la Reforma 922, Juárez, 06600 Ciudad de México",
        "Karl Johans gate 92, 0026 Oslo",
        "Václavské náměstí 91, 110 00 Praha 1",
        "Andrássy út 160, 1062 Budapest",
        "112 Orchard Road, #05-01, Singapore 238832",
        "The Old Rectory, Church Lane, Ashford, Kent TN25 4AB",
        "15 Adeola Odeku Street, Victoria Island, Lagos, Nigeria",
        "154 Long Street, Cape Town 8001, South Africa",
        "Tverskaya Street 913, Moscow 125009",
        "Carrera 7 No. 71-21, Bogotá, Colombia",
        "Hauptstr. 12a, 80331 München",
        "12 bis avenue Foch, 75116 Paris",
        "Via Roma 45, 20121 Milano (MI)",
        "Calle Mayor 23, 3º izq., 28013 Madrid",
        "Meir 78, 2000 Antwerpen",
        "12 Rothschild Boulevard, Tel Aviv 6688112",
        "7th Floor, Nariman Bhavan, 227 Nariman Point, Mumbai 400021",
        "B-14, Sector 62, Noida, Uttar Pradesh 201301",
        "152 Teheran-ro, Gangnam-gu, Seoul 06236",
        "GPO Box 2291, Canberra ACT 2601",
        "Plot 1234, Ahmadu Bello Way, Victoria Island, Lagos",
        "Av. Corrientes 348, C1043AAQ Buenos Aires",
        "Paseo de la Reforma 296, Col. Juárez, 06600 Ciudad de México",
        "1250, boul. René-Lévesque Ouest, Montréal (Québec) H3B 4W8",
        "Rural Route 2, Box 48, Elkhart, IN 46514",
        "The Coach House, Mill Lane, Bath, Somerset",
        "Tverskaya ul. 7, Moscow 125375",
        "Khreshchatyk St. 22, Kyiv 01001",
        "P° de la Castellana, 259D, 28046 Madrid",
        "Room 5, 2nd Floor, Transpacific House, Port Vila, Vanuatu",
    ),
    "PHONE_NUMBER": (
        "+1 646 555 0187",
        "(303) 555-0142 ext. 12",
        "020 7946 0321",
        "+44 (0)161 496 0177",
        "+33 1 99 00 45 67",
        "0049 30 23125 117",
        "+81-3-5550-0198",
        "+61 2 5550 7788",
        "+55 (11) 99123-4567",
        "+91 98200 12345",
        "001-202-555-0173",
        "+353 20 915 1234",
        "1-800-555-0119",
        "+41 44 668 18 00",
        "(0131) 496 0255",
        "+65 6555 0123",
        "07700 900456",
        "01 99 00 53 00",
        "+852 2345 6789",
        "+4915112345678",
        "415.555.0101 x22",
        "(0)20 7946 0958",
        "1300 975 707",
        "+234 1 234 5678",
        "(11) 3123-4567",
        "+971 4 123 4567",
        "011 44 20 7946 0000",
        "01.42.68.53.00",
    ),
    "EMAIL_ADDRESS": (
        "tobias.lindqvist@northlight.example",
        "m_oleary+deals@finch-partners.co.uk",
        "NOTICES@HARBOUR.TEST",
        "ngozi [at] adebayo [dot] test",
        "p.raghunathan(at)mail.example(dot)org",
        "kenji at watanabe dot example",
        "zofia.kowalczyk@\u200bbiuro.test",
        "li\u0430m@gallagher.test",
        "susan.whitfield\uff20office.test",
        "elena{at}popescu.test",
    ),
    "US_SSN": ("219-09-9999", "457\u201355\u20115462", "219 09 9999", "219.09.9999", "219\u00ad-09-9999"),
    "CREDIT_CARD": (
        "4012 8888 8888 1881",
        "6011-1111-1111-1117",
        "371449635398431",
        "5105 1051\u00a05105 5100",
        "3530 1113 3330 0000",
        "\uff14\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12",
    ),
    "IBAN_CODE": (
        "FR14 2004 1010 0505 0001 3M02 606",
        "NL91ABNA0417164300",
        "CH93 0076 2011 6238 5295 7",
        "ES91 2100 0418 4502 0005 1332",
        "BE68-5390-0754-7034",
        "PL61\u2009109010140000071219812874",
    ),
    "PASSPORT_NUMBER": (
        "passport no. 533380006",
        "passport number C01X00T47",
        "passport no. X 123 4567",
        "K4567890",
        "PA1234567",
        "L8988901C",
    ),
    "DATE_OF_BIRTH": (
        "born on the third day of May 1979",
        "date of birth: 17 August 1962",
        "DOB 1984-11-30",
        "born in Leeds on 4th July 1990",
        "(b. 23.02.1971)",
        "geboren am 12. März 1980",
        "born on the twenty-first of October, nineteen hundred and sixty-eight",
        "D.O.B.: Sept. 9, 1955",
    ),
    "NATIONAL": (
        "AB 12 34 56 C",
        "046 454 286",
        "86 095 742 719",
        "44051401359",
        "811228-9874",
        "131052-308T",
        "12345678Z",
        "RSSMRA85T10A562S",
        "1 85 05 78 006 084 91",
        "390.533.447-05",
        "S1234567D",
        "756.1234.5678.97",
        "8001015009087",
        "11010519491231002X",
        "85.07.30-033 28",
        "QQ 12 34 56 C",
        "529.982.247-25",
        "2345 6789 0124",
        "ABCPE1234F",
        "784-1985-1234567-1",
        "HEGG560427MVZRRL04",
    ),
}
"""Kind to values. NATIONAL stands for the national number of any country but the American SSN."""

# What stands before the date or the number in a value above and is no part of it.
_LEADS = (
    "born on ",
    "born in Leeds on ",
    "date of birth: ",
    "DOB ",
    "(b. ",
    "geboren am ",
    "D.O.B.: ",
    "passport no. ",
    "passport number ",
)


def _bare(value: str) -> tuple[int, int]:
    lead = max((len(lead) for lead in _LEADS if value.startswith(lead)), default=0)
    if value.startswith("born on the "):
        lead = len("born on the ")
    return lead, len(value) - value.endswith(")") if lead else len(value)


def _filled(frame: str, kind: str, value: str) -> Sentence:
    text, others, opened = "", [], 0
    start = end = 0
    for char in frame.replace("{}", "\0"):
        if char == "\0":
            lead, stop = _bare(value)
            start, end = len(text) + lead, len(text) + stop
            text += value
        elif char == "«":
            opened = len(text)
        elif char == "»":
            others.append((opened, len(text)))
        else:
            text += char
    return Sentence(kind, text, start, end, tuple(others))


def sentences() -> Iterator[Sentence]:
    """Every value in every frame."""
    for kind, values in VALUES.items():
        for value in values:
            for frame in FRAMES:
                yield _filled(frame, kind, value)
