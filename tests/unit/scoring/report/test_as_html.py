import base64
import hashlib
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from scoring.report.as_html import RENDERERS, render_html
from scoring.report.as_markdown import RENDERERS as MARKDOWN
from scoring.report.blocks import (
    Block,
    Card,
    Columns,
    Conclusion,
    Document,
    Excerpt,
    Facts,
    Gap,
    Heading,
    Piece,
    Table,
    Value,
    sentence,
)
from scoring.report.text import passage

HOSTILE = "</script><script>x()</script> ]]> <img src=//x onerror=y> &amp; \" ' \u202e \x00 \ud800"


class Reader(HTMLParser):
    """What a browser would see: elements, attributes, and the text of every <pre>."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.pre: list[str] = []
        self.text = ""
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        if tag == "pre":
            self._inside = True
            self.pre.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "pre"

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._inside:
            self.pre[-1] += data


def page(*blocks: Block) -> str:
    return render_html(Document(title=HOSTILE, subject=((Value(text=HOSTILE),),), blocks=blocks))


def read(*blocks: Block) -> Reader:
    reader = Reader()
    reader.feed(page(*blocks))
    return reader


EVERYWHERE = (
    Heading(text=HOSTILE),
    sentence(HOSTILE, Value(text=HOSTILE)),
    Conclusion(title=HOSTILE, sentence=HOSTILE),
    Facts(rows=((HOSTILE, Value(text=HOSTILE, sign="correct")),)),
    Table(header=(HOSTILE,), rows=((HOSTILE,), (Value(text=HOSTILE),)), caption=HOSTILE),
    Card(title=Value(text=HOSTILE), note=HOSTILE, blocks=()),
    Columns(columns=((Excerpt(title=HOSTILE, note=HOSTILE, pieces=(Piece(text=HOSTILE), Gap(n=3))),),)),
)


def test_hostile_text_makes_no_element_and_no_attribute_of_its_own() -> None:
    seen = read(*EVERYWHERE)
    assert not {"script", "img", "iframe"} & set(seen.tags)
    assert not {"src", "onerror", "style", "href"} & set(seen.attributes)


def test_a_page_is_valid_utf_8_without_control_characters() -> None:
    text = page(*EVERYWHERE).encode().decode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)


def test_the_page_allows_itself_nothing_but_its_own_style() -> None:
    text = page()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_the_page_names_no_other_file_or_address() -> None:
    text = render_html(Document(title="T", subject=(("s",),), blocks=(sentence("x"),)))
    assert not re.search(r"(?:src|href|url)\s*[=(]|https?:|@import", text)


@given(st.text())
def test_a_text_is_read_back_character_by_character(text: str) -> None:
    seen = read(Excerpt(title="Content", note="", pieces=(Piece(text=text),)))
    (shown,) = seen.pre
    assert shown == "\n" + passage(text)  # a browser drops the line feed right after <pre>


def test_marks_do_not_change_the_text() -> None:
    seen = read(
        Excerpt(title="Content", note="", pieces=(Piece(text="So "), Piece(text="<A>", kind="taken")))
    )
    assert seen.pre == ["\nSo <A>"]
    assert "mark" in seen.tags


def test_a_conclusion_reads_as_one_sentence_and_describes_the_page() -> None:
    words = "9 items; 188/210 = 89.52 % → 197/210 = 93.81 %"
    assert words in read(Conclusion(title="C", sentence=words)).text
    assert f'<meta name="description" content="{words}">' in page(Conclusion(title="C", sentence=words))


def test_both_formats_render_the_same_blocks() -> None:
    assert list(RENDERERS) == list(MARKDOWN)
