"""A plain progress line on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Self, TextIO

_EVERY_ON_TERMINAL = 0.1
_EVERY_ELSEWHERE = 5.0


class ProgressLine:
    """Shows how much of a file was read: in place on a terminal, every few seconds elsewhere.

    Short work elsewhere than on a terminal prints nothing at all.
    """

    def __init__(
        self, label: str, *, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start the clock; nothing is printed yet."""
        self._label = label
        self._stream = stream or sys.stderr
        self._clock = clock
        self._on_terminal = self._stream.isatty()
        self._every = _EVERY_ON_TERMINAL if self._on_terminal else _EVERY_ELSEWHERE
        self._last = clock()
        self._width = 0

    def __call__(self, bytes_read: int, bytes_total: int, n_items: int) -> None:
        """Show the state if it is time to."""
        now = self._clock()
        if now - self._last < self._every:
            return
        self._last = now
        share = f"{100 * bytes_read / bytes_total:.0f} %, " if bytes_total else ""
        line = f"{self._label}: {share}{n_items:,} items"
        if self._on_terminal:
            self._stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            self._stream.write(line + "\n")
        self._stream.flush()

    def close(self) -> None:
        """Wipe the line from the terminal, so that what follows starts in a clean one."""
        if self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
            self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
