"""What the table of policies says about lanes and their comparison."""

from app.components.lab_table import LaneTrials, range_sentence, tried_sentence, turning, turning_notice
from scoring.policy import POLICIES
from scoring.rescore.trial import Trial

SHOWN, OTHER, THIRD = (POLICIES[n] for n in ("final-answer-v1", "first-match-v0", "strict-markers-v1"))


def trial(policy, n_correct, n=10, *, scores=None):
    verdicts = ("correct",) * n_correct + ("incorrect",) * (n - n_correct)
    given = scores or tuple(float(v == "correct") for v in verdicts)
    return Trial(policy=policy, verdicts=verdicts, answers=("A",) * n, scores=given)


def lane(shown, *others, recorded=None):
    return LaneTrials(
        label="x", recorded=recorded, shown=shown, trials={t.policy: t for t in (shown, *others)}
    )


def test_the_sentence_tells_both_numbers_and_how_many_items_differ():
    one = lane(trial(SHOWN, 8), trial(OTHER, 5), recorded=7)
    assert tried_sentence("b", one, one.trials[OTHER]) == (
        "Lane B under first-match-v0: 5 of 10 = 50.00 %, recorded 7; "
        "−3 against final-answer-v1; 3 items differ."
    )
    assert "this is what the other pages show" in tried_sentence("b", one, one.shown)


def test_soft_scores_are_told_with_their_mean():
    one = lane(trial(SHOWN, 1, 2, scores=(1.0, 0.5)))
    assert "mean score 0.7500" in tried_sentence("a", one, one.shown)


def test_a_lane_without_a_scorable_item_is_said_to_be_so():
    nothing = Trial(policy=SHOWN, verdicts=("unscorable",), answers=(None,), scores=(None,))
    assert "no item can be scored" in tried_sentence("a", lane(nothing), nothing)


def test_the_range_names_the_policies_at_its_ends():
    one = lane(trial(SHOWN, 8), trial(OTHER, 5), trial(THIRD, 6))
    assert range_sentence("a", one) == (
        "Lane A lies between 50.00 % (first-match-v0) and 80.00 % (final-answer-v1) under 3 shipped policies."
    )
    assert range_sentence("a", lane(trial(SHOWN, 8))) == ""


def test_a_policy_that_turns_the_comparison_is_called_out():
    a = lane(trial(SHOWN, 5), trial(OTHER, 7), trial(THIRD, 5))
    b = lane(trial(SHOWN, 6), trial(OTHER, 6), trial(THIRD, 5))
    assert turning({"a": a, "b": b}) == ["first-match-v0"]
    told = turning_notice({"a": a, "b": b})
    assert told is not None
    assert "lane B as shown, lane A under first-match-v0" in told.text()


def test_a_tie_turns_nothing_and_one_lane_has_nothing_to_turn():
    a = lane(trial(SHOWN, 5), trial(OTHER, 5))
    b = lane(trial(SHOWN, 5), trial(OTHER, 9))
    assert turning({"a": a, "b": b}) == []
    assert turning({"a": a}) == []
    assert turning_notice({"a": a, "b": b}) is None
