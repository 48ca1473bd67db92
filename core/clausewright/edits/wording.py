"""English word forms as far as a renamed term needs them: number, possession, letter case, the article before it."""

from __future__ import annotations

import re
from itertools import chain, repeat

from clausewright.terms import variants

_OPTIONAL_PLURAL = "(s)"
_VOWELS = "aeio"
_SAID_WITH_CONSONANT = re.compile(r"(?:one|once|eu)", re.IGNORECASE)
_GAP = re.compile(r"\s+")


def plural(term: str) -> str:
    """*term* with its last word, or the one before "of", in the plural; a word that looks like one stays."""
    if " of " in term:
        first, of, rest = term.partition(" of ")
        return plural(first) + of + rest
    head, space, last = term.rpartition(" ")
    lower = last.lower()
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return term
    if lower.endswith("y") and lower[-2:-1] not in tuple("aeiou") and len(last) > 1:
        new = last[:-1] + "ies"
    elif lower.endswith(("s", "x", "ch", "sh", "z")):
        new = last + "es"
    else:
        new = last + "s"
    return head + space + (new.upper() if last.isupper() and len(last) > 3 else new)


def singular(term: str) -> str:
    """*term* with its last word, or the one before "of", in the singular; a word that is no plural stays."""
    if " of " in term:
        first, of, rest = term.partition(" of ")
        return singular(first) + of + rest
    head, space, last = term.rpartition(" ")
    lower = last.lower()
    if len(last) < 4 or not lower.endswith("s") or lower.endswith(("ss", "us", "is")):
        return term
    if lower.endswith("ies") and len(last) > 4:
        new = last[:-3] + ("Y" if last.isupper() else "y")
    elif lower.endswith(("sses", "xes", "ches", "shes", "zes")):
        new = last[:-2]
    else:
        new = last[:-1]
    return head + space + new


def is_plural(term: str) -> bool:
    return singular(term) != term


def carried_over(used: str, term: str, new: str) -> str:
    """*new* in the number and the letter case in which *used* stands for *term*, with the white space of *used*."""
    bare, new_bare = term.removesuffix(_OPTIONAL_PLURAL), new.removesuffix(_OPTIONAL_PLURAL)
    form = _GAP.sub(" ", used)
    if form.endswith(_OPTIONAL_PLURAL):
        return _spaced(used, carried_over(used.removesuffix(_OPTIONAL_PLURAL), bare, new_bare) + _OPTIONAL_PLURAL)
    base, folded = bare.casefold(), form.casefold()
    is_longer_variant = len(folded) > len(base) and folded in {one.casefold() for one in variants(bare)}
    if folded == base:
        result = new_bare
    elif is_longer_variant or (is_plural(form) and not is_plural(bare)):
        result = plural(new_bare)
    else:
        result = singular(new_bare)
    if form.isupper() and not bare.isupper():
        result = result.upper()
    elif bare.isupper() and not form.isupper() and result.isupper() and len(form) > 4:
        result = result.title()
    return _spaced(used, result)


def possessive_tail(before: str, used: str, after: str, new_form: str) -> tuple[int, str] | None:
    """How the possessive behind a term changes with it: characters of *after* to replace, and by what; None if not.

    "the Goods' price" becomes "the Product's price" and the other way round. An apostrophe that closes a quotation,
    which the character *before* opens, is none.
    """
    if not after[:1] or after[0] not in "'’" or before[-1:] in ("'", "‘", "’"):
        return None
    mark = after[0]
    follows_s = after[1:2] in ("s", "S") and not after[2:3].isalnum()
    bare = not after[1:2].isalnum()
    ends_in_s = new_form[-1:] in ("s", "S")
    if bare and used[-1:] in ("s", "S") and not ends_in_s:
        return 1, mark + ("S" if new_form.isupper() else "s")
    if follows_s and used[-1:] not in ("s", "S") and is_plural(new_form):
        return 2, mark
    return None


def article_before(before: str, used: str, new_form: str) -> tuple[int, str] | None:
    """How "a" or "an" before a term changes with it: characters at the end of *before* to replace, and by what.

    None where it stays, or where the sound is not certain from the spelling.
    """
    match = re.search(r"(?<![\w'’.-])([Aa]|[Aa]n|AN)(\s+)\Z", before[-40:])
    if match is None:
        return None
    had, wanted = _takes_an(used), _takes_an(new_form)
    if had is None or wanted is None or had == wanted or (match[1].lower() == "an") != had:
        return None
    article = ("an" if wanted else "a") if match[1][0] == "a" else ("An" if wanted else "A")
    return len(match[0]), article + match[2]


def _takes_an(words: str) -> bool | None:
    first = words.split()[0] if words.split() else ""
    if not first[:1].isalpha() or first.isupper() or first[0].lower() in "uh":
        return None
    return first[0].lower() in _VOWELS and not _SAID_WITH_CONSONANT.match(first)


def _spaced(used: str, new: str) -> str:
    """*new* with the white space of *used* between its words, so that a wrapped line stays wrapped."""
    words = new.split(" ")
    gaps = chain(_GAP.findall(used), repeat(" "))
    return words[0] + "".join(gap + word for word, gap in zip(words[1:], gaps, strict=False))
