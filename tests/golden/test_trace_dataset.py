"""The generated data set with its two made-up lanes: every item's scores, under four settings."""

import json
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring import load_run, rescore_run
from scoring.policy import policy_from_dict

DATA = Path(__file__).parents[2].parent / "shared/data/trace/dataset"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the data set is not here")

SETTINGS = {
    "": {},
    "_answer": {"trace_mode": "answer"},
    "_additive_fw": {
        "trace_formula": "additive",
        "trace_answer_weight": 1,
        "trace_annotation_weight": 2,
        "trace_format_weight": 0.2,
    },
    # Without the size of the image, the half-life is 32 px.
    "_no_image_size": {"trace_half_life_px": 32},
}
COLUMNS = {
    "score": "overall",
    "answer_reward": "answer_reward",
    "annotation_reward": "annotation_reward",
    "task_reward": "task_reward_raw",
    "format_score": "format",
    "annotation_parse_ok": "annotation_parse_ok",
}
SOURCES = ("", "train_instances.jsonl", "trace_export_answer_and_annotation.jsonl", "records.jsonl")


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def rescored(lane: str, out: Path, source: str = "", **options: object):
    policy = policy_from_dict({"name": "golden", **options})
    run = load_run(DATA / source, with_files={"responses": DATA / f"lane_{lane}_responses.jsonl"})
    return rescore_run(run, out / "audit", policy=policy)


@pytest.mark.parametrize("lane", ["a", "b"])
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_item_has_the_scores_of_the_reference(lane: str, setting: str, tmp_path: Path) -> None:
    audit = rescored(lane, tmp_path, **SETTINGS[setting])
    rows = audit.rows(columns=["item_id", "verdict", *COLUMNS]).set_index("item_id").to_dict("index")
    scores = {line["instance_id"]: line["scores"] for line in lines(f"lane_{lane}_scores{setting}.jsonl")}
    assert rows.keys() == scores.keys()
    for item_id, row in rows.items():
        want = scores[item_id]
        assert {name: row[name] for name in COLUMNS} == pytest.approx(
            {name: want[key] for name, key in COLUMNS.items()}, abs=1e-6
        )
        assert (row["verdict"] == "correct") == (want["answer_reward"] == 1.0)


@pytest.mark.parametrize(("lane", "overall", "annotation"), [("a", 0.3322, 0.4819), ("b", 0.6869, 0.8284)])
@pytest.mark.parametrize("source", SOURCES)
def test_the_means_are_the_published_ones_from_any_file_of_the_set(
    lane: str, overall: float, annotation: float, source: str, tmp_path: Path
) -> None:
    rows = rescored(lane, tmp_path, source).rows(columns=["score", "annotation_reward"])
    assert rows["score"].mean() == pytest.approx(overall, abs=5e-5)
    assert rows["annotation_reward"].mean() == pytest.approx(annotation, abs=5e-5)


@pytest.mark.parametrize("held", ["embedded", "as paths"])
@pytest.mark.parametrize(("lane", "overall", "annotation"), [("a", 0.3322, 0.4819), ("b", 0.6869, 0.8284)])
def test_the_means_are_the_same_from_a_table_and_its_images_stand_in_the_audit(
    lane: str, overall: float, annotation: float, held: str, tmp_path: Path
) -> None:
    records = lines("trace_export_answer_and_annotation.jsonl")
    pictures = [(DATA / record["images"][0]["path"]).read_bytes() for record in records]
    for record, picture in zip(records, pictures, strict=True):
        record |= {key: json.dumps(record[key]) for key in ("answer_gt", "annotation_gt", "reward_contract")}
        record["images"][0] |= {"bytes": picture} if held == "embedded" else {}
    (tmp_path / "set").mkdir()
    shutil.copytree(DATA / "images", tmp_path / "set/images")
    pq.write_table(pa.Table.from_pylist(records), tmp_path / "set/export.parquet", row_group_size=20)
    run = load_run(
        tmp_path / "set/export.parquet", with_files={"responses": DATA / f"lane_{lane}_responses.jsonl"}
    )
    audit = rescore_run(run, tmp_path / "audit", workers=2)
    rows = audit.rows(columns=["score", "annotation_reward", "images"])
    assert rows["score"].mean() == pytest.approx(overall, abs=5e-5)
    assert rows["annotation_reward"].mean() == pytest.approx(annotation, abs=5e-5)
    if held == "embedded":
        kept = [(tmp_path / "audit" / paths[0]).read_bytes() for paths in rows["images"]]
        assert kept == pictures


def test_the_audit_says_where_the_half_life_came_from_and_what_was_read(tmp_path: Path) -> None:
    audit = rescored("a", tmp_path)
    columns = ["annotation_type", "half_life_source", "half_life_px", "image_size", "metadata", "pairs"]
    rows = audit.rows(columns=columns)
    assert set(rows["half_life_source"]) == {"image_size", "none"}
    assert all("image file" in metadata for metadata in rows["metadata"])
    assert rows["annotation_type"].nunique() == 12
    assert all(
        (source == "none") == kind.startswith("bbox")
        for source, kind in zip(rows["half_life_source"], rows["annotation_type"], strict=True)
        if source != "none"
    )


@pytest.mark.parametrize("lane", ["a", "b"])
def test_the_ledger_of_every_item_sums_to_its_annotation_reward(lane: str, tmp_path: Path) -> None:
    rows = rescored(lane, tmp_path).rows(columns=["pairs", "annotation_reward"])
    for pairs, reward in zip(rows["pairs"], rows["annotation_reward"], strict=True):
        ledger = json.loads(pairs) if isinstance(pairs, str) else pairs
        assert sum(row["share"] for row in ledger) == pytest.approx(reward, abs=1e-9)
