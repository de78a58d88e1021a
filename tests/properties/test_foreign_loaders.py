"""Laws of the loaders of other tools' files: any value in any place is an item or a problem, nothing else."""

import copy
import csv
import io
import json
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from scoring.errors import RunFormatError
from scoring.loaders.lanescope_jsonl import dump_items
from scoring.loaders.registry import load_run
from scoring.records import Item, Problem

MESSAGES = [{"role": "user", "content": "?\nA) x\nB) y"}, {"role": "assistant", "content": "It is B."}]
REPLY = {"message": MESSAGES[1], "stop_reason": "stop"}
INSPECT_SAMPLE = {
    "id": "1", "epoch": 1, "input": "?", "choices": ["x", "y"], "target": "B",
    "messages": MESSAGES, "output": {"choices": [REPLY]},
    "scores": {"choice": {
        "value": "C", "answer": "B", "explanation": "Choices were shuffled before generating a response",
        "history": [{"value": "I", "answer": "A"}, {"value": "C", "provenance": {"author": "a"}}],
    }},
    "events": [{"event": "model", "input": [], "input_refs": [[0, 1]], "output": {"choices": [REPLY]}}],
    "events_data": {"messages": MESSAGES}, "attachments": {"a": "b"}, "metadata": {"category": "law"},
}  # fmt: skip
INSPECT = {
    "version": 2, "status": "success",
    "eval": {"task": "t", "model": "m", "dataset": {"name": "d"}, "scorers": [{"name": "choice"}]},
    "plan": {"steps": [{"solver": "multiple_choice", "params": {"multiple_correct": False}}]},
    "results": {"completed_samples": 1, "scores": [{"name": "choice", "scorer": "choice", "params": {}}]},
    "samples": [INSPECT_SAMPLE],
}  # fmt: skip
EVALSCOPE = {
    "index": 0, "target": "B", "messages": MESSAGES,
    "sample_score": {
        "score": {"value": {"acc": 1.0}, "extracted_prediction": "B", "main_score_name": "acc"},
        "sample_metadata": {"subject": "law"},
    },
}  # fmt: skip
HELM = {
    "adapter_spec": {"method": "multiple_choice_joint", "model": "m"},
    "request_states": [{
        "instance": {"id": "a", "references": [{"output": {"text": "y"}, "tags": ["correct"]}]},
        "train_trial_index": 0, "output_mapping": {"A": "x", "B": "y"}, "request": {"prompt": "?"},
        "result": {"completions": [
            {"text": "B", "thinking": {"text": "h"}, "finish_reason": {"reason": "s"}},
        ]},
    }],
}  # fmt: skip
SIMPLE_EVALS = {
    "score": 1.0, "metrics": {},
    "htmls": ["<h3>Results</h3><p>Correct Answer: B</p><p>Extracted Answer: B</p><p>Score: 1.0</p>"],
    "convos": [MESSAGES], "metadata": {"example_level_metadata": [{"id": 1}]},
}  # fmt: skip
OPENAI_EVALS = [
    {"spec": {"completion_fns": ["m"], "eval_name": "e", "run_id": "r"}},
    {"run_id": "r", "event_id": 0, "sample_id": "1", "type": "sampling",
     "data": {"prompt": "?", "sampled": ["B"]}},
    {"run_id": "r", "event_id": 1, "sample_id": "1", "type": "match",
     "data": {"correct": True, "expected": "B", "picked": "B", "options": ["B"]}},
    {"run_id": "r", "event_id": 2, "sample_id": "1", "type": "metrics",
     "data": {"choice": "B", "score": 1}},
    {"final_report": {"accuracy": 1.0}},
]  # fmt: skip
PROMPTFOO = {"results": {"version": 3, "results": [{
    "testIdx": 0, "promptIdx": 0, "provider": {"id": "p"}, "prompt": {"raw": "?"},
    "vars": {"category": "law"},
    "testCase": {"assert": [{"type": "equals", "value": "B"}]}, "response": {"output": "B"},
    "gradingResult": {"componentResults": [{"pass": True, "score": 1, "assertion": {"type": "equals"}}]},
    "success": True, "failureReason": 0,
}]}}  # fmt: skip
LMMS_EVAL = [
    {"doc_id": 0, "target": "B", "filtered_resps": ["B"], "doc_hash": "h", "exact_match": 1.0,
     "input": "?\nA. x\nB. y"},
    {"doc_id": 1, "target": "yes", "filtered_resps": ["yes"], "resps": [["<think>h</think>yes"]],
     "input": "?", "pope_accuracy": {"score": 1.0, "prediction": "yes", "category": "c"},
     "token_counts": [{"output": 3}]},
    {"doc_id": 2, "target": "1", "filtered_resps": [["-1.5", "False"], ["-0.5", "True"]],
     "input": "?", "acc": 1},
]  # fmt: skip
OPENCOMPASS = {
    "0": {"origin_prompt": "?\nA. x\nB. y", "prediction": "It is B.", "gold": "B", "res_length": 3},
    "1": {"origin_prompt": ["?", "?"], "prediction": ["A", "B"], "gold": ["A", "C"]},
    "2": {"label: A": {"testing input": "? A", "PPL": 2.5}, "label: B": {"testing input": "? B", "PPL": 2.0},
          "prediction": "B", "gold": "A"},
    "3": {"testing input": "?", "choices": ["x", "y"], "prediction": [0.2, 0.8], "pred_label": 1, "gold": 1},
}  # fmt: skip
VLMEVALKIT = [
    {"index": 0, "question": "?", "A": "x", "B": "None", "C": None, "answer": "B", "prediction": "['B']",
     "category": "c", "image_path": "/x/0.jpg", "thinking": "h", "hit": 1, "log": "Match Log: B. "},
    {"index": "1", "question": "?", "A": "1.0", "B": "2", "answer": "A", "prediction": "A", "hit": 0,
     "log": "Failed in Prefetching Rolling 1: Answer is A, Prediction is B. "},
    {"index": 1000001, "g_index": 1, "question": "?", "A": "2", "B": "1", "answer": "['B', 'A']",
     "prediction": "Failed to obtain answer via API.", "image": "iVBORw0KGgo" * 8},
    {"index": 3, "question": "?", "answer": "Yes", "prediction": "No.", "extracted": "No", "score": False,
     "image": 1},
]  # fmt: skip
TABLE = [
    {"id": i, "question": "?", "choices": ["x", "y"], "gold": 1, "response": "It is B.", "correct": True}
    for i in range(3)
]
LIGHTEVAL = {
    "doc": {"id": "0", "query": "?", "choices": ["A", "B"], "gold_index": 1, "specific": {"subject": "law"}},
    "metric": {"acc": 1.0},
    "model_response": {"input": "?", "text": ["It is B."], "reasonings": ["h"], "logprobs": [-0.5]},
}


def as_document(value: object) -> bytes:
    return json.dumps(value).encode()


def as_lines(value: object) -> bytes:
    listed = value if isinstance(value, list) else [value]
    return b"".join(json.dumps(line).encode() + b"\n" for line in listed)


def as_tsv(value: object) -> bytes:
    listed = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, dict.fromkeys(key for row in listed for key in row), delimiter="\t")
    writer.writeheader()
    writer.writerows(listed)
    return text.getvalue().encode()


def as_sheet(value: object) -> bytes:
    listed = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    names = list(dict.fromkeys(key for row in listed for key in row))
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append([ILLEGAL_CHARACTERS_RE.sub("", name) for name in names])
    for row in listed:
        sheet.append([as_sheet_cell(row.get(name)) for name in names])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def as_sheet_cell(value: object) -> object:
    if isinstance(value, str | list | dict):
        return ILLEGAL_CHARACTERS_RE.sub("", value if isinstance(value, str) else json.dumps(value))
    return value


def as_eval(value: object) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        log = value if isinstance(value, dict) else {}
        samples = log.get("samples")
        for i, sample in enumerate(samples if isinstance(samples, list) else [samples]):
            archive.writestr(f"samples/{i}_epoch_1.json", json.dumps(sample))
        archive.writestr("header.json", json.dumps({k: v for k, v in log.items() if k != "samples"}))
    return data.getvalue()


def as_parquet(value: object) -> bytes:
    data = io.BytesIO()
    pq.write_table(pa.Table.from_pylist([value]), data)
    return data.getvalue()


BASES: dict[str, tuple[object, Callable[[object], bytes]]] = {
    "inspect, json": (INSPECT, as_document),
    "inspect, eval": (INSPECT, as_eval),
    "evalscope": (EVALSCOPE, as_lines),
    "helm": (HELM, as_document),
    "simple-evals": (SIMPLE_EVALS, as_document),
    "openai-evals": (OPENAI_EVALS, as_lines),
    "promptfoo": (PROMPTFOO, as_document),
    "lmms-eval": (LMMS_EVAL, as_lines),
    "opencompass": (OPENCOMPASS, as_document),
    "vlmevalkit, json": (VLMEVALKIT, as_document),
    "vlmevalkit, tsv": (VLMEVALKIT, as_tsv),
    "vlmevalkit, xlsx": (VLMEVALKIT, as_sheet),
    "table, json": (TABLE, as_document),
    "table, lines": (TABLE, as_lines),
    "lighteval": (LIGHTEVAL, as_parquet),
}

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["B", "attachment://a", "data:image/png;base64,AA==", "[1, 'x']", "NaN", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)

common = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def places(value: object, before: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Return the path of every value inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, part in inner for place in ((*before, key), *places(part, (*before, key)))]


def changed(base: object, place: tuple[object, ...], value: object) -> None:
    """Put a value at a place, if the place is still there."""
    for key in place[:-1]:
        try:
            base = base[key]
        except (KeyError, IndexError, TypeError):
            return
    key = place[-1]
    if isinstance(base, dict) or (isinstance(base, list) and isinstance(key, int) and key < len(base)):
        base[key] = value


def read(path: Path) -> tuple[list[Item], list[Problem]]:
    entries = list(load_run(path).read())
    items = [entry for entry in entries if isinstance(entry, Item)]
    return items, [entry for entry in entries if isinstance(entry, Problem)]


@pytest.mark.parametrize("name", BASES)
@common
@given(data=st.data())
def test_any_value_in_any_place_is_an_item_or_a_problem_and_survives_a_round_trip(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    base, write = BASES[name]
    value = copy.deepcopy(base)
    for _ in range(data.draw(st.integers(1, 3))):
        changed(value, data.draw(st.sampled_from(places(base))), data.draw(JSON))
    path = tmp_path / "run"
    try:
        path.write_bytes(write(value))
    except (pa.ArrowException, OverflowError, UnicodeEncodeError):
        return  # nothing that a table could hold
    try:
        items, _ = read(path)
    except RunFormatError:
        return
    again = tmp_path / "again"
    with again.open("wb") as file:
        dump_items(items, file, run={"lane": "A"})
    assert not items or repr(read(again)[0]) == repr(items)  # a score may be no number, which equals nothing


@cache
def written(name: str) -> bytes:
    """Return the file of a shape, always the same: a sheet says when it was written."""
    base, write = BASES[name]
    return write(base)


@pytest.mark.parametrize("name", BASES)
@common
@given(data=st.data())
def test_a_file_with_any_bytes_changed_or_cut_never_raises_anything_else(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    content = bytearray(written(name))
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "run"
    path.write_bytes(bytes(content[: data.draw(st.integers(1, len(content)))]))
    try:
        read(path)
    except RunFormatError:
        return


CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


@common
@given(st.lists(st.lists(CELLS, min_size=1, max_size=5), max_size=5), st.sampled_from(",\t;|"))
def test_any_cells_are_read_as_rows_or_told(tmp_path: Path, rows: list[list[str]], delimiter: str) -> None:
    path = tmp_path / "x.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(["id", "response", "target"])
        writer.writerows(rows)
    try:
        items, problems = read(path)
    except RunFormatError:
        return
    assert len(items) + sum(problem.skipped for problem in problems) == len(rows)
