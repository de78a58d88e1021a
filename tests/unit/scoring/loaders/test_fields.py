import pytest

from scoring.loaders.fields import LABELS, Fields, as_text, describe, joined_text, kind_of, one_text, shown


def fields(**value: object) -> Fields:
    return Fields(value, key=None, index=0)


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (Fields.text, ["", " x "], [1, True, [], {}]),
        (Fields.flag, [True, False, 0, 1, 1.0], [2, "true", []]),
        (Fields.number, [0, 1.5, -3], [True, "1", []]),
    ],
    ids=["text", "flag", "number"],
)
def test_a_field_is_read_if_it_is_of_the_type_and_told_and_kept_if_not(read, good, bad) -> None:
    for value in good:
        record = fields(a=value)
        assert (read(record, "a"), record.problems, record.rest()) == (value, [], {})
    for value in bad:
        record = fields(a=value)
        assert (read(record, "a"), record.rest()) == (None, {"a": value})
        assert [(kind, path) for kind, _, path in record.problems] == [("bad_field", "$.a")]


@pytest.mark.parametrize("read", [Fields.text, Fields.flag, Fields.number])
def test_null_and_an_absent_field_are_none_without_a_problem(read) -> None:
    record = fields(a=None)
    assert (read(record, "a"), read(record, "b"), record.problems) == (None, None, [])


def test_what_was_not_read_is_left() -> None:
    record = fields(a=1, b=2)
    assert (record.get("a"), record.get("a"), record.rest()) == (1, 1, {"b": 2})


@pytest.mark.parametrize(
    ("value", "text"),
    [("x", "x"), (3, "3"), (0.5, "0.5"), (True, "true"), (None, None), ([1], None), ({}, None)],
    ids=str,
)
def test_a_scalar_is_its_text(value, text) -> None:
    assert as_text(value) == text


@pytest.mark.parametrize(("value", "text"), [(["A", 2], "A, 2"), ([[1]], "[[1]]"), ({"ä": 1}, '{"ä": 1}')])
def test_other_values_become_one_text(value, text) -> None:
    assert one_text(value) == text


def test_texts_in_parts_are_joined() -> None:
    assert joined_text(fields(a=["x", {"text": "y"}]), "a") == "x\ny"


def test_parts_that_are_no_texts_are_told_and_kept() -> None:
    record = fields(a=["x", {"image": 1}])
    assert joined_text(record, "a") is None
    assert record.problems
    assert record.rest()


def test_labels_go_on_after_z() -> None:
    assert (LABELS[0], LABELS[25], LABELS[26], LABELS[27]) == ("A", "Z", "AA", "AB")


def test_long_values_are_shortened_in_messages() -> None:
    assert len(shown("x" * 1000)) < 60
    assert shown({"a": 1}) == "an object"


def test_kinds_have_their_json_names() -> None:
    values = [{}, [], "", True, 1, 1.5, None]
    names = ["an object", "a list", "a string", "a boolean", "a number", "a number", "null"]
    assert [kind_of(value) for value in values] == names


def test_at_most_a_dozen_keys_are_named() -> None:
    assert describe({str(i): 0 for i in range(100)}).count(",") == 11


def test_fields_counted_as_read_are_not_left() -> None:
    record = fields(a=1, b=2, c=3)
    record.count_as_read(("a", "c", "none"))
    assert (record.rest(), record.problems) == ({"b": 2}, [])
