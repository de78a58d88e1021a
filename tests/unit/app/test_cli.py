import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import COMMANDS, main

ROOT = Path(__file__).parents[3]


def run(words: list[str]) -> int:
    with pytest.raises(SystemExit) as stop:
        main(words)
    return int(stop.value.code or 0)


def test_help_lists_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert [command.name for command in COMMANDS if f"    {command.name} " not in out] == []
    assert "Exit codes" in out


def test_a_path_that_is_not_there_is_told_and_nothing_is_served(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = tmp_path / "gone.json"
    assert run([str(missing)]) == 2
    assert capsys.readouterr().err.splitlines()[0] == (
        "lanescope view: expected a run file, a folder or an audit, "
        f"got {str(missing)!r}, which does not exist"
    )


def test_a_mistyped_command_is_answered_with_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rescor"]) == 2
    assert (
        "Commands: view, rescore, compare, report, render, check, score, formats, policies."
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("port", ["http", "0", "-1", "65536"])
def test_a_port_must_be_a_number_that_a_port_can_have(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["view", f"--port={port}"]) == 2
    assert f"invalid port number from 1 to 65535 value: '{port}'" in capsys.readouterr().err


def test_a_taken_port_is_told_with_the_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        # A process of its own: Streamlit reads its settings once in a process.
        ran = subprocess.run(
            [sys.executable, "-m", "app.cli", "--no-browser", "--port", port],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 2
    assert "leave it out for the next free one.\n" in ran.stderr


def test_a_folder_of_images_must_be_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["view", "--no-browser", f"--images={tmp_path / 'gone'}"]) == 2
    assert "expected a folder of images" in capsys.readouterr().err
