"""`lanescope score`: one response, decided and explained."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.api import RESPONSE_TASK_TYPES, score_response
from scoring.cli.arguments import add_policy
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.printing import format_problems, format_table, to_json
from scoring.errors import ContractError, RunFormatError
from scoring.policy import load_policy
from scoring.records import Candidate, Decision

_STDIN = "-"


def score(args: Namespace) -> Outcome:
    """Return the decision on the response in the given files."""
    if args.content is None and args.reasoning is None:
        raise ContractError(
            "expected a response, got neither --content nor --reasoning",
            cure="Name a file, or read standard input with --content -.",
        )
    policy = load_policy(args.policy)
    options = _options(args.options)
    decision = score_response(
        content=_read(args.content),
        reasoning=_read(args.reasoning),
        finish_reason=args.finish_reason,
        target=args.target,
        options=options,
        task_type=args.task_type,
        policy=policy,
    )
    return Outcome(
        text=_explain(decision, args.target),
        payload={"policy": policy.name, "target": args.target, "decision": to_json(decision)},
        exit_code=DONE_WITH_PROBLEMS if decision.problems else DONE,
    )


def _read(source: str | None) -> str | None:
    """Return the text of a file or of standard input, newlines as they are."""
    if source is None:
        return None
    try:
        data = sys.stdin.buffer.read() if source == _STDIN else Path(source).read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise RunFormatError(f"cannot read {source}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RunFormatError(
            f"expected UTF-8 text, got byte {error.object[error.start]:#04x}, at {source} byte {error.start}",
            cure="Save the response as UTF-8.",
        ) from error


def _options(values: Sequence[str]) -> Mapping[str, str | None]:
    """Return label -> text from `A,B,C` or from repeated `A=text`."""
    options: dict[str, str | None] = {}
    for value in values:
        label, equals, text = value.partition("=")
        pairs = [(label, text)] if equals else [(part, None) for part in value.split(",")]
        for name, content in pairs:
            if name.strip() in options:
                raise ContractError(f"expected different labels, got {name.strip()!r} twice, at --options")
            options[name.strip()] = content
    return options


def _explain(decision: Decision, target: Sequence[str]) -> str:
    found = decision.extraction
    facts = [
        ("answer", found.answer),
        ("target", ", ".join(target)),
        ("source", found.source),
        ("rule", found.rule),
        ("characters", found.span and f"{found.span[0]}-{found.span[1]}"),
        ("status", found.status),
        ("answer kind", found.answer_kind),
        ("ambiguity", found.ambiguity),
        ("earlier answer", found.earlier_answer),
    ]
    parts = [
        f"{decision.verdict}: {decision.explanation}",
        format_table([(name, str(value)) for name, value in facts if value is not None], indent=2),
        _candidates("Found in the visible text", found.candidates),
        _candidates("Found in the reasoning", found.reasoning_candidates),
        format_problems(decision.problems),
    ]
    return "\n\n".join(part for part in parts if part)


def _candidates(title: str, candidates: Sequence[Candidate]) -> str:
    rows = [(c.value, c.rule, f"{c.start}-{c.end}", c.state.value) for c in candidates]
    table = format_table(rows, header=("value", "rule", "characters", "state"), right=[2], indent=2)
    return f"{title}\n{table}" if table else ""


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--target", action="append", required=True, help="the expected answer; may be repeated for several"
    )
    parser.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="A,B,C,D",
        help="the labels of a choice; or, repeated, LABEL=TEXT",
    )
    parser.add_argument("--content", metavar="FILE|-", help="the visible message; - is standard input")
    parser.add_argument("--reasoning", metavar="FILE|-", help="the separate reasoning, if there is any")
    parser.add_argument("--finish-reason", metavar="R", help="why generation ended, e.g. stop or length")
    parser.add_argument(
        "--task-type",
        choices=[kind.value for kind in RESPONSE_TASK_TYPES],
        default="choice",
        help="how the item is answered (default: %(default)s)",
    )
    add_policy(parser)


SCORE = Command(
    name="score", help="score one response and explain the decision", add_arguments=_add_arguments, run=score
)
