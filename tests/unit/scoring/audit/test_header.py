import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.audit.header import RUN_JSON, info_from_json, info_to_json, is_audit
from scoring.audit.info import AuditInfo, RunFinding, SourceFile
from scoring.errors import AuditError
from scoring.policy import POLICIES
from scoring.records import Problem

WHERE = Path("run.json")
Make = Callable[..., AuditInfo]


@pytest.fixture
def full(make_info: Make) -> AuditInfo:
    return make_info(
        3,
        name="run",
        lane="B",
        model="m",
        benchmark="b",
        lane_fallback=False,
        sources=(SourceFile(path="a.json", sha256="0" * 64, n_bytes=0),),
        n_skipped=1,
        problems=(
            Problem(kind="k", message="m\ud83d", index=0, line=0, skipped=True),
            Problem(kind="k", message="", cure="c", file="f", path="$.x", item_id="i"),
        ),
        findings=(RunFinding(name="f", message="m", n_items=0),),
        run_folder="..",
        metadata={"n": None, "deep": [1.5, {"é": True}]},
        items_file="items-0a.parquet",
    )


def damaged(info: AuditInfo, **changes: object) -> str:
    return json.dumps({**json.loads(info_to_json(info)), **changes})


def test_a_header_comes_back_as_it_was(full: AuditInfo) -> None:
    assert info_from_json(info_to_json(full), WHERE) == full


@pytest.mark.parametrize("name", POLICIES)
def test_the_policy_is_written_in_full(full: AuditInfo, name: str) -> None:
    info = replace(full, policy=POLICIES[name])
    assert info_from_json(info_to_json(info), WHERE).policy == POLICIES[name]


def test_the_text_is_canonical(full: AuditInfo) -> None:
    text = info_to_json(full)
    assert text.endswith("}\n")
    assert list(json.loads(text)) == sorted(json.loads(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "expected JSON, got"),
        ("[" * 100_000, "expected JSON, got"),
        ("[]", 'expected an audit with "kind": "lanescope-audit", got another file'),
        ('{"kind": "eval"}', "got another file, at run.json"),
    ],
    ids=lambda text: text[:20],
)
def test_another_file_is_told_from_an_audit(text: str, message: str) -> None:
    with pytest.raises(AuditError) as told:
        info_from_json(text, WHERE)
    assert message in told.value.message
    assert "lanescope rescore" in told.value.cure


def test_another_schema_version_is_refused_with_a_cure(full: AuditInfo) -> None:
    with pytest.raises(AuditError, match=r"expected audit schema version 2, got 99, .*Rescore the run"):
        info_from_json(damaged(full, schema_version=99), WHERE)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_items": "3"}, r"n_items: got '3', at run.json \$.n_items"),
        ({"policy": {"name": 3}}, "name: expected str, got 3"),
        ({"policy": []}, "expected the header of an audit"),
        ({"problems": [{"kind": "k"}]}, "missing 1 required keyword-only argument: 'message'"),
        ({"problems": [3]}, "expected the header of an audit, got Problem: 3"),
        ({"sources": None}, "expected the header of an audit"),
        ({"surplus": 1}, "unexpected keyword argument 'surplus'"),
        ({"items_file": "../../secret.parquet"}, "expected items-.*got '../../secret.parquet'"),
        ({"items_file": None}, "items_file: got None"),
    ],
    ids=str,
)
def test_a_damaged_header_is_refused_and_says_where(
    full: AuditInfo, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(AuditError, match=message):
        info_from_json(damaged(full, **changes), WHERE)


@pytest.mark.parametrize("missing", ["policy", "problems", "n_items", "loader"])
def test_a_header_with_a_field_missing_is_refused(full: AuditInfo, missing: str) -> None:
    values = json.loads(info_to_json(full))
    del values[missing]
    with pytest.raises(AuditError, match=missing):
        info_from_json(json.dumps(values), WHERE)


def test_an_audit_is_known_by_its_header_whatever_its_version(tmp_path: Path, full: AuditInfo) -> None:
    assert not is_audit(tmp_path)
    (tmp_path / RUN_JSON).write_text('{"lane": "B"}', encoding="utf-8")
    assert not is_audit(tmp_path)
    (tmp_path / RUN_JSON).write_text(damaged(full, schema_version=99), encoding="utf-8")
    assert is_audit(tmp_path)
