"""Ten times the text costs at most fifteen times the time, whatever the text is made of.

Times are compared with each other, never with a clock on the wall. A shape that is quadratic
takes a hundred times as long and is told at once.
"""

import gc
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.policy import POLICIES
from scoring.records import Item, Response, TaskType
from scoring.tasks import score_item

DEFAULT = POLICIES["final-answer-v1"]
SMALL, MEDIUM, LARGE = 4_000, 30_000, 100_000
"""Characters of the smaller text; the bigger one is ten times as long."""
MOST = 15
MEASURABLE_S = 0.002
"""A smaller time says nothing: the big text is measured against this one instead."""

OPTIONS = {"A": "Paris", "B": "Rome is a city", "C": "a", "D": "1"}
ITEMS = {
    "choice": Item(
        item_id="q", task_type=TaskType.CHOICE, options=OPTIONS, target=("A",), prompt="Problem: x"
    ),
    "multi": Item(item_id="q", task_type=TaskType.MULTI_CHOICE, options=dict.fromkeys("ABCD"), target=("A",)),
    "number": Item(item_id="q", task_type=TaskType.NUMBER, target=("1",)),
    "short": Item(item_id="q", task_type=TaskType.SHORT_TEXT, target=("a",)),
    "substring": Item(item_id="q", task_type=TaskType.SUBSTRING, target=("zz", "a"), target_mode="all"),
}


def repeated(unit: str) -> Callable[[int], str]:
    return lambda length: unit * (length // len(unit) + 1)


def halves(first: str, second: str) -> Callable[[int], str]:
    """Return a text of one unit repeated, then another, as often."""
    return lambda length: (
        first * (length // (2 * len(first)) + 1) + second * (length // (2 * len(second)) + 1)
    )


SHAPES: dict[str, Callable[[int], str]] = {
    # plain texts
    "prose": repeated("The quick brown fox considered the question, then the answer; final remarks follow. "),
    "prose in lines": repeated("The quick brown fox considered it.\n"),
    "one letter": repeated("a"),
    "one capital": repeated("A"),
    "blanks": repeated(" "),
    "newlines": repeated("\n"),
    "CRLF": repeated("\r\n"),
    "blank lines": repeated(" \n"),
    "combining marks": repeated("\u0301"),
    "zero width": repeated("\u200b"),
    "full width": repeated("Ａ：　"),
    "direction marks": repeated("\u202eA\u202c"),
    "lone surrogates": repeated("\ud800"),
    "dotted capitals": repeated("İ"),
    "NUL": repeated("\x00"),
    "emoji": repeated("😀"),
    "Chinese": repeated("选择答案"),
    # markers
    "markers": repeated("FINAL: A\n"),
    "blank markers": repeated("FINAL:\n"),
    "invalid markers": repeated("FINAL: banana\n"),
    "markers on one line": repeated("FINAL: A "),
    "blank markers on one line": repeated("FINAL: "),
    "markers joined by or": repeated("FINAL: A or "),
    "blank markers on one line, then newlines": halves("FINAL: ", "\n"),
    "blank markers, then newlines": halves("FINAL:\n", "\n"),
    "blank markers, then blanks": halves("FINAL:\n", " "),
    "blank markers, then one long line": halves("FINAL:\n", "A"),
    "markers before one label each line": repeated("FINAL:\n\n\nB\n"),
    "final answers": repeated("Final answer: A\n"),
    "final answers in a sentence": repeated("the final answer is A, "),
    "answers": repeated("Answer: B\n"),
    "incorrect answers": repeated("Incorrect answer: A\n"),
    "the word final": repeated("final "),
    "the word answer": repeated("answer "),
    "words glued": repeated("finalanswer"),
    "decorated words": repeated("answer**`"),
    "Chinese markers": repeated("答案是A\n"),
    "Korean markers": repeated("정답: A "),
    "Arabic markers, then blanks": halves("الإجابة", " "),
    # run-on
    "questions": repeated("Question: what?\n"),
    "questions with answers": repeated("Question: what?\nAnswer: A\n"),
    "questions with conflicts": repeated("Question: what?\nFINAL: A or FINAL: B\n"),
    "questions with labels": repeated("Question: what?\nA\nB\n"),
    "questions in an open box": lambda n: "\\boxed{" + repeated("Question: x\n\\boxed{A}\n")(n),
    "questions after a blank marker": lambda n: (
        "FINAL:\n" + repeated("Question: x\nfinal answer is not known\nA\n")(n)
    ),
    "questions in an open element": lambda n: "<answer>" + repeated("Question: x\nA\n")(n),
    "questions of the prompt's own word": repeated("Problem: what?\n"),
    "questions alone": repeated("\nQ: x"),
    "questions with two options' texts": lambda n: (
        "A. Paris and C. a\n" + repeated("Q: x\nA. Paris here\nis it\n")(n)
    ),
    "Chinese questions after a line": lambda n: "x\ny\n" + repeated("\n问题：")(n),
    "Chinese blank markers": repeated("答案："),
    "recaps": repeated("Now, combining all the answers:\nA\n"),
    "end marks": repeated("<eoa>"),
    "end marks after labels": repeated("A\n<|im_end|>\nB\n"),
    "labels before texts": repeated("A Paris\n"),
    "labels before texts, far apart": repeated("B.        a\n\n\n"),
    "words of yes and no": repeated("No, it is not. "),
    "JSON answers with escapes": repeated('{"answer": "\\\\"'),
    "plural answers": repeated("the answers are (A) x, (B) y and (C), "),
    # thinking
    "think pairs": repeated("<think>a</think>"),
    "think opens": repeated("<think>"),
    "think closes": repeated("</think>"),
    "think closes and opens": repeated("</think><think>"),
    "think nested": halves("<think>", "</think>"),
    "think nested, names mixed": halves("<think><reasoning>", "</reasoning></thinking>"),
    "think crossed": halves("x<think>", "</reasoning>"),
    "think pairs, names mixed": repeated("<think><thinking></think></reasoning>"),
    "think closes in lines": repeated("</think>\n"),
    "think brackets": repeated("[THINK]a[/THINK]"),
    "think pairs in unclosed thinking": lambda n: "<think>" + repeated("<think>a</think>")(n),
    "finals in unclosed thinking": lambda n: "<think>" + repeated("<final>")(n),
    "think tags with blanks": repeated("<think" + " " * 50),
    "think tags in quotes": repeated("`<think>`"),
    "harmony channels": repeated("<|channel|>final<|message|>A"),
    "harmony tokens": repeated("<|channel|>"),
    "harmony ends": repeated("<|channel|>a<|end|>"),
    # boxes, elements, JSON
    "boxes": repeated("\\boxed{A}"),
    "boxes that never close": repeated("\\boxed{"),
    "boxes in boxes": halves("\\boxed{", "}"),
    "boxes of numbers": repeated("\\boxed{7} "),
    "braces in a box": lambda n: "\\boxed{" + repeated("{}")(n) + "}",
    "elements": repeated("<answer>A</answer>"),
    "elements that never close": repeated("<answer>"),
    "elements that never open": repeated("</answer>"),
    "tags": repeated("<b>A</b>"),
    "JSON": repeated('{"answer": "A"}'),
    "JSON keys": repeated('"answer": '),
    "JSON values that never close": repeated('{"answer": "'),
    # statements
    "statements": repeated("The answer is A. "),
    "statements in one sentence": repeated("the answer is A "),
    "statements without value": repeated("the answer is "),
    "statements, then newlines": halves("the answer is:", "\n"),
    "statements in lines": repeated("answer is\n"),
    "statements that wander": repeated("answer to the "),
    "options mentioned": repeated("option A "),
    "options that are": repeated("option A is "),
    "praise": repeated("A is the correct answer "),
    "praise in sentences": repeated("A is the correct answer. "),
    "praised statements": repeated("the correct statement is A. "),
    "pointers": repeated("which is option "),
    "not": repeated("not "),
    "not but": repeated("not A but "),
    "must be": repeated("must be "),
    "leads": repeated("so it is that the correct "),
    "either": repeated("either "),
    # labels
    "labels with slashes": repeated("A/B/"),
    "labels with commas": repeated("A, "),
    "labels joined by or": repeated("A or "),
    "labels joined by and": repeated("A and "),
    "labels with bars": repeated("A|B|"),
    "labels in lines": repeated("A\nB\n"),
    "labels in brackets": repeated("(A) "),
    "enumeration": repeated("(i) "),
    "options with texts": repeated("A. Paris "),
    "option texts": repeated("Paris "),
    "alternatives": repeated("A) red or B) blue "),
    # numbers
    "digits": repeated("7"),
    "zeros": repeated("0"),
    "numbers in words": repeated("1 "),
    "numbers grouped": repeated("1,000"),
    "number and comma": repeated("1,"),
    "number and point": repeated("1."),
    "fractions": repeated("1/"),
    "TeX fractions": repeated("\\frac{1}{"),
    "powers": repeated("1 x 10^"),
    "exponents": repeated("1e"),
    "percent": repeated("3 percent "),
    "equations": repeated("= 1 "),
    # single characters, and some that open or close something
    **{
        f"only {char}": repeated(char)
        for char in [
            *"()[]{}<>\"'`*_|-–—,\\~/$#=:;.!?“•%&^+",
            "~~",
            "~~a~~",
            "~~a",
            "\\{",
            "\\(",
            "- ",
            "\t",
            "}{",
            "\\, ",
        ]
    },
}

AFTER = {
    "": "{}",
    "a marker": "FINAL: {}",
    "a box": "\\boxed{{{}}}",
    "an element": "<answer>{}</answer>",
    "a statement": "the answer is {}",
}


def seconds(item: Item) -> float:
    """Return the processor time of one decision."""
    begin = time.process_time()
    score_item(item, DEFAULT)
    return time.process_time() - begin


def assert_linear(make: Callable[[int], Item], size: int = SMALL) -> None:
    """Assert that ten times the size takes at most fifteen times the time, in the best of a few tries."""
    small, big = make(size), make(10 * size)
    tries: list[tuple[float, float]] = []
    gc.disable()  # a collection in the middle would be charged to one size alone
    try:
        for _ in range(5):
            tries.append((seconds(small), seconds(big)))
            least, most = (min(times) for times in zip(*tries, strict=True))
            if most <= MOST * max(least, MEASURABLE_S):
                return
    finally:
        gc.enable()
    pytest.fail(f"{10 * size} characters took {most * 1e3:.1f} ms, {size} took {least * 1e3:.1f} ms")


def with_content(item: Item, content: str) -> Item:
    return replace(item, response=Response(content=content))


MAIN_SHAPES = (
    "prose",
    "markers",
    "questions",
    "think opens",
    "think closes",
    "think nested",
    "one letter",
    "only (",
    "only ]",
    "only {",
    "blanks",
    "newlines",
    "combining marks",
)


@pytest.mark.parametrize("shape", MAIN_SHAPES)
def test_a_long_reply_takes_linear_time(shape: str) -> None:
    assert_linear(lambda length: with_content(ITEMS["choice"], SHAPES[shape](length)), MEDIUM)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["choice", "number", "short"])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_reply_of_a_million_characters_takes_linear_time(shape: str, kind: str) -> None:
    assert_linear(lambda length: with_content(ITEMS[kind], SHAPES[shape](length)), LARGE)


@pytest.mark.parametrize("kind", ITEMS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_reply_takes_linear_time(shape: str, kind: str) -> None:
    assert_linear(lambda length: with_content(ITEMS[kind], SHAPES[shape](length)))


@pytest.mark.parametrize("frame", [name for name in AFTER if name])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_value_takes_linear_time(shape: str, frame: str) -> None:
    assert_linear(lambda length: with_content(ITEMS["choice"], AFTER[frame].format(SHAPES[shape](length))))


@pytest.mark.parametrize("shape", SHAPES)
def test_reasoning_beside_an_answer_takes_linear_time(shape: str) -> None:
    assert_linear(
        lambda length: replace(
            ITEMS["choice"], response=Response(content="FINAL: A", reasoning=SHAPES[shape](length))
        )
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_reasoning_alone_takes_linear_time(shape: str) -> None:
    assert_linear(
        lambda length: replace(
            ITEMS["choice"],
            response=Response(content=None, reasoning=SHAPES[shape](length)),
            allow_reasoning_fallback=True,
        )
    )
