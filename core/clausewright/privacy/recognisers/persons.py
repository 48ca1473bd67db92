"""Names of natural persons, by the words and the structure around them and by what is known of names.

A run of capitalised words is a candidate. What stands before and behind it (a signature mark, "By:", "Attention:", an
honorific, an office) and how far its words are known as names give it a strength. A strong one stands by itself; a weak
one waits for a language model or for a second sign (``clausewright.privacy.reading``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clausewright.privacy.lexicon import folded, is_brand, is_family_name, is_given_name, is_place, is_word

SIGNED = "a name beside a signature mark"
LABELLED = "a name after a word such as By, Name or Attention"
TITLED = "a name after a form of address"
OFFICED = "a name beside an office"
SPOKEN = "a name where the sentence speaks of a person"
KNOWN = "a given name and a family name"
HALF_KNOWN = "words of which one is known as a name"
SEEMING = "words that may be a name"
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

_HONORIFICS = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady hon messrs herr frau mme mlle monsieur madame señor señora senor "
    "senora sr sra srta rev reverend ing dipl-ing captain capt colonel lt mag dott avv dra shri smt datuk dato tan".split()
)
_SUFFIXES = frozenset("jr sr ii iii iv esq phd md mba cpa jd qc kc obe cbe mbe dds".split())
_OFFICES = frozenset(
    "president chief executive officer director manager managing secretary treasurer counsel chairman chairwoman chairperson "
    "chair partner member ceo cfo coo cto cio svp evp vp avp gm general vice senior assistant deputy associate attorney "
    "attorney-in-fact authorised authorized signatory signature representative agent trustee principal owner proprietor "
    "administrator controller comptroller supervisor founder co-founder notary public title date dated name its by per print "
    "printed attn attention att its witness title titles telephone tel phone fax facsimile email mail e-mail address "
    "department dept legal finance operations marketing sales head lead vice-president contact notices notice to from cc "
    "re subject consultant employee executive contractor licensee licensor seller buyer purchaser supplier customer "
    "distributor company agreement section article exhibit schedule annex appendix amendment party parties and or the of "
    "see mutatis mutandis bona fide pro rata inter alia if said while when where which such upon unless until although but however also every some none seventy eighty ninety "
    "hundred thousand million once after before during under over by per via dear for with in on at whereof hereof hereto hereby herein thereof thereto therein hereunder thereunder hereinafter this that these those all any no not whereas therefore now witnesseth recitals background between "
    "among effective signed sealed delivered executed accepted agreed acknowledged approved corporate affairs business "
    "development human resources chief investor relations mobile cell copy page source mutual confidential attest solicitor "
    "barrister lawyer advocate lender borrower guarantor landlord tenant lessor lessee sponsor investor shareholder "
    "holder beneficiary group procurement purchasing engineering technology information global regional national product "
    "project program programme account accounts manager services service signatories duly respectively each both "
    "january february march april june july august september october november december monday tuesday wednesday thursday "
    "friday saturday sunday street avenue road boulevard suite floor room box p.o gesch geschäftsführer geschaftsfuhrer "
    "prokurist gérant directeur president/ceo authorised-signatory inventor inventors author authors mr mrs chief "
    "commissioner minister ambassador judge justice honourable honorable county court district state city town "
    "province republic kingdom united states north south east west new".split()
)
_LEGAL_FORMS = frozenset(
    "inc incorporated llc l.l.c llp lp l.p ltd limited corp corporation co company gmbh ag kg sa s.a s.a.s sas sarl s.r.l srl "
    "kgaa spa s.p.a bv b.v nv n.v plc pty pte pvt oy ab as a/s asa aps kk k.k holdings group trust fund na se ug".split()
)
_SHORT_FORMS = frozenset("sa ab as na ag se kg oy".split())
"""Legal forms that are names too where they are not written in capitals."""
_COMPANY = _LEGAL_FORMS | frozenset(
    "inc incorporated llc l.l.c llp lp l.p ltd limited corp corporation co company gmbh ag kg sa s.a s.a.s sas sarl s.r.l srl "
    "kgaa spa s.p.a bv b.v nv n.v plc pty pte pvt oy ab as a/s asa aps kk k.k holdings holding group partners partnership trust "
    "bank bancorp capital fund funds ventures associates foundation university college institute school hospital clinic "
    "laboratories laboratory labs pharmaceuticals pharma pharmaceutical biotech biosciences therapeutics technologies "
    "technology systems solutions services industries international enterprises communications networks software media "
    "entertainment productions studios records energy oil gas petroleum resources mining properties realty reit estate "
    "insurance assurance securities investments investment advisors advisers management consulting consultants logistics "
    "airlines airways motors automotive foods brands stores hotels resorts society association federation union council "
    "committee commission agency authority bureau office ministry board club league team church museum library sons "
    "brothers bros & cie gesellschaft aktiengesellschaft ug se lllp chartered n.a na medical center centre street avenue road "
    "drive lane boulevard court place plaza square park tower building house airport station bridge river lake mountain "
    "valley island islands beach bay county city stadium arena award prize act law code rule rules treaty protocol "
    "convention principles standard standards index test model method system disease syndrome plan program award patent "
    "patents license licence trademark marks press publishing publications magazine journal times post news radio "
    "jalan wisma vihar nagar zona calle cidade avenida rua via udyog taman forecast weather telecom telekom television cable channel network web site website online interactive digital labs works world parish".split()
)
_SURE_ROLE = re.compile(
    r"(?:\b(?:sent|forwarded|addressed)\s+to|\bidentified\s+by|\brepresented\s+by|\bconfirms\s+that|\brepresentatives?\s*\(|\bappointed|"
    r"\bappoints|\bdesignates|\bnominates|\bcontact\s+person(?:\s+is|:)?|\bproject\s+manager\s*[(:,]|\bnamed|\bemploys|\bmanaging\s+director,?|"
    r"\b(?:Chief\s+\w+(?:\s+\w+)?\s+Officer|Managing\s+Director|President|Marketing\s+Director|Director|Chairman|Secretary|Treasurer|General\s+Counsel|Inventor)s?,?)\s*[\"']?\Z"
)
_SIGN_LEFT = re.compile(r"(?:/\s?[sS]\s?/|(?<![\w/])[sS]/|\\[sS]\\)[\s_.:'\"-]{0,40}\Z")
_LABEL_LEFT = re.compile(
    r"(?:\b(?:By|BY|Per|PER|(?:[Ss]igned|SIGNED)(?:\s+by|\s+BY)?|[Ee]xecuted\s+by|(?:[Pp]rint(?:ed)?\s+)?[Nn]ames?|NAME|PRINT(?:ED)?\s+NAME|(?:[Ff]ull|[Ll]egal)\s+[Nn]ame|[Nn]ame\s+of\s+\w+|[Nn]ame\s+and\s+\w+|"
    r"Witness(?:ed\s+by)?|WITNESS|(?:Legal|Authori[sz]ed)\s+[Rr]epresentative|Holder|Employee|EMPLOYEE|Executive|EXECUTIVE|Consultant|CONSULTANT|Authori[sz]ed\s+(?:Signatory|Signature)|Signature|Signatory|Approved\s+by|Accepted\s+by|Agreed\s+by|Prepared\s+by|Its)"
    r"(?:\s?\([^)\n]{1,24}\))?\s?[:;.][\s_\"'*|-]{0,60}|\b(?:By|BY|Per)[\s]{0,3}_{2,60}[\s]{0,8}|"
    r"\b(?:Attention|ATTENTION|attention|Attn|ATTN|attn|Att|ATT)(?:\s+of)?\s?[.:;,]{0,2}[\s]{0,30}(?:the\s+)?|\b[cC]/[oO]:?\s{1,3}|"
    r"\bFAO:?\s{1,3}|\b[Cc]ontact(?:\s+[Pp]erson|\s+[Nn]ame)?\s?:\s{0,10})\Z"
)
_OFFICE_RIGHT = re.compile(
    r"(?:,?\s{0,3}(?:Jr|Sr|II|III|Ph\.?\s?D|M\.?D|Esq)\.?)?[\s_]{0,4}(?:,|-|\(|;|\r?\n|\s{2,})?[\s_]{0,12}(?:its?\s+|the\s+|as\s+|our\s+|an?\s+|who\s+is\s+|Title:\s*|\(?in\s+(?:his|her)\s+)?"
    r"(?:(?:[A-Z][\w&]*|and|of|&)\s+){0,4}?"
    r"(?:President|CEO|CFO|COO|CTO|C\.E\.O|Chief\s+\w+|Executive\s+(?:Officer|Director|Vice)|Director|Managing\s+\w+|Manager|Chairman|Chairwoman|Chairperson|Secretary|Treasurer|"
    r"General\s+(?:Counsel|Manager|Partner)|Vice[\s-]+President|VP|SVP|EVP|Attorney|Authori[sz]ed\s+Signator\w+|Trustee|Sole\s+Member|Managing\s+Member|Founder|"
    r"(?:Esq|Esquire|Ph\.?D|M\.?D|CPA)\b|PRESIDENT|DIRECTOR|CHAIRMAN|SECRETARY|MANAGER|Solicitor|Notary|Officer|Sole\s+Director|Counsel|Inventor|Trustee)\b",
)
_ESQUIRE_RIGHT = re.compile(r",?\s{1,3}(?:Esq(?:uire)?|Ph\.?\s?D|M\.D|CPA|J\.D|Q\.C|K\.C)\b\.?")
_PERSON_RIGHT = re.compile(
    r",?\s{1,3}\(?(?:an?\s+(?:individual|natural\s+person|married|single|citizen|resident)|individually|residing|who\s+resides|"
    r"resident|born|aged|holder\s+of\s+passport|\(?(?:the\s+)?[\"'](?:Employee|Executive|Consultant|Guarantor|Founder|Shareholder|Director|Advisor|Artist|Author)[\"']|personally|whose\s+(?:address|e-?mail|passport)|"
    r"himself|herself|(?:his|her)\s+(?:spouse|heirs|estate|wife|husband)|is\s+(?:employed|an?\s+employee)|and\s+(?:his|her)\s)"
)


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
            and not is_place(" ".join(family))
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
    if not _COMPANY_RIGHT.match(text, run.end()):
        yield from _judged(text, segment, honorific)


_TWO_SYLLABLES = re.compile(r"([A-Z][a-z]{1,5})-([A-Za-z][a-z]{1,5})")


def _is_double_given(word: _Word) -> bool:
    """Whether *word* is a given name of two syllables with a hyphen, as Korean and Chinese ones are printed."""
    match = _TWO_SYLLABLES.fullmatch(word.text)
    return match is not None and not all(is_word(part.lower()) for part in match.groups())


_BEFORE_PLACES = frozenset("new north south east west united".split())
_SURNAMES_TOO = frozenset("park church bridge post law day young hall rivers".split())
_HARD = _OFFICES - frozenset(
    "march april may june august new general north south east west lead head chase page judge justice".split()
)
_COMPANY_RIGHT = re.compile(
    r"(?:,?\s{1,3}(?:Inc|LLC|L\.L\.C|L\.L\.P|LLP|P\.C|L\.P|LP|Ltd|Limited|Corp|Corporation|Co\.|Company|GmbH|KGaA|AG|S\.A|B\.V|N\.V|plc|PLC|&|S/A|et al)(?![\w]))|\s?[®™©]|\s?&\s?[A-Z]|'s\s+(?:Inc|Restaurant|Hospital)"
)


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
    left = text[max(0, (honorific.start if honorific else start) - 90) : honorific.start if honorific else start]
    if signed:
        if words and _SIGN_LEFT.search(left):
            yield Candidate(start, whole_end, start, end, 3, SIGNED)
        return
    if honorific is not None:
        if _addresses(proper, honorific):
            strength, reason = 3, TITLED
            yield Candidate(honorific.start, whole_end, start, end, strength, reason)
        return
    if len(words) < 2 or len(proper) + sum(w.is_initial for w in words) < 2:
        return
    likeness = _likeness(words, proper)
    if words[0].is_initial and len(words) == 2 and _LINE_START.search(left) and not _LABEL_LEFT.search(left):
        spoken = (
            likeness == 2 and _VERB_RIGHT.match(text, whole_end) is not None and text[whole_end : whole_end + 1] != "."
        )
        likeness = 2 if spoken else 0
    if _COMPANY_RIGHT.match(text, whole_end):
        return
    right = text[whole_end : whole_end + 90]
    strength, reason = _strength(left, right, likeness, words)
    if strength:
        yield Candidate(start, whole_end, start, end, strength, reason)


_LINE_START = re.compile(
    r"(?:\A|\n|[.;:]|\b(?:Exhibit|Schedule|Annex|Appendix|Section|Part|Attachment))[ \t(]*\Z", re.IGNORECASE
)


def _strength(left: str, right: str, likeness: int, words: list[_Word]) -> tuple[int, str]:
    if _SIGN_LEFT.search(left):
        return 3, SIGNED
    if likeness == 0 or _OF_PLACE_LEFT.search(left):
        return 0, ""
    if _LABEL_LEFT.search(left):
        return (3, LABELLED) if likeness >= 1 else (0, "")
    if _ESQUIRE_RIGHT.match(right):
        return 3, OFFICED
    if likeness >= 2 and (_OFFICE_RIGHT.match(right) or _SURE_ROLE.search(left) or _PERSON_RIGHT.match(right)):
        return 3, OFFICED if _OFFICE_RIGHT.match(right) else SPOKEN
    if _DETERMINED_LEFT.search(left):
        return 0, ""
    if likeness == 3:
        return 2, KNOWN
    if likeness == 1 and (_PERSON_RIGHT.match(right) or (_SURE_ROLE.search(left) and len(words) <= 4)):
        return 2, SPOKEN
    begins = _SENTENCE_START.search(left) is not None and _VERB_RIGHT.match(right) is not None
    in_prose = begins or (_PROSE_LEFT.search(left) is not None and _PROSE_RIGHT.match(right) is not None)
    if likeness == 2 and in_prose:
        return 2, HALF_KNOWN
    return (1, SEEMING) if likeness == 2 or in_prose else (0, "")


_DETERMINED_LEFT = re.compile(
    r"(?:\b(?:[Tt]he|[Aa]ny|[Aa]n?|[Ee]ach|[Ss]uch|[Aa]ll|[Nn]o|[Ii]ts|[Tt]heir|[Oo]ur|[Yy]our|[Tt]h(?:is|ese|ose)|[Oo]ther|certain|[Ee]very|both|"
    r"[Ee]ither|[Ss]aid|new)|['’]s)\s{1,3}[\"'“]?\Z"
)
_OF_PLACE_LEFT = re.compile(
    r"\b(?:Bank|University|City|County|State|Republic|Court|Department|Church|House|Port|District|Town|College|Institute|Museum|School|"
    r"Province|Kingdom|Commonwealth|Society|Association|Board|Ministry|Manufacturers|Village|Register|Companies)\s+(?:of|for)\s+(?:the\s+)?\Z"
    r"|\b(?:Group|GROUP|Grupo|GRUPO|Groupe|GROUPE)\s+\Z"
)
_SENTENCE_START = re.compile(r"(?:\A|[.;:!?]\s{1,3}|\n[ \t]{0,8})\Z")
_VERB_RIGHT = re.compile(
    r",?\s{1,3}(?:shall|may|will|must|has|have|had|is|was|agrees?|acts?|represents?|hereby|acknowledges?|signs?|owns?|holds?|"
    r"resides?|lives|works|serves?|provides?|undertakes?|warrants?|confirms?|warrants?|can|does|did|who|whose)\b|\."
)
_PROSE_LEFT = re.compile(r"[a-z,](?:\s{1,3}|\s?\()[\"'“]?\Z")
_PROSE_RIGHT = re.compile(r"[\"'”)]?,?\s{1,3}\(?[a-z]|['’]s\s+[a-z]|\)|,|;|\.(?:\s|\Z)")


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


_PLACE_STARTS = frozenset(
    "monte san santa santo sao st ste saint punta puerto port fort mount los las el bairro villa cape lake costa isla ciudad".split()
)
_MIXED_CASE = re.compile(r"^(?!Mc|Mac|De|Di|Le|La|Van|Du|Fitz|O'|D').*[a-z][A-Z]")
_GIVEN_WORDS = frozenset(
    "jack harry maria marina carol peter martin mike nick barb buddy chuck frank heather ivy jean jerry ken kitty laurel lily "
    "mack madden matt maxim melody oscar pat patty penny perry ray rob robin rod rosemary ruby sally sandy sue tommy tony troy "
    "viola wade walker warren".split()
)
"""Given names that English knows as words too, but hardly in a contract."""
_NAME_WORDS = frozenset(
    "doe smith brown miller white black green king hill hall baker young wright cook cooper long price wood ward brooks gray bell fisher "
    "stone fox hunter cross marsh porter mason carpenter shepherd knight page parks park rose berry banks bishop burns butler cole "
    "day dean field fields flowers forest frank freeman french golden gardner goodman grant graves grace hardy hart hayes holland hood "
    "horn hunt marshall mills moody moon newman noble parker parsons pope potter powers rich rivers sharp snow steel sterling "
    "summers swan taylor temple turner waters weaver webb wells west wheeler wise wolf woods york carter chambers chandler coleman "
    "drake duke farmer fletcher frost garner gates gentry harper joyce lane little love mann nash nichols oliver paul payne perry "
    "pierce pratt reed reeves roman sanders savage sawyer shields skinner stark strong sweet tanner tate terry thorn tucker tyler "
    "underwood valentine vance vaughn walker wall waller watt weeks wilder winter winters witt abbot bacon barber barker beach bird "
    "boss bowman bridges briggs buck bull bush cannon carver chase child clay crane curry dale day dyer eagle gill glover hammer "
    "hawk hawkins hopper jay judge kay lamb mercer mills moss oakes painter palmer penny piper poole pound pride reader rice robins "
    "rush sage salt sellers shaw singer smart stamp steele sutter tailor tiller usher vernon vine wade wagner ware weller".split()
)
"""Family names that English knows as words too and that are common enough to be told by the given name before them."""


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
