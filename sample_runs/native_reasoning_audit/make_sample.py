"""Writes lane_a.json and lane_b.json beside itself: `python make_sample.py [FOLDER]`.

A reconstruction, see MANIFEST.json. What the original scorer recorded (answer, method, flag, verdict) stands
in tables/recorded.csv, item by item; nothing here scores anything. The same tables give the same bytes.
"""

from __future__ import annotations

import csv
import itertools
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from traces import FRAMES, TRACES

HERE = Path(__file__).resolve().parent
TABLES = HERE / "tables"
SEED = 74017
LETTERS = "ABCDEFGHIJ"
SHORTEST, LONGEST = 200, 6000  # characters of a reasoning, the worked traces apart
ROUNDS = (1, 1, 1, 2, 2, 3, 5)  # how many shapes follow one another, drawn per item
SLOT = re.compile(r"\{(q|fact|doubt|check|why|l2|l|t|dl|dt|w|a|reply|x|o|n|m)\}")


def read_questions(name: str, prefix: str = "") -> Iterator[dict[str, Any]]:
    """Yield a table's items: `@` id, `?` prompt, `+` fact, `~` temptation, `=` check, options or target."""
    for block in (TABLES / name).read_text(encoding="utf-8").removeprefix("@").split("\n@"):
        head, *lines = block.splitlines()
        item_id, _, kind = head.partition(" ")
        by_mark: dict[str, list[str]] = {}
        for line in lines:
            by_mark.setdefault(line[0], []).append(line[2:])
        question = {"id": prefix + item_id, "kind": kind or "choice", "q": by_mark["?"][0]}
        question |= {"fact": by_mark["+"][0], "check": by_mark["="][0]}
        question |= _open(by_mark) if kind else _choice(lines, lines[2][1], by_mark["~"][0][1:])
        yield question


def _choice(lines: list[str], tempting: str, doubt: str) -> dict[str, Any]:
    marked = [line for line in lines if line[:2] in ("- ", "* ")]
    texts, notes = zip(*(line[2:].split(" | ") for line in marked), strict=True)
    target = LETTERS[[line[0] for line in marked].index("*")]
    return {
        "target": target, "options": dict(zip(LETTERS, texts, strict=False)), "notes": notes,
        "doubt": doubt.removeprefix(tempting).strip(), "wrong": tempting, "required": None, "replies": {},
    }  # fmt: skip


def _open(by_mark: Mapping[str, list[str]]) -> dict[str, Any]:
    wrong, doubt = by_mark["~"][0].split(" | ")
    replies = {lane: "\n".join(by_mark.get(lane, [])) for lane in "AB"}
    target = by_mark["!"][0]
    required = target.split("; ") if any(replies.values()) else None
    return {
        "target": target,
        "options": None,
        "doubt": doubt,
        "wrong": wrong,
        "required": required,
        "replies": replies,
    }


def read_templates(name: str) -> dict[str, str]:
    """Return name -> text of a table whose entries open with `## name`."""
    blocks = (TABLES / name).read_text(encoding="utf-8").removeprefix("## ").split("\n## ")
    return {head: body.removesuffix("\n") for head, _, body in (block.partition("\n") for block in blocks)}


def fill(template: str, question: Mapping[str, Any], answer: str, lane: str = "B") -> str:
    """Return the template about this item; lines after `%` stand once per option (`%-`: the wrong)."""
    options = question["options"] or {}
    right = answer == question["target"]
    slots = {
        **{key: question[key] for key in ("q", "fact", "doubt", "check")},
        "l": answer, "l2": "F", "t": options.get(answer, ""), "dl": question["wrong"], "a": answer,
        "reply": question["replies"].get(lane, ""),
        "dt": options.get(question["wrong"], ""), "w": options.get(question["wrong"]) or question["wrong"],
        "why": question["fact"] if right else question["doubt"],
    }  # fmt: skip
    rows = [
        {**slots, "x": x, "o": text, "n": note, "m": "✓" if x == question["target"] else "✗"}
        for (x, text), note in zip(options.items(), question.get("notes", ()), strict=True)
    ]
    lines: list[str] = []
    group: list[str] = []  # neighbouring % lines repeat together
    for line in [*template.split("\n"), ""]:
        if line.startswith("%"):
            group.append(line[1:])
            continue
        wrong_only = bool(group) and group[0].startswith("-")
        for row in rows if group else ():
            if not (wrong_only and row["m"] == "✓"):
                lines += [_slots(text.removeprefix("-") if wrong_only else text, row) for text in group]
        group = []
        lines.append(_slots(line, slots))
    return "\n".join(lines[:-1])


def _slots(text: str, values: Mapping[str, str]) -> str:
    return SLOT.sub(lambda match: values[match[1]], text)


def reasoning_of(
    question: Mapping[str, Any], row: Mapping[str, str], shapes: Iterator[str], n_shapes: int, example: str
) -> str:
    """Return lane B's reasoning: a worked trace, or shapes about this item, with example text if given."""
    if trace := TRACES.get(question["id"]):
        before, after = FRAMES[question["id"]]
        return "\n".join([before, *trace(), f"{after} {question['fact']}"])
    given = row["answer"] or question["target"]
    text = fill(next(shapes), question, given)
    if example:
        head, _, rest = text.partition("\n")
        text = f"{head}\n\n{example}\n{rest}"
    while given == question["target"] and row["form"] != "empty" and (n_shapes > 1 or len(text) < SHORTEST):
        more = fill(next(shapes), question, given)
        text += f"\n\n{more}" if len(text) + len(more) < LONGEST else ""
        n_shapes -= 1
    return text + f"\n\nFINAL: {given}" if row["form"] == "null" else text


def make_record(
    question: Mapping[str, Any], row: Mapping[str, str], content: str | None, reasoning: str | None
) -> dict[str, Any]:
    """Return one task record in the shape of the report."""
    correct = row["correct"] == "true"
    return {
        "task_id": question["id"],
        "category": question["id"].split("_")[0],
        "kind": "required_substrings" if question["required"] else question["kind"],
        "prompt": question["q"],
        **({"options": question["options"]} if question["options"] else {}),
        "expected_answer": question["target"],
        "extracted_final_answer": row["answer"] or None,
        "extraction_method": row["method"] or None,
        "ambiguity_flag": row["flag"] == "true",
        "raw_content": content,
        "raw_reasoning": reasoning,
        "finish_reason": row["finish_reason"],
        "scoring_decision": {"correct": correct, "required_substrings": question["required"]},
        "correct": correct,
    }


def deal(names: list[str], rng: random.Random) -> Iterator[str]:
    """Yield the names for ever, each once per shuffled round."""
    while True:
        yield from rng.sample(names, len(names))


def make_lanes() -> dict[str, dict[str, Any]]:
    """Return both lane files as objects."""
    questions = [
        *read_questions("choice_four.txt", "reasoning_mmlu_"),
        *read_questions("choice_ten.txt", "reasoning_mmlu_pro_"),
        *read_questions("open_questions.txt"),
    ]
    with (TABLES / "recorded.csv").open(encoding="utf-8", newline="") as file:
        recorded = {(row["lane"], row["item_id"]): row for row in csv.DictReader(file)}
    replies = read_templates("replies.txt")
    examples = dict(
        block.split("\n", 1)
        for block in (TABLES / "examples.txt").read_text(encoding="utf-8").strip("@\n").split("\n@")
    )
    closed, free, wrong = (read_templates(f"shapes_{name}.txt") for name in ("choice", "open", "wrong"))
    shapes = closed | free | wrong
    rng = random.Random(SEED)  # noqa: S311 - nothing secret
    decks = {True: deal(list(closed), rng), False: deal(list(free), rng)}
    tasks: dict[str, list[dict[str, Any]]] = {"A": [], "B": []}
    for question in questions:
        for lane, records in tasks.items():
            row = recorded[lane, question["id"]]
            reasoning = None
            if lane == "B":
                deck = (shapes[name] for name in decks[bool(question["options"])])
                drawn = itertools.chain([shapes[row["shape"]]] if row["shape"] else [], deck)
                rounds = rng.choice(ROUNDS) if question["options"] else 1
                reasoning = reasoning_of(question, row, drawn, rounds, examples.get(question["id"], ""))
            content = (
                None if row["form"] == "null" else fill(replies[row["form"]], question, row["answer"], lane)
            )
            records.append(make_record(question, row, content, reasoning))
    headers = json.loads((TABLES / "headers.json").read_text(encoding="utf-8"))
    return {lane: headers[lane] | {"tasks": records} for lane, records in tasks.items()}


def main(folder: Path) -> None:
    """Write both lane files into that folder."""
    for lane, value in make_lanes().items():
        text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
        (folder / f"lane_{lane.lower()}.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
