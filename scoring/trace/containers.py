"""The five containers of witnesses: scalar, set, sequence, map and set map.

A container says how its witnesses are read and into which groups they fall. All else is the same
for all of them (`scoring.trace.annotation`): each group earns the similarities of its pairs over the
longer side, and the annotation earns the mean over its groups.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

from scoring.trace.geometry.base import Geometry
from scoring.trace.values import UNREAD, read_value

Witness = TypeVar("Witness")

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands inside the annotation: keys and indexes."""


class Fault(NamedTuple):
    """Why an annotation could not be read.

    Attributes:
        path: where the culprit stands.
        expected: what should stand there.
        value: what stands there.
    """

    path: Path
    expected: str
    value: object


class Group(NamedTuple):
    """Witnesses that may pair with each other.

    Attributes:
        key: the key of a map, None elsewhere.
        targets: the target's witnesses.
        preds: the predicted witnesses.
    """

    key: str | None
    targets: Sequence[object]
    preds: Sequence[object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """One way to hold witnesses.

    Attributes:
        name: `scalar`, `set`, `sequence`, `map` or `set_map`.
        suffix: what the annotation type adds to the geometry's name.
        pairs_best: witnesses pair by the best assignment; else by their place.
        size_word: how the result calls the number of its parts.
        has_keys: its groups are the union of both sides' keys.
        read: the parts from a parsed value (a sequence, or a mapping of sequences), or a Fault.
    """

    name: str
    suffix: str
    pairs_best: bool
    size_word: str = "size"
    has_keys: bool = False
    read: Callable[[Geometry[object], object], object]

    def groups(self, target: object, pred: object) -> list[Group]:
        """Return the groups of two annotations that this container has read."""
        if not self.has_keys:
            assert isinstance(target, Sequence)
            assert isinstance(pred, Sequence)
            return [Group(None, target, pred)]
        assert isinstance(target, Mapping)
        assert isinstance(pred, Mapping)
        groups = [Group(key, items, pred.get(key, ())) for key, items in target.items()]
        return groups + [Group(key, (), items) for key, items in pred.items() if key not in target]


def read_scalar(geometry: Geometry[Witness], value: object) -> tuple[Witness] | Fault:
    """Return the one witness, as a sequence of one, or the Fault."""
    witness = geometry.read(value)
    return Fault((), geometry.reads, value) if witness is None else (witness,)


def read_items(geometry: Geometry[Witness], value: object) -> list[Witness] | Fault:
    """Return the witnesses of a set or sequence, or the Fault of the first that is none.

    A bare witness counts as a list of one, and a mapping with the geometry's wrapper is unwrapped,
    where the geometry allows it. One bad item voids all.
    """
    at: Path = ()
    if geometry.wrapper is not None and isinstance(value, Mapping) and geometry.wrapper in value:
        value, at = value[geometry.wrapper], (geometry.wrapper,)
    if not isinstance(value, list | tuple):
        return Fault(at, f"a list of {geometry.reads}", value)
    witnesses = []
    for index, item in enumerate(value):
        witness = geometry.read(item)
        if witness is None:
            bare = geometry.read(value) if geometry.takes_bare_item and index == 0 else None
            return Fault((*at, index), geometry.reads, item) if bare is None else [bare]
        witnesses.append(witness)
    return witnesses


def _read_keys(
    value: object, what: str, read_one: Callable[[object], Sequence[Witness] | Fault]
) -> dict[str, Sequence[Witness]] | Fault:
    """Return the parts of a map by stripped key, or the first Fault; no key twice, none empty."""
    if not isinstance(value, Mapping):
        return Fault((), f"a mapping of names to {what}", value)
    parts: dict[str, Sequence[Witness]] = {}
    for name, item in value.items():
        key = _key_text(name)
        if not key or key in parts:
            return Fault((key,), "a name of its own, not empty", name)
        part = read_one(item)
        if isinstance(part, Fault):
            return part._replace(path=(key, *part.path))
        parts[key] = part
    return parts


def _key_text(name: object) -> str:
    """Return a key as stripped text; empty where it is a number with too many digits to write out."""
    try:
        return str(name).strip()
    except ValueError:
        return ""


def read_map(geometry: Geometry[Witness], value: object) -> dict[str, Sequence[Witness]] | Fault:
    """Return one witness a key, each as a sequence of one, or the Fault."""
    return _read_keys(value, geometry.reads, lambda item: read_scalar(geometry, item))


def read_set_map(geometry: Geometry[Witness], value: object) -> dict[str, Sequence[Witness]] | Fault:
    """Return the witnesses of every key, or the Fault. A key's value may be given as text."""
    return _read_keys(
        value, f"lists of {geometry.reads}", lambda item: read_items(geometry, decoded(item))
    )


def decoded(value: object) -> object:
    """Return the value that a text holds, or the value itself where it is no text or holds none."""
    if not isinstance(value, str):
        return value
    inner = read_value(value)
    return value if inner is UNREAD else inner


SCALAR = Container(name="scalar", suffix="", pairs_best=False, read=read_scalar)
SET = Container(name="set", suffix="_set", pairs_best=True, read=read_items)
SEQUENCE = Container(
    name="sequence", suffix="_sequence", pairs_best=False, size_word="len", read=read_items
)
MAP = Container(name="map", suffix="_map", pairs_best=False, has_keys=True, read=read_map)
SET_MAP = Container(name="set_map", suffix="_set_map", pairs_best=True, has_keys=True, read=read_set_map)
