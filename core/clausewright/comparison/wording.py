"""A passage as the tokens that carry its meaning, each with its place.

Figures, references, names and known phrases are one token each; words that carry nothing are left out. Tokens of two
passages are the same where their *form* is: the concept of a word, its stem, the value of a figure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from clausewright.comparison.lexicon import Lexicon, bare_word, lexicon, positive, singular, spelled
from clausewright.comparison.values import Value, read_values

MODALS = frozenset(("MUST", "MAY", "SHOULD"))
_EXCLUDERS = frozenset(("WITHOUT", "EXCEPT"))
_BESIDE = 3

_WORD = re.compile(r"[A-Za-z0-9À-ÿ]+(?:[-'’.&][A-Za-z0-9À-ÿ]+)*(?:['’](?!\w))?|\[\*+\]|[.;:](?=\s|$)")
_SENTENCE_END = frozenset(".;:")
_ABBREVIATION = re.compile(r"(?:[A-Z]\.)+[A-Z]?|(?:Inc|Ltd|Co|Corp|No|Sec|Art|para)\Z")


_CASED = re.compile(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9-]*(?:['’][a-z]+)?")
_MID_SENTENCE = re.compile(r"[a-z0-9,)'’]['’\"”]?\s+[\"“(]?\Z|[\"“]\Z")
_LAST_WORD = re.compile(r"[A-Za-z]{2,}(?=[^A-Za-z]*\Z)")
_BEHIND_LABEL = re.compile(r"(?:^|\s)\(?\w{1,4}\)\s+\Z")
_NEVER_NAMES = frozenset(("agreement", "provision", "period"))
_SHORT = 3
_LONG_LABEL = 12
"""Code points from which what is read as a label is a footer run into the text."""


_KNOWLEDGE = re.compile(
    r"\b(?:(?:so|as)\s+far\s+as\s+(?:the\s+)?[A-Z]\w*\s+(?:is|are)\s+aware|(?:so|as)\s+far\s+as\s+(?:the\s+)?[A-Z]\w*\s+knows?"
    r"|to\s+(?:the\s+best\s+of\s+)?(?:the\s+)?[A-Z]\w*(?:['’]s?|\s+parties['’])\s+(?:actual\s+|best\s+)?knowledge(?:\s+and\s+belief)?)\b"
)
"""What limits a statement to what somebody knows, who is named in it."""
_HOLD_HARMLESS = re.compile(
    r"\b(?P<verbs>(?:indemnify|indemnifies|indemnified|defend(?:s|ed)?|protects?|saves?|holds?|keeps?)"
    r"(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)"
    r"(?:indemnify|indemnifies|indemnified|defend(?:s|ed)?|protects?|saves?|holds?|held|keeps?|kept))+)"
    r"(?:\s+[^.;:]{1,80}?)??\s+(?P<last>harmless)\b",
    re.IGNORECASE,
)
"""The formula in any order, and with the name of who is held harmless in it: "indemnify, defend and hold X harmless"."""
_DEFEND = re.compile(r"defend(?:s|ed)?", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|he|she|this|these)\b", re.IGNORECASE)
_UNLESS = re.compile(r"unless\b", re.IGNORECASE)
_PREVENTS = re.compile(r"(?:prevents?|precludes?|restrains?|stops?)\b", re.IGNORECASE)
_LABEL = re.compile(
    r"\((?:[a-z]|[ivxl]{1,5}|[A-Z]|\d{1,2})\)|(?<=\n)[ \t]*-?[ \t]*\d{1,3}[ \t]*-?[ \t]*(?=\n)|(?<=\s)-\s?\d{1,3}\s?-(?=\s)"
    r"|\bSource:[^\n]{0,60}?\d{1,2}/\d{1,2}/\d{4}|(?<!\w)[A-Z]\.\d{1,2}(?:\.\d{1,2})?(?!\w)|\bNo\.\s\d{1,2}\b|(?<=[.;:])\s+\d{1,3}\s*\Z|\bpage\s\d{1,3}\sof\s\d{1,3}\b|(?<![\w$€£.,])\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?=[\s,;)]|\.(?!\d)|\Z)(?!\s?(?:%|per|times|x\b))"
)
"""The label of an item, a page number or footer run into the text, a clause number that was not read as a reference."""


class Sort(StrEnum):
    WORD = "word"
    NAME = "name"
    VALUE = "value"
    OPERATOR = "operator"
    REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Token:
    """A token at ``[start, end)`` of the document. *segment* numbers the sentence or semicolon part it stands in."""

    text: str
    start: int
    end: int
    form: str
    sort: Sort
    segment: int
    value: Value | None = None
    negative: bool = False
    """Whether a negative prefix was taken off ("unreasonable" has the form of "reasonable")."""
    cites: frozenset[int] = frozenset()
    """Of a reference what it cites, the same numbers for both documents; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a document that is read as a whole: a name or term (*form* is how it is compared), a reference; or,
    with no form, page furniture that is left out."""

    start: int
    end: int
    form: str
    sort: Sort


def read_wording(
    text: str, start: int, end: int, marks: Sequence[Mark] = (), proper: frozenset[str] = frozenset()
) -> tuple[Token, ...]:
    """The tokens of ``text[start:end]``.

    *marks* are the names and references that stand there, in text order; *proper* are the words, in small letters, that
    are names where they are capitalised.
    """
    inside = tuple((m.start - start, m.end - start, m.form, m.sort) for m in marks if start <= m.start and m.end <= end)
    return moved(_read(text[start:end], inside, proper), start)


def moved(tokens: Sequence[Token], delta: int) -> tuple[Token, ...]:
    """*tokens* as they stand *delta* code points further on."""
    if not delta:
        return tuple(tokens)
    return tuple(
        Token(
            t.text,
            t.start + delta,
            t.end + delta,
            t.form,
            t.sort,
            t.segment,
            t.value and replace(t.value, start=t.value.start + delta, end=t.value.end + delta),
            t.negative,
            t.cites,
        )
        for t in tokens
    )


@lru_cache(maxsize=1024)
def _read(passage: str, marks: tuple[tuple[int, int, str, Sort], ...], proper: frozenset[str]) -> tuple[Token, ...]:
    """The tokens of *passage*, which most edits leave as it was."""
    words = lexicon()
    text, start, end = passage, 0, len(passage)
    labels = [m.span() for m in _LABEL.finditer(passage)]
    fixed: list[tuple[int, int, str, Sort, Value | None]] = [(*mark, None) for mark in marks]
    taken = [(a, b) for a, b, form, _ in marks if form]
    furniture = [(a, b) for a, b, form, _ in marks if not form] + [(a, b) for a, b in labels if b - a >= _LONG_LABEL]
    for value in read_values(_blanked(passage, furniture)):
        a, b = value.start, value.end
        is_label = any(x <= a and b <= y for x, y in labels)
        if not is_label and not any(a < y and x < b for x, y in taken):
            form = f"{value.kind}:{value.amount:g}:{value.unit}"
            fixed.append((a, b, form, Sort.VALUE, value))
    fixed += [(a, b, "", Sort.WORD, None) for a, b in labels]
    fixed += [(m.start(), m.end(), "toknowledge", Sort.WORD, None) for m in _KNOWLEDGE.finditer(passage)]
    fixed += _held_harmless(passage)
    fixed.sort(key=lambda f: (f[0], -f[1]))
    tokens: list[Token] = []
    segment = 0
    at = start
    for a, b, form, sort, found in [*fixed, (end, end, "", Sort.WORD, None)]:
        if a < at:
            continue
        segment = _words(text, at, a, segment, tokens, words, proper)
        if form:
            tokens.append(Token(text[a:b], a, b, form, sort, segment, found))
        at = b
    return tuple(_plain(tokens))


def _held_harmless(passage: str) -> Iterator[tuple[int, int, str, Sort, Value | None]]:
    """What each formula to hold somebody harmless is read as: one verb, and the duty to defend, where it is there."""
    for match in _HOLD_HARMLESS.finditer(passage):
        start, end = match.span("verbs")
        defend = _DEFEND.search(passage, start, end)
        if defend is None:
            yield start, end, "indemnify", Sort.WORD, None
        else:
            yield *defend.span(), "defend", Sort.WORD, None
            before, behind = (start, defend.start()), (defend.end(), end)
            said, left = (before, behind) if before[1] > before[0] else (behind, before)
            yield *said, "indemnify", Sort.WORD, None
            yield *left, "", Sort.WORD, None
        yield *match.span("last"), "", Sort.WORD, None


def _blanked(passage: str, spans: Sequence[tuple[int, int]]) -> str:
    """*passage* with spaces for what stands at *spans*, so that a figure broken by the end of a page is read whole."""
    for a, b in spans:
        passage = passage[:a] + " " * (b - a) + passage[b:]
    return passage


def _words(
    text: str, start: int, end: int, segment: int, tokens: list[Token], words: Lexicon, proper: frozenset[str]
) -> int:
    """Read the words of ``text[start:end]`` into *tokens*; the number of the segment that then goes on."""
    found = list(_WORD.finditer(text, start, end))
    lowered = [bare_word(m.group()) for m in found]
    index = 0
    while index < len(found):
        word, match = lowered[index], found[index]
        if word in _SENTENCE_END:
            if word != "." or not _ABBREVIATION.search(text[max(start, match.start() - 6) : match.start()]):
                segment += 1
            index += 1
            continue
        length, concept = _phrase(lowered, index, words)
        bare = word
        if (
            bare in proper
            and bare not in words.empty
            and match.group()[0].isupper()
            and (concept is None or (length == 1 and concept not in words.operators and concept not in _NEVER_NAMES))
        ):
            tokens.append(Token(match.group(), match.start(), match.end(), name_form(bare), Sort.NAME, segment))
            index += 1
            continue
        if concept is not None:
            last = found[index + length - 1]
            sort = Sort.OPERATOR if concept in words.operators else Sort.WORD
            tokens.append(Token(text[match.start() : last.end()], match.start(), last.end(), concept, sort, segment))
            index += length
            continue
        index += 1
        if bare in words.empty or len(bare) == 1 or bare.isdigit() or bare.startswith("["):
            continue
        form, negative = words.form(bare), False
        if form not in words.qualifiers and (stripped := positive(bare)) is not None:
            negated = words.form(stripped)
            if negated in words.qualifiers or negated in words.stems.values():
                form, negative = negated, True
        tokens.append(Token(match.group(), match.start(), match.end(), form, Sort.WORD, segment, None, negative))
    return segment


def names_another(between: str) -> bool:
    """Whether the words *between* a name and a modal say that somebody else is meant: "... of the Orders it shall"."""
    return _PRONOUN.search(between) is not None


def name_form(name: str) -> str:
    """The form by which a name or term is compared: small letters, the last word in the singular."""
    low = " ".join(name.lower().replace("’", "'").split())
    head, _, last = low.rpartition(" ")
    low = f"{head} {spelled(singular(last))}".strip()
    if low.endswith("ies") and len(last) > _SHORT + 1:
        return f"{low[:-3]}y"
    return low[:-1] if len(low) > _SHORT and low.endswith("s") and not low.endswith(("ss", "us", "is")) else low


def proper_words(text: str) -> frozenset[str]:
    """Words that *text* writes with a capital in mid-sentence, and not oftener without, in small letters."""
    capital, small = Counter[str](), Counter[str]()
    for match in _CASED.finditer(text):
        word = match.group().removesuffix("'s").removesuffix("’s")
        if word[0].islower():
            small[word] += 1
        elif _MID_SENTENCE.search(
            before := text[max(0, match.start() - 12) : match.start()]
        ) and not _BEHIND_LABEL.search(before):
            if word.isupper() and (last := _LAST_WORD.search(before)) is not None and last[0].isupper():
                # In a passage in capitals every word has them.
                continue
            capital[word.lower()] += 1
    return frozenset(word for word, count in capital.items() if small[word] <= count and len(word) > 1)


def _phrase(lowered: Sequence[str], index: int, words: Lexicon) -> tuple[int, str | None]:
    """How many words from *index* make the longest known phrase, and its concept; 0 and None where none does."""
    if lowered[index] not in words.firsts:
        return 0, None
    for length in range(min(words.longest, len(lowered) - index), 0, -1):
        concept = words.phrases.get(tuple(lowered[index : index + length]))
        if concept is not None:
            return length, concept
    return 0, None


def _plain(tokens: Sequence[Token]) -> list[Token]:
    """*tokens* in a normal form: "may not unless" as "may only if", "shall not be entitled to" as "may not"."""
    out = _said_twice(_one_modal(_split_neither(tokens)))
    by_segment: dict[int, list[int]] = {}
    for index, token in enumerate(out):
        by_segment.setdefault(token.segment, []).append(index)
    changed: dict[int, Token | None] = {}
    for indexes in by_segment.values():
        nots: list[int] = []
        for i in indexes:
            if out[i].form == "NOT":
                nots.append(i)
            elif nots and nots[-1] in range(i - _BESIDE, i) and _PREVENTS.match(out[i].text):
                # What nothing prevents may be done.
                changed[nots.pop()] = None
                changed[i] = replace(out[i], form="MAY", sort=Sort.OPERATOR)
        excluders = [i for i in indexes if out[i].form in _EXCLUDERS]
        if len(excluders) == 1 and (len(nots) == 1 or (nots and _UNLESS.match(out[excluders[0]].text))):
            changed.update(dict.fromkeys(nots))
            changed[excluders[0]] = replace(out[excluders[0]], form="ONLY")
            # What must not be done unless may be done only if.
            modal = next((i for i in indexes if out[i].form == "MUST" and abs(i - nots[0]) <= _BESIDE), None)
            if modal is not None:
                changed[modal] = replace(out[modal], form="MAY")
    kept = [changed.get(i, token) for i, token in enumerate(out)]
    return _one_modal([replace(t, form="NOT") if t.form == "WITHOUT" else t for t in kept if t is not None])


def _split_neither(tokens: Sequence[Token]) -> list[Token]:
    """*tokens* with "neither party" as "not" and "each party", "void" as "not" and "valid"."""
    out = []
    negated = lexicon().negated
    for token in tokens:
        if token.form in negated:
            out.append(replace(token, form="NOT", sort=Sort.OPERATOR))
            out.append(replace(token, form=negated[token.form]))
            continue
        if token.text == "Nor":
            # It begins a sentence: "and not".
            out.append(replace(token, form="NOT"))
        elif token.form == "NEITHERPARTY":
            out += [replace(token, form="EACHPARTY"), replace(token, form="NOT")]
        else:
            out.append(token)
    return out


def _said_twice(tokens: Sequence[Token]) -> list[Token]:
    """*tokens* with "does not and will not" as "not"."""
    out: list[Token] = []
    for token in tokens:
        if token.form == "NOT":
            k = len(out) - 1
            while k >= 0 and out[k].form in ("AND", "OR", *MODALS) and out[k].segment == token.segment:
                k -= 1
            if 0 <= k < len(out) - 1 and out[k].form == "NOT" and out[k].segment == token.segment:
                del out[k + 1 :]
                continue
        out.append(token)
    return out


def _one_modal(tokens: Sequence[Token]) -> list[Token]:
    """*tokens* with the last of several modals in a row alone: "shall have any right to" is "may"."""
    out: list[Token] = []
    for token in tokens:
        if token.form in MODALS:
            k = len(out) - 1
            while k >= 0 and out[k].form in ("NOT", "ANY") and out[k].segment == token.segment:
                k -= 1
            if k >= 0 and out[k].form == "MUST" and out[k].segment == token.segment:
                del out[k]
        out.append(token)
    return out
