"""Decisions on choice and multi-choice items."""

from __future__ import annotations

import re

from scoring.extraction.candidates import marker_labels
from scoring.extraction.extract import extract_answer
from scoring.extraction.found import Question
from scoring.extraction.labels import Labels, OptionTexts, compile_labels
from scoring.extraction.published import extract_published
from scoring.extraction.text import plain
from scoring.extraction.values import choice_reader
from scoring.policy import EXTENDED_RULES, MARKER_RULES, Policy
from scoring.records import Ambiguity, Decision, Extraction, Item, JsonValue, Problem
from scoring.tasks.explain import unscorable, with_verdict

_RULES = frozenset(MARKER_RULES + EXTENDED_RULES) - {"last_number"}
_LIST = re.compile(r"\s*(?:[,;/&]|\band\b)\s*", re.IGNORECASE)
_BRACKETS = " \t\r\n()[]{}.:\"'*"


def score_multi_choice(item: Item, policy: Policy, *, fallback: bool) -> Decision:
    """Return the decision on a multi-choice item: the set of labels must equal the target's."""
    return score_choice(item, policy, fallback=fallback, multi=True)


def score_choice(item: Item, policy: Policy, *, fallback: bool, multi: bool = False) -> Decision:
    """Return the decision on a single-choice item, or on one whose answer is a set of labels."""
    names = tuple(item.options)
    if not names:
        return unscorable(item, "no_options", "expected options or labels, got none", fallback=fallback)
    labels = compile_labels(names)
    question = _question(item, labels, multi=multi)
    if policy.published_rule is not None:
        extraction = extract_published(item.response, labels, policy.published_rule, fallback=fallback)
    else:
        extraction = extract_answer(item.response, question, policy, fallback=fallback, prompt=item.prompt)
    targets, problems = read_targets(item, labels, multi=multi)
    if targets is None:
        return unscorable(item, problems[0].kind, problems[0].message, extraction=extraction)
    flagged = policy.ambiguity_fails and _is_flagged(extraction, item)
    correct = extraction.answer in targets and not flagged
    return with_verdict(
        extraction,
        correct=correct,
        target=" or ".join(targets),
        flagged=flagged,
        problems=problems,
        details=_chance_credit(policy, extraction, len(names)),
    )


def _chance_credit(policy: Policy, extraction: Extraction, options: int) -> dict[str, JsonValue] | None:
    """Return what the scripts of MMLU-Pro would credit on average: they guess where nothing is found."""
    if policy.published_rule != "mmlu_pro" or extraction.answer is not None:
        return None
    return {"chance_credit": 1 / options}


def _question(item: Item, labels: Labels, *, multi: bool) -> Question:
    texts = OptionTexts(item.options)
    return Question(choice_reader(labels, texts, multi=multi), _RULES, labels, texts)


def read_targets(
    item: Item, labels: Labels, *, multi: bool
) -> tuple[tuple[str, ...] | None, tuple[Problem, ...]]:
    """Return (accepted answers, problems); None if a target is no label of the item (rule 12).

    Args:
        labels: those of the item's options.
        multi: the answer is a set of labels; the one accepted answer is then sorted and joined by a comma.
    """
    wanted = item.target
    if len(wanted) == 1 and wanted[0] in item.options:
        return wanted, ()
    problems: list[Problem] = []
    read: list[str] = []
    if multi:
        wanted = tuple(part for text in item.target for part in _split(text, labels))
    for text in wanted:
        core = plain(text).strip(_BRACKETS)
        label = labels.get(core)
        if label is None:
            return None, (_outside(item, text, labels),)
        if labels.is_look_alike(core):
            problems.append(
                Problem(
                    kind="target_look_alike",
                    message=f"target {text!r} was read as label {label} by its look",
                    cure="Write the target with the letters of the labels.",
                    item_id=item.item_id,
                )
            )
        read.append(label)
    if not read:
        return None, (_outside(item, "", labels),)
    if multi:
        return (",".join(sorted(set(read))),), tuple(problems)
    return tuple(dict.fromkeys(read)), tuple(problems)


def _split(text: str, labels: Labels) -> list[str]:
    core = plain(text).strip(_BRACKETS)
    if labels.get(core) is not None:
        return [core]
    parts = [part for part in _LIST.split(core) if part]
    if len(parts) == 1 and all(labels.get(char) for char in core):
        return list(core)
    return parts


def _outside(item: Item, text: str, labels: Labels) -> Problem:
    return Problem(
        kind="target_outside_options" if text else "no_target",
        message=f"expected a target out of {', '.join(labels.names)}, got {text!r}"
        if text
        else "expected a target, got none",
        cure="Check the item's target and options; it is left out of the accuracy.",
        item_id=item.item_id,
    )


def _is_flagged(extraction: Extraction, item: Item) -> bool:
    """Return whether the faulty scorer of the bug report would set its ambiguity flag."""
    if extraction.ambiguity in (Ambiguity.CONFLICTING_FINALS, Ambiguity.CONFLICTING_VALUE):
        return True
    named = marker_labels(extraction.candidates + extraction.reasoning_candidates, item.options)
    return len(named) > 1
