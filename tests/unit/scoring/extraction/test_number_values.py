from fractions import Fraction

import pytest

from scoring.extraction.number_values import (
    Number,
    equal,
    find_numbers,
    first_number,
    last_number,
    parse_number,
    read_number,
)
from scoring.extraction.reading import Kind


def value_of(text: str) -> Fraction | str:
    number = parse_number(text)
    assert number is not None, text
    return number.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("42", 42),
        ("-7", -7),
        ("−7", -7),
        ("+7", 7),
        ("3.50", Fraction(7, 2)),
        (".5", Fraction(1, 2)),
        ("1,234,567", 1234567),
        ("1{,}234", 1234),
        (r"1\,234", 1234),
        ("1'234", 1234),
        ("1\u202f234", 1234),
        ("$5", 5),
        (r"\$5", 5),
        ("€ 5", 5),
        ("-$5", -5),
        ("5.", 5),
        ("3/4", Fraction(3, 4)),
        ("3 / 4", Fraction(3, 4)),
        ("1/2.5", Fraction(2, 5)),
        (r"\frac{3}{4}", Fraction(3, 4)),
        (r"-\dfrac{3}{4}", Fraction(-3, 4)),
        ("½", Fraction(1, 2)),
        ("2½", Fraction(5, 2)),
        ("-2 ¾", Fraction(-11, 4)),
        ("⅓", Fraction(1, 3)),
        ("1e3", 1000),
        ("1.5E-2", Fraction(3, 200)),
        ("2 x 10^3", 2000),
        ("2×10³", 2000),
        ("2 × 10⁻³", Fraction(1, 500)),
        (r"2 \times 10^{-3}", Fraction(1, 500)),
        (r"2 \cdot 10^{3}", 2000),
        ("35%", 35),
        (r"35\%", 35),
        ("35 percent", 35),
        ("35 per cent", 35),
        ("007", 7),
        ("0", 0),
        ("-0", 0),
    ],
)
def test_a_number_has_its_exact_value(text: str, value: Fraction | int) -> None:
    assert value_of(text) == value


@pytest.mark.parametrize("text", ["", "abc", "1 2", "x4", "4 apples", "1/0", "--", "10-7", "1.2.3", "%", "$"])
def test_a_text_that_is_not_one_number_is_none(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("We get 1,234 kg and 5.", ["1234", "5"]),
        ("x4 and B12 are names, 7 is not", ["7"]),
        ("10-7", ["10", "7"]),
        ("(3)-2", ["3", "2"]),
        ("x-7", ["7"]),
        ("n = -2", ["-2"]),
        ("12,34", ["12", "34"]),
        ("1,2345", ["1", "2345"]),
        ("10²", ["10"]),
        ("3×4", ["3", "4"]),
        ("about -5% of it", ["-5%"]),
        ("答案42", ["42"]),
        ("1/0 and 2", ["2"]),
        ("1/2/2020", ["1", "2/2020"]),
        ("2e", ["2"]),
        ("none", []),
        ("", []),
    ],
)
def test_every_number_of_a_text_is_found_as_written(text: str, shown: list[str]) -> None:
    assert [number.text for number in find_numbers(text)] == shown


def test_a_number_tells_where_it_stands() -> None:
    number = first_number("We get 1,234 kg")
    assert number is not None
    assert (number.start, number.end) == (7, 12)


def test_a_dash_between_numbers_is_no_sign_and_outside_the_span() -> None:
    number = last_number("10-7")
    assert number is not None
    assert (number.start, number.value) == (3, 7)


def test_the_last_number_is_the_last_of_all() -> None:
    text = "1 then 2, then x3"
    assert last_number(text) == find_numbers(text)[-1]
    assert last_number("x3") is None


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ("42 apples", "42"),
        ("x = 3 + 4 = 7", "7"),
        ("12 (or 13)", "12"),
        ("5 = five", "5"),
        ("$1,000", "1000"),
        ("35 percent", "35%"),
    ],
)
def test_the_value_is_the_first_number_after_the_last_equals_sign(value: str, answer: str) -> None:
    reading = read_number(value)
    assert (reading.kind, reading.answer) == (Kind.VALID, answer)


def test_a_value_without_number_is_invalid() -> None:
    assert read_number("unknown").kind is Kind.INVALID


def test_the_reading_of_a_number_ends_with_it() -> None:
    assert read_number("x = 42 kg").end == 6


def numbers(target: str, pred: str) -> tuple[Number, Number]:
    one, other = parse_number(target), parse_number(pred)
    assert one is not None
    assert other is not None
    return one, other


@pytest.mark.parametrize(
    ("target", "pred", "same"),
    [
        ("0.5", "1/2", True),
        ("0.1", "1e-1", True),
        ("1000", "1,000", True),
        ("0.333", "1/3", False),
        ("35%", "35", False),
        ("35", "35%", False),
        ("35%", "35 percent", True),
        ("35%", "0.35", False),
        ("7", "-7", False),
    ],
)
def test_numbers_are_equal_by_value_and_percent_sign(target: str, pred: str, same: bool) -> None:  # noqa: FBT001
    one, other = numbers(target, pred)
    assert equal(target=one, pred=other) is same


@pytest.mark.parametrize(
    ("target", "pred", "same"),
    [
        ("1" * 500, "1" * 500, True),
        ("1" * 500, "1" * 499 + "2", False),
        ("0" * 500 + "7", "7", False),
        ("1" + "0" * 500, "1e500", True),
        ("1" + "0" * 500 + ".0", "1e500", True),
        ("-1e500", "1e500", False),
        ("1e-500", "0." + "0" * 499 + "1", True),
        ("1e999999999999999999999", "1e999999999999999999999", True),
        ("0e500", "0", True),
    ],
    ids=["same", "last digit", "leading zeros", "power", "decimals", "sign", "tiny", "huge power", "zero"],
)
def test_numbers_too_long_for_arithmetic_are_compared_digit_by_digit(
    target: str,
    pred: str,
    same: bool,  # noqa: FBT001
) -> None:
    one, other = numbers(target, pred)
    assert equal(target=one, pred=other) is same


def test_four_hundred_digits_are_still_exact() -> None:
    assert (value_of("1" * 400), value_of("1" * 401)) == (Fraction(int("1" * 400)), "1" * 401 + "e0")
