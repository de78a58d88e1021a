"""What one samples line of lmms-eval asks, what was replied, and what its metrics recorded."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence

from scoring.loaders.chat_text import options_in, prompt_of, verdict_of
from scoring.loaders.fields import LABELS, as_text
from scoring.loaders.guess_type import guess_type
from scoring.loaders.lm_eval_recorded import VERDICT_METRICS
from scoring.loaders.question import Question, ask_generative
from scoring.records import JsonValue, Recorded, TaskType

NO_METRIC = frozenset(
    {
        "doc_id",
        "target",
        "filtered_resps",
        "resps",
        "doc_hash",
        "prompt_hash",
        "target_hash",
        "input",
        "input_media",
        "token_counts",
        "filter",
        "metrics",
    }
)
"""Fields of a line that are no metric; every other one is."""

_READ = frozenset({"doc_id", "target", "filtered_resps", "resps", "input"})
_FILTER = "none"
_VERDICT_ENDINGS = ("_acc", "_accuracy", "_exact_match")
_SCORES = ("score", "correct", "is_correct", "hit", "accuracy", "acc")
_ANSWERS = ("parsed_pred", "pred_answer", "extracted_answer", "prediction", "pred")
_CATEGORIES = ("category", "subdomain", "subject", "l2_category")


def prompt_text(value: JsonValue) -> str | None:
    """Return the prompt of a line: a text, or chat messages as one text."""
    return prompt_of(value) if isinstance(value, list) else as_text(value)


def ask(prompt: str | None, target: str | None) -> tuple[Question, bool]:
    """Return the question of a line, and whether the labels of its options are only assumed.

    Options are those that the prompt lists at the beginning of lines; a line has no other trace of them.
    """
    options = options_in(prompt)
    question = ask_generative(prompt, target, {"options": options})
    if question.task_type is TaskType.CHOICE:
        return question, False
    task_type, labels = guess_type({}, question.target)
    if task_type not in (TaskType.CHOICE, TaskType.MULTI_CHOICE):
        return question._replace(options={}), False
    if options and all(text in options for text in question.target):
        return question._replace(task_type=task_type, options=options), False
    assumed: dict[str, str | None] = dict.fromkeys(labels)
    return question._replace(task_type=task_type, options=assumed), True


def ask_likelihood(prompt: str | None, target: str | None, n: int) -> Question:
    """Return the question of a line with `n` log-likelihoods, its target an index or a label."""
    listed = options_in(prompt)
    options = listed if len(listed) == n else dict.fromkeys(LABELS[:n])
    core = (target or "").strip()
    labels = list(options)
    if core.isdecimal() and len(core) < len("1000000") and int(core) < n:
        core = labels[int(core)]
    return Question(TaskType.LOGLIKELIHOOD, prompt, options, (core,) if core else ())


def texts_in(responses: JsonValue) -> tuple[str, ...] | None:
    """Return the texts of responses, whatever lists they stand in; None where there is anything else."""
    if isinstance(responses, str):
        return (responses,)
    if not isinstance(responses, list):
        return None
    parts = [texts_in(part) for part in responses]
    if not parts or any(part is None for part in parts):
        return None
    return tuple(text for part in parts for text in part or ())


def metrics_of(record: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the metrics of a line by name, texts aside; of several with the same object the first."""
    metrics: dict[str, JsonValue] = {}
    seen: set[str] = set()
    for key, value in record.items():
        if key in NO_METRIC or value is None or isinstance(value, str):
            continue
        text = json.dumps(value) if isinstance(value, dict) else ""
        if text not in seen:
            metrics[key] = value
        if text:
            seen.add(text)
    return metrics


def rest_of(record: Mapping[str, JsonValue], metrics: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return what a line holds beside question, replies and metrics; metrics left out are named."""
    others = {key: value for key, value in record.items() if key not in _READ and key not in metrics}
    repeated = [key for key, value in others.items() if key not in NO_METRIC and isinstance(value, dict)]
    for key in repeated:
        del others[key]
    if "resps" in record:  # and so it is not the same as the replies
        others["filtered_resps"] = record.get("filtered_resps")
    return others | ({"metrics_with_the_same_value": repeated} if repeated else {})


def category_of(metrics: Mapping[str, JsonValue]) -> str | None:
    """Return the category, which only metrics that are objects tell."""
    return next(_named(metrics, _CATEGORIES), None)


def recorded_of(
    metrics: Mapping[str, JsonValue], answer: str | None, *, decides: bool
) -> tuple[Recorded, ...]:
    """Return one recorded score a metric, those that give a verdict first.

    A scorer is named as in the results file: `exact_match,none`.

    Args:
        metrics: as `metrics_of` gives them.
        answer: what the filter kept of the reply; a metric that tells what it parsed knows better.
        decides: whether the metrics are about this reply.
    """
    made = [_recorded(name, value, answer, decides=decides) for name, value in metrics.items()]
    return tuple(sorted(made, key=lambda one: one.verdict is None))


def _recorded(name: str, value: JsonValue, answer: str | None, *, decides: bool) -> Recorded:
    inner = value if isinstance(value, dict) else {}
    score = next((inner[key] for key in _SCORES if key in inner), None) if inner else value
    is_verdict = bool(inner) or name in VERDICT_METRICS or name.endswith(_VERDICT_ENDINGS)
    return Recorded(
        scorer=f"{name},{_FILTER}",
        answer=next(_named({name: inner}, _ANSWERS), answer),
        verdict=verdict_of(score) if decides and is_verdict else None,
        score=_number(score) if decides else None,
        raw={name: value},
    )


def _named(metrics: Mapping[str, JsonValue], keys: Sequence[str]) -> Iterator[str]:
    """Return the texts of the first of the keys in metrics that are objects."""
    for value in metrics.values():
        for key in keys if isinstance(value, dict) else ():
            if isinstance(value, dict) and isinstance(text := value.get(key), str):
                yield text


def _number(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, bool | int | float) and math.isfinite(value) else None
