import pytest

from scoring import score_response
from scoring.extraction.extract import marker_labels, read_reply
from scoring.records import Candidate, CandidateState, Decision, Extraction

LABELS = ["A", "B", "C", "D"]


def score(
    content: str | None, reasoning: str | None = None, *, target: str = "D", **options: str
) -> Decision:
    return score_response(content=content, reasoning=reasoning, target=target, options=LABELS, **options)


def extract(content: str | None, reasoning: str | None = None, **options: str) -> Extraction:
    return score(content, reasoning, **options).extraction


def states(candidates: tuple[Candidate, ...]) -> list[tuple[str, str]]:
    return [(one.value, one.state) for one in candidates]


# --- the faults that the project was started for --------------------------------------------------


@pytest.mark.parametrize(
    ("content", "reasoning", "target"),
    [
        ("FINAL: D", "I may write FINAL: A or FINAL: B.\nThe correct answer is D", "D"),
        ("FINAL: B", "FINAL: A\nwould be one way, FINAL: C\nanother.", "B"),
    ],
    ids=["joined examples in the reasoning", "two examples in the reasoning"],
)
def test_examples_in_the_reasoning_never_fail_a_visible_answer(
    content: str, reasoning: str, target: str
) -> None:
    decision = score(content, reasoning, target=target)
    found = decision.extraction
    assert (decision.verdict, found.answer, found.source) == ("correct", target, "content")
    assert (found.ambiguity, found.answer_kind) == ("none", "visible")
    assert states(found.reasoning_candidates)[:2] == [
        ("A", "example"),
        ("B" if target == "D" else "C", "example"),
    ]


def test_of_two_final_answers_the_last_one_decides_and_is_flagged() -> None:
    found = extract("FINAL: B\nFINAL: C")
    assert (found.answer, found.ambiguity, found.answer_kind) == ("C", "conflicting_finals", "conflicting")


@pytest.mark.parametrize(("target", "verdict"), [("C", "correct"), ("B", "incorrect")])
def test_a_flag_alone_neither_fails_nor_saves_an_item(target: str, verdict: str) -> None:
    assert score("FINAL: B\nFINAL: C", target=target).verdict == verdict


@pytest.mark.parametrize(
    "content", ["FINAL: A or FINAL: B", "FINAL: A or B", "FINAL: A/B", "FINAL: both A and B"]
)
def test_a_final_answer_that_names_two_labels_is_a_conflict(content: str) -> None:
    decision = score(content, target="A")
    found = decision.extraction
    assert (found.status, found.ambiguity, found.answer_kind) == (
        "conflict",
        "conflicting_value",
        "conflicting",
    )
    assert (found.answer, found.span, decision.verdict) == (None, None, "no_answer")


# --- which value decides --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "answer", "rule"),
    [
        ("FINAL: D\nAnswer: A", "D", "final_marker"),
        ("Answer: A\nFinal answer: D\nAnswer: B", "D", "final_answer_marker"),
        ("FINAL: dog\nAnswer: D", "D", "answer_marker"),
        ("FINAL: dog\nThe answer is D.", "D", "stated_answer"),
        (r"\boxed{D} but the answer is A. <answer>B</answer>", "D", "boxed"),
        ("the answer is A. <answer>D</answer>", "D", "answer_element"),
    ],
)
def test_the_strongest_rule_with_a_valid_value_decides(content: str, answer: str, rule: str) -> None:
    found = extract(content)
    assert (found.answer, found.rule) == (answer, rule)


def test_a_conflict_of_a_stronger_rule_stops_the_search() -> None:
    assert extract("Answer: A\nFINAL: A or B").status == "conflict"


def test_a_stated_pick_after_a_conflict_decides() -> None:
    found = extract("FINAL: A or B\nOn reflection the answer is D.")
    assert (found.answer, found.rule, found.ambiguity) == ("D", "stated_answer", "none")


def test_a_stated_pick_before_a_conflict_does_not_decide() -> None:
    assert extract("The answer is D.\nFINAL: A or B").answer is None


def test_a_conflict_after_a_valid_value_keeps_the_value_and_is_flagged() -> None:
    found = extract("FINAL: D\nFINAL: A or B")
    assert (found.answer, found.ambiguity, found.answer_kind) == ("D", "conflicting_value", "conflicting")


def test_a_conflict_before_a_valid_value_is_no_flag() -> None:
    found = extract("FINAL: A or B\nFINAL: D")
    assert (found.answer, found.ambiguity) == ("D", "none")


def test_the_same_answer_twice_is_no_conflict() -> None:
    assert extract("FINAL: D\nFINAL: (D)").ambiguity == "none"


def test_labels_joined_by_or_that_agree_are_one_answer() -> None:
    assert extract("FINAL: D or FINAL: D").answer == "D"


def test_a_joined_placeholder_makes_no_conflict() -> None:
    assert extract("FINAL: <letter> or FINAL: D").answer == "D"


def test_two_different_boxes_are_conflicting_finals() -> None:
    found = extract(r"\boxed{A} and \boxed{D}")
    assert (found.answer, found.ambiguity) == ("D", "conflicting_finals")


def test_a_label_beside_another_options_text_is_flagged() -> None:
    found = score_response(
        content="FINAL: B) Paris", target="B", options={"A": "Paris", "B": "Rome"}
    ).extraction
    assert (found.answer, found.ambiguity, found.answer_kind) == ("B", "label_text_mismatch", "visible")


def test_a_different_answer_earlier_in_the_text_is_kept_without_effect() -> None:
    found = extract("The answer is A. FINAL: D")
    assert (found.answer, found.earlier_answer, found.ambiguity) == ("D", "A", "none")


def test_a_later_or_an_equal_answer_is_no_earlier_answer() -> None:
    assert extract("FINAL: D\nAnswer: A").earlier_answer is None
    assert extract("Answer: D\nFINAL: D").earlier_answer is None


def test_the_first_value_decides_where_the_policy_says_so() -> None:
    found = extract("FINAL: B\nFINAL: C", policy="first-match-v0")
    assert (found.answer, states(found.candidates)) == ("B", [("B", "taken"), ("C", "later")])


@pytest.mark.parametrize("content", ["The answer is D.", "D", r"\boxed{D}"])
def test_a_rule_that_the_policy_switches_off_finds_nothing(content: str) -> None:
    assert extract(content, policy="strict-markers-v1").answer is None


# --- where the text is read -----------------------------------------------------------------------


def test_a_think_block_is_never_read_but_shown() -> None:
    found = extract("<think>FINAL: A</think>FINAL: D")
    assert (found.answer, found.span) == ("D", (23, 31))
    assert states(found.candidates) == [("A", "thinking"), ("D", "taken")]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (None, "no_visible_content"),
        (" \u200b\n", "no_visible_content"),
        ("<think>a</think>", "no_visible_content"),
        ("<think>FINAL: D", "unclosed_thinking"),
    ],
    ids=["none", "blank", "only thinking", "unclosed thinking"],
)
def test_without_visible_text_there_is_no_answer(content: str | None, status: str) -> None:
    decision = score(content)
    assert (decision.verdict, decision.extraction.status) == ("no_answer", status)
    assert decision.extraction.answer_kind == "no_visible_content"


def test_an_answer_that_only_the_reasoning_holds_is_told_and_not_scored() -> None:
    decision = score("", "FINAL: D")
    found = decision.extraction
    assert (decision.verdict, found.answer, found.answer_kind) == ("no_answer", None, "reasoning_only")
    assert states(found.reasoning_candidates) == [("D", "example")]


def test_the_reasoning_is_read_where_the_fallback_is_on() -> None:
    decision = score("<think>x</think>", "So FINAL: D", policy="final-answer-v1+reasoning")
    found = decision.extraction
    assert (decision.verdict, found.source, found.span) == ("correct", "reasoning", (3, 11))
    assert (found.answer_kind, found.reasoning_fallback) == ("reasoning_only", True)
    assert states(found.reasoning_candidates) == [("D", "taken")]


def test_the_fallback_is_not_used_where_there_is_visible_text() -> None:
    found = extract("I am not sure.", "FINAL: D", policy="final-answer-v1+reasoning")
    assert (found.answer, found.status, found.answer_kind) == (None, "no_answer", "none")


def test_an_undecided_reasoning_read_by_fallback_is_a_conflict() -> None:
    found = extract(None, "FINAL: A or FINAL: B", policy="final-answer-v1+reasoning")
    assert (found.status, found.answer_kind) == ("conflict", "conflicting")


def test_reasoning_without_an_answer_is_not_reasoning_only() -> None:
    assert extract("", "Let me think.").answer_kind == "no_visible_content"
    assert extract("", "  ").answer_kind == "no_visible_content"


def test_content_and_reasoning_are_never_joined() -> None:
    assert extract("FINAL:", "D").answer is None


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("The answer is A.\n\nQuestion: next?\nThe answer is B.", "A"),
        ("Let me see.\nQuestion: what is asked?\nThe answer is B.", "B"),
        ("The answer is A.\nNow, combining all the answers:\nFINAL: B", "A"),
        ("FINAL: A or B\nQuestion: next?\nFINAL: C", None),
        ("Q: one\nQ: two\nthe answer is A\nQ: three\nthe answer is B", "A"),
    ],
    ids=["cut", "restated question", "recap", "cut at a conflict", "first decided stretch"],
)
def test_a_reply_ends_where_the_next_question_begins(content: str, answer: str | None) -> None:
    assert extract(content).answer == answer


@pytest.mark.parametrize("n_questions", [0, 1, 7, 8, 9, 20, 100])
def test_a_marked_answer_ends_the_reply_after_any_number_of_questions(n_questions: int) -> None:
    content = "x\ny" + "\nQ: z" * n_questions + "\nFINAL: Oslo\nQ: w\nFINAL: Rome"
    found = score_response(content=content, target="Oslo", task_type="short_text").extraction
    assert (found.answer, found.run_on) == ("Oslo", True)


def test_what_was_cut_is_shown_with_its_place() -> None:
    content = "The answer is A.\r\nQuestion: next?\r\nThe answer is B."
    found = extract(content)
    cut = found.candidates[-1]
    assert (found.run_on, cut.state, cut.value) == (True, "run_on", "Question: next?")
    assert content[cut.start : cut.end] == "Question: next?\r\nThe answer is B."


def test_the_prompts_template_word_cuts_the_reply() -> None:
    assert read_reply("x").text.norm == "x"
    assert not extract("The answer is A.\nProblem: two").run_on


def test_a_reply_that_is_not_cut_has_no_run_on() -> None:
    assert extract("FINAL: D").run_on is False


# --- candidates -----------------------------------------------------------------------------------


def test_every_value_found_is_told_with_what_became_of_it() -> None:
    found = extract("FINAL: A|B|C|D\nFINAL: dog\nFINAL: A or B\nFINAL: C\nAnswer: A\nFINAL: D")
    assert [state for _, state in states(found.candidates)] == [
        "placeholder",
        "invalid",
        "conflict",
        "earlier",
        "lower_rule",
        "taken",
    ]


def test_invalid_and_placeholder_values_of_the_reasoning_keep_their_state() -> None:
    found = extract("FINAL: D", "FINAL: <letter>\nFINAL: dog\nFINAL: A or B\nFINAL: C")
    assert [state for _, state in states(found.reasoning_candidates)] == [
        "placeholder",
        "invalid",
        "example",
        "example",
    ]


def test_a_long_value_is_cut_where_it_is_shown() -> None:
    (one,) = extract("FINAL: " + "x" * 300).candidates
    assert (len(one.value), one.value[-1], one.end) == (120, "…", 307)


def test_a_value_of_120_characters_is_shown_in_full() -> None:
    (one,) = extract("FINAL: " + "x" * 120).candidates
    assert one.value == "x" * 120


@pytest.mark.parametrize(
    ("content", "written"),
    [
        ("So: **FINAL:** D.", "FINAL:** D"),
        ("\r\n\r\nＦＩＮＡＬ：\u200b Ｄ", "ＦＩＮＡＬ：\u200b Ｄ"),
        ("<think>x</think>\nFINAL: D", "FINAL: D"),
        ("FINAL:\r\n\r\nD", "FINAL:\r\n\r\nD"),
        ("İİ FINAL: D", "FINAL: D"),
    ],
    ids=["decoration", "full-width", "think block", "next line", "longer in lower case"],
)
def test_the_span_holds_marker_and_value_of_the_raw_text(content: str, written: str) -> None:
    found = extract(content)
    assert found.span is not None
    assert content[slice(*found.span)] == written


def candidate(value: str, rule: str = "final_marker") -> Candidate:
    return Candidate(value=value, rule=rule, start=0, end=1, state=CandidateState.EXAMPLE)


def test_each_label_of_a_conflict_is_named_by_a_marker() -> None:
    found = [candidate("A,B"), candidate("C", "boxed"), candidate("dog"), candidate("D", "answer_marker")]
    assert marker_labels(found, dict.fromkeys(LABELS)) == {"A", "B", "D"}
