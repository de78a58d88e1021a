"""Laws of the loaders: whatever a file holds, its records are items or skipped problems."""

import json
import math
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.errors import RunFormatError
from scoring.loaders.known import file_kind
from scoring.loaders.lanescope_jsonl import dump_items
from scoring.loaders.registry import LOADERS, load_run
from scoring.records import Item, Problem, Recorded, Response, TaskType, Verdict

PRO = [
    {
        "question_id": i,
        "question": "Where \u00e4?",
        "options": ["left", "right \U0001f600"],
        "answer": "B",
        "answer_index": 1,
        "category": "law",
        "pred": None,
        "generated_text": 'He said "B".\n' * i,
    }
    for i in range(6)
]
OC = {
    "model": "m",
    "tasks": {
        f"t{i}": {
            "expected_answer": "D",
            "extracted_final_answer": "D",
            "raw_content": "FINAL: D",
            "raw_reasoning": "FINAL: A or FINAL: B",
            "scoring_decision": {"correct": False, "required_substrings": ["x"] * i},
            "options": {"A": "x"},
            "score": 0.5,
        }
        for i in range(6)
    },
    "n": 6,
}
OURS = [
    {"item_id": str(i), "task_type": "choice", "recorded": [{"scorer": "s"}], "metadata": {}}
    for i in range(6)
]

LM_EVAL = [
    {
        "doc_id": i,
        "doc": {"choices": ["x", "y"], "answer": 1},
        "target": "B",
        "arguments": {"gen_args_0": {"arg_0": "Q", "arg_1": {"until": ["Q"]}}},
        "resps": [["(B)"]],
        "filtered_resps": ["B"],
        "filter": "none",
        "metrics": ["exact_match"],
        "exact_match": 1.0,
    }
    for i in range(6)
]
CHAT = {"id": "c", "choices": [{"index": 0, "message": {"content": "B", "reasoning": "Hm."}}]}
BATCH = {"custom_id": "a", "response": {"status_code": 200, "body": CHAT}, "error": None}

FILES = {
    "mmlu-pro": json.dumps(PRO).encode(),
    "mmlu-pro, indented, not escaped": json.dumps(PRO, indent=2, ensure_ascii=False).encode(),
    "oc-llm": json.dumps(OC).encode(),
    "oc-llm, indented": json.dumps(OC, indent=1).encode(),
    "lanescope-jsonl": b"".join(json.dumps(line).encode() + b"\n" for line in OURS),
}
N_RECORDS = 6

UNREAD = {"malformed_json", "truncated_file", "trailing_text"}

common = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def read(path: Path) -> tuple[list[Item], list[Problem]]:
    entries = list(load_run(path).read())
    items = [entry for entry in entries if isinstance(entry, Item)]
    return items, [entry for entry in entries if isinstance(entry, Problem)]


@pytest.mark.parametrize("name", FILES)
@common
@given(data=st.data())
def test_a_file_cut_anywhere_keeps_what_stands_before_the_cut(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    whole = FILES[name]
    cut = data.draw(st.integers(0, len(whole) - 1))
    path = tmp_path / "run"
    path.write_bytes(whole)
    items, _ = read(path)
    path.write_bytes(whole[:cut])
    try:
        kept, problems = read(path)
    except RunFormatError:
        return
    assert kept == items[: len(kept)]
    assert sum(problem.skipped for problem in problems) <= 1
    is_between_lines = name == "lanescope-jsonl" and b"\n" in whole[max(0, cut - 1) : cut + 1]
    assert len(kept) == N_RECORDS or problems or is_between_lines


@pytest.mark.parametrize("name", FILES)
@common
@given(data=st.data())
def test_a_file_with_any_bytes_changed_never_raises_anything_else(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    changed = bytearray(FILES[name])
    n_changes = data.draw(st.integers(1, 4))
    for _ in range(n_changes):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at] = data.draw(st.one_of(st.sampled_from(b'"\\{}[],:0eN\n'), st.integers(0, 255)))
    path = tmp_path / "run"
    path.write_bytes(bytes(changed))
    try:
        items, problems = read(path)
    except RunFormatError:
        return
    told = len(items) + sum(problem.skipped for problem in problems)
    if name == "lanescope-jsonl":
        assert told == sum(not line.isspace() for line in bytes(changed).split(b"\n") if line.strip(b" \t\r"))
    elif n_changes == 1:
        assert told >= N_RECORDS or any(problem.kind in UNREAD for problem in problems)
    assert is_storable([item.response.content for item in items])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
SEVERAL_REPLIES = {"lm-eval", "openai-chat", "openai-batch"}
"""Formats whose records may hold several replies, each an item."""

FIELD_NAMES = {
    "lm-eval": list(LM_EVAL[0]),
    "openai-chat": [*CHAT, "request", "error", "output"],
    "openai-batch": list(BATCH),
    "mmlu-pro": list(PRO[1]),
    "oc-llm": [*OC["tasks"]["t1"], "kind", "category", "prompt", "correct", "attempt", "reasoning_details"],
    "lanescope-jsonl": [*OURS[0], "options", "target", "attempt", "image_size", "pred_scores"],
}
BASES = {
    "lm-eval": LM_EVAL[0],
    "openai-chat": CHAT,
    "openai-batch": BATCH,
    "mmlu-pro": PRO[1],
    "oc-llm": OC["tasks"]["t1"],
    "lanescope-jsonl": OURS[0],
}


@pytest.mark.parametrize("name", FIELD_NAMES)
@common
@given(data=st.data())
def test_a_record_with_any_values_is_an_item_or_a_skipped_problem(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    changes = data.draw(st.dictionaries(st.sampled_from(FIELD_NAMES[name]), JSON, max_size=4))
    path = tmp_path / "run"
    first, last = ({"doc_id": -51234}, {"doc_id": -61234}) if name == "lm-eval" else ({}, {})
    lines = [BASES[name] | first, BASES[name] | changes, BASES[name] | last]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    items, problems = read(path)
    told = len(items) + sum(problem.skipped for problem in problems)
    assert told >= len(lines) if name in SEVERAL_REPLIES else told == len(lines)
    for item in items:
        assert is_storable([item.item_id, item.prompt, item.metadata, item.response.content, item.options])


def is_storable(value: object) -> bool:
    """Return whether a Parquet file and canonical JSON can hold the value."""
    if isinstance(value, dict):
        return all(is_storable([key, part]) for key, part in value.items())
    if isinstance(value, (list, tuple)):
        return all(is_storable(part) for part in value)
    if isinstance(value, str):
        return not any("\ud800" <= char <= "\udfff" for char in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or -(2**63) <= value < 2**63


@common
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_at_all_are_refused_by_a_format_error_or_read(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "run"
    path.write_bytes(content)
    kind = file_kind(path).name
    for loader in LOADERS:
        with suppress(OSError):  # a damaged archive
            assert kind not in loader.reads or isinstance(loader.sniff(path), str)
    with pytest.raises(RunFormatError):
        load_run(path)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NAMES = st.lists(TEXT, max_size=3).map(tuple)
NUMBERS = st.lists(st.floats(allow_nan=False), max_size=3).map(tuple)
STORED = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(TEXT, STORED, max_size=3)


def maybe(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


RECORDED = st.builds(
    Recorded,
    scorer=TEXT,
    answer=maybe(TEXT),
    method=maybe(TEXT),
    ambiguity=maybe(st.booleans()),
    verdict=maybe(st.sampled_from(Verdict)),
    score=maybe(st.floats(allow_nan=False, allow_infinity=False)),
    raw=STORED,
)
ITEMS = st.builds(
    Item,
    item_id=TEXT,
    task_type=st.sampled_from(TaskType),
    task=maybe(TEXT),
    attempt=st.integers(0, 2**31 - 1),
    category=maybe(TEXT),
    domain=maybe(TEXT),
    cluster=maybe(TEXT),
    prompt=maybe(TEXT),
    options=st.dictionaries(TEXT, maybe(TEXT), max_size=4),
    target=NAMES,
    target_mode=st.sampled_from(["any", "all"]),
    response=st.builds(Response, content=maybe(TEXT), reasoning=maybe(TEXT), finish_reason=maybe(TEXT)),
    recorded=st.lists(RECORDED, max_size=2).map(tuple),
    images=NAMES,
    image_size=maybe(st.tuples(st.integers(1, 9999), st.integers(1, 9999))),
    allow_reasoning_fallback=maybe(st.booleans()),
    answer_gt=STORED,
    annotation_gt=STORED,
    annotation_pred=STORED,
    reward_contract=STORED,
    pred_labels=maybe(NAMES),
    pred_scores=maybe(NUMBERS),
    target_labels=maybe(NAMES),
    choice_scores=maybe(NUMBERS),
    metadata=OBJECTS,
)


@common
@given(st.lists(ITEMS, min_size=1, max_size=3))
def test_every_item_survives_a_round_trip_through_lanescope_jsonl(tmp_path: Path, items: list[Item]) -> None:
    path = tmp_path / "run"
    with path.open("wb") as file:
        dump_items(items, file, run={"lane": "A"})
    assert [entry for entry in load_run(path).read() if isinstance(entry, Item)] == items
