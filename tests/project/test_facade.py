import pytest

import scoring


@pytest.mark.parametrize("name", scoring.__all__)
def test_every_public_name_can_be_used(name: str) -> None:
    value = getattr(scoring, name)
    assert value.__doc__


def test_the_public_names_are_listed_in_order_and_once() -> None:
    assert list(scoring.__all__) == sorted(
        set(scoring.__all__), key=lambda name: (name.upper() != name, name)
    )
    assert sorted(dir(scoring)) == sorted(scoring.__all__)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(AttributeError, match=r"'score_respons'; it has POLICIES, Audit, .*, score_response"):
        _ = scoring.score_respons
