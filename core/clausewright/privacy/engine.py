"""The recognisers in Presidio's frame, with or without its language model.

Presidio, spaCy, phonenumbers and stdnum are imported here, when an engine is first made, and nowhere else at import.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from clausewright.privacy.marks import LOCATION, PERSON, Mark, strongest
from clausewright.privacy.packages import MODEL_PACKAGE, MissingPackages, has_language_model, is_installed
from clausewright.privacy.recognisers import addresses, contact, national, numbers, persons
from clausewright.privacy.recognisers.names_around import MODEL
from clausewright.privacy.view import view_of

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine

LANGUAGE = "en"
STRENGTH_SCORES = {3: 0.9, 2: 0.7, 1: 0.3}
"""Score of a name by its strength; one of strength 1 is no finding unless a second sign lifts it."""

_KINDS: tuple[tuple[Callable[[str], Iterable[Mark]], str], ...] = (
    (contact.email_addresses, "EMAIL_ADDRESS"),
    (contact.phone_numbers, "PHONE_NUMBER"),
    (numbers.bank_data, "BANK_ACCOUNT"),
    (numbers.card_numbers, "CREDIT_CARD"),
    (numbers.passport_numbers, "PASSPORT_NUMBER"),
    (numbers.dates_of_birth, "DATE_OF_BIRTH"),
    (national.national_numbers, "NATIONAL_ID"),
    (addresses.postal_addresses, LOCATION),
)


class Engine:
    """Reads single passages. *language_model* adds spaCy's reading of names where the package of the model is there.

    Raises MissingPackages.
    """

    def __init__(self, *, language_model: bool = True) -> None:
        if not is_installed():
            raise MissingPackages
        self.language_model = language_model and has_language_model()
        self._analyzer = _analyzer(self.language_model)

    def read(self, text: str) -> tuple[Mark, ...]:
        """Marks on *text*, in text order; names that wait for a second sign among them, with a low score."""
        view = view_of(text)
        results = self._analyzer.analyze(text=view.text, language=LANGUAGE)
        marks = [result.recognition_metadata["mark"] for result in results]
        values = strongest([mark for mark in marks if mark.kind != PERSON])
        names = [mark for mark in marks if mark.kind == PERSON]
        out = [*values, *_without_addressed(names, values)]
        return tuple(sorted(_original(mark, view.original) for mark in out))


def _original(mark: Mark, original: Callable[[int, int], tuple[int, int]]) -> Mark:
    return Mark(*original(mark.start, mark.end), mark.kind, mark.score, mark.reason)


def _without_addressed(names: list[Mark], values: list[Mark]) -> Iterator[Mark]:
    """*names* without those that are part of another value: a street, a town, an e-mail address."""
    for name in names:
        if not any(name.overlaps(value) for value in values) or (
            name.score >= STRENGTH_SCORES[3]
            and all(value.kind == LOCATION and value.score < 0.8 for value in values if name.overlaps(value))
        ):
            yield name


@contextmanager
def _without_torch() -> Iterator[None]:
    """Keep spaCy and Presidio from importing torch and transformers, which they do where those are installed."""
    barred = [name for name in ("torch", "transformers") if name not in sys.modules]
    for name in barred:
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        for name in barred:
            sys.modules.pop(name, None)


@cache
def _analyzer(language_model: bool) -> AnalyzerEngine:
    with _without_torch():
        from presidio_analyzer import AnalyzerEngine, EntityRecognizer, RecognizerRegistry, RecognizerResult
        from presidio_analyzer.context_aware_enhancers import ContextAwareEnhancer
        from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine

        nlp = _load_model() if language_model else None

    class Recogniser(EntityRecognizer):
        """One of our recognisers as Presidio sees it."""

        def __init__(self, find: Callable[[str], Iterable[Mark]], kind: str) -> None:
            self._find = find
            super().__init__([kind], name=find.__name__, supported_language=LANGUAGE)

        def load(self) -> None:
            """There is nothing to load."""

        def analyze(self, text: str, entities: list[str], nlp_artifacts: Any) -> list[Any]:
            return [_result(mark) for mark in self._find(text)]

    class Names(Recogniser):
        """Names by structure and by what is known of words, with the language model's as a second sign."""

        def __init__(self) -> None:
            super().__init__(persons.candidates, PERSON)  # type: ignore[arg-type]

        def analyze(self, text: str, entities: list[str], nlp_artifacts: Any) -> list[Any]:
            return [_result(mark) for mark in _names(nlp_artifacts.tokens, nlp_artifacts.entities)]

    class Gated(NlpEngine):
        """Finds the candidates for names and asks the language model about passages that have an undecided one."""

        def load(self) -> None:
            """The model is loaded already."""

        def is_loaded(self) -> bool:
            return True

        def process_text(self, text: str, language: str) -> NlpArtifacts:
            found = list(persons.candidates(text))
            entities: list[Any] = []
            if nlp is not None and any(name.strength == 1 for name in found):
                entities = [(e.start_char, e.end_char) for e in nlp(text).ents if e.label_ == "PERSON"]
            return NlpArtifacts(entities, found, [], [], self, language)  # type: ignore[arg-type]

        def process_batch(self, texts: Iterable[Any], language: str, *args: Any, **kwargs: Any) -> Iterator[Any]:
            return ((text, self.process_text(text, language)) for text in texts)

        def is_stopword(self, word: str, language: str) -> bool:
            return False

        def is_punct(self, word: str, language: str) -> bool:
            return False

        def get_supported_entities(self) -> list[str]:
            return [PERSON]

        def get_supported_languages(self) -> list[str]:
            return [LANGUAGE]

    class NoContext(ContextAwareEnhancer):
        """Our recognisers look at the context themselves."""

        def __init__(self) -> None:
            super().__init__(0, 0, 0, 0)

        def enhance_using_context(self, text: str, raw_results: Any, *args: Any, **kwargs: Any) -> Any:
            return raw_results

    def _result(mark: Mark) -> Any:
        # Presidio merges results of one kind; each place keeps its own.
        return RecognizerResult(
            f"{mark.kind}", mark.start, mark.end, mark.score, recognition_metadata={"mark": mark, "at": mark.start}
        )

    registry = RecognizerRegistry(
        recognizers=[*(Recogniser(find, kind) for find, kind in _KINDS), Names()], supported_languages=[LANGUAGE]
    )
    return AnalyzerEngine(
        registry=registry,
        nlp_engine=Gated(),
        supported_languages=[LANGUAGE],
        context_aware_enhancer=NoContext(),
    )


def _names(candidates: list[persons.Candidate], entities: list[tuple[int, int]]) -> Iterator[Mark]:
    for name in candidates:
        strength, reason = name.strength, name.reason
        if strength == 1 and any(start < name.core_end and name.core_start < end for start, end in entities):
            strength, reason = 2, MODEL
        yield Mark(name.start, name.end, PERSON, STRENGTH_SCORES[strength], reason)


def _load_model() -> Any:
    """spaCy's small English model, with what finds names and no more."""
    import spacy

    return spacy.load(MODEL_PACKAGE, exclude=["tagger", "parser", "attribute_ruler", "lemmatizer", "senter"])
