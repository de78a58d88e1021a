from collections.abc import Callable

from scoring.audit.filter import NULL, Filter
from scoring.audit.query import Audit
from scoring.audit.summary import Flip, Group, Tally, build_summary, tally
from scoring.records import Item, Verdict

Make = Callable[..., Item]
MakeAudit = Callable[..., Audit]


def test_accuracy_is_correct_over_all_that_was_scored() -> None:
    counts = Tally(correct=3, incorrect=2, no_answer=1, unscorable=4, not_recorded=5)
    assert counts.scored == 6
    assert counts.accuracy == 0.5
    assert counts.n == 15


def test_nothing_scored_has_no_accuracy() -> None:
    assert Tally(unscorable=3).accuracy is None
    assert Tally().accuracy is None


def test_items_without_a_verdict_are_counted_apart() -> None:
    assert tally([("correct", 2), (None, 3), ("correct", 1)]) == Tally(correct=3, not_recorded=3)


def test_an_empty_audit_has_an_empty_summary() -> None:
    empty = build_summary(by_category=[], by_finding=[], counts={})
    assert (empty.n, empty.flips, empty.by_category, empty.by_finding) == (0, (), (), ())
    assert empty.rescored.accuracy is None


def test_recorded_and_rescored_have_denominators_of_their_own(make_item: Make, make_audit: MakeAudit) -> None:
    audit = make_audit(
        [
            make_item("0"),
            make_item("1", "no idea"),
            make_item("2", recorded=None),
            make_item("3", target=("Z",)),
        ]
    )
    summary = audit.summary()
    assert summary.recorded == Tally(correct=3, not_recorded=1)
    assert summary.rescored == Tally(correct=2, no_answer=1, unscorable=1)


def test_flips_are_listed_largest_first(make_item: Make, make_audit: MakeAudit) -> None:
    items = [make_item(str(n)) for n in range(3)] + [make_item("3", recorded=Verdict.INCORRECT)]
    assert make_audit(items).summary().flips == (
        Flip(recorded="correct", rescored="correct", count=3),
        Flip(recorded="incorrect", rescored="correct", count=1),
    )


def test_categories_are_listed_largest_first_and_no_category_is_one(
    make_item: Make, make_audit: MakeAudit
) -> None:
    items = [make_item(str(n), category=name) for n, name in enumerate(["b", "a", None, "b"])]
    groups = make_audit(items).summary().by_category
    assert [(group.value, group.rescored.n) for group in groups] == [("b", 2), ("a", 1), (NULL, 1)]


def test_an_item_with_two_findings_counts_for_both(make_item: Make, make_audit: MakeAudit) -> None:
    items = [make_item("0", recorded=Verdict.INCORRECT), make_item("1"), make_item("2")]
    one = Tally(correct=1)
    assert make_audit(items, [["f", "g"], ["g"], []]).summary().by_finding == (
        Group(value="g", recorded=Tally(correct=1, incorrect=1), rescored=Tally(correct=2)),
        Group(value="f", recorded=Tally(incorrect=1), rescored=one),
    )


def test_a_summary_follows_its_filter_in_every_table(make_item: Make, make_audit: MakeAudit) -> None:
    items = [make_item(str(n), category="law" if n < 2 else "art") for n in range(5)]
    summary = make_audit(items, [["f"], [], ["f"]]).summary(Filter(category=("law",)))
    assert summary.n == 2
    assert [group.value for group in summary.by_category] == ["law"]
    assert [group.rescored.n for group in summary.by_finding] == [1]
    assert [value.count for value in summary.counts["verdict"]] == [2]
