import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.loaders.parquet_features import class_labels, read_features

FEATURES = {
    "gold": {"_type": "ClassLabel", "names": ["A", "B"]},
    "text": {"_type": "Value", "dtype": "string"},
    "odd": {"_type": "ClassLabel", "names": None},
}


def write(path: Path, metadata: dict[bytes, bytes] | None) -> Path:
    table = pa.table({"gold": [1, 0, -1], "text": ["x", "y", "z"]}).replace_schema_metadata(metadata)
    pq.write_table(table, path)
    return path


def test_features_are_read_from_the_schema(tmp_path: Path) -> None:
    path = write(tmp_path / "x", {b"huggingface": json.dumps({"info": {"features": FEATURES}}).encode()})
    features = read_features(path)
    assert features == FEATURES
    assert class_labels(features) == {"gold": ("A", "B")}


def test_a_file_without_features_has_none(tmp_path: Path) -> None:
    assert read_features(write(tmp_path / "a", None)) is None
    assert read_features(write(tmp_path / "b", {b"huggingface": b"{"})) is None
    assert read_features(write(tmp_path / "c", {b"huggingface": b"[]"})) is None
    (tmp_path / "d").write_bytes(b"PAR1 not at all PAR1")
    assert read_features(tmp_path / "d") is None
