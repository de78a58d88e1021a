"""Reading one value: the text after a marker, or in a box, as an answer of the item."""

from __future__ import annotations

import re
from dataclasses import replace

from scoring.extraction.labels import END_OF_LABEL, Labels, OptionTexts
from scoring.extraction.one_label import LEAD, read_one
from scoring.extraction.pointed import named_inside, trailing_label
from scoring.extraction.reading import LONGEST_VALUE, TRIM, VALID, Kind, Reader, Reading, behind_closers
from scoring.extraction.undecorate import undecorated

_PLACEHOLDER = re.compile(
    r"[\[<{(\"'`*]*\$?\{?(?:letters?|labels?|options?|choices?|answers?|(?:your|the|final|correct|option|answer|choice|insert)"
    r"[\s_-]*(?:final|correct)?[\s_-]*(?:letter|answer|choice|option|label)s?(?:\s+here)?|letter\s+of\s+.{1,40}|x\s*)[\]>})\"'`*.]*",
    re.IGNORECASE,
)
_LONGEST_PLACEHOLDER = 400
_OF_OBJECTS = "{}:,\"'"
"""Signs between braces that make them an object or a set, and no decoration: `{Paris}` has none."""


def choice_reader(labels: Labels, texts: OptionTexts, *, multi: bool) -> Reader:
    """Return the reader of one item's values (rules 7 and 8 of the policy).

    Args:
        labels: the item's own labels.
        texts: its option texts.
        multi: several labels are an answer, not a conflict; answers are sorted, joined by a comma.
    """

    def read(value: str) -> Reading:
        core = value.strip(TRIM)
        label = labels.get(core)
        if label is not None and "~" not in value:
            return Reading(VALID, label, behind_closers(value, value.find(core) + len(core)))
        return _read_choice(value, labels, texts, multi=multi)

    return read


def _read_choice(value: str, labels: Labels, texts: OptionTexts, *, multi: bool) -> Reading:
    start, end = undecorated(value)
    if start >= end:
        return Reading(Kind.INVALID, "", len(value))
    body = value[start:end]
    by_text = texts.find(body)
    if by_text is not None:
        return Reading(Kind.VALID, by_text, end)
    if _is_placeholder(body, labels):
        return Reading(Kind.PLACEHOLDER, value.strip(), end)
    head = body[:LONGEST_VALUE]
    several = _read_set(head, labels, multi=multi)
    if several is not None:
        return replace(several, end=start + several.end)
    one = read_one(head, labels, texts, body)
    if one is not None:
        return replace(one, end=behind_closers(value, start + one.end))
    rescued = named_inside(value, head, start, labels, texts) or trailing_label(body, start, labels, texts)
    if rescued is not None:
        return replace(rescued, end=behind_closers(value, rescued.end))
    return Reading(Kind.INVALID, value.strip(), len(value.rstrip()))


def _is_placeholder(body: str, labels: Labels) -> bool:
    if len(body) > _LONGEST_PLACEHOLDER:
        return False
    bare = body.strip(TRIM)
    if bare.casefold() in ("n/a", "na") and labels.get(bare) is None:
        return True
    if _PLACEHOLDER.fullmatch(body) and labels.get(bare) is None:
        return True
    if "|" in body:
        parts = [part.strip(TRIM) for part in body.split("|")]
        return len(parts) > 1 and all(labels.get(part) for part in parts)
    listed = body.strip("<>[](){} ")
    named = labels.many.match(listed)
    return body.startswith("<") and named is not None and named.end() == len(listed)


def _read_set(head: str, labels: Labels, *, multi: bool) -> Reading | None:
    """Return the reading of labels joined by comma, slash, *and*, *or*; None if there are not several."""
    match = labels.many.match(head)
    if match is None and (lead := LEAD.match(head)):
        match = labels.many.match(head, lead.end())
    if match is None:
        return None
    written = [m.group() for m in labels.single.finditer(match["set"])]
    # In running text a lower-case letter is a word; in a list all of one case is a list.
    if any(w.islower() for w in written) and not all(w.islower() for w in written):
        return None
    after = match.end()
    while after < len(head) and head[after] in ")]}*_`\"' ":
        after += 1
    alone = head[match.start()] in "([{" or (multi and not head[after:].strip(TRIM))
    if written[0].islower() and len(written[0]) == 1 and not alone:
        return None
    if not (END_OF_LABEL.match(head, after) or END_OF_LABEL.match(head, match.end())):
        return None
    chosen = sorted({found for w in written if (found := labels.get(w))}, key=labels.names.index)
    answer = ",".join(chosen)
    if len(chosen) == 1:
        return Reading(Kind.VALID, answer, after)
    if multi:
        return Reading(Kind.VALID, ",".join(sorted(chosen)), after)
    if len(chosen) == len(labels.names):
        return Reading(Kind.PLACEHOLDER, head[:after].strip(), after)
    return Reading(Kind.CONFLICT, answer, after)


def read_short_text(value: str) -> Reading:
    """Return the whole value, undecorated; blank or a placeholder is no answer."""
    start, end = undecorated(value)
    body = value[start:end].strip()
    if not body or (body.startswith("<") and body.endswith(">")):
        return Reading(Kind.INVALID, body, len(value))
    if body.startswith("{") and body.endswith("}") and not any(mark in body[1:-1] for mark in _OF_OBJECTS):
        body = body[1:-1].strip()
        return Reading(Kind.VALID if body else Kind.INVALID, body, end)
    return Reading(Kind.VALID, body, end)
