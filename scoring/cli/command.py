"""What a command is, and what comes out of it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scoring.records import JsonValue

DONE = 0
DONE_WITH_PROBLEMS = 1
UNUSABLE = 2
"""Exit codes: done; done, with problems in the data; wrong usage or unreadable input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a command has to say, twice: for people and for programs.

    Attributes:
        text: for people, without a newline at its end.
        payload: the same for programs, one JSON object.
        exit_code: `DONE` or `DONE_WITH_PROBLEMS`.
    """

    text: str = ""
    payload: Mapping[str, JsonValue] = field(default_factory=dict)
    exit_code: int = DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One subcommand of `lanescope`.

    Attributes:
        name: what is typed.
        help: one line for the list of commands.
        description: for its own `--help`; the `help` line if empty.
        add_arguments: declares its arguments on its parser.
        run: does the work.
        has_json: offers `--json`.
    """

    name: str
    help: str
    description: str = ""
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], Outcome]
    has_json: bool = True
