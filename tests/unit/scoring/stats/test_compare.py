from collections.abc import Sequence

import pyarrow as pa
import pytest

from scoring.audit.info import AuditInfo
from scoring.audit.query import Audit
from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.schema import SCHEMA_VERSION
from scoring.audit.summary import Tally
from scoring.errors import ComparisonError, ContractError
from scoring.policy import POLICIES
from scoring.records import Item, Recorded, Response, TaskType, Verdict
from scoring.stats.compare import compare_lanes
from scoring.stats.comparison import Pair
from scoring.tasks import score_item
from scoring.version import SCORER_VERSION

RIGHT, WRONG, NOTHING = "FINAL: A", "FINAL: B", "no idea"


def choice(item_id: str, content: str = RIGHT, **fields: object) -> Item:
    """A choice item with target A, recorded as correct unless `recorded` says otherwise."""
    recorded = fields.pop("recorded", Verdict.CORRECT)
    values: dict[str, object] = {
        "item_id": item_id,
        "task_type": TaskType.CHOICE,
        "options": dict.fromkeys("ABCD"),
        "target": ("A",),
        "response": Response(content=content),
        "recorded": () if recorded is None else (Recorded(scorer="file", verdict=recorded),),
    }
    return Item(**{**values, **fields})


def lane(items: Sequence[Item], policy: str = "final-answer-v1", fallback: bool | None = None) -> Audit:  # noqa: FBT001
    rows = build_rows(
        DecidedItem(n, item, score_item(item, POLICIES[policy]), ()) for n, item in enumerate(items)
    )
    info = AuditInfo(
        schema_version=SCHEMA_VERSION,
        scorer_version=SCORER_VERSION,
        loader="by hand",
        policy=POLICIES[policy],
        lane_fallback=fallback,
        n_items=len(items),
    )
    return Audit.from_table(pa.Table.from_batches([rows]), info)


def ids(pairs: Sequence[Pair]) -> list[str]:
    return [pair.item_id for pair in pairs]


def test_items_are_paired_whatever_their_order() -> None:
    comparison = compare_lanes(
        lane([choice("x"), choice("y"), choice("z")]), lane([choice("z"), choice("x"), choice("y")])
    )
    assert [(pair.item_id, pair.a, pair.b) for pair in comparison.pairs] == [
        ("x", 0, 1),
        ("y", 1, 2),
        ("z", 2, 0),
    ]


@pytest.mark.parametrize("other", [{"task": "t"}, {"attempt": 1}], ids=str)
def test_task_and_attempt_belong_to_the_key(other: dict[str, object]) -> None:
    comparison = compare_lanes(lane([choice("x"), choice("y")]), lane([choice("x"), choice("y", **other)]))
    assert ids(comparison.pairs) == ["x"]
    assert ids(comparison.only_a) == ids(comparison.only_b) == ["y"]


def test_pairs_stand_in_the_cell_of_their_verdicts() -> None:
    contents_a = [RIGHT, RIGHT, WRONG, NOTHING, RIGHT]
    contents_b = [RIGHT, NOTHING, RIGHT, WRONG, RIGHT]
    a = lane([choice(str(n), text) for n, text in enumerate(contents_a)])
    b = lane([choice(str(n), text) for n, text in enumerate(contents_b)])
    flips = compare_lanes(a, b).rescored_flips
    assert ids(flips.both_correct) == ["0", "4"]
    assert ids(flips.only_a_correct) == ["1"]
    assert ids(flips.only_b_correct) == ["2"]
    assert ids(flips.neither_correct) == ["3"]
    assert not flips.not_compared


def test_recorded_flips_follow_the_recorded_verdicts() -> None:
    a = lane([choice("x", recorded=Verdict.INCORRECT), choice("y"), choice("z", recorded=None)])
    b = lane([choice("x"), choice("y", recorded=Verdict.INCORRECT), choice("z")])
    comparison = compare_lanes(a, b)
    assert ids(comparison.recorded_flips.only_b_correct) == ["x"]
    assert ids(comparison.recorded_flips.only_a_correct) == ["y"]
    assert ids(comparison.recorded_flips.not_compared) == ["z"]
    assert ids(comparison.rescored_flips.both_correct) == ["x", "y", "z"]


def test_what_cannot_be_scored_in_one_lane_is_not_compared() -> None:
    a = lane([choice("x"), choice("y", target=("Z",))])
    flips = compare_lanes(a, lane([choice("x"), choice("y")])).rescored_flips
    assert ids(flips.not_compared) == ["y"]


def test_each_lane_has_its_own_denominator() -> None:
    a = lane([choice("x"), choice("y", WRONG), choice("z", target=("Z",))])
    b = lane([choice("x"), choice("w"), choice("v", NOTHING), choice("u")])
    comparison = compare_lanes(a, b)
    assert comparison.all_rescored.a == Tally(correct=1, incorrect=1, unscorable=1)
    assert comparison.all_rescored.b == Tally(correct=3, no_answer=1)
    assert comparison.all_rescored.difference_pp == 25.0
    assert comparison.rescored.a == comparison.rescored.b == Tally(correct=1)
    assert comparison.rescored.difference_pp == 0.0


def test_a_difference_without_an_accuracy_is_none() -> None:
    comparison = compare_lanes(lane([choice("x", recorded=None)]), lane([choice("x")]))
    assert comparison.recorded.difference_pp is None


def test_swapping_the_lanes_turns_every_difference_around() -> None:
    a = lane([choice("x"), choice("y", WRONG, recorded=Verdict.INCORRECT), choice("z")])
    b = lane([choice("x", WRONG), choice("y"), choice("w")])
    forth, back = compare_lanes(a, b), compare_lanes(b, a)
    assert forth.rescored.difference_pp == -(back.rescored.difference_pp or 0)
    assert ids(forth.rescored_flips.only_a_correct) == ids(back.rescored_flips.only_b_correct) == ["x"]
    assert ids(forth.only_a) == ids(back.only_b) == ["z"]


def test_categories_hold_their_pairs_largest_first() -> None:
    a = lane([choice(name, category="art" if name == "y" else "law") for name in "wxy"] + [choice("z")])
    b = lane([choice(name, WRONG if name == "x" else RIGHT) for name in "zyxw"])
    contrasts = compare_lanes(a, b).by_category
    assert [(one.value, one.n, one.rescored.n) for one in contrasts] == [
        ("law", 2, 2),
        ("art", 1, 1),
        ("~", 1, 1),
    ]
    assert contrasts[0].rescored.difference_pp == -50.0


def test_a_key_that_is_not_unique_in_a_lane_is_paired_with_nothing() -> None:
    a = lane([choice("x"), choice("y"), choice("x", WRONG)])
    b = lane([choice("x"), choice("y"), choice("v"), choice("v")])
    comparison = compare_lanes(a, b)
    assert ids(comparison.pairs) == ["y"]
    assert [one.ordinal for one in comparison.duplicates_a] == [0, 2]
    assert [one.ordinal for one in comparison.duplicates_b] == [0, 2, 3]
    assert not comparison.only_a
    assert not comparison.only_b


def test_another_question_under_the_same_key_is_paired_and_listed() -> None:
    a = lane([choice("x"), choice("y", prompt="Which?")])
    b = lane([choice("x"), choice("y", prompt="What?")])
    comparison = compare_lanes(a, b)
    assert ids(comparison.different_questions) == ["y"]
    assert ids(comparison.pairs) == ["x", "y"]
    assert comparison.notes == ("Pairs that differ in their prompt: 1 (y).",)


def test_lanes_that_were_rescored_differently_are_noted() -> None:
    a = lane([choice("x")])
    b = lane([choice("x")], policy="first-match-v0", fallback=True)
    assert compare_lanes(a, b).notes == (
        "Lane A was rescored with final-answer-v1, lane B with first-match-v0; their options differ.",
        "The lanes differ in their setting of the reasoning fallback.",
    )


def test_lanes_that_differ_in_nothing_but_responses_have_no_notes() -> None:
    assert compare_lanes(lane([choice("x")]), lane([choice("x", WRONG)])).notes == ()


@pytest.mark.parametrize(("a", "b"), [(["x"], ["y"]), ([], ["x"]), ([], []), (["x", "x"], ["x"])])
def test_lanes_without_an_item_in_common_are_refused(a: list[str], b: list[str]) -> None:
    with pytest.raises(ComparisonError, match="expected items "):
        compare_lanes(lane([choice(one) for one in a]), lane([choice(one) for one in b]))


def test_lanes_of_several_attempts_are_compared_by_items_too() -> None:
    a, b = (
        lane([choice(str(n % 40), text, attempt=n // 40) for n, text in enumerate(texts)])
        for texts in ([RIGHT, WRONG] * 60, [RIGHT, RIGHT, WRONG] * 40)
    )
    comparison = compare_lanes(a, b)
    assert comparison.rescored.clustered is not None
    assert (comparison.rescored.clustered.by, comparison.rescored.clustered.n_clusters) == ("item", 40)
    assert "share an item" in (comparison.rescored.mcnemar.caution or "")
    assert comparison.attempts_b is not None
    assert comparison.attempts_b.n_items == 40


@pytest.mark.parametrize(("by", "n_clusters"), [("auto", 3), ("cluster", 3), ("images", 2)])
def test_items_that_share_a_passage_or_an_image_are_clusters(by: str, n_clusters: int) -> None:
    names = enumerate("uvwxyz")
    items = [choice(name, cluster=f"p{n % 3}", images=(f"{n % 2}.png",)) for n, name in names]
    found = compare_lanes(lane(items), lane(items), clusters=by).rescored.clustered
    assert found is not None
    assert found.n_clusters == n_clusters
    assert compare_lanes(lane(items), lane(items), clusters="none").rescored.clustered is None


def test_a_margin_is_stated_for_both_scorers() -> None:
    audit = lane([choice("x"), choice("y")])
    comparison = compare_lanes(audit, audit, margin_pp=2)
    assert comparison.rescored.equivalence is not None
    assert comparison.rescored.equivalence.margin_pp == 2
    assert comparison.recorded.equivalence is not None
    assert compare_lanes(audit, audit).rescored.equivalence is None


@pytest.mark.parametrize("wrong", [{"margin_pp": 0}, {"margin_pp": 101}, {"seed": -1}, {"clusters": "no"}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    audit = lane([choice("x")])
    with pytest.raises(ContractError, match="expected a"):
        compare_lanes(audit, audit, **wrong)


def test_unpaired_items_are_told_apart_from_the_attribution() -> None:
    a = lane([choice("x"), choice("y"), choice("z")])
    b = lane([choice("x", recorded=Verdict.INCORRECT), choice("w")])
    found = compare_lanes(a, b)
    assert (found.attribution.recorded, found.attribution.unpaired) == (-1, -1)
    totals = found.all_recorded.b.correct - found.all_recorded.a.correct
    assert totals == found.attribution.recorded + found.attribution.unpaired
