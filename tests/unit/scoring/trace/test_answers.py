import math

import pytest

from scoring.trace.answers import answer_value, normalise, score_answer
from scoring.trace.values import UNREAD


@pytest.mark.parametrize(
    ("kind", "target", "pred"),
    [
        ("integer", 7, 7),
        ("integer", 7, 7.0),
        ("integer", 7, "7"),
        ("integer", 7, " 0x7 "),
        ("integer", 1, True),
        ("string", "Jun Bar", "  JUN bar"),
        ("string", "7", "7"),
        ("label", "None", "none"),
        ("label", "...", "..."),
        ("index_list", [1, 2], "1, 2"),
        ("index_list", [1, None], [1, math.nan]),
        ("mapping", {"A": 1, "b": [2.0]}, {"B": [2], "a": 1}),
        ("mapping", {"1": "x"}, {1.0: "X"}),
        ("set", {3, 1, 2}, [1, 2, 3]),
        ("option_letter", "B", "'B'"),
    ],
    ids=repr,
)
def test_an_answer_equals_its_target_after_normalisation(kind: str, target: object, pred: object) -> None:
    assert score_answer(target={"type": kind, "value": target}, pred=pred) == 1.0


@pytest.mark.parametrize(
    ("kind", "target", "pred"),
    [
        ("integer", 7, "7 apples"),
        ("integer", 9007199254740993, 9007199254740993.0),
        ("string", "7", 7),
        ("string", "Größe", "GRÖSSE"),
        ("label", "7", "7"),
        ("label", "True", "True"),
        ("null", None, "null"),
        ("index_list", [1, 2], ["1", "2"]),
        ("index_list", [1, 2], [2, 1]),
        ("set", {3, 1, 2}, [3, 1, 2]),
        ("number", 0.3, 0.30000000000000004),
    ],
    ids=repr,
)
def test_an_answer_that_differs_is_wrong(kind: str, target: object, pred: object) -> None:
    assert score_answer(target={"type": kind, "value": target}, pred=pred) == 0.0


def test_a_set_of_what_json_cannot_hold_is_wrong_and_no_exception() -> None:
    assert score_answer(target={"type": "set", "value": {1}}, pred={b"a", 1j}) == 0.0


def test_an_answer_too_deep_to_compare_is_wrong() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert score_answer(target={"type": "nested", "value": [[]]}, pred=deep) == 0.0


def test_of_keys_that_become_the_same_the_later_counts() -> None:
    assert normalise({"A": 1, " a ": 2}) == {"a": 2}


def test_a_target_without_a_value_has_none() -> None:
    assert answer_value({"type": "integer", "value": 7}) == 7
    assert answer_value({"type": "integer"}) is UNREAD
    assert answer_value([7]) is UNREAD
