"""`lanescope formats` and `lanescope policies`: what can be read, and how it can be scored."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from scoring.cli.command import Command, Outcome
from scoring.cli.printing import format_table, to_json
from scoring.loaders.loader import GIVES
from scoring.loaders.registry import LOADERS
from scoring.policy import DEFAULT_POLICY, POLICIES, policy_to_dict

_HINT = (
    f"Default: {DEFAULT_POLICY}. A policy of your own is a TOML file: its name, the base it starts from, "
    "and the options that differ."
)


def list_formats(_: Namespace) -> Outcome:
    """Return every format by name, with what it is and what can be set for it."""
    table = format_table(
        [(loader.name, loader.description) for loader in LOADERS], header=("format", "what it is")
    )
    given = format_table(
        [(loader.name, *("yes" if what in loader.gives else "" for what in GIVES)) for loader in LOADERS],
        header=("format", *GIVES),
    )
    settings = [*_settings("--option", "options"), *_settings("--with", "roles")]
    more = format_table(settings, header=("format", "setting", "what it sets"))
    return Outcome(
        text=f"{table}\n\nWhat each may carry:\n\n{given}\n\n{more}".rstrip(),
        payload={
            "formats": [
                {
                    "name": loader.name,
                    "description": loader.description,
                    "options": to_json(loader.options),
                    "roles": to_json(loader.roles),
                    "gives": [what for what in GIVES if what in loader.gives],
                }
                for loader in LOADERS
            ]
        },
    )


def _settings(flag: str, field: str) -> list[tuple[str, str, str]]:
    return [
        (loader.name, f"{flag} {name}=...", what)
        for loader in LOADERS
        for name, what in getattr(loader, field).items()
    ]


def list_policies(_: Namespace) -> Outcome:
    """Return every shipped policy by name, with what it does."""
    rows = [(policy.name, str(policy.version), policy.description) for policy in POLICIES.values()]
    return Outcome(
        text=f"{format_table(rows, header=('policy', 'version', 'what it does'), right=[1])}\n\n{_HINT}",
        payload={
            "default": DEFAULT_POLICY,
            "policies": [to_json(policy_to_dict(policy)) for policy in POLICIES.values()],
        },
    )


def _no_arguments(_: ArgumentParser) -> None:
    pass


FORMATS = Command(
    name="formats",
    help="list the run formats that are recognised",
    add_arguments=_no_arguments,
    run=list_formats,
)
POLICIES_COMMAND = Command(
    name="policies", help="list the shipped scoring policies", add_arguments=_no_arguments, run=list_policies
)
