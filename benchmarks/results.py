"""Results on file: written by a run, compared with a fresh one by ``--check``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results"
TOLERANCE = 0.005
"""Shares may differ by this: another processor adds up a vector's last digits in another order."""

Result = dict[str, Any]


def read(name: str) -> Result | None:
    """The result on file of benchmark *name*, or None."""
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def settle(name: str, fresh: Result, check: bool) -> int:
    """Write *fresh*, or with *check* compare it with what is on file; the exit status."""
    if not check:
        FOLDER.mkdir(exist_ok=True)
        text = json.dumps(fresh, ensure_ascii=False, indent=1)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        return 0
    differences = list(compared(read(name), json.loads(json.dumps(fresh)), name))
    for difference in differences[:20]:
        print(difference, file=sys.stderr)
    return 1 if differences else 0


def compared(on_file: Any, fresh: Any, where: str) -> list[str]:
    """What differs between two results, a line each."""
    if isinstance(on_file, dict) and isinstance(fresh, dict):
        keys = sorted({*on_file, *fresh})
        return [line for key in keys for line in compared(on_file.get(key), fresh.get(key), f"{where}.{key}")]
    if isinstance(on_file, list) and isinstance(fresh, list) and len(on_file) == len(fresh):
        pairs = enumerate(zip(on_file, fresh, strict=True))
        return [line for n, (one, other) in pairs for line in compared(one, other, f"{where}[{n}]")]
    if isinstance(on_file, float) and isinstance(fresh, (int, float)) and abs(on_file - fresh) <= TOLERANCE:
        return []
    return [] if on_file == fresh else [f"{where}: {_short(on_file)} on file, {_short(fresh)} now"]


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 80 else f"{text[:77]}..."
