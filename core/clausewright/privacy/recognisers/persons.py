"""Names of natural persons, by the words and the structure around them and by what is known of names.

A run of capitalised words is a candidate. What stands before and behind it (a signature mark, "By:", "Attention:", an
honorific, an office) and how far its words are known as names give it a strength. A strong one stands by itself; a weak
one waits for a language model or for a second sign (``clausewright.privacy.reading``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clausewright.privacy.lexicon import (
    folded,
    is_brand,
    is_family_name,
    is_given_name,
    is_place,
    is_word,
    words_of,
)
from clausewright.privacy.recognisers.names_around import (
    KNOWN,
    REACH,
    SIGNED,
    TITLED,
    begins_unlabelled_line,
    goes_on_as_company,
    goes_on_as_person,
    is_signed,
    strength,
)

MODEL = "a name by the language model"

_U = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƏƠƯǍȘȚẀ-ẞẠ-Ỹ"
_CAP = rf"(?:[{_U}]'|[dlo]'|[Aa]l-|[Ee]l-|[Aa]n-|[Ee]z-|[Aa]d-|[Aa]s-|[Aa]r-)?[{_U}](?:[^\W\d_]|['-](?=[^\W\d_]))*"
_PARTICLE = r"(?:van|von|der|den|de|del|della|dell|di|da|das|do|dos|du|la|le|las|los|ten|ter|te|bin|ibn|binti?|binte|abu|vom|zur|dos|degli|dalla|af|av|zu|zum|y|e|'t|op|St\.|st\.)"
_GAP = r"(?:[ \t]{1,2}|[ \t]?\r?\n[ \t]{0,2}(?=[^\W\d_]))"
_RUN = re.compile(
    rf"(?:(?<![\w@/.-])|(?<=[sS]/))(?:{_CAP})\.?"
    rf"(?:{_GAP}(?:(?:{_PARTICLE}){_GAP}){{0,3}}(?:(?:\(?[\"']{_CAP}[\"']\)?|\({_CAP}\)){_GAP})?{_CAP}\.?"
    rf"|(?<=[{_U}]\.)(?:{_CAP})\.?){{0,9}}"
)
_TOKEN = re.compile(rf"{_CAP}\.?|{_PARTICLE}")

_HONORIFICS = words_of("honorifics")
_SUFFIXES = words_of("suffixes")
_OFFICES = words_of("offices")
_SHORT_FORMS = words_of("short_legal_forms")
_COMPANY = words_of("company_words")
_BEFORE_PLACES = words_of("before_places")
_SURNAMES_TOO = words_of("family_names_among_company_words")
_PLACE_STARTS = words_of("place_starts")
_GIVEN_WORDS = words_of("given_names_among_words")
_NAME_WORDS = words_of("family_names_among_words")
_HARD = _OFFICES - words_of("names_among_offices")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A run of words that may be a person's name, ``[start, end)``.

    *strength* is 3 where it is one by what stands around it, 2 where its own words say so, 1 where it waits for a
    second sign. *core_start* is where the name begins behind a form of address.
    """

    start: int
    end: int
    core_start: int
    core_end: int
    strength: int
    reason: str


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int

    @property
    def plain(self) -> str:
        return folded(self.text.rstrip("."))

    @property
    def is_initial(self) -> bool:
        return len(self.text.rstrip(".")) == 1

    @property
    def is_particle(self) -> bool:
        return self.text[0].islower() and "'" not in self.text and "-" not in self.text


def candidates(text: str) -> Iterator[Candidate]:
    """Runs of words that may be names, in text order."""
    for run in _RUN.finditer(text):
        if run.end() - run.start() < 3:
            continue
        yield from _in_run(text, run)
    if "," in text:
        yield from _family_name_first(text)
    for match in _SALUTATION.finditer(text):
        if is_given_name(folded(match["name"])):
            yield Candidate(*match.span("name"), *match.span("name"), 3, TITLED)


_LISTED_BEFORE = re.compile(rf"[{_U}][\w.'-]*,\s\Z")
_SALUTATION = re.compile(rf"\bDear[ ](?P<name>{_CAP})(?=[,:])")
_INVERTED = re.compile(
    rf"(?<![\w@/.,-])(?P<family>{_CAP}(?:[ -]{_CAP})?), (?P<given>{_CAP}(?:[ ][{_U}]\.?(?!\w))?)(?![\w-]|,? [{_U}]| and [{_U}])"
)


def _family_name_first(text: str) -> Iterator[Candidate]:
    """Names as registers and lists of persons have them: "Kowalski, Adam J."."""
    for match in _INVERTED.finditer(text):
        family = [folded(part) for part in re.split(r"[ -]", match["family"])]
        given = folded(match["given"].split()[0])
        if (
            not _LISTED_BEFORE.search(text, max(0, match.start() - 40), match.start())
            and not (match["family"].isupper() and len(match["family"]) < 5)
            and all(is_family_name(part) and (not is_word(part) or part in _NAME_WORDS) for part in family)
            and is_given_name(given)
            and not is_word(given)
            and not is_place(given)
            and (not is_place(" ".join(family)) or all(part in _NAME_WORDS for part in family))
        ):
            yield Candidate(*match.span(), *match.span(), 2, KNOWN)


def _in_run(text: str, run: re.Match[str]) -> Iterator[Candidate]:
    words = [_Word(w[0], run.start() + w.start(), run.start() + w.end()) for w in _TOKEN.finditer(run[0])]
    segment: list[_Word] = []
    honorific: _Word | None = None
    placed = False
    for number, word in enumerate(words):
        plain = word.plain
        after_full = bool(segment) and _ends_sentence(segment[-1], word, text)
        repeated = len(segment) >= 2 and plain == segment[0].plain and not word.is_initial
        if plain in _HONORIFICS and (word.text.endswith(".") or not _could_be_name(plain) or not segment):
            if segment or honorific is None:  # "Prof. Dr." are one form of address
                yield from _judged(text, segment, honorific)
                honorific = word
            segment = []
        elif (plain in _COMPANY and not (plain in _SHORT_FORMS and word.text.istitle())) and not (
            plain in _SURNAMES_TOO
            and (
                (segment and number == len(words) - 1 and is_given_name(segment[0].plain))
                or (not segment and number == len(words) - 2 and _is_double_given(words[number + 1]))
            )
        ):
            yield from _judged(text, _signer_before_company(segment), honorific, signed=True)
            segment, honorific = [], None
        elif word.text.endswith(("'s", "'S")) and number < len(words) - 1:
            yield from _judged(text, [*segment, word], honorific)
            segment, honorific = [], None
        elif plain in _OFFICES and not (
            len(segment) == 1 and is_family_name(plain) and is_given_name(segment[0].plain) and plain not in _HARD
        ):
            yield from _judged(text, segment, honorific)
            segment, honorific, placed = [], None, plain in _BEFORE_PLACES
        elif placed:
            placed = False
        elif repeated or after_full or _begins_second(segment, words, number):
            yield from _judged(text, segment, honorific)
            segment, honorific = [word], None
        else:
            segment.append(word)
    if not goes_on_as_company(text, run.end()):
        yield from _judged(text, segment, honorific)


_TWO_SYLLABLES = re.compile(r"([A-Z][a-z]{1,5})-([A-Za-z][a-z]{1,5})")


def _is_double_given(word: _Word) -> bool:
    """Whether *word* is a given name of two syllables with a hyphen, as Korean and Chinese ones are printed."""
    match = _TWO_SYLLABLES.fullmatch(word.text)
    return match is not None and not all(is_word(part.lower()) for part in match.groups())


def _signer_before_company(segment: list[_Word]) -> list[_Word]:
    """The name with which words begin that end in a company's: a signature and the company below it run together."""
    length = 3 if len(segment) > 1 and segment[1].is_initial else 2
    if len(segment) > length and (segment[0].is_initial or is_given_name(segment[0].plain)):
        return segment[:length]
    return []


def _could_be_name(plain: str) -> bool:
    return plain in ("tan", "sr", "ing", "mag", "lord", "lady", "hon", "lt", "captain")


def _ends_sentence(before: _Word, word: _Word, text: str) -> bool:
    """Whether a full stop between two words ends a sentence: behind a whole word that is no abbreviation."""
    return (
        before.text.endswith(".")
        and not before.is_initial
        and before.plain not in _SUFFIXES
        and before.plain not in ("st", "wm", "chas", "geo", "jos", "thos", "jas", "robt", "alex", "fr")
        and len(before.plain) > 2
    )


def _begins_second(segment: list[_Word], words: list[_Word], number: int) -> bool:
    """Whether a second person's name begins here: a given name with an initial behind it, after a name that had one."""
    word = words[number]
    if len(segment) < 2 or word.is_initial or word.is_particle:
        return False
    nexts = words[number + 1] if number + 1 < len(words) else None
    had_initial = any(w.is_initial for w in segment[:-1]) and not segment[-1].is_initial
    if (
        had_initial
        and is_given_name(word.plain)
        and nexts is not None
        and (nexts.is_initial or is_family_name(nexts.plain))
    ):
        return True
    return (
        len(segment) >= 2
        and nexts is not None
        and nexts.is_initial
        and number + 2 < len(words)
        and is_given_name(word.plain)
        and not segment[-1].is_initial
        and not segment[-1].is_particle
        and is_given_name(segment[0].plain)
    )


_AFTER_NAMES = frozenset(("As", "Will", "Also", "Shall", "Has", "Is"))
"""Words that a heading or a signature line goes on with in capitals."""


def _judged(text: str, segment: list[_Word], honorific: _Word | None, *, signed: bool = False) -> Iterator[Candidate]:
    """The name in *segment*, if it may be one; with *signed* only if a signature mark stands before it."""
    words = list(segment)
    while words and (
        words[-1].is_particle or words[-1].is_initial or (len(words) > 2 and words[-1].text in _AFTER_NAMES)
    ):
        words.pop()
    while words and words[0].is_particle:
        words.pop(0)
    begin = next((n for n, w in enumerate(words[:-1]) if _may_begin(w)), 0)
    if begin and all(_no_name(w.plain) for w in words[:begin] if not w.is_particle):
        words = words[begin:]
    suffixed = 0
    while len(words) > 2 and words[-1].plain in _SUFFIXES:
        suffixed = words[-1].end
        words.pop()
    for place in range(2, len(words)):
        before, word = words[place - 1], words[place]
        if _no_name(word.plain) and not (word.is_particle or before.is_initial or before.is_particle):
            words, suffixed = words[:place], 0
            break
    if not words or len(words) > 7:
        return
    if words[-1].text.endswith(".") and not words[-1].is_initial:
        words[-1] = _Word(words[-1].text[:-1], words[-1].start, words[-1].end - 1)
    last = words[-1]
    if last.text.endswith(("'s", "'S")):
        last = words[-1] = _Word(last.text[:-2], last.start, last.end - 2)
    start, end = words[0].start, last.end
    proper = [w for w in words if not w.is_initial and not w.is_particle]
    if not proper or all(len(w.plain) < 2 for w in proper):
        return
    whole_end = max(end, suffixed)
    begin = honorific.start if honorific else start
    left = text[max(0, begin - REACH) : begin]
    if signed:
        if words and is_signed(left):
            yield Candidate(start, whole_end, start, end, 3, SIGNED)
        return
    if honorific is not None:
        if _addresses(proper, honorific):
            yield Candidate(honorific.start, whole_end, start, end, 3, TITLED)
        return
    if len(words) < 2 or len(proper) + sum(w.is_initial for w in words) < 2:
        return
    likeness = _likeness(words, proper)
    if words[0].is_initial and len(words) == 2 and begins_unlabelled_line(left):
        likeness = 2 if likeness == 2 and goes_on_as_person(text, whole_end) else 0
    if goes_on_as_company(text, whole_end):
        return
    right = text[whole_end : whole_end + REACH]
    sure, reason = strength(left, right, likeness, len(words))
    if sure:
        yield Candidate(start, whole_end, start, end, sure, reason)


def _likeness(words: list[_Word], proper: list[_Word]) -> int:
    """How much the words are a name: 3 given and family name, 2 one of them, 1 at least no words of the language, 0 not.

    A place, or words of which the language has nearly all, are no name.
    """
    phrase = " ".join(w.plain for w in words)
    if (
        is_brand(phrase)
        or is_place(phrase)
        or is_place(" ".join(w.plain for w in proper))
        or any(_is_acronym(w, words) for w in proper)
    ):
        return 0
    first, last = words[0], words[-1]
    if len(proper) > 2 and all(is_place(w.plain) for w in proper):
        return 0
    if is_place(first.plain) and not (is_given_name(first.plain) or is_family_name(first.plain)):
        return 0
    if first.plain in _PLACE_STARTS or any(_MIXED_CASE.search(w.text) for w in proper):
        return 0
    if all(w.text.isupper() and len(w.text) <= 3 for w in proper):
        return 0
    if len(words) == 2 and is_family_name(first.plain) and _is_double_given(last):
        return 3
    first_given = not first.is_initial and is_given_name(first.plain)
    first_sure = first_given and (not is_word(first.plain) or first.plain in _GIVEN_WORDS)
    last_family = is_family_name(last.plain)
    last_word = is_word(last.plain) or (is_place(last.plain) and not last_family)
    known = sum(is_given_name(w.plain) or is_family_name(w.plain) for w in proper)
    plain_words = sum(is_word(w.plain) for w in proper)
    if first_sure and last_word and last.plain not in _NAME_WORDS:
        return 2 if last_family else 0
    if first_sure:
        return 3 if not (is_place(first.plain) and last_word) else 2
    if is_given_name(last.plain) and not last_word and is_family_name(first.plain) and not is_word(first.plain):
        return 3 if len(words) <= 3 and not is_place(last.plain) else 2
    if first.is_initial and not last_word and not is_place(last.plain):
        return 2 if len(words) > 2 or last_family else 1
    certain = first_sure or (last_family and not last_word) or last.plain in _NAME_WORDS
    if any(w.is_initial for w in words[1:-1]) and (first_given or last_family) and certain:
        return 3 if first_given or not last_word else 2
    if first_given and last_family and plain_words < len(proper):
        return 2
    if plain_words == 0:
        return 2 if first_given or known == len(proper) else 1
    if first_given and last_family:
        return 1
    if plain_words < len(proper) and last_family and not last_word:
        return 1
    return 0


def _is_acronym(word: _Word, words: list[_Word]) -> bool:
    """Whether capitals that are no known name stand beside small letters or an initial, or are one of three or more."""
    if not word.text.isupper() or word.is_initial:
        return False
    known = is_family_name(word.plain) or is_given_name(word.plain)
    if known and (len(word.text) > 3 or word is words[-1]):
        return False
    return len(words) > 2 or any(not w.text.isupper() or w.is_initial for w in words)


_MIXED_CASE = re.compile(r"^(?!Mc|Mac|De|Di|Le|La|Van|Du|Fitz|O'|D').*[a-z][A-Z]")


def _addresses(proper: list[_Word], honorific: _Word) -> bool:
    """Whether what stands behind a form of address is a name rather than an office or a word."""
    last = proper[-1].plain
    if len(last) < 2 or last in _HARD or last in _COMPANY:
        return False
    if honorific.plain in ("dr", "sr", "lord", "lady", "ing", "mag", "captain", "hon", "colonel", "lt", "tan", "miss"):
        return any(not is_word(w.plain) for w in proper) or (len(proper) > 1 and is_given_name(proper[0].plain))
    return not is_word(last) or is_family_name(last)


def _no_name(plain: str) -> bool:
    return is_word(plain) and not is_given_name(plain) and not is_family_name(plain)


def _may_begin(word: _Word) -> bool:
    return word.is_initial or is_given_name(word.plain)
