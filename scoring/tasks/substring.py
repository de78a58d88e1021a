"""Decisions on substring items: every required string occurs in the visible text."""

from __future__ import annotations

from scoring.extraction.reply import read_reply
from scoring.extraction.text import lower_same_length, plain
from scoring.policy import Policy
from scoring.records import (
    AnswerKind,
    Candidate,
    CandidateState,
    Decision,
    Extraction,
    Item,
    Source,
    Status,
    Verdict,
)
from scoring.tasks.explain import unscorable, with_verdict

RULE = "required_substrings"
_MOST_NAMED = 5


def score_substring(item: Item, policy: Policy, *, fallback: bool) -> Decision:
    """Return the decision on a substring item; `details` names the strings found and missing.

    Case is ignored unless the item's metadata say `case_sensitive`. `target_mode` `any` asks for
    one of the strings. Nothing but the visible text is searched, whatever the policy.
    """
    del policy
    required = [text for text in item.target if text]
    if not required:
        return unscorable(item, "no_target", "expected required strings, got none", fallback=fallback)
    reply = read_reply(item.response.content)
    exact = item.metadata.get("case_sensitive") is True
    haystack = reply.text.norm if exact else reply.text.lower
    found: list[Candidate] = []
    missing: list[str] = []
    for text in required:
        needle = plain(text) if exact else lower_same_length(plain(text))
        at = haystack.find(needle) if needle else -1
        if at < 0:
            missing.append(text)
            continue
        start, end = reply.text.raw_span(at, at + len(needle))
        found.append(Candidate(value=text[:120], rule=RULE, start=start, end=end, state=CandidateState.TAKEN))
    correct = not missing if item.target_mode == "all" else bool(found)
    if reply.is_blank:
        return _without_text(missing, unclosed=reply.unclosed, fallback=fallback)
    return _decide(found, missing, correct=correct, fallback=fallback)


def _without_text(missing: list[str], *, unclosed: bool, fallback: bool) -> Decision:
    nothing = Extraction(
        status=Status.UNCLOSED_THINKING if unclosed else Status.NO_VISIBLE_CONTENT,
        answer_kind=AnswerKind.NO_VISIBLE_CONTENT,
        reasoning_fallback=fallback,
    )
    return with_verdict(nothing, correct=False, target=", ".join(missing), details={"missing": missing})


def _decide(found: list[Candidate], missing: list[str], *, correct: bool, fallback: bool) -> Decision:
    first = min(found, key=lambda one: one.start, default=None)
    extraction = Extraction(
        source=Source.CONTENT if first else None,
        rule=RULE if first else None,
        span=(first.start, first.end) if first else None,
        status=Status.OK if found else Status.NO_ANSWER,
        answer_kind=AnswerKind.NOT_APPLICABLE,
        reasoning_fallback=fallback,
        candidates=tuple(sorted(found, key=lambda one: one.start)),
    )
    total = len(found) + len(missing)
    sentence = (
        f"Found {len(found)} of {total} required {'string' if total == 1 else 'strings'} in visible content"
    )
    if missing:
        sentence += "; missing: " + ", ".join(repr(text[:60]) for text in missing[:_MOST_NAMED])
        more = len(missing) - _MOST_NAMED
        sentence += f" and {more} more" if more > 0 else ""
    return Decision(
        verdict=Verdict.CORRECT if correct else Verdict.INCORRECT,
        score=1.0 if correct else 0.0,
        extraction=extraction,
        explanation=sentence + ".",
        details={"found": [one.value for one in found], "missing": missing},
    )
