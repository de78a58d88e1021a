"""How fast extraction and decision are, and how their time grows: `python tests/bench/bench_extraction.py`.

Prints items a second over the MMLU-Pro files, and for texts of many shapes the time per megabyte
from 1 kB to 10 MB: a shape that is handled in linear time has a flat row.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scoring.loaders.registry import load_run  # noqa: E402  # found from any folder
from scoring.policy import POLICIES  # noqa: E402
from scoring.records import Item, Response, TaskType  # noqa: E402
from scoring.tasks import score_item  # noqa: E402

DATA = ROOT.parent / "shared/data/runs/mmlu_pro"
POLICY = POLICIES["final-answer-v1"]
SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
FLAT = 3.0
"""A row whose 10 MB cost more than this many times its cheapest megabyte is marked."""

PROSE = (
    "We know that the force acts along the line, so the work done by it is the product of both. "
    "Of the options given only one fits; the others are too large, and the choice is not hard.\n"
)
OPTIONS = {"A": "red", "B": "the blue one", "C": "C. elegans", "D": "10 N", "E": None}

# A text is its first part, then the second as often as it fits, then the third.
Shape = tuple[str, str, str]
SHAPES: Mapping[str, tuple[Shape, ...]] = {
    "prose": (
        ("", PROSE, ""),
        ("", PROSE.replace("\n", " "), ""),
        ("", PROSE.replace(". ", " ").replace("\n", " "), ""),
        ("", PROSE, "The answer is (B)."),
        ("The answer is ", PROSE.replace(". ", " ").replace("\n", " "), ""),
        ("", "我们知道力沿直线作用，所以选项中只有一个合适。", ""),
        ("", "Wir wissen, daß die Größe überall gleich ist. ", ""),
    ),
    "markers": (
        ("", "FINAL: A\n", ""),
        ("", "FINAL: A ", ""),
        ("", "FINAL: A or ", ""),
        ("", "FINAL:\n", ""),
        ("", "FINAL: ", ""),
        ("", "Answer: Answer ", ""),
        ("", "**Answer:** (B) or not\n", ""),
        ("", "Final answer is ", ""),
        ("", "</answer>", ""),
        ("", "答案", ""),
        ("", "the answer is A. ", ""),
        ("", "the answer is ", ""),
        ("", "the answer to that ", ""),
        ("", "the option that is closest to it is red ", ""),
        ("", "B is the correct answer ", ""),
        ("", "the correct choice, ", ""),
        ("", "most likely statement that ", ""),
        ("", '"answer": "', ""),
        ("", '{"answer": ["A", ', ""),
        ("", "<answer>", ""),
        ("", "<answer>B or C</answer>", ""),
    ),
    "question lines": (
        ("", "Question: what\n", ""),
        ("", "Question 1\n", ""),
        ("", "Q: the answer is unclear\n", ""),
        ("", "Problem: Q:\n", ""),
        ("", "## Question: FINAL: none\n", ""),
        ("", "Now, combining all the answers:\n", ""),
        ("", "问题：答案\n", ""),
        ("B\n", "Question:\n", ""),
    ),
    "think tags": (
        ("", "<think>", ""),
        ("", "</think>", ""),
        ("", "<think></think>", ""),
        ("", "<think>\n</think>FINAL: A\n", ""),
        ("", "<thinking><think>", "</think>"),
        ("", "</think><think>", ""),
        ("", "[THINK][/THINK]", ""),
        ("", "`<think>` ", ""),
        ("", "<|channel|>", ""),
        ("", "<|channel|>final<|message|>", ""),
        ("", "<|channel|>analysis<|message|>FINAL: A<|end|>", ""),
        ("<think>", "<final>", ""),
    ),
    "one letter": (
        ("", "A", ""),
        ("", "x", ""),
        ("FINAL: ", "A", ""),
        ("FINAL: ", "x", ""),
        ("the answer is ", "a", ""),
        ("", "é", ""),
        ("", "中", ""),
        ("", "𝐀", ""),
        ("", "İ", ""),
        ("FINAL: ", "7", ""),
        ("FINAL: ", "1,", ""),
    ),
    "brackets": (
        ("", "(", ""),
        ("", "[", ""),
        ("", "{", ""),
        ("", "<", ""),
        ("", "}", ""),
        ("", "()", ""),
        ("FINAL: ", "(", ""),
        ("FINAL: ", ")", ""),
        ("FINAL: (A", ")", ""),
        ("FINAL: ", "[(", "A"),
        ("the answer is ", "(A", ""),
        ("", "\\boxed{", ""),
        ("", "\\boxed{A}", ""),
        ("\\boxed{A} ", "{}", ""),
        ("FINAL: ", "\\text{", ""),
        ("FINAL: ", "<b>", ""),
        ("FINAL: ", "<b", ""),
    ),
    "blanks": (
        ("", " ", ""),
        ("", "\t", ""),
        ("", "\u00a0", ""),
        ("FINAL:", " ", ""),
        ("FINAL: A", " ", ""),
        ("FINAL: A", " ", "or B"),
        ("answer", " ", ""),
        ("the answer is", " ", "B"),
        ("A", " ", "B"),
        ("", "A ", ""),
        ("FINAL: ", "A, ", ""),
        ("FINAL: ", "A or ", ""),
        ("FINAL: ", "** ", ""),
    ),
    "newlines": (
        ("", "\n", ""),
        ("", "\r\n", ""),
        ("", "\r", ""),
        ("", "\u2028", ""),
        ("FINAL:", "\n", ""),
        ("FINAL:", "\n", "B"),
        ("", "answer\n", ""),
        ("", "A\n", ""),
        ("", "# \n", ""),
        ("", "FINAL:\n\n\n", ""),
    ),
    "combining marks": (
        ("", "\u0301", ""),
        ("", "e\u0301", ""),
        ("FINAL: A", "\u0301", ""),
        ("", "\u200b", ""),
        ("FINAL: A", "\u200b", ""),
        ("", "\ufe0f1\u20e3", ""),
    ),
}


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="characters of the largest text")
    parser.add_argument("--task-type", type=TaskType, default=TaskType.CHOICE, help="choice, number, …")
    parser.add_argument("--shapes", nargs="*", default=list(SHAPES), choices=list(SHAPES))
    arguments = parser.parse_args()
    print_speed()
    sizes = [size for size in SIZES if size <= arguments.largest]
    print(f"\n{arguments.task_type} items: milliseconds per MB, by the size of the text in MB")
    print(f"{'shape':52}" + "".join(f"{size / 1e6:>10g}" for size in sizes) + "  largest/smallest")
    for kind in arguments.shapes:
        for shape in SHAPES[kind]:
            name = f"{kind}: {' … '.join(shown(part) for part in shape if part)}"
            print_row(name, shape, sizes, arguments.task_type)


def print_speed() -> None:
    """Print items a second over all MMLU-Pro files, best of nine rounds, on one core."""
    if not DATA.is_dir():
        print("items/s: the real run files are not here")
        return
    items = list(real_items())
    seconds = best(partial(score_all, items), rounds=9)
    characters = sum(len(item.response.content or "") for item in items)
    print(
        f"{len(items) / seconds:,.0f} items/s, {len(items):,} items "
        f"of {characters / len(items):,.0f} characters"
    )


def real_items() -> Iterator[Item]:
    """Return the items of every record file."""
    for path in sorted(DATA.glob("model_outputs_*.json")):
        yield from (entry for entry in load_run(path).read() if isinstance(entry, Item))


def print_row(name: str, shape: Shape, sizes: list[int], task_type: TaskType) -> None:
    """Print the time per megabyte of one shape at every size."""
    costs = []
    for size in sizes:
        item = make_item(shape, size, task_type)
        # Small texts take microseconds: several are timed together, in several rounds.
        together = [item] * max(1, 100_000 // size)
        seconds = best(partial(score_all, together), rounds=3 if size < 1_000_000 else 1)
        costs.append(seconds / len(together) / size * 1e9)
    growth = costs[-1] / min(costs)
    mark = "  not flat" if growth > FLAT else ""
    row = "".join(f"{cost:>10.1f}" for cost in costs)
    print(f"{name[:51]:52}{row}{costs[-1] / costs[0]:>10.2f}{mark}", flush=True)


def score_all(items: list[Item]) -> None:
    """Decide on every item."""
    for item in items:
        score_item(item, POLICY)


def make_item(shape: Shape, size: int, task_type: TaskType) -> Item:
    """Return an item whose content has this shape and about this many characters."""
    first, repeated, last = shape
    content = first + repeated * max(1, (size - len(first) - len(last)) // len(repeated)) + last
    choice = task_type is TaskType.CHOICE
    return Item(
        item_id="1",
        task_type=task_type,
        prompt="Problem: what is it?",
        options=OPTIONS if choice else {},
        target=("B",) if choice else ("7",),
        response=Response(content=content),
    )


def shown(part: str) -> str:
    """Return a part of a shape as it is printed."""
    return ascii(part)[1:-1] if len(part) < 40 else ascii(part[:30])[1:-1] + "..."


def best(work: Callable[[], object], *, rounds: int) -> float:
    """Return the least processor time that some work took, in seconds."""
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


if __name__ == "__main__":
    main()
