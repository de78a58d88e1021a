import pytest

from scoring.trace.positions import descend, locate, opened


def at(text: str, *path: str | int) -> str:
    node = locate(text, (0, len(text)))
    assert node is not None
    found = descend(node, path)
    return text[found.start : found.end]


@pytest.mark.parametrize(
    ("text", "path", "part"),
    [
        ('{"a": [1, {"b": "x,]"}]}', ("a", 1, "b"), '"x,]"'),
        ("{'a': ((1, 2), (3, 4)), 1: None}", ("a", 1), "(3, 4)"),
        ("{'a': ([1])} # a comment [", ("a",), "[1]"),
        ('{" a ": 1, "a": 2}', ("a",), "2"),
        ('{"a": [1]}', ("a", 5), "[1]"),
        ('{"a": [1]}', ("b",), '{"a": [1]}'),
        ("1, 2", (1,), "2"),
        ("'''it's''' ", (), "'''it's'''"),
        (r'{"a\"": 1}', ('a"',), "1"),
    ],
)
def test_a_value_is_found_by_its_path(text: str, path: tuple, part: str) -> None:
    assert at(text, *path) == part


def test_positions_are_counted_in_the_whole_text() -> None:
    text = 'Größe: {"a": [7]} end'
    node = locate(text, (7, 17))
    assert node is not None
    inner = descend(node, ("a", 0))
    assert text[inner.start : inner.end] == "7"


@pytest.mark.parametrize("text", ["", "]", "# only a comment"])
def test_where_no_value_stands_there_is_none(text: str) -> None:
    assert locate(text, (0, len(text))) is None


def test_a_quoted_text_is_opened_where_every_character_stands_for_itself() -> None:
    text = '["[1, 2]", "[\\t3]", 4]'
    root = locate(text, (0, len(text)))
    assert root is not None
    found = [opened(text, node) for node in root.items]
    assert [text[node.start : node.end] for node in found] == ["[1, 2]", '"[\\t3]"', "4"]


def test_depth_is_no_obstacle() -> None:
    text = "[" * 50_000 + "]" * 50_000
    assert at(text) == text
