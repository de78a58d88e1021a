import pytest

from app.components.words import (
    FACET_TITLES,
    SIGNS,
    finding_sentence,
    natural,
    percent,
    plural,
    points,
    signed,
    size,
    value_text,
)
from scoring.audit.filter import FACETS, NULL
from scoring.diagnose.findings import FINDINGS
from scoring.records import Verdict


@pytest.mark.parametrize(("number", "text"), [(9, "+9"), (-3, "−3"), (0, "0"), (12_345, "+12,345")])
def test_a_difference_shows_its_sign(number: int, text: str) -> None:
    assert signed(number) == text


def test_a_difference_that_rounds_to_nothing_has_no_sign() -> None:
    assert points(-0.00001) == "0.00 pp"


@pytest.mark.parametrize(("share", "text"), [(0.876190, "87.62 %"), (1.0, "100.00 %"), (None, "–")])
def test_a_share_reads_as_percent(share: float | None, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (967_222, "967 kB"),
     (1_112_521, "1.1 MB"), (25_000_000, "25 MB"), (3_200_000_000, "3.2 GB")],
)  # fmt: skip
def test_a_size_reads_as_people_say_it(n_bytes: int, text: str) -> None:
    assert size(n_bytes) == text


def test_one_item_is_no_plural() -> None:
    assert (plural(1, "item"), plural(0, "item"), plural(12_032, "item")) == (
        "1 item",
        "0 items",
        "12,032 items",
    )


@pytest.mark.parametrize(
    ("facet", "value", "text"),
    [
        ("change", "incorrect>correct", "incorrect → correct"),
        ("change", f"{NULL}>no_answer", "not recorded → no answer"),
        ("category", NULL, "none"),
        ("category", "", "(empty)"),
        ("category", "<b>law</b>", "<b>law</b>"),
        ("findings", "recorded_incorrect_though_matching", "Marked wrong though it matches"),
        ("findings", "a_finding_of_the_future", "a_finding_of_the_future"),
    ],
)
def test_a_value_of_a_facet_reads_in_plain_words_or_as_it_is(facet: str, value: str, text: str) -> None:
    assert value_text(facet, value) == text


def test_every_facet_has_a_heading_and_every_verdict_a_sign() -> None:
    assert set(FACETS) <= set(FACET_TITLES)
    assert set(Verdict) <= set(SIGNS)
    assert len(set(SIGNS.values())) == len(SIGNS)


def test_every_finding_has_a_name_and_a_sentence() -> None:
    for name in FINDINGS:
        assert value_text("findings", name) != name
        assert finding_sentence(name)


def test_texts_sort_as_people_count() -> None:
    assert sorted(["cat10", "cat2", "Cat1", "cat", "3", "12", "²"], key=natural) == [
        "3", "12", "cat", "Cat1", "cat2", "cat10", "²",
    ]  # fmt: skip
