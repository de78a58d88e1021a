from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, UNUSABLE, Outcome


def test_an_outcome_is_good_unless_it_says_otherwise() -> None:
    assert Outcome().exit_code == DONE == 0


def test_the_exit_codes_are_the_documented_ones() -> None:
    assert (DONE, DONE_WITH_PROBLEMS, UNUSABLE) == (0, 1, 2)
