from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import PolicyError
from scoring.extraction.published import FINDERS
from scoring.policy import (
    DEFAULT_POLICY,
    EXTENDED_RULES,
    LANGUAGES,
    MARKER_RULES,
    POLICIES,
    load_policy,
    policy_from_dict,
    policy_to_dict,
)

SHIPPED = (
    "final-answer-v1",
    "final-answer-v1+reasoning",
    "strict-markers-v1",
    "ambiguity-fails-v0",
    "first-match-v0",
    "mmlu-pro-v0",
    "mmlu-pro-first-v0",
    "lm-eval-mmlu-pro-v0",
    "simple-evals-gpqa-v0",
    "inspect-choice-v0",
)
OPTIONS = (
    "name, version, description, reasoning_fallback, rules, languages, pick, cut_run_on, ambiguity_fails, "
    "published_rule, trace_mode, trace_formula, trace_answer_weight, trace_annotation_weight, "
    "trace_format_weight, trace_half_life_px, extra_frames"
)


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def message(values: dict[str, object]) -> str:
    with pytest.raises(PolicyError) as raised:
        policy_from_dict(values)
    return raised.value.message


def test_the_shipped_policies_are_the_documented_ones_the_default_first() -> None:
    assert tuple(POLICIES) == SHIPPED
    assert SHIPPED[0] == DEFAULT_POLICY


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_policy_is_loaded_by_its_name_and_described(name: str) -> None:
    policy = load_policy(name)
    assert policy.name == name
    assert policy.description.endswith(".")
    assert policy.version == 2


def test_the_default_reads_every_rule_and_never_the_reasoning() -> None:
    policy = POLICIES[DEFAULT_POLICY]
    assert policy.rules == MARKER_RULES + EXTENDED_RULES
    assert policy.languages == LANGUAGES
    assert (policy.reasoning_fallback, policy.pick, policy.cut_run_on) == (False, "last", True)
    assert (policy.ambiguity_fails, policy.published_rule) == (False, None)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("final-answer-v1+reasoning", {"reasoning_fallback": True}),
        ("strict-markers-v1", {"rules": MARKER_RULES}),
        ("ambiguity-fails-v0", {"ambiguity_fails": True}),
        ("first-match-v0", {"pick": "first"}),
        ("mmlu-pro-v0", {"published_rule": "mmlu_pro"}),
        ("mmlu-pro-first-v0", {"published_rule": "mmlu_pro_first"}),
        ("lm-eval-mmlu-pro-v0", {"published_rule": "lm_eval_mmlu_pro"}),
        ("simple-evals-gpqa-v0", {"published_rule": "simple_evals_gpqa"}),
        ("inspect-choice-v0", {"published_rule": "inspect_choice"}),
    ],
)
def test_a_shipped_policy_differs_from_the_default_in_one_option(
    name: str, changes: dict[str, object]
) -> None:
    policy = POLICIES[name]
    named = {"name": policy.name, "description": policy.description}
    assert policy == replace(POLICIES[DEFAULT_POLICY], **named, **changes)


def test_every_published_rule_that_a_policy_names_exists() -> None:
    assert {p.published_rule for p in POLICIES.values() if p.published_rule} <= set(FINDERS)


def test_a_policy_is_loaded_as_it_is() -> None:
    policy = POLICIES["first-match-v0"]
    assert load_policy(policy) is policy


@pytest.mark.parametrize("policy", POLICIES.values(), ids=lambda policy: policy.name)
def test_a_policy_survives_being_written_and_read(policy: object) -> None:
    assert policy_from_dict(policy_to_dict(policy)) == policy


def test_a_policy_is_written_with_every_option() -> None:
    assert ", ".join(policy_to_dict(POLICIES[DEFAULT_POLICY])) == OPTIONS


def test_a_file_names_what_differs_from_its_base(tmp_path: Path) -> None:
    path = write(tmp_path, 'base = "first-match-v0"\nname = "mine"\nversion = 3\nlanguages = ["zh"]\n')
    expected = replace(POLICIES["first-match-v0"], name="mine", version=3, languages=("zh",))
    assert load_policy(path) == load_policy(str(path)) == expected


def test_a_file_without_base_starts_from_the_default(tmp_path: Path) -> None:
    assert load_policy(write(tmp_path, 'name = "mine"')) == replace(POLICIES[DEFAULT_POLICY], name="mine")


def test_a_policy_file_may_have_any_ending(tmp_path: Path) -> None:
    path = write(tmp_path, 'name = "mine"').rename(tmp_path / "mine.policy")
    assert load_policy(path).name == "mine"


def test_the_order_of_the_rules_is_fixed() -> None:
    policy = policy_from_dict({"rules": ["boxed", "final_marker", "boxed"]})
    assert policy.rules == ("final_marker", "boxed")


def test_rules_and_languages_may_be_empty() -> None:
    policy = policy_from_dict({"rules": [], "languages": []})
    assert (policy.rules, policy.languages) == ((), ())


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"colour": 1}, f"unknown option 'colour' (allowed: {OPTIONS})"),
        ({"name": 3}, "name: expected str, got 3"),
        ({"version": "1"}, "version: expected int, got '1'"),
        ({"version": True}, "version: expected int, got True"),
        ({"version": 1.0}, "version: expected int, got 1.0"),
        ({"cut_run_on": 1}, "cut_run_on: expected bool, got 1"),
        ({"reasoning_fallback": None}, "reasoning_fallback: expected bool, got None"),
        ({"pick": "middle"}, "pick: unknown 'middle' (allowed: last, first)"),
        ({"pick": None}, "pick: expected str, got None"),
        ({"rules": "boxed"}, "rules: expected a list of names, got 'boxed'"),
        ({"rules": [1]}, "rules: expected a list of names, got [1]"),
        ({"languages": ["zh", "xx", "yy"]}, "languages: unknown 'xx', 'yy' (allowed: zh, ko, ar)"),
        (
            {"published_rule": "mine"},
            (
                "published_rule: unknown 'mine' (allowed: mmlu_pro, mmlu_pro_first, lm_eval_mmlu_pro, "
                "simple_evals_gpqa, inspect_choice)"
            ),
        ),
        ({"published_rule": 3}, "published_rule: expected str, got 3"),
    ],
    ids=lambda value: repr(value) if isinstance(value, dict) else "",
)
def test_a_faulty_option_is_told_with_what_is_allowed(values: dict[str, object], text: str) -> None:
    assert message(values) == f"{text}, at policy"


def test_a_rule_that_does_not_exist_is_answered_with_all_that_do() -> None:
    allowed = ", ".join(MARKER_RULES + EXTENDED_RULES)
    assert message({"rules": ["boxd"]}) == f"rules: unknown 'boxd' (allowed: {allowed}), at policy"


def test_all_faults_are_told_at_once() -> None:
    assert message({"version": "1", "pick": "middle"}) == (
        "version: expected int, got '1'; pick: unknown 'middle' (allowed: last, first), at policy"
    )


def test_a_faulty_option_is_told_with_its_place_and_cure(tmp_path: Path) -> None:
    path = write(tmp_path, 'name = "mine"\nversion = "1"')
    with pytest.raises(PolicyError) as raised:
        load_policy(path)
    assert str(raised.value) == (
        f"version: expected int, got '1', at {path}. See docs/scoring.md for every option."
    )


def test_no_published_rule_may_be_said_outright() -> None:
    assert policy_from_dict({"published_rule": None}).published_rule is None


def test_an_unknown_name_is_answered_with_the_shipped_ones() -> None:
    with pytest.raises(PolicyError) as raised:
        load_policy("final-answer-v2")
    assert str(raised.value) == (
        "expected a policy name or a .toml file, got 'final-answer-v2'. "
        f"Shipped policies: {', '.join(SHIPPED)}."
    )


def test_an_unknown_base_is_answered_with_the_shipped_ones(tmp_path: Path) -> None:
    path = write(tmp_path, 'base = "final"\nname = "mine"')
    with pytest.raises(PolicyError) as raised:
        load_policy(path)
    assert str(raised.value) == (
        f"base: unknown policy 'final', at {path}. Shipped policies: {', '.join(SHIPPED)}."
    )


@pytest.mark.parametrize(
    ("line", "got"),
    [("", "None"), ("name = 3", "3"), ('name = " "', "' '")],
    ids=["missing", "number", "blank"],
)
def test_a_file_without_a_name_is_refused(tmp_path: Path, line: str, got: str) -> None:
    path = write(tmp_path, line)
    with pytest.raises(PolicyError) as raised:
        load_policy(path)
    assert raised.value.message == f"expected a name, got {got}, at {path}"
    assert (
        raised.value.cure == 'Add a line such as name = "my-policy", so that an audit can say what scored it.'
    )


def test_a_file_may_not_take_a_shipped_name(tmp_path: Path) -> None:
    path = write(tmp_path, 'name = "first-match-v0"')
    with pytest.raises(PolicyError) as raised:
        load_policy(path)
    assert str(raised.value) == (
        f"name 'first-match-v0' belongs to a shipped policy, at {path}. Choose another name."
    )


def test_a_file_that_is_not_there_is_told_by_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(PolicyError) as raised:
        load_policy(path)
    assert str(raised.value) == f"cannot read policy file {path}: No such file or directory. Check the path."


@pytest.mark.parametrize("content", [b"name = ", b'name = "\xff"'], ids=["broken TOML", "not UTF-8"])
def test_a_file_that_cannot_be_read_is_told_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(PolicyError, match="cannot read policy file") as raised:
        load_policy(path)
    assert str(path) in raised.value.message
    assert raised.value.cure == "Write it as TOML in UTF-8."


def test_a_base_that_is_no_name_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, 'base = ["first-match-v0"]\nname = "mine"')
    with pytest.raises(PolicyError, match=r"base: unknown policy \['first-match-v0'\]"):
        load_policy(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x" * 5000, "expected a policy name"),
        ("\0", "expected a policy name"),
        ("\0.toml", "cannot read policy file"),
    ],
    ids=["too long", "NUL", "NUL in a file name"],
)
def test_a_name_that_no_file_can_have_is_a_policy_error(name: str, text: str) -> None:
    with pytest.raises(PolicyError, match=text):
        load_policy(name)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"trace_mode": "both"}, "trace_mode: unknown 'both'"),
        ({"trace_format_weight": 2}, "trace_format_weight: expected a number from 0 to 1, got 2"),
        ({"trace_answer_weight": True}, "trace_answer_weight: expected a number"),
        ({"trace_half_life_px": 0}, "trace_half_life_px: expected a number from 1e-06"),
        ({"trace_answer_weight": 0, "trace_annotation_weight": 0}, "expected trace_answer_weight"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_trace_settings_out_of_range_are_told(options: dict[str, object], fault: str) -> None:
    with pytest.raises(PolicyError, match=fault):
        policy_from_dict(options)


def test_trace_weights_may_be_whole_numbers_and_the_half_life_none() -> None:
    policy = policy_from_dict({"trace_annotation_weight": 2, "trace_half_life_px": None})
    assert (policy.trace_annotation_weight, policy.trace_half_life_px) == (2.0, None)
