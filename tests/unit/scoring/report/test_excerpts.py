import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.records import Candidate, CandidateState
from scoring.report.blocks import Excerpt, Gap, Piece
from scoring.report.excerpts import TAKEN, UNREAD, WHOLE, Mark, build_excerpt, candidate_marks


def n_characters(excerpt: Excerpt) -> int:
    return sum(part.n if isinstance(part, Gap) else len(part.text) for part in excerpt.pieces)


def marked(excerpt: Excerpt) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in excerpt.pieces if isinstance(one, Piece) and one.kind]


def test_a_short_text_is_shown_whole_with_its_value_marked() -> None:
    excerpt = build_excerpt("Content", "So FINAL: D then", [Mark(3, 11, TAKEN)])
    assert excerpt.pieces == (Piece(text="So "), Piece(text="FINAL: D", kind=TAKEN), Piece(text=" then"))


def test_a_long_text_is_cut_around_its_value() -> None:
    text = "x" * 100_000 + "FINAL: D" + "y" * 100_000
    excerpt = build_excerpt("Content", text, [Mark(100_000, 100_008, TAKEN)])
    assert marked(excerpt) == [(TAKEN, "FINAL: D")]
    assert [one.n for one in excerpt.pieces if isinstance(one, Gap)] == [99_760, 99_760]


def test_a_long_text_without_a_value_is_shown_by_its_beginning_and_its_end() -> None:
    excerpt = build_excerpt("Content", f"start {'x ' * 5_000} end", [])
    assert [type(part) for part in excerpt.pieces] == [Piece, Gap, Piece]
    assert excerpt.pieces[0].text.startswith("start")
    assert excerpt.pieces[-1].text.endswith("end")


def test_the_taken_value_is_shown_though_many_others_stand_before_it() -> None:
    text = "FINAL: A " * 1_000 + "FINAL: D"
    marks = [Mark(9 * i, 9 * i + 8, UNREAD) for i in range(1_000)] + [Mark(9_000, 9_008, TAKEN)]
    excerpt = build_excerpt("Content", text, marks)
    assert marked(excerpt)[-1] == (TAKEN, "FINAL: D")
    assert "more marked in what is left out" in excerpt.note


def test_a_text_that_the_file_lacks_differs_from_an_empty_one() -> None:
    assert build_excerpt("Content", None, []).note == "no such field in the file"
    assert build_excerpt("Content", "", []).note == "empty"


def test_values_that_are_no_answers_are_not_marked() -> None:
    found = [Candidate(value="x", rule="r", start=0, end=1, state=state) for state in CandidateState]
    kinds = {mark.kind for mark in candidate_marks(found)}
    assert kinds == {"taken", "other", "unread"}
    assert len(candidate_marks(found)) == len(CandidateState) - 3


SPANS = st.tuples(
    st.integers(-5, 3_000), st.integers(-5, 3_000), st.sampled_from(["taken", "other", "unread"])
)


@given(st.text(max_size=3_000), st.lists(SPANS, max_size=12))
def test_what_is_shown_and_what_is_left_out_sum_to_the_text(text: str, spans: list[tuple]) -> None:
    excerpt = build_excerpt("Content", text, [Mark(*span) for span in spans])
    assert n_characters(excerpt) == len(text)


@given(st.integers(0, 30_000), st.integers(0, 30_000), st.lists(SPANS, max_size=12))
def test_shown_parts_stand_in_the_text_in_their_order(before: int, after: int, spans: list[tuple]) -> None:
    text = "".join(chr(0x4E00 + i % 20_000) for i in range(before + after))
    at = 0
    for part in build_excerpt("Content", text, [Mark(*span) for span in spans]).pieces:
        end = at + (part.n if isinstance(part, Gap) else len(part.text))
        assert isinstance(part, Gap) or part.text == text[at:end]
        at = end


@pytest.mark.parametrize("n", [WHOLE, WHOLE + 1])
def test_only_texts_beyond_the_limit_are_cut(n: int) -> None:
    is_cut = any(isinstance(part, Gap) for part in build_excerpt("Content", "x" * n, []).pieces)
    assert is_cut == (n > WHOLE)
