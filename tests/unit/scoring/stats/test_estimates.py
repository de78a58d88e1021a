import dataclasses

import pytest

from scoring.stats.estimates import LEVEL, Estimate


def test_a_figure_cannot_be_made_without_its_denominator_and_method() -> None:
    with pytest.raises(TypeError, match=r"'n', 'of', and 'method'"):
        Estimate(value=1.0)


def test_a_figure_says_its_level_and_does_not_change() -> None:
    figure = Estimate(value=0.5, low=0.4, high=0.6, n=100, of="pairs", method="by hand")
    assert figure.level == LEVEL == 0.95
    with pytest.raises(dataclasses.FrozenInstanceError):
        figure.n = 7
