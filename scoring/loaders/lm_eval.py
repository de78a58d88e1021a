"""Samples files of lm-evaluation-harness, with the results file beside them where there is one.

Read in: EleutherAI/lm-evaluation-harness, `loggers/evaluation_tracker.py`, `evaluator.py` and
`api/task.py`, v0.4.0 to 0.4.13. Field map and what counts as a problem: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scoring.loaders.base import OpenRequest, Run, RunInfo, file_name
from scoring.loaders.fields import Fields, as_text, shown
from scoring.loaders.files import file_size
from scoring.loaders.json_peek import Peek, find_layout
from scoring.loaders.json_stream import Layout, OnBytes
from scoring.loaders.lm_eval_joined import Joined
from scoring.loaders.lm_eval_question import ask_loglikelihood, read_requests
from scoring.loaders.lm_eval_recorded import (
    VERDICT_METRICS,
    Line,
    read_line,
    read_scores,
    recorded_of,
    sets_of_labels,
)
from scoring.loaders.lm_eval_results import (
    about_run,
    filter_names,
    find_results,
    model_of,
    name_tasks,
    read_in_turn,
    read_name,
    takes_first,
    task_of,
)
from scoring.loaders.loader import Loader
from scoring.loaders.question import Question, ask_generative
from scoring.records import Item, JsonValue, Problem, Recorded, Response

NAME = "lm-eval"
DESCRIPTION = "lm-evaluation-harness samples (JSON Lines or a list), with the results file beside them"

_REQUIRED = frozenset({"doc_id", "doc", "target", "resps", "filtered_resps"})
_CATEGORY_KEYS = ("category", "subject", "subject_name", "Category", "Domain", "domain", "topic")
_HASHES = ("doc_hash", "prompt_hash", "target_hash")
_TOLD_ELSEWHERE = ("filter", "metrics", "filtered_resps", "resps", *_HASHES)
_VERDICTS = frozenset(VERDICT_METRICS)


class _File(NamedTuple):
    """One samples file and what its name and the results say about it."""

    path: Path
    layout: Layout
    task: str | None
    results: Mapping[str, JsonValue]


def sniff(path: Path) -> str | None:
    """Return why the file is no samples file; None if it is one."""
    peek = _peek(path)
    if peek.layout:
        return None
    return f"expected records with {', '.join(sorted(_REQUIRED))}, got {peek.seen}"


def are_one_run(paths: Sequence[Path]) -> bool:
    """Return whether the files are the tasks of one evaluation: their names end in the same time."""
    times = {read_name(path).time for path in paths}
    return len(times) == 1 and None not in times


def open_run(request: OpenRequest) -> Run:
    """Return the run in one samples file, or in those of all tasks of one evaluation."""
    first = request.sources[0]
    results_path, results = find_results(first)
    files = [
        _File(path, _peek(path).layout or Layout("lines"), task_of(path, results), results)
        for path in request.sources
    ]
    tasks = [file.task for file in files if file.task]
    sources = (*request.sources, *([results_path] if results_path else []))
    model = model_of(first, results)
    info = RunInfo(
        format=NAME,
        name=first.stem if len(files) == 1 else f"{model or request.root.name} {read_name(first).time}",
        model=model,
        benchmark=name_tasks(tasks),
        root=request.root,
        sources=sources,
        metadata=about_run(results, tasks),
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem]:
        turns = ((file.path, file.layout, _Converter(file)) for file in files)
        return read_in_turn(turns, request.root, on_bytes)

    total = sum(file_size(path) for path in request.sources)
    return Run(info=info, total_bytes=total, reader=reader)


def _peek(path: Path) -> Peek:
    return find_layout(path, _is_record)


def _is_record(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.keys() >= _REQUIRED


class _Converter:
    """Makes the items of one samples file; keeps what is only known at its end."""

    def __init__(self, file: _File) -> None:
        self._file = file
        self._joined = Joined(file.path, file.layout, filter_names(file.results, file.task))
        self._undecided: set[str] = set()
        self._coded: set[str] = set()

    def __call__(self, fields: Fields) -> tuple[Item, ...] | None:
        doc_id = fields.get("doc_id")
        if type(doc_id) not in (int, str):
            fields.tell("malformed_record", f"expected a number in doc_id, got {shown(doc_id)}", "$.doc_id")
            return None
        met = self._joined.meet(fields.value)
        if met is None:
            return ()
        name, further = met
        scores = read_scores(fields.value.get("resps"))
        lines = [read_line(fields.value, name, generative=scores is None), *further]
        if scores is not None:
            return (self._loglikelihood(fields, str(doc_id), lines, *scores),)
        return tuple(self._generative(fields, str(doc_id), lines))

    def about_file(self, root: Path) -> Iterator[Problem]:
        """Return the problems of the whole file."""
        file = file_name(self._file.path, root)
        if self._undecided:
            yield Problem(
                kind="no_exact_metric",
                message=f"expected a metric that says right or wrong, got only {_listed(self._undecided)}",
                cure="Such targets are no single right answer: they are kept in the metadata and not scored.",
                file=file,
            )
        if self._coded:
            got = f"sets of labels ({_listed(self._coded)})"
            yield Problem(
                kind="coded_labels",
                message=f"expected targets in words of the replies, got {got}",
                cure="The code from reply to label is not in the file: such targets are kept in the metadata "
                "and not scored.",
                file=file,
            )

    def _loglikelihood(
        self, fields: Fields, doc_id: str, lines: list[Line], scores: list[float], greedy: list[bool]
    ) -> Item:
        requests = read_requests(fields.get("arguments"))
        n = len(scores)
        if (
            n % 2 == 0
            and len(requests) == n
            and [one.second for one in requests[: n // 2]] == [one.second for one in requests[n // 2 :]]
        ):
            n //= 2  # the second half measures the options alone (acc_mutual_info)
        doc = fields.get("doc")
        question = ask_loglikelihood(requests, n, _target(fields), doc)
        extra: dict[str, JsonValue] = {"is_greedy": list(greedy[:n])}
        if n < len(scores):
            extra["unconditional_scores"] = [str(score) for score in scores[n:]]
        return Item(
            **self._common(fields, doc_id, question, doc, extra),
            response=Response(),
            recorded=tuple(one for line in lines for one in recorded_of(line, 0, decides=True)),
            choice_scores=tuple(scores[:n]),
        )

    def _generative(self, fields: Fields, doc_id: str, lines: list[Line]) -> Iterator[Item]:
        replies = _replies(fields)
        requests = read_requests(fields.get("arguments"))
        doc = fields.get("doc")
        question = ask_generative(requests[0].context if requests else None, _target(fields), doc)
        extra: dict[str, JsonValue] = {}
        if requests and requests[0].second is not None:
            extra["generation"] = requests[0].second
        if not self._is_decidable(lines):
            extra["target"] = fields.value.get("target")
            question = question._replace(target=())
        first = self._joined.attempts(doc_id, len(replies))
        common = self._common(fields, doc_id, question, doc, extra)
        for i, reply in enumerate(replies):
            yield Item(
                **common,
                attempt=first + i,
                response=Response(content=reply),
                recorded=self._recorded(lines, i, len(replies)),
            )

    def _is_decidable(self, lines: list[Line]) -> bool:
        """Return whether a reply of these lines is right or wrong by its text and target alone."""
        coded = {name for line in lines for name in sets_of_labels(line)}
        self._coded |= coded
        if any(not _VERDICTS.isdisjoint(line.metrics) for line in lines):
            return not coded
        self._undecided.update(name for line in lines for name in line.metrics)
        return False

    def _recorded(self, lines: list[Line], attempt: int, n_replies: int) -> tuple[Recorded, ...]:
        """Return what the lines recorded; of several replies a verdict is about the first, or about none."""
        found: list[Recorded] = []
        for line in lines:
            is_about_first = n_replies == 1 or takes_first(self._file.results, self._file.task, line.name)
            found += recorded_of(line, attempt, decides=is_about_first and attempt == 0)
        return tuple(found)

    def _common(
        self,
        fields: Fields,
        doc_id: str,
        question: Question,
        doc: JsonValue,
        extra: Mapping[str, JsonValue],
    ) -> dict[str, Any]:
        fields.count_as_read(_TOLD_ELSEWHERE)
        if question.doubt:
            fields.tell("target_ambiguous", f"{question.doubt}; read as an index", "$.target")
        rest = {key: value for key, value in fields.rest().items() if not _is_told(key, fields.value)}
        hashes = {key: fields.value[key] for key in _HASHES if key in fields.value}
        return {
            "item_id": doc_id,
            "task": self._file.task,
            "task_type": question.task_type,
            "category": _category(doc),
            "prompt": question.prompt,
            "options": question.options,
            "target": question.target,
            "metadata": {"doc": doc, **rest, **hashes, **extra},
        }


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _is_told(key: str, record: Mapping[str, JsonValue]) -> bool:
    """Return whether a field is a metric, and so stands in what was recorded."""
    metrics = record.get("metrics")
    return not isinstance(metrics, list) or key in metrics


def _target(fields: Fields) -> str | None:
    value = fields.value.get("target")
    text = as_text(value)
    if text is None and value is not None:
        fields.tell("bad_field", f"expected the target as text, got {shown(value)}", "$.target")
    else:
        fields.get("target")
    return text


def _replies(fields: Fields) -> list[str | None]:
    """Return the text of each repeat of the first request; one None where there is no text."""
    resps = fields.value.get("resps")
    first = resps[0] if isinstance(resps, list) and resps else None
    texts = first if isinstance(first, list) else [first]
    if not texts or not all(isinstance(text, str) for text in texts):
        fields.tell(
            "missing_text", f"expected the model's text in a list of lists, got {shown(resps)}", "$.resps"
        )
        return [None]
    return [str(text) for text in texts]


def _category(doc: JsonValue) -> str | None:
    if not isinstance(doc, dict):
        return None
    return next((doc[key] for key in _CATEGORY_KEYS if isinstance(doc.get(key), str)), None)


LOADER = Loader(
    name=NAME,
    description=DESCRIPTION,
    sniff=sniff,
    open_run=open_run,
    are_one_run=are_one_run,
    gives=frozenset({"content", "options", "target", "recorded answer", "recorded verdict"}),
)
