from collections.abc import Iterable

from scoring.policy import POLICIES
from scoring.records import Item, Problem, Response, TaskType
from scoring.rescore.batch import CHARACTERS_PER_GROUP, ROWS_PER_GROUP, Scoring, cut_batches, decide_batch

DEFAULT = Scoring(POLICIES["final-answer-v1"])
PROBLEM = Problem(kind="malformed_record", message="expected a record, got 3", skipped=True)


def choice(number: int, content: str | None = "FINAL: A", **fields: object) -> Item:
    values: dict[str, object] = {
        "item_id": str(number),
        "task_type": TaskType.CHOICE,
        "options": dict.fromkeys("AB"),
        "target": ("A",),
        "response": Response(content=content),
    }
    return Item(**{**values, **fields})


def sizes(entries: Iterable[Item | Problem]) -> list[int]:
    return [len(batch) for batch in cut_batches(entries)]


def test_a_batch_ends_after_a_fixed_number_of_items() -> None:
    assert sizes(choice(n) for n in range(ROWS_PER_GROUP + 1)) == [ROWS_PER_GROUP, 1]


def test_problems_take_no_place_of_an_item() -> None:
    entries = [PROBLEM, *(choice(n) for n in range(ROWS_PER_GROUP)), PROBLEM]
    assert sizes(entries) == [ROWS_PER_GROUP + 1, 1]


def test_long_texts_end_a_batch_early() -> None:
    long = choice(0, "x" * (CHARACTERS_PER_GROUP // 2))
    assert sizes([long] * 5) == [2, 2, 1]


def test_nothing_is_no_batch() -> None:
    assert sizes([]) == []


def test_a_batch_is_decided_in_the_order_of_the_file() -> None:
    entries = [choice(7), PROBLEM, choice(8, "FINAL: B")]
    rows, problems, _ = decide_batch(entries, 100, DEFAULT)
    assert rows.column("ordinal").to_pylist() == [100, 101]
    assert rows.column("item_id").to_pylist() == ["7", "8"]
    assert rows.column("verdict").to_pylist() == ["correct", "incorrect"]
    assert problems == (PROBLEM,)


def test_a_problem_of_an_item_stands_between_its_neighbours_and_names_it() -> None:
    entries = [PROBLEM, choice(1, target=("Z",)), PROBLEM]
    problems = decide_batch(entries, 0, DEFAULT).problems
    assert [one.item_id for one in problems] == [None, "1", None]


def test_the_fallback_of_the_lane_is_handed_on() -> None:
    hidden = choice(0, response=Response(content="", reasoning="FINAL: A"))
    for fallback, verdict in ((None, "no_answer"), (False, "no_answer"), (True, "correct")):
        rows, _, _ = decide_batch([hidden], 0, Scoring(DEFAULT.policy, fallback))
        assert rows.column("verdict").to_pylist() == [verdict]


def test_findings_come_with_the_rows() -> None:
    hidden = choice(0, response=Response(content="", reasoning="FINAL: A"))
    rows, _, _ = decide_batch([hidden, choice(1)], 0, DEFAULT)
    assert rows.column("findings").to_pylist() == [["answer_only_in_reasoning"], []]


def test_text_that_cannot_be_stored_as_it_is_is_told() -> None:
    entries = [choice(0, "FINAL: A \ud83d", prompt="\udc00?"), choice(1, "é😀 FINAL: A")]
    rows, problems, _ = decide_batch(entries, 0, DEFAULT)
    assert rows.column("content").to_pylist()[0] == "FINAL: A \ufffd"
    assert [(one.kind, one.item_id, one.message.split(" in ")[1]) for one in problems] == [
        ("lone_surrogate", "0", "prompt; shown as U+FFFD"),
        ("lone_surrogate", "0", "content; shown as U+FFFD"),
    ]


def test_an_item_that_cannot_be_scored_is_a_row() -> None:
    rows, _, _ = decide_batch([choice(0, task_type=TaskType.DETECTION)], 0, DEFAULT)
    assert rows.column("verdict").to_pylist() == ["unscorable"]
