"""simple-evals: the `_allresults.json` of a run, whose verdicts stand in its HTML pages only.

Read in: openai/simple-evals, types.py, common.py, simple_evals.py.
Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from scoring.loaders.base import OpenRequest, Run, RunInfo, convert_entries, file_name
from scoring.loaders.cells import as_number
from scoring.loaders.chat_text import options_in, prompt_of, text_of, verdict_of
from scoring.loaders.fields import Fields, as_text, describe
from scoring.loaders.files import file_size
from scoring.loaders.guess_type import guess_type
from scoring.loaders.json_nested import read_nested
from scoring.loaders.json_peek import find_layout
from scoring.loaders.json_stream import Entry, OnBytes, Stop
from scoring.loaders.json_tail import read_tail
from scoring.loaders.loader import Loader
from scoring.records import Item, JsonValue, Problem, Recorded, Response, TaskType

NAME = "simple-evals"
DESCRIPTION = "simple-evals *_allresults.json: conversations, with the verdicts out of the HTML"

_KEYS = frozenset({"score", "metrics"})
_FILE_NAME = re.compile(r"(?P<eval>[^_]+)_(?P<model>.+?)(?:_\d{8}_\d{6})?_allresults$")
_RESULTS = "<h3>Results</h3>"
_FIELD = re.compile(r"<p>(Correct Answer|Extracted Answer|Score): (.*?)</p>", re.DOTALL)
_NONE = "None"


def sniff(path: Path) -> str | None:
    """Return why the file holds no results of simple-evals; None if it does."""
    peek = find_layout(path, lambda value: isinstance(value, str), ("htmls",))
    if peek.layout and peek.layout.container and peek.header.keys() >= _KEYS:
        return None
    seen = peek.seen or describe(dict(peek.header), "other fields than")
    return f"expected an object with score, metrics, htmls and convos, got {seen}"


def open_run(request: OpenRequest) -> Run:
    """Return the run in one file of all results."""
    path = request.sources[0]
    named = _FILE_NAME.match(path.stem)
    info = RunInfo(
        format=NAME,
        name=path.stem.removesuffix("_allresults"),
        model=named["model"] if named else None,
        benchmark=named["eval"] if named else None,
        root=request.root,
        sources=request.sources,
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        return _read(path, info, file_name(path, request.root), on_bytes)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def _read(path: Path, info: RunInfo, file: str, on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
    """Yield an item for every conversation; pages and conversations are read side by side."""
    listed = read_tail(path).get("metadata")
    examples = listed.get("example_level_metadata") if isinstance(listed, dict) else None
    pages = read_nested(path, ("htmls",))
    for entry in read_nested(path, ("convos",), on_bytes):
        page = next(pages, None)
        if isinstance(entry, Stop):
            yield from convert_entries([entry], lambda _: None, file=file)
            continue
        own = examples[entry.nth] if isinstance(examples, list) and entry.nth < len(examples) else None
        record: dict[str, JsonValue] = {
            "convo": entry.value,
            "html": page.value if isinstance(page, Entry) else None,
            "metadata": own if isinstance(own, dict) else {},
        }
        yield from convert_entries(
            [entry._replace(value=record)], lambda fields: _to_item(fields, info.benchmark), file=file
        )


def _to_item(fields: Fields, task: str | None) -> Item | None:
    convo, page = fields.value.get("convo"), fields.value.get("html")
    if not isinstance(convo, list):
        fields.tell("malformed_record", "expected a conversation (a list), got another value", "$.convos")
        return None
    told = _told(page if isinstance(page, str) else "")
    if not told:
        fields.tell("missing_verdict", "expected the results in the HTML of the item, got none", "$.htmls")
    target = (told["Correct Answer"],) if told.get("Correct Answer") else ()
    if told and not target:
        fields.tell("missing_target", "expected a correct answer in the HTML, got none", "$.htmls")
    last = convo[-1] if convo and isinstance(convo[-1], dict) else {}
    prompt = prompt_of(convo)
    options = options_in(prompt)
    task_type, labels = guess_type(options if target and target[0] in options else {}, target)
    is_choice = task_type in (TaskType.CHOICE, TaskType.MULTI_CHOICE)
    metadata = fields.value.get("metadata")
    own = metadata if isinstance(metadata, dict) else {}
    item_id = next(
        (text for key in ("id", "question_id", "task_id") if (text := as_text(own.get(key)))), None
    )
    return Item(
        item_id=str(fields.index) if item_id is None else item_id,
        task_type=task_type,
        task=task,
        prompt=prompt,
        options=(options or dict.fromkeys(labels)) if is_choice else {},
        target=target,
        response=Response(content=text_of(last.get("content")) if last.get("role") == "assistant" else None),
        recorded=_recorded(told),
        metadata={**own, **({} if item_id is not None else {"item_id_assumed": True})},
    )


def _told(page: str) -> dict[str, str]:
    """Return the fields at the end of a page; what stands before them is escaped, and may say anything."""
    _, found, end = page.rpartition(_RESULTS)
    return {match[1]: html.unescape(match[2]) for match in _FIELD.finditer(end)} if found else {}


def _recorded(told: Mapping[str, str]) -> tuple[Recorded, ...]:
    if not told:
        return ()
    score = as_number(told.get("Score"))
    if score is None:
        score = {"True": 1.0, "False": 0.0}.get(told.get("Score", ""))
    answer = told.get("Extracted Answer")
    raw: dict[str, JsonValue] = dict(told)
    return (
        Recorded(
            scorer=NAME,
            answer=None if answer in (None, "", _NONE) else answer,
            verdict=verdict_of(score),
            score=score,
            raw=raw,
        ),
    )


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    gives=frozenset({"content", "options", "target", "recorded answer", "recorded verdict"}),
)
