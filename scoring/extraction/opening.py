"""A reply that opens with an answer word and goes on: `No, there is no dog in it` where *No* is an option.

Ours, beyond the published ways to state an answer (docs/scoring.md, Extensions).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scoring.extraction.found import Found, Question
from scoring.extraction.reading import Kind, Reading
from scoring.extraction.text import Text

_WORDS = """
yes no true false correct incorrect right wrong agree disagree maybe unknown
entailment contradiction neutral positive negative
ja nein oui non vrai faux sí si sì sim não vero falso да нет ναι όχι σωστό λάθος evet hayır
是 否 对 错 はい いいえ
"""
ANSWER_WORDS: Final = frozenset(word.casefold() for word in _WORDS.split())
"""Words that open a reply and answer with it; other words of an option may open any sentence."""

_OPENING = re.compile(
    r"[\s*_`\"'“(\[]*+(?P<word>[^\W\d_]{1,20}+)[*_`\"'”)\]]*+(?P<mark>[,;:.!。、]|[^\S\n]++[-–—][^\S\n]|[^\S\n]*+\n)"
)


def find_opening_word(text: Text, question: Question) -> list[Found]:
    """Return the option whose word opens the reply with a mark behind it; none if another one opens a clause.

    Every option of the item must be such a word.
    """
    opening = _OPENING.match(text.norm)
    if opening is None or question.labels is None or question.texts is None:
        return []
    word = opening["word"].casefold()
    words = question.texts.words() if word in ANSWER_WORDS else ()
    if word not in words or not ANSWER_WORDS.issuperset(words):
        return []
    others = tuple(one for one in words if one != word)
    label = question.labels.get(word) or question.texts.find(word)
    if label is None or _opens_a_clause(others).search(text.lower, opening.end("word")):
        return []
    end = opening.end("word") if opening["mark"].isspace() else opening.end("mark")
    return [Found("opening_word", opening.start("word"), end, Reading(Kind.VALID, label, end))]


@lru_cache(maxsize=256)
def _opens_a_clause(others: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of one of these words right behind a mark that ends a clause."""
    alternatives = "|".join(map(re.escape, others)) or r"(?!)"
    return re.compile(
        rf"(?:[,;:.!?。、]|\s[-–—]|\n|\b(?:or|and|but)\s)[\s*_`\"'“(\[]*+(?:{alternatives})(?!\w)"
    )
