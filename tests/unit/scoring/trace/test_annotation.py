import pytest

from scoring.trace.annotation import add_figures, read_parts, score_parts
from scoring.trace.containers import Fault
from scoring.trace.contracts import ANNOTATION_TYPES
from scoring.trace.half_life import HalfLife

LIFE = HalfLife(20.0, "explicit")


def figures(kind: str, target: object, pred: object) -> dict[str, float]:
    chosen = ANNOTATION_TYPES[kind]
    parts = read_parts(chosen, target), read_parts(chosen, pred)
    result: dict[str, float] = {}
    add_figures(result, chosen, score_parts(chosen, target=parts[0], pred=parts[1], half_life=LIFE))
    return result


def test_a_whole_annotation_may_be_given_as_text() -> None:
    assert read_parts(ANNOTATION_TYPES["bbox"], "0,0,10,10") == ((0.0, 0.0, 10.0, 10.0),)
    assert isinstance(read_parts(ANNOTATION_TYPES["bbox"], '"[0,0,10,10]"'), Fault)


def test_a_set_is_divided_by_its_longer_side() -> None:
    got = figures("point_set", [[10, 10], [50, 50]], [10, 10])
    assert got == {
        "annotation_reward": 0.5,
        "annotation_parse_ok": 1.0,
        "annotation_pred_size": 1.0,
        "annotation_gt_size": 2.0,
        "annotation_assigned_count": 1.0,
        "annotation_assigned_similarity_mean": 1.0,
        "annotation_point_half_life_px": 20.0,
    }


def test_a_sequence_pairs_by_place_and_counts_its_length() -> None:
    got = figures("bbox_sequence", [[0, 0, 1, 1], [5, 5, 6, 6]], [[5, 5, 6, 6], [0, 0, 1, 1]])
    assert (got["annotation_reward"], got["annotation_pred_len"], got["annotation_assigned_count"]) == (
        0,
        2,
        2,
    )


def test_a_map_is_divided_by_the_union_of_its_keys() -> None:
    got = figures("point_map", {"a": [1, 1], "b": [2, 2]}, {"a": [1, 1], "c": [3, 3]})
    assert got["annotation_reward"] == pytest.approx(1 / 3)
    assert [got[f"annotation_{name}_key_count"] for name in ("shared", "missing", "extra")] == [1, 1, 1]


def test_a_set_map_takes_the_mean_over_its_keys_of_their_means() -> None:
    target = {"a": [[0, 0], [100, 100]], "b": [[5, 5]], "c": []}
    pred = {"a": [[0, 0], [100, 120]], "b": [], "c": []}
    got = figures("point_set_map", target, pred)
    assert got["annotation_reward"] == pytest.approx((0.75 + 0 + 1) / 3)
    assert got["annotation_assigned_similarity_mean"] == pytest.approx(0.75)
    assert got["annotation_assigned_count"] == 2.0


@pytest.mark.parametrize(("kind", "empty"), [("bbox_set", []), ("bbox_map", {}), ("point_set_map", {})])
def test_both_sides_empty_earn_everything(kind: str, empty: object) -> None:
    got = figures(kind, empty, empty)
    assert (got["annotation_reward"], got["annotation_assigned_count"]) == (1.0, 0.0)
