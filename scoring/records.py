"""The records that flow through Lanescope: frozen, keyword-only, without behaviour.

Vocabulary: `docs/architecture.md`. A field that a file does not carry is None (or empty), never a
default that looks like data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

JsonValue: TypeAlias = "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
"""What a JSON text can hold."""

TargetMode: TypeAlias = Literal["any", "all"]


class TaskType(StrEnum):
    """How an item is answered and scored."""

    CHOICE = "choice"
    MULTI_CHOICE = "multi_choice"
    NUMBER = "number"
    SHORT_TEXT = "short_text"
    SUBSTRING = "substring"
    TRACE = "trace"
    DETECTION = "detection"
    LOGLIKELIHOOD = "loglikelihood"


class Verdict(StrEnum):
    """What a scorer decided. Accuracy = correct / (correct + incorrect + no_answer)."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    NO_ANSWER = "no_answer"
    UNSCORABLE = "unscorable"


class Source(StrEnum):
    """Which text of the response an answer was read from."""

    CONTENT = "content"
    REASONING = "reasoning"


class Status(StrEnum):
    """How the extraction ended."""

    OK = "ok"
    CONFLICT = "conflict"
    NO_ANSWER = "no_answer"
    NO_VISIBLE_CONTENT = "no_visible_content"
    UNCLOSED_THINKING = "unclosed_thinking"


class Ambiguity(StrEnum):
    """Why the final answer is not clear-cut; never by itself a reason to fail an item."""

    NONE = "none"
    CONFLICTING_FINALS = "conflicting_finals"
    CONFLICTING_VALUE = "conflicting_value"
    LABEL_TEXT_MISMATCH = "label_text_mismatch"


class AnswerKind(StrEnum):
    """Where the answer of an item is to be found, if anywhere."""

    VISIBLE = "visible"
    CONFLICTING = "conflicting"
    REASONING_ONLY = "reasoning_only"
    NONE = "none"
    NO_VISIBLE_CONTENT = "no_visible_content"
    NOT_APPLICABLE = "not_applicable"


class CandidateState(StrEnum):
    """What became of a value that a rule found."""

    TAKEN = "taken"
    """The answer."""
    EARLIER = "earlier"
    """Valid, same rule, but a later value of that rule decides."""
    LATER = "later"
    """Valid, same rule, but the policy takes the first value."""
    LOWER_RULE = "lower_rule"
    """Valid, but a stronger rule found an answer."""
    CONFLICT = "conflict"
    """Names several answers where one is asked."""
    INVALID = "invalid"
    """Cannot be read as an answer of this item."""
    PLACEHOLDER = "placeholder"
    """A copy of the prompt's answer template."""
    THINKING = "thinking"
    """Stands in a think block of the content; never read."""
    RUN_ON = "run_on"
    """Stands after the reply's end; never read."""
    EXAMPLE = "example"
    """Stands in the reasoning of an item whose answer is not read from there; never scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What the model returned, raw and never trimmed.

    Attributes:
        content: visible message text; None if the file has none.
        reasoning: the separate reasoning field; None if the file has none.
        finish_reason: why generation ended, under the file's own name.
    """

    content: str | None = None
    reasoning: str | None = None
    finish_reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What one scorer of the run file decided on one item.

    Attributes:
        scorer: its name in the file, or the loader's name for the only one.
        answer: the answer that it extracted, as text; None if it found none.
        method: its name for how it found the answer.
        ambiguity: its ambiguity flag; None if it has none.
        verdict: correct or incorrect; None if not recorded. A null answer is incorrect.
        score: its score, usually 0..1; None if not recorded or not finite.
        raw: every recorded field under the file's own names, with history.
    """

    scorer: str
    answer: str | None = None
    method: str | None = None
    ambiguity: bool | None = None
    verdict: Verdict | None = None
    score: float | None = None
    raw: JsonValue = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One scored unit of a run; `(task, item_id, attempt)` is its key.

    Attributes:
        options: label -> option text, in the item's order; text None where only labels are known;
            empty where the item has no options.
        target: the expected answers as text, at least one for a scorable item. For a substring
            item the required strings.
        target_mode: `any` one of the targets is enough, or `all` of them are required.
        recorded: every scorer of the file, the main one first.
        image_size: (width, height) of the first image in pixels, if the file declares it.
        allow_reasoning_fallback: the item's own setting; None leaves it to lane and policy.
        metadata: what the file says beyond the fields above, under its own names.
    """

    item_id: str
    task_type: TaskType
    task: str | None = None
    attempt: int = 0
    category: str | None = None
    domain: str | None = None
    cluster: str | None = None
    prompt: str | None = None
    options: Mapping[str, str | None] = field(default_factory=dict)
    target: tuple[str, ...] = ()
    target_mode: TargetMode = "any"
    response: Response = Response()
    recorded: tuple[Recorded, ...] = ()
    images: tuple[str, ...] = ()
    image_size: tuple[int, int] | None = None
    allow_reasoning_fallback: bool | None = None
    answer_gt: JsonValue = None
    annotation_gt: JsonValue = None
    annotation_pred: JsonValue = None
    reward_contract: JsonValue = None
    pred_labels: tuple[str, ...] | None = None
    pred_scores: tuple[float | None, ...] | None = None
    target_labels: tuple[str, ...] | None = None
    choice_scores: tuple[float, ...] | None = None
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A value that a rule found, taken or not.

    Attributes:
        value: the answer as read (a label, sorted labels joined by a comma, a number, a text);
            for a value that is no answer, its text, cut at 120 characters.
        rule: name of the rule that found it.
        start: first character of marker and value, code points in the raw text of its source.
        end: one past the last character.
        state: what became of it.
    """

    value: str
    rule: str
    start: int
    end: int
    state: CandidateState


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The answer found in a response, with everything needed to trace it.

    Attributes:
        answer: the value taken; None if none was.
        source: the text it was read from; None without an answer.
        rule: the rule that found it; None without an answer.
        span: [start, end) of marker and value in the raw text of the source, code points.
        answer_kind: where the answer is to be found.
        earlier_answer: a different valid value earlier in the visible text.
        reasoning_fallback: the effective setting for this item.
        run_on: text after the reply's end was cut off.
        candidates: every value found in the content, in the order of the text.
        reasoning_candidates: every value found in the reasoning, in the order of the text.
    """

    answer: str | None = None
    source: Source | None = None
    rule: str | None = None
    span: tuple[int, int] | None = None
    status: Status = Status.NO_ANSWER
    ambiguity: Ambiguity = Ambiguity.NONE
    answer_kind: AnswerKind = AnswerKind.NONE
    earlier_answer: str | None = None
    reasoning_fallback: bool = False
    run_on: bool = False
    candidates: tuple[Candidate, ...] = ()
    reasoning_candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceFigures:
    """How an annotation was scored; the shares of `pairs` sum to its reward. Detections have no answer."""

    annotation_type: str | None
    annotation_pred: JsonValue
    pairs: tuple[Mapping[str, JsonValue], ...]
    half_life_px: float | None
    half_life_source: str
    error_kinds: tuple[str, ...]
    answer_reward: float | None
    annotation_reward: float
    task_reward: float
    format_score: float | None
    annotation_parse_ok: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What our scorer decided on one item, and why.

    Attributes:
        score: 0..1; None for an unscorable item.
        explanation: one plain sentence.
        details: facts of the task type, e.g. the required strings found and their spans.
        trace: what the Trace verifier found; None for all other items.
        problems: what was noticed about the item itself (a target outside the options, …).
    """

    verdict: Verdict
    score: float | None
    extraction: Extraction
    explanation: str
    details: Mapping[str, JsonValue] = field(default_factory=dict)
    trace: TraceFigures | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong with the data, told and never dropped in silence.

    Attributes:
        kind: machine name, e.g. `malformed_record`.
        message: `expected X, got Y`.
        cure: one sentence that says what to do; may be empty.
        file: file name relative to the run, without folders of the machine.
        line: 1-based line in that file, if known.
        index: 0-based index of the record in that file, if known.
        path: JSON path inside the record, e.g. `$.options[3]`.
        item_id: the item concerned, if one was loaded.
        skipped: True if the record was not loaded: records = items + skipped problems.
    """

    kind: str
    message: str
    cure: str = ""
    file: str | None = None
    line: int | None = None
    index: int | None = None
    path: str | None = None
    item_id: str | None = None
    skipped: bool = False
