import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.audit.filter import Filter
from scoring.audit.header import RUN_JSON, info_to_json
from scoring.audit.info import AuditInfo
from scoring.audit.neighbours import Neighbours
from scoring.audit.query import Audit, open_audit
from scoring.audit.store import AuditWriter
from scoring.audit.summary import FacetValue
from scoring.errors import AuditError, ContractError
from scoring.records import Item, Verdict

Make = Callable[..., Item]
MakeAudit = Callable[..., Audit]


@pytest.fixture
def audit(make_item: Make, make_audit: MakeAudit) -> Audit:
    """Five items: categories b a b - a, the third recorded incorrect, the last without an answer."""
    return make_audit(
        [
            make_item("q0", category="b"),
            make_item("q1", category="a", prompt="Which?"),
            make_item("q2", category="b", recorded=Verdict.INCORRECT),
            make_item("q3", category=None, recorded=None),
            make_item("q1", "no idea", category="a", attempt=1),
        ],
        [[], [], ["f"], [], ["f", "g"]],
    )


@pytest.fixture
def folder(
    tmp_path: Path,
    make_item: Make,
    make_rows: Callable[..., pa.RecordBatch],
    make_info: Callable[..., AuditInfo],
) -> Path:
    with AuditWriter(tmp_path / "audit") as writer:
        writer.write(make_rows([make_item("q0"), make_item("q1", "FINAL: B")]))
        writer.finish(make_info(2))
    return tmp_path / "audit"


def test_items_are_counted(audit: Audit) -> None:
    assert audit.count() == 5
    assert audit.count(Filter(category=("a",), verdict=("no_answer",))) == 1


def test_rows_have_the_columns_asked_for_in_their_order(audit: Audit) -> None:
    rows = audit.rows(columns=["verdict", "ordinal", "change"])
    assert list(rows.columns) == ["verdict", "ordinal", "change"]
    assert rows["change"].tolist()[2:4] == ["incorrect>correct", "~>correct"]


def test_rows_have_types_that_keep_missing_values_apart(audit: Audit) -> None:
    rows = audit.rows(columns=["ordinal", "span_start", "run_on", "recorded_ambiguity", "findings", "score"])
    assert rows["span_start"].isna().tolist() == [False, False, False, False, True]
    assert rows["span_start"].dtype == pd.Int32Dtype()
    assert rows["recorded_ambiguity"].dtype == pd.BooleanDtype()
    assert rows["findings"].tolist() == [[], [], ["f"], [], ["f", "g"]]


def test_rows_are_sorted_with_missing_values_last_either_way(audit: Audit) -> None:
    assert audit.ordinals(Filter(), sort="category") == [1, 4, 0, 2, 3]
    assert audit.ordinals(Filter(), sort="category", descending=True) == [0, 2, 1, 4, 3]


def test_a_page_of_rows_is_a_part_of_all_rows(audit: Audit) -> None:
    pages = [
        audit.rows(sort="category", limit=2, offset=offset)["ordinal"].tolist() for offset in (0, 2, 4, 6)
    ]
    assert pages == [[1, 4], [0, 2], [3], []]


@pytest.mark.parametrize("name", ["nonsense", "item_id; DROP TABLE items", "", "*"])
def test_an_unknown_column_is_refused_with_those_allowed(audit: Audit, name: str) -> None:
    for ask in (
        lambda: audit.rows(columns=[name]),
        lambda: audit.rows(sort=name),
        lambda: audit.ordinals(sort=name),
        lambda: audit.neighbours(Filter(), 0, sort=name),
    ):
        with pytest.raises(ContractError, match=r"expected a column, got .*Allowed: ordinal, task, item_id"):
            ask()


@pytest.mark.parametrize("page", [{"limit": -1}, {"offset": -1}])
def test_a_negative_page_is_refused(audit: Audit, page: dict[str, int]) -> None:
    with pytest.raises(ContractError, match="expected limit and offset of at least 0"):
        audit.rows(**page)


def test_an_item_comes_whole(audit: Audit) -> None:
    item = audit.item(1)
    assert (item.item_id, item.prompt, item.content, item.answer) == ("q1", "Which?", "FINAL: A", "A")
    assert item.candidates[0].end == item.span_end


@pytest.mark.parametrize("ordinal", [-1, 5, 2**63, -(2**70)])
def test_an_item_that_is_not_there_is_refused(audit: Audit, ordinal: int) -> None:
    with pytest.raises(ContractError, match=f"expected the ordinal of an item, 0 to 4, got {ordinal}"):
        audit.item(ordinal)
    with pytest.raises(ContractError):
        audit.neighbours(Filter(), ordinal)


def test_every_item_of_an_id_is_found(audit: Audit) -> None:
    assert audit.find("q1") == [1, 4]
    assert audit.find("q") == []


def test_neighbours_follow_the_filter(audit: Audit) -> None:
    where = Filter(category=("a", "b"))
    assert audit.neighbours(where, 2) == Neighbours(previous=1, next=4, position=3, total=4)
    assert audit.neighbours(where, 0) == Neighbours(previous=None, next=1, position=1, total=4)
    assert audit.neighbours(where, 4) == Neighbours(previous=2, next=None, position=4, total=4)


def test_an_item_outside_the_filter_still_knows_where_it_would_stand(audit: Audit) -> None:
    where = Filter(category=("a", "b"))
    assert audit.neighbours(where, 3) == Neighbours(previous=2, next=4, position=None, total=4)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("sort", ["ordinal", "category", "item_id", "findings", "score"])
def test_stepping_through_neighbours_walks_down_the_table(audit: Audit, sort: str, descending: bool) -> None:  # noqa: FBT001
    order = audit.ordinals(sort=sort, descending=descending)
    at: int | None = order[0]
    walked = []
    while at is not None:
        walked.append(at)
        step = audit.neighbours(Filter(), at, sort=sort, descending=descending)
        assert step.position == len(walked)
        at = step.next
    assert walked == order


def test_facets_list_the_chosen_values_even_without_items(audit: Audit) -> None:
    where = Filter(category=("b", "gone"), recorded_verdict=("correct",))
    assert audit.facets(where, ["category"])["category"] == [
        FacetValue(value="a", count=2),
        FacetValue(value="b", count=1),
        FacetValue(value="gone", count=0),
    ]


def test_facets_follow_a_text_search(audit: Audit) -> None:
    values = audit.facets(Filter(text="which"), ["category", "verdict"])
    assert values["category"] == [FacetValue(value="a", count=1)]
    assert values["verdict"] == [FacetValue(value="correct", count=1)]


def test_a_search_and_given_ordinals_restrict_together(audit: Audit) -> None:
    assert audit.ordinals(Filter(text="q1", ordinals=(0, 4))) == [4]


def test_an_unknown_facet_is_refused(audit: Audit) -> None:
    with pytest.raises(ContractError, match="expected a facet"):
        audit.facets(Filter(), ["prompt"])


def test_an_audit_opens_from_its_folder_and_from_its_header(folder: Path) -> None:
    for path in (folder, str(folder), folder / RUN_JSON):
        audit = open_audit(path)
        assert audit.folder == folder
        assert audit.info.n_items == audit.count() == 2


def test_an_audit_in_memory_and_in_a_folder_say_the_same(folder: Path) -> None:
    stored = open_audit(folder)
    in_memory = Audit.from_table(pq.read_table(folder / str(stored.info.items_file)), stored.info)
    assert in_memory.summary() == stored.summary()
    assert in_memory.item(1) == stored.item(1)


def test_an_audit_opens_wherever_the_process_stands(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    audit = open_audit(folder.name)
    monkeypatch.chdir("/")
    assert audit.count() == 2


def test_what_is_no_audit_is_refused_with_a_cure(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere", tmp_path / "nowhere" / RUN_JSON):
        with pytest.raises(AuditError, match=r"expected an audit .*lanescope rescore PATH -o DIR"):
            open_audit(path)


def test_a_missing_items_file_is_told(folder: Path) -> None:
    next(folder.glob("items-*.parquet")).unlink()
    with pytest.raises(AuditError, match=r"expected an audit .*items-.*parquet"):
        open_audit(folder)


def test_an_items_file_that_is_no_parquet_is_told(folder: Path) -> None:
    next(folder.glob("items-*.parquet")).write_bytes(b"PAR1 nonsense")
    with pytest.raises(AuditError, match=r"expected an audit"):
        open_audit(folder)


def test_an_items_file_with_other_columns_is_told(folder: Path) -> None:
    pq.write_table(pa.table({"ordinal": [1]}), next(folder.glob("items-*.parquet")))
    with pytest.raises(AuditError, match="expected the columns of schema version 2, got others"):
        open_audit(folder)


def test_an_empty_audit_answers_everything(
    tmp_path: Path, make_rows: Callable[..., pa.RecordBatch], make_info: Callable[..., AuditInfo]
) -> None:
    with AuditWriter(tmp_path / "empty") as writer:
        writer.finish(make_info(0))
    audit = open_audit(tmp_path / "empty")
    assert audit.summary().n == audit.count() == len(audit.rows()) == 0
    assert audit.facets(Filter(category=("x",)), ["category"])["category"] == [FacetValue(value="x", count=0)]


def test_a_closed_audit_says_so(audit: Audit) -> None:
    audit.close()
    with pytest.raises(AuditError, match="cannot read the audit"):
        audit.count()


def test_many_threads_get_the_right_answers_at_once(audit: Audit) -> None:
    start = threading.Barrier(8)

    def ask(n: int) -> tuple[int, int, int]:
        start.wait()
        found = [
            (audit.count(Filter(category=("a",))), audit.item(n % 5).ordinal - n % 5, audit.summary().n)
            for _ in range(10)
        ]
        (only,) = set(found)
        return only

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(8))) == {(2, 0, 5)}


def test_list_queries_never_read_the_texts(folder: Path) -> None:
    """The texts are damaged in the file: whoever reads them fails, and nobody else does."""
    path = next(folder.glob("items-*.parquet"))
    group = pq.ParquetFile(path).metadata.row_group(0)
    names = {group.column(n).path_in_schema: group.column(n) for n in range(group.num_columns)}
    data = bytearray(path.read_bytes())
    for name in ("prompt", "content", "reasoning", "candidates", "metadata"):
        start = names[name].dictionary_page_offset or names[name].data_page_offset
        size = names[name].total_compressed_size
        data[start : start + size] = b"\xff" * size
    path.write_bytes(bytes(data))
    audit = open_audit(folder)
    where = Filter(verdict=("correct", "incorrect"))
    assert audit.summary(where).n == audit.count(where) == len(audit.ordinals(where)) == 2
    assert audit.neighbours(where, 0).total == 2
    assert audit.facets(where, ["verdict"])["verdict"]
    assert audit.find("q0") == [0]
    with pytest.raises(AuditError):
        audit.count(Filter(text="FINAL"))


def test_the_header_of_an_audit_is_what_was_written(folder: Path) -> None:
    assert (folder / RUN_JSON).read_text(encoding="utf-8") == info_to_json(open_audit(folder).info)
