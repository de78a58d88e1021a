from pathlib import Path

from scoring.loaders.inspect_shuffle import expand_refs
from scoring.records import Verdict
from tests.unit.scoring.loaders.inspect_logs import sample, write_json

SEEN = "Where?\n\nA) right\nB) left\n"
REPLY = [{"type": "reasoning", "reasoning": "It is A."}, {"type": "text", "text": "Well.\nANSWER: A"}]
EXPLAINED = (
    f"Choices were shuffled before generating a response, the following was sent to the model:\n\n{SEEN}"
)


def shuffled(**event: object) -> dict[str, object]:
    model = {
        "event": "model",
        "input": [{"role": "user", "content": SEEN}],
        "output": {"choices": [{"message": {"content": REPLY}, "stop_reason": "length"}]},
    }
    scores = {"choice": {"value": "C", "answer": "B", "explanation": EXPLAINED}}
    return sample(scores=scores, events=[{"event": "state"}, model | event])


def test_prompt_reply_options_and_target_are_those_that_the_model_saw(tmp_path: Path, load) -> None:
    (item,) = load(write_json(tmp_path / "x.json", shuffled())).items
    assert item.prompt == SEEN
    assert (item.response.content, item.response.reasoning) == ("Well.\nANSWER: A", "It is A.")
    assert item.response.finish_reason == "length"
    assert item.options == {"A": "right", "B": "left"}
    assert item.target == ("A",)
    assert (item.recorded[0].answer, item.recorded[0].verdict) == ("A", Verdict.CORRECT)
    assert item.recorded[0].raw["answer"] == "B"
    assert item.metadata["choices_shuffled"] == {"A": "B", "B": "A"}


def test_messages_of_a_pool_are_found_again(tmp_path: Path, load) -> None:
    record = shuffled(input=[], input_refs=[[0, 1]])
    record["events_data"] = {"messages": [{"role": "user", "content": SEEN}]}
    (item,) = load(write_json(tmp_path / "x.json", record)).items
    assert item.prompt == SEEN


def test_without_events_the_rewritten_reply_is_shown_and_told(tmp_path: Path, load) -> None:
    run = load(write_json(tmp_path / "x.json", shuffled() | {"events": []}))
    assert run.items[0].response.content == "ANSWER: B"
    assert run.items[0].target == ("B",)
    assert [problem.kind for problem in run.problems] == ["shuffled_reply_lost"]


def test_references_of_any_shape_are_no_error() -> None:
    assert expand_refs([[1, 3], [-1, 2], "x", 0, 9, [0], None], ["a", "b", "c"]) == ["b", "c", "a"]
