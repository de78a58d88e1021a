from math import comb

import pytest

from scoring.diagnose.frames import FrameFinding
from scoring.diagnose.vote import Ballot, _tail, name_in_run

YX = FrameFinding(0.0, {"yx": 0.9, "xywh": 0.0}, ("yx",))
LOST = FrameFinding(0.0, {"yx": 0.0, "xywh": 0.0}, ())
FINE = FrameFinding(0.9, {}, ())


def votes(*found):
    ballot = Ballot()
    for one in found:
        ballot.add(one)
    return ballot.votes()


def test_a_frame_that_explains_most_low_items_is_voted_with_its_counts():
    assert votes(*[YX] * 38, *[LOST] * 3, *[FINE] * 50) == (("yx", 38, 41),)


def test_a_few_items_explained_among_many_prove_nothing():
    assert votes(*[YX] * 4, *[LOST] * 36) == ()


def test_items_that_predict_nothing_are_not_counted():
    silent = FrameFinding(0.0, {}, (), is_given=False)
    assert votes(*[YX] * 38, *[LOST] * 3, *[silent] * 9) == (("yx", 38, 41),)


def test_two_items_are_too_few_for_a_vote_even_if_both_agree():
    assert votes(YX, YX) == ()


def test_two_parts_of_a_run_in_different_frames_are_both_named():
    other = FrameFinding(0.0, {"yx": 0.0, "xywh": 0.8}, ("xywh",))
    assert [vote.frame for vote in votes(*[YX] * 30, *[other] * 20)] == ["yx", "xywh"]


def test_of_near_relatives_only_the_better_one_is_named():
    near = FrameFinding(0.1, {"0-1000": 0.95, "0-1024": 0.8}, ("0-1000", "0-1024"))
    assert [vote.frame for vote in votes(*[near] * 20)] == ["0-1000"]


def test_a_frame_that_betters_all_and_worsens_none_is_voted_though_it_explains_few():
    slight = FrameFinding(0.3, {"resized": 0.4}, ())
    clear = FrameFinding(0.3, {"resized": 0.6}, ("resized",))
    worse = FrameFinding(0.3, {"resized": 0.1}, ())
    assert votes(*[slight] * 37, *[clear] * 3) == (("resized", 3, 40),)
    assert votes(*[slight] * 20, *[clear] * 3, *[worse] * 17) == ()


def test_the_run_renames_an_item_that_its_frame_lifts():
    found = FrameFinding(0.3, {"0-1000": 0.6, "0-1024": 0.7}, ("0-1024",))
    assert name_in_run(found, ["0-1000"]) == "0-1000"
    assert name_in_run(found, ["yx"]) == "0-1024"


@pytest.mark.parametrize(("hits", "n", "chance"), [(0, 5, 0.1), (3, 10, 0.1), (10, 10, 0.5), (7, 9, 0.5)])
def test_the_tail_is_the_sum_of_the_binomial_terms(hits, n, chance):
    summed = sum(comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(hits, n + 1))
    assert _tail(hits, n, chance) == pytest.approx(summed)
