import pytest

from scoring.extraction.labels import OptionTexts, compile_labels
from scoring.extraction.reading import Kind, Reading
from scoring.extraction.values import choice_reader, read_short_text

LETTERS = "ABCDEFGHIJ"


def read(value: str, options: str | dict[str, str] = "ABCD", *, multi: bool = False) -> Reading:
    named = dict.fromkeys(options) if isinstance(options, str) else options
    return choice_reader(compile_labels(tuple(named)), OptionTexts(named), multi=multi)(value)


def answer(value: str, options: str | dict[str, str] = "ABCD", *, multi: bool = False) -> str | None:
    reading = read(value, options, multi=multi)
    return reading.answer if reading.kind is Kind.VALID else None


@pytest.mark.parametrize(
    "value",
    [
        "D",
        "d",
        " D. ",
        "(D)",
        "[d]",
        "**D**",
        "`D`",
        '"D"',
        "“D”",
        "| D |",
        "<b>D</b>",
        "D</answer>",
        "$D$",
        "$D",
        r"\(D\)",
        r"\boxed{D}",
        r"$\boxed{\text{D}}$",
        r"\mathrm{D}",
        r"\mathbf{(D)}",
        "~~B~~ D",
        "Option D",
        "choice D.",
        "the answer is D",
        "D) red",
        "D. red",
        "D: red",
        "D - red",
        "D – red",
        "D, since it is red",
        "D; red",
        "D because it is red",
        "D as it is red",
        "D (red)",
        "D 😀",
        "D✅",
        "(D) red",
        "not B but D",
        "I choose D",
        "选项 D",
        "-> the correct option is D",
        "unclear, but the answer must be D.",
        "unclear, it must be D",
        "unclear; it has to be D.",
    ],
)
def test_a_value_is_read_as_its_label(value: str) -> None:
    reading = read(value)
    assert (reading.kind, reading.answer) == (Kind.VALID, "D")


@pytest.mark.parametrize(
    "value",
    [
        "",
        "   ",
        "banana",
        "Dog",
        "D-dimer",
        "D2",
        "D/x",
        "d is for dog",
        "not D",
        "a dog",
        "A dog",
        "A because of it",
        "I think so",
        "A.M.",
        "E",
        "unclear; the answer is not D",
        "~~D~~",
        "**",
    ],
)
def test_a_value_that_is_no_answer_is_invalid(value: str) -> None:
    assert read(value, "ABCDI" if value.startswith("I ") else "ABCD").kind is Kind.INVALID


@pytest.mark.parametrize(
    "value",
    [
        "A|B|C|D",
        "<A, B, C, D>",
        "$LETTER",
        "[LETTER]",
        "<letter>",
        "<your answer>",
        "[your final answer]",
        "your answer here",
        "letter of the correct option",
        "A, B, C or D",
        "N/A",
        "X",
    ],
)
def test_a_copied_template_is_a_placeholder(value: str) -> None:
    assert read(value).kind is Kind.PLACEHOLDER


def test_a_bar_beside_other_words_is_no_placeholder() -> None:
    assert read("D | red").kind is not Kind.PLACEHOLDER


def test_a_word_of_the_template_that_is_a_label_is_no_placeholder() -> None:
    assert answer("X", "WXYZ") == "X"


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("A or B", "A,B"),
        ("B, A", "A,B"),
        ("A/B", "A,B"),
        ("either A or C.", "A,C"),
        ("both A and C", "A,C"),
        ("(A) or (B)", "A,B"),
        ("A, B and C", "A,B,C"),
        ("option A or option B", "A,B"),
        ("the answer is A or B", "A,B"),
        ("Options A and B.", "A,B"),
        ("option A, B is wrong", None),
        ("a or b", None),
        ("A) red or B) blue", "A,B"),
        ("A和B", "A,B"),
    ],
)
def test_several_labels_are_a_conflict_where_one_is_asked(value: str, named: str | None) -> None:
    reading = read(value)
    assert (reading.answer if reading.kind is Kind.CONFLICT else None) == named


def test_a_label_named_twice_is_one_label() -> None:
    assert answer("D, D") == "D"


@pytest.mark.parametrize(
    ("value", "labels"),
    [
        ("C, A", "A,C"),
        ("A and B", "A,B"),
        ("(D, A)", "A,D"),
        ("B", "B"),
        ("A, B, C, D", "A,B,C,D"),
        ("the correct options are A, C", "A,C"),
    ],
)
def test_several_labels_are_the_answer_of_a_multi_choice_item(value: str, labels: str) -> None:
    assert answer(value, multi=True) == labels


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("Rome", "B"),
        ("rome.", "B"),
        ("**Rome**", "B"),
        ("C. elegans", "D"),
        ("Ro", None),
        ("Rome and Paris", None),
    ],
)
def test_a_whole_option_text_is_its_label(value: str, label: str | None) -> None:
    assert answer(value, {"A": "Paris", "B": "Rome", "C": "Oslo", "D": "C. elegans"}) == label


@pytest.mark.parametrize(
    ("value", "label"),
    [("10", "10"), ("(1)", "1"), ("1.5", None), ("3. red", "3"), ("2, since", "2"), ("1:5", None)],
)
def test_labels_may_be_numbers(value: str, label: str | None) -> None:
    assert answer(value, dict.fromkeys(("1", "2", "3", "10"))) == label


def test_labels_are_the_items_own() -> None:
    assert (answer("J", LETTERS), answer("J"), answer("q", "PQ")) == ("J", None, "Q")


def test_a_conflict_tells_its_labels_in_the_items_order() -> None:
    assert read("A or B", "BAC").answer == "B,A"


def test_a_label_beyond_a_long_value_is_not_looked_for() -> None:
    assert answer("word " * 500 + "the answer is D") == "D"
    assert read("x" * 3000 + "D").kind is Kind.INVALID


@pytest.mark.parametrize(
    ("value", "text"), [("**Lena Berg**.", "Lena Berg**."), (" Oslo ", "Oslo"), ("<Tag", "<Tag"), ("$5", "5")]
)
def test_a_short_text_is_the_whole_value_undecorated(value: str, text: str) -> None:
    reading = read_short_text(value)
    assert (reading.kind, reading.answer) == (Kind.VALID, text)


@pytest.mark.parametrize("value", ["", "  ", "<your answer>", "**"])
def test_a_blank_or_a_template_is_no_short_text(value: str) -> None:
    assert read_short_text(value).kind is Kind.INVALID
