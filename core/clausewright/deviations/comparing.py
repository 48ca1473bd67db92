"""A contract compared with the reference template that its settings name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from clausewright.comparison.compare import compare
from clausewright.comparison.pairing import Embedder, Progress
from clausewright.comparison.results import Comparison
from clausewright.contract import Contract
from clausewright.deviations.compared import Compared, Unusable, with_template
from clausewright.deviations.results import Results
from clausewright.deviations.template import TemplateError, template_of
from clausewright.embedding import EmbeddingError
from clausewright.settings import Settings


def compared_with_template(
    contract: Contract,
    path: Path,
    settings: Settings,
    embedder: Embedder | None,
    *,
    note: Callable[[str], None],
) -> Compared | Unusable | None:
    """*contract*, whose file is at *path*, with its template; None where *settings* name none.

    A language model that turns out to be damaged is told by *note*, and words alone decide.
    """
    try:
        template = template_of(settings, path, len(contract.source.text))
    except TemplateError as error:
        return Unusable(str(error))
    if template is None:
        return None
    return with_template(contract, template, comparison_of(contract, template.contract, embedder, note=note))


def comparison_of(
    contract: Contract,
    template: Contract,
    embedder: Embedder | None,
    *,
    note: Callable[[str], None],
    progress: Progress | None = None,
) -> Comparison:
    """By meaning with *embedder*; by words alone without one, or where it fails, of which *note* is told.

    One that was made before is looked up, and one that is made is kept.
    """
    results = Results()
    if (known := results.read(contract, template, by_meaning=embedder is not None)) is not None:
        return known
    if embedder is not None:
        try:
            found = compare(contract, template, embedder, progress=progress)
        except EmbeddingError as error:
            note(str(error))
            return compare(contract, template)
    else:
        found = compare(contract, template)
    results.write(contract, template, found, by_meaning=embedder is not None)
    return found
