from scoring import score_response
from scoring.extraction.candidates import marker_labels
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


def test_a_different_answer_earlier_in_the_text_is_kept_without_effect() -> None:
    found = extract("The answer is A. FINAL: D")
    assert (found.answer, found.earlier_answer, found.ambiguity) == ("D", "A", "none")


def test_a_later_or_an_equal_answer_is_no_earlier_answer() -> None:
    assert extract("FINAL: D\nAnswer: A").earlier_answer is None
    assert extract("Answer: D\nFINAL: D").earlier_answer is None


def test_what_was_cut_is_shown_with_its_place() -> None:
    content = "The answer is A.\r\nQuestion: next?\r\nThe answer is B."
    found = extract(content)
    cut = found.candidates[-1]
    assert (found.run_on, cut.state, cut.value) == (True, "run_on", "Question: next?")
    assert content[cut.start : cut.end] == "Question: next?\r\nThe answer is B."


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


def candidate(value: str, rule: str = "final_marker") -> Candidate:
    return Candidate(value=value, rule=rule, start=0, end=1, state=CandidateState.EXAMPLE)


def test_each_label_of_a_conflict_is_named_by_a_marker() -> None:
    found = [candidate("A,B"), candidate("C", "boxed"), candidate("dog"), candidate("D", "answer_marker")]
    assert marker_labels(found, dict.fromkeys(LABELS)) == {"A", "B", "D"}
