import pyarrow as pa
import pytest

from scoring.audit.summary import Tally
from scoring.stats.lane_rows import codes_of, differ, group_codes, read_lane, tally_verdicts, verdict_codes


def column(*values: object) -> pa.ChunkedArray:
    return pa.chunked_array([pa.array(values, pa.string())])


@pytest.mark.parametrize("encoded", [False, True])
def test_verdicts_have_codes_and_no_verdict_has_minus_1(encoded: bool) -> None:  # noqa: FBT001
    verdicts = column("correct", None, "no_answer", "unscorable", "incorrect")
    found = verdict_codes(verdicts.dictionary_encode() if encoded else verdicts)
    assert found.tolist() == [0, -1, 2, 3, 1]


def test_a_value_that_is_not_among_the_names_has_no_code() -> None:
    assert codes_of(column("x", "y"), ["y"]).tolist() == [-1, 0]


def test_no_value_is_a_group_of_its_own() -> None:
    codes, values = group_codes(column("law", None, "law"))
    assert [values[code] for code in codes] == ["law", None, "law"]


def test_no_value_equals_no_value_and_nothing_else() -> None:
    assert differ(column("x", "x", None, None), column("x", "y", "x", None)).tolist() == [
        False,
        True,
        True,
        False,
    ]


def test_verdicts_are_tallied() -> None:
    assert tally_verdicts(column("correct", "correct", None, "unscorable")) == Tally(
        correct=2, unscorable=1, not_recorded=1
    )


def test_a_lane_is_read_in_the_order_of_its_file(answers) -> None:
    rows = read_lane(answers("ABA"), "images_digest")
    assert rows["ordinal"].to_pylist() == [0, 1, 2]
    assert rows["verdict"].to_pylist() == ["correct", "incorrect", "correct"]
    assert rows["images_digest"].null_count == 3
