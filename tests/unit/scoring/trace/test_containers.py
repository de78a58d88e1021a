import pytest

from scoring.trace.containers import (
    MAP,
    SET,
    Fault,
    decoded,
    groups_by_key,
    one_group,
    read_items,
    read_map,
    read_scalar,
    read_set_map,
)
from scoring.trace.geometry.bbox import BBOX
from scoring.trace.geometry.point import POINT
from scoring.trace.geometry.segment import SEGMENT


def test_a_scalar_is_one_witness_and_no_list_of_one() -> None:
    assert read_scalar(POINT, [1, 2]) == ((1.0, 2.0),)
    assert read_scalar(POINT, [[1, 2]]) == Fault((), "[x, y]", [[1, 2]])


def test_a_bare_witness_is_a_list_of_one_where_the_geometry_takes_it() -> None:
    assert read_items(POINT, [1, 2]) == [(1.0, 2.0)]
    assert isinstance(read_items(SEGMENT, [[0, 0], [9, 9]]), Fault)


def test_boxes_may_be_wrapped_and_points_may_not() -> None:
    assert read_items(BBOX, {"bboxes": [[0, 0, 1, 1]], "note": 1}) == [(0.0, 0.0, 1.0, 1.0)]
    assert isinstance(read_items(POINT, {"points": [[1, 2]]}), Fault)


def test_one_bad_item_voids_all_and_is_named() -> None:
    assert read_items(POINT, [[1, 2], [3, True]]) == Fault((1,), "[x, y]", [3, True])
    assert read_items(BBOX, {"bboxes": [[0, 0, 0, 1]]}) == Fault(
        ("bboxes", 0), "[x0, y0, x1, y1]", [0, 0, 0, 1]
    )


def test_an_empty_list_is_a_set_and_null_is_none() -> None:
    assert read_items(POINT, []) == []
    assert isinstance(read_items(POINT, None), Fault)


def test_keys_are_stripped_and_stay_case_sensitive() -> None:
    assert read_map(POINT, {" A ": [1, 2], "a": [3, 4], 1: [5, 6]}) == {
        "A": ((1.0, 2.0),),
        "a": ((3.0, 4.0),),
        "1": ((5.0, 6.0),),
    }


@pytest.mark.parametrize("value", [{"A": [1, 2], " A": [3, 4]}, {" ": [1, 2]}, {16**5000: [1, 2]}, [[1, 2]]])
def test_keys_that_are_the_same_empty_or_unwritable_are_a_fault(value: object) -> None:
    assert isinstance(read_map(POINT, value), Fault)


def test_the_path_of_a_fault_leads_through_the_key() -> None:
    fault = read_set_map(POINT, {"A": [[1, 2]], "B": [[1, 2], [3]]})
    assert fault == Fault(("B", 1), "[x, y]", [3])


def test_the_lists_of_a_set_map_may_be_text() -> None:
    assert read_set_map(POINT, {"A": "[[1, 2]]"}) == {"A": [(1.0, 2.0)]}


def test_text_is_decoded_once() -> None:
    assert decoded("[1]") == [1]
    assert decoded('"[1]"') == "[1]"
    assert decoded("no value") == "no value"
    assert decoded(7) == 7


def test_groups_are_those_of_both_sides_and_all_are_counted() -> None:
    assert groups_by_key({"a": [(1.0, 2.0)], "b": []}, {"c": [], "a": []}) == (
        [("a", [(1.0, 2.0)], [])],
        3,
    )
    assert one_group([], [(1.0, 2.0)]) == ([(None, [], [(1.0, 2.0)])], 1)
    assert (SET.pairs_best, MAP.pairs_best) == (True, False)
