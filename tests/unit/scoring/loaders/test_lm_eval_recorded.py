import math

import pytest

from scoring.loaders.lm_eval_recorded import Line, read_line, read_scores, recorded_of, sets_of_labels
from scoring.records import Verdict


def test_the_main_metric_is_one_that_gives_a_verdict() -> None:
    line = Line("none", ("x",), {"f1": 0.5, "exact_match": 0.0})
    assert [(one.scorer, one.verdict) for one in recorded_of(line, 0, decides=True)] == [
        ("exact_match,none", Verdict.INCORRECT)
    ]


def test_without_such_a_metric_the_first_number_is_the_score() -> None:
    (one,) = recorded_of(Line("none", ("x",), {"f1": [1, 0], "mae": 2.5}), 0, decides=True)
    assert (one.scorer, one.verdict, one.score) == ("mae,none", None, 2.5)


def test_corpus_metrics_alone_are_kept_as_they_are() -> None:
    (one,) = recorded_of(Line("none", ("x",), {"f1": [1, 0]}), 0, decides=True)
    assert (one.scorer, one.score, one.raw) == ("f1,none", None, {"filter": "none", "f1": [1, 0]})


def test_a_share_is_no_verdict() -> None:
    (one,) = recorded_of(Line("none", ("x",), {"acc": 0.5}), 0, decides=True)
    assert (one.verdict, one.score) == (None, 0.5)


def test_without_metrics_nothing_was_recorded() -> None:
    assert list(recorded_of(Line("none", ("x",), {}), 0, decides=True)) == []


def test_metrics_are_those_that_the_line_lists_else_every_other_field() -> None:
    record = {"doc_id": 1, "filtered_resps": ["x"], "acc": 1, "note": "n"}
    assert read_line(record, "none", generative=True).metrics == {"acc": 1, "note": "n"}
    assert read_line(record | {"metrics": ["acc"]}, "none", generative=True).metrics == {"acc": 1}


@pytest.mark.parametrize(
    ("filtered", "answers"),
    [
        (["x"], ("x",)),
        ("x", ("x",)),
        ([["x", "y"]], ("x", "y")),
        (["[invalid]"], (None,)),
        ([3], ("3",)),
        (None, ()),
    ],
)
def test_the_answers_of_a_filter(filtered, answers) -> None:
    assert read_line({"filtered_resps": filtered}, "none", generative=True).answers == answers


@pytest.mark.parametrize(
    ("resps", "read"),
    [
        ([[["-1.5", "False"]], [["-0.5", "True"]]], ([-1.5, -0.5], [False, True])),
        ([[[-1.5, False]]], ([-1.5], [False])),
        ([["text"]], None),
        ([["-12.5", "maybe"]], None),
        ([], None),
        (None, None),
    ],
)
def test_scores_are_numbers_with_a_boolean(resps, read) -> None:
    assert read_scores(resps) == read


def test_a_number_that_cannot_be_read_is_not_a_number() -> None:
    found = read_scores([[["?", "False"]]])
    assert found is not None
    assert math.isnan(found[0][0])


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([["a"], ["b", "c"]], ["f1"]),
        ([["a"], []], ["f1"]),
        ([1, 0], []),
        ([["a"]], []),
        ([["a"], [1]], []),
        (1, []),
    ],
)
def test_a_metric_may_hold_two_sets_of_labels(value, found) -> None:
    assert sets_of_labels(Line("none", ("x",), {"f1": value})) == found
