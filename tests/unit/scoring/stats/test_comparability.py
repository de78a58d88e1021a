import pytest

from scoring.records import Recorded, Verdict
from scoring.stats.comparability import Comparability, Reason
from scoring.stats.compare import compare_lanes


def judged(a, b) -> Comparability:
    return compare_lanes(a, b).comparability


def only_reason(found: Comparability) -> Reason:
    assert not found.is_full
    (reason,) = found.reasons
    return reason


def test_lanes_that_differ_in_their_responses_only_are_fully_comparable(answers) -> None:
    found = judged(answers("AB-"), answers("BBA"))
    assert found.is_full
    assert found.reasons == ()
    assert found.a.coverage == found.b.coverage == 1.0


def test_another_target_is_named_with_its_items(answers, choice, lane) -> None:
    other = lane([choice("0", "FINAL: A"), choice("1", "FINAL: A", target=("B",))])
    reason = only_reason(judged(answers("AA"), other))
    assert (reason.kind, reason.n) == ("target", 1)
    assert reason.message == "Pairs that differ in their target: 1 (1)."
    assert reason.items is not None
    assert [pair.item_id for pair in reason.items] == ["1"]


def test_items_of_one_lane_only_are_named_and_counted(answers) -> None:
    reason = only_reason(judged(answers("A" * 15), answers("A" * 3)))
    assert (reason.kind, reason.n) == ("only_a", 12)
    assert reason.message == "Only in lane A: 12 (3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more)."
    assert reason.items is not None
    assert len(reason.items) == 12


def test_keys_that_are_not_unique_are_named_by_lane(answers, choice, lane) -> None:
    twice = lane([choice("0", "FINAL: A"), choice("0", "FINAL: B"), choice("1", "FINAL: A")])
    kinds = {reason.kind: reason.n for reason in judged(twice, answers("AA")).reasons}
    assert kinds == {"duplicates_a": 2, "duplicates_b": 1}


def test_items_that_cannot_be_scored_are_named(choice, lane) -> None:
    lanes = [lane([choice("x", "FINAL: A"), choice("y", "FINAL: A", target=("Z",))]) for _ in range(2)]
    assert [(reason.kind, reason.n) for reason in judged(*lanes).reasons] == [("unscorable", 1)]


def test_missing_recorded_verdicts_are_named_where_others_are_there(choice, lane) -> None:
    half = lane([choice("x", "FINAL: A"), choice("y", "FINAL: A", recorded=None)])
    assert [(reason.kind, reason.n) for reason in judged(half, half).reasons] == [("not_recorded", 1)]
    never = lane([choice("x", "FINAL: A", recorded=None)])
    assert judged(never, never).is_full


def test_another_scorer_of_the_file_is_named(answers, choice, lane) -> None:
    fields = {"recorded": (Recorded(scorer="other", verdict=Verdict.CORRECT),)}
    item = choice("0", "FINAL: A")
    other = lane([type(item)(**{name: getattr(item, name) for name in item.__slots__} | fields)])
    reason = only_reason(judged(answers("A"), other))
    assert reason.message == "Lane A was recorded by file, lane B by other."


def test_a_different_number_of_attempts_is_named(choice, lane) -> None:
    once = lane([choice("x", "FINAL: A")])
    twice = lane([choice("x", "FINAL: A"), choice("x", "FINAL: A", attempt=1)])
    found = judged(once, twice)
    assert "Lane A has 1 attempt an item, lane B 2 attempts." in [one.message for one in found.reasons]


@pytest.mark.parametrize("field", ["scorer_version", "lane_fallback"])
def test_another_way_of_rescoring_is_named(answers, field: str) -> None:
    from dataclasses import replace

    from scoring.audit.query import Audit

    a = answers("A")
    value = "0.0" if field == "scorer_version" else True
    b = Audit.from_table(a.table(columns=a_columns()), replace(a.info, **{field: value}))
    kind = "fallback" if field == "lane_fallback" else field
    assert only_reason(judged(a, b)).kind == kind


def a_columns() -> list[str]:
    from scoring.audit.schema import SCHEMA

    return SCHEMA.names
