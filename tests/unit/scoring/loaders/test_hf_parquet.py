import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from scoring.loaders.hf_parquet import sniff
from scoring.loaders.registry import load_run


def png() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (5, 4)).save(data, "PNG")
    return data.getvalue()


def write(path: Path, features: dict[str, object] | None) -> Path:
    rows = [
        {
            "id": i,
            "image": {"bytes": png(), "path": None},
            "choices": ["x", "y", "z"],
            "gold": 2,
            "response": "It is C.",
        }
        for i in range(3)
    ]
    table = pa.Table.from_pylist(rows)
    if features is not None:
        metadata = {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
        table = table.replace_schema_metadata(metadata)
    pq.write_table(table, path)
    return path


def test_class_labels_and_embedded_images_are_read(tmp_path: Path, load) -> None:
    path = write(tmp_path / "x", {"gold": {"_type": "ClassLabel", "names": ["A", "B", "C"]}})
    run = load(path)
    assert run.info.format == "hf-parquet"
    assert {item.target for item in run.items} == {("C",)}
    assert {item.images for item in run.items} == {(run.items[0].images[0],)}
    images: list[object] = []
    list(load_run(path).read(None, images.append))
    assert [image.size for image in images] == [(5, 4)] * 3
    assert run.items[0].images == (images[0].path,)


def test_a_parquet_file_without_features_is_a_plain_table(tmp_path: Path, load) -> None:
    path = write(tmp_path / "x", None)
    assert "huggingface" in str(sniff(path))
    run = load(path)
    assert run.info.format == "table"
    assert {item.target for item in run.items} == {("C",)}


def test_the_real_data_set_with_images_opens_when_it_is_asked_for(runs_folder: Path, load) -> None:
    run = load(runs_folder / "hf_parquet_images/embedded.parquet", format="hf-parquet")
    assert len(run.items) == 13
    assert all(item.images[0].startswith("images/") for item in run.items)
    assert {problem.kind for problem in run.problems} <= {"missing_target", "all_replies_empty"}


def test_a_git_lfs_pointer_is_named(tmp_path: Path) -> None:
    import pytest

    from scoring.errors import RunFormatError

    (tmp_path / "x.parquet").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    with pytest.raises(RunFormatError, match="Git LFS pointer"):
        load_run(tmp_path / "x.parquet")
