"""Reading a value that opens with one label, and what stands beside it."""

from __future__ import annotations

import re

from scoring.extraction.labels import END_OF_LABEL, REASON_AFTER_LABEL, Labels, OptionTexts
from scoring.extraction.negation import is_negated
from scoring.extraction.reading import LONGEST_VALUE, SENTENCE_END, TRIM, Kind, Reading

LEAD = re.compile(
    r"(?:(?:i\s+(?:choose|pick|select|would\s+say|say|go\s+with)|(?:it|that)['’]s)\b[\s:,]*+"
    r"|(?:so|thus|hence|therefore|clearly|probably|is|it|that|the|correct|right|best|final|most|likely|answers?"
    r"|options?|choices?|letters?|alternatives?|are|would|must|should|be|either|choose|pick|select|选项|選項)\b[\s:,]*+"
    r"|(?:选项|選項|选|選)[\s:,]*+)++",
    re.IGNORECASE,
)
_NOT_X_BUT = re.compile(r"not\s+[^\s,;.]{1,12}[\s,]+but\s+(?:rather\s+)?", re.IGNORECASE)
_GLUED_AFTER = re.compile(r"[.,:]\d|\.\w\.|\.\w\b|:\w")
_AND_ANOTHER = re.compile(r"[\s*_`\"']{0,4}\band\s+(?:option\s+)?", re.IGNORECASE)
_OR_ANOTHER = re.compile(r"\bor\s+(?:option\s+|maybe\s+|perhaps\s+|possibly\s+)?", re.IGNORECASE)
_OR_PERHAPS = re.compile(r"[^\S\n]+or\s+(?:maybe|perhaps|possibly)\s+(?=[(\[]?[A-Z0-9]{1,3}\b)")
_IS_CORRECT = re.compile(
    r"[^\S\n]+is\s+(?:the\s+)?(?:correct|right|best)(?:\s+(?:answer|option|choice|one))?[\s.!*_`\"'”’)]*+$"
)
"""What may follow a label: it is said to be right, and nothing more."""


def read_one(head: str, labels: Labels, texts: OptionTexts, body: str) -> Reading | None:
    """Return the reading of an optional lead word and one label that something ends."""
    if contrast := _NOT_X_BUT.match(head):
        at = contrast.end()
    else:
        lead = LEAD.match(head)
        at = lead.end() if lead else 0
    match = labels.one.match(head, at)
    if match is None and at:
        at = 0
        match = labels.one.match(head)
    if match is None:
        return None
    label = labels.get(match["label"])
    if label is None:
        return None
    if _ends(head, match, label, labels):
        return _beside_text(body, match, label, labels, texts)
    return _with_own_text(body, match, label, texts)


def _with_own_text(body: str, match: re.Match[str], label: str, texts: OptionTexts) -> Reading | None:
    """Return a label that its option's own text follows without any mark: `B Paris` where Paris is B."""
    rest = body[match.end() :]
    if match["label"] != label or not rest[:1].isspace() or texts.find(rest.strip(TRIM)) != label:
        return None
    return Reading(Kind.VALID, label, len(body.rstrip()))


def _ends(head: str, match: re.Match[str], label: str, labels: Labels) -> bool:
    written, after = match["label"], match.end()
    opened, closed = match["open"], match["close"]
    following = head[after : after + 1]
    bracketed = bool(opened) and (bool(closed) or following in tuple(")]}>"))
    is_word = len(written) == 1 and written.isalpha() and written.islower()
    if is_word and not (bracketed or following in tuple(")]") or not head[after:].strip(TRIM)):
        return False
    if bracketed:
        return True
    if _GLUED_AFTER.match(head, after) and _is_glued(head, after, label):
        return False
    if END_OF_LABEL.match(head, after) or _OR_PERHAPS.match(head, after) or _IS_CORRECT.match(head, after):
        return True
    return label not in labels.article and REASON_AFTER_LABEL.match(head, after) is not None


def _is_glued(head: str, after: int, label: str) -> bool:
    """Return whether a mark and what follows make one word with the label: `1.5`, `A.M.`, `C.48` is none."""
    mark, following = head[after], head[after + 1]
    if following.isdigit():
        return label.isdigit()
    return mark == "." and following.isalpha() and not head[after + 2 : after + 3].isalpha()


def _beside_text(body: str, match: re.Match[str], label: str, labels: Labels, texts: OptionTexts) -> Reading:
    """Return the label, flagged if the text beside it is another option's; a conflict if *or* adds one."""
    rest = body[match.end() :]
    if not rest.strip(TRIM):
        return Reading(Kind.VALID, label, match.end())
    other = texts.find(rest.strip(TRIM + "-–—"))
    if other is not None:
        return Reading(Kind.VALID, label, len(body.rstrip()), mismatch=other != label)
    rest = rest[:LONGEST_VALUE]
    second = _second_choice(rest, label, labels) or _second_text(rest, label, labels, texts)
    if second is not None:
        return Reading(
            Kind.CONFLICT, ",".join(sorted((label, second), key=labels.names.index)), len(body.rstrip())
        )
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
        if (
            match is None
            or not match["label"].isupper()
            or rest[match.end() : match.end() + 1] not in tuple(").:")
        ):
            continue
        found = labels.get(match["label"])
        if (
            found is not None
            and found != label
            and texts.find(rest[: joint.start()].strip(TRIM + "-–—")) == label
        ):
            return found
    return None
