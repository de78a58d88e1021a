import dataclasses

import pytest

from scoring import records
from scoring.records import Decision, Extraction, Item, Problem, Recorded, Response, TaskType, Verdict

RECORDS = [
    value for value in vars(records).values() if isinstance(value, type) and dataclasses.is_dataclass(value)
]


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_frozen_keyword_only_and_has_no_room_for_more(record: type) -> None:
    parameters = record.__dataclass_params__  # type: ignore[attr-defined]  # set by the decorator
    assert parameters.frozen
    assert "__slots__" in vars(record)
    assert all(field.kw_only for field in dataclasses.fields(record))


def test_a_field_that_a_file_does_not_carry_is_none_or_empty_and_never_looks_like_data() -> None:
    item = Item(item_id="1", task_type=TaskType.CHOICE)
    given = {"item_id", "task_type", "attempt", "target_mode", "response"}
    held = {
        field.name: getattr(item, field.name) for field in dataclasses.fields(item) if field.name not in given
    }
    assert [name for name, value in held.items() if value] == []
    assert item.response == Response(content=None, reasoning=None, finish_reason=None)


def test_two_items_do_not_share_what_can_be_changed() -> None:
    one, other = (Item(item_id=name, task_type=TaskType.CHOICE) for name in "ab")
    assert one.metadata is not other.metadata
    assert one.options is not other.options


def test_nothing_recorded_is_no_verdict() -> None:
    assert Recorded(scorer="s").verdict is None


def test_nothing_extracted_is_no_answer() -> None:
    found = Extraction()
    assert (found.answer, found.status.value, found.answer_kind.value) == (None, "no_answer", "none")


def test_the_verdicts_are_the_documented_ones() -> None:
    assert {verdict.value for verdict in Verdict} == {"correct", "incorrect", "no_answer", "unscorable"}


def test_a_decision_brings_its_problems_along() -> None:
    problem = Problem(kind="k", message="m")
    decision = Decision(
        verdict=Verdict.UNSCORABLE, score=None, extraction=Extraction(), explanation="", problems=(problem,)
    )
    assert decision.problems[0].skipped is False
