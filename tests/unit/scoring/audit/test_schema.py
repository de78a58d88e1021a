from pathlib import Path

import pyarrow as pa

from scoring.audit.schema import (
    DICTIONARY_COLUMNS,
    JSON_COLUMNS,
    SCHEMA,
    STATISTICS_COLUMNS,
    TEXT_COLUMNS,
)

REQUIRED = {
    "ordinal",
    "item_id",
    "attempt",
    "task_type",
    "answer_kind",
    "has_reasoning_examples",
    "extraction_status",
    "ambiguity",
    "run_on",
    "reasoning_fallback",
    "n_candidates",
    "verdict",
    "explanation",
    "findings",
    "item_hash",
    "content_hash",
}


def test_exactly_the_columns_that_every_item_has_may_not_be_null() -> None:
    assert {field.name for field in SCHEMA if not field.nullable} == REQUIRED


def test_no_column_stands_twice() -> None:
    assert len(set(SCHEMA.names)) == len(SCHEMA.names)


def test_every_group_of_columns_names_columns_of_the_schema() -> None:
    groups = {*JSON_COLUMNS, *TEXT_COLUMNS, *DICTIONARY_COLUMNS, *STATISTICS_COLUMNS}
    assert groups <= set(SCHEMA.names)


def test_json_and_model_text_are_text_columns() -> None:
    assert {SCHEMA.field(name).type for name in (*JSON_COLUMNS, *TEXT_COLUMNS)} == {pa.string()}


def test_offsets_are_integers_of_32_bits() -> None:
    assert SCHEMA.field("span_start").type == SCHEMA.field("span_end").type == pa.int32()


def test_every_column_is_documented() -> None:
    text = (Path(__file__).parents[4] / "docs/audit.md").read_text(encoding="utf-8")
    assert [name for name in SCHEMA.names if f"`{name}`" not in text] == []
