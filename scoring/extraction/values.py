"""Reading one value: the text after a marker, or in a box, as an answer of the item."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from scoring.extraction.labels import END_OF_LABEL, REASON_AFTER_LABEL, Labels, OptionTexts, fold
from scoring.extraction.negation import is_negated
from scoring.extraction.text import lower_same_length


class Kind(Enum):
    """What a value turned out to be."""

    VALID = "valid"
    CONFLICT = "conflict"
    PLACEHOLDER = "placeholder"
    INVALID = "invalid"


@dataclass(slots=True)
class Reading:
    """A value as read.

    Made for every item and read often: not frozen, since that takes twice the time.

    Attributes:
        kind: valid, conflicting, a placeholder or no answer.
        answer: the answer; for a conflict the labels it names, joined by a comma; else the text.
        end: offset in the value at which the answer ends.
        mismatch: the label's own option text was contradicted by the text beside it.
    """

    kind: Kind
    answer: str
    end: int
    mismatch: bool = False


Reader: TypeAlias = Callable[[str], Reading]
"""Reads one value; any text is allowed, an empty one is invalid."""

_TRIM = " \t*_`\"'“”‘’«».,:;!?()[]{}<>$|。，：！？、\\"
_HTML = r"</?(?:b|i|u|em|strong|code|span|div|p|br|mark|sup|sub|font|center|pre|kbd|q|answer|final|ans|td|li|h[1-6])(?=[\s/>])[^<>|]{0,80}>"
_TEX = r"\\(?:boxed|fbox|text(?:bf|it|rm|sf|tt)?|math(?:rm|bf|it|sf|tt)|mbox|bf|rm|large|Large|displaystyle|quad|,|;|!|left|right)\s*\{?"
_PREFIX = re.compile(rf"(?:[\s*_`~\"'“”‘’«»「」『』|#$>=\u2190-\u27bf\U0001f300-\U0001faff]|[-–—•]\s|\\[(\[]|{_TEX}|{_HTML})*+")
_STRUCK_OUT = re.compile(r"~~[^~\n]{1,400}~~\s*")
_LEAD = re.compile(
    r"(?:(?:so|thus|hence|therefore|clearly|probably|is|it|that|the|correct|right|best|final|most|likely|answers?"
    r"|options?|choices?|letters?|alternatives?|are|would|must|should|be|either|choose|pick|select|选项|選項)\b[\s:,]*+"
    r"|(?:i\s+(?:choose|pick|select|would\s+say|say|go\s+with)|it's|that's|选项|選項|选|選)[\s:,]*+)++",
    re.IGNORECASE,
)
_NOT_X_BUT = re.compile(r"not\s+[^\s,;.]{1,12}[\s,]+but\s+(?:rather\s+)?", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"[\[<{(\"'`*]*\$?\{?(?:letters?|labels?|options?|choices?|answers?|(?:your|the|final|correct|option|answer|choice|insert)"
    r"[\s_-]*(?:final|correct)?[\s_-]*(?:letter|answer|choice|option|label)s?(?:\s+here)?|letter\s+of\s+.{1,40}|x\s*)[\]>})\"'`*.]*",
    re.IGNORECASE,
)
_STATED_PICK = re.compile(
    r"(?:\b(?:answer|option|choice)s?\s+(?:is|must\s+be|should\s+be|would\s+be|has\s+to\s+be)|\bmust\s+be|\bhas\s+to\s+be)\b[\s:]*+",
    re.IGNORECASE,
)
_GLUED_AFTER = re.compile(r"[.,:]\d|\.\w\.|\.\w\b|:\w")
_AND_ANOTHER = re.compile(r"[\s*_`\"']{0,4}\band\s+(?:option\s+)?", re.IGNORECASE)
_POINTER = re.compile(
    r"(?:\b(?:which|that|this|it)\s+(?:is|would\s+be|matches|corresponds\s+to|is\s+closest\s+to|most\s+closely\s+matches)"
    r"|\bcorresponding\s+to|\bclosest\s+to|[(\[](?=\s?(?:option|choice|answer)))\s*(?:the\s+)?(?:option|choice|answer)\b[\s:]*+",
    re.IGNORECASE,
)
_HEDGED = re.compile(r"\b(?:maybe|perhaps|possibly|unsure|guess|either|or|tell|know)\b", re.IGNORECASE)
_OR_ANOTHER = re.compile(r"\bor\s+(?:option\s+|maybe\s+|perhaps\s+|possibly\s+)?", re.IGNORECASE)
# Bound once: looking up a member of an enum costs as much as a search through a short text.
_VALID = Kind.VALID
SENTENCE_END = re.compile(r"[.!?](?=[\s\"'”’)\]*]|$)|\n")
_OPENING = {")": "(", "]": "[", "}": "{"}
_LONGEST_WITH_LABEL = 300
_LONGEST_VALUE = 2_000
"""Labels stand at the start of a value; beyond this many characters only whole texts are compared."""


def choice_reader(labels: Labels, texts: OptionTexts, *, multi: bool) -> Reader:
    """Return the reader of one item's values (rules 7 and 8 of the policy).

    Args:
        labels: the item's own labels.
        texts: its option texts.
        multi: several labels are an answer, not a conflict; answers are sorted, joined by a comma.
    """

    def read(value: str) -> Reading:
        core = value.strip(_TRIM)
        label = labels.get(core) if len(core) <= 8 else None
        if label is not None and "~" not in value:
            return Reading(_VALID, label, value.find(core) + len(core))
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
    head = body[:_LONGEST_VALUE]
    several = _read_set(head, labels, multi=multi)
    if several is not None:
        return replace(several, end=start + several.end)
    one = _read_one(head, labels, texts, body)
    if one is not None:
        return replace(one, end=start + one.end)
    rescued = _named_inside(value, head, start, labels, texts) or _trailing(body, start, labels, texts)
    return rescued or Reading(Kind.INVALID, value.strip(), len(value.rstrip()))


def _named_inside(value: str, head: str, start: int, labels: Labels, texts: OptionTexts) -> Reading | None:
    """Return the label that a value in words states or points to; most hold none of the words for it."""
    lower = value.lower()
    noun = "answer" in lower or "option" in lower or "choice" in lower
    if noun or "must" in lower or "has" in lower:
        return _rescue(value, labels, texts) or (_pointed(head, start, labels) if noun else None)
    return None


def undecorated(value: str) -> tuple[int, int]:
    """Return [start, end) of a value without emphasis, code ticks, quotes, bars, tags and TeX wrappers."""
    found = _PREFIX.match(value)
    start = found.end() if found else 0
    while struck := _STRUCK_OUT.match(value, start):
        start = struck.end()
    if start >= 2 and value[start - 2 : start] == "~~" and (struck := _STRUCK_OUT.match(value, start - 2)):
        # The prefix ate the opening marks of a struck-out value.
        found = _PREFIX.match(value, struck.end())
        start = found.end() if found else struck.end()
    end = len(value.rstrip(" \t*_`~\"'“”‘’«»」』|$\\"))
    end = _without_tail(value, start, end)
    return start, max(start, end)


def _without_tail(value: str, start: int, end: int) -> int:
    """Return the end without closing tags, braces and brackets that were opened before the value."""
    unopened = ""
    while end > start:
        last = value[end - 1]
        if last in "*_`~\"'“”‘’«»」』|$ \t":
            end -= 1
        elif last in ")]}" and value[end - 2 : end - 1] == "\\":
            end -= 2
        elif last in ")]}":
            # Looked up once a kind: a value of a million brackets takes linear time.
            if last not in unopened and value.find(_OPENING[last], start, end) >= 0:
                break
            if last not in unopened:
                unopened += last
            end -= 1
        elif last == ">" and (at := value.rfind("</", max(start, end - 12), end)) >= 0:
            end = at
        else:
            break
    return end


def _is_placeholder(body: str, labels: Labels) -> bool:
    if len(body) > 400:
        return False
    bare = body.strip(_TRIM)
    if bare.casefold() in ("n/a", "na") and labels.get(bare) is None:
        return True
    if _PLACEHOLDER.fullmatch(body) and labels.get(bare) is None:
        return True
    if "|" in body:
        parts = [part.strip(_TRIM) for part in body.split("|")]
        return len(parts) > 1 and all(labels.get(part) for part in parts)
    named = labels.many.match(body.strip("<>[](){} "))
    if body.startswith("<") and named and named.end() == len(body.strip("<>[](){} ")):
        return True
    return False


def _read_set(head: str, labels: Labels, *, multi: bool) -> Reading | None:
    """Return the reading of several labels joined by comma, slash, *and*, *or*; None if there are not several."""
    match = labels.many.match(head)
    if match is None and (lead := _LEAD.match(head)):
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
    alone = head[match.start()] in "([{" or (multi and not head[after:].strip(_TRIM))
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


def _read_one(head: str, labels: Labels, texts: OptionTexts, body: str) -> Reading | None:
    """Return the reading of an optional lead word and one label that something ends."""
    if contrast := _NOT_X_BUT.match(head):
        at = contrast.end()
    else:
        lead = _LEAD.match(head)
        at = lead.end() if lead else 0
    match = labels.one.match(head, at)
    if match is None and at:
        at = 0
        match = labels.one.match(head)
    if match is None:
        return None
    label = labels.get(match["label"])
    if label is None or not _ends(head, match, label, labels):
        return None
    return _beside_text(body, match, label, labels, texts)


def _ends(head: str, match: re.Match[str], label: str, labels: Labels) -> bool:
    written, after = match["label"], match.end()
    opened, closed = match["open"], match["close"]
    following = head[after : after + 1]
    bracketed = bool(opened) and (bool(closed) or following in tuple(")]}>"))
    is_word = len(written) == 1 and written.isalpha() and written.islower()
    if is_word and not (bracketed or following in tuple(")]") or not head[after:].strip(_TRIM)):
        return False
    if bracketed:
        return True
    if _GLUED_AFTER.match(head, after) and _is_glued(head, after, label):
        return False
    if END_OF_LABEL.match(head, after):
        return True
    return label not in labels.article and REASON_AFTER_LABEL.match(head, after) is not None


def _is_glued(head: str, after: int, label: str) -> bool:
    """Return whether a mark and what follows make one word with the label: `1.5`, `A.M.`, `C.48` is none."""
    mark, following = head[after], head[after + 1]
    if following.isdigit():
        return label.isdigit()
    return mark == "." and following.isalpha() and not head[after + 2 : after + 3].isalpha()


def _beside_text(
    body: str, match: re.Match[str], label: str, labels: Labels, texts: OptionTexts
) -> Reading:
    """Return the label, flagged if the text beside it is another option's, or a conflict if *or* names another."""
    rest = body[match.end() :]
    if not rest.strip(_TRIM):
        return Reading(Kind.VALID, label, match.end())
    other = texts.find(rest.strip(_TRIM + "-–—"))
    if other is not None:
        return Reading(Kind.VALID, label, len(body.rstrip()), mismatch=other != label)
    rest = rest[:_LONGEST_VALUE]
    second = _second_choice(rest, label, labels) or _second_text(rest, label, labels, texts)
    if second is not None:
        return Reading(Kind.CONFLICT, ",".join(sorted((label, second), key=labels.names.index)), len(body.rstrip()))
    return Reading(Kind.VALID, label, match.end())


def _second_choice(rest: str, label: str, labels: Labels) -> str | None:
    """Return another label that the same sentence offers by *or*: `A) red or B) blue`."""
    stop = SENTENCE_END.search(rest, 1)
    sentence = rest[: stop.start()] if stop else rest
    for joint in _OR_ANOTHER.finditer(sentence):
        match = labels.one.match(sentence, joint.end())
        if match is None or not match["label"].isupper() or is_negated(sentence, joint.start()):
            continue
        if match["open"] or sentence[match.end() : match.end() + 1] in ("", ")", ":", "."):
            found = labels.get(match["label"])
            if found is not None and found != label:
                return found
    return None


def _second_text(rest: str, label: str, labels: Labels, texts: OptionTexts) -> str | None:
    """Return another label joined by *and* after the first one's own text: `A. red and B. blue`."""
    for joint in _AND_ANOTHER.finditer(rest):
        match = labels.one.match(rest, joint.end())
        if match is None or not match["label"].isupper() or rest[match.end() : match.end() + 1] not in tuple(").:"):
            continue
        found = labels.get(match["label"])
        if found is not None and found != label and texts.find(rest[: joint.start()].strip(_TRIM + "-–—")) == label:
            return found
    return None


def _pointed(head: str, start: int, labels: Labels) -> Reading | None:
    """Return the one label that a value in words points to: `12 N, which is option (C)`, `12 N (option C)`."""
    found: Reading | None = None
    lower = ""
    for pointer in _POINTER.finditer(head):
        lower = lower or lower_same_length(head)
        match = labels.one.match(head, pointer.end())
        label = labels.get(match["label"]) if match else None
        if match is None or label is None or is_negated(lower, pointer.start()):
            continue
        if found is not None and found.answer != label:
            return None
        found = Reading(Kind.VALID, label, start + match.end())
    return found


def _trailing(body: str, start: int, labels: Labels, texts: OptionTexts) -> Reading | None:
    """Return the bracketed label that a short value ends with: `slower decay (B)`, but not `25 (C)`, `copper (I)`."""
    written = body.rstrip(" .,;:!*_`")
    opened = max(written.rfind("("), written.rfind("["))
    if len(written) > _LONGEST_WITH_LABEL or opened <= 0 or written[-1] not in ")]":
        return None
    named = written[opened + 1 : -1].strip()
    label = labels.get(named) if not named.islower() else None
    before = written[:opened].strip(_TRIM)
    if label is None or not before or "(" in before or "[" in before:
        return None
    own = texts.find(before)
    if own is not None:
        return Reading(Kind.VALID, label, start + len(written), mismatch=own != label)
    doubtful = is_negated(lower_same_length(body), opened) or _HEDGED.search(before) is not None
    if doubtful or label.isdigit() or label in labels.article or before[-1].isdigit():
        return None
    return Reading(Kind.VALID, label, start + len(written))


def _rescue(value: str, labels: Labels, texts: OptionTexts) -> Reading | None:
    """Return a stated pick on the same line that is not negated in its own clause, the last one."""
    limit = len(value)
    for stated in reversed(list(_STATED_PICK.finditer(value))):
        limit = min(limit, stated.end() + _LONGEST_VALUE)
        stop = SENTENCE_END.search(value, stated.end(), limit)
        sentence = value[stated.end() : stop.start() if stop else limit]
        limit = stated.start()
        if is_negated(value, stated.start()):
            continue
        start, end = undecorated(sentence)
        reading = _read_one(sentence[start:end], labels, texts, sentence[start:end])
        if reading is not None and reading.kind is Kind.VALID:
            return replace(reading, end=stated.end() + start + reading.end)
    return None


def read_short_text(value: str) -> Reading:
    """Return the whole value, undecorated; blank or a placeholder is no answer."""
    start, end = undecorated(value)
    body = value[start:end].strip()
    if not body or body.startswith("<") and body.endswith(">"):
        return Reading(Kind.INVALID, body, len(value))
    return Reading(Kind.VALID, body, end)


__all__ = ["Kind", "Reader", "Reading", "choice_reader", "fold", "read_short_text", "undecorated"]
