import pytest

from scoring import score_response
from scoring.records import Candidate, Decision, Extraction

LABELS = ["A", "B", "C", "D"]


def score(
    content: str | None, reasoning: str | None = None, *, target: str = "D", **options: str
) -> Decision:
    return score_response(content=content, reasoning=reasoning, target=target, options=LABELS, **options)


def extract(content: str | None, reasoning: str | None = None, **options: str) -> Extraction:
    return score(content, reasoning, **options).extraction


def states(candidates: tuple[Candidate, ...]) -> list[tuple[str, str]]:
    return [(one.value, one.state) for one in candidates]


@pytest.mark.parametrize(
    ("content", "reasoning", "target"),
    [
        ("FINAL: D", "I may write FINAL: A or FINAL: B.\nThe correct answer is D", "D"),
        ("FINAL: B", "FINAL: A\nwould be one way, FINAL: C\nanother.", "B"),
    ],
    ids=["joined examples in the reasoning", "two examples in the reasoning"],
)
def test_examples_in_the_reasoning_never_fail_a_visible_answer(
    content: str, reasoning: str, target: str
) -> None:
    decision = score(content, reasoning, target=target)
    found = decision.extraction
    assert (decision.verdict, found.answer, found.source) == ("correct", target, "content")
    assert (found.ambiguity, found.answer_kind) == ("none", "visible")
    assert states(found.reasoning_candidates)[:2] == [
        ("A", "example"),
        ("B" if target == "D" else "C", "example"),
    ]


def test_of_two_final_answers_the_last_one_decides_and_is_flagged() -> None:
    found = extract("FINAL: B\nFINAL: C")
    assert (found.answer, found.ambiguity, found.answer_kind) == ("C", "conflicting_finals", "conflicting")


@pytest.mark.parametrize(("target", "verdict"), [("C", "correct"), ("B", "incorrect")])
def test_a_flag_alone_neither_fails_nor_saves_an_item(target: str, verdict: str) -> None:
    assert score("FINAL: B\nFINAL: C", target=target).verdict == verdict


@pytest.mark.parametrize(
    "content", ["FINAL: A or FINAL: B", "FINAL: A or B", "FINAL: A/B", "FINAL: both A and B"]
)
def test_a_final_answer_that_names_two_labels_is_a_conflict(content: str) -> None:
    decision = score(content, target="A")
    found = decision.extraction
    assert (found.status, found.ambiguity, found.answer_kind) == (
        "conflict",
        "conflicting_value",
        "conflicting",
    )
    assert (found.answer, found.span, decision.verdict) == (None, None, "no_answer")


def test_a_label_beside_another_options_text_is_flagged() -> None:
    found = score_response(
        content="FINAL: B) Paris", target="B", options={"A": "Paris", "B": "Rome"}
    ).extraction
    assert (found.answer, found.ambiguity, found.answer_kind) == ("B", "label_text_mismatch", "visible")


def test_a_think_block_is_never_read_but_shown() -> None:
    found = extract("<think>FINAL: A</think>FINAL: D")
    assert (found.answer, found.span) == ("D", (23, 31))
    assert states(found.candidates) == [("A", "thinking"), ("D", "taken")]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (None, "no_visible_content"),
        (" \u200b\n", "no_visible_content"),
        ("<think>a</think>", "no_visible_content"),
        ("<think>FINAL: D", "unclosed_thinking"),
    ],
    ids=["none", "blank", "only thinking", "unclosed thinking"],
)
def test_without_visible_text_there_is_no_answer(content: str | None, status: str) -> None:
    decision = score(content)
    assert (decision.verdict, decision.extraction.status) == ("no_answer", status)
    assert decision.extraction.answer_kind == "no_visible_content"


def test_an_answer_that_only_the_reasoning_holds_is_told_and_not_scored() -> None:
    decision = score("", "FINAL: D")
    found = decision.extraction
    assert (decision.verdict, found.answer, found.answer_kind) == ("no_answer", None, "reasoning_only")
    assert states(found.reasoning_candidates) == [("D", "example")]


def test_the_reasoning_is_read_where_the_fallback_is_on() -> None:
    decision = score("<think>x</think>", "So FINAL: D", policy="final-answer-v1+reasoning")
    found = decision.extraction
    assert (decision.verdict, found.source, found.span) == ("correct", "reasoning", (3, 11))
    assert (found.answer_kind, found.reasoning_fallback) == ("reasoning_only", True)
    assert states(found.reasoning_candidates) == [("D", "taken")]


def test_the_fallback_is_not_used_where_there_is_visible_text() -> None:
    found = extract("I am not sure.", "FINAL: D", policy="final-answer-v1+reasoning")
    assert (found.answer, found.status, found.answer_kind) == (None, "no_answer", "none")


def test_an_undecided_reasoning_read_by_fallback_is_a_conflict() -> None:
    found = extract(None, "FINAL: A or FINAL: B", policy="final-answer-v1+reasoning")
    assert (found.status, found.answer_kind) == ("conflict", "conflicting")


def test_reasoning_without_an_answer_is_not_reasoning_only() -> None:
    assert extract("", "Let me think.").answer_kind == "no_visible_content"
    assert extract("", "  ").answer_kind == "no_visible_content"


def test_content_and_reasoning_are_never_joined() -> None:
    assert extract("FINAL:", "D").answer is None


def test_a_reply_that_is_not_cut_has_no_run_on() -> None:
    assert extract("FINAL: D").run_on is False


@pytest.mark.parametrize(
    ("content", "written"),
    [
        ("So: **FINAL:** D.", "FINAL:** D"),
        ("\r\n\r\nＦＩＮＡＬ：\u200b Ｄ", "ＦＩＮＡＬ：\u200b Ｄ"),
        ("<think>x</think>\nFINAL: D", "FINAL: D"),
        ("FINAL:\r\n\r\nD", "FINAL:\r\n\r\nD"),
        ("İİ FINAL: D", "FINAL: D"),
    ],
    ids=["decoration", "full-width", "think block", "next line", "longer in lower case"],
)
def test_the_span_holds_marker_and_value_of_the_raw_text(content: str, written: str) -> None:
    found = extract(content)
    assert found.span is not None
    assert content[slice(*found.span)] == written
