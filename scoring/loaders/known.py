"""Names for files that are no run of ours, so that an error can say what a file is."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

from scoring.loaders.files import open_file

_HEAD_BYTES = 4096

TEXT = "text"
"""Kind of every file that may be text in UTF-8."""


class FileKind(NamedTuple):
    """What a file is by its first bytes.

    Attributes:
        name: `text`, `zip`, `parquet` and so on: what a loader says it reads.
        what: the same for people, with what to do where no loader takes it; empty for text.
    """

    name: str
    what: str


_PICKLE = "a Python pickle, which is never opened, since opening it can run code"
_UTF_16 = "UTF-16 text; save it as UTF-8"

_SIGNATURES: tuple[tuple[int, bytes, str, str], ...] = (
    (
        0,
        b"PK\x03\x04",
        "zip",
        "a zip archive (an .eval log, an .xlsx or packed results); unpack it and open the file inside",
    ),
    (0, b"\x1f\x8b", "gzip", "a gzip archive; unpack it first"),
    (0, b"\x28\xb5\x2f\xfd", "zstd", "a zstandard archive; unpack it first"),
    (0, b"BZh", "bzip2", "a bzip2 archive; unpack it first"),
    (0, b"\xfd7zXZ\x00", "xz", "an xz archive; unpack it first"),
    (257, b"ustar", "tar", "a tar archive; unpack it first"),
    (0, b"PAR1", "parquet", "a Parquet file; an audit is opened by its folder"),
    (
        0,
        b"version https://git-lfs",
        "git-lfs",
        "a Git LFS pointer in place of the file; fetch it with git lfs pull",
    ),
    (0, b"SQLite format 3\x00", "sqlite", "a SQLite database"),
    (0, b"%PDF", "pdf", "a PDF document"),
    (0, b"\x89PNG", "image", "an image"),
    (0, b"\xff\xd8\xff", "image", "an image"),
    (0, b"\x80\x02", "pickle", _PICKLE),
    (0, b"\x80\x03", "pickle", _PICKLE),
    (0, b"\x80\x04", "pickle", _PICKLE),
    (0, b"\x80\x05", "pickle", _PICKLE),
    (0, b"\xff\xfe", "utf16", _UTF_16),
    (0, b"\xfe\xff", "utf16", _UTF_16),
)
"""Where the bytes that give a kind away stand, these bytes, the kind's name, and what it is."""

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


def file_kind(path: Path) -> FileKind:
    """Return what a file is, by its first bytes: `text` unless they say something else.

    Raises:
        OSError: the file cannot be read.
    """
    with open_file(path) as file:
        head = file.read(_HEAD_BYTES)
    if not head.strip(b"\xef\xbb\xbf \t\r\n"):
        return FileKind("empty", "an empty file") if len(head) < _HEAD_BYTES else FileKind(TEXT, "")
    for at, signature, name, what in _SIGNATURES:
        if head.startswith(signature, at):
            return FileKind(name, what)
    return FileKind("binary", "a binary file") if b"\x00" in head else FileKind(TEXT, "")


_SUMMARY = "MMLU-Pro's summary {category: {corr, wrong, acc}}; open the record file beside it"


def shape_kind(value: Mapping[str, object]) -> str | None:
    """Return what a JSON object or record of another tool is, by its keys; None if unknown."""
    keys = value.keys()
    if value and all(isinstance(part, dict) and {"corr", "wrong"} <= part.keys() for part in value.values()):
        return _SUMMARY
    return next((what for needed, what in _SHAPES if needed <= keys), None)
