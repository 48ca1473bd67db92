from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class PersonName(PersonalDataRule):
    """The name of a natural person stands in the contract.

    What it finds
        Names beside a signature mark, after By, Name, Attention or a form of address, beside an office, and in
        plain prose where the words are known as names or the language model takes them for one; a name that was
        sure once is found wherever it stands again.

    Why it matters
        A template or a precedent that carries somebody's name tells it to everyone it is sent to, and the next
        contract made from it names the wrong person.

    Example
        Any complaint is to be forwarded to Tobias Lindqvist.

    Write instead
        Any complaint is to be forwarded to [Name].

    What it leaves alone
        Defined terms, companies, places, headings and offices. Names where they belong, in a signature block or
        a notice clause, are of severity information, unless the folder is one of templates.
    """

    code = "CW501"
    name = "person-name"
    kinds = ("PERSON",)
    placeholder = "Name"
    belongs = True
