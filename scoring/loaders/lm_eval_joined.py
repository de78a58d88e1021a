"""Lines of an lm-eval samples file that tell of the same reply: one a filter.

A task with two filters writes every document twice, all of the first filter before all of the second;
in runs on several cards the blocks alternate. Since 0.4.7 each line names its filter.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from scoring.loaders.files import open_file
from scoring.loaders.json_stream import Entry, Layout, read_entries
from scoring.loaders.lm_eval_recorded import Line, read_line
from scoring.records import JsonValue

_PIECE = 1 << 20
_FIRST = b'{"doc_id": '
_MOST_DIGITS = 20


class ReplyKey(NamedTuple):
    """What tells replies apart: the document, and a hash of the replies."""

    doc_id: str
    replies: int


def key_of(record: Mapping[str, JsonValue]) -> ReplyKey:
    """Return the key of a line's reply."""
    replies = json.dumps(record.get("resps"), default=str)
    return ReplyKey(str(record.get("doc_id")), hash(replies))


class Joined:
    """The further lines of each reply, and which of them were met on the way through the file.

    Needs memory for the short scoring of every further line, never for a text.
    """

    def __init__(self, path: Path, layout: Layout, names: list[str]) -> None:
        """Read the file once, unless each of its lines is of another document.

        Args:
            path: a samples file.
            layout: where its records stand.
            names: the task's filters in order, for files whose lines do not name theirs.
        """
        self._names = names
        self._lines: dict[ReplyKey, dict[str, Line]] = {}
        self._met: dict[ReplyKey, set[str]] = {}
        self._attempts: dict[str, int] = {}
        self.is_needed = layout.kind != "lines" or not _is_one_line_each(path)
        if self.is_needed:
            for entry in read_entries(path, layout):
                if isinstance(entry, Entry) and isinstance(entry.value, dict):
                    self._keep(entry.value)

    def _keep(self, record: Mapping[str, JsonValue]) -> None:
        known = self._lines.setdefault(key_of(record), {})
        name = self._name(record, len(known))
        known.setdefault(name, read_line(record, name, generative=True))

    def _name(self, record: Mapping[str, JsonValue], nth: int) -> str:
        name = record.get("filter")
        if isinstance(name, str):
            return name
        if nth == 0 and not self._names:
            return "none"
        return self._names[nth] if nth < len(self._names) else f"filter {nth + 1}"

    def meet(self, record: Mapping[str, JsonValue]) -> tuple[str, list[Line]] | None:
        """Return the name of a line's filter and the further lines of its reply; None for one of these.

        A line with the filter of an earlier one is no further line but a repeated reply.
        """
        if not self.is_needed:
            return self._name(record, 0), []
        key = key_of(record)
        met = self._met.setdefault(key, set())
        name = self._name(record, len(met))
        if not met:
            met.add(name)
            return name, [line for other, line in self._lines.get(key, {}).items() if other != name]
        if name not in met:
            met.add(name)
            return None
        return name, []

    def attempts(self, doc_id: str, n: int) -> int:
        """Return the first of `n` attempts of a document that are still free."""
        first = self._attempts.get(doc_id, 0)
        if self.is_needed:
            self._attempts[doc_id] = first + n
        return first


def _is_one_line_each(path: Path) -> bool:
    """Return whether every line begins with a document of its own; False, too, where that cannot be seen."""
    seen: set[bytes] = set()
    at_line_start = True
    with open_file(path) as file:
        while piece := file.readline(_PIECE):
            if at_line_start and not piece.isspace():
                head = piece[len(_FIRST) : len(_FIRST) + _MOST_DIGITS].split(b",", 1)
                if not piece.startswith(_FIRST) or len(head) == 1 or head[0] in seen:
                    return False
                seen.add(head[0])
            at_line_start = piece.endswith(b"\n")
    return True
