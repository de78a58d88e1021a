"""The headless commands, in the order of the help."""

from __future__ import annotations

from scoring.cli.check import CHECK
from scoring.cli.command import Command
from scoring.cli.compare import COMPARE
from scoring.cli.listing import FORMATS, POLICIES_COMMAND
from scoring.cli.render import RENDER
from scoring.cli.report import REPORT
from scoring.cli.rescore import RESCORE
from scoring.cli.score import SCORE

COMMANDS: tuple[Command, ...] = (
    RESCORE,
    COMPARE,
    REPORT,
    RENDER,
    CHECK,
    SCORE,
    FORMATS,
    POLICIES_COMMAND,
)
