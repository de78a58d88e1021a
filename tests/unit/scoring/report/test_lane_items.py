from collections.abc import Callable
from typing import Any

from scoring.audit.query import Audit
from scoring.report.blocks import Card, Heading
from scoring.report.lane_items import N_LISTED, N_SHOWN, describe_pairs, list_singles
from scoring.stats.compare import compare_lanes

Make = Callable[..., Any]


def test_pairs_that_changed_are_listed_by_kind_with_both_replies(sample_a: Audit, sample_b: Audit) -> None:
    blocks = list(describe_pairs(sample_a, sample_b, compare_lanes(sample_a, sample_b)))
    titles = [one.text for one in blocks if isinstance(one, Heading)]
    assert titles[:3] == [
        "Won: right in B only: 19 items",
        "Lost: right in A only: 6 items",
        "Wrong in both, with differing answers: 2 items",
    ]
    assert sum(isinstance(one, Card) for one in blocks) >= N_SHOWN + 6 + 2


def test_items_of_one_lane_are_listed_up_to_a_limit(audit_of: Make, record: Make) -> None:
    a = audit_of(record())
    b = audit_of(record(), *(record(f"more{i}") for i in range(N_LISTED + 3)))
    table, left_out = list_singles("Only in lane B", compare_lanes(a, b).only_b)
    assert len(table.rows) == N_LISTED
    assert "3 more are left out here" in left_out.parts[0]


def test_an_empty_list_says_nothing(sample_a: Audit) -> None:
    assert list(list_singles("Only in lane A", compare_lanes(sample_a, sample_a).only_a)) == []
