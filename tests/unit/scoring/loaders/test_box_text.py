import json
from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.registry import load_run
from scoring.rescore.pipeline import rescore_in_memory

VOC = Path(__file__).parents[4].parent / "shared/data/visual/voc_detections"
NAMES = (
    "aeroplane bicycle bird boat bottle bus car cat chair cow diningtable dog horse motorbike person "
    "pottedplant sheep sofa train tvmonitor"
)
RECORD = {
    "id": "one",
    "image": "images/one.jpg",
    "width": 100,
    "height": 50,
    "target": [[10, 10, 30, 30]],
    "target_labels": ["dog"],
    "prediction": [[10, 10, 20, 20]],
    "prediction_labels": ["dog"],
    "prediction_scores": [0.5],
}


@pytest.fixture
def run(tmp_path, load):
    def read(texts, names=None, **options):
        folder = tmp_path / "detections"
        folder.mkdir()
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        with_files = {"detections": folder}
        if names:
            with_files["names"] = tmp_path / "names.txt"
            with_files["names"].write_text(names, encoding="utf-8")
        path = tmp_path / "targets.jsonl"
        path.write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
        return load(path, with_files=with_files, **options)

    return read


def test_lines_of_an_image_become_its_predictions(run):
    loaded = run(
        {"one.txt": "1 0.75 10 10 20 20\n\n0 0.5 1 2 3 4\n"}, names="cat\ndog\n", options={"boxes": "xywh"}
    )
    (item,) = loaded.items
    assert item.annotation_pred == [[10, 10, 30, 30], [1, 2, 4, 6]]
    assert (item.pred_labels, item.pred_scores, item.target_labels) == (("dog", "cat"), (0.75, 0.5), ("dog",))
    assert loaded.problems == []


def test_numbers_without_names_are_told(run):
    loaded = run({"one.txt": "1 0.75 10 10 20 20\n"})
    assert loaded.items[0].pred_labels == ("1",)
    assert [problem.kind for problem in loaded.problems] == ["class_names_unknown"]


@pytest.mark.parametrize(
    "line", ["dog 0.5 1 2 3", "dog high 1 2 3 4", "dog 0.5 1 2 3 nan", "dog 0.5 1 2 3 4 5"]
)
def test_a_line_that_is_no_box_is_told_with_its_place(run, line):
    loaded = run({"one.txt": f"dog 0.5 1 2 3 4\n{line}\n"})
    assert len(loaded.items[0].annotation_pred) == 1
    assert (loaded.problems[0].kind, loaded.problems[0].path) == ("malformed_box", "one.txt:2")


def test_an_image_without_a_file_has_no_prediction_and_a_file_without_image_is_told(run):
    loaded = run({"two.txt": "dog 0.5 1 2 3 4\n"})
    assert loaded.items[0].annotation_pred is None
    assert {p.kind for p in loaded.problems} == {"image_without_detections", "detections_without_image"}


def test_without_a_folder_the_records_own_predictions_count(load_json):
    (item,) = load_json(json.dumps(RECORD)).items
    assert (item.annotation_pred, item.pred_scores) == ([[10, 10, 20, 20]], (0.5,))


def test_a_folder_that_is_none_is_refused(tmp_path, load_json):
    with pytest.raises(RunFormatError, match="expected a folder of text files"):
        load_json(json.dumps(RECORD), with_files={"detections": tmp_path / "none"})


@pytest.mark.skipif(not VOC.is_dir(), reason="the detection files are not beside the checkout")
@pytest.mark.parametrize(
    ("folder", "boxes", "mean", "frame"),
    [
        ("abs_xyx2y2", "xyxy", 0.413, None),
        ("abs_xywh", "xywh", 0.413, None),
        ("rel_xywh", "cxcywh-norm", 0.413, None),
        ("abs_xywh", "xyxy", 0.082, "xywh"),
        ("rel_xywh", "xyxy", 0.000, "cxcywh 0-1"),
    ],
)
def test_real_detections_score_alike_in_their_own_form_and_the_run_names_a_wrong_one(
    tmp_path, folder, boxes, mean, frame
):
    names = tmp_path / "names.txt"
    names.write_text("\n".join(NAMES.split()), encoding="utf-8")
    with_files = {"detections": VOC / "dets" / folder, "names": names}
    audit = rescore_in_memory(load_run(VOC / "items.jsonl", with_files=with_files, options={"boxes": boxes}))
    rows = audit.rows(columns=("details",))
    earned = [value for text in rows.details for value in json.loads(text)["classes"].values()]
    assert (len(rows), len(earned)) == (22, 52)
    assert sum(earned) / len(earned) == pytest.approx(mean, abs=0.0005)
    named = [finding.where["frames_fitting"] for finding in audit.info.findings]
    assert named == ([[frame]] if frame else [])
