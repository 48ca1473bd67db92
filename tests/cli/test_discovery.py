"""Which files a folder stands for."""

from pathlib import Path

from clausewright.discovery import discover


def folder(root: Path, *files: str, toml: str | None = None) -> Path:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text("1. Text\n")
    if toml is not None:
        (root / "clausewright.toml").write_text(toml)
    return root


def found(root: Path, *paths: str) -> list[str]:
    return [file.relative_to(root).as_posix() for file in discover(root / path for path in paths or (".",))]


def test_a_folder_stands_for_the_texts_below_it(tmp_path):
    folder(tmp_path, "b.txt", "a.md", "sub/c.contract", "sub/D.Contract.MD", "e.docx", "f.py")
    assert found(tmp_path) == ["a.md", "b.txt", "sub/D.Contract.MD", "sub/c.contract"]


def test_hidden_files_and_folders_and_packages_are_passed_over(tmp_path):
    folder(tmp_path, ".git/a.md", "node_modules/x/a.md", "sub/node_modules/a.txt", ".hidden.md", "a.md")
    assert found(tmp_path) == ["a.md"]


def test_globs_say_which_other_texts_are_contracts(tmp_path):
    folder(tmp_path, "README.md", "notes.txt", "deals/a.md", "x.contract.md", toml='files = ["deals/**"]')
    assert found(tmp_path) == ["x.contract.md", "deals/a.md"]


def test_excluded_files_and_folders_are_passed_over_unless_named_themselves(tmp_path):
    folder(tmp_path, "a.md", "old/b.md", "draft-c.md", toml='exclude = ["old", "draft-*.md"]')
    assert found(tmp_path) == ["a.md"]
    assert found(tmp_path, "draft-c.md") == ["draft-c.md"]


def test_each_file_comes_once_and_in_the_order_asked_for(tmp_path):
    folder(tmp_path, "a.md", "b.md")
    assert found(tmp_path, "b.md", ".", "a.md") == ["b.md", "a.md"]


def test_a_named_file_may_have_any_name_or_be_missing(tmp_path):
    folder(tmp_path, "x.rst")
    assert found(tmp_path, "x.rst", "gone.md") == ["x.rst", "gone.md"]
