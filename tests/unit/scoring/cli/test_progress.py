from io import StringIO

from scoring.cli.progress import ProgressLine


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_short_work_elsewhere_than_on_a_terminal_prints_nothing() -> None:
    stream, clock = StringIO(), Clock()
    with ProgressLine("Reading", stream=stream, clock=clock) as progress:
        clock.now = 4.9
        progress(50, 100, 7)
    assert stream.getvalue() == ""


def test_long_work_elsewhere_prints_a_line_every_few_seconds() -> None:
    stream, clock = StringIO(), Clock()
    with ProgressLine("Reading", stream=stream, clock=clock) as progress:
        for second in range(1, 12):
            clock.now = float(second)
            progress(second * 5, 100, second * 1000)
    assert stream.getvalue() == "Reading: 25 %, 5,000 items\nReading: 50 %, 10,000 items\n"


def test_on_a_terminal_the_line_is_renewed_in_place_and_wiped_at_the_end() -> None:
    stream, clock = Terminal(), Clock()
    with ProgressLine("Reading", stream=stream, clock=clock) as progress:
        clock.now = 0.2
        progress(50, 100, 7)
    line = "Reading: 50 %, 7 items"
    assert stream.getvalue() == f"\r{line}\r{' ' * len(line)}\r"


def test_a_file_of_unknown_size_shows_items_only() -> None:
    stream, clock = Terminal(), Clock()
    progress = ProgressLine("Reading", stream=stream, clock=clock)
    clock.now = 1.0
    progress(50, 0, 7)
    assert stream.getvalue() == "\rReading: 7 items"
