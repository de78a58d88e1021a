import pytest

from app.components.export import file_name
from scoring.audit.export import ExportFormat
from scoring.audit.filter import Filter


@pytest.mark.parametrize(
    ("where", "n", "name"),
    [
        (Filter(), 210, "lane b-210-items.csv"),
        (Filter(answer_kind=("none",), category=("law",)), 3, "lane b-law-no-answer-3-items.csv"),
        (Filter(text="a/../b <c>"), 1, "lane b-a-b-c-1-items.csv"),
        (Filter(category=("x" * 300,)), 2, f"lane b-{'x' * 40}-2-items.csv"),
    ],
)
def test_the_name_of_a_file_says_what_is_in_it(where: Filter, n: int, name: str) -> None:
    assert file_name("lane b", where, n, ExportFormat.CSV) == name
