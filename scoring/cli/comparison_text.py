"""A comparison of lanes as text for a terminal: the same numbers as `--json`."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.audit.filter import NULL
from scoring.audit.query import Audit
from scoring.cli.printing import count, format_problems, format_rate, format_table
from scoring.cli.summary import describe_audit
from scoring.stats.attempts import LaneAttempts
from scoring.stats.attribution import CAUSES
from scoring.stats.comparability import N_NAMED
from scoring.stats.comparison import CELLS, Comparison, PairedContrast
from scoring.stats.estimates import Estimate
from scoring.stats.matrix import LaneMatrix

_NUMBERS = (1, 2, 3, 4, 5, 6, 7)


def describe_comparison(a: Audit, b: Audit, comparison: Comparison) -> str:
    """Return the whole comparison, the finding first."""
    parts = (
        f"A  {describe_audit(a.info)}\nB  {describe_audit(b.info)}",
        comparison.attribution.sentence.replace("−", "-").replace("→", "->"),
        _comparability(comparison),
        _accuracy(comparison),
        _causes(comparison),
        _flips(comparison),
        _categories(comparison),
        _scores(comparison),
        "\n".join(_attempts("A", comparison.attempts_a) + _attempts("B", comparison.attempts_b)),
        _problems("A", a),
        _problems("B", b),
    )
    return "\n\n".join(part for part in parts if part)


def describe_matrix(matrix: LaneMatrix) -> str:
    """Return the accuracy of every lane, and every lane against every other."""
    lanes = [
        (
            f"{at + 1}  {lane.name}",
            f"{lane.n_items:,}",
            _share(lane.accuracy.value),
            _share_ends(lane.accuracy),
            _share(lane.recorded.value),
        )
        for at, lane in enumerate(matrix.lanes)
    ]
    cells = [
        (
            f"{cell.b + 1} - {cell.a + 1}",
            f"{cell.diff_pp.n:,}",
            _points(cell.diff_pp.value),
            _ends(cell.diff_pp),
            p_text(cell.mcnemar.p),
            p_text(cell.mcnemar.adjusted),
            _points(cell.recorded_pp),
        )
        for cell in matrix.cells
    ]
    header = ("lanes", "pairs", "rescored", "95 % interval", "McNemar p", "adjusted p", "recorded")
    return "\n\n".join(
        (
            format_table(
                lanes, header=("lane", "items", "rescored", "95 % interval", "recorded"), right=_NUMBERS
            ),
            format_table(cells, header=header, right=_NUMBERS),
        )
    )


def p_text(p: float | None) -> str:
    """Return a p-value with two digits that count, `< 0.001` below that; empty without one."""
    if p is None:
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"  # noqa: PLR2004


# --- right and wrong ------------------------------------------------------------------------------


def _comparability(comparison: Comparison) -> str:
    if comparison.comparability.is_full:
        n = count(len(comparison.pairs), "item")
        return f"Fully comparable: the same {n}, the same questions, scored the same way."
    lines = (f"  {reason.message}" for reason in comparison.comparability.reasons)
    cut = any(reason.n > N_NAMED for reason in comparison.comparability.reasons)
    return "\n".join(("Not fully comparable:", *lines, *(["  --json lists every item"] if cut else [])))


def _accuracy(comparison: Comparison) -> str:
    contrasts = {"recorded": comparison.recorded, "rescored": comparison.rescored}
    if not comparison.recorded.n:
        del contrasts["recorded"]
    rows = [
        (name, *_row(one, _share_ends(one.accuracy_a), _share_ends(one.accuracy_b)), p_text(one.mcnemar.p))
        for name, one in contrasts.items()
    ]
    header = ("", "A", "A 95 %", "B", "B 95 %", "B - A", "95 % paired", "McNemar p")
    one = comparison.rescored
    cautions = {f"{name}: {each.diff_pp.caution}" for name, each in contrasts.items() if each.diff_pp.caution}
    lines = [
        format_table(rows, header=header, right=_NUMBERS),
        "; ".join((f"n = {one.n:,} {one.diff_pp.of} (rescored)", *_methods(one))),
        *_power(one),
        *_cautions(cautions),
        *_clustered(one),
    ]
    return "\n".join(lines)


def _methods(one: PairedContrast) -> tuple[str, ...]:
    return one.accuracy_a.method, one.diff_pp.method, one.mcnemar.method


def _row(contrast: PairedContrast, *intervals: str) -> tuple[str, ...]:
    """Return both accuracies, each before its interval if given, and their difference with its interval."""
    a, b = (format_rate(one.correct, one.scored) for one in (contrast.a, contrast.b))
    of_a, of_b = ((one,) for one in intervals) if intervals else ((), ())
    return (
        *(a, *of_a),
        *(b, *of_b),
        _points(contrast.difference_pp),
        _ends(contrast.diff_pp),
    )


def _power(contrast: PairedContrast) -> Iterator[str]:
    least = contrast.detectable_pp.value
    if least is not None:
        basis = "rescored" if contrast.clustered is None else "rescored, pairs taken as independent"
        yield f"A difference of {least:.2f} pp would be found with a power of 80 % ({basis})"
    elif contrast.n:
        yield "With so few discordant pairs no difference would be found with a power of 80 % (rescored)"
    if contrast.equivalence is not None:
        yield contrast.equivalence.statement.replace("−", "-")


def _cautions(cautions: set[str]) -> Iterator[str]:
    yield from (f"Caution, {caution}" for caution in sorted(cautions))


def _clustered(contrast: PairedContrast) -> Iterator[str]:
    found = contrast.clustered
    if found is None:
        return
    largest = f"at most {count(found.largest, 'pair')} each"
    yield f"By {count(found.n_clusters, 'cluster')} ({found.by}, {largest}), rescored:"
    for one in (found.robust, found.bootstrap):
        if one is not None:
            yield f"  {_points(one.value)}, 95 % {_ends(one)}  {one.method}"
            yield from (f"  {caution}" for caution in _cautions({one.caution} if one.caution else set()))
    if found.decides:
        yield f"  p {p_text(found.test.p)}  {found.test.method}; it decides, pairs being no independent draws"


def _causes(comparison: Comparison) -> str:
    parts = comparison.attribution
    n = 4 if parts.was_recorded else 3
    rows = [
        (CAUSES[one.cause], f"{one.n:,}", f"{one.model:+,}", f"{one.scorer:+,}")[:n] for one in parts.by_cause
    ]
    header = ("why the lanes differ on an item", "items", "model", "scorer")[:n]
    return format_table(rows, header=header, right=_NUMBERS)


def _flips(comparison: Comparison) -> str:
    """Return the 2x2 of each scorer as two columns."""
    tables = (comparison.recorded_flips, comparison.rescored_flips)
    names = {cell: cell.replace("_", " ") for cell in CELLS} | {"churn": "wrong, then wrong in another way"}
    names["only_a_correct"] += " (lost)"
    names["only_b_correct"] += " (won)"
    rows = [(name, *(f"{len(getattr(table, cell)):,}" for table in tables)) for cell, name in names.items()]
    header = (count(len(comparison.pairs), "item") + " in both", "recorded", "rescored")
    return format_table(rows, header=header, right=_NUMBERS)


def _categories(comparison: Comparison) -> str:
    if len(comparison.by_category) < 2:  # noqa: PLR2004 - one category is all items
        return ""
    was_recorded = comparison.recorded.n > 0
    rows: list[tuple[str, ...]] = []
    marks: dict[str, str] = {}
    for one in comparison.by_category:
        name = "(no category)" if one.value == NULL else one.value
        if was_recorded:
            rows.append((name, *_row(one.recorded), _mark(one.recorded, marks), ""))
        ours = "  rescored" if was_recorded else name
        rows.append((ours, *_row(one.rescored), _mark(one.rescored, marks), _adjusted(one.rescored)))
    first = "category, as recorded" if was_recorded else "category, rescored"
    header = (first, "A", "B", "B - A", "95 % paired", "", "adjusted p")
    table = format_table(rows, header=header, right=(1, 2, 3, 4, 6))
    method = comparison.by_category[0].rescored.mcnemar.method
    return "\n".join((table, method, *(f"{mark} {caution}" for caution, mark in marks.items())))


def _mark(contrast: PairedContrast, marks: dict[str, str]) -> str:
    """Return the number of the caution of an interval, ` [1]`; empty without one."""
    caution = contrast.diff_pp.caution
    return "" if caution is None else marks.setdefault(caution, f"[{len(marks) + 1}]")


def _adjusted(contrast: PairedContrast) -> str:
    return p_text(contrast.mcnemar.adjusted)


# --- scores and attempts --------------------------------------------------------------------------


def _scores(comparison: Comparison) -> str:
    rows = [
        (
            one.name,
            f"{one.n:,}",
            *("" if mean.value is None else f"{mean.value:.4f}" for mean in (one.mean_a, one.mean_b)),
            "" if one.difference.value is None else f"{one.difference.value:+.4f}",
            "" if one.difference.low is None else f"{one.difference.low:+.4f} to {one.difference.high:+.4f}",
            p_text(one.test.p),
        )
        for one in comparison.scores
    ]
    header = ("score", "pairs", "A", "B", "B - A", "95 % interval", "p")
    table = format_table(rows, header=header, right=_NUMBERS)
    methods = dict.fromkeys(f"{one.difference.method}; {one.test.method}" for one in comparison.scores)
    cautions = {
        f"{one.name}: {one.difference.caution}" for one in comparison.scores if one.difference.caution
    }
    return "\n".join((table, *methods, *_cautions(cautions))) if table else ""


def _attempts(lane: str, found: LaneAttempts | None) -> list[str]:
    if found is None:
        return []
    passed = ", ".join(
        f"pass@{one.k} {_share(one.value)} ({count(one.n, 'item')})" for one in found.pass_at_k
    )
    spread = "" if found.spread is None else f", spread between attempts {100 * found.spread:.2f} pp"
    attempts = f"{found.fewest:,}" if found.fewest == found.most else f"{found.fewest:,} to {found.most:,}"
    mean = f"mean {_share(found.mean.value)} ({_share_ends(found.mean)})"
    return [f"{lane}: {count(found.n_items, 'item')} with {attempts} attempts, {mean}{spread}; {passed}"]


def _problems(lane: str, audit: Audit) -> str:
    listed = format_problems(audit.problems)
    return f"{lane}: {listed}" if listed else ""


def _points(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f} pp"


def _ends(estimate: Estimate) -> str:
    return "" if estimate.low is None else f"{estimate.low:+.2f} to {estimate.high:+.2f}"


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2f} %"


def _share_ends(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{100 * estimate.low:.2f} to {100 * estimate.high:.2f} %"
