from scoring.policy import POLICIES
from scoring.records import Item, Problem, TaskType
from scoring.rescore.batch import Scoring
from scoring.rescore.serial import decide_batches


def test_ordinals_run_on_from_batch_to_batch_and_problems_take_none() -> None:
    item = Item(item_id="q", task_type=TaskType.CHOICE)
    problem = Problem(kind="k", message="m", skipped=True)
    batches = [[item, problem, item], [problem], [item]]
    decided = decide_batches(batches, Scoring(POLICIES["final-answer-v1"]))
    assert [one.rows.column("ordinal").to_pylist() for one in decided] == [[0, 1], [], [2]]
