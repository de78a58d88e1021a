import pytest

from scoring.extraction.labels import OptionTexts, compile_labels, ends_label, fold

ABCD = compile_labels(("A", "B", "C", "D"))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("D", "D"),
        ("d", "D"),
        ("E", None),
        ("", None),
        ("DD", None),
        ("\u0410", "A"),
        ("\u0392", "B"),
        ("\u062f", "D"),
    ],
    ids=["upper", "lower", "outside", "empty", "doubled", "Cyrillic A", "Greek Beta", "Arabic dal"],
)
def test_a_text_is_a_label_whatever_its_case_or_script(text: str, label: str | None) -> None:
    assert ABCD.get(text) == label


def test_a_label_comes_back_as_the_item_writes_it() -> None:
    assert compile_labels(("(i)", "ii", "IV")).get("iv") == "IV"


def test_a_look_alike_letter_is_told_from_the_real_one() -> None:
    assert [ABCD.is_look_alike(text) for text in ("\u0410", "A", "\u0416")] == [True, False, False]


def test_a_label_of_another_script_is_no_look_alike_of_itself() -> None:
    labels = compile_labels(("\u0410", "\u0411"))
    assert (labels.get("\u0410"), labels.is_look_alike("\u0410")) == ("\u0410", False)


def test_words_that_are_labels_are_known_as_words() -> None:
    assert compile_labels(tuple("ABCDEFGHIJ")).article == {"A", "I"}


def test_the_longer_of_two_labels_is_read() -> None:
    match = compile_labels(("1", "10")).one.match("10")
    assert match is not None
    assert match["label"] == "10"


def test_items_with_the_same_labels_share_the_patterns() -> None:
    assert compile_labels(("A", "B")) is compile_labels(("A", "B"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A or B", "A or B"),
        ("A, B and C.", "A, B and C"),
        ("either A or B", "A or B"),
        ("(A)/(B)", "A)/(B)"),
        ("A和B", "A和B"),
        ("A、B", "A、B"),
        ("A & B", "A & B"),
        ("A and/or B", "A and/or B"),
        ("A B", None),
        ("AB", None),
        ("A or banana", None),
    ],
)
def test_labels_joined_in_a_list_are_several(text: str, names: str | None) -> None:
    match = ABCD.many.match(text)
    assert (match["set"] if match else None) == names


@pytest.mark.parametrize("after", ["", ".", ", x", ": x", " (x", ")", " - x", " – x", "—x", "!", " 😀", "。"])
def test_a_label_may_end_here(after: str) -> None:
    assert ends_label("D" + after, 1)


@pytest.mark.parametrize("after", ["x", " dog", "-x", "+", "/x", "1", " and more"])
def test_a_label_may_not_end_here(after: str) -> None:
    assert not ends_label("D" + after, 1)


@pytest.mark.parametrize("text", ["The  Nile.", " the nile", "**The Nile**", '"The Nile"', "THE\nNILE"])
def test_two_writers_agree_on_a_folded_text(text: str) -> None:
    assert fold(text) == "the nile"


def test_an_option_is_found_by_its_whole_text() -> None:
    texts = OptionTexts({"A": "Paris.", "B": "Rome", "C": None, "D": "  "})
    assert [texts.find(text) for text in ("paris", "ROME!", "Rom", "Rome is", "", "  ")] == [
        "A",
        "B",
        None,
        None,
        None,
        None,
    ]


def test_a_text_that_two_options_share_names_neither() -> None:
    texts = OptionTexts({"A": "Rome", "B": "rome.", "C": "Oslo"})
    assert (texts.find("Rome"), texts.own_text("A"), texts.own_text("C")) == (None, None, "oslo")


def test_an_option_is_found_though_folding_makes_it_longer() -> None:
    assert OptionTexts({"A": "Straße", "B": "Gasse"}).find("STRASSE") == "A"


@pytest.mark.parametrize(
    ("options", "known"), [({"A": None, "B": " "}, False), ({"A": None, "B": "x"}, True), ({}, False)]
)
def test_option_texts_are_known_if_any_has_one(options: dict[str, str | None], known: bool) -> None:  # noqa: FBT001
    assert OptionTexts(options).known() is known
