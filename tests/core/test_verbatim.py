"""What in a Markdown text is none of the contract's words."""

from __future__ import annotations

import pytest

from clausewright.verbatim import Verbatim


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Call `Section 9` by HIS name.\n", ["`Section 9`"]),
        ("Call ``Section 9`` by HIS name.\n", ["``Section 9``"]),
        ("A\n\n```js\nSection 9\n```\n\nHIS\n", ["```js\nSection 9\n```"]),
        ("A\n\n~~~\nSection 9\n```\nx\n~~~~\n\nHIS\n", ["~~~\nSection 9\n```\nx\n~~~~"]),
        ("A <!-- Section 9\nHIS --> HIS\n", ["<!-- Section 9\nHIS -->"]),
        ("[HIS guide](https://x.test/a_(b) 'Section 9').\n", ["](https://x.test/a_(b) 'Section 9')"]),
        ("[HIS guide](<a b.md>)\n", ["](<a b.md>)"]),
        ("\r\n```\r\nSection 9\r\n```\r\nHIS", ["```\r\nSection 9\r\n```"]),
        # None of it: what is not closed, what only looks so, and text that was taken from elsewhere.
        ("```\nSection 9 while somebody types\n", []),
        ("A <!-- Section 9 while somebody types\n", []),
        ("`Section 9 while somebody types\n", []),
        ("The `Supplier' and the `Customer' agree on ` this `.\n", []),
        ("[Section 4](b) and [***](c).\n", []),
        ("Plain.\n", []),
    ],
)
def test_code_comments_and_addresses_are_held_and_nothing_else(text: str, held: list[str]) -> None:
    verbatim = Verbatim(text)
    assert bool(verbatim) == bool(held)
    inside = {place for place in range(len(text)) if verbatim.holds(place, place + 1)}
    expected = {place for words in held for place in range(text.index(words), text.index(words) + len(words))}
    assert inside == expected


def test_what_begins_in_code_and_ends_behind_it_is_not_held() -> None:
    text = "See `Section` 9.\n"
    assert Verbatim(text).holds(4, 13)
    assert not Verbatim(text).holds(4, 15)
