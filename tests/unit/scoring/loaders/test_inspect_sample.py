from pathlib import Path

import pytest

from scoring.records import TaskType
from tests.unit.scoring.loaders.inspect_logs import PNG, sample, write_json


@pytest.fixture
def one(tmp_path: Path, load):
    """Return a function that reads a sample as an item, with its problems."""

    def read(record: dict[str, object], **head: object):
        run = load(write_json(tmp_path / "x.json", record, **head))
        return run.items[0], [problem.kind for problem in run.problems]

    return read


def test_a_sample_is_an_item(one) -> None:
    item, problems = one(sample(7, epoch=3))
    assert (item.item_id, item.attempt, item.task, item.category) == ("7", 2, "places", "law")
    assert (item.task_type, item.options, item.target) == (
        TaskType.CHOICE,
        {"A": "left", "B": "right"},
        ("B",),
    )
    assert item.prompt == "Where? A) left B) right"
    assert item.metadata["input"] == "Where?"
    assert (item.response.content, item.response.finish_reason) == ("ANSWER: B", "stop")
    assert problems == []


@pytest.mark.parametrize(
    ("target", "labels", "task_type"),
    [
        ("A", ("A",), TaskType.CHOICE),
        (["A", "B"], ("A", "B"), TaskType.MULTI_CHOICE),
        ("AB", ("A", "B"), TaskType.MULTI_CHOICE),
        ("right", ("B",), TaskType.CHOICE),
    ],
)
def test_targets_of_a_sample_with_choices_are_labels(one, target, labels, task_type) -> None:
    item, _ = one(sample(target=target))
    assert (item.target, item.task_type) == (labels, task_type)


@pytest.mark.parametrize(
    ("target", "scorer", "task_type"),
    [
        (" No", "match", TaskType.SHORT_TEXT),
        ("1,000.5", "match", TaskType.NUMBER),
        (["2", "2.0"], "match", TaskType.NUMBER),
        ("Paris", "includes", TaskType.SUBSTRING),
        ("nan", "match", TaskType.SHORT_TEXT),
        ("infinity", "match", TaskType.SHORT_TEXT),
    ],
)
def test_without_choices_scorer_and_target_make_the_type(one, target, scorer, task_type) -> None:
    item, _ = one(sample(choices=..., target=target, scores={scorer: {"value": "C"}}))
    assert item.task_type is task_type
    assert item.target == (tuple(target) if isinstance(target, list) else (target,))


def test_a_reply_that_a_model_judged_has_no_target_to_compare_with(one) -> None:
    item, _ = one(sample(choices=..., target="An essay.", scores={"model_graded_qa": {"value": "C"}}))
    assert item.target == ()
    assert item.metadata["target"] == ["An essay."]


def test_a_sample_that_failed_is_told_with_its_error(one) -> None:
    record = sample(output={"choices": [], "completion": ""}, scores={}, error={"message": "no luck"})
    item, problems = one(record)
    assert problems == ["sample_error"]
    assert item.response.content is None
    assert item.metadata["error"] == {"message": "no luck"}
    assert item.recorded == ()


def test_images_are_taken_out_of_the_question(tmp_path: Path, one) -> None:
    content = [{"type": "text", "text": "What?"}, {"type": "image", "image": "attachment://i"}]
    record = sample(messages=[{"role": "user", "content": content}], attachments={"i": PNG})
    item, _ = one(record)
    assert item.images[0].startswith("images/")


def test_metadata_of_the_author_keeps_its_names(one) -> None:
    item, _ = one(sample(metadata={"uuid": "mine", "n": 1}, uuid="theirs"))
    assert item.metadata["uuid"] == "mine"
    assert item.metadata["inspect_uuid"] == "theirs"


@pytest.mark.parametrize("value", [None, True, [], {}])
def test_a_sample_without_id_is_skipped(tmp_path: Path, load, value: object) -> None:
    run = load(write_json(tmp_path / "x.json", sample(), sample(id=value)))
    assert len(run.items) == 1
    assert [(p.kind, p.path, p.skipped) for p in run.problems] == [("malformed_record", "$.id", True)]


def test_other_replies_are_kept(one) -> None:
    replies = [{"message": {"content": text}} for text in ("ANSWER: B", "ANSWER: A")]
    item, _ = one(sample(output={"choices": replies}))
    assert item.response.content == "ANSWER: B"
    assert item.metadata["other_replies"] == ["ANSWER: A"]


@pytest.mark.parametrize("epoch", [0, -1, "1", 1 << 40])
def test_an_epoch_that_is_none_is_told(one, epoch: object) -> None:
    item, problems = one(sample(epoch=epoch))
    assert (item.attempt, problems) == (0, ["bad_field"])
