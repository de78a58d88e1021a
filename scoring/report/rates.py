"""Numbers as they are written for people: the same in a report and on the terminal."""

from __future__ import annotations

from scoring.audit.summary import Tally


def format_rate(part: int, whole: int) -> str:
    """Return e.g. `188/210 = 89.52 %`, or `0/0` where there is nothing to divide by."""
    return f"{part}/{whole} = {100 * part / whole:.2f} %" if whole else f"{part}/{whole}"


def format_accuracy(tally: Tally) -> str:
    """Return correct / scored with its percentage."""
    return format_rate(tally.correct, tally.scored)


def format_percent(share: float | None) -> str:
    """Return a share of 0..1 in percent with two decimals; a dash for none."""
    return "–" if share is None else f"{100 * share:.2f} %"


def format_difference(before: float | None, after: float | None) -> str:
    """Return the difference of two shares in percentage points, signed; empty without one of them."""
    return "" if before is None or after is None else f"{100 * (after - before):+.2f} pp"


def count(n: int, noun: str) -> str:
    """Return the number with its noun, e.g. `1 item`, `2 items`."""
    return f"{n:,} {plural(n, noun)}"


def plural(n: int, noun: str) -> str:
    """Return the noun for that number of things: `category` becomes `categories`."""
    if n == 1:
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
