"""A contract compared with the reference template that its settings name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from clausewright.comparison.compare import Comparison, Embedder, Note, Progress, compare
from clausewright.contract import Contract
from clausewright.deviations.compared import Compared, Unusable
from clausewright.deviations.template import Template, TemplateError, template_of
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
        template = template_of(settings, path)
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
    """By meaning with *embedder*; by words alone without one, or where it fails, of which *note* is told."""
    if embedder is not None:
        try:
            return compare(contract, template, embedder, progress=progress)
        except EmbeddingError as error:
            note(str(error))
    return compare(contract, template)


def with_template(contract: Contract, template: Template, comparison: Comparison) -> Compared | Unusable:
    """What *comparison* of the two comes to."""
    if Note.EMPTY_REFERENCE in comparison.notes:
        return Unusable(f"The reference template “{template.name}” has no clauses to compare with.")
    return Compared(template, contract.source.text, comparison)
