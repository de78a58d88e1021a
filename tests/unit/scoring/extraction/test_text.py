import pytest

from scoring.extraction.text import Text, find_all, lower_same_length, needs_mapping, normalise, plain

KEPT = "Üï²½₃ﬁ㎏é"


@pytest.mark.parametrize(
    ("raw", "normalised"),
    [
        ("ＦＩＮＡＬ：　Ｄ", "FINAL: D"),
        ("FINAL\u2236 D", "FINAL: D"),
        ("FINAL\ua789 D", "FINAL: D"),
        ("Ⓓ", "D"),
        ("🄰🅉🅐🅩🅰🆉", "AZAZAZ"),
        ("🆊\r", "🆊\n"),
        ("𝐃𝑫𝔻", "DDD"),
        ("４２", "42"),
        ("a\u00a0b\u3000c\u202fd", "a b c d"),
        ("D\u200b\u200d\ufeff\u00ad\ufe0f", "D"),
        ("\u202eD\u202c\u2066\u2069", "D"),
        ("a\r\nb\rc\u2028d\u2029e\x85f", "a\nb\nc\nd\ne\nf"),
        ("a\r\r\n\nb", "a\n\n\nb"),
    ],
    ids=[
        "full-width",
        "ratio sign",
        "modifier colon",
        "circled letter",
        "first and last letter in squares and circles",
        "a square that is no letter",
        "mathematical letters",
        "full-width digits",
        "blanks",
        "without width",
        "direction marks",
        "line ends",
        "lone CR before CRLF",
    ],
)
def test_a_look_of_a_character_does_not_matter(raw: str, normalised: str) -> None:
    assert normalise(raw).norm == normalised


@pytest.mark.parametrize("char", list(KEPT), ids=lambda char: f"U+{ord(char):04X}")
def test_a_character_with_a_meaning_of_its_own_stays(char: str) -> None:
    assert normalise(f"{char}\r").norm == f"{char}\n"


def test_a_letter_and_its_combining_mark_are_never_composed() -> None:
    assert normalise("e\u0301\r").norm == "e\u0301\n"


def test_a_text_without_anything_to_map_is_the_same_text() -> None:
    raw = "FINAL: D\n"
    assert normalise(raw).norm is raw


@pytest.mark.parametrize(("raw", "needed"), [("ab\n", False), ("a\r", True), ("ä", False), ("ä\u200b", True)])
def test_mapping_is_needed_only_for_what_is_mapped(raw: str, needed: bool) -> None:  # noqa: FBT001
    assert needs_mapping(raw) is needed


def test_a_span_maps_back_across_dropped_characters_and_line_ends() -> None:
    raw = "x\r\n\u200bＦinal\u200b： D."
    text = normalise(raw)
    at = text.norm.index("Final")
    start, end = text.raw_span(at, text.norm.index("D") + 1)
    assert raw[start:end] == "Ｆinal\u200b： D"


def test_an_empty_span_maps_to_an_empty_span() -> None:
    text = normalise("a\u200bb")
    assert text.raw_span(1, 1) == (2, 2)


def test_pieces_are_joined_by_a_line_end_and_keep_their_offsets() -> None:
    raw = "left<think>no</think>right"
    text = normalise(raw, [(0, 4), (21, 26)])
    assert text.norm == "left\nright"
    assert text.raw_span(5, 10) == (21, 26)


def test_no_piece_gives_an_empty_text() -> None:
    text = normalise("hidden", [])
    assert (text.norm, text.raw_span(0, 0)) == ("", (0, 0))


@pytest.mark.parametrize(
    "raw", ["ab\ncd FINAL: D", "a\r\nb\u200bc FINAL: D"], ids=["equal offsets", "shifted"]
)
def test_a_part_of_a_part_maps_to_the_same_raw_text(raw: str) -> None:
    text = normalise(raw)
    part = text.part(3, len(text.norm)).part(1, len(text.norm) - 3)
    at = part.norm.index("FINAL")
    start, end = part.raw_span(at, at + 8)
    assert raw[start:end] == "FINAL: D"


def test_a_part_knows_its_own_text_in_lower_case() -> None:
    part = normalise("ab FINAL: D").part(3, 8)
    assert (part.norm, part.lower) == ("FINAL", "final")


def test_lower_case_keeps_every_character_in_its_place() -> None:
    assert lower_same_length("İX") == "ix"
    assert len(Text("İİİ FINAL: D").lower) == len("İİİ FINAL: D")


def test_the_word_answer_is_found_in_any_case() -> None:
    assert Text("Answer, ANSWER").answers == [0, 8]


def test_all_occurrences_are_found_without_overlap() -> None:
    assert find_all("aaaa b aa", "aa") == [0, 2, 7]


def test_plain_is_the_normalised_text_alone() -> None:
    assert plain("Ｄ\r\n") == "D\n"
