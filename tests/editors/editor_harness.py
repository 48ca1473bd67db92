"""What the tests in real editors share: expected findings, the README's set-up, running an editor to its end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from clausewright.check import check
from clausewright.contract import Contract

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "supply-agreement.contract.md"


class Finding(NamedTuple):
    """What an editor shows of a finding; the line is one-based."""

    line: int
    code: str
    message: str


def expected_findings(text: str) -> list[Finding]:
    """What the library finds in *text*, in text order."""
    contract = Contract.parse(text)
    return sorted(Finding(text.count("\n", 0, f.start) + 1, f.code, f.message) for f in check(contract))


def snippet(language: str) -> str:
    """The set-up that the README gives for an editor: its block in *language*."""
    blocks = re.findall(
        rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 1, f"the README has {len(blocks)} blocks of {language}"
    return str(blocks[0])


def editor_environment(home: Path, **more: str) -> dict[str, str]:
    """An environment with a home of its own, in which the server of this very Python is on the PATH."""
    home.mkdir(exist_ok=True)
    folders = {
        name: str(home / name.lower())
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    }
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, **folders, "HOME": str(home), "PATH": path, **more}


def run_editor(command: Sequence[str | Path], environment: dict[str, str], seconds: float) -> str:
    """Standard output of a session in an editor; fails with its standard error. Ends all that it started."""
    process = subprocess.Popen(
        list(command),
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        # Asked politely first: the driver of VS Code then ends the browser and the server that it started.
        process.terminate()
        try:
            _, errors = process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            _, errors = process.communicate()
        pytest.fail(f"{command[0]} did not finish in {seconds} s\n{errors}")
    assert process.returncode == 0, errors
    return output


def json_line(output: str) -> Any:
    """The JSON that a session printed, whatever the editor printed before it."""
    return json.loads(output[output.index("{") :])


def running(mark: str) -> list[str]:
    """Command lines of the processes that name *mark*."""
    processes = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True)
    return [line for line in processes.stdout.splitlines() if mark in line]
