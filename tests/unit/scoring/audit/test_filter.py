from collections.abc import Callable
from dataclasses import fields, replace

import pytest

from scoring.audit.filter import (
    BANDS,
    CREDIT_CHANGES,
    FACETS,
    NULL,
    Filter,
    build_condition,
    decode_value,
    each_value,
    encode_value,
)
from scoring.audit.query import Audit
from scoring.audit.summary import FacetValue
from scoring.records import Item, Recorded, Response, TaskType, Verdict

Make = Callable[..., Item]
MakeAudit = Callable[..., Audit]

HOSTILE = [
    "'; DROP TABLE items; --",
    '"',
    "%_\\",
    "a\x00b",
    "😀\ud83d",
    "$1 ? {x}",
    "x" * 100_000,
    NULL * 3,
    "",
    "NULL",
]


def test_every_facet_is_a_field_of_the_filter() -> None:
    assert {field.name for field in fields(Filter)} == {*FACETS, "text", "ordinals"}


def test_the_empty_filter_lets_everything_through() -> None:
    assert build_condition(Filter()) == ("TRUE", {})


def test_values_never_stand_in_the_text_of_the_query() -> None:
    hostile = "x') OR TRUE --"
    every = Filter(**dict.fromkeys(FACETS, (hostile,)), text=hostile)
    assert hostile not in build_condition(every).sql


def test_a_facet_can_be_left_out() -> None:
    where = Filter(category=("law",), verdict=("correct",))
    assert build_condition(where, ignoring="category") == build_condition(Filter(verdict=("correct",)))


@pytest.mark.parametrize("value", [None, "", "law", "~x", NULL, NULL * 2])
def test_a_value_comes_back_from_its_form_in_a_filter(value: str | None) -> None:
    assert decode_value(encode_value(value)) == value


def test_only_no_value_is_written_as_null() -> None:
    assert encode_value(None) == NULL
    assert NULL not in {encode_value(value) for value in ("", "~~", NULL)}


def test_an_item_without_findings_counts_once() -> None:
    assert each_value("verdict") == "verdict"
    assert "NULL" in each_value("findings")


def test_an_item_passes_with_any_of_the_values_of_each_facet(make_item: Make, make_audit: MakeAudit) -> None:
    audit = make_audit(
        [
            make_item("0", category="law"),
            make_item("1", category="art"),
            make_item("2", category="art", recorded=Verdict.INCORRECT),
            make_item("3", category=None),
        ]
    )
    assert audit.ordinals(Filter(category=("law", "art"))) == [0, 1, 2]
    assert audit.ordinals(Filter(category=("law", "art"), recorded_verdict=("correct",))) == [0, 1]
    assert audit.ordinals(Filter(category=("law", NULL))) == [0, 3]
    assert audit.ordinals(Filter(category=(NULL,))) == [3]


def test_a_category_that_is_called_like_null_is_told_from_none(
    make_item: Make, make_audit: MakeAudit
) -> None:
    audit = make_audit([make_item("0", category=NULL), make_item("1", category=None)])
    assert audit.ordinals(Filter(category=(encode_value(NULL),))) == [0]
    assert audit.ordinals(Filter(category=(NULL,))) == [1]


def test_findings_pass_with_any_of_them_or_with_none(make_item: Make, make_audit: MakeAudit) -> None:
    audit = make_audit([make_item(str(n)) for n in range(4)], [["f", "g"], ["g"], ["h"], []])
    assert audit.ordinals(Filter(findings=("f", "h"))) == [0, 2]
    assert audit.ordinals(Filter(findings=("g", NULL))) == [0, 1, 3]


def test_a_change_is_recorded_and_rescored_verdict(make_item: Make, make_audit: MakeAudit) -> None:
    audit = make_audit(
        [
            make_item("0", "FINAL: A", recorded=Verdict.INCORRECT),
            make_item("1", "FINAL: B", recorded=Verdict.CORRECT),
            make_item("2", "no idea", recorded=Verdict.CORRECT),
            make_item("3", "FINAL: A", recorded=None),
            make_item("4", "no idea", recorded=Verdict.INCORRECT),
        ]
    )
    assert audit.ordinals(Filter(change=("incorrect>correct",))) == [0]
    assert audit.ordinals(Filter(change=CREDIT_CHANGES)) == [0, 1, 2]
    assert audit.ordinals(Filter(change=("~>correct",))) == [3]


def test_booleans_are_asked_for_by_name(make_item: Make, make_audit: MakeAudit) -> None:
    audit = make_audit([make_item("0", reasoning="FINAL: B"), make_item("1")])
    assert audit.ordinals(Filter(has_reasoning_examples=("true",))) == [0]
    assert audit.ordinals(Filter(has_reasoning_examples=("false",))) == [1]


@pytest.mark.parametrize("text", ["court", "COURT", "CoUrT"])
def test_text_is_found_in_any_case_in_every_text_of_the_item(
    make_item: Make, make_audit: MakeAudit, text: str
) -> None:
    audit = make_audit(
        [
            make_item("court-1"),
            make_item("1", prompt="The Court of Appeal"),
            make_item("2", "courtesy. FINAL: A"),
            make_item("3", reasoning="a COURT"),
            make_item("4"),
        ]
    )
    assert audit.ordinals(Filter(text=text)) == [0, 1, 2, 3]


@pytest.mark.parametrize(("text", "expected"), [("100%", [0]), ("a_b", [1]), ("%", [0]), ("a.b", [])])
def test_text_is_taken_literally(
    make_item: Make, make_audit: MakeAudit, text: str, expected: list[int]
) -> None:
    audit = make_audit([make_item("0", "100% sure"), make_item("1", "a_b"), make_item("2", "axb")])
    assert audit.ordinals(Filter(text=text)) == expected


def test_a_text_with_half_a_surrogate_pair_is_found_as_it_is_shown(
    make_item: Make, make_audit: MakeAudit
) -> None:
    audit = make_audit([make_item("0", "x\ud83dy"), make_item("1")])
    assert audit.ordinals(Filter(text="x\ufffdy")) == [0]
    assert audit.ordinals(Filter(text="x\ud83dy")) == [0]


def test_only_the_ordinals_given_pass(make_item: Make, make_audit: MakeAudit) -> None:
    audit = make_audit([make_item(str(n), category="law" if n else "art") for n in range(4)])
    assert audit.ordinals(Filter(ordinals=(3, 0, 99))) == [0, 3]
    assert audit.ordinals(Filter(ordinals=(3, 0), category=("law",))) == [3]
    assert audit.ordinals(Filter(ordinals=())) == []


@pytest.mark.parametrize(
    ("recorded", "content", "agreement"),
    [
        (" a ", "FINAL: A", "same"),
        ("B", "FINAL: A", "different"),
        ("B", "no idea", "recorded_only"),
        ("B", "FINAL: A or FINAL: B", "unclear"),
        (None, "FINAL: A", "found_only"),
        (None, "no idea", "both_none"),
    ],
)
def test_recorded_and_found_answer_are_compared(
    make_item: Make, make_audit: MakeAudit, recorded: str | None, content: str, agreement: str
) -> None:
    item = make_item("0", content)
    audit = make_audit([replace(item, recorded=(Recorded(scorer="file", answer=recorded),))])
    assert audit.facets(Filter(), ["agreement"])["agreement"] == [FacetValue(value=agreement, count=1)]
    assert audit.count(Filter(agreement=(agreement,))) == 1


def test_an_item_without_a_record_has_no_answer_to_agree_with(make_item: Make, make_audit: MakeAudit) -> None:
    assert make_audit([make_item("0", recorded=None)]).count(Filter(agreement=(NULL,))) == 1


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: ascii(value[:12]))
def test_any_value_is_plain_text(make_item: Make, make_audit: MakeAudit, value: str) -> None:
    audit = make_audit([make_item("0"), make_item("1", category="law")])
    for name in FACETS:
        assert audit.count(Filter(**{name: (value,)})) == 0
    assert audit.count(Filter(text=value)) == (0 if value else 2)
    assert audit.find(value) == []


@pytest.mark.parametrize("value", [value for value in HOSTILE if "\ud83d" not in value], ids=ascii)
def test_a_category_of_any_text_is_found_again(make_item: Make, make_audit: MakeAudit, value: str) -> None:
    audit = make_audit([make_item("0", category=value), make_item("1", category="other")])
    (facet,) = [one for one in audit.facets(Filter(), ["category"])["category"] if one.value != "other"]
    assert audit.ordinals(Filter(category=(facet.value,))) == [0]


def test_text_is_found_behind_a_null_character(make_item: Make, make_audit: MakeAudit) -> None:
    audit = make_audit([make_item("0", "a\x00b needle"), make_item("1", "needle\x00")])
    assert audit.ordinals(Filter(text="needle")) == [0, 1]
    assert audit.ordinals(Filter(text="\x00b")) == [0]
    assert audit.item(0).content == "a\x00b needle"


def trace(item_id: str, content: str, target: object = (0, 0, 10, 10)) -> Item:
    return Item(
        item_id=item_id,
        task_type=TaskType.TRACE,
        domain="charts",
        response=Response(content=content),
        answer_gt={"type": "integer", "value": 2},
        annotation_gt={"type": "bbox", "value": list(target)},
        reward_contract={"annotation": {"id": "bbox_soft_iou_v0", "type": "bbox"}},
    )


@pytest.mark.parametrize(
    ("pred", "band"),
    [
        ("[0,0,10,10]", "1"),
        ("[0,0,8,10]", "0.75-1"),
        ("[0,0,5,10]", "0.5-0.75"),
        ("[5,0,15,10]", "0.25-0.5"),
        ("[9,0,19,10]", "0-0.25"),
        ("[20,20,30,30]", "0"),
        ("[0,0,10]", "0"),
    ],
)
def test_rewards_are_told_in_bands(make_audit: MakeAudit, pred: str, band: str) -> None:
    audit = make_audit([trace("0", f'{{"answer":2,"annotation":{pred}}}')])
    assert audit.facets(Filter(), ["annotation_band"])["annotation_band"] == [FacetValue(value=band, count=1)]
    assert [one for one in BANDS if audit.count(Filter(annotation_band=(one,)))] == [band]


def test_the_score_of_a_right_answer_without_a_like_annotation_is_in_the_band_from_a_half(
    make_audit: MakeAudit,
) -> None:
    audit = make_audit([trace("0", '{"answer":2,"annotation":[20,20,30,30]}'), trace("1", '{"answer":3}')])
    assert audit.ordinals(Filter(score_band=("0.5-0.75",))) == [0]
    assert audit.ordinals(Filter(score_band=("0",))) == [1]


def test_trace_items_are_told_by_type_and_by_whether_the_annotation_could_be_read(
    make_audit: MakeAudit, make_item: Make
) -> None:
    good, bad = (
        trace("0", '{"answer":2,"annotation":[0,0,10,10]}'),
        trace("1", '{"answer":2,"annotation":"x"}'),
    )
    audit = make_audit([good, bad, make_item("2")])
    assert audit.ordinals(Filter(annotation_parse_ok=("true",))) == [0]
    assert audit.ordinals(Filter(annotation_parse_ok=("false",))) == [1]
    assert audit.ordinals(Filter(annotation_type=("bbox",))) == [0, 1]
    assert audit.ordinals(Filter(annotation_type=(NULL,), annotation_parse_ok=(NULL,))) == [2]
