"""Prints the MMLU-Pro tables of docs/scoring.md: `python tests/bench/mmlu_pro_table.py [FOLDER]`.

The folder holds the public record files; without an argument it is looked for beside the checkout.
Recorded answers and ours are compared item by item. Kinds of disagreement follow from the decision
alone; what each kind is worth was judged by reading every item of it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scoring.extraction.published import mmlu_pro_first
from scoring.loaders.registry import load_run
from scoring.policy import POLICIES
from scoring.records import Decision, Item, Status, Verdict
from scoring.tasks import score_item

ROOT = Path(__file__).parents[2]
FOLDER = ROOT.parent / "shared/data/runs/mmlu_pro"
POLICY = POLICIES["final-answer-v1"]
KINDS = {
    "guessed": "a letter is recorded that the text states nowhere",
    "trace only": "the text is thinking that never closes, a letter is recorded",
    "from the trace": "the recorded letter was read in the thinking, the reply says another",
    "no option": "the recorded letter is no option of the item",
    "several": "the answer names several options, one of them is recorded",
    "first, not last": "an earlier answer is recorded, the reply ends on another",
    "stray letter": "a capital of an option's text or of a name is recorded instead of the answer",
    "stated, unseen": "no answer is recorded although the reply states one",
    "extension": "the same, in words that only our rule `named_correct` reads",
}
"""Kind -> what happened; each disagreement has one."""

_SHORTER = (
    ("model_outputs_", ""),
    ("per_category/", ""),
    ("_5shots", ""),
    ("_result", ""),
    ("gold_revisions/", "gold revisions, "),
    ("/", ", "),
)


def main(folder: Path) -> None:
    """Print both tables as Markdown."""
    rows = [(path, list(decide(path))) for path in record_files(folder)]
    print("| file | items | recorded accuracy | rescored accuracy | no answer | same answer |")
    print("|---|---:|---:|---:|---:|---:|")
    for path, decided in rows:
        print(f"| {name(path, folder)} | {' | '.join(figures(decided))} |")
    print("\n| file | " + " | ".join(KINDS) + " | sum |\n|---|" + "---:|" * (len(KINDS) + 1))
    for path, decided in rows:
        count = Counter(kind_of(item, decision) for item, decision in decided)
        counts = [count[kind] for kind in KINDS]
        print(f"| {name(path, folder)} | {' | '.join(str(n or '') for n in counts)} | {sum(counts)} |")


def record_files(folder: Path) -> list[Path]:
    """Return the record files of the folder, big ones first; summaries are none."""
    patterns = ("*.json", "gold_revisions/*.json", "per_category/*/*_result.json")
    return [path for pattern in patterns for path in sorted(folder.glob(pattern))]


def decide(path: Path) -> Iterator[tuple[Item, Decision]]:
    """Yield the items of a file with our decisions."""
    for item in load_run(path).read():
        if isinstance(item, Item):
            yield item, score_item(item, POLICY)


def name(path: Path, folder: Path) -> str:
    """Return a file's name, short enough for a table."""
    short = str(path.relative_to(folder).with_suffix(""))
    for written, shown in _SHORTER:
        short = short.replace(written, shown)
    return short


def figures(decided: list[tuple[Item, Decision]]) -> list[str]:
    """Return items, accuracies with counts, share without an answer, and items with the recorded answer."""
    n = len(decided)
    recorded = sum(item.recorded[0].verdict is Verdict.CORRECT for item, _ in decided)
    rescored = sum(decision.verdict is Verdict.CORRECT for _, decision in decided)
    without = sum(decision.verdict is Verdict.NO_ANSWER for _, decision in decided)
    same = sum(not kind_of(item, decision) for item, decision in decided)
    shares = [f"{count / n:.1%} ({count})" for count in (recorded, rescored, without)]
    return [str(n), *shares, str(same)]


def kind_of(item: Item, decision: Decision) -> str:
    """Return the kind of disagreement with the recorded answer; empty where both are the same."""
    pred, found = item.recorded[0].answer, decision.extraction
    if pred == found.answer:
        return ""
    if pred is None:
        return "extension" if found.rule == "named_correct" else "stated, unseen"
    if found.status is Status.CONFLICT:
        return "several"
    if found.status is Status.UNCLOSED_THINKING:
        return "trace only"
    if pred not in item.options:
        return "no option"
    if found.answer is None:
        return "guessed"
    text = item.response.content or ""
    first = mmlu_pro_first(text)
    if first is None:
        return "stray letter"
    return "from the trace" if first.start < text.rfind("</think>") else "first, not last"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
