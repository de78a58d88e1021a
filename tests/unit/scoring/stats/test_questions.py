import pytest

from scoring.stats.joining import join_lanes
from scoring.stats.questions import PARTS, differing_parts


@pytest.mark.parametrize(
    ("other", "parts"),
    [
        ({"target": ("B",)}, ["target"]),
        ({"options": dict.fromkeys("ABCDE")}, ["options"]),
        ({"options": {"A": "yes", "B": None, "C": None, "D": None}}, ["options"]),
        ({"prompt": "Which?"}, ["prompt"]),
        ({"images": ("a.png",)}, ["images"]),
        ({"prompt": "Which?", "target": ("C",)}, ["prompt", "target"]),
        ({"category": "law"}, []),
    ],
)
def test_the_part_that_differs_is_named(choice, lane, other: dict[str, object], parts: list[str]) -> None:
    a = lane([choice("x", "FINAL: A"), choice("y", "FINAL: A")])
    b = lane([choice("y", "FINAL: A"), choice("x", "FINAL: A", **other)])
    joined = join_lanes(a, b)
    found = differing_parts(a, b, joined.matched, joined.columns.same_question)
    assert {part for part in PARTS if found[part].any()} == set(parts)
    assert all(found[part].tolist() == [True, False] for part in parts)
