import dataclasses

import pytest

from scoring.stats.scores import Histogram


def test_a_histogram_has_one_edge_more_than_counts_and_does_not_change() -> None:
    histogram = Histogram(edges=(0.0, 0.5, 1.0), counts=(3, 4))
    assert len(histogram.edges) == len(histogram.counts) + 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        histogram.counts = ()
