import json
from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.registry import load_run

VISUAL = Path(__file__).parents[4].parent / "shared/data/visual"
DATA_SET = {
    "info": {"year": 2026},
    "annotations": [
        {
            "id": 1,
            "image_id": 7,
            "category_id": 1,
            "bbox": [10, 20, 30, 40],
            "iscrowd": 0,
            "segmentation": [[1, 2]],
        },
        {"id": 2, "image_id": 7, "category_id": 1, "bbox": [0, 0, 5, 5], "iscrowd": 1},
    ],
    "images": [
        {"id": 7, "width": 100, "height": 80, "file_name": "a.png", "licence": 3},
        {"id": 8, "width": 60, "height": 60},
    ],
    "categories": [{"id": 1, "name": "cat"}],
}
RESULTS = [
    {"image_id": 7, "category_id": 1, "bbox": [11, 20, 30, 40], "score": 0.9},
    {"image_id": 7, "category_id": 5, "bbox": [1, 1, 2, 2], "score": 0.1},
]


@pytest.fixture
def joined(load_json, tmp_path):
    def read(data_set=DATA_SET, results=RESULTS, **options):
        path = tmp_path / "results.json"
        path.write_text(json.dumps(results), encoding="utf-8")
        return load_json(data_set, with_files={"results": path}, **options)

    return read


def test_every_image_is_an_item_with_boxes_of_both_sides_as_corners(joined):
    loaded = joined()
    first, second = loaded.items
    assert (first.item_id, first.images, first.image_size) == ("7", ("a.png",), (100, 80))
    assert first.annotation_gt == {"type": "detection", "value": [[10, 20, 40, 60]]}
    assert first.annotation_pred == [[11, 20, 41, 60], [1, 1, 3, 3]]
    assert (first.target_labels, first.pred_labels, first.pred_scores) == (("cat",), ("cat", "5"), (0.9, 0.1))
    assert first.metadata == {"licence": 3, "n_crowd": 1, "boxes_read_as": "xywh"}
    assert (second.target_labels, second.pred_labels) == ((), ())
    assert loaded.problems == []


def test_results_may_be_read_as_corners(joined):
    assert joined(options={"boxes": "xyxy"}).items[0].annotation_pred[0] == [11, 20, 30, 40]


def test_without_results_the_targets_are_items_and_a_problem_says_how_to_join(load_json):
    loaded = load_json(DATA_SET)
    assert [item.annotation_pred for item in loaded.items] == [None, None]
    assert loaded.problems[0].kind == "no_results"


def test_what_is_wrong_is_told_and_not_scored(joined):
    bad = [*RESULTS, {"image_id": 99, "category_id": 1, "bbox": [1, 1, 2, 2]}, {"image_id": 7}]
    bad.append({"image_id": 7, "category_id": 1, "bbox": [1, 2]})
    loaded = joined(results=bad)
    told = {problem.kind for problem in loaded.problems}
    assert told == {"result_without_image", "malformed_record", "malformed_box"}
    assert len(loaded.items[0].annotation_pred) == 2


def test_a_cut_file_gives_what_stands_before_the_cut_and_says_so(load_json):
    loaded = load_json(json.dumps(DATA_SET)[:-40])
    assert [item.item_id for item in loaded.items] == ["7", "8"]
    assert any(problem.kind == "truncated_file" for problem in loaded.problems)


def test_results_alone_are_refused_with_what_to_open(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(RESULTS), encoding="utf-8")
    with pytest.raises(RunFormatError, match="--with results=FILE"):
        load_run(path)


@pytest.mark.skipif(not VISUAL.is_dir(), reason="the detection files are not beside the checkout")
def test_a_real_data_set_and_its_results_are_read_whole(load):
    folder = VISUAL / "coco100_noimage"
    results = folder / "instances_val2014_fakebbox100_results.json"
    loaded = load(folder / "instances_val2014_100.json", with_files={"results": results})
    assert (len(loaded.items), loaded.problems) == (100, [])
    given = json.loads(results.read_text(encoding="utf-8"))
    assert sum(len(item.annotation_pred) for item in loaded.items) == len(given)
