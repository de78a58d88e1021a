"""The five containers of witnesses: scalar, set, sequence, map and set map.

A container says how its witnesses are read and into which groups they fall. All else is the same
for all of them (`scoring.trace.annotation`): each group earns the similarities of its pairs over the
longer side, and the annotation earns the mean over the groups of both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from scoring.trace.geometry.base import SEQUENCES, Geometry, Witness
from scoring.trace.values import MAPPINGS, UNREAD, read_value

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands inside the annotation: keys and indexes."""

Parts: TypeAlias = Sequence[Witness] | dict[str, Sequence[Witness]]
"""The witnesses of an annotation, by key where it is a map."""


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


Group: TypeAlias = tuple[str | None, Sequence[Witness], Sequence[Witness]]
"""Witnesses that may pair with each other: (key of a map or None, targets, predictions)."""

Groups: TypeAlias = tuple[list[Group], int]
"""The groups that both sides have, and how many there are with the keys of one side counted as well.

A key that only one side has can earn nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """One way to hold witnesses.

    Attributes:
        name: `scalar`, `set`, `sequence`, `map` or `set_map`.
        suffix: what the annotation type adds to the geometry's name.
        pairs_best: witnesses pair by the best assignment; else by their place.
        size_word: how the result calls the number of its parts.
        read: the parts from a parsed value, or a Fault.
        groups: the groups of two annotations that were read.
    """

    name: str
    suffix: str
    pairs_best: bool
    size_word: str = "size"
    read: Callable[[Geometry, object], Parts | Fault]
    groups: Callable[[Parts, Parts], Groups]


def one_group(target: Parts, pred: Parts) -> Groups:
    """Return everything as one group."""
    assert not isinstance(target, dict)
    assert not isinstance(pred, dict)
    return [(None, target, pred)], 1


def groups_by_key(target: Parts, pred: Parts) -> Groups:
    """Return one group for every key of both sides."""
    assert isinstance(target, dict)
    assert isinstance(pred, dict)
    shared: list[Group] = [(key, items, pred[key]) for key, items in target.items() if key in pred]
    return shared, len(target) + len(pred) - len(shared)


def read_scalar(geometry: Geometry, value: object) -> tuple[Witness] | Fault:
    """Return the one witness, as a sequence of one, or the Fault."""
    witness = geometry.read(value)
    return Fault((), geometry.reads, value) if witness is None else (witness,)


def read_items(geometry: Geometry, value: object) -> list[Witness] | Fault:
    """Return the witnesses of a set or sequence, or the Fault of the first that is none.

    A bare witness counts as a list of one, and a mapping with the geometry's wrapper is unwrapped,
    where the geometry allows it. One bad item voids all.
    """
    at: Path = ()
    if not isinstance(value, SEQUENCES):
        if isinstance(value, MAPPINGS) and geometry.wrapper is not None and geometry.wrapper in value:
            value, at = value[geometry.wrapper], (geometry.wrapper,)
        if not isinstance(value, SEQUENCES):
            return Fault(at, f"a list of {geometry.reads}", value)
    read = geometry.read
    witnesses: list[Witness] = []
    for item in value:
        witness = read(item)
        if witness is None:
            bare = read(value) if geometry.takes_bare_item and not witnesses else None
            return Fault((*at, len(witnesses)), geometry.reads, item) if bare is None else [bare]
        witnesses.append(witness)
    return witnesses


def read_map(geometry: Geometry, value: object) -> dict[str, Sequence[Witness]] | Fault:
    """Return one witness a key, each as a sequence of one, or the Fault."""
    named = _named_values(value, geometry.reads)
    if isinstance(named, Fault):
        return named
    read = geometry.read
    parts: dict[str, Sequence[Witness]] = {}
    for key, item in named.items():
        witness = read(item)
        if witness is None:
            return Fault((key,), geometry.reads, item)
        parts[key] = (witness,)
    return parts


def read_set_map(geometry: Geometry, value: object) -> dict[str, Sequence[Witness]] | Fault:
    """Return the witnesses of every key, or the Fault. A key's value may be given as text."""
    named = _named_values(value, f"lists of {geometry.reads}")
    if isinstance(named, Fault):
        return named
    parts: dict[str, Sequence[Witness]] = {}
    for key, item in named.items():
        items = read_items(geometry, decoded(item))
        if isinstance(items, Fault):
            return items._replace(path=(key, *items.path))
        parts[key] = items
    return parts


def _named_values(value: object, what: str) -> dict[str, object] | Fault:
    """Return the values of a map by stripped key, or the Fault: no key twice, none empty."""
    if not isinstance(value, MAPPINGS):
        return Fault((), f"a mapping of names to {what}", value)
    named: dict[str, object] = {}
    for name, item in value.items():
        key = name.strip() if isinstance(name, str) else _key_text(name)
        if not key or key in named:
            return Fault((key,), "a name of its own, not empty", name)
        named[key] = item
    return named


def _key_text(name: object) -> str:
    """Return a key as stripped text; empty where it is a number with too many digits to write out."""
    try:
        return str(name).strip()
    except ValueError:
        return ""


def decoded(value: object) -> object:
    """Return the value that a text holds, or the value itself where it is no text or holds none."""
    if not isinstance(value, str):
        return value
    inner = read_value(value)
    return value if inner is UNREAD else inner


SCALAR = Container(name="scalar", suffix="", pairs_best=False, read=read_scalar, groups=one_group)
SET = Container(name="set", suffix="_set", pairs_best=True, read=read_items, groups=one_group)
SEQUENCE = Container(
    name="sequence",
    suffix="_sequence",
    pairs_best=False,
    size_word="len",
    read=read_items,
    groups=one_group,
)
MAP = Container(name="map", suffix="_map", pairs_best=False, read=read_map, groups=groups_by_key)
SET_MAP = Container(
    name="set_map", suffix="_set_map", pairs_best=True, read=read_set_map, groups=groups_by_key
)
