from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class PostalAddress(PersonalDataRule):
    """A postal address stands in the contract.

    What it finds
        Streets with a house number, places with their postcode, P.O. boxes and comma lists behind "office at",
        in the forms of many countries, from the first part to the last.

    Why it matters
        An address says where somebody lives or works, and an old one in a new contract sends notices astray.

    Example
        The Consultant lives at 47 Marlowe Terrace, Bristol BS6 5QT.

    Write instead
        The Consultant lives at [Address].

    What it leaves alone
        Bare towns, states and countries, courts and governing laws, and postcodes by themselves. Addresses in a
        signature block or a notice clause are of severity information.
    """

    code = "CW502"
    name = "postal-address"
    kinds = ("LOCATION",)
    placeholder = "Address"
    belongs = True
