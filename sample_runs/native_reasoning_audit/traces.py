# ruff: noqa: PLR2004, E501 - the numbers are those of the questions; a line of text stays in one piece
"""Long reasoning traces that really work their question out, line by line; no text is padded."""

from __future__ import annotations

import calendar
import itertools
from collections.abc import Callable, Iterator


def fridays() -> Iterator[str]:
    """Yield the months of fourteen years with the weekdays of their 1st and 13th."""
    hits = 0
    for n, (year, month) in enumerate(itertools.product(range(2027, 2041), range(1, 13)), 1):
        first = calendar.day_name[calendar.weekday(year, month, 1)]
        hits += first == "Sunday"
        verdict = f"a hit, number {hits}" if first == "Sunday" else "no hit"
        yield (
            f"Month {n}: {calendar.month_name[month]} {year} opens on a {first}; twelve days on, two short of a fortnight, "
            f"its 13th is a {calendar.day_name[calendar.weekday(year, month, 13)]}, hence {verdict}."
        )


def dice() -> Iterator[str]:
    """Yield every throw of three dice with its sum."""
    hits = 0
    for left, (a, b, c) in zip(range(215, -1, -1), itertools.product(range(1, 7), repeat=3), strict=True):
        hits += a + b + c == 10
        place = "exactly ten" if a + b + c == 10 else "below ten" if a + b + c < 10 else "above ten"
        yield f"first die {a}, second die {b}, third die {c} -> {a}+{b}+{c} = {a + b + c}, {place}; tally {hits}, outcomes still to go: {left}"


def knights() -> Iterator[str]:
    """Yield all worlds of six speakers and what each says there."""
    names = ("Ada", "Ben", "Cora", "Dan", "Eli", "Fay")
    for world in itertools.product((True, False), repeat=6):
        a, b, c, d, e, _ = world
        said = (not b, not c, d, sum(world) == 3, e == a, not d)
        broken = [n for n, is_knight, true in zip(names, world, said, strict=True) if is_knight != true]
        yield "World " + " ".join(
            f"{n}={'knight' if k else 'knave'}" for n, k in zip(names, world, strict=True)
        )
        for name, true in zip(names, said, strict=True):
            yield f"    what {name} says comes out {'true' if true else 'false'} here"
        yield f"    => {'contradiction at ' + ', '.join(broken) if broken else 'consistent! keep this world'}"


def speakers() -> Iterator[str]:
    """Yield every order of five speakers with the four rules applied."""
    kept = 0
    for n, order in enumerate(itertools.permutations("PQRST"), 1):
        at = order.index
        p, q, r, s, t = (at(letter) + 1 for letter in "PQRST")
        rules = {
            f"P before Q (places {p} and {q})": p < q,
            f"R not first (place {r})": r != 1,
            f"S right after T (places {s} and {t})": s == t + 1,
            f"Q not last (place {q})": q != 5,
        }
        kept += all(rules.values())
        yield (
            f"order {n}, {'-'.join(order)}: "
            + ", ".join(f"{r} {'holds' if ok else 'fails'}" for r, ok in rules.items())
            + (
                f" ==> admitted as number {kept}"
                if all(rules.values())
                else f" ==> out, {kept} admitted so far"
            )
        )


def primes() -> Iterator[str]:
    """Yield the numbers below 100 with their remainders and the running sum of primes."""
    total = 0
    for n in range(2, 100):
        rests = ", ".join(f"{n} mod {d} = {n % d}" for d in range(2, min(n, 14)))
        if all(n % d for d in range(2, n)):
            total += n
            yield f"[{n}] remainders: {rests or 'nothing smaller to try'}. None is zero, so prime. Running sum {total}."
        else:
            yield f"[{n}] remainders: {rests}. A zero turns up, so composite. Running sum unchanged at {total}."


def pack() -> Iterator[str]:
    """Yield every selection of eight objects with weight and worth."""
    load = {
        "rope": (2, 3),
        "tent": (7, 11),
        "stove": (3, 5),
        "lamp": (1, 2),
        "map case": (1, 1),
        "axe": (4, 7),
        "radio": (5, 8),
        "quilt": (6, 9),
    }
    best = 0
    for size in range(len(load) + 1):
        for chosen in itertools.combinations(load, size):
            kilos, worth = (sum(load[x][i] for x in chosen) for i in (0, 1))
            best = max(best, worth if kilos <= 15 else 0)
            state = f"allowed, best yet {best}" if kilos <= 15 else "too heavy, skipped"
            weights = " + ".join(str(load[x][0]) for x in chosen) or "0"
            yield f"{', '.join(chosen) or 'empty pack'}: {weights} = {kilos} kg, worth {worth} points; {state}"


def streets() -> Iterator[str]:
    """Yield the crossings of a grid with the ways to reach them, open and with one closed."""
    for title, blocked in (("with every crossing open", None), ("with the crossing (4, 4) closed", (4, 4))):
        yield f"Counting {title}."
        ways: dict[tuple[int, int], int] = {}
        for y, x in itertools.product(range(9), repeat=2):
            west, south = ways.get((x - 1, y), 0), ways.get((x, y - 1), 0)
            ways[x, y] = 0 if (x, y) == blocked else 1 if x == y == 0 else west + south
            yield (
                f"  crossing {x} east, {y} north: {west} ways come in from the western side and {south} from the southern side, "
                f"which makes {ways[x, y]} ways to get there{' (closed, set to nothing)' if (x, y) == blocked else ' in all'}."
            )


def coins() -> Iterator[str]:
    """Yield a table of ways to pay, filled in two orders, and the plain list."""
    for order in ((10, 20, 50, 100), (100, 50, 20, 10)):
        yield f"Filling the table with coins in the order {order}."
        ways = [1] + [0] * 20
        for coin in order:
            for amount in range(coin, 201, 10):
                before, extra = ways[amount // 10], ways[(amount - coin) // 10]
                ways[amount // 10] = before + extra
                yield (
                    f"  coin {coin}, amount {amount}: {before} ways so far that manage without this coin, and {extra} that put one such coin "
                    f"on top of {amount - coin}; the entry for {amount} becomes {before + extra}"
                )
        yield f"  The last entry, for 200, reads {ways[20]}."
    n = 0
    for hundreds, fifties, twenties in itertools.product(range(3), range(5), range(11)):
        rest = 200 - 100 * hundreds - 50 * fifties - 20 * twenties
        if rest >= 0:
            n += 1
            yield f"  {hundreds} x 100, {fifties} x 50, {twenties} x 20 leave {rest} cents, to be paid with {rest // 10} tens: way number {n}"


def hailstones() -> Iterator[str]:
    """Yield the road from each start down to one."""
    best = (0, 1)
    for start in range(1, 55):
        n, steps, road, peak = start, 0, [], start
        while n > 1:
            after = n // 2 if n % 2 == 0 else 3 * n + 1
            road.append(f"{n} {'even' if n % 2 == 0 else 'odd'} → {after}")
            n, steps, peak = after, steps + 1, max(peak, after)
        best = max(best, (steps, start))
        yield f"start {start}: {'; '.join(road) or 'already there'} — {steps} steps, highest point {peak} (record so far {best[0]}, by {best[1]})"


def digit_sums() -> Iterator[str]:
    """Yield the digit sums up to 500."""
    hits = 0
    for n in range(1, 501):
        total = sum(map(int, str(n)))
        hits += total == 9
        yield f"{n}: {' + '.join(str(n))} = {total}, {'nine, count ' + str(hits) if total == 9 else 'not nine, count stays ' + str(hits)}"


TRACES: dict[str, Callable[[], Iterator[str]]] = {
    "reasoning_mmlu_007": fridays,
    "reasoning_mmlu_023": dice,
    "reasoning_mmlu_052": knights,
    "reasoning_mmlu_067": speakers,
    "reasoning_mmlu_pro_005": primes,
    "reasoning_mmlu_pro_022": pack,
    "reasoning_mmlu_pro_046": streets,
    "math_004": coins,
    "math_011": hailstones,
    "math_017": digit_sums,
}
"""The items whose reasoning is such a trace, each above 20,000 characters."""

FRAMES: dict[str, tuple[str, str]] = {
    "reasoning_mmlu_007": (
        "A 13th is a Friday if and only if the 1st is a Sunday. No formula, I go month by month.",
        "So many months open on a Sunday, and the tally is complete.",
    ),
    "reasoning_mmlu_023": (
        "Two hundred and sixteen triples are not too many to write out, so here they are.",
        "All triples are through, and the tally can be read off.",
    ),
    "reasoning_mmlu_052": (
        "Six speakers, two kinds each, hence sixty-four worlds. Let me build every one and listen to all of them.",
        "Only one world survived the hearing.",
    ),
    "reasoning_mmlu_067": (
        "I could glue blocks together, but a complete list cannot be argued with. All 120 orders follow.",
        "The list ends here.",
    ),
    "reasoning_mmlu_pro_005": (
        "Plan: walk upwards from two, test each number by small divisors, and keep a running sum.",
        "The sieve has run dry below a hundred.",
    ),
    "reasoning_mmlu_pro_022": (
        "Greedy packing is known to fail at times, and with eight objects brute force is cheap. Sorted by number of things taken:",
        "No selection is left to try.",
    ),
    "reasoning_mmlu_pro_046": (
        "Every crossing is entered from the west or from the south. I fill in the map twice, once without and once with the closure.",
        "The last corner of the second map is the wanted number.",
    ),
    "math_004": (
        "A table by dynamic programming, then the same with the coins turned round, and then the plain list as a third witness.",
        "Three witnesses, one number.",
    ),
    "math_011": (
        "There is no theory for this one, the sequences have to be followed until they reach one.",
        "Every start has come down to one, so the record stands.",
    ),
    "math_017": (
        "Five hundred little additions. Tedious but safe.",
        "Counted to the end.",
    ),
}
"""What is said before and after each trace."""
