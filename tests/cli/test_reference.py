"""``clausewright check`` with a reference template: switched on by settings or an option, in every form of report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clausewright import cli

TEMPLATE = """1. FEES

1.1 The buyer shall pay each invoice within 30 days of receiving it.

1.2 A sum that is overdue under clause 1.1 bears interest at 4% a year.

2. TERM

2.1 Either party may terminate this agreement on 60 days' written notice to the other party.

2.2 The seller shall keep a log of every fault and show it to the buyer on request.
"""

pytestmark = pytest.mark.slow
"""The language model is loaded where it is installed."""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("template.txt").write_text(TEMPLATE, encoding="utf-8")
    Path("a.contract.txt").write_text(TEMPLATE.replace("30 days", "90 days"), encoding="utf-8")

    def invoke(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(arguments)
        return status, *capsys.readouterr()

    return invoke


def test_the_option_names_a_template_and_the_report_its_file(run, tmp_path):
    status, out, err = run("check", "a.contract.txt", "--reference", "template.txt")
    assert (status, err) == (1, "")
    first, second, _ = out.splitlines()
    assert first.startswith("a.contract.txt:3:45: CW601 warning ")
    assert "template 30 days, here 90 days (template 1.1)" in first
    assert second.startswith("    template.txt:3:1: ")

    _, out, _ = run("check", "a.contract.txt", "--reference", "template.txt", "--format", "json")
    (diagnostic,) = json.loads(out)["files"][0]["diagnostics"]
    assert (diagnostic["family"], diagnostic["related"][0]["file"]) == ("comparison", "template.txt")

    _, out, _ = run("check", "a.contract.txt", "--reference", "template.txt", "--format", "sarif")
    (result,) = json.loads(out)["runs"][0]["results"]
    place = result["relatedLocations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "template.txt"}
    assert place["region"]["startLine"] == 3


def test_the_settings_name_a_template_and_without_one_nothing_is_compared(run):
    assert run("check", "a.contract.txt")[0] == 0
    Path("clausewright.toml").write_text('[reference]\ntemplate = "template.txt"\n', encoding="utf-8")
    status, out, _ = run("check", "a.contract.txt")
    assert (status, "CW601" in out) == (1, True)
    status, out, _ = run("check", "a.contract.txt", "--ignore", "CW6")
    assert status == 0


def test_a_comparison_takes_the_template_of_the_settings(run):
    status, _, err = run("compare", "a.contract.txt", "--words-only")
    assert (status, "the settings name no template" in err) == (2, True)
    Path("clausewright.toml").write_text('[reference]\ntemplate = "template.txt"\n', encoding="utf-8")
    by_settings = run("compare", "a.contract.txt", "--words-only")
    assert by_settings == run("compare", "a.contract.txt", "--words-only", "--reference", "template.txt")
    assert by_settings[0] == 1


def test_a_template_that_is_not_there_leaves_the_other_findings_as_they_are(run):
    Path("a.contract.txt").write_text(TEMPLATE + "\n2.3 Clause 9.9 applies.\n", encoding="utf-8")
    status, out, err = run("check", "a.contract.txt", "--reference", "gone.txt")
    assert (status, err) == (1, "")
    assert [line.split()[1] for line in out.splitlines()[:-1]] == ["CW604", "CW201"]
    assert "“gone.txt” was not found" in out


BARRED = """
import sys

class Barred(Exception):
    pass

def refuse(*_args, **_kwargs):
    raise Barred("a socket was to be opened")

def audit(event, _args):
    if event in ("socket.__new__", "socket.connect", "socket.getaddrinfo"):
        refuse()

sys.addaudithook(audit)
"""


def test_a_whole_comparison_opens_no_socket(run, tmp_path):
    """Sockets are barred in every Python process by the module that the interpreter imports at its start."""
    (tmp_path / "bar").mkdir()
    (tmp_path / "bar" / "sitecustomize.py").write_text(BARRED, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path / "bar"), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    tried = subprocess.run(
        [sys.executable, "-c", "import socket; socket.socket()"], env=environment, capture_output=True, text=True
    )
    assert "Barred" in tried.stderr
    done = subprocess.run(
        [sys.executable, "-m", "clausewright.cli", "check", "a.contract.txt", "--reference", "template.txt"],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "template 30 days, here 90 days" in done.stdout
