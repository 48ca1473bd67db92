"""What is said about personal data, how loud it is, and what can be done about it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from clausewright.cli import main
from clausewright.contract import Contract
from clausewright.finding import Finding, Severity
from clausewright.privacy import allowlist
from clausewright.privacy.engine import Engine
from clausewright.privacy.findings import findings
from clausewright.privacy.reading import PersonalDataReader
from clausewright.settings import PrivacySettings, Settings

TEXT = """\
This Agreement is made between Aldous Penhallow (the "Consultant") and Harbour Trading Limited.

1. Services

Aldous Penhallow works for [CLIENT NAME] with Ngozi Adebayo, born on 4 July 1990. The Consultant is paid monthly.

2. Notices

Notices go to 47 Marlowe Terrace, Bristol BS6 5QT, attention: Harriet Coldwell, h.coldwell@harbour.test.

IN WITNESS WHEREOF the parties have signed.

By: /s/ Aldous Penhallow
"""


@pytest.fixture(scope="module")
def reader() -> PersonalDataReader:
    return PersonalDataReader(Engine(language_model=False).read)


def found(reader: PersonalDataReader, text: str, **privacy: object) -> list[Finding]:
    contract = Contract.parse(text)
    return findings(contract, reader.read(contract), Settings(privacy=PrivacySettings(**privacy)))


def test_data_are_lighter_where_they_belong(reader):
    said = [(f.code, str(f.severity), TEXT[f.start : f.end]) for f in found(reader, TEXT, mode="on")]
    assert said == [
        ("CW501", "warning", "Aldous Penhallow"),
        ("CW501", "warning", "Aldous Penhallow"),
        ("CW501", "warning", "Ngozi Adebayo"),
        ("CW509", "warning", "4 July 1990"),
        ("CW502", "information", "47 Marlowe Terrace, Bristol BS6 5QT"),
        ("CW501", "information", "Harriet Coldwell"),
        ("CW503", "information", "h.coldwell@harbour.test"),
        ("CW501", "information", "Aldous Penhallow"),
    ]


def test_nothing_belongs_in_a_template(reader):
    said = found(reader, TEXT, mode="template")
    assert {f.severity for f in said} == {Severity.WARNING}
    assert all("template" in f.message for f in said)


def test_messages_say_what_and_why_but_not_the_value(reader):
    for finding in found(reader, TEXT, mode="on"):
        assert TEXT[finding.start : finding.end] not in finding.message
        assert "(" in finding.message


def test_fixes_are_a_placeholder_of_the_contracts_style_the_party_and_the_allow_list(reader):
    second = found(reader, TEXT, mode="on")[1]
    party, placeholder, allow = second.fixes
    assert [e.new_text for e in party.edits] == ["the Consultant"]
    assert [(e.start, e.end, e.new_text) for e in placeholder.edits] == [(second.start, second.end, "[NAME]")]
    assert (allow.edits, allow.setting) == ((), "privacy.allow")
    first = found(reader, TEXT, mode="on")[0]
    assert [fix.title for fix in first.fixes] == ["Replace by “[NAME]”", "Allow this value"]


def test_an_allowed_value_is_not_reported_in_any_spelling(reader):
    known = allowlist.entry("PERSON", "aldous  PENHALLOW")
    other = allowlist.entry("EMAIL_ADDRESS", "h.coldwell@harbour.test", [known])
    assert other.split(":")[1] == known.split(":")[1]
    assert "penhallow" not in known.lower()
    said = found(reader, TEXT, mode="on", allow=(known, other))
    assert {TEXT[f.start : f.end] for f in said}.isdisjoint({"Aldous Penhallow", "h.coldwell@harbour.test"})
    assert len(said) == 4


def test_settings_switch_kinds_and_severities(tmp_path, capsys):
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "clausewright.toml").write_text(
        '[privacy]\nmode = "template"\n[rules]\nCW502 = "off"\nperson-name = "error"\nCW3 = "off"\nCW4 = "off"\n'
    )
    assert main(["check", str(tmp_path), "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)["files"][0]["diagnostics"]
    assert {(d["code"], d["severity"]) for d in said} == {
        ("CW501-person-name", "error"),
        ("CW503-email-address", "warning"),
        ("CW509-date-of-birth", "warning"),
    }


def test_personal_data_are_looked_for_only_where_that_is_wanted(tmp_path, capsys):
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    main(["check", str(tmp_path), "--format", "json"])
    said = json.loads(capsys.readouterr().out)["files"][0]["diagnostics"]
    assert not [d for d in said if d["family"] == "privacy"]
    main(["inspect", str(tmp_path / "a.txt"), "--pii"])
    reading = json.loads(capsys.readouterr().out)
    spans = {(mark["start"], mark["end"]) for mark in reading["pii"]}
    assert spans == {(d["start"], d["end"]) for d in reading["diagnostics"] if d["family"] == "privacy"}
    assert {mark["type"] for mark in reading["pii"]} == {"PERSON", "LOCATION", "EMAIL_ADDRESS", "DATE_OF_BIRTH"}


def test_the_allow_command_prints_an_entry_that_the_settings_take(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Aldous Penhallow\n"))
    assert main(["allow", "person-name"]) == 0
    entry = capsys.readouterr().out.strip()
    assert Settings().merged({"privacy": {"allow": [entry]}}).problems == ()
    wrong = Settings().merged({"privacy": {"allow": ["Aldous Penhallow"]}}).problems
    assert len(wrong) == 1
    assert "Penhallow" not in wrong[0]


SCRIPT = """
import socket, sys
def barred(*args, **kwargs):
    raise SystemExit("a connection was tried")
def none(*args, **kwargs):
    raise OSError("no sockets")  # urllib3 tries one when it is imported, to see whether there is IPv6
socket.create_connection = socket.getaddrinfo = socket.socket.connect = socket.socket.connect_ex = barred
socket.socket.__init__ = none
from clausewright.cli import main
from clausewright.privacy.process import answer, request, serve
import io, os
sys.stdout = open(os.devnull, "w")
main(["check", sys.argv[1], "--pii"])
main(["redact", sys.argv[1], "--out", sys.argv[1] + ".copy", "--map", sys.argv[1] + ".map"])
said = io.StringIO()
serve([request(["Write to Ngozi Adebayo, ngozi@harbour.example"])], said)
assert len(answer(said.getvalue())[0]) == 2
sys.stdout = sys.__stdout__
status = main(["inspect", sys.argv[1], "--pii"])
loaded = [name for name in ("torch", "transformers") if sys.modules.get(name)]
sys.exit(f"loaded: {loaded}" if loaded else status)
"""


def test_nothing_opens_a_socket_or_loads_torch(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text(TEXT + "\nContact support@harbour.co.uk or Zxq Vrem of Pltk.", encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["pii"]) >= 9


def test_a_reader_keeps_what_passages_said_and_reads_edits_anew(reader):
    calls: list[str] = []
    engine = Engine(language_model=False)

    def recognise(text: str):
        calls.append(text)
        return engine.read(text)

    kept = PersonalDataReader(recognise)
    contract = Contract.parse(TEXT)
    kept.read(contract)
    first = len(calls)
    at = TEXT.index("Ngozi")
    edited = contract.edit(at, at, "old ")
    marks = kept.read(edited)
    assert len(calls) == first + 1
    assert marks == PersonalDataReader(engine.read).read(Contract.parse(edited.source.text))


def test_the_samples_hold_no_personal_data_worth_a_warning_but_the_flawed_one(reader):
    samples = Path(__file__).parent.parent.parent / "samples"
    for file in samples.rglob("*.contract.*"):
        text = file.read_text(encoding="utf-8")
        loud = [f for f in found(reader, text, mode="on") if f.severity is Severity.WARNING]
        assert [text[f.start : f.end] for f in loud if f.code not in ("CW501", "CW502")] == []
