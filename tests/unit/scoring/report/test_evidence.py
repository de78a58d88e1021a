from collections.abc import Callable
from typing import Any

from scoring.audit.query import Audit
from scoring.report.as_markdown import render_markdown
from scoring.report.blocks import Document, Piece
from scoring.report.evidence import (
    build_card,
    content_excerpt,
    expected,
    read_rows,
    verdict_mark,
    verdict_value,
)

Make = Callable[..., Any]


def card(audit: Audit, ordinal: int = 0) -> str:
    return render_markdown(Document(title="T", subject=(), blocks=(build_card(audit.item(ordinal)),)))


def test_a_card_shows_what_was_expected_recorded_and_decided(sample_b: Audit) -> None:
    (at,) = sample_b.find("reasoning_mmlu_015")
    text = card(sample_b, at)
    assert "### `reasoning_mmlu_015`\n\nreasoning · incorrect → correct" in text
    assert "- Recorded: `incorrect, answer D`" in text
    assert '"extraction_method": "final_colon_letter"' in text
    assert "- Rescored: `correct, answer D`" in text
    assert "```text\nFINAL: D\n```" in text


def test_reasoning_is_shown_where_it_holds_values(audit_of: Make, record: Make) -> None:
    assert "**Reasoning**" in card(audit_of(record(raw_reasoning="Perhaps FINAL: B")))


def test_reasoning_without_values_is_shown_only_if_there_is_nothing_else(
    audit_of: Make, record: Make
) -> None:
    assert "**Reasoning**" not in card(audit_of(record(raw_reasoning="Hm.")))
    assert "**Reasoning**" in card(audit_of(record(raw_reasoning="Hm.", raw_content=None)))


def test_an_item_without_a_record_says_so(jsonl_audit: Make) -> None:
    item = {
        "item_id": "q",
        "task_type": "choice",
        "options": ["A", "B"],
        "target": ["A"],
        "content": "FINAL: A",
    }
    assert "- Recorded: nothing" in card(jsonl_audit(item))


def test_the_taken_span_is_marked_in_the_content(sample_b: Audit) -> None:
    row = sample_b.item(sample_b.find("reasoning_mmlu_015")[0])
    assert content_excerpt(row).pieces == (Piece(text="FINAL: D", kind="taken"),)


def test_an_expected_label_comes_with_its_text(audit_of: Make, record: Make) -> None:
    assert expected(audit_of(record()).item(0)).text == "A: one"


def test_whole_items_are_read_in_the_order_of_the_file(sample_b: Audit) -> None:
    assert [row.ordinal for row in read_rows(sample_b, [7, 3])] == [3, 7]


def test_a_verdict_reads_with_its_answer_and_its_sign() -> None:
    assert verdict_value("no_answer", None).text == "no answer"
    assert verdict_value(None, "A").text == "no verdict, answer A"
    assert (verdict_mark("correct", "C").text, verdict_mark("no_answer", None).text) == ("✓ C", "– no answer")
