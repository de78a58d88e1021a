import pytest

from scoring.diagnose.case import case_of
from scoring.policy import POLICIES
from scoring.records import Item, Response, TaskType
from scoring.tasks import score_item

POLICY = POLICIES["final-answer-v1"]


def test_a_case_holds_both_sides_and_what_was_earned(case):
    made = case("bbox", target=[0, 0, 10, 10], pred=[5, 0, 15, 10])
    assert (made.target, made.pred) == (((0, 0, 10, 10),), ((5, 0, 15, 10),))
    assert made.reward == pytest.approx(1 / 3)
    assert made.score(target=made.target, pred=made.target) == 1.0


def test_corners_are_ordered_for_scoring_and_kept_as_given_beside(case):
    made = case("bbox", target=[0, 0, 10, 10], pred=[300, 200, 50, 40])
    assert (made.pred, made.raw) == (((50, 40, 300, 200),), ((300, 200, 50, 40),))


def test_points_are_scored_with_the_half_life_that_was_used(case):
    made = case("point", target=[100, 100], pred=[100, 135])
    assert made.half_life.pixels == pytest.approx(35.0)  # 3.5 % of a diagonal of 1000
    assert made.reward == pytest.approx(0.5)


def test_what_cannot_be_read_is_counted_and_the_rest_kept(case):
    made = case("point_set", target=[[1, 1], [2, 2]], pred=[[1, 1], ["x", 2], [3]])
    assert (made.pred, made.n_culprits, made.raw) == ([(1, 1)], 2, None)


@pytest.mark.parametrize("response", ["", '{"answer": 1}'], ids=["no object", "no annotation"])
def test_without_an_annotation_there_is_no_case(item_of, response):
    from dataclasses import replace

    item = replace(item_of("point", target=[1, 1], pred=[1, 1]), response=Response(content=response))
    assert case_of(item, score_item(item, POLICY)) is None


def test_an_item_of_another_kind_has_no_case():
    item = Item(item_id="a", task_type=TaskType.CHOICE, options={"A": None}, target=("A",))
    assert case_of(item, score_item(item, POLICY)) is None
