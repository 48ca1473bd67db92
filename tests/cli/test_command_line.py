"""The command as a shell runs it: what it prints where, and its exit status, on good and on bad input."""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from clausewright import cli, runner

GOOD = "1. Payment\n\n1.1 The buyer shall pay the price.\n\n1.2 Clause 1.1 survives.\n"
BROKEN = "1. Payment\n\n1.1 The buyer shall pay the price.\n\n1.2 Clause 1.1 and clause 9.4 survive.\n"


@pytest.fixture
def run(capsysbinary, tmp_path, monkeypatch):
    """Run the command in *tmp_path*: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str) -> tuple[int, str, str]:
        try:
            status = cli.main(arguments)
        except SystemExit as ended:
            status = ended.code
        captured = capsysbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return invoke


def write(name: str, text: str | bytes) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def codes(output: str) -> list[list[str]]:
    return [[d["code"] for d in file["diagnostics"]] for file in json.loads(output)["files"]]


# -- check ------------------------------------------------------------------------------------------------------------


def test_a_finding_is_printed_with_its_place_and_makes_the_status_one(run):
    status, out, err = run("check", write("a.txt", BROKEN))
    assert status == 1
    assert err == ""
    first, *_, last = out.splitlines()
    assert first.startswith("a.txt:5:20: CW201 ")
    assert "9.4" in first
    assert last.startswith("1 finding (1 ")


def test_a_contract_in_order_is_status_zero(run):
    assert run("check", write("a.txt", GOOD)) == (0, "No findings in 1 file.\n", "")


def test_json_names_code_and_span(run):
    status, out, _ = run("check", "--format", "json", write("a.txt", BROKEN))
    assert status == 1
    (file,) = json.loads(out)["files"]
    (found,) = file["diagnostics"]
    assert found["code"] == "CW201-unresolved-reference"
    assert BROKEN[found["start"] : found["end"]].lower().endswith("9.4")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_every_form_is_complete_without_findings_and_without_files(run, form):
    assert run("check", "--format", form, write("a.txt", GOOD))[0] == 0
    Path("empty").mkdir()
    status, out, err = run("check", "--format", form, "empty")
    assert status == 0
    assert "no contracts found there" in err
    if form in ("json", "sarif"):
        assert json.loads(out)


@pytest.mark.parametrize(
    ("arguments", "status", "found"),
    [
        (["--ignore", "CW201"], 0, []),
        (["--ignore", "unresolved-reference,CW1"], 0, []),
        (["--ignore", "CW2"], 0, []),
        (["--select", "CW201-unresolved-reference"], 1, ["CW201-unresolved-reference"]),
        (["--select", "CW1", "--select", "CW3"], 0, []),
        (["--select", "CW2", "--fail-on", "never"], 0, ["CW201-unresolved-reference"]),
    ],
)
def test_rules_are_chosen_on_the_command_line(run, arguments, status, found):
    given, out, _ = run("check", "--format", "json", *arguments, write("a.txt", BROKEN))
    assert (given, codes(out)) == (status, [found])


@pytest.mark.parametrize("level", ["error", "warning", "information"])
def test_fail_on_is_a_threshold(run, level):
    for severity, rank in (("error", 0), ("warning", 1), ("information", 2), ("hint", 3)):
        write("clausewright.toml", f'rules.CW201 = "{severity}"')
        os.utime("clausewright.toml", ns=(rank, rank))
        status, *_ = run("check", "--fail-on", level, write("a.txt", BROKEN))
        assert status == (1 if rank <= ["error", "warning", "information"].index(level) else 0)


@pytest.mark.parametrize("arguments", [["--select", "CW999"], ["--ignore", "no-such-rule"], ["--ignore", "C?"]])
def test_a_rule_that_does_not_exist_is_bad_usage(run, arguments):
    status, out, err = run("check", *arguments, write("a.txt", GOOD))
    assert (status, out) == (2, "")
    assert err.startswith("clausewright: command line: ")


@pytest.mark.parametrize("arguments", [[], ["check"], ["check", "--format", "xml", "a"], ["inspect"], ["frobnicate"]])
def test_bad_usage_is_status_two(run, arguments):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert "usage: clausewright" in err


def test_what_cannot_be_read_is_said_and_the_rest_is_checked(run):
    status, out, err = run("check", "--format", "json", "gone.txt", write("a.txt", BROKEN))
    assert status == 2
    assert codes(out) == [["CW201-unresolved-reference"]]
    assert err == "clausewright: gone.txt: No such file or directory\n"


def test_a_wrong_setting_is_said_and_the_rest_is_checked(run, tmp_path):
    write("clausewright.toml", 'rules.CW201 = "loud"\nignore = ["CW998"]\n')
    status, out, err = run("check", "--format", "json", write("a.txt", BROKEN), write("b.txt", GOOD))
    assert status == 2
    assert codes(out) == [["CW201-unresolved-reference"], []]
    assert sorted(line.split("toml: ")[1][:11] for line in err.splitlines()) == ["ignore: the", "rules.CW201"]


@pytest.fixture
def without_privacy_packages(monkeypatch):
    monkeypatch.setitem(sys.modules, "presidio_analyzer", None)
    runner._privacy_reader.cache_clear()


@pytest.mark.usefixtures("without_privacy_packages")
@pytest.mark.parametrize("way", ["option", "settings"])
def test_without_the_privacy_packages_the_rest_is_checked(run, way):
    if way == "settings":
        write("clausewright.toml", '[privacy]\nmode = "on"\n')
    option = ["--pii"] if way == "option" else []
    status, out, err = run("check", "--format", "json", *option, write("a.txt", BROKEN), write("b.txt", GOOD))
    assert (status, codes(out)) == (2, [["CW201-unresolved-reference"], []])
    (message,) = err.splitlines()
    assert "clausewright[privacy]" in message
    status, out, err = run("inspect", *option, "a.txt")
    assert status == 2
    assert [found["code"] for found in json.loads(out)["diagnostics"]] == ["CW201-unresolved-reference"]
    assert "pii" not in json.loads(out)
    assert "clausewright[privacy]" in err


def test_files_come_out_in_the_order_asked_for_however_many_there_are(run, monkeypatch):
    monkeypatch.setattr("clausewright.runner._WORTH_WORKERS", 0)
    names = [write(f"{number:02}.txt", BROKEN if number % 2 else GOOD) for number in range(12, 0, -1)]
    status, out, err = run("check", "--format", "json", *names[:6], "gone.txt", *names[6:])
    assert [file["file"] for file in json.loads(out)["files"]] == names
    assert [bool(found) for found in codes(out)] == [False, True] * 6
    assert (status, err) == (2, "clausewright: gone.txt: No such file or directory\n")


def test_a_baseline_leaves_only_what_is_new(run):
    write("a.txt", BROKEN)
    status, out, err = run("check", "a.txt", "--write-baseline", "known.json")
    assert (status, out, err) == (0, "", "clausewright: 1 finding written to known.json\n")
    assert "survive" not in Path("known.json").read_text()
    assert run("check", "a.txt", "--baseline", "known.json")[0] == 0
    write("a.txt", "A new line above.\n\n" + BROKEN.replace("survive", "and clause 8.8 survive"))
    status, out, _ = run("check", "a.txt", "--baseline", "known.json")
    assert status == 1
    assert ["8.8" in line for line in out.splitlines()[:-1]] == [True]
    assert run("check", "a.txt", "--baseline", "gone.json")[0] == 2


def test_a_comment_silences_a_line_in_markdown_and_nothing_in_plain_text(run):
    silenced = BROKEN.replace("survive.", "survive. <!-- clausewright: ignore CW201 -->")
    assert run("check", write("a.md", silenced))[0] == 0
    assert run("check", write("a.txt", silenced))[0] == 1


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("ignore CW999", "there is no rule “CW999”"),
        ("ignore CW201, CW999", "there is no rule “CW999”"),
        ("ignore-file cw9", "there is no rule “cw9”"),
        ("ignore unresolved-refrence", "the comment names no rule that there is"),
    ],
)
def test_a_comment_that_names_no_rule_is_said_and_the_rest_is_checked(run, comment, said):
    status, _, err = run("check", write("a.md", f"{GOOD}\n<!-- clausewright: {comment} -->\n"))
    assert status == 0
    assert err.startswith(f"clausewright: a.md:7: ignore: {said}")


@pytest.mark.parametrize("comment", ["ignore", "ignore CW3", "ignore CW201 because it was agreed", "ignore cw301"])
def test_a_comment_that_names_a_rule_is_not_spoken_of(run, comment):
    assert run("check", write("a.md", f"{GOOD}\n<!-- clausewright: {comment} -->\n"))[2] == ""
    assert run("check", write("a.txt", f"{GOOD}\n<!-- clausewright: ignore CW999 -->\n"))[2] == ""


def test_a_report_can_go_to_a_file(run):
    status, out, _ = run("check", "--format", "sarif", "--output", "out.sarif", write("a.txt", BROKEN))
    assert (status, out) == (1, "")
    assert json.loads(Path("out.sarif").read_text())["version"] == "2.1.0"
    assert run("check", "--output", "no/such/folder", "a.txt")[0] == 2


# -- inspect ----------------------------------------------------------------------------------------------------------


def test_inspect_prints_the_whole_reading(run):
    status, out, err = run("inspect", write("a.txt", BROKEN))
    reading = json.loads(out)
    assert (status, err) == (0, "")
    assert set(reading) == {
        "schema",
        "file",
        "sha256",
        "chars",
        "convention",
        "numbering",
        "clauses",
        "definitions",
        "references",
        "diagnostics",
    }
    assert (reading["schema"], reading["file"], reading["chars"]) == ("clausewright.inspect/1", "a.txt", len(BROKEN))
    assert [(c["number"], c["parent"]) for c in reading["clauses"]] == [("1", None), ("1.1", "1"), ("1.2", "1")]
    assert [(r["target"], r["status"]) for r in reading["references"]] == [("1.1", "resolved"), ("9.4", "unresolved")]
    assert [d["code"] for d in reading["diagnostics"]] == ["CW201-unresolved-reference"]


def test_inspect_prints_personal_data_where_asked(run):
    status, out, err = run("inspect", "--pii", write("a.txt", GOOD + "\nName: Tobias Lindqvist\n"))
    assert (status, err) == (0, "")
    (mark,) = json.loads(out)["pii"]
    assert (mark["type"], set(mark)) == ("PERSON", {"start", "end", "type", "score"})


def test_inspect_says_by_what_each_part_is_divided(run):
    text = (
        GOOD
        + "\nSCHEDULE 1\n\nSERVICES\n\n"
        + "".join(f"{title}: The provider shall do all that this heading says.\n\n" for title in ("Scope", "Hours"))
    )
    numbering = json.loads(run("inspect", write("a.txt", text))[1])["numbering"]
    assert numbering["evidence"] == "0 citations by section or article, 1 by clause"
    body, schedule = numbering["parts"]
    assert (body["part"], body["by"], body["fell_back"]) == ("body", "numbers", False)
    assert body["evidence"] == "2 x 1.1, 1 x 1."
    assert (schedule["part"], schedule["by"], schedule["fell_back"]) == ("Schedule 1", "headings", True)
    assert schedule["evidence"] == "no numbered clauses; 2 headings"


@pytest.mark.parametrize(("name", "said"), [("gone.txt", "No such file"), (".", "is a folder, not a file")])
def test_inspect_says_what_it_cannot_read(run, name, said):
    status, out, err = run("inspect", name)
    assert (status, out) == (2, "")
    assert said in err


# -- explain ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["CW201", "cw201", "unresolved-reference", "CW201-unresolved-reference"])
def test_explain_prints_the_page_of_a_rule(run, name):
    status, out, _ = run("explain", name)
    assert status == 0
    assert out.startswith("# CW201 unresolved-reference\n")
    for section in ("What it finds", "Why it matters", "Example", "Write instead", "What it leaves alone"):
        assert f"\n## {section}\n" in out


def test_explain_lists_the_rules(run):
    status, out, _ = run("explain")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == sorted(line.split()[0] for line in out.splitlines())
    assert "CW201  unresolved-reference" in out


@pytest.mark.parametrize("name", ["CW6", "cw6", "comparison", "Comparison"])
def test_explain_lists_the_rules_of_a_family(run, name):
    status, out, _ = run("explain", name)
    assert status == 0
    assert {line[:3] for line in out.splitlines()} == {"CW6"}
    assert len(out.splitlines()) > 2


def test_explain_offers_what_comes_close(run):
    status, out, err = run("explain", "unresolved-refrence")
    assert (status, out) == (2, "")
    assert "unresolved-reference" in err


# -- bad input --------------------------------------------------------------------------------------------------------

ODD = {
    "empty": b"",
    "blank": b"  \n\t\n ",
    "no final newline": GOOD.rstrip().encode(),
    "carriage returns": GOOD.replace("\n", "\r\n").encode(),
    "old Mac": GOOD.replace("\n", "\r").encode(),
    "byte-order mark": GOOD.encode("utf-8-sig"),
    "form feed and separators": GOOD.replace("Payment", "Pay\x0cment \u2028 and\x85").encode(),
    "beyond the basic plane": GOOD.replace("price", "𝒫rice 😀").encode(),
    "Windows-1252": GOOD.replace("price", "“price” €").encode("cp1252"),
    "UTF-16": GOOD.replace("price", "“price” €").encode("utf-16"),
    "bytes of no encoding": bytes(range(1, 256)) * 3,
    "nothing numbered": b"This is a letter. It says nothing.\n\nYours",
    "nothing but markers": b"(a)(b)(i)(ii)1.1.1. " * 50,
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD.keys())
def test_any_text_is_read(run, data):
    write("a.txt", data)
    status, out, err = run("inspect", "a.txt")
    assert status == 0
    reading = json.loads(out)
    assert all(0 <= span["start"] <= span["end"] <= reading["chars"] for span in reading["clauses"])
    status, _, err = run("check", "a.txt")
    assert status in (0, 1)
    assert "Traceback" not in err
    assert ("read as Windows-1252" in err) == (data in (ODD["Windows-1252"], ODD["bytes of no encoding"]))


def test_line_ends_and_a_byte_order_mark_change_no_finding(run):
    variants = [BROKEN.encode(), BROKEN.encode("utf-8-sig"), BROKEN.replace("\n", "\r\n").encode()]
    reports = [run("check", write("a.txt", variant))[1] for variant in variants]
    assert reports[0].startswith("a.txt:5:20: CW201 ")
    assert set(reports) == {reports[0]}


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_by_its_byte_order_mark(run, encoding):
    status, out, err = run("check", write("a.txt", ("\ufeff" + BROKEN).encode(encoding)))
    assert (status, err) == (1, "")
    assert out.startswith("a.txt:5:20: CW201 ")


def word_file() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", f"<w:document>{BROKEN}</w:document>")
    return packed.getvalue()


def packed_file() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("content.xml", BROKEN)
    return packed.getvalue()


NO_TEXT = {
    "a Word file": word_file(),
    "a packed file": packed_file(),
    "a PDF file": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
    "a binary file": BROKEN.encode() + b"\0" * 8,
}


@pytest.mark.parametrize(("kind", "data"), NO_TEXT.items(), ids=NO_TEXT.keys())
@pytest.mark.parametrize(
    "arguments",
    [
        ("inspect", "a.txt"),
        ("chunk", "a.txt", "--max-tokens", "100"),
        ("locate", "a.txt", "--quote", "clause"),
        ("compare", "a.txt", "--reference", "good.txt", "--words-only"),
        ("compare", "good.txt", "--reference", "a.txt", "--words-only"),
        ("redact", "a.txt", "--out", "copy.txt"),
        ("search", "payment", "a.txt", "--words-only"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_is_no_text_is_refused(run, kind, data, arguments):
    write("a.txt", data)
    write("good.txt", GOOD)
    status, _, err = run(*arguments)
    assert status == 2
    assert f"a.txt: is {kind}" in err
    assert "not text" in err
    assert not Path("copy.txt").exists()


@pytest.mark.parametrize(("kind", "data"), NO_TEXT.items(), ids=NO_TEXT.keys())
def test_what_is_no_text_is_said_and_the_rest_is_checked(run, monkeypatch, kind, data):
    status, out, err = run("check", "--format", "json", write("a.txt", data), write("b.txt", BROKEN))
    assert (status, codes(out)) == (2, [["CW201-unresolved-reference"]])
    assert f"a.txt: is {kind}" in err
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    status, out, err = run("check", "-", "--stdin-filename", "c.txt")
    assert (status, out) == (2, "No file was checked.\n")
    assert f"c.txt: is {kind}" in err


@pytest.mark.slow
def test_ten_megabytes_are_read(run):
    clause = "{n}. Clause {n}\n\n{n}.1 The supplier shall supply, subject to clause {n}.2, what clause {n}.1 says.\n\n"
    text = "".join(clause.format(n=n) for n in range(1, 100_000))[: 10 * 1024 * 1024]
    status, out, _ = run("check", "--format", "json", write("a.txt", text))
    assert status in (0, 1)
    assert json.loads(out)["files"][0]["file"] == "a.txt"


# -- as a process -----------------------------------------------------------------------------------------------------


def shell(*arguments: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "clausewright.cli", *arguments], capture_output=True, **options)


def test_standard_input_is_checked_under_the_name_given(tmp_path):
    (tmp_path / "clausewright.toml").write_text('[suppress]\n"draft.md" = ["CW201"]')
    ended = shell("check", "-", input=BROKEN.encode(), cwd=tmp_path)
    assert (ended.returncode, ended.stdout[:20]) == (1, b"<stdin>:5:20: CW201 ")
    ended = shell("check", "-", "--stdin-filename", "draft.md", input=BROKEN.encode(), cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, b"")
    ended = shell("inspect", "-", input=GOOD.encode(), cwd=tmp_path)
    assert json.loads(ended.stdout)["file"] == "<stdin>"


def test_a_reader_that_goes_away_is_no_fault(tmp_path):
    (tmp_path / "a.txt").write_text(GOOD * 500)
    command = f"{sys.executable} -m clausewright.cli inspect a.txt | head -c 10"
    ended = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], cwd=tmp_path, capture_output=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b'{"schema":', b"")


def test_help_and_version_are_printed():
    for arguments in (["--help"], ["check", "--help"], ["inspect", "--help"], ["--version"]):
        ended = shell(*arguments)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert b"clausewright" in ended.stdout


def test_serve_is_the_language_server():
    ended = shell("serve", "--help")
    assert ended.returncode == 0
    assert b"language server" in ended.stdout


def test_a_check_imports_no_server_and_no_heavy_package(tmp_path):
    (tmp_path / "a.txt").write_text(GOOD)
    program = (
        "import sys; from clausewright.cli import main; main(['check', 'a.txt']);"
        "print(sorted({'pygls', 'lsprotocol', 'torch', 'spacy', 'numpy'} & set(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert ended.stdout.splitlines()[-1] == "[]"
