import json

import pytest

from scoring.audit.summary import Tally
from scoring.stats.comparison import (
    CategoryContrast,
    Comparison,
    Contrast,
    FlipTable,
    Pair,
    Single,
)

PAIR = Pair(task=None, item_id="x", attempt=0, category="law", a=0, b=5)
CONTRAST = Contrast(a=Tally(correct=1, incorrect=1), b=Tally(correct=3, no_answer=1))


@pytest.fixture
def comparison() -> Comparison:
    return Comparison(
        pairs=(PAIR,),
        recorded=CONTRAST,
        rescored=CONTRAST,
        paired_recorded=Contrast(a=Tally(), b=Tally()),
        paired_rescored=CONTRAST,
        by_category=(CategoryContrast(value="law", recorded=CONTRAST, rescored=CONTRAST),),
        recorded_flips=FlipTable(not_compared=(PAIR,)),
        rescored_flips=FlipTable(only_b_correct=(PAIR,)),
        only_a=(Single(task=None, item_id="y", attempt=0, ordinal=3),),
        only_b=(),
        duplicates_a=(),
        duplicates_b=(),
        different_questions=(PAIR,),
        notes=("A note.",),
    )


def test_a_difference_is_b_minus_a_in_percentage_points() -> None:
    assert CONTRAST.difference_pp == 25.0


def test_a_comparison_is_json(comparison: Comparison) -> None:
    values = comparison.to_dict()
    assert json.loads(json.dumps(values)) == values


def test_numbers_come_with_their_denominators(comparison: Comparison) -> None:
    recorded = comparison.to_dict()["recorded"]
    assert isinstance(recorded, dict)
    assert recorded["b"] == {
        "correct": 3,
        "incorrect": 0,
        "no_answer": 1,
        "unscorable": 0,
        "not_recorded": 0,
        "n": 4,
        "scored": 4,
        "accuracy": 0.75,
    }


def test_every_cell_lists_its_items(comparison: Comparison) -> None:
    flips = comparison.to_dict()["rescored_flips"]
    assert isinstance(flips, dict)
    assert flips["only_b_correct"] == {
        "n": 1,
        "items": [{"task": None, "item_id": "x", "attempt": 0, "category": "law", "a": 0, "b": 5}],
    }
    assert flips["both_correct"] == {"n": 0, "items": []}


def test_the_items_of_one_lane_only_are_listed(comparison: Comparison) -> None:
    assert comparison.to_dict()["only_a"] == [{"task": None, "item_id": "y", "attempt": 0, "ordinal": 3}]
