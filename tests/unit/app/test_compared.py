import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.compared import MAX_MORE, MAX_SEED, Compared, compared_query, parse_compared

COMPARED = st.builds(
    Compared,
    margin_pp=st.none() | st.integers(1, 400).map(lambda n: n / 4),
    clusters=st.sampled_from(["auto", "none", "cluster", "images", "item"]),
    seed=st.integers(0, MAX_SEED),
    cause=st.none() | st.sampled_from(["unscored", "answer_changed", "same"]),
    part=st.none() | st.sampled_from(["model", "scorer"]),
    group=st.none() | st.text(max_size=40),
    score=st.none() | st.sampled_from(["score", "annotation_reward"]),
    spot=st.none() | st.sampled_from(["g3.24", "a0", "b19", "d7", "won", "lost", "tied"]),
    more=st.lists(st.from_regex("[0-9a-f]{12}", fullmatch=True), unique=True, max_size=MAX_MORE).map(tuple),
)


@given(COMPARED)
def test_what_is_written_reads_back_without_a_notice(compared: Compared):
    notices: list[str] = []
    assert parse_compared(compared_query(compared), notices) == compared
    assert notices == []


def test_what_is_usual_is_left_out_of_the_address():
    assert not any(compared_query(Compared()).values())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("margin", value) for value in ("0", "-3", "nan", "inf", "101", "much", "1" * 400)),
        *(("seed", value) for value in ("-1", "1.5", "4294967296", "seed")),
        *(("spot", value) for value in ("g3", "x4", "a", "a100", "won ", "<b>")),
        ("clusters", "moon"),
        ("cause", "because"),
        ("part", "both"),
        ("score", "item_id"),
        ("group", "x" * 401),
    ],
)
def test_what_cannot_be_used_is_left_out_and_told(name: str, value: str):
    notices: list[str] = []
    assert parse_compared({name: [value]}, notices) == Compared()
    assert len(notices) == 1
    assert f"“{name}”" in notices[0]


def test_runs_beyond_what_is_held_open_and_what_is_no_run_are_left_out():
    runs = [f"{n:012x}" for n in range(9)]
    assert parse_compared({"more": ["../x", *runs]}, []).more == tuple(runs[:MAX_MORE])
