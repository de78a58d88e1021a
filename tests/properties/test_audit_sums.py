"""Two routes to every number of an audit: our queries, and plain pandas over the rows."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.audit.filter import FACETS, NULL, Filter, encode_value
from scoring.audit.info import AuditInfo
from scoring.audit.query import Audit
from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.schema import SCHEMA_VERSION
from scoring.audit.summary import Tally
from scoring.policy import POLICIES
from scoring.records import Item, Recorded, Response, TaskType, Verdict
from scoring.stats.compare import compare_lanes
from scoring.stats.comparison import CELLS, FlipTable
from scoring.tasks import score_item
from scoring.version import SCORER_VERSION

POLICY = POLICIES["final-answer-v1"]
CATEGORIES = st.sampled_from([None, "law", "art", NULL, ""])
CONTENTS = st.sampled_from(["FINAL: A", "FINAL: B", "FINAL: A or FINAL: B", "no idea", "", None])
RECORDED = st.sampled_from([None, Verdict.CORRECT, Verdict.INCORRECT])
FINDINGS = st.sets(st.sampled_from(["f", "g", "h"])).map(lambda names: tuple(sorted(names)))


@st.composite
def items(draw: st.DrawFn) -> Item:
    verdict = draw(RECORDED)
    flag = draw(st.sampled_from([None, True, False]))
    return Item(
        item_id=draw(st.sampled_from("uvwxyz")),
        task_type=TaskType.CHOICE,
        category=draw(CATEGORIES),
        options=dict.fromkeys("ABCD"),
        target=(draw(st.sampled_from("AAAZ")),),
        response=Response(content=draw(CONTENTS), reasoning=draw(CONTENTS)),
        recorded=() if verdict is None else (Recorded(scorer="s", verdict=verdict, ambiguity=flag),),
    )


def audit_of(decided: list[tuple[Item, tuple[str, ...]]]) -> Audit:
    rows = build_rows(
        DecidedItem(n, item, score_item(item, POLICY), found) for n, (item, found) in enumerate(decided)
    )
    info = AuditInfo(
        schema_version=SCHEMA_VERSION,
        scorer_version=SCORER_VERSION,
        loader="by hand",
        policy=POLICY,
        n_items=len(decided),
    )
    return Audit.from_table(pa.Table.from_batches([rows]), info)


AUDITS = st.lists(st.tuples(items(), FINDINGS), max_size=12).map(audit_of)

SCALAR_FACETS = [name for name in FACETS if name not in {"findings", "change"}]


@st.composite
def filters(draw: st.DrawFn) -> Filter:
    values = {
        "category": [NULL, "law", "art", "~~", ""],
        "verdict": [*Verdict],
        "recorded_verdict": [NULL, "correct", "incorrect"],
        "findings": [NULL, "f", "g"],
        "recorded_ambiguity": [NULL, "true", "false"],
        "change": ["incorrect>correct", "~>correct"],
    }
    chosen = {
        name: tuple(str(value) for value in draw(st.sets(st.sampled_from(some), max_size=2)))
        for name, some in values.items()
    }
    return Filter(**chosen, text=draw(st.sampled_from(["", "", "final: b", "u"])))


def frame_of(audit: Audit) -> pd.DataFrame:
    """The rows as objects: None for no value, and every facet as the text that a filter takes."""
    rows = pd.DataFrame(audit.table(columns=audit.table().schema.names + _COLUMNS).to_pylist())
    for name in SCALAR_FACETS:
        if name in rows:
            rows[name] = pd.Series([_facet(value) for value in rows[name]], dtype=object)
    if len(rows):
        rows["change"] = rows["recorded_verdict"] + ">" + rows["verdict"]
    return rows


_COLUMNS = [
    "category",
    "verdict",
    "recorded_verdict",
    "findings",
    "answer_kind",
    "ambiguity",
    "recorded_ambiguity",
    "has_reasoning_examples",
    "extraction_rule",
    "content",
    "reasoning",
    "answer",
]


def _facet(value: object) -> str:
    if pd.isna(value):
        return NULL
    return encode_value(str(value).lower() if isinstance(value, bool) else str(value))


def kept(rows: pd.DataFrame, where: Filter, *, ignoring: str = "") -> pd.DataFrame:
    """The rows that a filter lets through, by plain Python."""
    if not len(rows):
        return rows
    mask = pd.Series(data=True, index=rows.index)
    for name in ("category", "verdict", "recorded_verdict", "recorded_ambiguity", "change"):
        chosen = getattr(where, name)
        if chosen and name != ignoring:
            mask &= rows[name].isin(chosen)
    if where.findings and ignoring != "findings":
        mask &= rows["findings"].map(lambda found: bool(set(found or [NULL]) & set(where.findings)))
    if where.text:
        texts = rows[["item_id", "content", "reasoning"]].fillna("")
        mask &= texts.apply(lambda values: any(where.text in value.lower() for value in values), axis=1)
    return rows[mask]


def tally_of(verdicts: pd.Series) -> Tally:
    counts = verdicts.replace(NULL, "not_recorded").value_counts()
    return Tally(**{str(name): int(n) for name, n in counts.items()})


@given(audit=AUDITS, where=filters())
@settings(max_examples=25, deadline=None)
def test_a_summary_equals_its_recomputation_by_pandas(audit: Audit, where: Filter) -> None:
    rows = kept(frame_of(audit), where)
    summary = audit.summary(where)
    assert summary.n == audit.count(where) == len(rows)
    assert audit.ordinals(where) == (rows["ordinal"].tolist() if len(rows) else [])
    if len(rows):
        assert summary.recorded == tally_of(rows["recorded_verdict"])
        assert summary.rescored == tally_of(rows["verdict"])
        assert {group.value: group.rescored for group in summary.by_category} == {
            str(name): tally_of(group["verdict"]) for name, group in rows.groupby("category")
        }
        spread = rows.explode("findings").dropna(subset="findings")
        assert {group.value: group.recorded for group in summary.by_finding} == {
            str(name): tally_of(group["recorded_verdict"]) for name, group in spread.groupby("findings")
        }


@given(audit=AUDITS, where=filters())
@settings(max_examples=25, deadline=None)
def test_every_table_of_a_summary_sums_to_its_items(audit: Audit, where: Filter) -> None:
    summary = audit.summary(where)
    tables = [
        [summary.recorded.n],
        [summary.rescored.n],
        [flip.count for flip in summary.flips],
        [group.recorded.n for group in summary.by_category],
        [group.rescored.n for group in summary.by_category],
        *([value.count for value in values] for values in summary.counts.values()),
    ]
    assert [sum(table) for table in tables] == [summary.n] * len(tables)


@given(audit=AUDITS, where=filters())
@settings(max_examples=25, deadline=None)
def test_a_facet_counts_what_choosing_its_value_would_leave(audit: Audit, where: Filter) -> None:
    rows = frame_of(audit)
    names = ["category", "verdict", "recorded_verdict", "change", "recorded_ambiguity", "answer_kind"]
    for name, values in audit.facets(where, names).items():
        left = kept(rows, where, ignoring=name)
        expected = left[name].value_counts().to_dict() if len(left) else {}
        assert {one.value: one.count for one in values if one.count} == expected


@given(audit=AUDITS, where=filters(), sort=st.sampled_from(["ordinal", "category", "verdict", "item_id"]))
@settings(max_examples=15, deadline=None)
def test_neighbours_are_the_places_before_and_after_in_the_table(
    audit: Audit, where: Filter, sort: str
) -> None:
    order = audit.ordinals(where, sort=sort)
    for place, ordinal in enumerate(order):
        step = audit.neighbours(where, ordinal, sort=sort)
        assert step.previous == (order[place - 1] if place else None)
        assert step.next == (order[place + 1] if place + 1 < len(order) else None)
        assert (step.position, step.total) == (place + 1, len(order))


ONE_AUDIT = audit_of([(Item(item_id="q", task_type=TaskType.CHOICE), ())])


@given(name=st.sampled_from(sorted(FACETS)), text=st.text(st.characters(codec=None), max_size=8))
@settings(max_examples=100, deadline=None)
def test_any_text_may_stand_in_a_filter(name: str, text: str) -> None:
    assert ONE_AUDIT.count(Filter(**{name: (text,)}, text=text)) in (0, 1)
    assert ONE_AUDIT.facets(Filter(**{name: (text,)}), [name])[name]


@given(a=AUDITS, b=AUDITS)
@settings(max_examples=25, deadline=None)
def test_every_item_of_two_lanes_has_exactly_one_place(a: Audit, b: Audit) -> None:
    ids_a, ids_b = (lane.rows(columns=["item_id"])["item_id"].tolist() for lane in (a, b))
    paired = {one for one in ids_a if ids_a.count(one) == 1 and ids_b.count(one) == 1}
    if not paired:
        return
    comparison = compare_lanes(a, b)
    assert {pair.item_id for pair in comparison.pairs} == paired
    assert len(comparison.pairs) + len(comparison.only_a) + len(comparison.duplicates_a) == len(ids_a)
    assert len(comparison.pairs) + len(comparison.only_b) + len(comparison.duplicates_b) == len(ids_b)
    for flips in (comparison.recorded_flips, comparison.rescored_flips):
        assert sum(len(getattr(flips, cell)) for cell in CELLS) == len(comparison.pairs)
    assert correct_of(comparison.rescored_flips) <= comparison.rescored.a.correct


def correct_of(flips: FlipTable) -> int:
    return len(flips.both_correct) + len(flips.only_a_correct)
