import pytest

from scoring.loaders.cells import as_cell_text, as_list, as_number, as_verdict, cell, is_number, is_whole
from scoring.records import Verdict


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (["a"], ["a"]),
        ('["a", 1]', ["a", 1]),
        ("['a, b', \"it's\", 'it\\'s']", ["a, b", "it's", "it's"]),
        ("['B']", ["B"]),
        ("[1, 2]", [1, 2]),
        ("[a, b]", ["a", "b"]),
        ("[]", []),
        ("[['a'], ['b']]", None),
        ("['a', {'b': 1}]", None),
        ("a, b", None),
        ("", None),
        (None, None),
        ("[__import__('os')]", None),
    ],
)
def test_a_list_in_a_cell_is_read_however_it_was_written(value: object, found: object) -> None:
    assert as_list(value) == found


def test_a_long_broken_list_takes_linear_time() -> None:
    assert as_list("[" + "'a\\" * 100_000 + "]") is None


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (True, Verdict.CORRECT),
        (0, Verdict.INCORRECT),
        (1.0, Verdict.CORRECT),
        ("False", Verdict.INCORRECT),
        (" Correct ", Verdict.CORRECT),
        ("wrong_format", Verdict.INCORRECT),
        ("maybe", None),
        (None, None),
        (0.5, None),
        ([1], None),
    ],
)
def test_a_verdict_in_a_cell_is_read(value: object, verdict: Verdict | None) -> None:
    assert as_verdict(value) is verdict


def test_a_cell_may_lie_inside_objects() -> None:
    row = {"doc": {"question": "?"}, "a.b": 1, "empty": ""}
    assert cell(row, "doc.question") == "?"
    assert cell(row, "a.b") == 1
    assert cell(row, "doc.none") is None
    assert cell(row, "empty") is None
    assert cell(row, None) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (1.5, "1.5"), (["x"], "x"), (["x", "y"], '["x", "y"]'), (True, "true"), (None, None)],
)
def test_a_cell_is_told_as_text(value: object, text: str | None) -> None:
    assert as_cell_text(value) == text


def test_numbers_in_cells() -> None:
    assert as_number("1e3") == 1000
    assert as_number("nan") is None
    assert as_number(10**400) is None
    assert is_number("-1.5")
    assert not is_number(True)
    assert is_whole("3.0")
    assert is_whole(3)
    assert not is_whole("3.5")
    assert not is_whole(True)
