"""Where a text is parted into blocks, and that an edit parts it as if the whole text were parted anew."""

from __future__ import annotations

import random
import time

import pytest

from clausewright.blocks import RUN, split, split_from
from clausewright.contract import Contract

WORDS = "the goods are delivered to the buyer and paid for by him in ten days of the order".split()


def run_of_lines(count: int, seed: int) -> str:
    """Lines of one paragraph that never ends: no stop, no blank line, no marker."""
    rnd = random.Random(seed)
    return "".join(f"{' '.join(rnd.choices(WORDS, k=rnd.randrange(1, 9)))} as\n" for _ in range(count))


def lines_of(block: str) -> int:
    return block.count("\n")


@pytest.mark.parametrize("count", [RUN - 1, RUN, 40 * RUN])
def test_a_run_of_lines_is_cut_where_it_gets_long(count: int):
    text = run_of_lines(count, 1)
    blocks = split(text)
    assert "".join(blocks) == text
    assert max(map(lines_of, blocks)) <= 2 * RUN
    assert all(lines_of(block) >= RUN for block in blocks[:-1])
    assert (len(blocks) == 1) == (count <= RUN)


def test_most_cuts_stay_where_a_line_is_put_in():
    text = run_of_lines(100 * RUN, 2)
    before = split(text)
    after = split(text[:100] + "\nand then\n" + text[100:])
    assert len(set(before) & set(after)) > len(before) * 0.8


def test_no_more_of_a_text_is_split_than_is_asked_for():
    text = "One line.\n\nAnother line\ngoes on.\n\n" + "The last.\n\n" * 10_000
    began = time.thread_time()
    assert next(split_from(text, text.index("Another"))) == "Another line\ngoes on.\n\n"
    one = time.thread_time() - began
    began = time.thread_time()
    assert list(split_from(text, text.index("Another"))) == split(text)[1:]
    assert one < (time.thread_time() - began) / 20


@pytest.mark.parametrize("seed", range(6))
def test_edits_of_a_run_of_lines_part_it_as_a_parse_does(seed: int):
    rnd = random.Random(seed)
    text = "1. Sale.\n\n" + run_of_lines(12 * RUN, seed) + "\n2. Price. The price is due.\n"
    if seed % 3 == 0:
        text = "x\n" * 1_500
    contract = Contract.parse(text)
    for _ in range(25):
        at = rnd.randrange(len(text) + 1)
        end = min(len(text), at + rnd.choice((0, 0, 0, 1, 40, 3_000)))
        new = rnd.choice(("", "x", "\n", "\n\n", "and so on as\n", ". (a) ", "\r", run_of_lines(2 * RUN, at)))
        text = text[:at] + new + text[end:]
        contract = contract.edit(at, end, new)
        assert [block.text for block in contract.blocks] == split(text)
