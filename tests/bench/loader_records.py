"""Records as each harness writes them, of made-up prose: shapes, fields and sizes as in published files."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

SIZES: Mapping[str, tuple[int, int]] = {"short": (250, 150), "usual": (700, 900), "long": (1000, 5000)}
"""Characters of prompt and reply."""

_ASCII = (
    "the of a to in is that for as with it by on are be this which from or we can has answer option so "
    "first then since because total value force energy cell price number 12 3.5 40 km per hour both "
)
_OTHERS = "“quoted” café naïve → α"
_OPTIONS = ("a larger one", "a smaller one", "the same one", "none of these")


class Maker:
    """Makes the parts of records; the same for the same seed."""

    def __init__(self, size: str) -> None:
        self._random = random.Random(7)  # noqa: S311 - made-up prose
        self._n_prompt, self._n_reply = SIZES[size]

    def prose(self, n: int) -> str:
        """Return about `n` characters in lines; one in three has letters beyond ASCII, some have quotes."""
        words = _ASCII + (_OTHERS if self._random.random() < 1 / 3 else "")
        text = " ".join(self._random.choices(words.split(), k=n // 4))[:n]
        if self._random.random() < 1 / 4:
            text = text.replace(" option ", ' "option" ')
        return "\n".join(text[at : at + 90] for at in range(0, len(text), 90))

    def question(self) -> str:
        """Return a prompt with four options."""
        listed = "\n".join(f"{label}. {text}" for label, text in zip("ABCD", _OPTIONS, strict=True))
        return f"{self.prose(self._n_prompt)}\n{listed}\nAnswer:"

    def reply(self) -> str:
        """Return a reply that ends in an answer."""
        return f"{self.prose(self._n_reply)}\nThe answer is {self.letter()}."

    def letter(self) -> str:
        """Return a label."""
        return self._random.choice("ABCD")

    def hash(self) -> str:
        """Return a SHA-256 in hexadecimal."""
        return hashlib.sha256(self._random.randbytes(8)).hexdigest()


def _lanescope(make: Maker, i: int) -> dict[str, Any]:
    pred, target = make.letter(), make.letter()
    return {
        "item_id": f"q{i}",
        "task_type": "choice",
        "category": "physics",
        "prompt": make.question(),
        "options": dict(zip("ABCD", _OPTIONS, strict=True)),
        "target": [target],
        "content": make.reply(),
        "finish_reason": "stop",
        "recorded": [{"scorer": "main", "answer": pred, "verdict": "correct", "score": 1.0, "raw": {"p": 1}}],
        "metadata": {"src": "made", "seed": i},
    }


def _lm_eval(make: Maker, i: int) -> dict[str, Any]:
    question, reply = make.question(), make.reply()
    target = make.letter()
    doc = {"question": question, "options": list(_OPTIONS), "answer": target, "category": "physics"}
    until = {"until": ["Question:"], "do_sample": False, "temperature": 0.0}
    return {
        "doc_id": i,
        "doc": doc,
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": question, "arg_1": until}},
        "resps": [[reply]],
        "filtered_resps": ["B"],
        "filter": "custom-extract",
        "metrics": ["exact_match"],
        "doc_hash": make.hash(),
        "prompt_hash": make.hash(),
        "target_hash": make.hash(),
        "exact_match": 1.0,
    }


def _lmms_eval(make: Maker, i: int) -> dict[str, Any]:
    return {
        "doc_id": i,
        "target": make.letter(),
        "filtered_resps": [make.reply()],
        "doc_hash": make.hash(),
        "exact_match": 1.0,
        "input": make.question(),
    }


def _body(make: Maker, i: int) -> dict[str, Any]:
    message = {"role": "assistant", "content": make.reply(), "refusal": None, "tool_calls": []}
    return {
        "id": f"chatcmpl-{make.hash()[:24]}",
        "object": "chat.completion",
        "created": 1_730_000_000 + i,
        "model": "model-7b",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 312, "completion_tokens": 201, "total_tokens": 513},
        "system_fingerprint": None,
    }


def _exchange(make: Maker, i: int) -> dict[str, Any]:
    asked = {"model": "model-7b", "messages": [{"role": "user", "content": make.question()}]}
    return {"request": asked, "response": _body(make, i)}


def _batch(make: Maker, i: int) -> dict[str, Any]:
    response = {"status_code": 200, "request_id": make.hash()[:32], "body": _body(make, i)}
    return {"id": f"batch_req_{i}", "custom_id": f"q{i}", "response": response, "error": None}


def _openai_evals(make: Maker, i: int) -> Iterator[dict[str, Any]]:
    target, pred = make.letter(), make.letter()
    asked = [{"role": "user", "content": make.question()}]
    datas: tuple[tuple[str, dict[str, Any]], ...] = (
        ("sampling", {"prompt": asked, "sampled": [make.reply()]}),
        ("match", {"correct": pred == target, "expected": target, "picked": pred}),
    )
    for nth, (kind, data) in enumerate(datas):
        about = {"run_id": "run", "event_id": 2 * i + nth, "sample_id": f"s.{i}", "type": kind, "data": data}
        yield about | {"created_by": "", "created_at": "2024-02-06 06:28:20.580417+00:00"}


def _evalscope(make: Maker, i: int) -> dict[str, Any]:
    messages = [{"role": "user", "content": make.question()}, {"role": "assistant", "content": make.reply()}]
    score = {"value": {"acc": 1.0}, "extracted_prediction": "B", "prediction": "B", "main_score_name": "acc"}
    sample = {"score": score, "sample_id": i, "sample_metadata": {"subject": "physics"}}
    return {"index": i, "target": make.letter(), "messages": messages, "sample_score": sample}


def _table(make: Maker, i: int) -> dict[str, Any]:
    return {
        "id": i,
        "question": make.question(),
        "options": list(_OPTIONS),
        "answer": make.letter(),
        "response": make.reply(),
        "correct": True,
        "subject": "physics",
    }


def _opencompass(make: Maker, _: int) -> dict[str, Any]:
    prompt = [{"role": "HUMAN", "prompt": make.question()}]
    return {"origin_prompt": prompt, "prediction": make.reply(), "gold": make.letter()}


LINES: Mapping[str, Callable[[Maker, int], dict[str, Any] | Iterator[dict[str, Any]]]] = {
    "lanescope-jsonl": _lanescope,
    "lm-eval": _lm_eval,
    "lmms-eval": _lmms_eval,
    "openai-chat": _exchange,
    "openai-batch": _batch,
    "openai-evals": _openai_evals,
    "evalscope": _evalscope,
    "table": _table,
}
"""Formats of one record a line, by loader."""


def write_lines(path: Path, name: str, size: str, n_bytes: int) -> int:
    """Return the number of lines of a JSON Lines file of at least so many bytes, written in one format."""
    make, n, i = Maker(size), 0, 0
    with path.open("w", encoding="utf-8") as file:
        while file.tell() < n_bytes:
            made = LINES[name](make, i)
            for record in (made,) if isinstance(made, dict) else made:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
                n += 1
            i += 1
    return n


def write_opencompass(path: Path, size: str, n_bytes: int) -> int:
    """Return the number of records of an indented object by position, as OpenCompass writes it."""
    make, n = Maker(size), 0
    with path.open("w", encoding="utf-8") as file:
        file.write("{\n")
        while file.tell() < n_bytes:
            text = json.dumps(_opencompass(make, n), indent=4, ensure_ascii=False).replace("\n", "\n    ")
            file.write(f'{"," * (n > 0)}\n    "{n}": {text}')
            n += 1
        file.write("\n}")
    return n
