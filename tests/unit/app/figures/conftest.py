from pathlib import Path

import pytest

from scoring.rescore.pipeline import rescore_in_memory
from scoring.stats.compare import compare_lanes
from scoring.stats.comparison import Comparison
from scoring.stats.matrix import LaneMatrix, compare_many

SAMPLES = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit"


@pytest.fixture(scope="session")
def sample_audits():
    return [rescore_in_memory(SAMPLES / f"lane_{lane}.json") for lane in "ab"]


@pytest.fixture(scope="session")
def comparison(sample_audits) -> Comparison:
    """Return the bundled lanes, compared."""
    return compare_lanes(*sample_audits)


@pytest.fixture(scope="session")
def matrix(sample_audits) -> LaneMatrix:
    a, b = sample_audits
    return compare_many([a, b, a])
