"""Which findings comments and settings silence, and which they must not."""

from pathlib import Path

from clausewright.finding import Finding, Severity
from clausewright.settings import Settings
from clausewright.suppression import unsuppressed

TERM = ("CW301", "undefined-term")
REFERENCE = ("CW201", "unresolved-reference")


def left(
    text: str, *rules: tuple[str, str], path: str | None = "nda.md", settings: Settings | None = None
) -> list[str]:
    """Codes left of findings of *rules*, each on every place where *text* has an "@"."""
    places = [place for place, character in enumerate(text) if character == "@"]
    findings = [
        Finding(code, name, Severity.WARNING, place, place + 1, "message") for place in places for code, name in rules
    ]
    chosen = settings or Settings()
    return [f.code for f in unsuppressed(findings, text, chosen, Path(path) if path else None)]


def test_a_comment_alone_on_a_line_silences_the_next_written_line():
    text = "<!-- clausewright: ignore CW301 -->\n\n1. The @ is\n2. The @ is\n"
    assert left(text, TERM) == ["CW301"]


def test_a_comment_at_the_end_of_a_line_silences_that_line_only():
    text = "1. The @ is <!-- clausewright: ignore undefined-term -->\n2. The @ is\n"
    assert left(text, TERM) == ["CW301"]


def test_only_the_named_rules_are_silenced():
    text = "1. The @ <!-- clausewright: ignore CW301, CW302 -->\n"
    assert left(text, TERM, REFERENCE) == ["CW201"]
    assert left(text.replace("CW301, CW302", "CW2"), TERM, REFERENCE) == ["CW301"]


def test_a_comment_that_names_no_rule_silences_all():
    assert left("1. The @ <!-- clausewright: ignore -->\n", TERM, REFERENCE) == []


def test_comments_on_several_lines_add_up():
    text = "<!-- clausewright: ignore CW301 -->\n<!-- clausewright: ignore CW201 -->\n1. The @\n"
    assert left(text, TERM, REFERENCE) == []


def test_a_whole_file_is_silenced():
    text = "1. The @\n\n<!-- clausewright: ignore-file CW301 -->\n"
    assert left(text, TERM, REFERENCE) == ["CW201"]
    assert left("<!-- clausewright:ignore-file -->\n@", TERM, REFERENCE) == []


def test_lines_break_at_carriage_returns_too():
    assert left("<!-- clausewright: ignore CW301 -->\r1. The @\r\n2. The @", TERM) == ["CW301"]


def test_plain_text_and_texts_that_are_no_file_know_no_marks():
    text = "1. The @ <!-- clausewright: ignore CW301 -->\n"
    assert left(text, TERM, path="nda.txt") == ["CW301"]
    assert left(text, TERM, path=None) == ["CW301"]


def test_settings_silence_rules_in_the_files_they_name():
    settings = Settings(suppress=(("templates/**", ("CW3",)),), root=Path("/project"))
    assert left("@", TERM, REFERENCE, path="/project/templates/nda.txt", settings=settings) == ["CW201"]
    assert left("@", TERM, REFERENCE, path="/project/nda.txt", settings=settings) == ["CW301", "CW201"]
