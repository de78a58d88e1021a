"""The `lanescope` command: the dashboard, and every headless command of `scoring.cli`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from app.start import IMAGES_VARIABLE
from scoring.cli.command import Command, Outcome
from scoring.cli.commands import COMMANDS as HEADLESS
from scoring.cli.main import main as run_command
from scoring.errors import ContractError, RunFormatError
from scoring.loaders.folders import expand
from scoring.rescore.collector import relax_collector

_LAST_PORT = 65_535


def view(args: Namespace) -> Outcome:
    """Serve the dashboard until it is stopped.

    Raises:
        RunFormatError: a path that is not there.
        ContractError: the server cannot start, e.g. because the port is taken.
    """
    paths = [found for path in args.paths for found in expand(path)]
    for path in paths or args.paths:
        if not path.exists():
            raise RunFormatError(
                f"expected a run file, a folder or an audit, got {str(path)!r}, which does not exist",
                cure=f"Check the path. Commands: {', '.join(command.name for command in COMMANDS)}.",
            )
    # Only here: headless commands work, and start quickly, without Streamlit.
    from streamlit.web.cli import main as streamlit  # noqa: PLC0415

    flags = {
        # Said again although app/.streamlit/config.toml says it: flags win over a user's environment.
        "server.address": "127.0.0.1",
        "server.headless": str(args.no_browser).lower(),
        "server.showEmailPrompt": "false",
        "browser.gatherUsageStats": "false",
        **({"server.port": str(args.port)} if args.port is not None else {}),
    }
    words = [
        "run",
        str(Path(__file__).with_name("main.py")),
        *(f"--{name}={value}" for name, value in flags.items()),
        "--",
        *(str(path.resolve()) for path in paths),
    ]
    if args.images is not None:
        os.environ[IMAGES_VARIABLE] = str(_folder(args.images))
    try:
        streamlit(args=words, prog_name="lanescope", standalone_mode=False)
    except SystemExit as stop:
        # Streamlit has said why, e.g. that the port is taken.
        if stop.code:
            raise ContractError(
                "the dashboard could not start",
                cure="Choose another port with --port, or leave it out for the next free one.",
            ) from stop
    return Outcome()


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        type=Path,
        help="run files, folders or audits; without any, the bundled sample runs. "
        "The dashboard opens nothing outside them.",
    )
    parser.add_argument(
        "--images",
        metavar="DIR",
        type=Path,
        help="the folder that the runs' images lie in (default: beside each run)",
    )
    parser.add_argument("--port", type=_port, help="port to serve on (default: 8501, or the next free one)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")


def _folder(path: Path) -> Path:
    if not path.is_dir():
        raise RunFormatError(
            f"expected a folder of images, got {str(path)!r}, which is none", cure="Check --images."
        )
    return path.resolve()


def _port(text: str) -> int:
    """Return a port number; argparse tells of the ValueError."""
    port = int(text)
    if not 1 <= port <= _LAST_PORT:
        raise ValueError(text)
    return port


_port.__name__ = f"port number from 1 to {_LAST_PORT}"  # as argparse calls it


VIEW = Command(
    name="view",
    help="open the dashboard (what is done when no command is named)",
    add_arguments=_add_arguments,
    run=view,
    has_json=False,
)

COMMANDS: tuple[Command, ...] = (VIEW, *HEADLESS)
"""Every command of `lanescope`, in the order of its help."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    if argv is None:
        # The process is ours, not that of somebody who calls this.
        relax_collector()
    sys.exit(run_command(sys.argv[1:] if argv is None else argv, COMMANDS, default=VIEW.name))


if __name__ == "__main__":
    main()
