"""`run.json`: an `AuditInfo` as text and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from scoring.audit.canonical import canonical_json, decode_json
from scoring.audit.info import AuditInfo, RunFinding, SourceFile
from scoring.audit.schema import SCHEMA_VERSION
from scoring.errors import AuditError, PolicyError
from scoring.policy import Policy, policy_from_dict, policy_to_dict
from scoring.records import Problem

RUN_JSON = "run.json"
"""Name of the header inside an audit folder; a folder without it is no audit."""

KIND = "lanescope-audit"
"""Value of the header's `kind`: tells an audit from any other `run.json`."""

_T = TypeVar("_T")
_RECORDS: Mapping[str, type] = {"sources": SourceFile, "problems": Problem, "findings": RunFinding}
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "scorer_version": str,
    "loader": str,
    "name": (str, type(None)),
    "lane": (str, type(None)),
    "model": (str, type(None)),
    "benchmark": (str, type(None)),
    "run_folder": (str, type(None)),
    "n_items": int,
    "n_skipped": int,
    "lane_fallback": (bool, type(None)),
    "metadata": dict,
    "items_file": str,
}
_ITEMS_FILE = re.compile(r"items-[0-9a-z]+\.parquet")
_CURE = "Rescore the run to write the audit anew: lanescope rescore PATH -o DIR."


def info_to_json(info: AuditInfo) -> str:
    """Return the text of `run.json`: canonical JSON and a line end."""
    values = _plain(info)
    values["policy"] = policy_to_dict(info.policy)
    for name in _RECORDS:
        values[name] = [_plain(record) for record in getattr(info, name)]
    return canonical_json({"kind": KIND, **values}) + "\n"


def info_from_json(text: str, where: Path) -> AuditInfo:
    """Return the header that `info_to_json` wrote.

    Args:
        where: the file, for messages.

    Raises:
        AuditError: not JSON, not an audit's header, of another schema version, or damaged.
    """
    values = _header(text, where)
    try:
        records: dict[str, object] = {name: _records(kind, values[name]) for name, kind in _RECORDS.items()}
        info = _record(AuditInfo, {**values, **records, "policy": _policy(values["policy"])})
    except (KeyError, TypeError, AttributeError, PolicyError) as error:
        raise AuditError(f"expected the header of an audit, got {error}, at {where}", cure=_CURE) from error
    _check(info, where)
    return info


def is_audit(folder: Path) -> bool:
    """Return whether a folder is an audit, of whatever schema version."""
    try:
        values = decode_json((folder / RUN_JSON).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(values, dict) and values.get("kind") == KIND


def _header(text: str, where: Path) -> dict[str, object]:
    try:
        values = decode_json(text)
    except (ValueError, RecursionError) as error:
        raise AuditError(f"expected JSON, got {error}, at {where}", cure=_CURE) from error
    if not isinstance(values, dict) or values.pop("kind", None) != KIND:
        raise AuditError(
            f'expected an audit with "kind": "{KIND}", got another file, at {where}',
            cure="Give the folder that `lanescope rescore PATH -o DIR` wrote.",
        )
    if values.get("schema_version") != SCHEMA_VERSION:
        found = values.get("schema_version")
        raise AuditError(
            f"expected audit schema version {SCHEMA_VERSION}, got {found!r}, at {where}", cure=_CURE
        )
    return values


def _check(info: AuditInfo, where: Path) -> None:
    """Raise for a field of the wrong type, or an items file that lies elsewhere."""
    for name, kind in _TYPES.items():
        value = getattr(info, name)
        if not isinstance(value, kind):
            raise AuditError(f"{name}: got {value!r}, at {where} $.{name}", cure=_CURE)
    if not _ITEMS_FILE.fullmatch(info.items_file or ""):
        raise AuditError(
            f"expected items-*.parquet, got {info.items_file!r}, at {where} $.items_file", cure=_CURE
        )


def _plain(record: object) -> dict[str, object]:
    """Return the fields of a record that hold a value."""
    values = {f.name: getattr(record, f.name) for f in fields(record)}  # type: ignore[arg-type]  # a dataclass
    return {name: value for name, value in values.items() if value is not None}


def _policy(values: object) -> Policy:
    if not isinstance(values, dict):
        raise TypeError(f"policy: {values!r}")
    return policy_from_dict(values)


def _records(kind: type[_T], values: object) -> tuple[_T, ...]:
    if not isinstance(values, list):
        raise TypeError(f"{kind.__name__}: {values!r}")
    return tuple(_record(kind, one) for one in values)


def _record(kind: type[_T], values: object) -> _T:
    if not isinstance(values, dict):
        raise TypeError(f"{kind.__name__}: {values!r}")
    return kind(**values)
