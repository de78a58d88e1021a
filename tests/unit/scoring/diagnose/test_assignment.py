from itertools import permutations
from math import dist, exp, log

import pytest

from scoring.diagnose.assignment import Place, audit_assignment


def test_one_far_point_that_spoils_every_pair_is_shown_with_its_cost(case):
    # The nearest chain of total distance shifts every pair by one.
    target, pred = [[100, 100], [150, 100], [200, 100]], [[150, 100], [200, 100], [700, 100]]
    audit = audit_assignment(case("point_set", target=target, pred=pred))
    alike = [[exp(-log(2) * (dist(t, p) / 35) ** 2) for p in pred] for t in target]
    most = max(sum(alike[i][j] for i, j in enumerate(order)) for order in permutations(range(3)))
    assert audit.best_reward == pytest.approx(most / 3)
    assert audit.difference == pytest.approx(audit.best_reward - audit.used_reward)
    assert {(g.target.at, g.pred.at) for g in audit.ghosts} <= {(i, j) for i in range(3) for j in range(3)}


def test_boxes_of_a_set_pair_best_already(case):
    audit = audit_assignment(
        case("bbox_set", target=[[0, 0, 9, 9], [20, 0, 29, 9]], pred=[[21, 0, 30, 9], [1, 0, 10, 9]])
    )
    assert (audit.ghosts, audit.difference) == ((), 0.0)
    assert len(audit.used) == len(audit.best) == 2


def test_a_reversed_sequence_would_pay_in_full_by_the_best_pairing(case):
    boxes = [[0, 0, 9, 9], [20, 0, 29, 9], [40, 0, 49, 9], [60, 0, 69, 9]]
    audit = audit_assignment(case("bbox_sequence", target=boxes, pred=boxes[::-1]))
    assert (audit.used_reward, audit.best_reward) == (0.0, 1.0)
    assert [(g.target.at, g.pred.at) for g in audit.ghosts] == [(0, 3), (1, 2), (2, 1), (3, 0)]


def test_swapped_keys_pair_across_keys(case):
    audit = audit_assignment(
        case(
            "bbox_map",
            target={"a": [0, 0, 9, 9], "b": [50, 0, 59, 9]},
            pred={"b": [0, 0, 9, 9], "a": [50, 0, 59, 9]},
        )
    )
    assert (audit.used_reward, audit.best_reward) == (0.0, 1.0)
    assert audit.ghosts[0].target == Place("a", 0)
    assert audit.ghosts[0].pred == Place("b", 0)


def test_a_class_of_one_side_keeps_its_place_in_the_divisor(case):
    audit = audit_assignment(
        case(
            "bbox_set_map",
            target={"a": [[0, 0, 9, 9]], "b": [[50, 0, 59, 9]]},
            pred={"a": [[0, 0, 9, 9]], "c": []},
        )
    )
    assert audit.best_reward == pytest.approx(audit.used_reward) == pytest.approx(1 / 3)


def test_what_cannot_be_read_has_no_audit(case):
    assert audit_assignment(case("bbox", target=[0, 0, 9, 9], pred=[1])) is None
