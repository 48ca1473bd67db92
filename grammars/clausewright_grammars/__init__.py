"""Knowledge that is data: how contracts number, cite and define, per drafting tradition."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def conventions() -> Traversable:
    """Folder of the convention files that ship with Clausewright."""
    return files(__name__) / "conventions"


def vocabulary() -> Traversable:
    """File of the words that tell terms from names and ordinary phrases."""
    return files(__name__) / "vocabulary.toml"


def privacy() -> Traversable:
    """Folder of the word lists by which personal names are told from other words."""
    return files(__name__) / "privacy"


def wording() -> Traversable:
    """File of the words that a comparison with a template takes for the same, for opposites, or for empty."""
    return files(__name__) / "wording.toml"
