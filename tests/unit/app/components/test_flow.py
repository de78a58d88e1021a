from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.components.flow import flow_nodes, lay_out
from app.state import Lane, View, parse_link
from scoring.audit.summary import Flip
from scoring.records import Verdict

VIEW = View(page="overview", a=Lane(run="a" * 12))
VERDICTS = st.sampled_from(list(Verdict))
FLIPS = st.dictionaries(st.tuples(st.none() | VERDICTS, VERDICTS), st.integers(1, 12_032)).map(
    lambda counts: [Flip(recorded=old, rescored=new, count=n) for (old, new), n in counts.items()]
)


@given(FLIPS)
def test_streams_fill_their_blocks_exactly_on_both_sides(flips):
    flow = lay_out(flips)
    for blocks, end in ((flow.recorded, "left"), (flow.rescored, "right")):
        for block in blocks:
            mine = [
                getattr(s, end)
                for s in flow.streams
                if (s.recorded if end == "left" else s.rescored) == block.verdict
            ]
            assert mine[0][0] == pytest.approx(block.top)
            assert mine[-1][1] == pytest.approx(block.bottom)
            assert all(a[1] == pytest.approx(b[0]) for a, b in pairwise(mine))


@given(FLIPS)
def test_no_item_is_lost_on_the_way(flips):
    flow = lay_out(flips)
    n = sum(f.count for f in flips)
    assert sum(s.n for s in flow.streams) == sum(b.n for b in flow.recorded) == n
    assert sum(b.n for b in flow.rescored) == n


@given(FLIPS)
def test_labels_stand_a_line_apart_and_inside_the_picture(flips):
    flow = lay_out(flips)
    for places in (
        sorted(s.label for s in flow.streams),
        [b.middle for b in flow.recorded],
        [b.middle for b in flow.rescored],
    ):
        assert all(b - a > 21.9 for a, b in pairwise(places))
        assert all(0 < place < flow.height for place in places)


def test_one_item_of_many_is_still_seen():
    flow = lay_out([Flip(recorded="correct", rescored="correct", count=12_031),
                    Flip(recorded="correct", rescored="no_answer", count=1)])  # fmt: skip
    assert flow.rescored[1].bottom - flow.rescored[1].top >= 3


def test_a_run_without_items_is_an_empty_picture():
    assert lay_out([]).streams == ()


def test_a_stream_says_won_and_lost_credit_with_a_sign_and_leads_to_its_items():
    flips = [Flip(recorded=old, rescored=new, count=n) for old, new, n in (
        ("incorrect", "correct", 9), ("correct", "no_answer", 6), (None, "correct", 3))]  # fmt: skip
    streams = [
        n for n in list(flow_nodes(VIEW, "a", flips))[1].children if "stream" in dict(n.attributes)["class"]
    ]
    shown = {n.text(): parse_link(str(dict(n.attributes)["href"])).view.where.change for n in streams}
    assert shown == {
        "+9": ("incorrect>correct",),
        "−6": ("correct>no_answer",),
        "3": ("~>correct",),
    }
