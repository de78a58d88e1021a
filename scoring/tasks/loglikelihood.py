"""Decisions on log-likelihood items: no text is read, the recorded numbers decide."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.policy import Policy
from scoring.records import AnswerKind, Decision, Extraction, Item, JsonValue, Status, Verdict
from scoring.tasks.explain import unscorable

RULE = "highest_loglikelihood"
RULE_GREEDY = "greedy_continuation"

GREEDY = "is_greedy"
"""Key of the metadata: one boolean an option, whether greedy decoding gives just this continuation."""

_WITHOUT_ANSWER = Extraction(status=Status.NO_ANSWER, answer_kind=AnswerKind.NOT_APPLICABLE)


class Choice(NamedTuple):
    """The option with the highest log-likelihood.

    Attributes:
        at: position of the first of the highest.
        margin: by how much it is above the next one, in nats; None with one option, infinite where
            the next one is impossible.
    """

    at: int
    margin: float | None


def choose(scores: Sequence[float]) -> Choice | None:
    """Return the arg-max of the scores, the first of equals; None without scores, or if one is NaN.

    >>> choose([-2.0, -0.5, -0.5])
    Choice(at=1, margin=0.0)
    """
    if not scores or any(math.isnan(score) for score in scores):
        return None
    best = max(range(len(scores)), key=scores.__getitem__)
    others = [score for i, score in enumerate(scores) if i != best]
    if not others:
        return Choice(best, None)
    second = max(others)
    return Choice(best, 0.0 if second == scores[best] else scores[best] - second)


def score_loglikelihood(item: Item, policy: Policy, *, fallback: bool) -> Decision:
    """Return the decision on a log-likelihood item: the option with the highest recorded score.

    An item with one score and no options (one continuation was scored) is correct where greedy
    decoding gives it. The policy has no part in it. Scores are natural logarithms.
    """
    del policy
    decision = _score(item)
    return replace(decision, extraction=replace(decision.extraction, reasoning_fallback=fallback))


def _score(item: Item) -> Decision:
    scores = item.choice_scores or ()
    if not item.target:
        return unscorable(item, "no_target", "expected a target, got none")
    if not item.options:
        return _one_continuation(item, scores)
    labels = tuple(item.options)
    if len(scores) != len(labels):
        message = f"expected a score for each of the {len(labels)} options, got {len(scores)}"
        return unscorable(item, "scores_do_not_fit", message)
    targets = [label for label in labels if label in item.target]
    if not targets:
        message = f"expected a target out of {', '.join(labels)}, got {item.target[0][:80]!r}"
        return unscorable(item, "target_outside_options", message)
    chosen = choose(scores)
    if chosen is None:
        return Decision(
            verdict=Verdict.NO_ANSWER,
            score=0.0,
            extraction=_WITHOUT_ANSWER,
            explanation="No answer: a log-likelihood is not a number.",
        )
    return _decide(labels, scores, chosen, targets)


def _decide(labels: Sequence[str], scores: Sequence[float], chosen: Choice, targets: list[str]) -> Decision:
    answer = labels[chosen.at]
    correct = answer in targets
    tied = [label for label, score in zip(labels, scores, strict=True) if score == scores[chosen.at]]
    sentence = f"Took {answer}, the option with the highest log-likelihood ({scores[chosen.at]:.4g})"
    if len(tied) > 1:
        sentence += f"; {', '.join(tied[1:])} has the same, the first counts"
    elif chosen.margin is not None:
        sentence += f", {chosen.margin:.4g} above the next"
    if not correct:
        sentence += f"; the target is {' or '.join(targets)}"
    details: dict[str, JsonValue] = {"tied": tied} if len(tied) > 1 else {}
    if chosen.margin is not None and math.isfinite(chosen.margin):
        details["margin"] = chosen.margin
    return Decision(
        verdict=Verdict.CORRECT if correct else Verdict.INCORRECT,
        score=1.0 if correct else 0.0,
        extraction=_found(answer, RULE),
        explanation=sentence + ".",
        details=details,
    )


def _one_continuation(item: Item, scores: Sequence[float]) -> Decision:
    greedy = item.metadata.get(GREEDY)
    flag = greedy[0] if isinstance(greedy, Sequence) and len(greedy) == 1 else None
    if len(scores) != 1 or not isinstance(flag, bool):
        message = "expected options, or one continuation and whether it is greedy, got neither"
        return unscorable(item, "no_options", message)
    what = "is" if flag else "is not"
    return Decision(
        verdict=Verdict.CORRECT if flag else Verdict.INCORRECT,
        score=1.0 if flag else 0.0,
        extraction=_found(item.target[0], RULE_GREEDY) if flag else _WITHOUT_ANSWER,
        explanation=f"The target {what} what greedy decoding gives (log-likelihood {scores[0]:.4g}).",
    )


def _found(answer: str, rule: str) -> Extraction:
    return Extraction(answer=answer, rule=rule, status=Status.OK, answer_kind=AnswerKind.NOT_APPLICABLE)
