from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.column_mapping import ColumnMapping
from scoring.loaders.registry import load_run
from scoring.loaders.table_rows import Table, open_table
from scoring.loaders.table_run import decline, decline_asked, mapping_for, read_table

CSV = "nr,asked,said,right\n1,?,It is B.,B\n2,?,Paris,Paris\n"
MAPPING = '[columns]\nitem_id = "nr"\ncontent = "said"\ntarget = "right"\n'


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "x.csv").write_text(CSV)
    (tmp_path / "m.toml").write_text(f'model = "m"\n{MAPPING}')
    return tmp_path / "x.csv"


def test_a_table_whose_columns_cannot_be_guessed_asks_for_a_mapping(table: Path) -> None:
    assert "--with mapping=FILE" in str(decline(table))
    assert decline_asked(table) is None
    with pytest.raises(RunFormatError, match="--with mapping=FILE"):
        load_run(table)


def test_with_a_mapping_it_opens_though_no_format_is_named(table: Path, load) -> None:
    run = load(table, with_files={"mapping": table.with_name("m.toml")})
    assert (run.info.format, run.info.model) == ("table", "m")
    assert [source.name for source in run.info.sources] == ["x.csv", "m.toml"]
    assert [(item.item_id, item.target) for item in run.items] == [("1", ("B",)), ("2", ("Paris",))]
    assert run.info.metadata["mapping_guessed"] is False


def test_a_mapping_that_names_other_columns_is_refused_with_those_there_are(table: Path) -> None:
    (table.parent / "m.toml").write_text('[columns]\ncontent = "text"\n')
    with pytest.raises(RunFormatError, match=r"got 'text'.*'nr', 'asked', 'said', 'right'"):
        load_run(table, with_files={"mapping": table.with_name("m.toml")})


def test_the_mapping_of_a_table_is_the_guess_where_none_is_given(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("response,target\na,b\n")
    opened = open_table(tmp_path / "x")
    assert isinstance(opened, Table)
    mapping = mapping_for(opened, None, "x")
    assert mapping == ColumnMapping(columns={"content": ("response",), "target": ("target",)})
    assert len(list(read_table(opened, mapping, "x"))) == 1
