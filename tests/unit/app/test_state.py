from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.compared import Compared
from app.known_values import KNOWN_VALUES
from app.looks import Look
from app.state import (
    PAGES,
    ROWS_A_PAGE,
    SORTS,
    Lane,
    View,
    goto_item,
    goto_items,
    link,
    only,
    parse,
    parse_link,
    to_query,
    toggled,
    written,
)
from app.tried import named
from scoring.audit.filter import CREDIT_CHANGES, FACETS, NULL, Filter
from scoring.diagnose.findings import FINDINGS
from scoring.policy import POLICIES, policy_from_dict

RUNS = st.text("0123456789abcdef", min_size=12, max_size=12)
LANES = st.builds(
    Lane, run=RUNS, policy=st.sampled_from(list(POLICIES)), fallback=st.sampled_from([None, True, False])
)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
FILTERS = st.builds(
    Filter,
    category=st.lists(TEXT, unique=True, max_size=4).map(tuple),
    findings=st.lists(st.sampled_from([*FINDINGS, NULL]), unique=True, max_size=2).map(tuple),
    verdict=st.lists(st.sampled_from(["correct", "incorrect", "no_answer"]), unique=True).map(tuple),
    text=TEXT,
)
VIEWS = st.builds(
    View,
    page=st.just("items"),
    a=LANES,
    b=LANES,
    lane=st.sampled_from(["a", "b"]),
    where=FILTERS,
    item=TEXT.filter(bool),
    ordinal=st.integers(0, 10**9),
    sort=st.sampled_from(SORTS),
    descending=st.booleans(),
    start=st.integers(0, 1000).map(lambda n: n * ROWS_A_PAGE),
)


@given(VIEWS)
def test_a_view_survives_its_own_address(view: View) -> None:
    assert parse("items", to_query(view)) == (view, ())


@given(VIEWS)
def test_a_link_opens_the_view_that_it_was_made_of(view: View) -> None:
    assert parse_link(link(view)).view == view


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_a_link_that_leads_to_it(page: str) -> None:
    assert parse_link(link(View(page=page))).view.page == page


@given(st.dictionaries(TEXT, st.lists(TEXT, max_size=3), max_size=6))
def test_no_address_raises(query: dict[str, list[str]]) -> None:
    parse("items", query)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            name: st.lists(TEXT, max_size=3)
            for name in (
                "a",
                "b",
                "lane",
                "n",
                "start",
                "sort",
                "down",
                "item",
                "cell",
                "basis",
                "a_policy",
                *FACETS,
            )
        },
    )
)
def test_whatever_an_address_holds_the_view_can_be_written_and_read_again(
    query: dict[str, list[str]],
) -> None:
    view = parse("items", query).view
    assert parse("items", to_query(view)) == (view, ())


def test_values_that_are_too_many_or_too_long_are_left_out_with_a_notice() -> None:
    reading = parse(
        "items", {"category": [str(i) for i in range(500)], "task": ["x" * 1000], "q": ["y" * 1000]}
    )
    assert len(reading.view.where.category) == 100
    assert reading.view.where.task == ()
    assert reading.view.where.text == ""
    assert len(reading.notices) == 3


CHANGED = policy_from_dict({"pick": "first"}, base=POLICIES["strict-markers-v1"])
FULL = View(
    images="pictures",
    a=Lane(run="a" * 12, policy="first-match-v0", fallback=True),
    b=Lane(run="b" * 12, policy="first-match-v0", fallback=False),
    lane="b",
    alone=True,
    where=Filter(text="q", **{name: (KNOWN_VALUES.get(name, ("x",))[0],) for name in FACETS}),
    item="x",
    ordinal=1,
    sort="answer",
    descending=True,
    start=100,
    columns=(),
    beside=True,
    policies=True,
    basis="recorded",
    cell="churn",
    look=Look(tab="gallery", changed=("other",), fill=20, row=1, life="image", lanes="over", at=48, per=48,
              least=5, zoom=(0.0, 1.0, 1.0, 0.0)),
    compared=Compared(margin_pp=1.0, clusters="none", seed=1, cause="same", part="model", group="g",
                      score="score", spot="won", more=("c" * 12,)),
    tried=named(CHANGED),
)  # fmt: skip
"""A view in which nothing is as usual."""


@pytest.mark.parametrize("page", PAGES)
def test_no_page_warns_about_its_own_names(page: str) -> None:
    query = to_query(replace(FULL, page=page))
    assert set(query) == set(written(View(page=page, a=FULL.a, b=FULL.b)))
    assert parse(page, query).notices == ()


def test_names_that_no_page_has_are_told() -> None:
    assert parse("lanes", {"trial": ["x"], "<b>": ["y"]}).notices == (
        "Not known, and left out of the link: “trial”, “<b>”.",
    )


def test_a_value_that_is_unknown_is_told_with_what_is_used_instead() -> None:
    query = {"a": ["a" * 12], "cell": ["moon"], "basis": ["sun"], "a_fallback": ["maybe"], "a_policy": ["x"]}
    told = " ".join(parse("lanes", query).notices)
    assert "the longer list of won and lost items is used instead" in told
    assert "rescored is used instead" in told
    assert "what the policy says is used instead" in told
    assert "nothing" not in told


def test_an_unknown_page_of_a_link_is_the_overview() -> None:
    assert parse_link("https://elsewhere.example/admin?lane=a").view.page == "overview"


def test_a_link_to_items_keeps_the_lanes_and_leaves_the_item() -> None:
    view = View(page="items", a=Lane(run="a" * 12), item="x", ordinal=3, start=200)
    target = parse_link(goto_items(view, only("verdict", "correct"))).view
    assert target == View(page="items", a=Lane(run="a" * 12), where=Filter(verdict=("correct",)))


def test_a_link_to_an_item_stays_on_its_page_with_its_filter() -> None:
    view = View(page="items", where=only("category", "law"), start=100)
    target = parse_link(goto_item(view, 7, "id/with?odd&chars")).view
    assert (target.item, target.ordinal, target.where, target.start) == (
        "id/with?odd&chars",
        7,
        view.where,
        100,
    )


def test_a_value_is_switched_on_and_off() -> None:
    once = toggled(Filter(), "category", "law")
    assert once == Filter(category=("law",))
    assert toggled(once, "category", "law") == Filter()


def test_names_of_facets_never_collide_with_other_parameters() -> None:
    own = set(parse_qs(link(View(page="items", a=Lane(run="a" * 12, policy="first-match-v0", fallback=True),
                                 item="x", ordinal=1, sort="answer", descending=True, start=100,
                                 where=Filter(text="q"))).partition("?")[2]))  # fmt: skip
    assert own & set(FACETS) == set()


@pytest.mark.parametrize("name", KNOWN_VALUES)
def test_unknown_values_of_a_facet_with_known_ones_are_left_out_with_a_notice(name: str) -> None:
    known = KNOWN_VALUES[name][0]
    view, notices = parse("items", {name: ["<script → alert(1)</script>", known, NULL]})
    assert getattr(view.where, name) == (known, NULL)
    assert notices == (f"Some values of the link's filter “{name}” are unknown and were left out.",)


def test_every_value_that_the_audit_can_have_is_known() -> None:
    assert "~>correct" in KNOWN_VALUES["change"]
    assert set(KNOWN_VALUES) <= set(FACETS)
    assert set(CREDIT_CHANGES) <= set(KNOWN_VALUES["change"])
