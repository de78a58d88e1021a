import pytest

from scoring.extraction.negation import is_negated


def negated(text: str) -> bool:
    return is_negated(text.lower(), text.index("@"))


@pytest.mark.parametrize(
    "text",
    [
        "It is not @",
        "I never said @",
        "it cannot be that @",
        "neither of them: no, nor @",
        "It isn't @",
        "It isn’t @",
        "I doubt that @",
        "I wonder whether @",
        "If @",
        "unless @",
        "Suppose @",
        "assuming @",
        "rather than @",
        "instead of @",
        "It is incorrect that @",
        "wrong: no longer @",
        "we eliminate @",
        "we rule out @",
        "True, but not @",
    ],
)
def test_a_clause_that_denies_doubts_or_supposes_is_negated(text: str) -> None:
    assert negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "@",
        "The @",
        "It is not B. The @",
        "It is not B, the @",
        "It is not B; @",
        "It is not B\n@",
        "It is not B so @",
        "It is not B but @",
        "not B therefore @",
        "If it rains then @",
        "not because B and @",
        "a knot @",
        "note the @",
        "the life of @",
        "not" + " word" * 40 + " @",
    ],
)
def test_a_denial_elsewhere_does_not_reach_the_clause(text: str) -> None:
    assert not negated(text)
