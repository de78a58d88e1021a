"""Scoring one response without a run file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.errors import ContractError
from scoring.policy import DEFAULT_POLICY, Policy, load_policy
from scoring.records import Decision, Item, Response, TaskType
from scoring.tasks import score_item

RESPONSE_TASK_TYPES = (
    TaskType.CHOICE,
    TaskType.MULTI_CHOICE,
    TaskType.NUMBER,
    TaskType.SHORT_TEXT,
    TaskType.SUBSTRING,
)
"""The task types that a response and its targets are enough for."""

_WITH_OPTIONS = (TaskType.CHOICE, TaskType.MULTI_CHOICE)


def score_response(
    *,
    content: str | None,
    reasoning: str | None = None,
    finish_reason: str | None = None,
    target: str | Sequence[str],
    options: Sequence[str] | Mapping[str, str | None] | None = None,
    task_type: str = "choice",
    policy: str | Path | Policy = DEFAULT_POLICY,
) -> Decision:
    """Return what our scorer decides on one response, and why.

    Args:
        content: the visible message; None if there is none.
        reasoning: the separate reasoning field; None if there is none.
        finish_reason: why generation ended, in the server's own words.
        target: the expected answer, or several: of a choice, number or short text one of them is
            enough; a substring item requires all of them, a multi-choice item exactly these labels.
        options: the labels of a choice, or label -> text.
        task_type: one of `RESPONSE_TASK_TYPES`.
        policy: a shipped policy by name, a TOML file, or a policy.

    Raises:
        ContractError: an argument of the wrong type, an unknown task type, no target, or a choice
            without options. Nothing in the response itself ever raises.
        PolicyError: an unknown policy or a faulty policy file.

    >>> decision = score_response(content="FINAL: D", target="D", options=["A", "B", "C", "D"])
    >>> decision.verdict.value, decision.extraction.rule
    ('correct', 'final_marker')
    """
    kind = _task_type(task_type)
    targets = _texts("target", [target] if isinstance(target, str) else target)
    if not targets:
        raise ContractError("expected at least one target, got none", cure="Say what the right answer is.")
    item = Item(
        item_id="response",
        task_type=kind,
        options=_options(kind, options),
        target=targets,
        target_mode="all" if kind in (TaskType.SUBSTRING, TaskType.MULTI_CHOICE) else "any",
        response=Response(
            content=_text("content", content),
            reasoning=_text("reasoning", reasoning),
            finish_reason=_text("finish_reason", finish_reason),
        ),
    )
    return score_item(item, load_policy(policy))


def _task_type(name: str) -> TaskType:
    if name in RESPONSE_TASK_TYPES:
        return TaskType(name)
    raise ContractError(
        f"expected a task type that a response alone can be scored by, got {name!r}",
        cure=f"Choose one of {', '.join(RESPONSE_TASK_TYPES)}.",
    )


def _options(
    kind: TaskType, options: Sequence[str] | Mapping[str, str | None] | None
) -> Mapping[str, str | None]:
    if options is None:
        options = []
    if kind in _WITH_OPTIONS and not options:
        raise ContractError(
            f"expected the options of a {kind} item, got none",
            cure='Name the labels, e.g. options=["A", "B", "C", "D"].',
        )
    if isinstance(options, Mapping):
        return {
            label: _text(f"options[{label!r}]", text)
            for label, text in zip(_texts("options", options), options.values(), strict=True)
        }
    labels = _texts("options", options)
    if len(set(labels)) < len(labels):
        raise ContractError(f"expected different labels, got {', '.join(labels)}, at options")
    return dict.fromkeys(labels)


def _texts(name: str, values: object) -> tuple[str, ...]:
    """Return the values as a tuple of texts; a plain text is no list of texts."""
    if isinstance(values, str) or not isinstance(values, Sequence | Mapping):
        raise ContractError(f"expected a list of texts, got {values!r}, at {name}")
    for value in values:
        if not isinstance(value, str):
            raise ContractError(f"expected text, got {value!r}, at {name}")
    return tuple(values)


def _text(name: str, value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise ContractError(f"expected text or None, got {type(value).__name__}, at {name}")
