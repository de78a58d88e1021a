"""The labels of an item and how one of them, or several, look in a text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

_LOOK_ALIKE = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"  # Greek
    "\u0410\u0412\u0421\u0415\u041d\u0406\u0408\u041a\u041c\u041e\u0420\u0422\u0425\u0405",  # Cyrillic
    "ABEZHIKMNOPTYXABCEHIJKMOPTXS",
)
_ARABIC = {"\u0623": "A", "\u0627": "A", "\u0628": "B", "\u062c": "C", "\u062f": "D"}

_AFTER_MARKUP = r"(?:[*_`~$|\"'”’»}]|\\[)\]]|</\w{1,10}>)"
_SEPARATOR = r"\s*+(?:[,;/&、]\s*+(?:(?:and|or)\b)?|\band\s*+/\s*+or\b|\band\b|\bor\b|和|或)\s*+"
_ENDS = r"(?:\s*+(?:$|[.,;:!?。，；、()\[\]{}<>—])|\s++[-–]\s|[^\w+\-/&]*+$)"
_REASON = r"\s++(?:because|since|as|for|which)\b"


class Labels:
    """The labels of one item, compiled: `A`-`D`, `A`-`J`, `1`-`4`, whatever the item has.

    Attributes:
        names: the labels as the item writes them, in order.
        article: the labels that are also English words (`A`, `I`).
        one: a label at a position, with optional brackets and markup, followed by something that
            ends it; groups `open`, `label`, `close`.
        many: two or more labels joined by comma, slash, *and*, *or*.
        single: one label of a `many` match.
    """

    __slots__ = ("_by_key", "_longest", "_marked", "_opening", "article", "many", "names", "one", "single")

    def __init__(self, names: tuple[str, ...]) -> None:
        """Compile the patterns of these labels.

        Args:
            names: at least one label, different from each other when case is ignored.
        """
        self.names = names
        self._by_key = {name.casefold(): name for name in names}
        self._longest = max(map(len, names))
        self.article = frozenset(name for name in names if name.casefold() in ("a", "i"))
        alternatives = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._marked = re.compile(rf"({alternatives})[*_ ]*+[).:\]]")
        self._opening = re.compile(rf"\n[ \t*_`>#\-]*+({alternatives})[*_`]*+\s")
        self.one = re.compile(
            rf"(?P<open>[(\[{{<*_`~$\"'“‘]*+)(?P<label>(?i:{alternatives}))(?!\w)(?P<close>{_AFTER_MARKUP}*+)"
        )
        lone = rf"[(\[{{*_`$\"']*+(?:{alternatives})(?![^\W和或])[)\]}}*_`$\"']*+"
        self.many = re.compile(
            rf"(?:either\s+|both\s+)?+[(\[{{]?(?P<set>{lone}(?:{_SEPARATOR}(?:option\s+)?{lone})+)",
            re.IGNORECASE,
        )
        self.single = re.compile(rf"(?<![^\W和或])(?:{alternatives})(?![^\W和或])", re.IGNORECASE)

    def beside(self, text: str) -> set[str]:
        """Return the labels that stand somewhere before a mark, or open a line before a blank."""
        found = {match[1] for match in self._marked.finditer(text)}
        # With a line feed before the first line, too: a pattern that begins with one is found fast.
        return found | {match[1] for match in self._opening.finditer(f"\n{text}")}

    def get(self, text: str) -> str | None:
        """Return the label that this text is, ignoring case and scripts' look-alike letters, or None."""
        if len(text) > self._longest:
            return None
        found = self._by_key.get(text.casefold())
        if found is None and len(text) == 1 and not text.isascii():
            found = self._by_key.get(_ARABIC.get(text, text.translate(_LOOK_ALIKE)).casefold())
        return found

    def is_look_alike(self, text: str) -> bool:
        """Return whether a text is a label only by a look-alike letter of another script."""
        return self.get(text) is not None and text.casefold() not in self._by_key


@lru_cache(maxsize=512)
def compile_labels(names: tuple[str, ...]) -> Labels:
    """Return the compiled labels; one object for all items with the same ones."""
    return Labels(names)


def ends_label(text: str, at: int) -> bool:
    """Return whether a label may end here: at the end, before punctuation, a bracket, a spaced dash."""
    return END_OF_LABEL.match(text, at) is not None


END_OF_LABEL = re.compile(_ENDS)
REASON_AFTER_LABEL = re.compile(_REASON, re.IGNORECASE)


_BLANKS = "".join(char for char in map(chr, range(0x3001)) if char.isspace())
_FOLDED = _BLANKS + ".,;:!?。'\"`*"


def fold(text: str) -> str:
    """Return a text as two writers would agree on it: one-space blanks, no end marks, no case."""
    return " ".join(text.split()).strip(_FOLDED).casefold()


def _initial(text: str) -> str:
    """Return the first character of the folded text, or nothing; the text is not folded for it."""
    return text.lstrip(_FOLDED)[:1].casefold()[:1]


class OptionTexts:
    """The option texts of one item, folded for comparison only as far as needed."""

    __slots__ = ("_by_initial", "_options")

    def __init__(self, options: Mapping[str, str | None]) -> None:
        """Keep the options; texts that are None or blank are never matched."""
        self._options = options
        self._by_initial: dict[str, list[tuple[str, str]]] | None = None

    def find(self, text: str) -> str | None:
        """Return the label of the only option with this text, or None."""
        # Most texts and options differ in their first letter: folding them all would cost ten times as much.
        alike = self._alike(_initial(text))
        if not alike:
            return None
        folded = fold(text)
        # Folding makes a character three at most.
        found = [
            label for label, option in alike if 3 * len(option) >= len(folded) and fold(option) == folded
        ]
        return found[0] if len(found) == 1 else None

    def _alike(self, initial: str) -> Sequence[tuple[str, str]]:
        """Return (label, text) of the options with this first letter."""
        if self._by_initial is None:
            self._by_initial = {}
            for label, option in self._options.items():
                if option and (first := _initial(option)):
                    self._by_initial.setdefault(first, []).append((label, option))
        return self._by_initial.get(initial, ())

    def known(self) -> bool:
        """Return whether any option has a text."""
        return any(option is not None and _initial(option) for option in self._options.values())

    def words(self) -> tuple[str, ...]:
        """Return the text of each option, else its label, folded."""
        return tuple(fold(option or label) for label, option in self._options.items())

    def own_text(self, label: str) -> str | None:
        """Return the folded text of this option; None if it has none, or shares it with another option."""
        option = self._options.get(label)
        return fold(option) if option is not None and self.find(option) == label else None
