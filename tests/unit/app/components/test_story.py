import pytest

from app.components.story import headline
from scoring.audit.summary import FacetValue, Summary, VerdictCount, build_summary


def summary(*flips: tuple[str | None, str, int], wrong: int = 0) -> Summary:
    counted: list[VerdictCount] = [("law", recorded, rescored, n) for recorded, rescored, n in flips]
    finding = "recorded_incorrect_though_matching"
    found: list[VerdictCount] = [(finding, "incorrect", "correct", wrong)] if wrong else []
    no_counts: dict[str, list[FacetValue]] = {}
    return build_summary(by_category=counted, by_finding=found, counts=no_counts)


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("This run holds no items.", summary()),
        ("Nothing recorded → 3 of 4 rescored.", summary((None, "correct", 3), (None, "incorrect", 1))),
        (
            "2 of 3 recorded → 2 rescored; both scorers give the same credit to every item.",
            summary(("correct", "correct", 2), ("incorrect", "no_answer", 1)),
        ),
        (
            "0 of 1 recorded → 1 rescored; 1 answer marked wrong although it matches.",
            summary(("incorrect", "correct", 1), wrong=1),
        ),
        (
            (
                "0 of 3 recorded → 3 rescored; 2 answers marked wrong although they match; "
                "1 right answer that the recorded scorer read otherwise or not at all."
            ),
            summary(("incorrect", "correct", 3), wrong=2),
        ),
        (
            (
                "6 of 6 recorded → 1 of 4 rescored; 1 credited although the answer found is not the target; "
                "2 credited although no clear answer is found in the text; "
                "2 credited although the item cannot be scored."
            ),
            summary(
                ("correct", "correct", 1),
                ("correct", "incorrect", 1),
                ("correct", "no_answer", 2),
                ("correct", "unscorable", 2),
            ),
        ),
        (
            "1 of 1 recorded → 3 of 3 rescored; 2 items without a recorded verdict.",
            summary(("correct", "correct", 1), (None, "correct", 2)),
        ),
    ],
)
def test_a_lane_is_told_in_one_sentence_with_every_reason(told: str, found: Summary) -> None:
    assert headline(found) == told
