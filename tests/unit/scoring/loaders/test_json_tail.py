import json
from pathlib import Path

import pytest

from scoring.loaders.json_tail import TAIL_BYTES, read_tail

RECORDS = {f"t{i}": {"raw": "text, ] } {", "decision": {"correct": True}} for i in range(50)}


@pytest.fixture
def tail(tmp_path: Path):
    def read(content: object, indent: int | None = None):
        path = tmp_path / "file.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=indent))
        return read_tail(path)

    return read


@pytest.mark.parametrize("indent", [None, 2], ids=["one line", "indented"])
@pytest.mark.parametrize("records", [RECORDS, list(RECORDS.values())], ids=["object", "list"])
def test_fields_behind_the_records_are_found(tail, records, indent) -> None:
    behind = {"model": "m", "summary": {"accuracy": 0.9, "by": [1, {"x": 2}]}, "n": 5}
    assert tail({"lane": "A", "tasks": records} | behind, indent) == behind


def test_a_file_that_ends_with_its_records_has_none(tail) -> None:
    assert tail({"lane": "A", "tasks": RECORDS}) == {}


def test_a_list_and_a_cut_file_have_none(tail) -> None:
    assert tail(list(RECORDS.values())) == {}
    assert tail(json.dumps({"tasks": RECORDS, "model": "m"})[:-5]) == {}


def test_a_field_too_far_from_the_end_is_not_found(tail) -> None:
    assert tail({"tasks": RECORDS, "early": 1, "log": "x" * TAIL_BYTES}) == {}
