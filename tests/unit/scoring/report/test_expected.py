import pytest

from scoring.records import TaskType
from scoring.report.expected import Asked, has_expected_answer

LABELS = {"A": "one", "B": "two"}


def asked(kind: TaskType, *target: str, verdict: str = "incorrect", **fields: object) -> Asked:
    values = {"options": {}, "answer_reward": None, "source": None} | fields
    return Asked(task_type=kind, target=target, verdict=verdict, **values)


@pytest.mark.parametrize(
    ("item", "values", "expected"),
    [
        (asked(TaskType.CHOICE, "A", options=LABELS), ["B", "A"], True),
        (asked(TaskType.CHOICE, "(a)", options=LABELS), ["A"], True),
        (asked(TaskType.CHOICE, "A", options=LABELS), ["B"], False),
        (asked(TaskType.CHOICE, "A", options=LABELS), [], False),
        (asked(TaskType.MULTI_CHOICE, "B", "A", options=LABELS), ["A,B"], True),
        (asked(TaskType.MULTI_CHOICE, "B", "A", options=LABELS), ["A"], False),
        (asked(TaskType.NUMBER, "1,000"), ["7", "1e3"], True),
        (asked(TaskType.NUMBER, "35"), ["35%"], False),
        (asked(TaskType.SHORT_TEXT, "The Hague"), ["hague."], True),
        (asked(TaskType.SUBSTRING, "x", "y", verdict="correct"), ["x", "y"], True),
        (asked(TaskType.SUBSTRING, "x", "y"), ["x"], False),
        (asked(TaskType.TRACE, answer_reward=1.0, source="content"), [], True),
        (asked(TaskType.TRACE, answer_reward=1.0, source="reasoning"), [], False),
    ],
    ids=lambda value: value.task_type.value if isinstance(value, Asked) else str(value),
)
def test_values_are_compared_as_their_type_of_item_is_scored(
    item: Asked, values: list[str], *, expected: bool
) -> None:
    assert has_expected_answer(item, values) is expected


@pytest.mark.parametrize(
    "item",
    [
        asked(TaskType.CHOICE, "A", options=LABELS, verdict="unscorable"),
        asked(TaskType.CHOICE, "Z", options=LABELS),
        asked(TaskType.LOGLIKELIHOOD, "A"),
    ],
    ids=["unscorable", "target outside the options", "type without scorer"],
)
def test_where_nothing_can_be_equal_it_is_neither_true_nor_false(item: Asked) -> None:
    assert has_expected_answer(item, ["A"]) is None
