import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

import scoring
from scoring.audit.drawing import DRAWN_COLUMNS, drawn_item, picture_of, run_folder, subject_of, subjects_of
from scoring.audit.query import Audit
from scoring.draw.subject import Subject
from scoring.loaders.registry import load_run

SAMPLE = Path(__file__).parents[4] / "sample_runs/grounding"


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    return scoring.rescore_run(SAMPLE / "lane_a.jsonl", tmp_path_factory.mktemp("audit") / "a")


def test_the_few_columns_give_the_same_as_the_whole_row(audit: Audit) -> None:
    ordinals = range(audit.info.n_items)
    assert subjects_of(audit, ordinals) == [subject_of(audit.item(ordinal)) for ordinal in ordinals]


def test_items_come_in_the_order_asked_for_and_unknown_ones_are_left_out(audit: Audit) -> None:
    assert [one.ordinal for one in subjects_of(audit, [5, 2, 10**6, 9])] == [5, 2, 9]


def test_no_text_of_an_item_is_read_for_its_picture() -> None:
    assert not {"prompt", "content", "reasoning"} & set(DRAWN_COLUMNS)


def test_an_audit_beside_its_run_knows_the_folder_of_the_images(audit: Audit) -> None:
    assert run_folder(audit) == SAMPLE


def test_every_item_of_the_sample_is_drawn_on_its_image(audit: Audit) -> None:
    drawn = [drawn_item(subject, SAMPLE) for subject in subjects_of(audit, range(audit.info.n_items))]
    assert [one.subject.item_id for one in drawn if one.picture.is_blank] == []
    assert all(one.scene.rows for one in drawn)


def test_a_canvas_of_unknown_size_holds_what_the_annotation_names() -> None:
    subject = Subject(
        item_id="a", task_type="trace", pairs=[{"state": "extra", "pred": [10.0, 20.0, 3000.0, 40.0]}]
    )
    assert min(picture_of(subject, None).size) > 3000


def test_an_image_that_the_run_file_embeds_is_drawn_from_its_audit(tmp_path):
    picture = io.BytesIO()
    Image.new("RGB", (60, 40), "#ff0000").save(picture, "PNG")
    lines = [json.loads(line) for line in (SAMPLE / "lane_a.jsonl").read_text().splitlines()[1:2]]
    record = {
        "instance_id": lines[0]["item_id"],
        "prompt": lines[0]["prompt"],
        "images": [{"bytes": picture.getvalue(), "path": None}],
        **{name: json.dumps(lines[0][name]) for name in ("answer_gt", "annotation_gt", "reward_contract")},
    }
    pq.write_table(pa.Table.from_pylist([record]), tmp_path / "export.parquet")
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps({"instance_id": lines[0]["item_id"], "response": lines[0]["content"]}))
    run = load_run(tmp_path / "export.parquet", "trace", with_files={"responses": replies})
    audit = scoring.rescore_run(run, tmp_path / "audit")
    (subject,) = subjects_of(audit, [0])
    assert subject == subject_of(audit.item(0), audit.folder)
    drawn = picture_of(subject, None)
    assert drawn.image.size == (60, 40)
    assert drawn.image.convert("RGB").getpixel((5, 5)) == (255, 0, 0)
