"""Passages of contracts, and which of them answer a question."""

from __future__ import annotations

import hashlib

import pytest

from clausewright.contract import Contract
from clausewright.embedding import DIMENSIONS, Cache, Embedder
from clausewright.retrieval import Index, passages_of
from clausewright.retrieval.bm25 import Bm25
from clausewright.retrieval.index import fused
from clausewright.retrieval.question import BY_ANOTHER_WORD, Question
from clausewright.retrieval.words import stems

MILL = """MILLING AGREEMENT

1. Termination

1.1 Either party may end this agreement by thirty days' notice.

2. Insurance

2.1 The Miller shall keep the mill insured against fire and flood.

2.2 The Miller shall show the policies to the Farmer once a year.

3. Price

3.1 The Farmer pays ten crowns a sack.
"""
LEASE = "1. Rent. The tenant pays the rent each quarter.\n\n2. Cover. The tenant takes out insurance for the barn.\n"


def passages(*texts: str, tokens: int = 30):
    return [p for n, text in enumerate(texts) for p in passages_of(f"{n}.txt", Contract.parse(text), tokens)]


def test_passages_are_whole_clauses_with_their_place():
    found = passages(MILL)
    insurance = next(p for p in found if "fire" in p.text)
    assert (insurance.number, insurance.heading, insurance.path) == ("2", "Insurance", ("2 Insurance",))
    for passage in found:
        assert MILL[passage.start : passage.end] == passage.text
        assert passage.pieces
        assert all(MILL[piece.start : piece.end] == piece.text for piece in passage.pieces)


def test_every_passage_has_a_piece_that_shares_its_words():
    text = "".join(
        f"{n}. Duty. " + "The miller grinds the corn and keeps the flour dry. " * n + "\n\n" for n in range(1, 30)
    )
    for passage in passages_of("a", Contract.parse(text)):
        assert all(min(p.end, passage.end) > max(p.start, passage.start) for p in passage.pieces)


def test_stems_leave_out_grammar_and_endings():
    assert stems("Is there any termination of the Insurances?") == stems("terminate insurance") == ["termin", "insur"]


def test_bm25_prefers_rare_words_and_short_texts():
    index = Bm25([["rent", "barn"], ["rent"] * 3 + ["tree"] * 9, ["rent", "tree", "tree", "tree"], []])
    scores = index.scores({"barn": 1, "rent": 1})
    assert scores[0] == max(scores)
    assert scores[3] == 0
    assert index.scores({"rent": 1})[0] > index.scores({"rent": 1})[2]
    assert index.weight("barn") > index.weight("rent") > 0
    assert index.scores({"unknown": 1}) == [0.0] * 4
    assert index.scores({"tree": 0.5}) == pytest.approx([score / 2 for score in index.scores({"tree": 1})])


def test_bm25_by_hand():
    # idf = ln(1 + (2 - 1 + 0.5) / (1 + 0.5)); both texts have the mean length, so tf counts 2.2 * 2 / (2 + 1.2).
    assert Bm25([["a", "a"], ["b", "b"]]).scores({"a": 1}) == pytest.approx([0.6931472 * 4.4 / 3.2, 0.0])


def test_a_question_is_read_without_the_words_that_only_ask():
    question = Question.of("Is there a clause of the Contract about the counterparty's barn?")
    assert question.terms == {"barn": 1}
    assert not {"clause", "contract", "about", "counterparty"} & set(question.text.lower().replace("'", " ").split())
    assert "barn?" in question.text


@pytest.mark.parametrize("asked", ["this agreement", "Clauses", "", "??"])
def test_where_nothing_else_is_asked_all_of_it_is(asked):
    assert Question.of(asked).text == asked
    assert set(Question.of(asked).terms) >= set(stems(asked))


def test_what_is_asked_in_one_word_is_looked_for_in_those_that_contracts_use_in_its_stead():
    terms = Question.of("May the tenant sublet, and may the lessee leave?").terms
    assert (terms["tenant"], terms["lesse"]) == (1, 1)
    assert "landlord" not in terms
    terms = Question.of("Who is the tenant of the tenant?").terms
    assert (terms["tenant"], terms["lesse"]) == (2, BY_ANOTHER_WORD)


def test_the_clause_with_a_word_of_like_meaning_is_found_and_named_behind_the_one_with_the_word():
    text = "1. Barn. The lessee mends the roof of the barn.\n\n2. Yard. The tenant sweeps the yard each day.\n"
    first, second = Index(passages(text, tokens=12)).search("What does the tenant do?")
    assert (first.spot.number, second.spot.number) == ("2", "1")
    assert Index(passages(text)).search("barrister") == []


def test_questions_are_answered_by_words_alone():
    hits = Index(passages(MILL, LEASE)).search("Which insurance policies must be kept?")
    assert (hits[0].passage.name, hits[0].passage.path[0]) == ("0.txt", "2 Insurance")
    assert "1.txt" in [hit.passage.name for hit in hits]
    assert all("insur" in h.passage.text.lower() or "Insurance" in h.passage.path[0] for h in hits)
    assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)


def test_the_piece_that_answers_is_named():
    text = "1. Duties. The Miller grinds. " * 20 + "The Miller keeps the sluice gate shut at night.\n"
    (hit, *_) = Index(passages_of("a", Contract.parse(text))).search("sluice gate")
    assert "sluice" in hit.spot.text
    assert len(hit.spot.text) < len(hit.passage.text)


def test_the_clause_that_answers_is_named_where_short_ones_were_put_together():
    text = (
        "4. Secrets\n\n4.1 Each keeps secrets.\n\n5. Liability\n\n5.1 Each is liable (a) for fire, and (b) for flood.\n"
    )
    (hit, *_) = Index(passages_of("a", Contract.parse(text))).search("flood")
    assert (hit.passage.number, hit.spot.number, hit.spot.heading) == ("4", "5.1", "Liability")
    assert text[hit.spot.start : hit.spot.end].strip() == hit.spot.text
    assert hit.spot.text.startswith("5.1 Each")


def test_a_title_alone_is_no_answer():
    text = "5. Liability\n\n5.1 Nobody owes more than the price.\n\n5.2 Each bears its own costs.\n"
    (hit, *_) = Index(passages_of("a", Contract.parse(text))).search("liability")
    assert hit.spot.number == "5.1"


def test_the_headings_over_a_clause_count_when_it_is_chosen():
    text = "5. Liability\n\n5.1 Insurance. Each insures the mill.\n\n5.2 Limit. Nobody owes more than the price.\n"
    (hit, *_) = Index(passages_of("a", Contract.parse(text))).search("limit of liability")
    assert (hit.spot.number, hit.spot.path) == ("5.2", ("5 Liability", "5.2 Limit"))


def test_nothing_is_found_for_words_that_are_not_there():
    index = Index(passages(MILL))
    assert index.search("zeppelin") == []
    assert index.search("") == []
    assert Index([]).search("insurance") == []
    with pytest.raises(ValueError, match="without an embedder"):
        index.by_meaning("insurance")


def test_at_most_as_many_as_asked_for():
    assert len(Index(passages(MILL, LEASE)).search("the tenant pays the miller", 2)) == 2


def test_scores_of_two_kinds_weigh_alike():
    assert fused([1.0, 2.0, 3.0], [300.0, 200.0, 100.0]) == pytest.approx([0.0] * 3)
    assert fused([5.0], [1.0]) == [0.0]


def test_meaning_finds_what_shares_no_word(tmp_path):
    np = pytest.importorskip("numpy")

    def load():
        def encode(text: str):
            # What speaks of leaving lies in one direction, all else in one of its own.
            same = any(word in text.lower() for word in ("end this", "walk away"))
            vector = np.frombuffer(hashlib.shake_256(text.encode()).digest(DIMENSIONS), dtype=np.int8).astype(
                np.float32
            )
            vector = np.eye(1, DIMENSIONS, dtype=np.float32)[0] if same else vector
            return vector / np.linalg.norm(vector)

        return encode

    embedder = Embedder(Cache(tmp_path / "vectors"), load)
    told: list[tuple[int, int]] = []
    index = Index(passages(MILL, LEASE), embedder, lambda done, of: told.append((done, of)))
    assert told
    (first, *others) = index.search("walk away")
    assert first.passage.number == "1"
    assert len(others) + 1 == len(index.passages)
    assert index.by_meaning("walk away")[0] == pytest.approx(1.0, abs=1e-5)
