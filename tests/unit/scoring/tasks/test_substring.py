import pytest

from scoring.policy import POLICIES
from scoring.records import Decision, Item, Response, TargetMode, TaskType
from scoring.tasks import score_item


def decide(
    content: str | None,
    *target: str,
    reasoning: str | None = None,
    mode: TargetMode = "all",
    metadata: dict[str, bool] | None = None,
    policy: str = "final-answer-v1",
) -> Decision:
    item = Item(
        item_id="r1",
        task_type=TaskType.SUBSTRING,
        target=target,
        target_mode=mode,
        response=Response(content=content, reasoning=reasoning),
        metadata=metadata or {},
    )
    return score_item(item, POLICIES[policy])


@pytest.mark.parametrize(
    ("content", "mode", "verdict"),
    [
        ("Alpha and BETA", "all", "correct"),
        ("alpha only", "all", "incorrect"),
        ("alpha only", "any", "correct"),
        ("neither", "any", "incorrect"),
        ("<think>beta</think>alpha", "all", "incorrect"),
        ("ａｌｐｈａ be\u200bta", "all", "correct"),
    ],
)
def test_the_required_strings_must_occur_in_the_visible_text(
    content: str, mode: TargetMode, verdict: str
) -> None:
    assert decide(content, "alpha", "beta", mode=mode).verdict == verdict


def test_case_counts_where_the_item_says_so() -> None:
    assert decide("alpha", "Alpha", metadata={"case_sensitive": True}).verdict == "incorrect"
    assert decide("Alpha", "Alpha", metadata={"case_sensitive": True}).verdict == "correct"


def test_the_reasoning_is_never_searched() -> None:
    decision = decide("x", "alpha", reasoning="alpha", policy="final-answer-v1+reasoning")
    assert decision.verdict == "incorrect"


def test_strings_found_and_missing_are_told_with_their_spans() -> None:
    content = "x\r\nbeta alpha"
    decision = decide(content, "alpha", "gamma", "beta")
    assert decision.details == {"found": ["alpha", "beta"], "missing": ["gamma"]}
    found = decision.extraction.candidates
    assert [content[one.start : one.end] for one in found] == ["beta", "alpha"]
    assert (decision.extraction.span, decision.extraction.answer) == ((3, 7), None)


def test_the_sentence_counts_the_strings() -> None:
    assert decide("alpha", "alpha").explanation == "Found 1 of 1 required string in visible content."
    assert decide("alpha", "alpha", "beta").explanation == (
        "Found 1 of 2 required strings in visible content; missing: 'beta'."
    )


def test_of_many_missing_strings_five_are_named() -> None:
    assert decide("x", *"abcdefg").explanation.endswith("missing: 'a', 'b', 'c', 'd', 'e' and 2 more.")
    assert decide("x", *"abcde").explanation.endswith("missing: 'a', 'b', 'c', 'd', 'e'.")


@pytest.mark.parametrize(
    ("content", "status"),
    [(None, "no_visible_content"), (" ", "no_visible_content"), ("<think>alpha", "unclosed_thinking")],
)
def test_without_visible_text_there_is_no_answer(content: str | None, status: str) -> None:
    decision = decide(content, "alpha")
    assert (decision.verdict, decision.extraction.status) == ("no_answer", status)
    assert decision.details == {"missing": ["alpha"]}


def test_nothing_found_in_a_text_is_incorrect_and_has_no_span() -> None:
    decision = decide("x", "alpha")
    assert (decision.verdict, decision.extraction.status) == ("incorrect", "no_answer")
    assert (decision.extraction.span, decision.extraction.source) == (None, None)


@pytest.mark.parametrize("target", [(), ("",)], ids=["none", "empty"])
def test_an_item_without_required_strings_is_unscorable(target: tuple[str, ...]) -> None:
    decision = decide("x", *target)
    assert (decision.verdict, decision.problems[0].message) == (
        "unscorable",
        "expected required strings, got none",
    )
