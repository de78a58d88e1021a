import pytest

from scoring.trace.contracts import ANNOTATION_TYPES
from scoring.trace.culprits import without_culprits


@pytest.mark.parametrize(
    ("kind", "value", "kept", "paths"),
    [
        ("point", [1, 2], [1, 2], []),
        ("point", [1], None, [()]),
        ("point_set", [[1, 2], [3], [4, 5], None], [[1, 2], [4, 5]], [(1,), (3,)]),
        ("point_set", [1, 2], [1, 2], []),
        ("point_set", "[[1, 2], [3]]", [[1, 2]], [(1,)]),
        ("point_set", {"a": 1}, None, [()]),
        ("bbox_set", {"bboxes": [[0, 0, 1, 1], [0, 0, 0, 1]]}, [[0, 0, 1, 1]], [("bboxes", 1)]),
        ("point_map", {"a": [1, 2], "note": "x", " a": [3, 4]}, {"a": [1, 2]}, [("note",), ("a",)]),
        ("point_map", [[1, 2]], None, [()]),
        ("point_set_map", {"a": [[1, 2], [3]], "b": 7}, {"a": [[1, 2]]}, [("a", 1), ("b",)]),
        ("point_set", [], [], []),
        ("point_set", [[1]], None, [(0,)]),
    ],
    ids=repr,
)
def test_what_cannot_be_read_is_taken_out(kind: str, value: object, kept: object, paths: list) -> None:
    pruned = without_culprits(ANNOTATION_TYPES[kind], value)
    assert pruned.value == kept
    assert [culprit.path for culprit in pruned.culprits] == paths
