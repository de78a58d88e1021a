import pytest

from scoring.extraction.undecorate import undecorated


@pytest.mark.parametrize(
    ("value", "inner"),
    [
        ("D", "D"),
        ("  **D** ", "D"),
        (r"\boxed{D}", "D"),
        ("<b>D</b>", "D"),
        ("f(x)", "f(x)"),
        ("(D)", "(D)"),
        ("D)", "D"),
        ("***", ""),
        ("", ""),
        ("~~B~~D", "D"),
        ("a ~~B~~", "a ~~B"),
        ("<B", "<B"),
    ],
)
def test_decoration_is_taken_off(value: str, inner: str) -> None:
    start, end = undecorated(value)
    assert value[start:end] == inner
