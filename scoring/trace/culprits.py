"""An annotation without what made it unreadable: one bad item voids all, and people ask what it cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from scoring.trace.containers import Fault, decoded
from scoring.trace.contracts import AnnotationType
from scoring.trace.geometry.base import SEQUENCES, Geometry
from scoring.trace.values import MAPPINGS


class Pruned(NamedTuple):
    """An annotation without its culprits.

    Attributes:
        value: what is left, or None where nothing could be kept.
        culprits: what was taken out, in order.
    """

    value: object
    culprits: tuple[Fault, ...]


_Pruner: TypeAlias = Callable[[Geometry, object], Pruned]


def without_culprits(kind: AnnotationType, value: object) -> Pruned:
    """Return an annotation without the witnesses and keys that cannot be read."""
    return _PRUNERS[kind.container.name](kind.geometry, decoded(value))


def _scalar(geometry: Geometry, value: object) -> Pruned:
    if geometry.read(value) is not None:
        return Pruned(value, ())
    return Pruned(None, (Fault((), geometry.reads, value),))


def _items(geometry: Geometry, value: object) -> Pruned:
    at: tuple[str, ...] = ()
    if geometry.wrapper is not None and isinstance(value, MAPPINGS) and geometry.wrapper in value:
        value, at = value[geometry.wrapper], (geometry.wrapper,)
    if not isinstance(value, SEQUENCES):
        return Pruned(None, (Fault(at, f"a list of {geometry.reads}", value),))
    if geometry.takes_bare_item and geometry.read(value) is not None:
        return Pruned(value, ())
    is_good = [geometry.read(item) is not None for item in value]
    culprits = [
        Fault((*at, n), geometry.reads, item)
        for n, (item, good) in enumerate(zip(value, is_good, strict=True))
        if not good
    ]
    kept = [item for item, good in zip(value, is_good, strict=True) if good]
    return Pruned(kept if kept or not culprits else None, tuple(culprits))


def _by_key(prune: _Pruner) -> _Pruner:
    """Return the pruner of a map whose values are pruned by another one."""

    def pruner(geometry: Geometry, value: object) -> Pruned:
        if not isinstance(value, MAPPINGS):
            return Pruned(None, (Fault((), "a mapping", value),))
        kept: dict[str, object] = {}
        culprits: list[Fault] = []
        for name, item in value.items():
            key = _key_text(name)
            if not key or key in kept:
                culprits.append(Fault((key,), "a name of its own, not empty", name))
                continue
            part = prune(geometry, item)
            culprits += [fault._replace(path=(key, *fault.path)) for fault in part.culprits]
            if part.value is not None:
                kept[key] = part.value
        return Pruned(kept if kept or not culprits else None, tuple(culprits))

    return pruner


def _key_text(name: object) -> str:
    try:
        return str(name).strip()
    except ValueError:  # a number with too many digits to write out
        return ""


_PRUNERS: Mapping[str, _Pruner] = {
    "scalar": _scalar,
    "set": _items,
    "sequence": _items,
    "map": _by_key(_scalar),
    "set_map": _by_key(lambda geometry, value: _items(geometry, decoded(value))),
}
"""How each container is pruned."""
