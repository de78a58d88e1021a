import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.components.text_view import (
    CONFLICT,
    EXAMPLE,
    FOLD_FROM,
    KINDS,
    OTHER,
    SENT_LIMIT,
    TAKEN,
    THINKING,
    WHY,
    Mark,
    candidate_marks,
    cut,
    text_box,
)
from scoring.records import Candidate, CandidateState

SPANS = st.lists(
    st.tuples(st.integers(-5, 80), st.integers(-5, 80), st.sampled_from([TAKEN, CONFLICT, OTHER, THINKING])),
    max_size=8,
)


def mark(start: int, end: int, kind=TAKEN, id_: str = "m") -> Mark:
    return Mark(start=start, end=end, kind=kind, id=id_)


def box(text: str | None, marks=()):
    return text_box("Content", text, list(marks), box="content", identity="run:1", note="")


def parts(node, tag: str):
    found = [node] if node.tag == tag else []
    return found + [p for c in node.children if not isinstance(c, str) for p in parts(c, tag)]


@given(st.text(max_size=60), SPANS)
def test_pieces_joined_are_the_raw_text(text: str, spans) -> None:
    marks = [mark(start, end, kind, str(i)) for i, (start, end, kind) in enumerate(spans)]
    assert "".join(piece.text for piece in cut(text, marks)) == text


@given(st.text(min_size=1, max_size=40), st.integers(0, 4 * FOLD_FROM))
def test_folded_pieces_joined_are_the_raw_text(part: str, at: int) -> None:
    text = part * (3 * FOLD_FROM // len(part) + 1)
    assert "".join(piece.text for piece in cut(text, [mark(at, at + 5)])) == text


def test_a_span_counts_code_points() -> None:
    assert [p.text for p in cut("😀😀FINAL: D", [mark(2, 10)])] == ["😀😀", "FINAL: D"]


def test_where_marks_overlap_the_stronger_kind_shows() -> None:
    pieces = cut("abcdef", [mark(0, 6, OTHER, "o"), mark(2, 4, TAKEN, "t")])
    assert [(p.text, p.mark.kind.name if p.mark else None) for p in pieces] == [
        ("ab", "other"),
        ("cd", "taken"),
        ("ef", "other"),
    ]


def test_spans_outside_the_text_vanish() -> None:
    assert [(p.text, p.mark) for p in cut("abc", [mark(5, 9), mark(2, 1), mark(-4, 0)])] == [("abc", None)]


def test_a_long_unmarked_stretch_is_folded_and_the_mark_stays_in_sight() -> None:
    text = "word " * 4000 + "FINAL: D" + " word" * 4000
    pieces = cut(text, [mark(20_000, 20_008)])
    assert [p.folded for p in pieces] == [False, True, False, False, False, True, False]
    assert sum(len(p.text) for p in pieces if not p.folded) < 4000


def test_long_thinking_is_folded_like_unmarked_text() -> None:
    thinking = Mark(start=0, end=50_000, kind=THINKING)
    assert any(p.folded and p.mark == thinking for p in cut("x" * 50_000, [thinking]))


def test_a_marked_value_is_never_folded() -> None:
    assert not any(p.folded for p in cut("x" * 50_000, [mark(0, 50_000)]))


def test_a_text_cut_into_many_marks_takes_time_in_proportion() -> None:
    marks = [mark(i * 10, i * 10 + 4, OTHER, str(i)) for i in range(20_000)]
    assert len(cut("0123456789" * 20_000, marks)) == 40_000


def test_every_state_of_a_candidate_has_a_look_and_a_reason() -> None:
    assert set(KINDS) == set(WHY) == set(CandidateState)


def test_marks_of_candidates_are_named_by_their_place_in_the_list() -> None:
    candidate = Candidate(value="A", rule="final_marker", start=3, end=11, state=CandidateState.EXAMPLE)
    (found,) = candidate_marks([candidate], box="reasoning")
    assert (found.id, found.kind, found.start, found.end) == ("reasoning:0", EXAMPLE, 3, 11)
    assert found.label == "A · final_marker · in the reasoning, not scored"


def test_the_box_holds_the_text_verbatim() -> None:
    text = '<img src=x onerror="alert(1)"> **bold** ![i](http://example.com/x.png)\n\n\ttab'
    (shown,) = [n for n in parts(box(text), "div") if ("box", "content") in n.attributes]
    assert shown.text() == text


def test_what_is_folded_away_is_still_part_of_the_text_that_is_copied() -> None:
    text = "line\n" * 10_000
    (shown,) = [n for n in parts(box(text), "div") if ("box", "content") in n.attributes]
    assert shown.text() == text


def test_no_field_and_an_empty_field_are_told_apart() -> None:
    assert "the file has no such field" in box(None).text()
    assert "empty" in box("").text()


def test_a_text_beyond_the_limit_says_how_much_is_left_out() -> None:
    shown = box("x" * (SENT_LIMIT + 100_000)).text()
    assert "characters left out here" in shown
    assert len(shown) < SENT_LIMIT


def test_the_legend_names_only_what_the_text_holds() -> None:
    legend = [n for n in parts(box("FINAL: D", [mark(0, 8)]), "p") if ("class", "legend") in n.attributes]
    assert [n.text() for n in legend] == ["taken"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "the file has no such field"),
        ("", "empty"),
        (" ", "1 blank character: ␣"),
        ("\n\n\t ", "4 blank characters: ↵↵⇥␣"),
        ("\n" * 100, f"100 blank characters: {'↵' * 40} …"),
    ],
)
def test_a_text_without_a_visible_character_says_what_it_holds(text: str | None, said: str) -> None:
    assert text_box("Content", text, (), box="c", identity="i", note="").text() == f"Content{said}"
