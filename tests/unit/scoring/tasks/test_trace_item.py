import json
from dataclasses import replace

import pytest

from scoring.policy import POLICIES
from scoring.records import AnswerKind, Decision, Item, Response, Source, TaskType, Verdict
from scoring.tasks import score_item
from scoring.tasks.trace_item import plain

DEFAULT = POLICIES["final-answer-v1"]
ITEM = Item(
    item_id="i",
    task_type=TaskType.TRACE,
    answer_gt={"type": "integer", "value": 7},
    annotation_gt={"type": "point_set", "value": [[0, 0], [50, 50]]},
    reward_contract={"annotation": {"id": "point_set_soft_distance_v0", "type": "point_set"}},
    image_size=(1200, 900),
)


def decide(content: str | None, *, reasoning: str | None = None, **changes: object) -> Decision:
    policy = replace(DEFAULT, **changes)
    return score_item(replace(ITEM, response=Response(content=content, reasoning=reasoning)), policy)


def test_the_verdict_is_the_answer_s_and_the_score_the_overall_reward() -> None:
    decision = decide('So {"answer":7,"annotation":[[0,0]]}')
    assert (decision.verdict, decision.score) == (Verdict.CORRECT, 0.75)
    assert decision.extraction.span == (13, 14)
    assert decision.explanation == (
        "The answer equals the target; the annotation earns 0.5; the format is as wanted."
    )


def test_the_columns_of_the_audit_are_filled() -> None:
    trace = decide('{"answer":8,"annotation":[[0,0],[900,900]]}').trace
    assert trace is not None
    assert (trace.annotation_type, trace.half_life_source) == ("point_set", "image_size")
    assert trace.half_life_px == pytest.approx(52.5)
    assert (trace.answer_reward, trace.annotation_reward, trace.task_reward) == (0.0, pytest.approx(0.5), 0.0)
    assert trace.annotation_pred == [[0, 0], [900, 900]]
    assert [pair["state"] for pair in trace.pairs] == ["paired", "far"]
    assert trace.error_kinds == ("wrong_answer",)


def test_error_kinds_of_the_verifier_speak_of_the_response_as_a_whole() -> None:
    trace = decide('{"answer":7,"annotation":[[0,0],[9e9,9e9]]} ok').trace
    assert trace is not None
    assert [pair["state"] for pair in trace.pairs] == ["paired", "missing", "extra"]
    assert trace.error_kinds == ("format",)


@pytest.mark.parametrize(
    ("content", "verdict", "kind"),
    [
        ('{"answer":8}', Verdict.INCORRECT, AnswerKind.VISIBLE),
        ("prose", Verdict.NO_ANSWER, AnswerKind.NONE),
        ("7", Verdict.CORRECT, AnswerKind.VISIBLE),
        ("", Verdict.NO_ANSWER, AnswerKind.NO_VISIBLE_CONTENT),
        (None, Verdict.NO_ANSWER, AnswerKind.NO_VISIBLE_CONTENT),
    ],
    ids=repr,
)
def test_how_an_answer_was_found_is_told(content: str | None, verdict: Verdict, kind: AnswerKind) -> None:
    decision = decide(content)
    assert (decision.verdict, decision.extraction.answer_kind) == (verdict, kind)


def test_the_reasoning_is_scored_only_where_it_may_be_and_no_content_stands() -> None:
    assert decide(None, reasoning='{"answer":7}').verdict is Verdict.NO_ANSWER
    decision = decide(" ", reasoning='{"answer":7}', reasoning_fallback=True)
    assert (decision.verdict, decision.extraction.source) == (Verdict.CORRECT, Source.REASONING)
    assert decide("{}", reasoning='{"answer":7}', reasoning_fallback=True).verdict is Verdict.NO_ANSWER


def test_the_policy_s_settings_are_used() -> None:
    content = '{"answer":8,"annotation":[[0,0],[50,50]]}'
    assert decide(content, trace_formula="additive", trace_annotation_weight=1.5).score == 0.75
    assert decide(content, trace_format_weight=1.0).score == 1.0
    assert decide(content, trace_mode="answer", trace_format_weight=1.0).score == 0.0
    assert decide(content, trace_half_life_px=32.0).trace.half_life_source == "explicit"


def test_a_culprit_is_told_with_what_the_annotation_would_earn_without_it() -> None:
    decision = decide('{"answer":7,"annotation":[[0,0],"x"]}')
    assert decision.details["reward_without_culprits"] == 0.5
    assert decision.details["culprits"][0]["path"] == ["1"]
    assert "annotation_unreadable" in decision.trace.error_kinds


def test_an_item_without_a_target_is_unscorable() -> None:
    assert score_item(replace(ITEM, answer_gt=None), DEFAULT).verdict is Verdict.UNSCORABLE


def test_what_json_cannot_hold_becomes_text() -> None:
    assert plain((1, {"a": {2}})) == [1, {"a": "{2}"}]
    assert plain(float("nan")) == "'float'"
    assert plain({b"a": 1}) == "'dict'"
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert plain(deep) == "'list'"
    assert json.dumps(plain("\ud800"))


def test_a_number_too_long_to_write_out_is_a_culprit_and_no_exception() -> None:
    decision = decide(f"{{'answer': 7, 'annotation': [[0, 0], 0x{'f' * 6000}]}}")
    assert decision.details["culprits"][0]["value"] == "int, too long to write out"
    assert decision.details["reward_without_culprits"] == 0.5
