"""Why a response earned what it earned: the ledger, the half-life, the culprit and the characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Unpack

from scoring.trace.annotation import add_figures, read_parts, score_parts
from scoring.trace.arguments import TraceArguments, options_of, sizes_of
from scoring.trace.containers import Fault, Path
from scoring.trace.contracts import AnnotationType, annotation_type, contract_fault
from scoring.trace.culprits import without_culprits
from scoring.trace.envelope import NOTHING, read_envelope
from scoring.trace.half_life import HalfLifeSource
from scoring.trace.ledger import LedgerRow, SpanOf, build_ledger
from scoring.trace.options import Options
from scoring.trace.positions import Node, Span, descend, locate, opened
from scoring.trace.verify import Sizes, half_life_for, read_target, score_trace_response

N_CULPRITS = 20
"""So many culprits are named; the reward without them counts all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Culprit:
    """What made an annotation unreadable.

    Attributes:
        side: `pred` or `target`.
        path: keys and indexes that lead to it.
        expected: what should stand there.
        value: what stands there.
        span: [start, end) of its characters in the response, None for a target.
    """

    side: Literal["pred", "target"]
    path: Path
    expected: str
    value: object
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceExplanation:
    """A result with its reasons.

    Attributes:
        result: what `score_trace_response` returns.
        annotation_type: the declared type, None where it is none of ours.
        object_span: [start, end) of the characters that the scored object was read from, or None.
        found: the scored object itself, or None.
        answer_span: of the answer inside it, or None.
        annotation_span: of the annotation inside it, or None.
        ledger: the rows that sum to the annotation reward; empty where the annotation was not scored.
        half_life_px: the half-life used, None for boxes.
        half_life_source: `explicit`, `image_size`, `fallback` (32 px for want of a size) or `none`.
        contract_fault: why the reward contract does not fit, or an empty string.
        culprits: what made the annotation unreadable, the first ones.
        reward_without_culprits: what the annotation would earn without them, or None.
    """

    result: Mapping[str, float]
    annotation_type: str | None
    object_span: Span | None
    found: Mapping[object, object] | None
    answer_span: Span | None
    annotation_span: Span | None
    ledger: tuple[LedgerRow, ...] = ()
    half_life_px: float | None = None
    half_life_source: HalfLifeSource = "none"
    contract_fault: str = ""
    culprits: tuple[Culprit, ...] = ()
    reward_without_culprits: float | None = None


def explain_trace_response(**arguments: Unpack[TraceArguments]) -> TraceExplanation:
    """Return the reward of one response together with its reasons.

    Args:
        **arguments: those of `score_trace_response`.

    Raises:
        ContractError: a wrong option; it is a ValueError.
    """
    result = score_trace_response(**arguments)
    response, annotation_gt = arguments.get("response"), arguments.get("annotation_gt")
    text = response if isinstance(response, str) else ""
    envelope = read_envelope(text) if text else NOTHING
    kind = annotation_type(annotation_gt)
    root = None if envelope.found is None else locate(text, envelope.span)
    named = {} if root is None else root.named
    base = TraceExplanation(
        result=result,
        annotation_type=None if kind is None else kind.name,
        object_span=None if envelope.found is None else envelope.span,
        found=envelope.found,
        answer_span=_span(named.get("answer")),
        annotation_span=_span(named.get("annotation")),
    )
    pred = None if envelope.found is None else envelope.found.get("annotation")
    if kind is None or pred is None:
        return base
    options, sizes = options_of(arguments), sizes_of(arguments)
    case = _Case(kind, annotation_gt, pred, options, sizes, text, named.get("annotation"))
    fault = contract_fault(kind, arguments.get("reward_contract"))
    return replace(base, contract_fault=fault) if fault else _explain_annotation(base, case)


class _Case(NamedTuple):
    """What an annotation is explained from."""

    kind: AnnotationType
    annotation_gt: object
    pred: object
    options: Options
    sizes: Sizes
    text: str
    node: Node | None


def _explain_annotation(base: TraceExplanation, case: _Case) -> TraceExplanation:
    kind = case.kind
    life = half_life_for(kind, case.options, case.sizes)
    target = read_target(kind, case.annotation_gt)
    if isinstance(target, Fault):
        return replace(base, culprits=(Culprit(side="target", **target._asdict(), span=None),))
    pred = read_parts(kind, case.pred)
    explained = replace(
        base,
        half_life_px=life.pixels if kind.geometry.has_half_life else None,
        half_life_source=life.source,
    )
    if isinstance(pred, Fault):
        pruned = without_culprits(kind, case.pred)
        rest = None if pruned.value is None else read_parts(kind, pruned.value)
        without = None
        if rest is not None and not isinstance(rest, Fault):
            without = add_figures({}, kind, score_parts(kind, target=target, pred=rest, half_life=life))
        faults = pruned.culprits[:N_CULPRITS] or (pred,)
        culprits = tuple(
            Culprit(side="pred", **fault._asdict(), span=_span(case.node, fault.path)) for fault in faults
        )
        return replace(explained, culprits=culprits, reward_without_culprits=without)
    attempt = score_parts(kind, target=target, pred=pred, half_life=life)
    return replace(explained, ledger=build_ledger(kind, attempt, _span_of(case)))


def _span_of(case: _Case) -> SpanOf:
    """Return the function that tells where a predicted witness stands."""
    container, wrapper = case.kind.container, case.kind.geometry.wrapper
    root = None if case.node is None else opened(case.text, case.node)
    groups: dict[str | None, Node | None] = {None: root}

    def span_of(key: str | None, index: int) -> Span | None:
        # A quoted group is read once, not again for each of its witnesses.
        if key is not None and key not in groups and root is not None:
            groups[key] = opened(case.text, descend(root, (key,)))
        node = groups.get(key)
        if node is None:
            return None
        if container.name in {"scalar", "map"}:
            return _span(node)
        if wrapper is not None and wrapper in node.named:
            node = descend(node, (wrapper,))
        # A bare witness has numbers, no lists, inside; a text with escapes nothing to point at.
        inner = descend(node, (index,))
        return _span(inner if inner.opener else node)

    return span_of


def _span(node: Node | None, path: Path = ()) -> Span | None:
    if node is None:
        return None
    at = descend(node, path)
    return at.start, at.end
