import json
from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.target_table import TargetTable
from scoring.records import TaskType


def table(tmp_path: Path, text: str) -> TargetTable:
    path = tmp_path / "targets"
    path.write_text(text)
    return TargetTable(path)


ROW = {"custom_id": "7", "answer": "B", "options": ["red", "green"], "category": "colour"}


@pytest.mark.parametrize("text", [json.dumps(ROW) + "\n", json.dumps([ROW], indent=1)])
def test_a_row_says_what_is_asked(tmp_path: Path, text: str) -> None:
    found = table(tmp_path, text)
    question = found.question("7", "Which?")
    assert (question.task_type, question.options) == (TaskType.CHOICE, {"A": "red", "B": "green"})
    assert (question.target, question.prompt, found.category("7")) == (("B",), "Which?", "colour")


@pytest.mark.parametrize("mark", [",", "\t"])
def test_tables_of_text_are_read_with_every_cell_as_text(tmp_path: Path, mark: str) -> None:
    rows = [["id", "gold", "A", "B"], ["007", "A", "None", "NA"]]
    found = table(tmp_path, "\ufeff" + "\n".join(mark.join(row) for row in rows))
    question = found.question("007", None)
    assert (question.target, question.options) == (("A",), {"A": "None", "B": "NA"})


def test_a_type_of_our_own_wins(tmp_path: Path) -> None:
    found = table(tmp_path, json.dumps({"id": 1, "target": "4", "task_type": "short_text"}))
    assert found.question("1", None).task_type is TaskType.SHORT_TEXT


def test_without_a_row_only_the_prompt_is_known(tmp_path: Path) -> None:
    question = table(tmp_path, json.dumps(ROW)).question("8", "Which?")
    assert (question.prompt, question.target) == ("Which?", ())
    assert TargetTable(None).category("8") is None


@pytest.mark.parametrize("text", ["", "x,y\n1,2\n", '{"id": 1}\n', "[]"])
def test_a_table_without_id_or_target_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(RunFormatError, match="expected a table with a column out of custom_id"):
        table(tmp_path, text)
