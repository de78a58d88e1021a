from scoring.extraction.rules import PLACED, WHOLE
from scoring.policy import EXTENDED_RULES


def test_every_extended_rule_has_its_finder_once() -> None:
    assert sorted((*PLACED, *WHOLE)) == sorted(EXTENDED_RULES)
