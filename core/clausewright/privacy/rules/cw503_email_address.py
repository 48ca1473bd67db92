from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class EmailAddress(PersonalDataRule):
    """An e-mail address stands in the contract.

    What it finds
        E-mail addresses under any top-level domain, also written as name [at] host [dot] test or with invisible
        characters and look-alike letters in them.

    Why it matters
        An e-mail address names its owner, and drafts travel further than their writers think.

    Example
        A copy goes to tobias.lindqvist@northlight.example.

    Write instead
        A copy goes to [Email].

    What it leaves alone
        Web addresses. Addresses in a signature block or a notice clause are of severity information.
    """

    code = "CW503"
    name = "email-address"
    kinds = ("EMAIL_ADDRESS",)
    placeholder = "Email"
    belongs = True
