from scoring.audit.summary import Flip, Group, Summary, Tally
from scoring.cli.summary import changes, format_summary, summary_payload

RECORDED = Tally(correct=1, incorrect=3)
RESCORED = Tally(correct=2, incorrect=1, no_answer=1)
SUMMARY = Summary(
    n=4,
    recorded=RECORDED,
    rescored=RESCORED,
    flips=(
        Flip(recorded="incorrect", rescored="no_answer", count=1),
        Flip(recorded="incorrect", rescored="correct", count=2),
        Flip(recorded="correct", rescored="correct", count=1),
        Flip(recorded=None, rescored="correct", count=5),
    ),
    by_category=(),
    by_finding=(
        Group(value="flag_only_from_reasoning", recorded=Tally(incorrect=2), rescored=Tally(correct=2)),
    ),
    counts={},
)


def test_only_verdicts_that_were_recorded_and_differ_count_as_changed_largest_first() -> None:
    assert [(flip.rescored, flip.count) for flip in changes(SUMMARY)] == [("correct", 2), ("no_answer", 1)]


def test_a_summary_for_people_has_verdicts_accuracy_changes_and_findings() -> None:
    assert format_summary(SUMMARY).splitlines() == [
        "                recorded       rescored     change",
        "---------  -------------  -------------  ---------",
        "correct                1              2         +1",
        "incorrect              3              1         -2",
        "no answer              0              1         +1",
        "accuracy   1/4 = 25.00 %  2/4 = 50.00 %  +25.00 pp",
        "",
        "Verdicts that changed",
        "  incorrect -> correct    2",
        "  incorrect -> no answer  1",
        "",
        "Findings",
        "  flag_only_from_reasoning  2",
    ]


def test_every_tally_of_the_payload_carries_its_denominator() -> None:
    payload = summary_payload(SUMMARY)
    assert payload["recorded"] == {
        "n": 4,
        "correct": 1,
        "incorrect": 3,
        "no_answer": 0,
        "unscorable": 0,
        "not_recorded": 0,
        "scored": 4,
        "accuracy": 0.25,
    }
