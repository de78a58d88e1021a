from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RunFormatError
from scoring.loaders.column_mapping import (
    ROLES,
    ColumnMapping,
    dump_mapping,
    mapping_from_dict,
    read_mapping,
)
from scoring.records import TaskType

names = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20)


@given(
    columns=st.dictionaries(
        st.sampled_from([role for role in ROLES if role != "options"]), names.map(lambda name: (name,))
    ),
    options=st.lists(names, min_size=1, max_size=4).map(tuple),
    task_type=st.none() | st.sampled_from(TaskType),
    target_is=st.sampled_from(["auto", "label", "text", "index0", "index1"]),
    model=names,
)
def test_a_mapping_written_as_toml_is_read_back_equal(
    tmp_path_factory: pytest.TempPathFactory, *, columns, options, task_type, target_is, model
) -> None:
    mapping = ColumnMapping(
        columns={**columns, "options": options},
        task_type=task_type,
        target_is=target_is,
        run={"model": model},
    )
    path = tmp_path_factory.mktemp("mapping") / "m.toml"
    path.write_bytes(dump_mapping(mapping).encode())
    assert read_mapping(path) == mapping


def test_all_faults_of_a_mapping_are_named_at_once() -> None:
    with pytest.raises(RunFormatError) as caught:
        mapping_from_dict(
            {
                "columns": {"contents": "a", "target": 3, "prompt": ["a", "b"]},
                "target_is": "x",
                "task_type": "y",
                "colums": {},
            }
        )
    for named in ("contents", "target", "prompt", "target_is", "task_type", "colums"):
        assert named in str(caught.value)


@pytest.mark.parametrize("text", ["columns = ", "\x00", "columns = 1"])
def test_what_is_no_mapping_is_told_with_its_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(RunFormatError, match=r"m\.toml"):
        read_mapping(tmp_path / "m.toml")


def test_a_mapping_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(RunFormatError, match="Check the path"):
        read_mapping(tmp_path / "m.toml")


def test_a_mapping_with_response_and_target_is_enough() -> None:
    assert ColumnMapping(columns={"content": ("a",), "target": ("b",)}).is_enough
    assert not ColumnMapping(columns={"content": ("a",)}).is_enough
