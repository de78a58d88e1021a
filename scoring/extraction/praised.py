"""Statements that name the label first, or praise another noun than *answer*: `B is the correct answer`.

Both are ours, beyond the published ways to state an answer (docs/scoring.md, Extensions).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scoring.extraction.found import Found, Question
from scoring.extraction.negation import is_negated
from scoring.extraction.reading import SENTENCE_END, Kind
from scoring.extraction.text import Text, find_all

PRAISE = ("correct ", "right ", "best ", "accurate ", "appropriate ", "likely ", "suitable ")
"""What stands before the noun of such a statement."""

_TRIM = " \t*_`\"'“”‘’«».,:;!?()[]{}<>$|-–—"
_BEST = (
    r"(?:correct|right|best|closest|nearest"
    r"|most[^\S\n]+(?:accurate|appropriate|likely|suitable|plausible|precise))"
)
_IS_THE_BEST = re.compile(
    r"\b(?:is|would[^\S\n]be|must[^\S\n]be)[^\S\n]{1,4}(?:(?:therefore|thus|clearly|indeed)[^\S\n]{1,4})?the[^\S\n]{1,4}"
    rf"(?:(?:only|single)[^\S\n]{{1,4}})?{_BEST}[^\S\n]$"
)
_SUBJECT_BEGINS = re.compile(r"[,;:]|\b(?:that|means|so|therefore|thus|hence)\b", re.IGNORECASE)
_LONGEST_SUBJECT = 240
_NAMED = re.compile(
    rf"{_BEST}[^\S\n]{{1,4}}(?:statement|match|alternative|response|representation|description|conclusion|solution"
    r"|letter|pick|selection|explanation|fit|interpretation)\b"
    r"(?:[^\S\n]+(?:to|for|of|here|that|which|among)\b[^.\n:;?!]{0,80}?)??[^\S\n]+(?:is|must[^\S\n]be|would[^\S\n]be)\b:?"
)
_NAMED_WORDS = ("correct", "right", "best", "closest", "nearest", "most")
_IS_CORRECT = re.compile(
    r"(?:option|choice)[^\S\n]{1,4}(?P<value>[^\s]{1,6})[^\S\n]{1,4}is[^\S\n]{1,4}(?:the[^\S\n])?(?:correct|right)"
    r"(?=[.,!\n]|$|[^\S\n](?:because|since|as)\b)"
)
_BRACKETED = re.compile(r"(?:answer|option|choice)[^\S\n](?P<value>\([^\s()]{1,3}\))(?=[.!\n]|$)")
_THE = re.compile(r"\bthe[^\S\n](?:(?:correct|right|final|best)[^\S\n])?$")
_CLOSEST = re.compile(
    r"\b(?:closest|nearest)[^\S\n]to[^\S\n](?:option|choice|answer)[^\S\n](?P<value>[^\s]{1,8}?)[.!*_\s]*$"
)


def find_praised(text: Text, question: Question, nouns: Iterable[int]) -> list[Found]:
    """Return the values of `X is the correct answer` and their like.

    Args:
        text: the text.
        question: the item's reader.
        nouns: where `answer`, `option`, `choice` stand after a word of `PRAISE`.
    """
    return [found for at in nouns if (found := _read_subject(text, question, at)) is not None]


def _read_subject(text: Text, question: Question, at: int) -> Found | None:
    begin = max(0, at - _LONGEST_SUBJECT)
    verb = _IS_THE_BEST.search(text.lower, max(begin, at - 60), at)
    if verb is None or is_negated(text.lower, verb.start()):
        return None
    norm, cut = text.norm, begin > 0
    for end in SENTENCE_END.finditer(norm, begin, verb.start()):
        begin, cut = end.end(), False
    begins = [match.end() for match in _SUBJECT_BEGINS.finditer(norm, begin, verb.start())]
    for start in ([] if cut else [begin]) + begins[-1:]:
        subject = norm[start : verb.start()]
        reading = question.read(subject)
        if reading.kind in (Kind.VALID, Kind.CONFLICT) and not subject[reading.end :].strip(_TRIM):
            first = start + len(subject) - len(subject.lstrip())
            return Found("stated_answer", first, at, reading)
    return None


def find_named(text: Text, question: Question) -> list[Found]:
    """Return the one label that the reply calls correct, best or closest; none if it calls two so."""
    if question.labels is None:
        return []
    norm = text.norm
    spans = sorted({(m.start(), *_value_span(norm, m)) for m in _named_places(text)})
    found = []
    for start, begin, end in spans:
        if is_negated(text.lower, start):
            continue
        reading = question.read(norm[begin:end])
        if reading.kind is Kind.VALID:
            found.append(Found("named_correct", start, begin + reading.end, reading))
    return found if len({one.reading.answer for one in found}) == 1 else []


def _named_places(text: Text) -> Iterator[re.Match[str]]:
    """Return every place of such a statement; words are looked up first, since most texts hold none."""
    lower = text.lower
    for word in _NAMED_WORDS:
        # `incorrect` holds `correct`.
        starts = (at for at in find_all(lower, word) if not lower[at - 1 : at].isalpha())
        yield from (m for at in starts if (m := _NAMED.match(lower, at)))
    for at in text.nouns:
        if stated := _IS_CORRECT.match(lower, at):
            yield stated
        elif lower.startswith(" (", at + 6) and _THE.search(lower, max(0, at - 16), at):
            yield from filter(None, (_BRACKETED.match(lower, at),))
    end = lower[max(0, len(lower.rstrip()) - _LONGEST_SUBJECT) :]
    if "closest" in end or "nearest" in end:
        yield from filter(None, (_CLOSEST.search(lower, len(lower) - len(end)),))


def _value_span(norm: str, match: re.Match[str]) -> tuple[int, int]:
    """Return where the value lies: the group `value`, or the rest of the sentence."""
    if "value" in match.re.groupindex:
        return match.span("value")
    return match.end(), _end_of_sentence(norm, match.end())


def _end_of_sentence(norm: str, at: int) -> int:
    stop = SENTENCE_END.search(norm, at, at + _LONGEST_SUBJECT)
    return stop.start() if stop else min(len(norm), at + _LONGEST_SUBJECT)
