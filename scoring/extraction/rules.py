"""The table of extended rules that find an answer in a reply (rule 10 of the policy)."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.extraction.found import Finder
from scoring.extraction.opening import find_opening_word
from scoring.extraction.option_text import find_option_text
from scoring.extraction.placed import find_boxed, find_elements, find_json_answers
from scoring.extraction.praised import find_named
from scoring.extraction.stated import find_stated
from scoring.extraction.whole import (
    find_first_line,
    find_last_line,
    find_last_number,
    find_one_line_reply,
)

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
    "opening_word": find_opening_word,
    "option_text": find_option_text,
    "last_number": find_last_number,
}
"""Extended rules that read the reply as a whole; tried only if nothing stronger found an answer."""
