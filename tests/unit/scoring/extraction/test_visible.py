import pytest

from scoring.extraction.visible import find_visible


def visible(raw: str) -> str:
    return "|".join(raw[start:end] for start, end in find_visible(raw).pieces)


def thinking(raw: str) -> str:
    return "|".join(raw[start:end] for start, end in find_visible(raw).thinking)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("FINAL: D", "FINAL: D"),
        ("<think>a</think>D", "D"),
        ("<THINK>a</Think>D", "D"),
        ("<thinking>a</thinking>D", "D"),
        ("<thought>a</thought>D", "D"),
        ("<reasoning>a</reasoning>D", "D"),
        ("[THINK]a[/THINK]D", "D"),
        ("<think >a</think\n>D", "D"),
        ("x<think>a</think>y<think>b</think>z", "x|y|z"),
        ("<think>a<think>b</think>c</think>D", "D"),
        ("<think>a<thinking>b</thinking>c</think>D", "D"),
        ("<think>a<thinking>b</think>D", "D"),
        ("<think><think>a</think>D", "D"),
        ("<think>\n<think>a</think>D", "D"),
        ("<think><think>a</think>b<think>c</think>d<think>e</think>D", "b|d|D"),
        ("a</think>D", "D"),
        ("a</think>b</think>D", "D"),
        ("a</think>b<think>c</think>D", "b|D"),
        ("<think>a</think>FINAL: C\nWritten </think> there.", "FINAL: C\nWritten </think> there."),
        ("<think>a</think>b\n</think>\nD", "\nD"),
        ("FINAL: D <think> is a tag", "FINAL: D <think> is a tag"),
        ("The tag `<think>` opens, `</think>` closes.", "The tag `<think>` opens, `</think>` closes."),
        ("<thinker>a</thinker>D", "<thinker>a</thinker>D"),
        ("[1] D", "[1] D"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_a_reader_would_take_as_the_reply(raw: str, shown: str) -> None:
    assert visible(raw) == shown


@pytest.mark.parametrize(
    "raw", ["<think>a", " \n<think>FINAL: D", "<think><think>a", "[THINK]a", "<think>a<think>b</think>c"]
)
def test_an_unclosed_tag_at_the_very_start_leaves_nothing_visible(raw: str) -> None:
    found = find_visible(raw)
    assert (found.pieces, found.unclosed) == ((), True)


def test_a_final_element_is_visible_inside_unclosed_thinking() -> None:
    raw = "<think>a <final>B</final> b <final>D</final> c"
    assert visible(raw) == "D"
    assert find_visible(raw).unclosed


def test_a_final_element_that_never_closes_is_not_visible() -> None:
    assert visible("<think>a <final>B") == ""


def test_the_tags_belong_to_the_thinking() -> None:
    assert thinking("x<think>a</think>y") == "<think>a</think>"


def test_all_before_a_lone_closing_tag_is_thinking() -> None:
    assert thinking("a</think>D") == "a</think>"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (
            "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>D<|return|>",
            "D",
        ),
        ("<|channel|>final<|message|>D", "D"),
        (
            (
                "<|channel|>analysis<|message|>a<|channel|>commentary<|message|>b"
                "<|channel|>final <|constrain|>x<|message|>D"
            ),
            "",
        ),
        ("hello <|channel|>final<|message|>D", "hello |D"),
        ("<|channel|>analysis<|message|>a", ""),
        ("FINAL: D <|channel|>", "FINAL: D <|channel|>"),
        ("<|channel|> FINAL<|message|>D<|call|>x", "D"),
    ],
    ids=[
        "final",
        "final alone",
        "constrained final",
        "text before",
        "no final",
        "cut-off tag",
        "case and blank",
    ],
)
def test_of_a_harmony_reply_only_the_final_channel_is_visible(raw: str, shown: str) -> None:
    assert visible(raw) == shown


def test_a_harmony_reply_without_final_channel_is_unclosed_thinking() -> None:
    assert find_visible("<|channel|>analysis<|message|>a").unclosed


def test_a_harmony_analysis_is_thinking() -> None:
    assert thinking("<|channel|>analysis<|message|>a<|end|><|channel|>final<|message|>D") == "a"


@pytest.mark.parametrize(
    "raw",
    [
        "<think>x</think>\n<think>FINAL: D",
        "<think>x</think> <thinking>Maybe FINAL: D",
        "opened by the template</think>\n<think>FINAL: D",
    ],
)
def test_a_reply_that_opens_with_a_block_that_never_closes_has_no_visible_text(raw: str) -> None:
    assert visible(raw) == ""
    assert find_visible(raw).unclosed


def test_a_tag_named_in_the_prose_behind_a_block_stays() -> None:
    assert visible("<think>x</think>The <think> tag. FINAL: D") == "The <think> tag. FINAL: D"
