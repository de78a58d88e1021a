from collections.abc import Callable

from scoring.loaders.registry import LOADERS
from scoring.policy import POLICIES


def test_every_format_is_listed_with_what_it_is(lanescope: Callable) -> None:
    ran = lanescope("formats")
    assert ran.code == 0
    for loader in LOADERS:
        assert f"{loader.name} " in ran.out
        assert loader.description in ran.out


def test_formats_as_json_have_name_and_description(lanescope: Callable) -> None:
    formats = lanescope("formats", "--json").json["formats"]
    assert [entry["name"] for entry in formats] == [loader.name for loader in LOADERS]
    assert all(entry["description"] for entry in formats)


def test_every_policy_is_listed_and_the_default_named(lanescope: Callable) -> None:
    out = lanescope("policies").out
    assert all(name in out for name in POLICIES)
    assert "Default: final-answer-v1." in out


def test_policies_as_json_hold_every_option(lanescope: Callable) -> None:
    listed = lanescope("policies", "--json").json
    by_name = {policy["name"]: policy for policy in listed["policies"]}
    assert listed["default"] == "final-answer-v1"
    assert by_name["ambiguity-fails-v0"]["ambiguity_fails"] is True
    assert by_name["first-match-v0"]["pick"] == "first"
