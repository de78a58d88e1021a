"""Counting the items behind a filter by the values of facets."""

# ruff: noqa: S608 - only names out of our own tables stand in the SQL; every value is a parameter.

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from scoring.audit.database import Database
from scoring.audit.filter import FACETS, Filter, build_condition, each_value, encode_value
from scoring.audit.summary import FacetValue, VerdictCount
from scoring.errors import ContractError


def count_values(
    database: Database, where: Filter, names: Sequence[str], *, ignoring_own: bool
) -> dict[str, list[FacetValue]]:
    """Return, for each facet named, its values with their counts, most frequent first.

    Args:
        ignoring_own: leave a facet's own restriction out when counting that facet.

    Raises:
        ContractError: a name that is not in `FACETS` (the allowed ones are listed).
    """
    views: list[str] = []
    counts: list[str] = []
    parameters: dict[str, object] = {}
    for number, (ignored, members) in enumerate(_by_restriction(where, names, ignoring_own).items()):
        found = build_condition(where, ignoring=ignored)
        parameters |= found.parameters
        columns = ", ".join(f"{FACETS[name]} AS {name}" for name in members)
        # Each set of restrictions is read once, however many facets follow it.
        views.append(
            f"kept_{number} AS MATERIALIZED (SELECT {columns} FROM {database.items} WHERE {found.sql})"
        )
        counts += [
            f"SELECT '{name}' AS name, {each_value(name)} AS value, count(*) AS n "
            f"FROM kept_{number} GROUP BY value"
            for name in members
        ]
    counted: dict[str, list[FacetValue]] = {name: [] for name in names}
    if counts:
        sql = f"WITH {', '.join(views)} {' UNION ALL '.join(counts)} ORDER BY n DESC, value NULLS LAST"
        for name, value, n in database.ask(sql, parameters):
            counted[name].append(FacetValue(value=encode_value(value), count=n))
    return counted


def count_verdicts(database: Database, where: Filter, facet: str) -> list[VerdictCount]:
    """Return the number of items for each value of a facet, recorded verdict and verdict of ours."""
    found = build_condition(where)
    sql = f"""
        SELECT value, recorded_verdict, verdict, count(*) FROM (
            SELECT {each_value(facet)} AS value, recorded_verdict, verdict
            FROM {database.items} WHERE {found.sql}
        ) GROUP BY ALL ORDER BY ALL NULLS LAST
    """
    return [
        (value, recorded, rescored, n) for value, recorded, rescored, n in database.ask(sql, found.parameters)
    ]


def _by_restriction(
    where: Filter,
    names: Sequence[str],
    ignoring_own: bool,  # noqa: FBT001  # private
) -> dict[str | None, list[str]]:
    """Return the facets by the restriction to leave out; None leaves out none."""
    groups: dict[str | None, list[str]] = defaultdict(list)
    for name in dict.fromkeys(names):
        if name not in FACETS:
            raise ContractError(f"expected a facet, got {name!r}", cure=f"Allowed: {', '.join(FACETS)}.")
        groups[name if ignoring_own and getattr(where, name) else None].append(name)
    return dict(groups)
