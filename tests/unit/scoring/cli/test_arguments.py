from argparse import ArgumentParser
from pathlib import Path

import pytest

from scoring.cli.arguments import add_fallback, add_loading, add_policy, paths_by_role


def parse(*words: str) -> dict[str, object]:
    parser = ArgumentParser()
    for add in (add_policy, add_fallback, add_loading):
        add(parser)
    return vars(parser.parse_args(words))


def test_nothing_said_is_the_default_policy_and_no_opinion_on_the_fallback() -> None:
    parsed = parse()
    assert parsed["policy"] == "final-answer-v1"
    assert parsed["reasoning_fallback"] is None


def test_a_value_may_hold_an_equals_sign() -> None:
    assert parse("--option", "field=a=b")["options"] == [("field", "a=b")]


def test_second_files_are_given_by_role() -> None:
    given = parse("--with", "scores=s.json", "--with", "prompts=p.json")["with_files"]
    assert paths_by_role(given) == {"scores": Path("s.json"), "prompts": Path("p.json")}


@pytest.mark.parametrize("word", ["field", "=value"])
def test_what_is_no_pair_is_wrong_usage(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse("--option", word)
    assert f"expected KEY=VALUE, got {word!r}" in capsys.readouterr().err
