"""What the page Lanes compares and lists, as the address bar holds it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from scoring.stats.clusters import ClusterBy
from scoring.stats.lane_rows import SCORES
from scoring.stats.rows import Cause

Basis: TypeAlias = Literal["recorded", "rescored"]
Cell: TypeAlias = Literal[
    "both_correct", "only_a_correct", "only_b_correct", "neither_correct", "not_compared", "churn", "flipped",
    "pairs", "only_a", "only_b", "duplicates_a", "duplicates_b", "different_questions",
    "target", "options", "prompt", "images", "unscorable", "not_recorded",
]  # fmt: skip
"""The lists of the page: cells of the 2x2, every pair, and what limits the comparison."""
Part: TypeAlias = Literal["model", "scorer"]

MAX_MORE: Final = 6
"""Lanes beside A and B: the library holds eight open."""
MAX_SEED: Final = 2**32 - 1
_MAX_GROUP: Final = 400
_SPOT: Final = re.compile(r"(g)([0-9]{1,2})\.([0-9]{1,2})|([abd])([0-9]{1,2})|won|lost|tied")
_RUN: Final = re.compile(r"[0-9a-f]{8,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """How the lanes are compared, and which of the pairs are listed.

    Attributes:
        margin_pp: the difference that would not matter, in percentage points; None for none.
        clusters: which pairs are no independent draws; `seed` of everything drawn at random.
        cause: lists only pairs with this cause.
        part: lists only pairs that move this part of the recorded difference.
        group: lists only pairs of this category, as a filter takes it.
        score: the score that is drawn.
        spot: lists only pairs of a place in the drawing of that score: `g3.7` cell of the grid, `a4` and
            `b4` bin of a lane, `d4` of the differences, or who scores higher: `won`, `lost`, `tied`.
        more: ids of runs that stand in the table of all lanes beside A and B.
    """

    margin_pp: float | None = None
    clusters: ClusterBy = "auto"
    seed: int = 0
    cause: Cause | None = None
    part: Part | None = None
    group: str | None = None
    score: str | None = None
    spot: str | None = None
    more: tuple[str, ...] = ()


AS_USUAL: Final = Compared()
"""Nothing chosen."""


def parse_compared(query: Mapping[str, Sequence[str]], notices: list[str]) -> Compared:
    """Return what a query says about the comparison; what cannot be used is left out, with a notice."""
    one = {key: values[-1] for key, values in query.items() if values}
    unusable: list[str] = []

    def among(name: str, allowed: Sequence[str]) -> str | None:
        value = one.get(name)
        if value is not None and value not in allowed:
            unusable.append(name)
            return None
        return value

    spot, group = one.get("spot"), one.get("group")
    if spot is not None and not _SPOT.fullmatch(spot):
        unusable.append("spot")
        spot = None
    if group is not None and len(group) > _MAX_GROUP:
        unusable.append("group")
        group = None
    more = tuple(dict.fromkeys(run for run in query.get("more", ()) if _RUN.fullmatch(run)))
    compared = Compared(
        margin_pp=_margin(one.get("margin"), unusable),
        clusters=among("clusters", get_args(ClusterBy)) or "auto",  # type: ignore[arg-type]  # one of them
        seed=_seed(one.get("seed"), unusable),
        cause=among("cause", get_args(Cause)),  # type: ignore[arg-type]  # one of them
        part=among("part", get_args(Part)),  # type: ignore[arg-type]  # one of them
        group=group,
        score=among("score", SCORES),
        spot=spot,
        more=more[:MAX_MORE],
    )
    notices.extend(f"“{name}” of the link cannot be used; it was left out." for name in unusable)
    return compared


def compared_query(compared: Compared) -> dict[str, list[str]]:
    """Return the part of a query that says how the lanes are compared; defaults are left empty."""
    return {
        "margin": [] if compared.margin_pp is None else [f"{compared.margin_pp:g}"],
        "clusters": [] if compared.clusters == "auto" else [compared.clusters],
        "seed": [str(compared.seed)] if compared.seed else [],
        **{
            name: [value] if (value := getattr(compared, name)) is not None else []
            for name in ("cause", "part", "group", "score", "spot")
        },
        "more": list(compared.more),
    }


def _margin(text: str | None, unusable: list[str]) -> float | None:
    try:
        value = None if text is None else float(text[:20])
    except ValueError:
        value = math.nan
    if value is not None and not 0 < value <= 100:  # noqa: PLR2004 - percentage points
        unusable.append("margin")
        return None
    return value


def _seed(text: str | None, unusable: list[str]) -> int:
    if text is None:
        return 0
    if not re.fullmatch(r"[0-9]{1,10}", text) or int(text) > MAX_SEED:
        unusable.append("seed")
        return 0
    return int(text)
