import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

Record = dict[str, object]
WriteRun = Callable[..., Path]


def oc_record(number: int, content: str | None = "FINAL: A", **fields: object) -> Record:
    """Return a record of the oc-llm format: a choice item with target A, recorded as correct."""
    return {
        "id": f"q{number}",
        "prompt": f"Question {number}?",
        "options": {"A": "one", "B": "two", "C": "three", "D": "four"},
        "category": "law",
        "kind": "choice",
        "expected_answer": "A",
        "extracted_final_answer": "A",
        "extraction_method": "final_colon_letter",
        "ambiguity_flag": False,
        "raw_content": content,
        "raw_reasoning": None,
        "scoring_decision": {"correct": True, "required_substrings": None},
        "correct": True,
        **fields,
    }


@pytest.fixture
def record() -> Callable[..., Record]:
    """Return a function that makes one record of a run file."""
    return oc_record


@pytest.fixture
def write_run(tmp_path: Path) -> WriteRun:
    """Return a function that writes records into a run file."""

    def write(records: Sequence[object], name: str = "lane.json", folder: Path = tmp_path) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"lane": "B", "tasks": records}), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def mmlu_pro_file() -> Path:
    """Return a real run file."""
    folder = Path(__file__).parents[4].parent / "shared/data/runs/mmlu_pro"
    if not folder.is_dir():
        pytest.skip("the real run files are not here (shared/data/runs beside the checkout)")
    return folder / "model_outputs_Meta-Llama-3-8B_5shots.json"
