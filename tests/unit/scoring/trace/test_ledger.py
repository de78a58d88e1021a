import pytest

from scoring.trace.annotation import read_parts, score_parts
from scoring.trace.contracts import ANNOTATION_TYPES
from scoring.trace.half_life import HalfLife
from scoring.trace.ledger import LedgerRow, build_ledger


def ledger(kind: str, target: object, pred: object) -> tuple[LedgerRow, ...]:
    chosen = ANNOTATION_TYPES[kind]
    parts = read_parts(chosen, target), read_parts(chosen, pred)
    attempt = score_parts(chosen, target=parts[0], pred=parts[1], half_life=HalfLife(20.0, "explicit"))
    return build_ledger(chosen, attempt, lambda _key, index: (index, index + 1))


def test_a_pair_shows_what_it_earned_and_by_what_it_was_divided() -> None:
    (paired, missing) = ledger("point_set", [[0, 0], [99, 99]], [[20, 0]])
    assert (paired.state, paired.target, paired.pred) == ("paired", (0.0, 0.0), (20.0, 0.0))
    assert (paired.distance_px, paired.iou, paired.divisor, paired.span) == (20.0, None, 2.0, (0, 1))
    assert paired.share == pytest.approx(0.25)
    assert (missing.state, missing.target_index, missing.share, missing.span) == ("missing", 1, 0.0, None)


def test_a_pair_of_boxes_shows_its_iou() -> None:
    (row,) = ledger("bbox", [0, 0, 10, 10], [5, 0, 15, 10])
    assert (row.iou, row.distance_px) == (pytest.approx(1 / 3), None)


def test_a_pair_without_similarity_is_missing_and_extra() -> None:
    rows = ledger("bbox_sequence", [[0, 0, 1, 1]], [[5, 5, 6, 6]])
    assert [(row.state, row.similarity) for row in rows] == [("missing", 0.0), ("extra", 0.0)]


def test_a_key_of_one_side_is_missing_or_extra() -> None:
    rows = ledger("point_map", {"a": [1, 1], "b": [2, 2]}, {"c": [3, 3], "a": [1, 1]})
    assert [(row.state, row.key, row.divisor) for row in rows] == [
        ("paired", "a", 3.0),
        ("missing", "b", 3.0),
        ("extra", "c", 3.0),
    ]


def test_a_group_without_witnesses_has_a_row_that_earns_in_full() -> None:
    rows = ledger("point_set_map", {"a": [], "b": [[1, 1]]}, {"a": [], "b": [[1, 1]]})
    assert [(row.state, row.share) for row in rows] == [("both_empty", 0.5), ("paired", 0.5)]
    assert [(row.state, row.share) for row in ledger("bbox_map", {}, {})] == [("both_empty", 1.0)]


def test_a_pair_that_earns_nothing_to_speak_of_is_far_and_still_adds_its_share() -> None:
    near, far = ledger("point_set", [[0, 0], [500, 0]], [[0, 0], [580, 0]])
    assert (near.state, far.state) == ("paired", "far")
    # Four half-lives of 20 px apart.
    assert far.similarity == pytest.approx(0.5**16)
    assert far.share == pytest.approx(0.5**17)
