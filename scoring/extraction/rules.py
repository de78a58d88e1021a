"""The ordered table of rules that find an answer in a reply (rules 5 to 10 of the policy)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from scoring.extraction.found import Finder, Found, Question
from scoring.extraction.labels import Labels, fold
from scoring.extraction.markers import Value, find_markers, find_values, is_spaceless
from scoring.extraction.negation import is_negated
from scoring.extraction.numbers import last_number
from scoring.extraction.praised import PRAISE, find_named, find_praised
from scoring.extraction.text import Text, find_all
from scoring.extraction.values import Kind, Reading
from scoring.policy import LANGUAGES, MARKER_RULES

_TRIM = " \t*_`\"'“”‘’«».,:;!?()[]{}<>$|。，：！？、\\"
# Bound once: looking up a member of an enum costs as much as a search through a short text.
_VALID, _CONFLICT, _INVALID = Kind.VALID, Kind.CONFLICT, Kind.INVALID


def find_marked(text: Text, question: Question, languages: tuple[str, ...]) -> list[Found]:
    """Return the value after every marker, valid or not, in order (rules 5 and 6)."""
    markers = find_markers(text, languages)
    if not markers:
        return []
    below: dict[int, tuple[int, Reading] | None] = {}
    found = [_read_marked(text, question, value, below) for value in find_values(text, markers)]
    return _join_alternatives(found) if any(one.joined for one in found) else found


def _join_alternatives(found: list[Found]) -> list[Found]:
    """Return the values with those that one line joins by *or* made a conflict, unless they agree."""
    answers = (Kind.VALID, Kind.CONFLICT)
    joined = list(found)
    for position, (one, other) in enumerate(pairwise(found)):
        agree = one.reading.answer == other.reading.answer
        if one.joined and not agree and one.reading.kind in answers and other.reading.kind in answers:
            for at in (position, position + 1):
                joined[at] = replace(joined[at], reading=replace(joined[at].reading, kind=_CONFLICT))
    return joined


def _read_marked(
    text: Text, question: Question, value: Value, below: dict[int, tuple[int, Reading] | None]
) -> Found:
    """Return the value of one marker; `below` keeps what follows a line, for its other blank markers."""
    marker = value.marker
    rule = MARKER_RULES[marker.tier]
    written = text.norm[value.start : value.end]
    if not written.strip(" \t*_`#>|$\"'"):
        line_end = value.line_end
        if line_end not in below:
            below[line_end] = _next_line_value(text.norm, line_end, question)
        if (following := below[line_end]) is not None:
            start, reading = following
            return Found(rule, marker.start, start + reading.end, reading)
        return Found(rule, marker.start, marker.end, Reading(Kind.INVALID, "", 0))
    reading = question.read(written)
    return Found(rule, marker.start, value.start + reading.end, reading, value.joined)


def _next_line_value(norm: str, at: int, question: Question) -> tuple[int, Reading] | None:
    """Return (offset, reading) of the next non-blank line, if it is a value and not the first of a list."""
    first = _next_line(norm, at)
    if first is None:
        return None
    start, end = first
    line = norm[start:end]
    if question.labels is None:
        reading = question.read(line)
        return (start, reading) if reading.kind is Kind.VALID else None
    label = line_label(line, question)
    if label is None:
        return None
    second = _next_line(norm, end)
    if second is not None:
        other = line_label(norm[second[0] : second[1]], question)
        if other is not None and other.answer != label.answer:
            return None
    return start, label


def _next_line(norm: str, at: int) -> tuple[int, int] | None:
    """Return [start, end) of the first non-blank line after this offset's own line."""
    start = norm.find("\n", at)
    while start >= 0:
        start += 1
        end = norm.find("\n", start)
        stop = end if end >= 0 else len(norm)
        if norm[start:stop].strip():
            return start, stop
        start = end
    return None


_MARKED_LABEL = re.compile(r"[\s*_`>#\-]*+(?:option\s+|choice\s+)?(?P<open>[(\[]?)[*_`$]*+", re.IGNORECASE)


def line_label(line: str, question: Question) -> Reading | None:
    """Return the label that a line is, or opens with a mark and text (`C) red`); None for any other line."""
    labels, texts = question.labels, question.texts
    if labels is None or texts is None:
        return None
    core = line.strip(_TRIM + "#-")
    bare = labels.get(core) if len(core) <= 8 else None
    if bare is not None:
        return Reading(Kind.VALID, bare, line.find(core) + len(core))
    lead = _MARKED_LABEL.match(line)
    match = labels.one.match(line, lead.end() - len(lead["open"])) if lead else None
    if match is None or (label := labels.get(match["label"])) is None:
        return None
    end = match.end()
    mark = line[end : end + 1]
    bracketed = bool(match["open"].strip("*_`$\"'")) and mark in tuple(")]}")
    if not bracketed and mark not in tuple(").:]"):
        return Reading(Kind.VALID, label, end) if _says_only_option(line, match, labels) else None
    if line[end + 1 : end + 2].isdigit() and mark == "." and label.isdigit():
        return None
    rest = line[end + 1 :].strip(_TRIM)
    by_text = texts.find(line.strip(_TRIM)) or texts.find(line)
    if by_text is not None and by_text != label:
        return Reading(Kind.VALID, by_text, len(line.rstrip()))
    other = texts.find(rest) if rest else None
    return Reading(Kind.VALID, label, end + 1, mismatch=other is not None and other != label)


def _says_only_option(line: str, match: re.Match[str], labels: Labels) -> bool:
    """Return whether a line is `Option X` and nothing more."""
    before = line[: match.start("label")].strip(_TRIM).casefold()
    return before in ("option", "choice", "answer") and not line[match.end() :].strip(_TRIM)


# --- extended rules that name a place in the text ------------------------------------------------

_MOST_NESTED_BOXES = 8
_BRACES = re.compile(r"\\(?:boxed|fbox)\s*\{|\\[{}]|[{}]")


def find_boxed(text: Text, question: Question) -> list[Found]:
    """Return the values of every closed `\\boxed{}`; none of them if the last box is cut off."""
    first = min((at for at in (text.norm.find("\\boxed"), text.norm.find("\\fbox")) if at >= 0), default=-1)
    if first < 0:
        return []
    boxes, cut_off = _closed_boxes(text.norm, first)
    if cut_off:
        return []
    found: list[Found] = []
    for start, inner, end in boxes:
        # A box inside a box says the same thing twice.
        if found and start < found[-1].end:
            continue
        reading = question.read(text.norm[inner:end])
        if reading.kind in (Kind.VALID, Kind.CONFLICT):
            found.append(Found("boxed", start, end + 1, reading))
    return found


def _closed_boxes(norm: str, first: int) -> tuple[list[tuple[int, int, int]], bool]:
    """Return (start, start of the value, end of the value) of every closed box in order, and if the last is cut off.

    A box around many boxes inside each other is left out: reading each anew would take quadratic time.
    """
    opened: list[tuple[int, int, bool]] = []
    heights = [0]
    closed: list[tuple[int, int, int]] = []
    last_closed = last_opened = -1
    for match in _BRACES.finditer(norm, first):
        written = match.group()
        if written[-1] == "{" and written[:2] != "\\{":
            is_box = len(written) > 1
            opened.append((match.start(), match.end(), is_box))
            heights.append(0)
            last_opened = match.start() if is_box else last_opened
        elif written == "}" and opened:
            start, inner, is_box = opened.pop()
            height = heights.pop() + is_box
            heights[-1] = max(heights[-1], height)
            if is_box:
                last_closed = max(last_closed, start)
                if height <= _MOST_NESTED_BOXES:
                    closed.append((start, inner, match.start()))
    return sorted(closed), last_opened > last_closed


_ELEMENT = re.compile(r"<(/?)(answer|final|final_answer)\s*>")


def find_elements(text: Text, question: Question) -> list[Found]:
    """Return the value of every closed `<answer>` or `<final>` element."""
    if "<answer" not in text.lower and "<final" not in text.lower:
        return []
    found: list[Found] = []
    opened: re.Match[str] | None = None
    for match in _ELEMENT.finditer(text.lower):
        if not match[1]:
            opened = match
        elif opened is not None:
            reading = question.read(" ".join(text.norm[opened.end() : match.start()].split()))
            if reading.kind in (Kind.VALID, Kind.CONFLICT):
                found.append(Found("answer_element", opened.start(), match.end(), reading))
            opened = None
    return found


_KEY = re.compile(
    r"([\"'])(?:final[_ ]?answer|final|answer|answer[_ ]?(?:label|letter|choice)|choice)\1\s{0,8}+:\s{0,8}+"
    r"(?:\"(?P<double>[^\"\n]{0,400})\"|'(?P<single>[^'\n]{0,400})'|\[(?P<list>[^\]\n]{0,400})\]"
    r"|(?P<bare>[^\s,}\]\[{\"'][^,}\]\n]{0,60}))"
)


def find_json_answers(text: Text, question: Question) -> list[Found]:
    """Return the value of every JSON key `answer`, `final` or `final_answer`."""
    lower = text.lower
    found = []
    done = 0
    for at in sorted(find_all(lower, "final") + text.nouns):
        # Looked at only behind a quote: braces are common in formulas, and such keys are rare.
        match = _KEY.match(lower, at - 1) if at > done and lower[at - 1] in "\"'" else None
        if match is None:
            continue
        done = match.end()
        start, end = next(match.span(name) for name in _KEY.groupindex if match[name] is not None)
        reading = question.read(text.norm[start:end])
        if reading.kind in (Kind.VALID, Kind.CONFLICT):
            found.append(Found("json_answer", match.start(), match.end(), reading))
    return found


_STATED = re.compile(
    r"(?:answers?|options?|choices?)[*_`\"”]*+"
    r"(?P<clause>[^\S\n]+(?:to|for|of|in|here|that|which|based|among)\b[^.\n:;?!]{0,120}?)??"
    r"(?:[^\S\n]*,[^\S\n]*(?:therefore|thus|hence|then|of course|as such)[^\S\n]*,)?[^\S\n]*[*_`]*+"
    r"(?:(?:therefore|thus|hence|then|clearly|indeed)[^\S\n]+)?"
    r"\b(?:is|are|must[^\S\n]be|should[^\S\n]be|would[^\S\n]be|will[^\S\n]be|has[^\S\n]to[^\S\n]be|seems[^\S\n]to[^\S\n]be)\b"
    r"(?:[^\S\n]+(?:therefore|thus|hence|then|clearly|indeed|actually|still|simply)\b)?[^\S\n*_`:,]*+(?P<colon>:)?"
)
_LATER_VERB = re.compile(r"\b(?:is|are|must[^\S\n]be|should[^\S\n]be|would[^\S\n]be)\b[^\S\n*_`:,]*+:?")
_STATED_ZH = re.compile(
    r"(?:(?:故|应|應|我|会|會|能|可|因此|所以|答案|只能|(?<!\w))[选選][择擇]?(?:选项|選項)?|(?:只有|正确的?是|正確的?是|应为|應為)(?:选项|選項)?)"
    r"\s*[:：]?\s*[(（]?(?P<label>[A-Za-z0-9]{1,2})(?![A-Za-z0-9])"
)
_SENTENCE_END = re.compile(r"[.!?\n。！？](?:(?<=[\n。！？])|(?=[\s\"'”’)\]*_]|$))")
_LONGEST_SENTENCE = 2_000


def find_stated(text: Text, question: Question) -> list[Found]:
    """Return the values of un-negated statements `the answer is X`, `option is X` and their like."""
    lower = text.lower
    found: list[Found] = []
    matches: list[re.Match[str]] = []
    praised: list[int] = []
    for at in text.nouns:
        if (match := _STATED.match(lower, at)) is not None:
            matches.append(match)
        if lower.endswith(PRAISE, 0, at):
            praised.append(at)
    starts = [match.start() for match in matches] if len(matches) > 1 else []
    for match in matches:
        following = bisect_left(starts, match.end()) if starts else 0
        limit = starts[following] if following < len(starts) else len(lower)
        if (one := _read_stated(text, question, match, limit)) is not None:
            found.append(one)
    if praised and (reversed_ := find_praised(text, question, praised)):
        found = sorted(found + reversed_, key=_start)
    if not lower.isascii() and ("选" in lower or "選" in lower or "只有" in lower):
        found.extend(_stated_in_chinese(text, question))
        found.sort(key=_start)
    return found


def _start(found: Found) -> int:
    return found.start


def _read_stated(text: Text, question: Question, match: re.Match[str], limit: int) -> Found | None:
    """Return the value of one statement: the rest of its sentence, up to the next statement at `limit`."""
    norm, lower = text.norm, text.lower
    start, begin = match.span()
    if start and (_continues(lower, start) or is_negated(lower, start)):
        return None
    if limit > begin + _LONGEST_SENTENCE:
        limit = begin + _LONGEST_SENTENCE
    stop = _SENTENCE_END.search(norm, begin, limit)
    end = stop.start() if stop else limit
    sentence = norm[begin:end]
    if not sentence.strip(_TRIM):
        below = _next_line_value(norm, begin, question) if norm[end : end + 1] in ("", "\n") else None
        if below is None:
            return None
        return Found("stated_answer", start, below[0] + below[1].end, below[1])
    reading = _read_sentence(norm, begin, end, question)
    if reading.kind is _INVALID and match["clause"] is not None:
        # `The option that is closest to it is (B)`: the first verb belongs to the clause.
        verb = _LATER_VERB.search(lower, begin, min(end, begin + 160))
        if verb is not None and not is_negated(lower, verb.start()):
            begin = verb.end()
            reading = _read_sentence(norm, begin, end, question)
    if reading.kind is not _VALID and reading.kind is not _CONFLICT:
        return None
    return Found("stated_answer", start, begin + reading.end, reading)


def _continues(lower: str, start: int) -> bool:
    """Return whether a word goes on here, or `final` stands before: another rule's."""
    before = lower[start - 1]
    if before in " *_":
        if lower[start - 2 : start - 1] not in "l *_":  # most often it is no `final`
            return False
        return lower.endswith("final", 0, len(lower[max(0, start - 7) : start].rstrip(" *_")) + max(0, start - 7))
    return before.isalpha() and not is_spaceless(before)


def _read_sentence(norm: str, begin: int, end: int, question: Question) -> Reading:
    """Return the reading of a sentence; after `X.` the line may go on with the option's text: `C. elegans`."""
    reading = question.read(norm[begin:end])
    if question.texts is None or not norm.startswith(". ", end):
        return reading
    line_end = norm.find("\n", end, end + 400)
    line = norm[begin : line_end if line_end >= 0 else end + 400]
    label = question.texts.find(line)
    if label is not None:
        return Reading(Kind.VALID, label, len(line.rstrip()))
    if reading.kind is Kind.VALID and norm[end - 1].isalnum() and len(norm[begin:end].strip(_TRIM)) <= 8:
        beside = question.read(line)
        if beside.kind is Kind.CONFLICT or beside.answer == reading.answer:
            return beside
    return reading


def _stated_in_chinese(text: Text, question: Question) -> list[Found]:
    if question.labels is None:
        return []
    found = []
    for match in _STATED_ZH.finditer(text.norm):
        label = question.labels.get(match["label"])
        if label is not None:
            found.append(Found("stated_answer", match.start(), match.end(), Reading(Kind.VALID, label, 0)))
    return found


# --- extended rules that read the reply as a whole ------------------------------------------------

_LONG_LINE = 80


def find_one_line_reply(text: Text, question: Question) -> list[Found]:
    """Return the value of a reply that is one line: `X`, `(X)`, `Option X`, `X) text`, or one whole option text."""
    norm = text.norm
    start = len(norm) - len(norm.lstrip())
    end = len(norm.rstrip())
    line = norm[start:end]
    if not line or "\n" in line:
        return []
    if question.labels is None or question.texts is None:
        reading = question.read(line)
        # `FINAL:` with nothing after it announces an answer and is none.
        valid = reading.kind is Kind.VALID and not find_markers(text, LANGUAGES)
        return [Found("one_line_reply", start, end, reading)] if valid else []
    by_text = question.texts.find(line)
    labelled = Reading(Kind.VALID, by_text, len(line)) if by_text else line_label(line, question)
    if labelled is None or not _is_reply(line, labelled, question):
        return []
    return [Found("one_line_reply", start, start + labelled.end, labelled)]


_ENUMERATOR = re.compile(r"(?P<open>[(\[]?)\b(?P<name>[A-Za-z]|[ivxIVX]{1,4}|\d{1,2})(?P<close>[)\].:])(?=\s|$)")


def _is_reply(line: str, reading: Reading, question: Question) -> bool:
    """Return whether a labelled line is one pick: no enumeration, and if long, with its option's own text."""
    rest = line[reading.end :]
    close = line[reading.end - 1 : reading.end]
    for other in _ENUMERATOR.finditer(rest[:_LONGEST_SENTENCE]):
        if other["close"] == close and other["name"].casefold() != reading.answer.casefold():
            return False
    if len(rest) <= _LONG_LINE or question.texts is None or not question.texts.known():
        return True
    own = question.texts.own_text(reading.answer)
    written = fold(rest)
    return own is not None and (written.startswith(own) or own.startswith(written))


def _bare_label(line: str, labels: Labels) -> tuple[str, int] | None:
    core = line.strip(_TRIM + "#-")
    label = labels.get(core) if len(core) <= 8 else None
    return (label, line.find(core) + len(core)) if label is not None else None


_THEREFORE = re.compile(r"[\s*_`>#]{0,8}(?:so|therefore|thus|hence|finally)\b[,:\s]{0,4}(?=\S)", re.IGNORECASE)
_ANNOUNCES = re.compile(r"\b(?:is|be|option|choice|pick|statement)\s?[*_]{0,3}:[*_]{0,3}$")


def find_last_line(text: Text, question: Question) -> list[Found]:
    """Return the label that the last line is; none if the line before is another one (a copied list)."""
    norm, labels = text.norm, question.labels
    if labels is None:
        return []
    end = len(norm.rstrip())
    if norm.endswith("\n```", 0, end):
        end = len(norm[: end - 4].rstrip())
    start = norm.rfind("\n", 0, end) + 1
    line = norm[start:end]
    lead = _THEREFORE.match(line)
    bare = _bare_label(line, labels)
    if bare is None and lead is not None:
        start += lead.end()
        bare = _bare_label(line[lead.end() :], labels)
    before_end = len(norm[:start].rstrip())
    before_start = norm.rfind("\n", 0, before_end) + 1
    before = norm[before_start:before_end]
    if bare is None:
        reading = line_label(line, question) if _ANNOUNCES.search(before[-_LONG_LINE:].casefold()) else None
        return [Found("last_line", start, start + reading.end, reading)] if reading is not None else []
    return _unless_listed("last_line", start, bare, before, labels)


def find_first_line(text: Text, question: Question) -> list[Found]:
    """Return the label that the first line is; none if the line after is another one (a copied list)."""
    norm, labels = text.norm, question.labels
    if labels is None:
        return []
    start = len(norm) - len(norm.lstrip())
    end = norm.find("\n", start)
    bare = _bare_label(norm[start:end], labels) if end >= 0 else None
    if bare is None:
        return []
    after = _next_line(norm, end)
    return _unless_listed("first_line", start, bare, norm[after[0] : after[1]] if after else "", labels)


def _unless_listed(
    rule: str, start: int, bare: tuple[str, int], neighbour: str, labels: Labels
) -> list[Found]:
    label, length = bare
    other = _bare_label(neighbour, labels)
    if other is not None and other[0] != label:
        return []
    return [Found(rule, start, start + length, Reading(Kind.VALID, label, length))]


_DENIED_AFTER = re.compile(
    r"[\s\"'”’*_`.,)\]]{0,8}+(?:is|are|was|were|would\s+be|can|could|does|do|did|has)(?:\s?n['’]t\b|\s*not\b|\s+(?:also\s+)?(?:incorrect|wrong|false|eliminated|ruled\s+out))"
)
"""`… is not`, `… is wrong`: what stands before it is judged, not stated."""


def find_option_text(text: Text, question: Question) -> list[Found]:
    """Return the only label that stands un-negated with its own option's text (`D. Intention` in a sentence)."""
    if question.labels is None or question.texts is None:
        return []
    found: list[Found] = []
    # Few labels stand with a mark anywhere: only their options are folded and looked for.
    for label in {match[1] for match in question.labels.marked.finditer(text.norm)}:
        folded = question.texts.own_text(label)
        if folded is None:
            continue
        at = text.lower.find(folded)
        while at >= 0:
            start = _label_before(text.norm, at, label)
            end = at + len(folded)
            if start is not None and not is_negated(text.lower, start) and not _DENIED_AFTER.match(text.lower, end):
                found.append(Found("option_text", start, end, Reading(Kind.VALID, label, 0)))
            at = text.lower.find(folded, at + len(folded))
    found.sort(key=lambda item: item.start)
    return found if len({f.reading.answer for f in found}) == 1 else []


def _label_before(norm: str, at: int, label: str) -> int | None:
    """Return where the label with its mark begins, if it stands right before this offset."""
    window = norm[max(0, at - len(label) - 8) : at]
    head = window.rstrip(" *_`\"'“")
    marked = head.rstrip(").:]")
    if marked == head or not marked.rstrip("*_ ").endswith(label):
        return None
    trimmed = marked.rstrip("*_ ")
    before = trimmed[: -len(label)]
    if before and (before[-1].isalnum() or before[-1] == "-"):
        return None
    return at - len(window) + len(before)


def find_last_number(text: Text, question: Question) -> list[Found]:
    """Return the last number of the reply."""
    number = last_number(text.norm)
    if number is None:
        return []
    return [Found("last_number", number.start, number.end, Reading(Kind.VALID, number.text, 0))]


PLACED: Mapping[str, tuple[str, Finder]] = {
    "boxed": ("\\", find_boxed),
    "answer_element": ("<", find_elements),
    "json_answer": ("{", find_json_answers),
    "stated_answer": ("", find_stated),
}
"""Extended rules that name places in the text, with a character they cannot do without.

They are asked even where a marker decides, since they also tell of earlier answers.
"""

WHOLE: Mapping[str, Finder] = {
    "named_correct": find_named,
    "one_line_reply": find_one_line_reply,
    "last_line": find_last_line,
    "first_line": find_first_line,
    "option_text": find_option_text,
    "last_number": find_last_number,
}
"""Extended rules that read the reply as a whole; tried only if nothing stronger found an answer."""
