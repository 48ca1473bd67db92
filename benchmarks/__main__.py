"""``python -m benchmarks NAME [--check]``: measure again what the documents claim."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("editing", "integrity", "prepare", "privacy", "provenance", "report", "retrieval", "structure")


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        print(f"usage: python -m benchmarks {{{','.join(NAMES)}}} [--check]", file=sys.stderr)
        return 2
    status: int = import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:])
    return status


if __name__ == "__main__":
    sys.exit(main())
