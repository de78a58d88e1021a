"""What a Hugging Face data set says about its columns: the features in the schema's metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.loaders.files import open_seekable
from scoring.records import JsonValue

_KEY = b"huggingface"


def read_features(path: Path) -> Mapping[str, JsonValue] | None:
    """Return feature by column; None if the file is no Parquet, or has no such metadata.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        with open_seekable(path) as file:
            metadata = pq.read_schema(file).metadata or {}
        value = json.loads(metadata.get(_KEY, b"null"))
    except (pa.ArrowException, ValueError, RecursionError):
        return None
    info = value.get("info") if isinstance(value, dict) else None
    features = info.get("features") if isinstance(info, dict) else None
    return features if isinstance(features, dict) else None


def class_labels(features: Mapping[str, JsonValue]) -> dict[str, tuple[str, ...]]:
    """Return the names of every class label, by column; their cells hold positions in it."""
    labels: dict[str, tuple[str, ...]] = {}
    for column, feature in features.items():
        if isinstance(feature, dict) and feature.get("_type") == "ClassLabel":
            names = feature.get("names")
            if isinstance(names, list) and all(isinstance(name, str) for name in names):
                labels[column] = tuple(str(name) for name in names)
    return labels
