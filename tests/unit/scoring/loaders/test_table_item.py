import pytest

from scoring.loaders.column_mapping import ColumnMapping
from scoring.loaders.fields import Fields
from scoring.loaders.table_item import to_item
from scoring.records import Item, TaskType, Verdict

BASE = {"content": ("out",), "target": ("gold",)}


def convert(row: dict[str, object], columns: dict[str, tuple[str, ...]] | None = None, **mapping: object):
    fields = Fields(row, key=None, index=7)
    item = to_item(fields, mapping=ColumnMapping(columns={**BASE, **(columns or {})}, **mapping))
    return item, [(kind, path) for kind, _, path in fields.problems]


def one(row: dict[str, object], columns: dict[str, tuple[str, ...]] | None = None, **mapping: object) -> Item:
    item, problems = convert(row, columns, **mapping)
    assert item is not None
    assert problems == []
    return item


def test_cells_become_the_fields_of_an_item() -> None:
    row = {
        "id": 3.0, "data": "set", "subject": "law", "q": "?", "out": " It is B. ", "gold": "B",
        "why": "because", "end": "stop", "picture": "a.png", "pred": "B", "ok": "True", "points": "0.5",
        "n": "2", "rest": [1],
    }  # fmt: skip
    item = one(
        row,
        {
            "item_id": ("id",), "task": ("data",), "category": ("subject",), "prompt": ("q",),
            "reasoning": ("why",), "finish_reason": ("end",), "images": ("picture",),
            "recorded_answer": ("pred",), "attempt": ("n",),
            "recorded_verdict": ("ok",), "recorded_score": ("points",),
        },
    )  # fmt: skip
    assert (item.item_id, item.task, item.category, item.prompt, item.attempt) == ("3", "set", "law", "?", 2)
    assert (item.response.content, item.response.reasoning) == (" It is B. ", "because")
    assert (item.task_type, item.target, item.images) == (TaskType.CHOICE, ("B",), ("a.png",))
    (recorded,) = item.recorded
    assert (recorded.answer, recorded.verdict, recorded.score) == ("B", Verdict.CORRECT, 0.5)
    assert recorded.raw == {"pred": "B", "ok": "True", "points": "0.5"}
    assert item.metadata == {"rest": [1], "labels_assumed": True}


@pytest.mark.parametrize(
    ("choices", "options"),
    [
        (["x", "y"], {"A": "x", "B": "y"}),
        ("['x', 'y']", {"A": "x", "B": "y"}),
        ('["x", null]', {"A": "x", "B": None}),
        ({"1": "x", "2": "y"}, {"1": "x", "2": "y"}),
        ({"label": ["A", "B"], "text": ["x", "y"]}, {"A": "x", "B": "y"}),
    ],
)
def test_options_of_one_column_are_read_in_every_shape(choices: object, options: dict[str, str]) -> None:
    row = {"out": "x", "gold": next(iter(options)), "choices": choices}
    assert one(row, {"options": ("choices",)}).options == options


def test_options_of_a_column_each_end_with_the_last_filled_cell() -> None:
    row = {"out": "x", "gold": "B", "A": "None", "B": "", "C": "NA", "D": "", "E": None}
    item = one(row, {"options": ("A", "B", "C", "D", "E")})
    assert item.options == {"A": "None", "B": None, "C": "NA"}


def test_the_right_option_is_kept_though_its_cell_is_empty() -> None:
    row = {"out": "x", "gold": "D", "A": "a", "B": "b", "C": "", "D": ""}
    assert one(row, {"options": ("A", "B", "C", "D")}).options == {"A": "a", "B": "b", "D": None}


@pytest.mark.parametrize(
    ("gold", "target_is", "label"),
    [
        ("(b)", "auto", "B"),
        ("y", "auto", "B"),
        ("B", "label", "B"),
        ("y ", "text", "B"),
        (1, "index0", "B"),
        ("1.0", "index0", "B"),
        (2, "index1", "B"),
    ],
)
def test_a_target_of_any_kind_becomes_a_label(gold: object, target_is, label: str) -> None:
    row = {"out": "x", "gold": gold, "choices": ["x", "y"]}
    assert one(row, {"options": ("choices",)}, target_is=target_is).target == (label,)


def test_a_target_that_is_no_option_is_told() -> None:
    row = {"out": "x", "gold": 5, "choices": ["x", "y"]}
    item, problems = convert(row, {"options": ("choices",)}, target_is="index0")
    assert item is not None
    assert (item.target, problems) == (("5",), [("target_outside_options", "$.gold")])


def test_several_targets_are_several_labels() -> None:
    item = one({"out": "x", "gold": "['A', 'C']", "c": ["x", "y", "z"]}, {"options": ("c",)})
    assert (item.target, item.task_type) == (("A", "C"), TaskType.MULTI_CHOICE)


def test_the_mapping_decides_the_type() -> None:
    assert one({"out": "x", "gold": "5"}, task_type=TaskType.SHORT_TEXT).task_type is TaskType.SHORT_TEXT
    assert one({"out": "x", "gold": "5"}).task_type is TaskType.NUMBER


def test_a_row_without_id_goes_by_its_number() -> None:
    item = one({"out": "x", "gold": "y"})
    assert (item.item_id, item.metadata["item_id_assumed"]) == ("7", True)


def test_an_empty_response_is_no_error_and_a_missing_target_is_told() -> None:
    item, problems = convert({"out": "", "gold": None})
    assert item is None
    item, problems = convert({"out": "", "gold": "", "id": 1}, {"item_id": ("id",)})
    assert item is not None
    assert (item.response.content, problems) == ("", [("missing_target", "$.gold")])


def test_of_several_replies_the_first_is_read_and_all_are_kept() -> None:
    item = one({"out": ["one", "two"], "gold": "x"})
    assert item.response.content == "one"
    assert item.metadata["out"] == ["one", "two"]
    assert "out" not in one({"out": ["one"], "gold": "x"}).metadata


@pytest.mark.parametrize(("column", "value"), [("n", "first"), ("n", -1), ("ok", "maybe")])
def test_a_cell_of_another_kind_is_told(column: str, value: object) -> None:
    row = {"out": "x", "gold": "y", column: value}
    _, problems = convert(row, {"attempt": ("n",), "recorded_verdict": ("ok",)})
    assert problems == [("bad_field", f"$.{column}")]
