"""Uploaded run files: kept in the cache folder under their digest, the newest few of them."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path
from typing import Final

from app.sources import Source, plain_name
from scoring.rescore.cache import cache_folder

MAX_UPLOADS: Final = 20
"""Uploads that are kept; the oldest is removed."""
_NAME_LENGTH: Final = 12


def uploads_folder() -> Path:
    """Return where uploads are kept."""
    return cache_folder() / "uploads"


def is_upload(source: Source) -> bool:
    """Return whether a run was uploaded, and is not from the folders given at start."""
    return source.path.is_relative_to(uploads_folder().resolve())


def keep_upload(name: str, content: bytes) -> Path:
    """Return the file that now holds an upload, links resolved, alone in its folder."""
    folder = uploads_folder() / hashlib.sha256(content).hexdigest()[:_NAME_LENGTH]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / plain_name(name)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as part:
        part.write(content)
    Path(part.name).replace(path)
    kept = sorted((f for f in uploads_folder().iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime)
    for old in kept[: max(0, len(kept) - MAX_UPLOADS)]:
        shutil.rmtree(old, ignore_errors=True)
    return path.resolve()
