import pytest

from scoring.errors import RunFormatError
from scoring.loaders.inspect_header import read_log
from tests.unit.scoring.loaders.inspect_logs import header


def test_a_header_names_task_model_and_scorers() -> None:
    log = read_log(header(), None, None)
    assert (log.task, log.model, log.scorers, log.n_samples) == ("places", "maker/model", ("choice",), 1)
    assert "sample_ids" not in log.metadata.get("dataset", {})
    assert log.problems == ()


def test_scorers_with_several_reducers_are_one() -> None:
    scores = [{"name": "choice", "scorer": "choice", "reducer": reducer} for reducer in ("mean", "mode")]
    assert read_log(header(results={"scores": scores}), None, None).scorers == ("choice",)


def test_older_results_name_one_scorer() -> None:
    assert read_log(header(results={"scorer": {"name": "match"}}), None, None).scorers == ("match",)


def test_parameters_say_whether_numbers_are_compared_and_several_choices_right() -> None:
    results = {"scores": [{"scorer": "match", "params": {"numeric": True}}]}
    plan = {"steps": [{"solver": "multiple_choice", "params": {"multiple_correct": True}}]}
    log = read_log(header(results=results, plan=plan), None, None)
    assert log.is_numeric
    assert log.multiple_correct


def test_an_empty_header_is_no_error() -> None:
    log = read_log({}, "expected header.json, got none", None)
    assert (log.task, log.model, log.scorers) == (None, None, ())
    assert [kind for kind, _, _ in log.problems] == ["missing_header"]


def test_an_invalidated_log_is_told() -> None:
    assert [kind for kind, _, _ in read_log(header(invalidated=True), None, None).problems] == [
        "invalidated_run"
    ]


def test_a_scorer_that_the_log_does_not_have_is_refused_with_those_it_has() -> None:
    scores = [{"name": "match"}, {"name": "choice"}]
    log = header(results={"scores": scores})
    assert read_log(log, None, "choice").scorers[0] == "choice"
    with pytest.raises(RunFormatError, match=r"expected a scorer out of .*match.*, got 'nope'"):
        read_log(log, None, "nope")
    # A log without a header names none: the samples are all there is.
    assert read_log({}, "no header", "nope").scorers == ("nope",)
