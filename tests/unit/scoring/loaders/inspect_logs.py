"""Small Inspect logs, made by hand after the shapes of the real ones."""

import json
import zipfile
from pathlib import Path

PNG = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAFElEQVR4nGP8z8DAwMDAxMDAwMAAAA0GAQNbV"
    "hjLAAAAAElFTkSuQmCC"
)


def sample(n: int = 1, **fields: object) -> dict[str, object]:
    value = {
        "id": n,
        "epoch": 1,
        "input": "Where?",
        "choices": ["left", "right"],
        "target": "B",
        "messages": [{"role": "user", "content": "Where? A) left B) right"}],
        "output": {
            "choices": [{"message": {"role": "assistant", "content": "ANSWER: B"}, "stop_reason": "stop"}]
        },
        "scores": {"choice": {"value": "C", "answer": "B", "explanation": "ANSWER: B"}},
        "metadata": {"category": "law"},
    }
    return {key: part for key, part in (value | fields).items() if part is not ...}


def header(**fields: object) -> dict[str, object]:
    value = {
        "version": 2,
        "status": "success",
        "eval": {"task": "places", "model": "maker/model", "dataset": {"sample_ids": [1]}, "config": {}},
        "plan": {"steps": []},
        "results": {"completed_samples": 1, "scores": [{"name": "choice", "scorer": "choice", "params": {}}]},
    }
    return value | fields


def write_json(path: Path, *samples: object, **fields: object) -> Path:
    path.write_text(json.dumps({**header(**fields), "samples": list(samples)}))
    return path


def write_eval(path: Path, members: dict[str, object], *, head: object = ...) -> Path:
    """Write an archive; members are JSON, or bytes as they are."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in members.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
        if head is not None:
            archive.writestr("header.json", json.dumps(header() if head is ... else head))
    return path
