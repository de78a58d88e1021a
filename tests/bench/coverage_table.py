"""Prints the tables of docs/statistics.md: `python tests/bench/coverage_table.py [--quick]`.

How often each interval holds the true value, and how often the exact test rejects a true "no
difference", over n = 50 to 1,000, rates of 0.5 to 0.99 and shares of discordant pairs of 2 to 30 %.
Enumerated exactly where all outcomes can be listed, else 10,000 simulations of seed 0 (a standard
error of 0.2 %). `--quick` leaves out the bootstrap, which takes minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.stats import binom, multinomial

from scoring.stats.bootstrap import bca_interval, resample_means
from scoring.stats.clusters import clustered_difference
from scoring.stats.differences import t_interval, tabulate_differences
from scoring.stats.intervals import tango_interval, wilson_interval
from scoring.stats.paired import mcnemar_exact

SIZES = (50, 100, 200, 500, 1000)
RATES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
DISCORDANT = (0.02, 0.05, 0.1, 0.2, 0.3)
N_SIMULATIONS = 10_000
N_RESAMPLES = 1_999
LOW = 0.93
NORMAL = 1.959963984540054
ROUNDING = 1e-12

Floats = npt.NDArray[np.float64]


def main(*, quick: bool) -> None:
    """Print every table as Markdown."""
    by_rate = [f"rate {rate}" for rate in RATES]
    show("Wilson interval, exact", by_rate, [[wilson_coverage(n, rate) for rate in RATES] for n in SIZES])
    for name, share in (("no difference", 0.0), ("a difference of half the discordance", 0.5)):
        by_share(f"Tango interval, exact, {name}", lambda n, psi, share=share: tango_coverage(n, psi, share))
    by_share(
        "Tango interval, exact, all discordant pairs on one side", lambda n, psi: tango_coverage(n, psi, 1.0)
    )
    by_share("Newcombe interval, 10,000 simulations, the worst rate and difference", newcombe_worst)
    by_share("Wald interval, exact, a difference of half the discordance", wald_coverage)
    by_share("Exact McNemar test, exact share of false positives at 5 %", mcnemar_false_positives, low=0.0)
    if not quick:
        for name, shift in (("no difference", 0.0), ("a difference of half the discordance", 0.5)):
            by_share(
                f"BCa bootstrap of rewards in steps of 1/4, {name}",
                lambda n, psi, s=shift: rewards(n, psi, s)[0],
            )
            by_share(f"t interval of the same, {name}", lambda n, psi, s=shift: rewards(n, psi, s)[1])
        clusters()


def by_share(name: str, figure: Callable[[int, float], float], low: float = LOW) -> None:
    """Print one table: rows are n, columns the share of discordant pairs."""
    columns = [f"{100 * psi:g} % discordant" for psi in DISCORDANT]
    show(name, columns, [[figure(n, psi) for psi in DISCORDANT] for n in SIZES], low=low)


def show(
    name: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[float]],
    *,
    low: float = LOW,
    sizes: Sequence[int] = SIZES,
) -> None:
    """Print a table; what is below `low` stands in bold."""
    print(f"\n**{name}**\n\n| n | " + " | ".join(columns) + " |\n|---:|" + "---:|" * len(columns))
    for n, row in zip(sizes, rows, strict=True):
        print(f"| {n:,} | " + " | ".join(_cell(value, low) for value in row) + " |", flush=True)


def _cell(value: float, low: float) -> str:
    text = f"{100 * value:.1f}"
    return f"**{text}**" if value < low else text


# --- exact ----------------------------------------------------------------------------------------


def wilson_coverage(n: int, rate: float) -> float:
    """Return how often the interval holds the rate, over all counts."""
    counts = np.arange(n + 1)
    low, high = wilson_interval(counts, n)
    return float(binom.pmf(counts, n, rate)[(low <= rate) & (rate <= high)].sum())


def outcomes(n: int, psi: float) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return every (won, lost) of n pairs that has any chance worth counting."""
    most = int(binom.ppf(1 - 1e-12, n, psi)) + 1
    won, lost = np.meshgrid(np.arange(most + 1), np.arange(most + 1), indexing="ij")
    kept = won + lost <= min(n, most)
    return won[kept], lost[kept]


def chances(
    won: npt.NDArray[np.int64], lost: npt.NDArray[np.int64], n: int, psi: float, delta: float
) -> Floats:
    """Return the chance of each outcome."""
    shares = [(psi + delta) / 2, (psi - delta) / 2, 1 - psi]
    found: Floats = multinomial.pmf(np.stack([won, lost, n - won - lost], axis=-1), n, shares)
    return found


def tango_coverage(n: int, psi: float, share: float) -> float:
    """Return how often the interval holds a difference that is that share of the discordance."""
    won, lost = outcomes(n, psi)
    low, high = tango_interval(b_only=won, a_only=lost, n=n)
    delta = share * psi
    held = (low - ROUNDING <= delta) & (delta <= high + ROUNDING)
    return float(chances(won, lost, n, psi, delta)[held].sum())


def wald_coverage(n: int, psi: float) -> float:
    """Return the same for the textbook interval."""
    won, lost = outcomes(n, psi)
    delta = psi / 2
    middle = (won - lost) / n
    half = NORMAL * np.sqrt(won + lost - (won - lost) ** 2 / n) / n
    return float(chances(won, lost, n, psi, delta)[np.abs(middle - delta) <= half].sum())


def mcnemar_false_positives(n: int, psi: float) -> float:
    """Return how often p is at most 0.05 although neither lane is better."""
    won, lost = outcomes(n, psi)
    return float(chances(won, lost, n, psi, 0.0)[mcnemar_exact(b_only=won, a_only=lost) <= 0.05].sum())


# --- simulated ------------------------------------------------------------------------------------


def newcombe_worst(n: int, psi: float) -> float:
    """Return the least coverage over the rates and over differences of 0 and of half the discordance."""
    found = [
        newcombe_coverage(n, rate, psi, delta)
        for rate in RATES
        for delta in (0.0, psi / 2, -psi / 2)
        if rate - (psi - delta) / 2 >= 0 and 1 - rate - (psi + delta) / 2 >= 0
    ]
    return min(found)


def newcombe_coverage(n: int, rate: float, psi: float, delta: float) -> float:
    """Return the coverage of Newcombe's method 10 (1998), of 10,000 simulations."""
    won, lost = (psi + delta) / 2, (psi - delta) / 2
    shares = [rate - lost, lost, won, 1 - rate - won]
    drawn = np.random.default_rng(0).multinomial(n, np.maximum(shares, 0), size=N_SIMULATIONS)
    low, high = newcombe_interval(*drawn.T)
    return float(np.mean((low <= delta) & (delta <= high)))


def newcombe_interval(both: Floats, lost: Floats, won: Floats, neither: Floats) -> tuple[Floats, Floats]:
    """Return the square-and-add interval of B minus A, with the correlation of the lanes."""
    n = both + lost + won + neither
    p_a, p_b = (both + lost) / n, (both + won) / n
    low_a, high_a = wilson_interval(both + lost, n)
    low_b, high_b = wilson_interval(both + won, n)
    product = (both + lost) * (won + neither) * (both + won) * (lost + neither)
    gap = both * neither - lost * won
    corrected = np.where(gap > 0, np.maximum(gap - n / 2, 0), gap)
    phi = np.where(product > 0, corrected / np.sqrt(np.maximum(product, 1)), 0.0)
    down_a, up_a, down_b, up_b = p_a - low_a, high_a - p_a, p_b - low_b, high_b - p_b
    low = p_b - p_a - np.sqrt(np.maximum(down_b**2 - 2 * phi * down_b * up_a + up_a**2, 0))
    high = p_b - p_a + np.sqrt(np.maximum(up_b**2 - 2 * phi * up_b * down_a + down_a**2, 0))
    return low, high


@cache
def rewards(n: int, psi: float, shift: float) -> tuple[float, float]:
    """Return the coverage of BCa bootstrap and t interval, differences being multiples of 1/4."""
    steps = np.array([-1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1])
    shares = psi / 8 * (1 + shift * np.sign(steps))
    truth = float(steps @ shares)
    values, p = np.append(steps, 0.0), np.append(shares, 1 - psi)
    rng = np.random.default_rng(0)
    held = np.zeros(2)
    for at in range(N_SIMULATIONS):
        table = tabulate_differences(np.repeat(values, rng.multinomial(n, p)))
        resampled = resample_means(table, seed=at, n_resamples=N_RESAMPLES)
        ends = (
            bca_interval(resampled, estimate=table.mean, acceleration=table.acceleration),
            t_interval(table),
        )
        held += [low - ROUNDING <= truth <= high + ROUNDING for low, high in ends]
    return held[0] / N_SIMULATIONS, held[1] / N_SIMULATIONS


def clusters() -> None:
    """Print the coverage of the clustered intervals, items of one cluster being alike."""
    sizes = (10, 20, 30, 50, 100, 250)
    rows = list(_clustered(sizes))
    columns = ["cluster-robust t", "cluster bootstrap (BCa)", "pairs taken as independent"]
    show(
        "Clusters of four alike pairs, n = number of clusters, 10,000 simulations", columns, rows, sizes=sizes
    )


def _clustered(sizes: Sequence[int]) -> Iterator[list[float]]:
    rng = np.random.default_rng(0)
    for n in sizes:
        held = np.zeros(3)
        codes = np.repeat(np.arange(n), 4)
        for at in range(N_SIMULATIONS):
            leaning = np.repeat(rng.normal(0.0, 1.0, n), 4) + rng.normal(0.0, 1.0, 4 * n)
            differences = np.sign(leaning) * (np.abs(leaning) > 1.5)
            found = clustered_difference(differences, codes, by="", of="", scale=1, seed=at)
            assert found is not None
            assert found.bootstrap is not None
            plain = t_interval(tabulate_differences(differences))
            ends = [(found.robust.low, found.robust.high), (found.bootstrap.low, found.bootstrap.high), plain]
            held += [float(low or 0) <= 0 <= float(high or 0) for low, high in ends]
        yield list(held / N_SIMULATIONS)


if __name__ == "__main__":
    main(quick="--quick" in sys.argv)
