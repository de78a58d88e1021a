"""The bundled sample run says what MANIFEST.json says it does: counts by plain Python, no scorer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "sample_runs" / "native_reasoning_audit"
NAMED = {"reasoning_mmlu_015": "D", "reasoning_mmlu_pro_019": "B", "reasoning_mmlu_030": "B"}
MARKER = re.compile(r"(?:FINAL|Final answer|Answer)\s*:\s*[\"'`*(]*([A-J])\b(?:\s+or\s+([A-J])\b)?")

Task = dict[str, Any]


def read_lane(name: str) -> dict[str, Any]:
    lane: dict[str, Any] = json.loads((SAMPLE / f"lane_{name}.json").read_text(encoding="utf-8"))
    return lane


A, B = read_lane("a"), read_lane("b")
BOTH = [*A["tasks"], *B["tasks"]]
LANES = pytest.mark.parametrize("lane", [A, B], ids=["lane A", "lane B"])


def marker_labels(task: Task) -> set[str]:
    """Return the labels after markers in content and reasoning together."""
    texts = (task["raw_content"] or "", task["raw_reasoning"] or "")
    return {label for text in texts for pair in MARKER.findall(text) for label in pair if label}


def inconsistent(lane: dict[str, Any]) -> list[Task]:
    """Return the tasks recorded incorrect although the extracted answer is the expected one."""
    return [
        task
        for task in lane["tasks"]
        if not task["correct"] and task["extracted_final_answer"] == task["expected_answer"]
    ]


def sentence_frames(text: str) -> set[str]:
    """Return the sentences with quotations, numbers, capitalised words and single letters blanked."""
    frames = set()
    for sentence in re.split(r"[.!?。！？…;]+(?:\s|$)|\n", text):
        frame = re.sub(r"\"[^\"]*\"|“[^”]*”|„[^“]*“|«[^»]*»", "_", sentence)
        frame = re.sub(r"\b[A-ZÀ-Ý]\w*|\b\w\b|[\d.,]*\d", "_", frame)
        frame = re.sub(r"[\W_]+", " ", frame).strip()
        if frame:
            frames.add(frame)
    return frames


@LANES
def test_each_lane_holds_the_same_210_items_with_the_same_options_and_targets(lane: dict[str, Any]) -> None:
    fields = ("task_id", "category", "kind", "prompt", "options", "expected_answer")
    shown = [[task.get(name) for name in fields] for task in lane["tasks"]]
    assert shown == [[task.get(name) for name in fields] for task in A["tasks"]]
    assert len({task["task_id"] for task in lane["tasks"]}) == 210


def test_all_prompts_differ() -> None:
    assert len({task["prompt"] for task in A["tasks"]}) == 210


@pytest.mark.parametrize(("lane", "correct"), [(A, 184), (B, 188)], ids=["lane A", "lane B"])
def test_recorded_totals_are_those_of_the_report(lane: dict[str, Any], correct: int) -> None:
    assert sum(task["correct"] for task in lane["tasks"]) == lane["summary"]["correct"] == correct


def test_lane_a_is_flagged_nowhere() -> None:
    assert not [task for task in A["tasks"] if task["ambiguity_flag"]]


def test_lane_a_has_no_recorded_inconsistency() -> None:
    assert inconsistent(A) == []


def test_the_word_reasoning_marks_145_items_by_id_and_category_alike() -> None:
    by_id = {task["task_id"] for task in B["tasks"] if "reasoning" in task["task_id"]}
    by_category = {task["task_id"] for task in B["tasks"] if "reasoning" in task["category"]}
    assert by_id == by_category == {t["task_id"] for t in B["tasks"] if t["task_id"].startswith("reasoning_")}
    assert len(by_id) == 145


def test_lane_b_records_128_of_145_reasoning_items_correct() -> None:
    assert sum(task["correct"] for task in B["tasks"] if task["category"] == "reasoning") == 128


def test_lane_b_records_60_of_the_other_65_items_correct() -> None:
    assert Counter(task["correct"] for task in B["tasks"] if task["category"] != "reasoning") == {
        True: 60,
        False: 5,
    }


def test_exactly_nine_matching_answers_of_lane_b_are_recorded_incorrect() -> None:
    nine = inconsistent(B)
    assert len(nine) == 9
    assert all(task["ambiguity_flag"] for task in nine)
    assert {task["extraction_method"] for task in nine} == {"final_colon_letter"}
    assert {task["category"] for task in nine} == {"reasoning"}


@pytest.mark.parametrize("task_id", NAMED)
def test_the_named_items_show_the_final_line_alone_and_examples_in_the_reasoning(task_id: str) -> None:
    (task,) = [task for task in inconsistent(B) if task["task_id"] == task_id]
    assert task["raw_content"] == f"FINAL: {NAMED[task_id]}"
    assert task["expected_answer"] == NAMED[task_id]
    assert task["scoring_decision"] == {"correct": False, "required_substrings": None}
    assert len(marker_labels({**task, "raw_content": None})) > 1


@LANES
def test_two_labels_after_markers_stand_only_where_the_flag_is_recorded(lane: dict[str, Any]) -> None:
    choices = [task for task in lane["tasks"] if task.get("options")]
    several = {task["task_id"] for task in choices if len(marker_labels(task)) > 1}
    assert several == {task["task_id"] for task in lane["tasks"] if task["ambiguity_flag"]}


def test_a_flagged_item_is_recorded_incorrect() -> None:
    assert not [task["task_id"] for task in BOTH if task["ambiguity_flag"] and task["correct"]]


@LANES
def test_both_recorded_verdict_fields_agree(lane: dict[str, Any]) -> None:
    assert all(task["correct"] == task["scoring_decision"]["correct"] for task in lane["tasks"])


def test_choice_items_have_four_options_and_pro_items_ten() -> None:
    sizes = {
        (("_pro_" in task["task_id"]), len(task["options"])) for task in A["tasks"] if task.get("options")
    }
    assert sizes == {(False, 4), (True, 10)}


def test_every_target_letter_is_among_the_options() -> None:
    assert all(task["expected_answer"] in task["options"] for task in A["tasks"] if task.get("options"))


def test_no_item_repeats_an_option() -> None:
    options = [list(task["options"].values()) for task in A["tasks"] if task.get("options")]
    assert all(len(set(texts)) == len(texts) for texts in options)


def test_only_lane_b_has_reasoning_and_no_two_are_alike() -> None:
    assert {task["raw_reasoning"] for task in A["tasks"]} == {None}
    assert len({task["raw_reasoning"] for task in B["tasks"]}) == 210


def test_ten_reasonings_exceed_20000_characters_and_the_others_have_200_to_6000() -> None:
    lengths = [len(task["raw_reasoning"]) for task in B["tasks"]]
    assert sum(n > 20_000 for n in lengths) == 10
    assert sum(200 <= n <= 6_000 for n in lengths) == 200
    assert sum(n > 2_000 for n in lengths) >= 40


def test_no_sentence_frame_stands_in_more_than_ten_items() -> None:
    items: dict[str, set[str]] = defaultdict(set)
    for task in BOTH:
        for text in (task["prompt"], task["raw_content"] or "", task["raw_reasoning"] or ""):
            for frame in sentence_frames(text):
                items[frame].add(task["task_id"])
    common = {frame: len(ids) for frame, ids in items.items() if len(ids) > 10}
    assert common == {}


def test_no_run_of_eight_words_stands_in_more_than_ten_items() -> None:
    items: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for task in BOTH:
        for text in (task["prompt"], task["raw_content"] or "", task["raw_reasoning"] or ""):
            words = re.findall(r"[^\W\d_]+", text.casefold())
            for run in zip(*(words[i:] for i in range(8)), strict=False):
                items[run].add(task["task_id"])
    assert max(len(ids) for ids in items.values()) <= 10


def test_at_least_forty_shapes_of_reasoning_are_used_none_in_more_than_ten_items() -> None:
    """A shape is told by its longest line without a slot, or by the longest piece between two slots."""
    usual = [task["raw_reasoning"] for task in B["tasks"] if len(task["raw_reasoning"]) <= 6_000]
    uses = {}
    for name in ("choice", "open", "wrong"):
        table = (SAMPLE / "tables" / f"shapes_{name}.txt").read_text(encoding="utf-8")
        for shape in table.removeprefix("## ").split("\n## "):
            pieces = re.split(r"\n|\{\w+\}", shape.partition("\n")[2])
            uses[shape.partition("\n")[0]] = sum(max(pieces, key=len).lstrip("%") in text for text in usual)
    assert sum(n > 0 for n in uses.values()) >= 40
    assert max(uses.values()) <= 10


def test_the_manifest_calls_it_a_reconstruction_of_the_public_report() -> None:
    manifest = json.loads((SAMPLE / "MANIFEST.json").read_text(encoding="utf-8"))
    assert manifest["kind"] == "reconstruction"
    assert "openclaw/openclaw#74017" in manifest["what"]
    assert (manifest["expected"]["lane_a"]["recorded"], manifest["expected"]["lane_b"]["recorded"]) == (
        184,
        188,
    )


def test_running_the_script_again_gives_the_same_bytes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-B", str(SAMPLE / "make_sample.py"), str(tmp_path)], check=True)
    for name in ("lane_a.json", "lane_b.json"):
        assert (tmp_path / name).read_bytes() == (SAMPLE / name).read_bytes()


@pytest.mark.parametrize("script", ["make_sample.py", "traces.py"])
def test_the_script_scores_nothing(script: str) -> None:
    assert not re.search(
        r"^\s*(?:from|import) (?:scoring|app)\b", (SAMPLE / script).read_text("utf-8"), re.MULTILINE
    )
