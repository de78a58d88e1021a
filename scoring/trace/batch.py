"""Many responses at once: the same numbers as one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from scoring.errors import ContractError
from scoring.trace.arguments import DEFAULTS, TraceArguments, options_of, sizes_of
from scoring.trace.containers import Fault, Parts
from scoring.trace.contracts import AnnotationType
from scoring.trace.values import UNREAD, read_json
from scoring.trace.verify import read_target, score_one

if TYPE_CHECKING:
    import pyarrow as pa

_AS_JSON = (
    "answer_gt",
    "annotation_gt",
    "reward_contract",
    "image_size",
    "image_sizes",
    "metadata",
    "extra_info",
)


def score_trace_batch(
    rows: Iterable[Mapping[str, object]] | pa.Table, **common: object
) -> list[dict[str, float]]:
    """Return the result of every row, in order: what `score_trace_response` returns for it.

    A target that is the same object in successive rows, as for the rollouts of one prompt, is read
    once.

    Args:
        rows: mappings of `score_trace_response`'s arguments, or an Arrow table with columns of
            their names. In a table, a null is an argument not given, and text in a column for a
            structure is read as JSON, since a column has but one type.
        **common: arguments that hold for every row that has none of its own.

    Raises:
        ContractError: a wrong option or an unknown argument, with the row's number.
    """
    last: list[tuple[object, AnnotationType, Parts | Fault]] = []

    def remembered(kind: AnnotationType, annotation_gt: object) -> Parts | Fault:
        if not last or last[0][0] is not annotation_gt or last[0][1] is not kind:
            last[:] = [(annotation_gt, kind, read_target(kind, annotation_gt))]
        return last[0][2]

    results = []
    for number, row in enumerate(_rows(rows)):
        arguments = _arguments(row, common, number)
        try:
            options = options_of(arguments)
        except ContractError as error:
            raise ContractError(f"{error.message}, in row {number}", cure=error.cure) from None
        results.append(
            score_one(
                arguments.get("response"),
                arguments.get("answer_gt"),
                arguments.get("annotation_gt"),
                arguments.get("reward_contract"),
                sizes_of(arguments),
                options,
                arguments.get("legacy_strict_scorer"),
                remembered,
            )
        )
    return results


def _arguments(row: Mapping[str, object], common: Mapping[str, object], number: int) -> TraceArguments:
    arguments = {**common, **row} if common else row
    if not arguments.keys() <= DEFAULTS.keys():
        unknown = ", ".join(sorted(map(repr, arguments.keys() - DEFAULTS.keys())))
        raise ContractError(
            f"unknown argument {unknown}, in row {number}",
            cure=f"Arguments: {', '.join(DEFAULTS)}.",
        )
    return arguments  # type: ignore[return-value]  # the keys are checked; values may be anything


def _rows(rows: Iterable[Mapping[str, object]] | pa.Table) -> Iterator[Mapping[str, object]]:
    """Yield the rows as mappings; those of an Arrow table batch by batch."""
    if not hasattr(rows, "to_batches"):
        yield from rows
        return
    for batch in rows.to_batches():
        for row in batch.to_pylist():
            yield {name: _structure(name, value) for name, value in row.items() if value is not None}


def _structure(name: str, value: object) -> object:
    if name not in _AS_JSON or not isinstance(value, str):
        return value
    parsed = read_json(value.strip())
    return value if parsed is UNREAD else parsed
