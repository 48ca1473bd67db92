"""Where sentences end in contract prose."""

from __future__ import annotations

import re

_ABBREVIATIONS = frozenset(
    """inc corp ltd co llc no nos sec secs sect art arts cl para paras mr mrs ms dr prof st jr sr vs v e.g i.e etc al
    u.s u.k u.s.a u.s.c c.f.r n.v b.v s.a s.p.a p.l.c l.p l.l.c p.m a.m ph.d approx dept est fig gov hon incl messrs
    p pp rev vol ed eds ave blvd rd viz cf ca jan feb mar apr jun jul aug sept oct nov dec ext tel attn""".split()
)
_BEHIND_STOP = r"""(["”’')\]*]{0,3})\s+(?=["“'‘(\[*]{0,3}[A-Z0-9À-Þ§])"""
_STOP = re.compile(rf"([.!?]){_BEHIND_STOP}")
_FULL_STOP = re.compile(rf"(\.){_BEHIND_STOP}")
"""The same where there are no other stops: a sign that stands for itself is found many times faster than a choice."""
_WORD_BEFORE = re.compile(r"[\w.&]+\Z")


def sentence_ends(text: str, start: int = 0, end: int | None = None) -> list[int]:
    """Offsets just after each sentence that ends inside ``text[start:end]`` and is followed by another."""
    ends: list[int] = []
    end = len(text) if end is None else end
    stop = _STOP if text.find("!", start, end) >= 0 or text.find("?", start, end) >= 0 else _FULL_STOP
    for match in stop.finditer(text, start, end):
        if match.group(1) == "." and not match.group(2):
            word = _WORD_BEFORE.search(text, max(start, match.start() - 12), match.start())
            if word:
                token = word.group().lower()
                if token in _ABBREVIATIONS or (len(token) == 1 and token.isalpha() and word.group().isupper()):
                    continue
        ends.append(match.end(2))
    return ends
