import pytest

from app.components.findings import found_rows
from app.components.story import headline, headline_node, reasons
from app.state import View
from scoring.audit.summary import FacetValue, Summary, VerdictCount, build_summary

WRONG = "recorded_incorrect_though_matching"
MISREAD = "recorded_answer_misread"
DIFFERING = "recorded_correct_though_differing"
NOT_FOUND = "recorded_answer_not_found"


def summary(flips: list[tuple[str | None, str, int]], findings: list[VerdictCount]) -> Summary:
    counted: list[VerdictCount] = [("law", recorded, rescored, n) for recorded, rescored, n in flips]
    no_counts: dict[str, list[FacetValue]] = {}
    return build_summary(by_category=counted, by_finding=findings, counts=no_counts)


EVERY = summary(
    [
        ("correct", "correct", 10),
        ("incorrect", "correct", 6),
        ("no_answer", "correct", 1),
        ("correct", "incorrect", 2),
        ("correct", "no_answer", 3),
        ("correct", "unscorable", 1),
        ("unscorable", "correct", 2),
        (None, "correct", 4),
        (None, "incorrect", 1),
    ],
    [
        (WRONG, "incorrect", "correct", 5),
        (MISREAD, "incorrect", "correct", 1),
        (MISREAD, "no_answer", "correct", 1),
        (DIFFERING, "correct", "incorrect", 2),
        (DIFFERING, "correct", "no_answer", 3),
        (NOT_FOUND, "correct", "no_answer", 3),
    ],
)


def test_the_parts_sum_to_the_difference_of_the_headline() -> None:
    difference = EVERY.rescored.correct - EVERY.recorded.correct
    assert sum(row.effect or 0 for row in found_rows(EVERY) if row.is_part) == difference == 7
    assert sum(reason.effect for reason in reasons(EVERY)) == difference


def test_what_is_no_part_keeps_its_effect_apart() -> None:
    assert [(r.title, r.n, r.effect) for r in found_rows(EVERY) if not r.is_part] == [
        ("Recorded answer not found in the text", 3, -3)
    ]


def test_a_change_without_a_finding_is_a_part_by_its_verdicts() -> None:
    rows = {row.where.change: (row.n, row.effect) for row in found_rows(EVERY) if row.where.change}
    assert rows == {
        ("~>correct",): (4, 4),
        ("unscorable>correct",): (2, 2),
        ("correct>unscorable",): (1, -1),
    }


@pytest.mark.parametrize("found", [EVERY, summary([], []), summary([("correct", "correct", 1)], [])])
def test_the_sentence_with_links_says_what_the_plain_one_says(found: Summary) -> None:
    assert headline_node(View(), "a", found).text() == headline(found)
