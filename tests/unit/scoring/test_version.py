from pathlib import Path

import scoring
from scoring.version import SCORER_VERSION

SAMPLE = Path(__file__).parents[3] / "sample_runs/native_reasoning_audit/lane_b.json"


def test_every_audit_says_which_scorer_made_it(tmp_path: Path) -> None:
    assert scoring.rescore_run(SAMPLE, tmp_path / "audit").info.scorer_version == SCORER_VERSION
