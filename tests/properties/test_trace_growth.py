"""Ten times the response costs at most fifteen times the time, whatever the response is made of.

Times are compared with each other, never with a clock on the wall. Pairing is not linear, and is
not measured here.
"""

import gc
import json
import time
from collections.abc import Callable

import pytest

from scoring import explain_trace_response, score_trace_response

SMALL, LARGE = 20_000, 100_000
"""Characters of the smaller response: the first is tried, and where it is over too soon, the second."""
MOST = 15
MEASURABLE_S = 0.0005

END = '{"answer":7}'
CODE = '```python\nd = {"w": box[2]}\n```\nThe "f" of $x_{i}=\\frac{a}{2}$, row {1} holds {"red": 3}.\n'


def repeated(unit: str, end: str = "", start: str = "") -> Callable[[int], str]:
    return lambda length: start + unit * (length // len(unit)) + end


def nested(opened: str, closed: str, inner: str = "", start: str = "", end: str = "") -> Callable[[int], str]:
    def text(length: int) -> str:
        n = length // (len(opened) + len(closed))
        return start + opened * n + inner + closed * n + end

    return text


SHAPES: dict[str, Callable[[int], str]] = {
    "prose": repeated("We look at the line, then at the bar. "),
    "prose, then the object": repeated("We look at the line. ", END),
    "prose, object, text": repeated("We look at the line. ", END + " Done."),
    "wide prose, then the object": repeated("我们看这条线。", END),
    "code and LaTeX, then the object": repeated(CODE, END),
    "code and LaTeX, object, text": repeated(CODE, END + " Done."),
    "code and LaTeX, no object": repeated(CODE),
    "open braces": repeated("{"),
    "open braces, then the object": repeated("{", END),
    "open braces, object, text": repeated("{", END + "."),
    "closed braces": repeated("}"),
    "closed braces, then the object": repeated("}", END),
    "nested braces": nested("{", "}"),
    "nested braces with a key": nested('{"answer":', "}", "1"),
    "nested brackets": nested("[", "]"),
    "nested answer": nested("[", "]", start='{"answer":', end="}"),
    "nested annotation": nested("[", "]", start='{"answer":7,"annotation":', end="}"),
    "nested parentheses": nested("(", ")", start="{'answer':", end="}"),
    "empty objects": repeated("{}"),
    "unreadable objects": repeated("{x}"),
    "unreadable objects on lines": repeated("{x}\n"),
    "sets": repeated("{1,2} "),
    "objects": repeated(END + " "),
    "objects without a key": repeated('{"a":1} '),
    "objects in an open brace": repeated('{"a":1} ', start="{"),
    "objects after an odd quote": repeated('{"answer":x} ', start='5" '),
    "objects on lines, then a quote": repeated('{"a":x}\n', end='"'),
    "truncated objects": repeated('{"answer":7,'),
    "truncated objects, then the object": repeated('{"answer":7,', END),
    "quotes": repeated('"'),
    "quotes, then the object": repeated('"', END),
    "quotes and braces": repeated('"{'),
    "braces and quotes, then the object": repeated('{"', END),
    "backslashes": repeated("\\"),
    "backslashes in an open quote": repeated("\\", start='"'),
    "escaped quotes": repeated('\\"', END, start="{"),
    "backslashes before quotes": repeated('\\\\\\"', start="}", end="}"),
    "backticks": repeated("`"),
    "backticks, then a letter": repeated("`", "x"),
    "fences": repeated("``` a "),
    "fences, then text": repeated("``` a ", "x"),
    "fences around nothing": repeated("```{}```"),
    "fences around objects": repeated("```json\n{x}\n```\n"),
    "fences around objects, then text": repeated("```json\n{x}\n```\n", "x"),
    "a fence, then blanks": repeated(" ", "x", start="```"),
    "a fence, then newlines": repeated("\n", "x", start="```json"),
    "a fence, blanks, the object": repeated(" ", END, start="```json"),
    "a fence, blanks, a fence": repeated(" ", "```", start="```json"),
    "blanks": repeated(" ", "x"),
    "blanks behind the object": repeated(" ", start=END),
    "newlines before the object": repeated("\n", END),
    "open tags": repeated("<answer>"),
    "half tags": repeated("<answer"),
    "half tags, then a whole one": repeated("<answer", ">x"),
    "closed tags": repeated("</answer>"),
    "tags around objects": repeated("<answer>{x}</answer>"),
    "tags, never closed, and objects": repeated("<answer>{x} "),
    "digits": repeated("9", "}", start='{"answer":'),
    "digits of a literal": repeated("f", "}", start="{'answer':0x"),
    "minus signs": repeated("-", "7}", start="{'answer':"),
    "a sum": repeated("1+", "1}", start="{'answer':"),
    "strings of a literal": repeated("'a'", "}", start="{'answer':"),
    "an open literal string": repeated("a", "}", start="{'answer':'"),
    "triple quotes": repeated("'''"),
    "comments": repeated("#\n", END),
    "numbers in a list": repeated("1,", "1]}", start='{"answer":['),
    "keys": lambda length: json.dumps({"answer": {str(n): n for n in range(length // 12)}}),
    "a long string": repeated("a", '"}', start='{"answer":"'),
    "a long answer text": repeated("7 ", '"}', start='{"answer":"'),
    "an annotation as text": repeated("[1,2],", '[1,2]]"}', start='{"answer":7,"annotation":"['),
    "NUL": repeated("\x00", END),
    "surrogates": repeated("\ud800", END),
}  # fmt: skip


def best_time(function: Callable[..., object], response: str) -> float:
    best = float("inf")
    gc.disable()
    try:
        for _ in range(3):
            start = time.process_time()
            function(
                response=response,
                answer_gt={"type": "integer", "value": 7},
                annotation_gt={"type": "point", "value": [1, 2]},
                reward_contract={"annotation": {"id": "point_soft_distance_v0", "type": "point"}},
            )
            best = min(best, time.process_time() - start)
    finally:
        gc.enable()
    return best


@pytest.mark.parametrize("function", [score_trace_response, explain_trace_response])
@pytest.mark.parametrize("shape", SHAPES)
def test_ten_times_the_response_costs_at_most_fifteen_times_the_time(
    function: Callable[..., object], shape: str
) -> None:
    for length in (SMALL, LARGE):
        ratios = []
        for _ in range(3):
            small = max(best_time(function, SHAPES[shape](length)), MEASURABLE_S)
            big = best_time(function, SHAPES[shape](10 * length))
            ratios.append(big / small)
            if ratios[-1] <= MOST:
                break
        if small > MEASURABLE_S:
            break
    assert min(ratios) <= MOST


def _time_to_explain(kind: str, annotation: str) -> float:
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        explained = explain_trace_response(
            response=f'{{"answer": 7, "annotation": {annotation}}}',
            answer_gt={"type": "integer", "value": 7},
            annotation_gt={"type": kind, "value": {"k1": [1, 2]} if kind == "point_map" else [[1, 2]]},
            reward_contract={"annotation": {"id": f"{kind}_soft_distance_v0", "type": kind}},
        )
        taken = time.process_time() - start
    finally:
        gc.enable()
    assert explained.ledger
    return taken


@pytest.mark.parametrize(
    ("kind", "annotation"),
    [
        ("point_map", lambda n: json.dumps({f"k{i}": [i, i] for i in range(n)})),
        ("point_sequence", lambda n: json.dumps(json.dumps([[i, i] for i in range(n)]))),
    ],
    ids=["keys", "quoted"],
)
def test_ten_times_the_witnesses_are_found_in_the_response_in_at_most_fifteen_times_the_time(
    kind: str, annotation: Callable[[int], str]
) -> None:
    ratios = []
    for _ in range(3):
        small = min(_time_to_explain(kind, annotation(2_000)) for _ in range(3))
        ratios.append(_time_to_explain(kind, annotation(20_000)) / max(small, MEASURABLE_S))
        if ratios[-1] <= MOST:
            break
    assert min(ratios) <= MOST
