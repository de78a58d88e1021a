import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.report.as_markdown import RENDERERS, code_span, escape_words, fence, render_markdown
from scoring.report.blocks import (
    Block,
    Card,
    Chart,
    Columns,
    Conclusion,
    Document,
    Excerpt,
    Facts,
    Figure,
    Figures,
    Gap,
    Heading,
    Piece,
    Table,
    Value,
    sentence,
)

HOSTILE = "</script> ]]> ``` ````` | \u202e \x00 \ud800 <b> [x](javascript:1) # h\n- list"


def rendered(*blocks: Block) -> str:
    return render_markdown(Document(title="T", subject=(("s",),), blocks=blocks))


def test_a_document_starts_with_its_title_and_subject() -> None:
    assert rendered() == "# T\n\ns\n"


def test_words_show_their_characters_and_start_no_markup() -> None:
    assert escape_words("a|b *c* <d> `e` $f$ http://g") == "a\\|b \\*c\\* \\<d\\> \\`e\\` \\$f\\$ http\\://g"


def test_an_underscore_inside_a_word_needs_no_escape() -> None:
    assert escape_words("no_answer _x_ a__b") == "no_answer \\_x\\_ a\\_\\_b"


@pytest.mark.parametrize(
    ("text", "line"), [("# x", "\\# x"), ("- x", "\\- x"), ("1. x", "1\\. x"), ("12 x", "12 x")]
)
def test_a_paragraph_starts_no_heading_or_list(text: str, line: str) -> None:
    assert rendered(sentence(text)).splitlines()[-1] == line


@given(st.text())
def test_a_code_span_is_one_line_that_its_own_fence_closes(text: str) -> None:
    span = code_span(text)
    assert "\n" not in span
    if "`" in span:
        ticks = re.match("`+", span).group()
        assert [run for run in re.findall("`+", span) if len(run) == len(ticks)] == [ticks, ticks]


def test_an_empty_value_and_a_blank_one_are_said_to_be() -> None:
    assert (code_span(""), code_span("  ")) == ("(empty)", "(blank)")


@given(st.text(alphabet="`\n a~") | st.text())
def test_no_line_of_a_text_closes_its_fence(text: str) -> None:
    first, *inside, last = fence(text).split("\n")
    assert first == f"{last}text"
    assert not [line for line in inside if last in line]


def test_a_table_has_as_many_cells_in_a_row_as_in_its_header_whatever_they_hold() -> None:
    text = rendered(Table(header=("a", "b"), rows=((Value(text=HOSTILE), HOSTILE),), right=(1,)))
    lines = text.splitlines()[-3:]
    assert lines[1] == "| --- | ---: |"
    assert [len(re.findall(r"(?<!\\)\|", line)) for line in lines] == [3, 3, 3]


def test_left_out_characters_stand_outside_of_the_fences_of_a_text() -> None:
    excerpt = Excerpt(
        title="Content",
        note="9 characters",
        pieces=(
            Piece(text="*… 1 characters left out …*"),
            Gap(n=1200),
            Piece(text="e", kind="taken"),
            Piece(text="f"),
        ),
    )
    assert rendered(excerpt).split("\n\n")[3:] == [
        "```text\n*… 1 characters left out …*\n```",
        "*… 1,200 characters left out …*",
        "```text\nef\n```\n",
    ]


def test_every_block_is_rendered() -> None:
    blocks = (
        Heading(text="H"),
        Conclusion(title="C", sentence="9 items; 1/2 = 50.00 %"),
        Figures(figures=(Figure(label="L", value="V"),)),
        Facts(rows=(("N", Value(text=None)),)),
        Chart(svg="<svg/>", caption="not here"),
        Card(title=Value(text="q1"), note="law", blocks=(sentence("in"),)),
        Columns(columns=((sentence("left"),), (sentence("right"),))),
    )
    text = rendered(*blocks)
    for part in ("## H", "> 9 items; 1/2 = 50.00 %", "| L | V |", "- N: –", "### `q1`", "\nleft\n\nright\n"):
        assert part in text
    assert "not here" not in text


def test_the_table_of_renderers_has_every_kind_of_block() -> None:
    assert {kind.__name__ for kind in RENDERERS} == set(Block.replace(" ", "").split("|"))
