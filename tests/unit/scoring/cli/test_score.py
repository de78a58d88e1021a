import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def reply(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.txt"
        path.write_bytes(text.encode())
        return path

    return write


def test_the_decision_comes_first_with_its_explanation(lanescope: Callable, reply: Callable) -> None:
    ran = lanescope("score", "--target", "D", "--options", "A,B,C,D", "--content", reply("FINAL: D"))
    assert ran.code == 0
    assert ran.out.startswith("correct: Took D from visible content, rule `final_marker`, characters 0-8")


def test_a_decision_as_json_holds_the_whole_extraction(lanescope: Callable, reply: Callable) -> None:
    decision = lanescope(
        "score", "--target", "D", "--options", "A,B,C,D", "--content", reply("FINAL: D"), "--json"
    ).json["decision"]
    assert decision["verdict"] == "correct"
    assert decision["extraction"]["span"] == [0, 8]
    assert decision["extraction"]["candidates"] == [
        {"value": "D", "rule": "final_marker", "start": 0, "end": 8, "state": "taken"}
    ]


def test_examples_in_the_reasoning_are_listed_and_not_scored(lanescope: Callable, reply: Callable) -> None:
    ran = lanescope(
        *("score", "--target", "D", "--options", "A,B,C,D", "--content", reply("FINAL: D")),
        *("--reasoning", reply("As told: FINAL: A or FINAL: B\nThe correct answer is D.")),
    )
    assert ran.out.startswith("correct: ")
    assert "Found in the reasoning" in ran.out
    assert "example" in ran.out


def test_the_policy_decides(lanescope: Callable, reply: Callable) -> None:
    words = ["score", "--target", "D", "--options", "A,B,C,D", "--reasoning", reply("FINAL: D")]
    assert lanescope(*words).out.startswith("no_answer: ")
    assert lanescope(*words, "--policy", "final-answer-v1+reasoning").out.startswith("correct: ")


def test_option_texts_can_be_given_one_by_one(lanescope: Callable, reply: Callable) -> None:
    ran = lanescope(
        *("score", "--target", "B", "--content", reply("FINAL: Rome")),
        *("--options", "A=Paris, France", "--options", "B=Rome"),
    )
    assert ran.out.startswith("correct: ")


def test_the_response_can_come_from_standard_input(
    lanescope: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"FINAL: 12\r\n")))
    ran = lanescope("score", "--target", "12", "--task-type", "number", "--content", "-")
    assert ran.out.startswith("correct: ")


def test_all_required_substrings_must_occur(lanescope: Callable, reply: Callable) -> None:
    words = ["score", "--task-type", "substring", "--content", reply("alpha and beta"), "--target", "alpha"]
    assert lanescope(*words, "--target", "beta").out.startswith("correct: ")
    assert lanescope(*words, "--target", "gamma").out.startswith("incorrect: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--options", "A,B"], "expected a response, got neither --content nor --reasoning"),
        (["--options", "A,A", "--content", "x"], "expected different labels, got 'A' twice, at --options"),
        (["--content", "no/such/file"], "cannot read no/such/file: No such file or directory"),
        (
            ["--options", "A,B", "--content", "-", "--policy", "mine"],
            "expected a policy name or a .toml file, got 'mine'",
        ),
    ],
)
def test_a_mistake_of_the_caller_is_told_in_one_line(
    lanescope: Callable, words: list[str], message: str
) -> None:
    ran = lanescope("score", "--target", "A", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[0] == f"lanescope score: {message}"


def test_a_file_that_is_not_utf_8_is_told_with_the_byte(lanescope: Callable, tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(b"r\xe9ponse")
    ran = lanescope("score", "--target", "A", "--options", "A,B", "--content", path)
    assert ran.code == 2
    assert "expected UTF-8 text, got byte 0xe9" in ran.err
