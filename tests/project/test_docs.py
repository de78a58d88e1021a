import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from app.cli import COMMANDS
from scoring.cli.main import build_parser
from scoring.loaders.registry import LOADERS
from scoring.policy import POLICIES, Policy

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
DECISIONS = sorted((ROOT / "docs/decisions").glob("*.md"))


def snippets(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


SHELL_LINES = [
    line.split("  #")[0].strip() for block in snippets("sh") for line in block.splitlines() if line
]
COMMAND_LINES = [line for line in SHELL_LINES if re.match(r"lanescope (?!view|out)[a-z]+", line)]


def test_the_first_two_commands_are_make_run_and_make_test() -> None:
    assert SHELL_LINES[:2] == ["make run", "make test"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_command_is_documented_and_has_help(command: object) -> None:
    assert f"`lanescope {command.name}" in README
    assert command.help
    parser = build_parser([command])
    (actions,) = (action for action in parser._actions if action.dest == "command")
    undocumented = [a.dest for a in actions.choices[command.name]._actions if not a.help]
    assert undocumented == []


@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.name)
def test_a_format_has_its_section(loader: object) -> None:
    formats = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    assert re.search(rf"^##+ .*`{re.escape(loader.name)}`", formats, re.MULTILINE)


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_is_documented(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs/scoring.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", [field.name for field in fields(Policy)])
def test_an_option_of_a_policy_is_documented(option: str) -> None:
    assert f"`{option}`" in (ROOT / "docs/scoring.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_shown_in_the_readme_runs(line: str, tmp_path: Path) -> None:
    (tmp_path / "sample_runs").symlink_to(ROOT / "sample_runs")
    (tmp_path / "reply.txt").write_text("FINAL: D")
    words = [sys.executable, "-m", "app.cli", *shlex.split(line)[1:]]
    ran = subprocess.run(
        words,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "LANESCOPE_CACHE": str(tmp_path / "cache"), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


@pytest.mark.parametrize("snippet", snippets("python"))
def test_python_shown_in_the_readme_runs(
    snippet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sample_runs").symlink_to(ROOT / "sample_runs")
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, "README.md", "exec"), {})  # noqa: S102 - our own README


@pytest.mark.parametrize("line", [line for line in SHELL_LINES if line.startswith("make ")])
def test_a_make_target_shown_in_the_readme_exists(line: str) -> None:
    target = shlex.split(line)[1]
    assert re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_link_to_a_file_of_the_project_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_architecture_names_every_room() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rooms = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("scoring/*/*.py")}
    rooms |= {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("app/*/*.py")}
    assert [room for room in sorted(rooms) if f"{room.split('/')[1]}/" not in text] == []


def test_the_architecture_is_short_enough_to_be_read() -> None:
    assert len((ROOT / "docs/architecture.md").read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize("record", DECISIONS, ids=lambda record: record.stem)
def test_a_decision_record_is_short_and_complete(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert re.match(rf"# {record.name[:4]}: ", text)
    missing = [
        part for part in ("Status", "Context", "Choice", "Consequences") if part.lower() not in text.lower()
    ]
    assert missing == []


def test_decision_records_are_numbered_without_gap_or_double() -> None:
    assert [int(record.name[:4]) for record in DECISIONS] == list(range(1, len(DECISIONS) + 1))
