import pytest

from scoring.diagnose.assignment import audit_assignment
from scoring.diagnose.far_witness import FAR_GAIN, find_far_witness

ROW = [[100, 100], [150, 100], [200, 100]]
SHORT = [[95, 100], [145, 100], [195, 100]]


def found(case):
    return find_far_witness(case, audit_assignment(case))


def test_the_witness_that_moves_every_pair_on_is_found_with_the_reward_without_it(case):
    one = case("point_set", target=ROW, pred=[SHORT[1], [600, 100], SHORT[2]])
    far = found(one)
    assert far.place == (None, 1)
    # By hand: the two others lie 5 px short of their targets, and the third target earns nothing.
    alike = 0.5 ** ((5 / one.half_life.pixels) ** 2)
    assert far.reward == pytest.approx(2 * alike / 3)
    assert far.reward > one.reward + FAR_GAIN


def test_in_a_map_of_sets_it_is_named_with_its_key(case):
    wide, short = [[100, 100], [200, 100], [300, 100]], [[700, 100], [195, 100], [295, 100]]
    target, pred = {"a": wide, "b": [[400, 400]]}, {"b": [[400, 400]], "a": short}
    assert found(case("point_set_map", target=target, pred=pred)).place == ("a", 0)


@pytest.mark.parametrize(
    ("kind", "target", "pred"),
    [
        ("point_set", ROW, SHORT),
        # Merely extra: it takes nothing from the others but a share.
        ("point_set", ROW[:1], [ROW[0], [600, 500]]),
        ("point_set", ROW, [[600, 500], [610, 300], [620, 10]]),
        ("point_sequence", ROW, [ROW[1], ROW[2], [600, 100]]),
        ("bbox_set", [[0, 0, 9, 9]], [[0, 0, 9, 9], [500, 500, 509, 509]]),
        ("point_set", ROW, [[1]]),
    ],
)
def test_nothing_is_found_where_no_witness_spoils_the_pairs_of_others(case, kind, target, pred):
    assert found(case(kind, target=target, pred=pred)) is None
