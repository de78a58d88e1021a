"""Hand-made responses of every kind that scorers are known to misread, each with the wanted decision.

`extraction_cases.jsonl` holds one case a line: the response, its item (options A-D where none are
given), and `want`: the verdict, and where it matters the answer read and whether it is flagged.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.policy import POLICIES
from scoring.records import Ambiguity, Decision, Item, Response, TaskType
from scoring.tasks import score_item

_LINES = Path(__file__).with_name("extraction_cases.jsonl").read_text(encoding="utf-8").splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in _LINES]
_WITH_OPTIONS = ("choice", "multi_choice")


def decide(case: dict[str, Any]) -> Decision:
    options = case.get("options", list("ABCD")) if case["task_type"] in _WITH_OPTIONS else {}
    item = Item(
        item_id=case["id"],
        task_type=TaskType(case["task_type"]),
        options=options if isinstance(options, dict) else dict.fromkeys(options),
        target=(case["target"],),
        response=Response(content=case["content"], reasoning=case.get("reasoning")),
        allow_reasoning_fallback=case.get("allow_reasoning_fallback"),
    )
    return score_item(item, POLICIES["final-answer-v1"])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_response_that_is_often_misread_is_decided_as_the_policy_says(case: dict[str, Any]) -> None:
    decision = decide(case)
    want = case["want"]
    assert decision.verdict == want["verdict"], decision.explanation
    if "answer" in want:
        assert decision.extraction.answer == want["answer"], decision.explanation
    if "ambiguous" in want:
        assert (decision.extraction.ambiguity is not Ambiguity.NONE) == want["ambiguous"]


def test_every_span_of_a_case_lies_in_the_text_it_names() -> None:
    for case in CASES:
        found = decide(case).extraction
        for candidates, text in (
            (found.candidates, case["content"]),
            (found.reasoning_candidates, case.get("reasoning")),
        ):
            assert all(0 <= one.start <= one.end <= len(text or "") for one in candidates), case["id"]
