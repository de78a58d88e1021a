import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.loaders.python_list import MAX_CHARS, read_python_list

SCALARS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.integers() | st.booleans()


@given(st.lists(SCALARS, max_size=6))
def test_what_python_writes_for_a_list_is_read_back_as_texts(values) -> None:
    assert read_python_list(repr(values)) == tuple(map(str, values))


@pytest.mark.parametrize(
    "text",
    ["", "B", "[", "[']", "['a' 'b']", "[a]", "['a', ['b']]", "['a'] x", "[__import__('os')]", "['a',,]"],
)
def test_anything_else_is_no_list(text) -> None:
    assert read_python_list(text) is None


def test_an_empty_list_has_no_parts() -> None:
    assert read_python_list(" [ ] ") == ()


def test_a_last_comma_is_allowed() -> None:
    assert read_python_list("['a', ]") == ("a",)


def test_a_text_beyond_the_limit_is_not_read() -> None:
    assert read_python_list(f"['{'a' * MAX_CHARS}']") is None


def test_half_of_a_surrogate_pair_becomes_a_replacement_character() -> None:
    assert read_python_list(r"['\ud800']") == ("\ufffd",)
