import math

import pytest

from scoring.loaders.fields import Fields
from scoring.loaders.inspect_scores import read_scores
from scoring.records import Recorded, Verdict


def read(value: object, *names: str) -> tuple[Recorded, ...]:
    return read_scores(Fields({"scores": value}, key=None, index=0), names)


@pytest.mark.parametrize(
    ("value", "verdict", "score"),
    [
        ("C", Verdict.CORRECT, 1.0),
        ("I", Verdict.INCORRECT, 0.0),
        ("P", Verdict.INCORRECT, 0.5),
        ("N", Verdict.INCORRECT, 0.0),
        (True, Verdict.CORRECT, 1.0),
        (0, Verdict.INCORRECT, 0.0),
        ("1", Verdict.CORRECT, 1.0),
        (0.7, None, 0.7),
        ("NaN", None, None),
        (math.nan, None, None),
        (None, None, None),
        ([1, 0], None, None),
        ("weird", None, None),
    ],
)
def test_every_shape_of_a_value_is_read(value: object, verdict: Verdict | None, score: float | None) -> None:
    (one,) = read({"s": {"value": value}})
    assert (one.verdict, one.score) == (verdict, score)


def test_several_values_of_one_scorer_are_scores_of_their_own() -> None:
    found = read({"s": {"value": {"a": 1, "b": "I"}, "answer": "x"}})
    assert [(one.scorer, one.verdict) for one in found] == [
        ("s/a", Verdict.CORRECT),
        ("s/b", Verdict.INCORRECT),
    ]


def test_an_edit_stands_beside_the_original_with_who_and_why() -> None:
    score = {
        "value": "C",
        "answer": "B",
        "history": [
            {"value": "I", "answer": "A", "explanation": "first"},
            {
                "value": "C",
                "answer": "B",
                "explanation": "UNCHANGED",
                "provenance": {"author": "someone", "reason": "misread"},
            },
        ],
    }
    original, edited = read({"s": score})
    assert (original.scorer, original.verdict, original.answer) == ("s", Verdict.INCORRECT, "A")
    assert (edited.scorer, edited.verdict, edited.answer) == ("s (edited)", Verdict.CORRECT, "B")
    assert edited.method == "edited by someone: misread"
    assert original.raw == score


def test_an_unchanged_answer_of_an_edit_is_the_one_before() -> None:
    edit = {"value": "I", "answer": "UNCHANGED"}
    _, edited = read({"s": {"history": [{"value": "C", "answer": "A"}, edit]}})
    assert (edited.answer, edited.verdict) == ("A", Verdict.INCORRECT)


def test_scorers_come_by_name_and_not_by_place() -> None:
    scores = {"c": {"value": 1}, "a": {"value": 0}, "b": {"value": 1}}
    assert [one.scorer for one in read(scores, "b", "a")] == ["b", "a", "c"]


def test_the_one_score_of_an_older_log_is_read() -> None:
    fields = Fields({"score": {"value": "C", "answer": ""}}, key=None, index=0)
    (one,) = read_scores(fields, ("match",))
    assert (one.scorer, one.verdict, one.answer) == ("match", Verdict.CORRECT, None)


@pytest.mark.parametrize("value", [None, {}, [], "x", {"s": None}])
def test_an_unscored_sample_has_no_score(value: object) -> None:
    assert read(value) == ()
