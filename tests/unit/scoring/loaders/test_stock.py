from scoring.loaders.stock import LEAST_ITEMS, take_stock
from scoring.records import Item, Problem, Response, TaskType


def items(n, **response):
    return [Item(item_id=str(i), task_type=TaskType.CHOICE, response=Response(**response)) for i in range(n)]


def test_a_run_without_any_reply_is_told_at_its_end() -> None:
    *kept, problem = take_stock(items(LEAST_ITEMS, content=" \n"))
    assert kept == items(LEAST_ITEMS, content=" \n")
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.skipped) == ("all_replies_empty", False)


def test_one_reply_is_enough() -> None:
    entries = [*items(LEAST_ITEMS, content=""), *items(1, content="A")]
    assert list(take_stock(entries)) == entries


def test_reasoning_is_a_reply_too() -> None:
    entries = items(LEAST_ITEMS, reasoning="A")
    assert list(take_stock(entries)) == entries


def test_one_or_two_items_say_nothing() -> None:
    entries = items(LEAST_ITEMS - 1)
    assert list(take_stock(entries)) == entries


def test_log_likelihoods_have_no_text_to_miss() -> None:
    entries = [Item(item_id=str(i), task_type=TaskType.LOGLIKELIHOOD) for i in range(LEAST_ITEMS)]
    assert list(take_stock(entries)) == entries
