from dataclasses import replace
from pathlib import Path

import pytest

import scoring
from scoring.audit.explained import stored_explanation
from scoring.rescore.again import item_of_row
from scoring.tasks.trace_item import explain_trace_item

SAMPLE = Path(__file__).parents[4] / "sample_runs/grounding/lane_a.jsonl"


def test_what_the_audit_holds_is_what_working_it_out_anew_gives(tmp_path: Path) -> None:
    audit = scoring.rescore_run(SAMPLE, tmp_path / "audit")
    n_compared = 0
    for ordinal in range(audit.info.n_items):
        row = audit.item(ordinal)
        stored = stored_explanation(row)
        anew = explain_trace_item(
            item_of_row(row, audited=audit.info.policy), audit.info.policy, fallback=False
        )
        if not anew.ledger:
            continue
        n_compared += 1
        # Keys are in the order of the file in one, in the order of the alphabet in the other.
        assert sorted(map(repr, stored.ledger)) == sorted(map(repr, anew.ledger))
        told = {name: value for name, value in anew.result.items() if value}
        assert {name: value for name, value in stored.result.items() if value} == pytest.approx(told)
        same = replace(stored, result=anew.result, found=anew.found, ledger=anew.ledger)
        assert same == anew
    assert n_compared > 40
