"""``make demo`` without make: watched by a headless Chromium, and served to a browser."""

from __future__ import annotations

import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from editor_harness import ROOT, SAMPLE, editor_environment, expected_findings, run_editor, running

DEMO = ["node", str(ROOT / "scripts" / "demo.mjs")]
PROFILE = str(ROOT / "build" / "demo" / "data")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_demo_tells_what_it_saw(vscode: Path, tmp_path: Path) -> None:
    screenshot = tmp_path / "demo.png"
    output = run_editor(
        [*DEMO, "--screenshot", screenshot], editor_environment(tmp_path / "home", HEADLESS="1"), seconds=200
    )

    for finding in expected_findings(SAMPLE.read_text("utf-8")):
        assert f"{finding.code}  {finding.message}" in output
    assert "33 covered · 1 deviating · 1 missing · 1 added" in output
    assert "template thirty (30) days, here sixty (60) days" in output
    assert "F12 on “clause 2.3”" in output
    assert "means an order for Products placed by the Customer" in output
    assert screenshot.read_bytes().startswith(b"\x89PNG")
    assert running(PROFILE) == []


@pytest.fixture
def served(vscode: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The demo on a machine without a VS Code and without a screen."""
    environment = editor_environment(tmp_path / "home")
    folders = environment["PATH"].split(":")
    environment["PATH"] = ":".join(folder for folder in folders if not (Path(folder) / "code").exists())
    for name in ("HEADLESS", "DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    process = subprocess.Popen(DEMO, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    yield process
    process.terminate()
    process.communicate(timeout=20)


@pytest.mark.skipif(Path("/Applications/Visual Studio Code.app").exists(), reason="would open the VS Code of this Mac")
def test_demo_serves_vscode_until_it_is_interrupted(served: subprocess.Popen[str]) -> None:
    assert served.stdout is not None
    address = next(line.strip() for line in served.stdout if "http://" in line)
    assert re.match(r"http://127\.0\.0\.1:\d+/\?tkn=\w+&folder=", address)
    # The address hands over a cookie, as a browser would keep it.
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(address, timeout=30) as page:
        assert page.status == 200

    served.send_signal(signal.SIGINT)
    assert served.wait(timeout=20) == 0
    assert running(PROFILE) == []
