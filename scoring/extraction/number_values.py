"""Numbers in texts: where they stand, and their exact value.

Values are compared as exact rationals. A number too long for arithmetic is compared digit by
digit, so that a text of a million digits costs no more than reading it.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import NamedTuple

from scoring.extraction.reading import Kind, Reading

_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_DIGITS = r"(?:\d{1,3}(?:(?:,|\{,\}|\\,|[\u202f\u00a0'’])\d{3})++(?!\d)|\d++)"
_NUMBER = re.compile(
    rf"""
    (?P<sign>[-+−–]\s?)?
    (?:[$€£¥₹]\s?|\\\$\s?)?
    (?:
        \\[dt]?frac\s*\{{\s*(?P<tex_num>-?{_DIGITS})\s*\}}\s*\{{\s*(?P<tex_den>{_DIGITS})\s*\}}
      | (?P<whole>{_DIGITS}(?:\.\d++)?|\.\d++)
        (?:[eE](?P<exp>[-+−]?\d++)(?![\w])
          |\s?(?:×|x|\*|·|\\times|\\cdot)\s?10\s?(?:\^\s?\{{?\s?(?P<pow>[-+−]?\d++)\s?\}}?|(?P<sup>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]++))
          |\s?(?:/|⁄)\s?(?P<den>{_DIGITS}(?:\.\d++)?)(?![\w/]|\.\d)
          |\s?(?P<mixed>[{_VULGAR}])
        )?
      | (?P<vulgar>[{_VULGAR}])
    )
    (?P<percent>\s?(?:\\?%|percent\b|per\s?cent\b))?
    """,
    re.VERBOSE,
)
_EXACT_DIGITS = 400
"""Up to this many digits a number is an exact `Fraction`; beyond, its digits are compared."""
_EXACT_EXPONENT = 400
_LONGEST_POWER = len(f"-{_EXACT_EXPONENT}")
_LONGEST_ADDED = 18
"""Digits of an exponent that are still added up; a longer one is kept as it is."""


class Number(NamedTuple):
    """A number as written, and its exact value.

    Attributes:
        value: the exact rational; for a number beyond 400 digits its canonical digits as text.
        percent: written with a percent sign or word; `value` is the number before the sign.
        text: the number as written, less currency, grouping marks and escapes.
        start: offset of its first character.
        end: offset one past its last.
    """

    value: Fraction | str
    percent: bool
    text: str
    start: int
    end: int


def find_numbers(text: str) -> list[Number]:
    """Return every number of a text, in order; digits behind a letter (`x4`, `B12`) are none."""
    return [number for match in _NUMBER.finditer(text) if (number := _read(text, match)) is not None]


def first_number(text: str) -> Number | None:
    """Return the first number of a text, or None."""
    for match in _NUMBER.finditer(text):
        if (number := _read(text, match)) is not None:
            return number
    return None


def last_number(text: str) -> Number | None:
    """Return the last number of a text, or None."""
    last = None
    for match in _NUMBER.finditer(text):
        if not _glued(text, match):
            last = match
    return _read(text, last) if last else None


def parse_number(text: str) -> Number | None:
    """Return the number that the whole text is (blanks, end mark, currency and unit sign apart), or None."""
    stripped = text.strip().strip("$").rstrip(".")
    number = first_number(stripped)
    if number is None or number.end != len(stripped.rstrip()) or stripped[: number.start].strip(" \\$€£¥₹"):
        return None
    return number


def read_number(value: str) -> Reading:
    """Return the first number of a value after its last `=`, as written; none is invalid."""
    equals = value.rfind("=")
    for start in (equals + 1, 0) if equals >= 0 else (0,):
        number = first_number(value[start:])
        if number is not None:
            return Reading(Kind.VALID, number.text, start + number.end)
    return Reading(Kind.INVALID, value.strip(), len(value))


def equal(*, target: Number, pred: Number) -> bool:
    """Return whether two numbers have the same value and agree on the percent sign."""
    return target.value == pred.value and target.percent == pred.percent


def _glued(text: str, match: re.Match[str]) -> bool:
    at = match.start()
    before = text[at - 1] if at else " "
    if match["sign"] and (before.isalnum() or before in ")]}"):
        # `10-7`: the dash is no sign here, but the number stands.
        return False
    return before.isalpha() and not _without_spaces(before) and before != "×"


def _without_spaces(char: str) -> bool:
    return unicodedata.category(char) == "Lo"


def _read(text: str, match: re.Match[str]) -> Number | None:
    if _glued(text, match):
        return None
    start = match.start()
    negative = bool(match["sign"]) and match["sign"][0] in "-−–"
    before = text[start - 1] if start else " "
    if match["sign"] and (before.isalnum() or before in ")]}"):
        negative = False
        start += len(match["sign"])
    value, shown = _value(match)
    if value is None:
        return None
    percent = match["percent"] is not None
    if negative:
        value = -value if isinstance(value, Fraction) else f"-{value}"
    written = ("-" if negative else "") + shown + ("%" if percent else "")
    return Number(value, percent, written, start, match.end())


def _value(match: re.Match[str]) -> tuple[Fraction | str | None, str]:
    """Return (unsigned value, text); value None for a division by zero."""
    if match["tex_num"]:
        return _divide(_digits(match["tex_num"]), _digits(match["tex_den"]))
    if match["vulgar"]:
        return _vulgar(match["vulgar"]), match["vulgar"]
    whole = _digits(match["whole"])
    if match["den"]:
        return _divide(whole, _digits(match["den"]))
    if match["mixed"]:
        fraction = _decimal(whole, "0")
        value = fraction + _vulgar(match["mixed"]) if isinstance(fraction, Fraction) else fraction
        return value, whole + match["mixed"]
    power = match["exp"] or match["pow"] or (match["sup"] or "").translate(_SUPERSCRIPT)
    if not power:
        return _decimal(whole, "0"), whole
    power = power.replace("−", "-").lstrip("+")
    return _decimal(whole, power), f"{whole}e{power}"


def _digits(text: str) -> str:
    return re.sub(r"\{,\}|\\,|[,\u202f\u00a0'’]", "", text)


def _vulgar(char: str) -> Fraction:
    # NFKC spells `¾` as `3⁄4`, exactly; `unicodedata.numeric` would go through a float.
    numerator, denominator = unicodedata.normalize("NFKC", char).split("⁄")
    return Fraction(int(numerator), int(denominator))


def _divide(numerator: str, denominator: str) -> tuple[Fraction | str | None, str]:
    shown = f"{numerator}/{denominator}"
    top, bottom = _decimal(numerator, "0"), _decimal(denominator, "0")
    if bottom == 0:
        return None, shown
    if isinstance(top, Fraction) and isinstance(bottom, Fraction):
        return top / bottom, shown
    return f"{top}/{bottom}", shown


def _decimal(digits: str, power: str) -> Fraction | str:
    """Return digits times ten to a power: exact, or as canonical text where that would be huge."""
    if len(digits) <= _EXACT_DIGITS and len(power) <= _LONGEST_POWER and abs(int(power)) <= _EXACT_EXPONENT:
        return Fraction(digits) * Fraction(10) ** int(power)
    whole, _, decimals = digits.partition(".")
    mantissa = (whole + decimals).lstrip("0")
    if not mantissa:
        return Fraction(0)
    stripped = mantissa.rstrip("0")
    if len(power) > _LONGEST_ADDED:
        return f"{stripped}e{power.lstrip('0')}"
    return f"{stripped}e{int(power) - len(decimals) + len(mantissa) - len(stripped)}"
