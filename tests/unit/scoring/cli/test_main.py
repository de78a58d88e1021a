import json
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.cli.command import DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.main import main
from scoring.errors import ContractError


def command(run: Callable[[Namespace], Outcome], name: str = "do") -> Command:
    def add_arguments(parser: ArgumentParser) -> None:
        parser.add_argument("words", nargs="*")

    return Command(name=name, help="does it", add_arguments=add_arguments, run=run)


def fail(error: BaseException) -> Callable[[Namespace], Outcome]:
    def run(_: Namespace) -> Outcome:
        raise error

    return run


def test_text_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do"], [command(lambda _: Outcome(text="done", payload={"a": 1}))]) == 0
    assert capsys.readouterr() == ("done\n", "")


def test_json_is_one_object_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do", "--json"], [command(lambda _: Outcome(text="done", payload={"a": "\ud800é"}))]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"a": "\ud800é"}
    assert out.isascii()
    assert err == ""


def test_problems_in_the_data_are_exit_code_1() -> None:
    assert main(["do"], [command(lambda _: Outcome(exit_code=DONE_WITH_PROBLEMS))]) == 1


def test_an_error_is_message_and_cure_on_standard_error_and_exit_code_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = ContractError("expected a, got b", cure="Give an a.")
    assert main(["do"], [command(fail(error))]) == 2
    assert capsys.readouterr() == ("", "lanescope do: expected a, got b\nGive an a.\n")


def test_with_json_an_error_is_an_object_too(capsys: pytest.CaptureFixture[str]) -> None:
    error = ContractError("expected a, got b", cure="Give an a.")
    assert main(["do", "--json"], [command(fail(error))]) == 2
    assert json.loads(capsys.readouterr().out) == {"error": "expected a, got b", "cure": "Give an a."}


def test_a_file_that_cannot_be_read_is_told_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do"], [command(fail(PermissionError(13, "Permission denied", "x.json")))]) == 2
    assert capsys.readouterr().err == "lanescope do: Permission denied, at x.json\n"


def test_ctrl_c_ends_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do"], [command(fail(KeyboardInterrupt()))]) == 130
    assert capsys.readouterr() == ("", "interrupted\n")


def test_model_text_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    main(["do"], [command(lambda _: Outcome(text="\x1b]0;title\x07"))])
    assert capsys.readouterr().out == "\\x1b]0;title\\x07\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [([], []), (["file.json"], ["file.json"]), (["./do"], ["./do"])],
    ids=["nothing", "a path", "a path named like a command"],
)
def test_a_line_without_a_command_means_the_default(words: list[str], expected: list[str]) -> None:
    seen: list[list[str]] = []

    def view(args: Namespace) -> Outcome:
        seen.append(args.words)
        return Outcome()

    main(words, [command(view, "view"), command(lambda _: Outcome())], default="view")
    assert seen == [expected]


def test_wrong_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["undo"], [command(lambda _: Outcome())])
    assert stop.value.code == 2
    assert "invalid choice: 'undo'" in capsys.readouterr().err


def test_a_closed_pipe_ends_quietly() -> None:
    lines = "import sys; from scoring.cli.main import main; from scoring.cli.commands import COMMANDS; "
    with subprocess.Popen(
        [sys.executable, "-c", lines + "sys.stdin.read(); sys.exit(main(['policies'], COMMANDS))"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        # The reader is gone before the first byte is written.
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("words", [["policies"], ["policies", "--json"]], ids=["text", "json"])
def test_a_result_that_cannot_be_written_is_told_without_a_traceback(words: list[str]) -> None:
    code = "import sys; from scoring.cli.main import main; from scoring.cli.commands import COMMANDS; "
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", f"{code} sys.exit(main({words}, COMMANDS))"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr == "lanescope: cannot write the result: No space left on device\n"
