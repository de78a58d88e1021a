"""From the words of a command line to an exit code."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper

from scoring.cli.command import UNUSABLE, Command, Outcome
from scoring.cli.printing import escape_controls
from scoring.errors import LanescopeError

_INTERRUPTED = 130
_READER_GONE = 141
"""What a shell reports for a program ended by Ctrl-C, or by a closed pipe."""

_DESCRIPTION = "Shows whether a benchmark scorer was right: rescore, audit and compare lanes, item by item."
_EPILOG = """\
PATH is a run file, a folder or an audit.
Exit codes: 0 done; 1 done, with problems in the data (listed); 2 wrong usage or unreadable input.
"""


def build_parser(commands: Iterable[Command]) -> ArgumentParser:
    """Return the parser of `lanescope` with these subcommands."""
    parser = ArgumentParser(
        prog="lanescope",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"lanescope {_version()}")
    subparsers = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for command in commands:
        subparser = subparsers.add_parser(
            command.name,
            help=command.help,
            description=command.description or command.help,
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(subparser)
        if command.has_json:
            subparser.add_argument(
                "--json", action="store_true", help="print one JSON object instead of text"
            )
        subparser.set_defaults(run=command.run, json=False)
    return parser


def main(argv: Sequence[str], commands: Sequence[Command], *, default: str | None = None) -> int:
    """Run one command line and return its exit code. Prints, and never raises for a user's mistake.

    Args:
        argv: the words after the program's name.
        commands: what can be called.
        default: the command meant by a line that names none.

    Raises:
        SystemExit: from `--help`, `--version` (0) and wrong usage (2).
    """
    _survive_odd_characters()
    args = build_parser(commands).parse_args(_with_default(argv, commands, default))
    try:
        outcome: Outcome = args.run(args)
    except LanescopeError as error:
        return _report(args, error.message, error.cure)
    except OSError as error:
        where = f", at {error.filename}" if error.filename else ""
        return _report(args, f"{error.strerror or error}{where}", "")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return _INTERRUPTED
    return _deliver(outcome, as_json=args.json)


def _version() -> str:
    try:
        return version("lanescope")
    except PackageNotFoundError:
        return "(run from a checkout, not installed)"


def _with_default(argv: Sequence[str], commands: Sequence[Command], default: str | None) -> list[str]:
    """Return the words with the default command in front, unless they name a command or ask for help."""
    named = {command.name for command in commands} | {"-h", "--help", "--version"}
    return list(argv) if default is None or (argv and argv[0] in named) else [default, *argv]


def _deliver(outcome: Outcome, *, as_json: bool) -> int:
    """Print what came out; return the exit code."""
    try:
        if as_json:
            print(_json(outcome.payload))
        elif outcome.text:
            print(escape_controls(outcome.text))
        sys.stdout.flush()
    except OSError as error:
        # Standard output is flushed once more at exit; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return _READER_GONE
        print(f"lanescope: cannot write the result: {error.strerror or error}", file=sys.stderr)
        return UNUSABLE
    return outcome.exit_code


def _report(args: Namespace, message: str, cure: str) -> int:
    """Print what went wrong and what to do; return the exit code for it."""
    print(escape_controls(f"lanescope {args.command}: {message}"), file=sys.stderr)
    if cure:
        print(escape_controls(cure), file=sys.stderr)
    if args.json:
        print(_json({"error": message, "cure": cure}))
    return UNUSABLE


def _json(payload: object) -> str:
    # ASCII only: valid on every terminal and in every pipe, lone surrogates included.
    return json.dumps(payload, indent=2, allow_nan=False)


def _survive_odd_characters() -> None:
    """Let a terminal that lacks a character show its escape instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
