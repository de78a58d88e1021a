"""Policies: named, versioned sets of scoring options, as data.

A policy is chosen by name or read from a TOML file, and is written in full into every audit.
`docs/scoring.md` documents each option.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Literal, TypeAlias

from scoring.errors import PolicyError
from scoring.frames import FRAMES, Frame, frame_to_dict
from scoring.policy_options import read_option

Pick: TypeAlias = Literal["last", "first"]
TraceMode: TypeAlias = Literal["answer", "answer_and_annotation"]
TraceFormula: TypeAlias = Literal["gated", "additive"]

MARKER_RULES = ("final_marker", "final_answer_marker", "answer_marker")
"""Rule 5 of the policy, strongest first."""

EXTENDED_RULES = (
    "boxed",
    "answer_element",
    "json_answer",
    "stated_answer",
    "named_correct",
    "one_line_reply",
    "last_line",
    "first_line",
    "opening_word",
    "option_text",
    "last_number",
)
"""Rules 10 and 13 of the policy, strongest first; tried only where the markers found nothing."""

LANGUAGES = ("zh", "ko", "ar")
"""Rows of the marker table beyond English."""

PUBLISHED_RULES = (
    "mmlu_pro",
    "mmlu_pro_first",
    "lm_eval_mmlu_pro",
    "simple_evals_gpqa",
    "inspect_choice",
)
"""Extraction rules published by other harnesses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A named, versioned set of scoring options.

    Attributes:
        name: how the policy is called on the command line and in an audit.
        version: raised whenever the same name starts to score differently.
        description: one sentence for people.
        reasoning_fallback: read the reasoning where there is no visible text; an item's own
            setting wins over a lane's, a lane's over the policy's.
        rules: the rules that may find an answer, out of `MARKER_RULES` and `EXTENDED_RULES`.
        languages: rows of the marker table beyond English.
        pick: which valid value of a rule decides.
        cut_run_on: end the reply where the model goes on into the next question.
        ambiguity_fails: fail every item whose marker values, of content and reasoning together,
            name two different labels (the faulty scorer of the bug report).
        published_rule: score choice items by another harness's published rule instead.
        trace_mode: whether the annotation of a Trace item counts.
        trace_formula: how it counts.
        trace_answer_weight: share of the answer; both weights are divided by their sum.
        trace_annotation_weight: share of the annotation.
        trace_format_weight: share of the format score in a Trace item's score, within [0, 1].
        trace_half_life_px: half-life of points and segments; None takes it from the image size.
        extra_frames: coordinate frames that annotations are tried in beside `FRAMES`.
    """

    name: str
    version: int = 1
    description: str = ""
    reasoning_fallback: bool = False
    rules: tuple[str, ...] = MARKER_RULES + EXTENDED_RULES
    languages: tuple[str, ...] = LANGUAGES
    pick: Pick = "last"
    cut_run_on: bool = True
    ambiguity_fails: bool = False
    published_rule: str | None = None
    trace_mode: TraceMode = "answer_and_annotation"
    trace_formula: TraceFormula = "gated"
    trace_answer_weight: float = 0.5
    trace_annotation_weight: float = 0.5
    trace_format_weight: float = 0.0
    trace_half_life_px: float | None = None
    extra_frames: tuple[Frame, ...] = ()

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Return every coordinate frame that annotations are tried in."""
        return FRAMES + self.extra_frames


_DEFAULT = Policy(
    name="final-answer-v1",
    version=2,
    description="The last valid final answer in the visible text decides; reasoning is shown, never scored.",
)

POLICIES: Mapping[str, Policy] = {
    policy.name: policy
    for policy in (
        _DEFAULT,
        replace(
            _DEFAULT,
            name="final-answer-v1+reasoning",
            description="The same; where there is no visible text, the reasoning is read.",
            reasoning_fallback=True,
        ),
        replace(
            _DEFAULT,
            name="strict-markers-v1",
            description="Only FINAL:, Final answer: and Answer: markers count.",
            rules=MARKER_RULES,
        ),
        replace(
            _DEFAULT,
            name="ambiguity-fails-v0",
            description="The faulty scorer of the bug report: labels named in the reasoning fail the item.",
            ambiguity_fails=True,
        ),
        replace(
            _DEFAULT,
            name="first-match-v0",
            description="The first valid value decides instead of the last.",
            pick="first",
        ),
        replace(
            _DEFAULT,
            name="mmlu-pro-v0",
            description="MMLU-Pro scripts: `answer is (X)`, `Answer: X`, the last lone capital; no guess.",
            published_rule="mmlu_pro",
        ),
        replace(
            _DEFAULT,
            name="mmlu-pro-first-v0",
            description="MMLU-Pro scripts, first step alone: the first `answer is (X)`.",
            published_rule="mmlu_pro_first",
        ),
        replace(
            _DEFAULT,
            name="lm-eval-mmlu-pro-v0",
            description="lm-evaluation-harness mmlu_pro filter: the first `answer is (X)`, brackets or not.",
            published_rule="lm_eval_mmlu_pro",
        ),
        replace(
            _DEFAULT,
            name="simple-evals-gpqa-v0",
            description="simple-evals GPQA: the first `Answer: X` on one line.",
            published_rule="simple_evals_gpqa",
        ),
        replace(
            _DEFAULT,
            name="inspect-choice-v0",
            description="Inspect multiple choice: the last `ANSWER:` at a line start, else anywhere.",
            published_rule="inspect_choice",
        ),
    )
}
"""Every shipped policy by name, the default first."""

DEFAULT_POLICY = _DEFAULT.name

_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "rules": MARKER_RULES + EXTENDED_RULES,
    "languages": LANGUAGES,
    "pick": ("last", "first"),
    "published_rule": PUBLISHED_RULES,
    "trace_mode": ("answer", "answer_and_annotation"),
    "trace_formula": ("gated", "additive"),
}


def load_policy(source: str | Path | Policy) -> Policy:
    """Return the policy of that name, or the one in that TOML file.

    A TOML file names a shipped policy as `base` (default: `final-answer-v1`), a `name` of its
    own, and the options that differ.

    Raises:
        PolicyError: unknown name (the shipped ones are listed), unreadable file, unknown option or
            a value outside an option's range.
    """
    if isinstance(source, Policy):
        return source
    if isinstance(source, str) and source in POLICIES:
        return POLICIES[source]
    path = Path(source)
    if path.suffix == ".toml" or _is_file(path):
        return _from_toml(path)
    message = f"expected a policy name or a .toml file, got {str(source)!r}"
    raise PolicyError(message, cure=f"Shipped policies: {', '.join(POLICIES)}.")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        # A name too long for any file.
        return False


def policy_to_dict(policy: Policy) -> dict[str, object]:
    """Return every option of the policy by name, tuples as lists, ready for JSON or TOML."""
    values = {f.name: getattr(policy, f.name) for f in fields(policy)}
    values["extra_frames"] = [frame_to_dict(frame) for frame in policy.extra_frames]
    return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}


def policy_from_dict(
    values: Mapping[str, object], *, where: str = "policy", base: Policy = _DEFAULT
) -> Policy:
    """Return `base` with the given options replaced; the reverse of `policy_to_dict`.

    Raises:
        PolicyError: unknown option, wrong type or a value outside the option's range; all faults
            are collected into one message.
    """
    kinds = {f.name: type(getattr(base, f.name)) for f in fields(base)}
    changes: dict[str, object] = {}
    faults: list[str] = []
    for key, value in values.items():
        if key not in kinds:
            faults.append(f"unknown option {key!r} (allowed: {', '.join(kinds)})")
            continue
        fault, changes[key] = read_option(key, value, kinds[key], _ALLOWED.get(key, ()))
        if fault:
            faults.append(fault)
    if faults:
        raise PolicyError(f"{'; '.join(faults)}, at {where}", cure="See docs/scoring.md for every option.")
    policy = replace(base, **changes)  # type: ignore[arg-type]  # checked above, option by option
    if policy.trace_answer_weight + policy.trace_annotation_weight <= 0.0:
        message = f"expected trace_answer_weight + trace_annotation_weight > 0, got 0, at {where}"
        raise PolicyError(message, cure="Give one of them a weight.")
    return policy


def _from_toml(path: Path) -> Policy:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PolicyError(
            f"cannot read policy file {path}: {error.strerror or error}", cure="Check the path."
        ) from error
    except ValueError as error:
        message = f"cannot read policy file {path}: {error}"
        raise PolicyError(message, cure="Write it as TOML in UTF-8.") from error
    base = values.pop("base", DEFAULT_POLICY)
    if not isinstance(base, str) or base not in POLICIES:
        message = f"base: unknown policy {base!r}, at {path}"
        raise PolicyError(message, cure=f"Shipped policies: {', '.join(POLICIES)}.")
    name = values.get("name")
    if not isinstance(name, str) or not name.strip():
        raise PolicyError(
            f"expected a name, got {name!r}, at {path}",
            cure='Add a line such as name = "my-policy", so that an audit can say what scored it.',
        )
    if name in POLICIES:
        raise PolicyError(
            f"name {name!r} belongs to a shipped policy, at {path}", cure="Choose another name."
        )
    return policy_from_dict(values, where=str(path), base=POLICIES[base])
