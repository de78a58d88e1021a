from itertools import product

import numpy as np
import pytest

from scoring.stats.attribution import CAUSES, Attribution, Credits, attribute


def parts(
    recorded: list[tuple[int, int]],
    rescored: list[tuple[int, int]],
    causes: list[str],
    *,
    judged: bool = True,
) -> Attribution:
    """Credit as (A, B) a pair, by the recorded scorer and by ours."""
    before, after = (np.array(one, dtype=bool).reshape(-1, 2) for one in (recorded, rescored))
    return attribute(
        recorded=Credits(before[:, 0], before[:, 1]),
        rescored=Credits(after[:, 0], after[:, 1]),
        judged=Credits(*[np.full(len(before), judged)] * 2),
        causes=np.array([list(CAUSES).index(one) for one in causes], dtype=np.int64),
    )


def test_a_right_answer_taken_from_b_is_the_scorers_part() -> None:
    found = parts([(0, 0)], [(0, 1)], ["answer_changed"])
    assert (found.recorded, found.model, found.scorer) == (0, 1, -1)
    assert (found.b.taken, found.a.taken) == (1, 0)


def test_a_wrong_answer_credited_to_a_is_the_scorers_part_too() -> None:
    found = parts([(1, 0)], [(0, 0)], ["other_recorded"])
    assert (found.recorded, found.model, found.scorer) == (-1, 0, -1)
    assert found.a.given == 1


def test_the_parts_sum_to_the_recorded_difference_for_every_pair_there_can_be() -> None:
    for before, after in product(product([0, 1], repeat=2), repeat=2):
        found = parts([before], [after], ["same"])
        assert found.model + found.scorer == found.recorded == before[1] - before[0]


def test_the_parts_of_the_causes_sum_to_the_whole() -> None:
    rng = np.random.default_rng(0)
    before, after = (rng.integers(0, 2, (500, 2)).tolist() for _ in range(2))
    found = parts(before, after, rng.choice(list(CAUSES), 500).tolist())
    assert sum(one.n for one in found.by_cause) == found.n == 500
    assert sum(one.model for one in found.by_cause) == found.model
    assert sum(one.scorer for one in found.by_cause) == found.scorer


@pytest.mark.parametrize(
    ("recorded", "rescored", "sentence"),
    [
        (
            [(1, 1), (0, 0), (0, 0)],
            [(1, 1), (0, 1), (0, 1)],
            (
                "B − A as recorded, +0 = model +2 (1 → 3 rescored) and scorer −2 "
                "(the recorded scorer took 2 right answers from B and none from A)."
            ),
        ),
        ([(0, 1)], [(0, 1)], "B − A as recorded, +1 = model +1 (0 → 1 rescored) and scorer +0."),
        (
            [(1, 0)],
            [(0, 1)],
            (
                "B − A as recorded, −1 = model +1 (0 → 1 rescored) and scorer −2 "
                "(the recorded scorer took 1 right answer from B and none from A, "
                "credited 1 wrong answer to A and none to B)."
            ),
        ),
    ],
)
def test_it_reads_as_one_sentence(
    recorded: list[tuple[int, int]], rescored: list[tuple[int, int]], sentence: str
) -> None:
    assert parts(recorded, rescored, ["same"] * len(recorded)).sentence == sentence


def test_nothing_recorded_is_no_credit_taken() -> None:
    found = parts([(0, 0)] * 3, [(0, 1), (1, 1), (0, 0)], ["unscored"] * 3, judged=False)
    assert found.a.taken == found.b.taken == 0
    assert found.sentence == "Nothing was recorded to split; by our scorer B − A is +1 (1 → 2)."


def test_what_missing_verdicts_add_is_told() -> None:
    found = parts([(0, 0), (0, 1)], [(0, 1), (0, 1)], ["unscored", "answer_changed"])
    assert found.sentence.endswith("Of that, model +1 and scorer −1 are 1 item without a verdict in a lane.")
