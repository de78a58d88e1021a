from collections.abc import Callable

from scoring.audit.query import Audit
from scoring.report.as_markdown import render_markdown
from scoring.report.blocks import Document
from scoring.report.run_facts import N_PROBLEMS, describe_problems, describe_run, run_title


def shown(*blocks: object) -> str:
    return render_markdown(Document(title="T", subject=(), blocks=tuple(blocks)))


def test_a_run_is_described_by_what_its_file_says_of_it(sample_b: Audit) -> None:
    text = shown(describe_run(sample_b.info))
    for part in (
        "`B_native_reasoning`",
        "lane_b.json",
        sample_b.info.sources[0].sha256,
        "final-answer-v1",
        "210",
    ):
        assert part in text


def test_a_reconstruction_says_that_it_is_one(sample_b: Audit) -> None:
    assert "- File says: reconstruction: `true`" in shown(describe_run(sample_b.info))


def test_the_name_of_a_run_is_its_own(sample_b: Audit) -> None:
    assert run_title(sample_b.info) == "B_native_reasoning_20260429_000202"


def test_problems_are_listed_up_to_a_limit_and_the_rest_is_counted(
    audit_of: Callable[..., Audit], record: Callable
) -> None:
    audit = audit_of(record(), *["no record"] * (N_PROBLEMS + 5))
    text = shown(*describe_problems(audit.info))
    assert f"{N_PROBLEMS + 5} problems of the data" in text
    assert "5 more are left out here" in text


def test_nothing_is_said_where_nothing_is_wrong(sample_b: Audit) -> None:
    assert list(describe_problems(sample_b.info)) == []
