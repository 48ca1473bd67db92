"""What holds of the whole repository: floors of the core, current generated pages, links that lead somewhere."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "clausewright"

# A module imports from floors below its own, or from its own package. docs/architecture.md says what each is for.
FLOORS = {
    0: "lazy equivalents shifts turns numerals",
    1: "anchors verbatim wording text quotations finding sentences blocks convention vocabulary embedding designators",
    2: "settings phrases relations instruments listing rule forms headings",
    3: "suppression discovery report citations markers definitions drafting",
    4: "reading baseline stacks",
    5: "context enumerations voting",
    6: "search",
    7: "clauses parts",
    8: "nearest terms",
    9: "resolver",
    10: "references",
    11: "carry identity defining",
    12: "contract",
    13: "terminology",
    14: "rules privacy views edits chunking comparison",
    15: "deviations retrieval",
    16: "check catalogue inspection",
    17: "explain",
    18: "runner schema",
    19: "commands",
    20: "cli",
}
FLOOR = {room: floor for floor, rooms in FLOORS.items() for room in rooms.split()}


def core_modules() -> list[Path]:
    return sorted(CORE.rglob("*.py"))


def room_of(file: Path) -> str:
    return file.relative_to(CORE).with_suffix("").parts[0]


def imports(file: Path) -> Iterator[str]:
    """Dotted names of everything that *file* imports, inside functions too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("file", core_modules(), ids=lambda file: file.relative_to(CORE).as_posix())
def test_a_core_module_imports_downward_only(file):
    room = room_of(file)
    if room == "__init__":
        assert list(imports(file)) == []
        return
    assert room in FLOOR, f"give {room} a floor in this table and in docs/architecture.md"
    for name in imports(file):
        package, *inner = name.split(".")
        if package != "clausewright":
            continue
        assert inner[0] == room or FLOOR[inner[0]] < FLOOR[room], f"{room} imports {inner[0]}, which is not below it"


def test_the_core_knows_nothing_of_the_protocol():
    found = {
        (file.name, name)
        for file in core_modules()
        for name in imports(file)
        if name.split(".")[0] in {"pygls", "lsprotocol", "clausewright_server"}
    }
    # `clausewright serve` hands over to the server; nothing else may.
    assert found == {("cli.py", "clausewright_server.main.main")}


def test_grammars_know_nothing_of_core_and_server():
    for file in (ROOT / "grammars").rglob("*.py"):
        assert not [name for name in imports(file) if name.startswith(("clausewright.", "clausewright_server"))]


def tracked() -> list[Path]:
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_names_a_place_on_somebodys_machine():
    places = re.compile("|".join(["/" + "work/(?:main|shared)", "/" + "root/", "/" + "tmp/bash"]))
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in places.finditer(text)]
    assert found == []


def test_the_lock_file_names_the_public_registry_only():
    lock = ROOT / "package-lock.json"
    if not lock.exists():
        pytest.skip("no package-lock.json yet")
    resolved = [entry.get("resolved") for entry in json.loads(lock.read_text())["packages"].values()]
    hosts = {url.split("/")[2] for url in resolved if url and url.startswith("http")}
    assert hosts <= {"registry.npmjs.org"}


_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


@pytest.mark.parametrize(
    "file",
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda file: file.relative_to(ROOT).as_posix(),
)
def test_links_between_pages_lead_somewhere(file):
    links = [link for link in _LINK.findall(file.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (file.parent / link).exists()] == []


def test_the_rule_pages_are_current():
    from clausewright import explain

    assert explain.main(["--check", "--root", str(ROOT)]) == 0, "run `make pages`"


def test_the_schema_of_the_settings_is_current():
    from clausewright import schema

    committed = (ROOT / "docs" / "clausewright.schema.json").read_text(encoding="utf-8")
    assert committed == schema.rendered(), "run `make pages`"


def test_no_two_test_files_share_a_name():
    """pytest imports them by name, so that a second one ends the whole run."""
    names = [file.name for file in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)
