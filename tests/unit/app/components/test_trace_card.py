from dataclasses import replace

import pyarrow as pa
import pytest

from app.components.elements import Node
from app.components.ledger import SHOWN_ROWS
from app.components.text_view import FOLD_FROM, cut
from app.components.trace_card import composition_rows, trace_marks, trace_nodes
from scoring.audit.info import AuditInfo
from scoring.audit.item_row import ItemRow
from scoring.audit.query import Audit
from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.schema import SCHEMA_VERSION
from scoring.policy import POLICIES, Policy, policy_from_dict
from scoring.records import Item, Response, TaskType
from scoring.rescore.again import item_of_row
from scoring.tasks import score_item
from scoring.tasks.trace_item import explain_trace_item
from scoring.trace.explain import TraceExplanation
from scoring.version import SCORER_VERSION

DEFAULT = POLICIES["final-answer-v1"]
TARGETS = {
    "bbox_set": [[0, 0, 10, 10], [20, 20, 30, 30]],
    "point": [10, 10],
    "bbox_map": {"a": [0, 0, 10, 10]},
}
TWO_BOXES = '{"answer": 2, "annotation": [[0,0,10,10], [80,80,90,90]]}'


def explain(
    content: str | None, kind: str = "bbox_set", policy: Policy = DEFAULT, **fields: object
) -> tuple[ItemRow, TraceExplanation]:
    """The row of one response in an audit, and its explanation as the page asks for it."""
    item = Item(
        item_id="x",
        task_type=TaskType.TRACE,
        response=Response(content=content, reasoning=fields.pop("reasoning", None)),
        answer_gt={"type": "integer", "value": 2},
        annotation_gt={"type": kind, "value": fields.pop("target", TARGETS[kind])},
        reward_contract=fields.pop("contract", {}),
        **fields,
    )
    reward = "soft_distance" if kind == "point" else "soft_iou"
    item = item if item.reward_contract else replace_contract(item, f"{kind}_{reward}_v0", kind)
    rows = build_rows([DecidedItem(0, item, score_item(item, policy), ())])
    info = AuditInfo(
        schema_version=SCHEMA_VERSION, scorer_version=SCORER_VERSION, loader="test", policy=policy, n_items=1
    )
    row = Audit.from_table(pa.Table.from_batches([rows]), info).item(0)
    again = item_of_row(row, audited=policy)
    return row, explain_trace_item(again, policy, fallback=row.reasoning_fallback)


def replace_contract(item: Item, reward_id: str, kind: str) -> Item:
    return replace(item, reward_contract={"annotation": {"id": reward_id, "type": kind}})


def card(*args: object, **fields: object) -> str:
    text = " ".join(_text(node) for node in trace_nodes(*explain(*args, **fields), box="content"))
    return " ".join(text.split())


def _text(node: Node | str) -> str:
    return node if isinstance(node, str) else " ".join(_text(child) for child in node.children)


def each(node: Node | str):
    if isinstance(node, Node):
        yield node
        for child in node.children:
            yield from each(child)


def marked(content: str, **fields: object) -> list[tuple[str, str]]:
    """Legend and text of every marked piece of the content, in order."""
    row, explained = explain(content, **fields)
    pieces = cut(content, trace_marks(row, explained, box="content"))
    return [(piece.mark.kind.legend, piece.text) for piece in pieces if piece.mark]


def test_answer_paired_and_extra_witnesses_are_marked_where_they_stand() -> None:
    assert marked(f"Well: {TWO_BOXES}") == [
        ("answer", "2"),
        ("paired witness", "[0,0,10,10]"),
        ("extra witness", "[80,80,90,90]"),
    ]


def test_the_culprit_is_marked_and_told_with_what_the_rest_would_earn() -> None:
    content = '{"answer": 2, "annotation": [[0,0,10,10], [1,2]]}'
    assert ("cannot be read", "[1,2]") in marked(content)
    text = card(content)
    assert "at 2" in text
    assert "Without it the annotation would earn 0.5." in text


def test_every_link_of_the_card_leads_to_a_mark() -> None:
    for content in (
        TWO_BOXES,
        '{"answer": 2, "annotation": [[1]]}',
        '{"answer": 2, "annotation": "[[0,0,10,10]]"}',
    ):
        row, explained = explain(content)
        links = {
            str(dict(one.attributes)["to"])
            for node in trace_nodes(row, explained, box="content")
            for one in each(node)
            if "to" in dict(one.attributes)
        }
        pieces = cut(content, trace_marks(row, explained, box="content"))
        assert links
        assert links <= {piece.mark.id for piece in pieces if piece.mark}


def test_the_ledger_says_the_state_of_every_witness_and_its_sum() -> None:
    text = card(TWO_BOXES)
    assert all(word in text for word in ("✓ paired", "– missing", "✕ extra", "20, 20, 30, 30"))
    assert "sum 0.5" in text


def test_a_map_names_the_key_of_each_witness() -> None:
    assert "✓ paired a" in card('{"answer": 2, "annotation": {"a": [0,0,10,10]}}', "bbox_map")


def test_a_point_tells_its_distance_and_where_the_half_life_came_from() -> None:
    content = '{"answer": 2, "annotation": [10, 30]}'
    assert "20 px" in card(content, "point")
    assert "half-life 32 px, for want of an image size" in card(content, "point")
    assert "half-life 35 px, from the image size 800 × 600" in card(content, "point", image_size=(800, 600))
    explicit = policy_from_dict({"name": "explicit", "trace_half_life_px": 50})
    assert "half-life 50 px, set by the policy" in card(content, "point", policy=explicit)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "1 × (0.5 + 0.5 × 0.5)"),
        ({"trace_formula": "additive", "trace_annotation_weight": 1.5}, "0.25 × 1 + 0.75 × 0.5"),
        ({"trace_mode": "answer"}, "the answer alone"),
        ({"trace_format_weight": 0.2}, "(1 − 0.2) × 0.75 + 0.2 × 1"),
    ],
)
def test_the_composition_writes_out_how_the_score_comes_about(options: dict, words: str) -> None:
    assert words in card(TWO_BOXES, policy=policy_from_dict({"name": "own", **options}))


def test_the_gate_is_told_where_it_is_shut() -> None:
    assert "gated: without the right answer" in card(TWO_BOXES.replace("2,", "3,", 1))


def test_the_last_part_of_the_composition_is_the_score() -> None:
    row, explained = explain(TWO_BOXES)
    assert composition_rows(explained.result)[-1][:2] == ("score", row.score)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("no object", "holds no object to read"),
        ('{"answer": 2}', "holds no annotation"),
        (None, "holds no object to read"),
    ],
)
def test_an_annotation_that_is_not_there_is_told(content: str | None, words: str) -> None:
    assert words in card(content)


def test_a_contract_that_does_not_fit_is_told() -> None:
    text = card(TWO_BOXES, contract={"annotation": {"id": "point_soft_distance_v0", "type": "point"}})
    assert "Not scored:" in text


def test_witnesses_in_reasoning_that_was_read_by_fallback_are_marked_there() -> None:
    row, explained = explain("", policy=POLICIES["final-answer-v1+reasoning"], reasoning=TWO_BOXES)
    assert {mark.id.partition(":")[0] for mark in trace_marks(row, explained, box="reasoning")} == {
        "reasoning"
    }
    assert len(explained.ledger) == 3


def test_a_long_ledger_is_cut_with_its_rest_counted_and_the_whole_sum() -> None:
    boxes = [[n, 0, n + 1, 1] for n in range(SHOWN_ROWS + 5)]
    text = card(f'{{"answer": 2, "annotation": {boxes}}}', target=boxes)
    assert "5 more rows, not marked" in text
    assert "sum 1" in text


def test_a_number_too_long_to_write_out_is_a_culprit_like_any_other() -> None:
    assert "too long to write out" in card(f"{{'answer': 2, 'annotation': [0x{'f' * 6000}]}}")


def test_of_a_very_long_stretch_the_beginning_is_marked_so_that_the_rest_can_be_folded() -> None:
    content = f'{{"answer": 2, "annotation": "{"x" * 50_000}"}}'
    row, explained = explain(content)
    pieces = cut(content, trace_marks(row, explained, box="content"))
    assert "".join(piece.text for piece in pieces) == content
    assert max(len(piece.text) for piece in pieces if not piece.folded) <= FOLD_FROM


def test_a_ledger_of_thousands_marks_no_more_than_it_lists() -> None:
    boxes = [[n, 0, n + 1, 1] for n in range(2_000)]
    row, explained = explain(f'{{"answer": 2, "annotation": {boxes}}}', target=boxes)
    assert len(trace_marks(row, explained, box="content")) == SHOWN_ROWS + 1
