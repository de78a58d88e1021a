import unicodedata

import pytest

from scoring.report.text import one_line, passage, shorten


def test_a_passage_is_the_text_itself() -> None:
    text = "tab\there\nשלום | ``` </script> ]]> 😀"
    assert passage(text) == text


def test_marks_that_reorder_a_passage_are_shown_where_they_stand() -> None:
    assert passage("FINAL: \u202eB\u202c or\nC") == r"FINAL: \u202eB\u202c or" + "\nC"


@pytest.mark.parametrize(
    ("character", "shown"),
    [("\x00", "␀"), ("\x1b", "␛"), ("\x7f", "␡"), ("\r", "␍"), ("\x85", "\ufffd"), ("\ud800", "\ufffd")],
)
def test_what_no_document_can_hold_is_shown_as_a_picture(character: str, shown: str) -> None:
    assert passage(f"a{character}b") == f"a{shown}b"


def test_a_line_end_of_two_characters_is_one_line_end() -> None:
    assert passage("a\r\nb") == "a\nb"


def test_every_passage_can_be_written_as_utf_8() -> None:
    everything = "".join(map(chr, range(0x3000))) + "".join(map(chr, range(0xD7FF, 0xE001)))
    assert len(passage(everything).encode().decode()) >= len(everything)


def test_one_line_has_no_control_and_nothing_that_reorders_its_neighbours() -> None:
    line = one_line("".join(map(chr, range(0x2100))))
    bad = [
        c for c in line if unicodedata.category(c) == "Cc" or unicodedata.bidirectional(c) in {"RLO", "LRO"}
    ]
    assert bad == []
    assert one_line("a\nb") == "a\\nb"


def test_a_short_text_is_not_shortened() -> None:
    assert shorten("abc", 3) == "abc"


def test_a_shortened_text_says_how_much_is_left_out() -> None:
    assert shorten("a" * 1005, 5) == "aaaaa … 1,000 characters left out"
