import pytest

from scoring import errors
from scoring.errors import LanescopeError, RunFormatError

RAISED = [
    value
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, Exception) and value is not LanescopeError
]


def test_an_error_reads_as_message_and_cure() -> None:
    error = RunFormatError("expected a list, got 3, at a.json:7", cure="Look there.")
    assert str(error) == "expected a list, got 3, at a.json:7. Look there."


def test_an_error_without_a_cure_is_its_message() -> None:
    assert str(RunFormatError("expected a list, got 3")) == "expected a list, got 3"


def test_message_and_cure_can_be_laid_out_apart() -> None:
    error = RunFormatError("expected a list, got 3", cure="Look there.")
    assert (error.message, error.cure) == ("expected a list, got 3", "Look there.")


@pytest.mark.parametrize("error", RAISED)
def test_everything_raised_on_purpose_can_be_caught_at_once(error: type[Exception]) -> None:
    assert issubclass(error, LanescopeError)
    assert error.__doc__
