"""Names for files that are no run of ours, so that an error can say what a file is."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path

_HEAD_BYTES = 4096

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (
        b"PK\x03\x04",
        "a zip archive (an .eval log, an .xlsx or packed results); unpack it and open the file inside",
    ),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstandard archive; unpack it first"),
    (b"BZh", "a bzip2 archive; unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive; unpack it first"),
    (b"PAR1", "a Parquet file; an audit is opened by its folder"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"\x80\x02", "a Python pickle, which is never opened, since opening it can run code"),
    (b"\x80\x03", "a Python pickle, which is never opened, since opening it can run code"),
    (b"\x80\x04", "a Python pickle, which is never opened, since opening it can run code"),
    (b"\x80\x05", "a Python pickle, which is never opened, since opening it can run code"),
    (b"\xff\xfe", "UTF-16 text; save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text; save it as UTF-8"),
)

_SHAPES: tuple[tuple[AbstractSet[str], str], ...] = (
    ({"version", "status", "eval"}, "an Inspect log"),
    ({"doc_id", "doc", "resps"}, "a samples file of lm-evaluation-harness"),
    ({"results", "configs", "versions"}, "a results file of lm-evaluation-harness"),
    ({"config_general", "results"}, "a results file of lighteval"),
    ({"adapter_spec", "request_states"}, "a HELM scenario state"),
    ({"images", "annotations"}, "a COCO data set"),
    (
        {"image_id", "category_id", "score"},
        "COCO detection results; open the data set's file with --with results=FILE",
    ),
    ({"origin_prompt", "prediction"}, "an OpenCompass prediction file"),
    ({"schema_version", "loader", "policy"}, "the header of an audit; open its folder"),
)


def binary_kind(path: Path) -> str | None:
    """Return what a file that cannot hold a run is, by its first bytes; None if it may be text.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if not head.strip(b"\xef\xbb\xbf \t\r\n"):
        return "an empty file" if len(head) < _HEAD_BYTES else None
    for signature, what in _SIGNATURES:
        if head.startswith(signature):
            return what
    return "a binary file" if b"\x00" in head else None


_SUMMARY = "MMLU-Pro's summary {category: {corr, wrong, acc}}; open the record file beside it"


def shape_kind(value: Mapping[str, object]) -> str | None:
    """Return what a JSON object or record of another tool is, by its keys; None if unknown."""
    keys = value.keys()
    if value and all(isinstance(part, dict) and {"corr", "wrong"} <= part.keys() for part in value.values()):
        return _SUMMARY
    return next((what for needed, what in _SHAPES if needed <= keys), None)
