import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from scoring.errors import RunFormatError
from scoring.loaders.registry import load_run
from scoring.records import Item, Problem, TaskType

INSTANCE = {
    "instance_id": "x1",
    "task": "task_a",
    "domain": "charts",
    "prompt": "How many?",
    "answer_gt": {"type": "integer", "value": 7},
    "annotation_gt": {"type": "point", "value": [1, 2]},
    "reward_contract": {"annotation": {"id": "point_soft_distance_v0", "type": "point"}},
    "images": [{"path": "images/a.png"}],
    "scene_id": "bar",
}


def write(path: Path, records: list[object]) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def read(folder: Path, instances: list[object], responses: list[object]) -> tuple[list[Item], list[Problem]]:
    (folder / "set/images").mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (300, 400)).save(folder / "set/images/a.png")
    answers = write(folder / "lane_a_responses.jsonl", responses)
    path = write(folder / "set/train_instances.jsonl", instances)
    found = list(load_run(path, with_files={"responses": answers}).read())
    return [one for one in found if isinstance(one, Item)], [one for one in found if isinstance(one, Problem)]


def answer(instance_id: str = "x1", text: str = '{"answer":7}') -> dict[str, str]:
    return {"instance_id": instance_id, "response": text}


def test_an_instance_and_its_response_make_an_item(tmp_path: Path) -> None:
    (item,), problems = read(tmp_path, [INSTANCE], [answer()])
    assert problems == []
    assert (item.item_id, item.task_type, item.task, item.domain) == (
        "x1",
        TaskType.TRACE,
        "task_a",
        "charts",
    )
    assert (item.category, item.prompt, item.target) == ("charts", "How many?", ("7",))
    assert (item.response.content, item.images) == ('{"answer":7}', ("images/a.png",))
    assert (item.answer_gt, item.annotation_gt) == (INSTANCE["answer_gt"], INSTANCE["annotation_gt"])
    assert item.metadata == {"scene_id": "bar", "image_size_from": "image file"}


def test_the_size_is_the_record_s_own_where_it_has_one(tmp_path: Path) -> None:
    (item,), _ = read(tmp_path, [INSTANCE | {"image_size": [640, 480]}], [answer()])
    assert (item.image_size, "image_size_from" in item.metadata) == ((640, 480), False)
    (item,), _ = read(tmp_path, [INSTANCE], [answer()])
    assert item.image_size == (300, 400)


@pytest.mark.parametrize("images", [[], [{"path": "images/none.png"}], [{"path": "../../x.png"}]], ids=str)
def test_an_image_without_size_is_told_and_the_item_kept(tmp_path: Path, images: list) -> None:
    (item,), (problem,) = read(tmp_path, [INSTANCE | {"images": images}], [answer()])
    assert item.image_size is None
    assert (problem.kind, problem.skipped, problem.item_id) == ("image_size_unknown", False, "x1")


def test_what_has_no_counterpart_is_a_problem(tmp_path: Path) -> None:
    items, problems = read(tmp_path, [INSTANCE, INSTANCE | {"instance_id": "x2"}], [answer(), answer("x3")])
    assert [item.item_id for item in items] == ["x1"]
    assert [(problem.kind, problem.skipped) for problem in problems] == [
        ("instance_without_response", True),
        ("response_without_instance", True),
    ]


def test_several_responses_of_an_instance_are_its_attempts(tmp_path: Path) -> None:
    items, problems = read(tmp_path, [INSTANCE], [answer(text="a"), answer(text="b")])
    assert [(item.attempt, item.response.content) for item in items] == [(0, "a"), (1, "b")]
    assert problems == []


def test_a_line_that_is_no_response_is_told_with_its_place(tmp_path: Path) -> None:
    items, problems = read(tmp_path, [INSTANCE], [answer(), {"instance_id": 7}, []])
    assert len(items) == 1
    assert [(problem.kind, problem.file, problem.line) for problem in problems] == [
        ("malformed_record", "lane_a_responses.jsonl", 2),
        ("malformed_record", "lane_a_responses.jsonl", 3),
    ]


def test_ground_truth_may_be_json_text(tmp_path: Path) -> None:
    as_text = {key: json.dumps(INSTANCE[key]) for key in ("answer_gt", "annotation_gt", "reward_contract")}
    (item,), problems = read(tmp_path, [INSTANCE | as_text], [answer()])
    assert (item.answer_gt, problems) == (INSTANCE["answer_gt"], [])
    (item,), (problem,) = read(tmp_path, [INSTANCE | {"answer_gt": "{"}], [answer()])
    assert (item.answer_gt, problem.kind, problem.path) == (None, "bad_field", "$.answer_gt")


def test_a_data_set_root_is_one_run_and_its_instances_are_read(tmp_path: Path) -> None:
    read(tmp_path, [INSTANCE], [answer()])
    write(tmp_path / "set/trace_export_answer.jsonl", [INSTANCE])
    run = load_run(tmp_path / "set", with_files={"responses": tmp_path / "lane_a_responses.jsonl"})
    assert [path.name for path in run.info.sources] == ["train_instances.jsonl", "lane_a_responses.jsonl"]
    assert (run.info.lane, run.info.benchmark) == ("lane_a", "Trace")
    assert len(list(run.read())) == 1


def test_without_responses_a_problem_says_how_to_name_them(tmp_path: Path) -> None:
    path = write(tmp_path / "set/train_instances.jsonl", [INSTANCE])
    first, second = load_run(path).read()
    assert (first.kind, first.skipped) == ("no_responses", False)
    assert "--with responses=FILE" in first.cure
    assert (second.kind, second.skipped) == ("instance_without_response", True)


def test_progress_ends_at_the_size_of_both_files(tmp_path: Path) -> None:
    read(tmp_path, [INSTANCE], [answer()])
    run = load_run(tmp_path / "set", with_files={"responses": tmp_path / "lane_a_responses.jsonl"})
    seen: list[int] = []
    list(run.read(seen.append))
    assert seen[-1] == run.total_bytes


def table(folder: Path, **changes: object) -> Path:
    texts = {key: json.dumps(INSTANCE[key]) for key in ("answer_gt", "annotation_gt", "reward_contract")}
    row = INSTANCE | texts | changes
    pq.write_table(pa.Table.from_pylist([row, row | {"instance_id": "x2"}]), folder / "export.parquet")
    return folder / "export.parquet"


def png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (300, 400)).save(file, "PNG")
    return file.getvalue()


def test_a_table_holds_the_same_items_as_lines(tmp_path: Path) -> None:
    (item,), problems = read(tmp_path, [INSTANCE], [answer()])
    run = load_run(table(tmp_path / "set"), with_files={"responses": tmp_path / "lane_a_responses.jsonl"})
    from_table, missing = run.read()
    assert (from_table, problems) == (item, [])
    assert (missing.kind, missing.index, missing.file) == ("instance_without_response", 1, "export.parquet")


@pytest.mark.parametrize(
    "images",
    [[{"bytes": png(), "path": "a.png"}], [{"bytes": png(), "path": None}], [png()]],
    ids=["named", "nameless", "bytes"],
)
def test_the_images_inside_a_table_are_handed_out_and_give_the_size(tmp_path: Path, images: list) -> None:
    answers = write(tmp_path / "lane_a_responses.jsonl", [answer(), answer()])
    run = load_run(table(tmp_path, images=images), with_files={"responses": answers})
    found: list = []
    item, second, _ = run.read(on_image=found.append)
    (image,) = found
    assert (item.images, image.data) == ((image.path,), png())
    assert (item.image_size, item.metadata["image_size_from"]) == ((300, 400), "embedded image")
    assert (second.attempt, second.images) == (1, item.images)


def test_a_table_may_say_the_size_itself(tmp_path: Path) -> None:
    answers = write(tmp_path / "lane_a_responses.jsonl", [answer()])
    path = table(tmp_path, image_sizes_exported=[{"width": 640, "height": 480}])
    item, _ = load_run(path, with_files={"responses": answers}).read()
    assert item.image_size == (640, 480)


def test_a_table_of_something_else_is_declined_with_its_columns(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "x.parquet")
    with pytest.raises(RunFormatError, match=r"got a Parquet file.*trace: expected a table with .*keys 'a'"):
        load_run(tmp_path / "x.parquet")


@pytest.mark.parametrize("name", ["hf_parquet_images/embedded.parquet", "trace/export_paths.parquet"])
def test_real_exports_say_the_same_as_their_lines(runs_folder: Path, tmp_path: Path, name: str) -> None:
    lines = (runs_folder / "trace/export_answer_and_annotation.jsonl").read_text(encoding="utf-8")
    ids = [json.loads(line)["instance_id"] for line in lines.splitlines()]
    answers = write(tmp_path / "r_responses.jsonl", [answer(one) for one in ids])

    def items(path: str) -> list[tuple]:
        run = load_run(runs_folder / path, with_files={"responses": answers})
        return [
            (one.item_id, one.task, one.answer_gt, one.annotation_gt, one.reward_contract, one.image_size)
            for one in run.read()
        ]

    assert items(name) == items("trace/export_answer_and_annotation.jsonl")
