"""The page on the benchmarks, made from the results on file: ``python -m benchmarks report [--check]``.

It writes ``docs/benchmarks.md`` and its drawings. With ``--check`` nothing is written, and the exit status is 1 where
the page is not what the results say.
"""

from __future__ import annotations

import argparse
import io
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import cuad, results

PAGE = cuad.ROOT / "docs" / "benchmarks.md"
IMAGES = cuad.ROOT / "docs" / "images"
WIDTH = 120

_HEAD = """# Benchmarks

Made by `python -m benchmarks report` from `benchmarks/results`, which the benchmarks write. `python -m benchmarks
NAME --check` measures again and fails where a figure differs from the one on file.

```sh
python -m benchmarks prepare --download     # CUAD's public release, verified, for those who have no CLAUSEWRIGHT_DATA
python -m benchmarks integrity              # passages whole inside one chunk
python -m benchmarks retrieval              # clauses that answer a question
python -m benchmarks provenance             # values found again at their place
python -m benchmarks structure              # clauses, definitions and references against labels
```

**Data.** [CUAD v1](https://www.atticusprojectai.org/cuad) (The Atticus Project, CC BY 4.0): contracts filed with the
SEC in which lawyers marked passages of 41 categories. Figures are of its own test split, 102 contracts with 2,643
passages, unless another set is named. What had to be fitted was fitted outside it: the costs of cuts on 150 other
contracts (16 of the published retrieval set among them), how words and meaning are weighed in a search on 34 of
these, which words of a question are left out and what a synonym counts on 126 of these (1,125 questions), none of them
in the published set. The offsets were made again from CUAD's table of clauses, where a passage
with omissions is several; the release that `prepare` fetches has its own offsets, so its figures differ a little.

**Limits.** CUAD's texts are scanned or converted filings: lines are run together, pages are broken, words are
redacted. What a lawyer marked is one reader's choice. A category's question is worded alike for every contract, and who
listed the synonyms of law knew the categories. 258 contracts of CUAD were left out of all work, for whoever
wants to measure on contracts that nobody here has seen.
"""


def page() -> str:
    """The page's text."""
    parts = [_HEAD]
    for name, written in (
        ("integrity", _integrity),
        ("retrieval", _retrieval),
        ("provenance", _provenance),
        ("structure", _structure),
    ):
        result = results.read(name)
        if result is not None:
            parts.append("\n" + "\n".join(written(result)) + "\n")
    return "".join(parts)


def _integrity(result: results.Result) -> Iterator[str]:
    chunkers = result["chunkers"]
    sizes = list(chunkers["clausewright"])
    yield "## Passages whole inside one chunk\n"
    yield _prose(
        """
        Of the passages that could fit (at most four characters a token of the budget), how many lie inside
        one chunk; overlap 0, a token taken for four characters. In brackets the number of chunks: fewer,
        larger chunks split less.
        """
    )
    yield _row(["tokens", *chunkers])
    yield _row(["---"] * (len(chunkers) + 1))
    for size in sizes:
        cells = [f"{_percent(rows[size]['integrity'])} ({rows[size]['chunks']:,})" for rows in chunkers.values()]
        yield _row([f"{int(size):,}", *cells])
    yield "\n![Share of passages inside one chunk, by size](images/benchmark-integrity.svg)\n"
    yield "By the length of the passage, in characters (whole / that could fit):\n"
    lengths = list(chunkers["clausewright"][sizes[-1]]["by_length"])
    yield _row(["tokens", *(f"≤ {int(n):,}" for n in lengths)])
    yield _row(["---"] * (len(lengths) + 1))
    for size in sizes:
        by_length = chunkers["clausewright"][size]["by_length"]
        yield _row([f"{int(size):,}", *("{} / {}".format(*by_length[n]) if n in by_length else "" for n in lengths)])
    yield "\nWhy the others were split:\n"
    yield _row(["tokens", "reason", "passages"])
    yield _row(["---"] * 3)
    for size in sizes:
        for reason, count in sorted(Counter(e["reason"] for e in result["split"][size]).items()):
            yield _row([f"{int(size):,}", reason, str(count)])
    yield "\n<details><summary>By category, and every split passage</summary>\n"
    yield _row(["category", *(f"{int(size):,}" for size in sizes)])
    yield _row(["---"] * (len(sizes) + 1))
    for category in chunkers["clausewright"][sizes[-1]]["by_category"]:
        by_size = [chunkers["clausewright"][size]["by_category"].get(category) for size in sizes]
        yield _row([category, *("{} / {}".format(*counts) if counts else "" for counts in by_size)])
    yield ""
    yield _row(["tokens", "contract", "category", "passage", "reason"])
    yield _row(["---"] * 5)
    for size in sizes:
        for entry in result["split"][size]:
            place = f"{entry['start']}–{entry['end']}"
            yield _row([f"{int(size):,}", entry["file"], entry["category"], place, entry["reason"]])
    yield "\n</details>"


_MEASURES = ("precision@5", "recall@10", "MRR", "span coverage@5", "span recall@5", "complete grounding@5")


def _retrieval(result: results.Result) -> Iterator[str]:
    yield "## Clauses that answer a question\n"
    yield _prose(
        """
        A question of CUAD's is asked of one contract, and its passages are ranked. Passages are whole
        clauses of at most 384 tokens, as `clausewright search` has them, or windows of 1,000 characters
        that overlap by 150. By meaning: the nearest piece (at most 96 tokens) of a passage, with all-
        MiniLM-L6-v2; the window as a whole. By words: BM25 over stems, the headings over a clause counted
        twice, and words that mean the like of those asked for counted half. Words that only ask ("is there
        a clause by which a party") are left out of a question in every variant, the windows' too. Both:
        reciprocal rank fusion, or the sum of standardised scores, which is what the search does. The vector
        store is numpy; `--store qdrant` makes sure that qdrant-client ranks alike. No reranking model comes
        with a package, so none is measured.
        """
    )
    yield _prose(
        """
        Measures: precision@5 / the most that the passages permit; recall@10 of the relevant passages; the
        reciprocal rank of the first; the share of marked characters in the first five; the share of
        passages of which these hold half; whether they hold half of each. In the last column the characters
        of the first five: more text finds more.
        """
    )
    for name, part in result.items():
        yield f"### {name.capitalize()}\n"
        yield f"{part['contracts']} contracts, {part['questions']} questions, {part['spans']} marked passages.\n"
        yield _row(["variant", "passages", *_MEASURES, "characters@5"])
        yield _row(["---"] * (len(_MEASURES) + 3))
        for variant, row in part["variants"].items():
            measures = row["measures"]
            cells = [f"{measures[key]['mean']:.3f}" for key in _MEASURES]
            cells[0] += f" / {measures['precision@5 at most']['mean']:.3f}"
            yield _row([variant, f"{row['passages']:,}", *cells, f"{measures['characters@5']['mean']:,.0f}"])
        if name == "published set":
            yield _row(
                [
                    "*published: clauses, both by reciprocal ranks*",
                    "972",
                    "",
                    "0.857",
                    "0.700",
                    "0.823",
                    "",
                    "0.700",
                    "",
                ]
            )
        yield "\nDifference from windows, with its 95 % interval (bootstrap, paired by question):\n"
        yield _row(["variant", *_MEASURES[1:]])
        yield _row(["---"] * len(_MEASURES))
        for variant, row in part["variants"].items():
            if variant != "windows, meaning":
                cells = [_difference(row["measures"][key]) for key in _MEASURES[1:]]
                yield _row([variant, *cells])
        yield f"\n![Measures by variant, {name}](images/benchmark-retrieval-{name.replace(' ', '-')}.svg)\n"
    part = result.get("test split") or next(iter(result.values()))
    yield "<details><summary>By category, as searched</summary>\n"
    yield _row(["category", "questions", "recall@10", "MRR", "span coverage@5"])
    yield _row(["---"] * 5)
    for category, row in part["by_category"].items():
        cells = [f"{row[key]:.3f}" for key in ("recall@10", "MRR", "span coverage@5")]
        yield _row([category, str(row["questions"]), *cells])
    yield "\n</details>"


def _difference(measure: dict[str, Any]) -> str:
    low, high = measure["difference_interval"]
    return f"{measure['difference']:+.3f} ({low:+.3f} to {high:+.3f})"


def _provenance(result: results.Result) -> Iterator[str]:
    yield "## Values found again at their place\n"
    yield _prose(
        """
        Every marked passage is looked for as a value that some tool has extracted. Resolved: a place is
        given. Correct: the first place given is the marked one. A value that stands in the contract more
        than once is ambiguous; of these the last column counts for how many the marked place is among those
        given. Published for another tool: resolved and correct 98.9 and 97.2 % verbatim, 83.0 and 81.3 %
        collapsed, 5.6 and 3.0 % in small letters.
        """
    )
    yield _row(
        ["form", "values", "resolved", "correct", "correct, of values that stand once", "ambiguous, place given"]
    )
    yield _row(["---"] * 6)
    for form, count in result["forms"].items():
        yield _row(
            [
                form,
                f"{count['values']:,}",
                _percent(count["resolved"] / count["values"]),
                _percent(count["correct"] / count["values"]),
                f"{_percent(count['alone, correct'] / count['alone'])} of {count['alone']:,}",
                f"{count['ambiguous, marked place among those given']} of {count['ambiguous']}",
            ]
        )


def _structure(result: results.Result) -> Iterator[str]:
    readers = result["readers"]
    yield "## Structure\n"
    yield _prose(
        f"""
        {readers["clausewright"]["contracts"]} contracts labelled by hand; precision / recall. lexichunk
        gives a place to chunks alone, so what it says of clauses, terms and citations was put into the
        words of the labels (`benchmarks/peers.py`). contract-lint gives lines; its two rules on terms are on,
        though one is off by default. A dash is what a reader does not say.
        """
    )
    yield _row(["", *readers])
    yield _row(["---"] * (len(readers) + 1))
    for kind, row in readers["clausewright"].items():
        if isinstance(row, dict):
            yield _row([kind.replace("_", " "), *(_of_kind(reader, kind) for reader in readers.values())])
    labels = result["labels"]
    yield "\nThe same on contracts of CUAD labelled for this project ([sets](../benchmarks/labels/README.md)):\n"
    yield _row(["", *labels])
    yield _row(["---"] * (len(labels) + 1))
    yield _row(["contracts", *(str(row["contracts"]) for row in labels.values())])
    for kind, row in next(iter(labels.values())).items():
        if isinstance(row, dict) and kind != "pii":
            yield _row([kind.replace("_", " "), *(_of_kind(reader, kind) for reader in labels.values())])


def _of_kind(reader: results.Result, kind: str) -> str:
    row = reader[kind]
    return "–" if not row["tp"] and not row["fp"] else f"{_decimal(row['p'])} / {_decimal(row['r'])}"


def _decimal(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _prose(text: str) -> str:
    """*text* in lines of the page's width, with an empty line behind it."""
    return textwrap.fill(" ".join(text.split()), WIDTH) + "\n"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


# -- drawings ---------------------------------------------------------------------------------------------------------


def drawings() -> dict[str, str]:
    """The drawings by file name, as SVG."""
    found = {}
    integrity, retrieval = results.read("integrity"), results.read("retrieval")
    if integrity is not None:
        found["benchmark-integrity.svg"] = _integrity_drawing(integrity)
    for name, part in (retrieval or {}).items():
        found[f"benchmark-retrieval-{name.replace(' ', '-')}.svg"] = _retrieval_drawing(part)
    return found


def _integrity_drawing(result: results.Result) -> str:
    axes, figure = _axes(7, 3.6)
    for name, rows in result["chunkers"].items():
        sizes = [f"{int(size):,}" for size in rows]
        shares = [100 * row["integrity"] for row in rows.values()]
        axes.plot(sizes, shares, marker="o", label=name, linewidth=2.4 if name == "clausewright" else 1.2)
    axes.set_xlabel("tokens of a chunk, at most")
    axes.set_ylabel("passages whole, %")
    axes.legend(frameon=False)
    return _svg(figure)


def _retrieval_drawing(part: results.Result) -> str:
    axes, figure = _axes(8, 4.2)
    keys = _MEASURES[1:]
    width = 0.8 / len(part["variants"])
    for number, (variant, row) in enumerate(part["variants"].items()):
        means = [row["measures"][key]["mean"] for key in keys]
        intervals = [row["measures"][key]["interval"] for key in keys]
        below = [mean - low for mean, (low, _) in zip(means, intervals, strict=True)]
        above = [high - mean for mean, (_, high) in zip(means, intervals, strict=True)]
        places = [n + (number - (len(part["variants"]) - 1) / 2) * width for n in range(len(keys))]
        axes.bar(places, means, width, yerr=[below, above], label=variant, error_kw={"linewidth": 0.8})
    axes.set_xticks(range(len(keys)), keys)
    axes.set_ylim(0, 1)
    axes.legend(frameon=False, fontsize=7, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return _svg(figure)


def _axes(width: float, height: float) -> tuple[Any, Any]:
    import matplotlib as mpl

    mpl.use("svg")
    # Text as text, and the same file at each run.
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "clausewright", "font.size": 9})
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return axes, figure


def _svg(figure: Any) -> str:
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks report", description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 if the page is not what the results say")
    options = parser.parse_args(argv)
    if options.check:
        # Another version of matplotlib draws other paths: the drawings need only be there.
        current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page()
        missing = [name for name in drawings() if not (IMAGES / name).is_file()]
        for name in missing:
            print(f"{IMAGES / name}: is missing", file=sys.stderr)
        return 0 if current and not missing else 1
    _write(PAGE, page())
    for name, drawing in drawings().items():
        _write(IMAGES / name, drawing)
    return 0


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
