import pytest

from scoring.trace.contracts import ANNOTATION_TYPES, annotation_type, contract_fault

BBOX_SET = ANNOTATION_TYPES["bbox_set"]
GOOD = {"id": "bbox_set_soft_iou_v0", "type": "bbox_set"}


def test_there_are_twelve_types_with_their_reward_ids() -> None:
    assert {kind.reward_id for kind in ANNOTATION_TYPES.values()} == {
        *(f"bbox{suffix}_soft_iou_v0" for suffix in ("", "_set", "_sequence", "_map", "_set_map")),
        *(f"point{suffix}_soft_distance_v0" for suffix in ("", "_set", "_sequence", "_map", "_set_map")),
        *(f"segment{suffix}_soft_distance_v0" for suffix in ("", "_set")),
    }


def test_a_type_is_found_by_its_stripped_name() -> None:
    assert annotation_type({"type": " bbox_set "}) is BBOX_SET


@pytest.mark.parametrize("annotation_gt", [None, "bbox", {}, {"type": None}, {"type": "BBOX"}, {"type": "x"}])
def test_what_declares_no_type_of_ours_has_none(annotation_gt: object) -> None:
    assert annotation_type(annotation_gt) is None


@pytest.mark.parametrize(
    "part",
    [GOOD, GOOD | {"type": ""}, {"id": GOOD["id"]}, {"id": f" {GOOD['id']}\n", "type": " bbox_set"}],
)
def test_a_contract_that_fits_has_no_fault(part: object) -> None:
    assert contract_fault(BBOX_SET, {"reward_contract_version": "v9", "annotation": part}) == ""


@pytest.mark.parametrize(
    "contract",
    [
        None,
        [],
        "text",
        {},
        {"annotation": None},
        {"annotation": {"type": "bbox_set"}},
        {"annotation": GOOD | {"id": None}},
        {"annotation": GOOD | {"id": "bbox_soft_iou_v0"}},
        {"annotation": GOOD | {"type": None}},
        {"annotation": GOOD | {"type": "bbox"}},
    ],
)
def test_a_contract_that_does_not_fit_says_what_was_expected(contract: object) -> None:
    assert ": expected " in contract_fault(BBOX_SET, contract)
