"""What `run.json` says about an audit, typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.policy import Policy
from scoring.records import JsonValue, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One file that the run was read from.

    Attributes:
        path: relative to the run folder, with forward slashes.
        sha256: digest of its bytes, hexadecimal.
        n_bytes: its size.
    """

    path: str
    sha256: str
    n_bytes: int


COORDINATE_FRAME = "coordinate_frame"
"""Name of the finding that a run was written in another coordinate frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFinding:
    """Something that is odd about the run as a whole.

    Attributes:
        name: machine name, e.g. `duplicate_keys`.
        message: one sentence for people.
        n_items: how many items it concerns.
        where: the filter that finds exactly these items, facet -> values; empty where there is none.
    """

    name: str
    message: str
    n_items: int
    where: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditInfo:
    """The header of an audit. Holds no clock time and no absolute path.

    Attributes:
        schema_version: version of the columns, `scoring.audit.schema.SCHEMA_VERSION`.
        scorer_version: version of the scorer that decided, `scoring.version.SCORER_VERSION`.
        lane: name of the configuration that was run.
        loader: name of the format that the run was read as.
        policy: the effective policy, in full.
        lane_fallback: the lane's own reasoning fallback; None leaves it to the policy.
        n_items: rows of the audit.
        n_skipped: records that were not loaded; each has a problem.
            Records in the file = n_items + n_skipped.
        problems: everything wrong with the data, in the order of the file.
        findings: what is odd about the run as a whole.
        run_folder: the folder of the run, relative to the audit's, with forward slashes; None where
            the audit stands for itself (in memory, or in the cache).
        metadata: what the run file says about the run, under its own names.
        items_file: name of the Parquet file; None in memory.
    """

    schema_version: int
    scorer_version: str
    name: str | None = None
    lane: str | None = None
    model: str | None = None
    benchmark: str | None = None
    loader: str
    policy: Policy
    lane_fallback: bool | None = None
    sources: tuple[SourceFile, ...] = ()
    n_items: int
    n_skipped: int = 0
    problems: tuple[Problem, ...] = ()
    findings: tuple[RunFinding, ...] = ()
    run_folder: str | None = None
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)
    items_file: str | None = None

    @property
    def voted_frames(self) -> tuple[str, ...]:
        """Return the coordinate frames that the run as a whole was found to be in, most telling first.

        An item whose `frame_finding` is none of them contradicts its run, which is to be told beside it.
        """
        voted = (one.where.get("frames_fitting", ()) for one in self.findings if one.name == COORDINATE_FRAME)
        return tuple(frame for frames in voted for frame in frames)
