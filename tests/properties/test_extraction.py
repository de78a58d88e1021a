"""Laws of extraction: no text raises, every span can be checked, the reasoning never decides."""

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.extraction.labels import compile_labels
from scoring.extraction.number_values import find_numbers, parse_number
from scoring.extraction.text import lower_same_length, normalise
from scoring.extraction.visible import find_visible
from scoring.policy import (
    EXTENDED_RULES,
    LANGUAGES,
    MARKER_RULES,
    POLICIES,
    PUBLISHED_RULES,
    Policy,
    load_policy,
    policy_from_dict,
    policy_to_dict,
)
from scoring.records import Candidate, CandidateState, Decision, Item, Response, Source, TaskType, Verdict
from scoring.tasks import score_item
from scoring.tasks.score import SCORERS

DEFAULT = POLICIES["final-answer-v1"]
CASES = Path(__file__).parents[2].parent / "shared/data/extraction/cases.jsonl"

CITIES = {"A": "Paris", "B": "Rome", "C": "C. elegans", "D": "the Nile"}
OPTIONS = [
    dict.fromkeys("ABCD"),
    dict.fromkeys("ABCDEFGHIJ"),
    dict.fromkeys(("1", "2", "3", "10")),
    CITIES,
    {"A": "Rome", "B": "Rome", "C": "", "D": "Oslo"},
    dict.fromkeys(("(i)", "ii", "İ")),
    dict.fromkeys(("*", "a b", ".", "\\")),
]
"""Options of every kind, odd labels too."""

FRAGMENTS = [
    # markers
    *(
        "FINAL: ",
        "FINAL:",
        "**FINAL:** ",
        "final - ",
        "ＦＩＮＡＬ：",
        "Final answer: ",
        "final answer is ",
        "final",
    ),
    *(
        "Answer: ",
        "answer",
        "Incorrect answer: ",
        "答案：",
        "答案是",
        "정답은 ",
        "정답: ",
        "الإجابة: ",
        "Final answers are",
    ),
    # values
    *(
        "A",
        "B",
        "C",
        "D",
        "d",
        "(C)",
        "B) Rome",
        "C. elegans",
        "A, B",
        "A or B",
        "either A or D",
        "A|B|C|D",
        "A和B",
    ),
    *(
        "$LETTER",
        "<letter>",
        "N/A",
        "not B",
        "not A but D",
        "Paris",
        "the Nile.",
        "option ",
        "1.5",
        "Ⓓ",
        "\u0410",
        "ب",
    ),
    *("42", "1,000", "-7 %", "1/0", "2 × 10⁻³", "½", "x = 3", "\\frac{1}{2}", "9" * 500, "1e999"),
    # statements
    *(
        "The answer is ",
        "the correct option must be ",
        "the answer to it is ",
        "is the correct answer",
        "which is option ",
    ),
    *(
        "The best match is ",
        "option D is correct.",
        "closest to option B",
        "因此选",
        "If ",
        "not ",
        "doubt that ",
        " because ",
    ),
    # tags
    *(
        "<think>",
        "</think>",
        "<THINKING>",
        "</thinking>",
        "[THINK]",
        "[/THINK]",
        "<reasoning>",
        "</reasoning>",
        "`<think>`",
    ),
    *(
        "<answer>",
        "</answer>",
        "<final>",
        "</final>",
        "<b>",
        "</b>",
        "<|channel|>final<|message|>",
        "<|channel|>analysis",
    ),
    *("<|message|>", "<|channel|>", "<|end|>", "<|return|>", "<|start|>assistant"),
    # boxes, JSON, decoration
    *(
        "\\boxed{",
        "\\boxed{B}",
        "\\fbox{",
        "\\text{",
        "}",
        "{",
        "$",
        "\\(",
        "\\)",
        '{"answer": "',
        '"}',
        '"final": ',
    ),
    *("**", "`", '"', "“", "~~", "~~B~~", "|", "_", "#", "->", "- ", "(", ")", "[", "]", ">"),
    # run-on
    *("\nQuestion: ", "\nQ: ", "\n问题：", "\nProblem: ", "\nNow, combining all the answers:\n"),
    # blanks and characters of every kind
    *(
        " ",
        "  ",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "\u2028",
        "\x85",
        "\x00",
        "\x1c",
        "\ud800",
        "\udfff",
        "\u200b",
        "\ufeff",
    ),
    *(
        "\u00ad",
        "\u202e",
        "\u2066",
        "\ufe0f",
        "\u3000",
        "\u0301",
        "e\u0301",
        "İ",
        "ß",
        "ﬁ",
        "😀",
        "👩\u200d🚀",
        "中文",
        "ไทย",
    ),
    *(" or ", " and ", ", ", ". ", "; ", "/", " — ", ":", "。"),
]

GRAMMAR = st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join)
CHARACTERS = st.characters()
"""Any code point, lone surrogates included."""
TEXTS = st.one_of(
    GRAMMAR,
    st.text(CHARACTERS, max_size=60),
    st.lists(GRAMMAR | st.text(CHARACTERS, max_size=9), max_size=5).map("".join),
)
POLICY = st.sampled_from(list(POLICIES.values()))
TYPES = st.sampled_from(list(TaskType))
TARGETS = st.lists(
    st.one_of(st.sampled_from(["A", "D", "a", "1", "Rome", "42", "A,C", "35%", "", "(b)"]), TEXTS), max_size=3
).map(tuple)


@st.composite
def items(draw: st.DrawFn, content: st.SearchStrategy[str] = TEXTS) -> Item:
    return Item(
        item_id="q",
        task_type=draw(TYPES),
        options=draw(st.sampled_from([*OPTIONS, {}])),
        prompt=draw(st.none() | st.just("Problem: one\nAnswer:") | TEXTS),
        target=draw(TARGETS),
        target_mode=draw(st.sampled_from(["any", "all"])),
        response=Response(content=draw(st.none() | content), reasoning=draw(st.none() | TEXTS)),
        allow_reasoning_fallback=draw(st.none() | st.booleans()),
        metadata={"case_sensitive": draw(st.booleans())},
    )


def choice(
    content: str | None, reasoning: str | None = None, *, target: str = "D", **changes: object
) -> Item:
    item = Item(
        item_id="q",
        task_type=TaskType.CHOICE,
        options=dict.fromkeys("ABCD"),
        target=(target,),
        response=Response(content=content, reasoning=reasoning),
    )
    return replace(item, **changes)


# --- what every decision must keep ----------------------------------------------------------------


def assert_ordered_and_inside(candidates: Iterable[Candidate], text: str) -> None:
    starts = [one.start for one in candidates]
    assert starts == sorted(starts)
    for one in candidates:
        assert 0 <= one.start <= one.end <= len(text)
        assert len(one.value) <= 120


def as_read(text: str) -> str:
    return lower_same_length(normalise(text).norm)


def assert_holds(text: str, start: int, end: int, answer: str, item: Item) -> None:
    """Assert that the raw text between two offsets shows where an answer was read."""
    written = text[start:end]
    if item.task_type in (TaskType.CHOICE, TaskType.MULTI_CHOICE):
        labels = compile_labels(tuple(item.options))
        shown = as_read(written)
        for label in answer.split(",") if answer not in labels.names else [answer]:
            option = item.options.get(label)
            look_alikes = {char for char in written if labels.get(char) == label}
            folded = " ".join(as_read(option).split()).strip(" .,;:!?。'\"`*") if option else ""
            token = re.search(rf"(?<![a-z0-9]){re.escape(as_read(label))}(?![a-z0-9])", shown)
            assert token or look_alikes or (folded and folded in " ".join(shown.split()))
    elif item.task_type is TaskType.NUMBER:
        # What stands before a number decides whether a dash is its sign: `final - 2` says 2.
        tails = (normalise(written[at:]).norm for at in reversed(range(len(written))))
        assert any(answer in [number.text for number in find_numbers(tail)] for tail in tails)
    elif item.task_type is TaskType.SHORT_TEXT:
        assert normalise(answer).norm in normalise(written).norm


def assert_consistent(item: Item, decision: Decision) -> None:
    found = decision.extraction
    content, reasoning = item.response.content or "", item.response.reasoning or ""
    assert_ordered_and_inside(found.candidates, content)
    assert_ordered_and_inside(found.reasoning_candidates, reasoning)
    assert decision.explanation.endswith(".")
    assert "\n" not in decision.explanation or decision.verdict is Verdict.UNSCORABLE
    assert (decision.score is None) == (decision.verdict is Verdict.UNSCORABLE)
    assert (found.span is None) == (found.source is None) == (found.rule is None)
    if found.span is None:
        assert found.answer is None
        return
    source = content if found.source is Source.CONTENT else reasoning
    start, end = found.span
    assert 0 <= start < end <= len(source)
    taken = [
        one
        for one in (found.candidates if found.source is Source.CONTENT else found.reasoning_candidates)
        if one.state is CandidateState.TAKEN
    ]
    assert (start, end) in [(one.start, one.end) for one in taken]
    if found.answer is not None:
        assert len(taken) == 1
        assert_holds(source, start, end, found.answer, item)


@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(item=items(), policy=POLICY, lane=st.none() | st.booleans())
@example(item=choice("FINAL: D\r\n\ud800"), policy=DEFAULT, lane=None)
def test_any_response_is_decided_without_an_exception_and_every_span_can_be_checked(
    item: Item,
    policy: Policy,
    lane: bool | None,  # noqa: FBT001
) -> None:
    decision = score_item(item, policy, lane_fallback=lane)
    assert_consistent(item, decision)


@settings(max_examples=300)
@given(item=items(GRAMMAR), task_type=st.sampled_from(list(SCORERS)))
def test_a_text_of_marker_fragments_is_decided_by_every_scorer(item: Item, task_type: TaskType) -> None:
    item = replace(item, task_type=task_type)
    assert_consistent(item, score_item(item, DEFAULT))


@settings(max_examples=100)
@given(item=items(), policy=POLICY)
def test_scoring_is_deterministic(item: Item, policy: Policy) -> None:
    assert score_item(item, policy) == score_item(item, policy)


# --- mutated cases --------------------------------------------------------------------------------


def read_cases() -> list[Item]:
    if not CASES.is_file():
        return []
    types = {
        "mcq": TaskType.CHOICE,
        "mcq_multi": TaskType.MULTI_CHOICE,
        "numeric": TaskType.NUMBER,
        "short": TaskType.SHORT_TEXT,
    }
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [
        Item(
            item_id=case["id"],
            task_type=types[case["answer_type"]],
            options=case["options"] if isinstance(case["options"], dict) else dict.fromkeys(case["options"]),
            target=(case["expected_answer"],),
            response=Response(content=case["content"], reasoning=case["reasoning"]),
        )
        for case in cases
    ]


PUBLIC_CASES = read_cases()


@pytest.mark.skipif(not PUBLIC_CASES, reason="the public cases are not beside the checkout")
@settings(max_examples=300)
@given(data=st.data())
def test_a_damaged_public_case_is_decided_without_an_exception(data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(PUBLIC_CASES))
    content = item.response.content or ""
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        cut = data.draw(st.integers(0, 4))
        content = content[:at] + data.draw(st.sampled_from(FRAGMENTS) | CHARACTERS) + content[at + cut :]
    reasoning = item.response.reasoning
    if data.draw(st.booleans()):
        content, reasoning = reasoning or "", content
    item = replace(item, response=Response(content=content, reasoning=reasoning))
    assert_consistent(
        item, score_item(item, data.draw(POLICY), lane_fallback=data.draw(st.none() | st.booleans()))
    )


# --- the reasoning never decides ------------------------------------------------------------------


@settings(max_examples=300)
@given(content=GRAMMAR, reasoning=TEXTS, options=st.sampled_from(OPTIONS), fallback=st.booleans())
def test_the_reasoning_never_changes_an_answer_taken_from_content(
    content: str,
    reasoning: str,
    options: dict[str, str | None],
    fallback: bool,  # noqa: FBT001
) -> None:
    alone = choice(content, options=options, target=next(iter(options)), allow_reasoning_fallback=fallback)
    with_reasoning = replace(alone, response=Response(content=content, reasoning=reasoning))
    one, other = score_item(alone, DEFAULT), score_item(with_reasoning, DEFAULT)
    if find_visible(content).pieces and normalise(content, find_visible(content).pieces).norm.strip():
        assert replace(other.extraction, reasoning_candidates=()) == one.extraction
        assert other.verdict == one.verdict


@settings(max_examples=200)
@given(
    content=st.sampled_from(
        ["FINAL: D", "FINAL: A", "FINAL: A\nFINAL: D", "FINAL: A or B", "The answer is D.", "Hm.", "D"]
    ),
    reasoning=TEXTS,
    first=st.sampled_from("ABCD"),
    second=st.sampled_from("ABCD"),
)
def test_an_ambiguity_in_the_reasoning_never_changes_the_verdict(
    content: str, reasoning: str, first: str, second: str
) -> None:
    ambiguous = f"{reasoning}\nFINAL: {first} or FINAL: {second}\nFINAL: {second}"
    plain = score_item(choice(content, reasoning), DEFAULT)
    flagged = score_item(choice(content, ambiguous), DEFAULT)
    assert (flagged.verdict, flagged.score) == (plain.verdict, plain.score)
    assert flagged.extraction.ambiguity == plain.extraction.ambiguity
    assert len(flagged.extraction.reasoning_candidates) >= len(plain.extraction.reasoning_candidates)


@settings(max_examples=150)
@given(
    thinking=GRAMMAR.filter(lambda text: "<" not in text and "[" not in text), label=st.sampled_from("ABCD")
)
def test_a_closed_think_block_never_changes_the_answer_after_it(thinking: str, label: str) -> None:
    found = score_item(choice(f"<think>{thinking}</think>\nFINAL: {label}"), DEFAULT).extraction
    assert found.answer == label


TEXTS_OF_LABELS = st.permutations("ABCD").map(lambda texts: dict(zip("ABCD", texts, strict=True)))


@given(
    options=TEXTS_OF_LABELS,
    label=st.sampled_from("ABCD"),
    frame=st.sampled_from(["{}", "({})", "{}.", "**{}**"]),
)
def test_a_bare_label_is_read_as_the_label_whatever_the_options_say(
    options: dict[str, str], label: str, frame: str
) -> None:
    item = replace(choice(frame.format(label)), options=options)
    assert score_item(item, DEFAULT).extraction.answer == label


WORDS = st.lists(st.sampled_from(["red", "blue", "12", "x = 1;", "print(x)"]), min_size=1, max_size=4)
BLANKS = st.sampled_from([" ", "\n", "\n\n", "\n  "])


@given(
    words=WORDS, blank=BLANKS, mark=st.sampled_from([". ", ") ", ": ", ".\n"]), label=st.sampled_from("AB")
)
def test_a_label_with_its_options_text_is_read_however_the_text_is_broken(
    words: list[str], blank: str, mark: str, label: str
) -> None:
    options = {"A": "nothing of it", "B": "all", label: " ".join(words)}
    item = replace(choice(label + mark + blank.join(words)), options=options)
    assert score_item(item, DEFAULT).extraction.answer == label


# --- texts ----------------------------------------------------------------------------------------


@given(CHARACTERS)
def test_a_character_is_mapped_to_one_or_to_none(char: str) -> None:
    assert len(normalise(f"{char}\r").norm.removesuffix("\n")) <= 1


@settings(max_examples=300)
@given(st.text(CHARACTERS | st.sampled_from("\r\n\u200b\ufeffＡ：\u3000İ"), max_size=50))
def test_every_character_of_the_copy_comes_from_its_own_place_of_the_raw_text(raw: str) -> None:
    text = normalise(raw)
    assert len(text.lower) == len(text.norm)
    done = 0
    for at, char in enumerate(text.norm):
        start, end = text.raw_span(at, at + 1)
        assert end == start + 1
        assert start >= done
        done = end
        assert char == "\n" or normalise(raw[start:end] + "\r").norm == char + "\n"


@settings(max_examples=200)
@given(raw=st.text(CHARACTERS | st.sampled_from("\r\n\u200bＡ "), max_size=40), data=st.data())
def test_a_part_maps_like_the_whole(raw: str, data: st.DataObject) -> None:
    text = normalise(raw)
    start = data.draw(st.integers(0, len(text.norm)))
    end = data.draw(st.integers(start, len(text.norm)))
    part = text.part(start, end)
    assert (part.norm, part.lower) == (text.norm[start:end], text.lower[start:end])
    for at in range(len(part.norm)):
        assert part.raw_span(at, at + 1) == text.raw_span(start + at, start + at + 1)


@settings(max_examples=300)
@given(GRAMMAR)
def test_visible_and_thinking_parts_are_ordered_disjoint_and_inside(raw: str) -> None:
    found = find_visible(raw)
    for parts in (found.pieces, found.thinking, tuple(sorted(found.pieces + found.thinking))):
        ends = [0, *(end for _, end in parts)]
        assert all(
            before <= start <= end <= len(raw) for before, (start, end) in zip(ends, parts, strict=False)
        )


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from(
            ["1", "23", ",", ".", "/", "-", "e", "%", " ", "½", "×10", "^3", "²", "\\frac{1}{0}", "x", "$"]
        ),
        max_size=12,
    ).map("".join)
)
def test_a_number_as_written_is_the_same_number(text: str) -> None:
    for number in find_numbers(text):
        again = parse_number(number.text)
        assert again is not None
        assert (again.value, again.percent) == (number.value, number.percent)


# --- policies -------------------------------------------------------------------------------------

POLICIES_OF_ANY_KIND = st.builds(
    Policy,
    name=st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=12).filter(
        lambda name: name not in POLICIES
    ),
    version=st.integers(0, 1000),
    description=st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=12),
    reasoning_fallback=st.booleans(),
    rules=st.sets(st.sampled_from(MARKER_RULES + EXTENDED_RULES)).map(
        lambda chosen: tuple(rule for rule in MARKER_RULES + EXTENDED_RULES if rule in chosen)
    ),
    languages=st.sets(st.sampled_from(LANGUAGES)).map(
        lambda chosen: tuple(x for x in LANGUAGES if x in chosen)
    ),
    pick=st.sampled_from(["first", "last"]),
    cut_run_on=st.booleans(),
    ambiguity_fails=st.booleans(),
    published_rule=st.none() | st.sampled_from(PUBLISHED_RULES),
)


def to_toml(values: dict[str, object]) -> str:
    """Return the values as TOML; JSON's strings, lists, numbers and booleans are TOML's, too."""
    return "\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items() if value is not None)


@settings(max_examples=100)
@given(policy=POLICIES_OF_ANY_KIND)
def test_a_policy_survives_a_dictionary(policy: Policy) -> None:
    assert policy_from_dict(policy_to_dict(policy)) == policy


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    policy=POLICIES_OF_ANY_KIND.filter(
        lambda policy: all(ord(c) < 0x10000 for c in policy.name + policy.description)
    )
)
def test_a_policy_survives_a_toml_file(policy: Policy, tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(to_toml(policy_to_dict(policy)), encoding="utf-8")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["name"] == policy.name
    assert load_policy(path) == policy


@settings(max_examples=150)
@given(item=items(GRAMMAR), policy=POLICIES_OF_ANY_KIND)
def test_a_policy_of_any_kind_decides_without_an_exception(item: Item, policy: Policy) -> None:
    assert_consistent(item, score_item(item, policy))
