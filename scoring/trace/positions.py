"""Where the values of a JSON or Python literal text stand, by the character.

The readers of `scoring.trace.values` give values without positions, fast; here a text that they
have read is looked at again, for people who want to see what was read. One pass, no recursion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.trace.values import UNREAD, read_value

Span: TypeAlias = tuple[int, int]

_TOKEN = re.compile(
    r"\s++|\#[^\n]*+"
    r"|[rRuUbB]{0,2}+(?:'''(?:[^\\']|\\.|'(?!''))*+'''|\"\"\"(?:[^\\\"]|\\.|\"(?!\"\"))*+\"\"\""
    r"|'(?:[^\\'\n]|\\.)*+'|\"(?:[^\\\"]|\\.)*+\")"
    r"|[\[\](){},:]|[^\s\[\](){},:\#]++",
    re.DOTALL,
)


@dataclass(slots=True)
class Node:
    """One value and where it stands.

    Attributes:
        start: its first character.
        end: one past its last character; grows while the text is read.
        opener: its bracket, empty for a text or a number.
        items: the values of a list, tuple or set.
        named: the values of a mapping by key; of equal keys the last counts.
        has_comma: a tuple of one is told from brackets by it.
    """

    start: int
    end: int
    opener: str = ""
    items: list[Node] = field(default_factory=list)
    named: dict[str, Node] = field(default_factory=dict)
    has_comma: bool = False


def locate(text: str, span: Span) -> Node | None:
    """Return the value that stands in a stretch of text, with all its parts, or None.

    Args:
        text: the whole text; positions are counted in it.
        span: where a value was read from.
    """
    root = Node(span[0], span[1], opener="(")
    open_nodes = [root]
    key: list[str | None] = [None]
    for match in _TOKEN.finditer(text, *span):
        mark = match.group()
        if mark[0].isspace() or mark[0] == "#":
            continue
        node = open_nodes[-1]
        if mark in "[({":
            open_nodes.append(_add(node, key, Node(match.start(), match.end(), opener=mark)))
            key.append(None)
        elif mark in "])}":
            if len(open_nodes) == 1:
                return None
            open_nodes.pop().end = match.end()
            key.pop()
        elif mark == ",":
            node.has_comma = True
            key[-1] = None
        elif mark == ":":
            key[-1] = _key(text, node.items.pop()) if node.items else None
        else:
            _add(node, key, Node(match.start(), match.end()))
    if len(root.items) > 1:
        # "1, 2" is a tuple without brackets.
        return root
    return _bare(root.items[0]) if root.items else None


def opened(text: str, node: Node) -> Node:
    """Return the value that a quoted text holds, where every character stands for itself; else the node."""
    # The long value is only looked at where it is quoted: this is asked for every witness.
    if node.opener or text[node.start : node.start + 1] not in {'"', "'"}:
        return node
    if "\\" in text[node.start : node.end]:
        return node
    inner = locate(text, (node.start + 1, node.end - 1))
    return node if inner is None else inner


def _add(parent: Node, key: list[str | None], node: Node) -> Node:
    """Return the node, now a part of its parent: by key where one was read, else in order."""
    name = key[-1]
    if name is None:
        parent.items.append(node)
    else:
        parent.named[name] = node
    return node


def _key(text: str, node: Node) -> str:
    value = read_value(text[node.start : node.end])
    try:
        return "" if value is UNREAD else str(value).strip()
    except ValueError:  # a number with too many digits to write out
        return ""


def _bare(node: Node) -> Node:
    """Return what stands inside brackets that only group: `(x)` is x, `(x,)` is not."""
    while node.opener == "(" and len(node.items) == 1 and not node.has_comma:
        node = node.items[0]
    return node


def descend(node: Node, path: Sequence[str | int]) -> Node:
    """Return the value at a path of keys and indexes, or the last one on the way that is there."""
    for step in path:
        node = _bare(node)
        if isinstance(step, str):
            if step not in node.named:
                return node
            node = node.named[step]
        elif step < len(node.items):
            node = node.items[step]
        else:
            return node
    return _bare(node)
