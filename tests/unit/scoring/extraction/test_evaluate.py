import pytest

from scoring import score_response
from scoring.extraction.reply import read_reply
from scoring.records import Candidate, Decision, Extraction

LABELS = ["A", "B", "C", "D"]


def score(
    content: str | None, reasoning: str | None = None, *, target: str = "D", **options: str
) -> Decision:
    return score_response(content=content, reasoning=reasoning, target=target, options=LABELS, **options)


def extract(content: str | None, reasoning: str | None = None, **options: str) -> Extraction:
    return score(content, reasoning, **options).extraction


def states(candidates: tuple[Candidate, ...]) -> list[tuple[str, str]]:
    return [(one.value, one.state) for one in candidates]


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


def test_the_first_value_decides_where_the_policy_says_so() -> None:
    found = extract("FINAL: B\nFINAL: C", policy="first-match-v0")
    assert (found.answer, states(found.candidates)) == ("B", [("B", "taken"), ("C", "later")])


@pytest.mark.parametrize("content", ["The answer is D.", "D", r"\boxed{D}"])
def test_a_rule_that_the_policy_switches_off_finds_nothing(content: str) -> None:
    assert extract(content, policy="strict-markers-v1").answer is None


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


def test_the_prompts_template_word_cuts_the_reply() -> None:
    assert read_reply("x").text.norm == "x"
    assert not extract("The answer is A.\nProblem: two").run_on
