from scoring.audit.query import Audit
from scoring.report.blocks import Chart, Table
from scoring.report.estimates import Notes
from scoring.report.lane_figures import (
    describe_accuracy,
    describe_attribution,
    describe_categories,
    describe_scores,
)
from scoring.stats.compare import compare_lanes


def tables(blocks: object) -> dict[str, Table]:
    return {one.caption: one for one in blocks if isinstance(one, Table)}


def test_both_scorers_have_a_line_with_interval_and_test(sample_a: Audit, sample_b: Audit) -> None:
    found = tables(describe_accuracy(compare_lanes(sample_a, sample_b), Notes()))
    name = "Over the pairs with a verdict in both lanes: "
    methods = "Wilson score interval; Tango score interval for paired shares; exact McNemar test"
    recorded, rescored = found[f"{name}{methods}"].rows
    assert recorded[6] == "+1.90 pp"
    assert (rescored[6], rescored[8]) == ("+6.19 pp", "0.0146")


def test_categories_have_a_plot_and_a_table(sample_a: Audit, sample_b: Audit) -> None:
    blocks = list(describe_categories(compare_lanes(sample_a, sample_b).by_category, Notes()))
    assert [type(one) for one in blocks] == [Chart, Table]
    assert sum(int(row[1]) for row in blocks[1].rows) == 210


def test_one_category_is_no_breakdown(sample_a: Audit, sample_b: Audit) -> None:
    assert list(describe_categories(compare_lanes(sample_a, sample_b).by_category[:1], Notes())) == []


def test_verdicts_alone_have_no_table_of_scores(sample_a: Audit, sample_b: Audit) -> None:
    assert list(describe_scores(compare_lanes(sample_a, sample_b).scores, Notes())) == []


def test_the_causes_sum_to_the_recorded_difference(sample_a: Audit, sample_b: Audit) -> None:
    parts = compare_lanes(sample_a, sample_b).attribution
    *causes, total = tables(describe_attribution(parts))[
        "Recorded B − A in items, by cause; the parts sum exactly"
    ].rows
    for column in range(1, 5):
        assert sum(int(row[column]) for row in causes) == int(total[column])
    assert total[1:] == ("210", "+13", "-9", "+4")
