import numpy as np
import pytest

from scoring.audit.summary import Tally
from scoring.stats.contrasts import Extras, contrast_all, contrast_groups
from scoring.stats.multiplicity import adjust_false_discovery
from scoring.stats.pair_table import Basis, cells_of

RNG = np.random.default_rng(2)
A, B = (RNG.choice([0, 0, 1, 2, 3, -1], 600).astype(np.int8) for _ in range(2))
BASIS = Basis(A, B, cells_of(A, B), RNG.random(600) < 0.5)
GROUPS = RNG.integers(0, 5, 600)


def test_the_counts_are_those_of_the_pairs_with_a_verdict_in_both_lanes() -> None:
    found = contrast_all(BASIS, of="pairs", extras=Extras())
    compared = (A >= 0) & (A < 3) & (B >= 0) & (B < 3)
    assert found.n == compared.sum()
    assert found.not_compared == 600 - found.n
    assert found.b_only == ((A != 0) & (B == 0) & compared).sum()
    assert found.a_only == ((A == 0) & (B != 0) & compared).sum()
    assert found.churn == ((A != 0) & (B != 0) & compared & BASIS.answers_differ).sum()
    assert found.a == Tally(
        correct=int((A[compared] == 0).sum()),
        incorrect=int((A[compared] == 1).sum()),
        no_answer=int((A[compared] == 2).sum()),
    )


def test_every_figure_has_its_denominator_and_method() -> None:
    found = contrast_all(BASIS, of="pairs", extras=Extras())
    for figure in (found.accuracy_a, found.accuracy_b, found.diff_pp, found.mcnemar, found.detectable_pp):
        assert (figure.n, figure.of) == (found.n, "pairs")
        assert figure.method


def test_all_groups_at_once_are_as_each_by_itself() -> None:
    together = contrast_groups(BASIS, GROUPS, 5, of="pairs", extras=Extras())
    for at, found in enumerate(together):
        own = Basis(*(some[at == GROUPS] for some in BASIS))
        alone = contrast_all(own, of="pairs", extras=Extras())
        assert (found.diff_pp, found.accuracy_a, found.a) == (alone.diff_pp, alone.accuracy_a, alone.a)
        assert found.mcnemar.p == alone.mcnemar.p
    p = [found.mcnemar.p for found in together]
    assert [found.mcnemar.adjusted for found in together] == adjust_false_discovery(p)


def test_a_group_without_a_compared_pair_has_no_figures() -> None:
    nothing = np.full(3, -1, dtype=np.int8)
    basis = Basis(nothing, nothing, cells_of(nothing, nothing), np.zeros(3, dtype=bool))
    (found,) = contrast_groups(basis, np.zeros(3, dtype=np.int64), 1, of="pairs", extras=Extras())
    assert found.difference_pp is None
    assert found.diff_pp.value is None
    assert found.diff_pp.low is None
    assert (found.mcnemar.p, found.mcnemar.adjusted, found.accuracy_a.value) == (None, None, None)


def test_what_is_known_of_all_pairs_is_told_with_the_difference() -> None:
    found = contrast_all(BASIS, of="pairs", extras=Extras(caution="pairs share a passage"))
    assert found.diff_pp.caution == found.mcnemar.caution == "pairs share a passage"


@pytest.mark.parametrize("n", [0, 9])
def test_no_pairs_at_all_are_no_error(n: int) -> None:
    basis = Basis(*(some[:n] for some in BASIS))
    assert contrast_all(basis, of="pairs", extras=Extras()).n <= n
