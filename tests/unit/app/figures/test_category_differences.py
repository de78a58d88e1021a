import pytest

from app.figures.category_differences import CategoryDifference, build_category_differences


def row(label: str, recorded: float | None, rescored: float | None) -> CategoryDifference:
    return CategoryDifference(label=label, n=20, recorded_pp=recorded, rescored_pp=rescored)


def test_both_scorers_have_a_mark_for_each_category() -> None:
    figure = build_category_differences([row("law", 1.0, 2.5), row("math", -3.0, None)])
    assert {trace.name: (tuple(trace.x), tuple(trace.y)) for trace in figure.data} == {
        "recorded": ((1.0, -3.0), ("law · 20", "math · 20")),
        "rescored": ((2.5, None), ("law · 20", "math · 20")),
    }


def test_the_two_scorers_differ_in_form_not_only_in_colour() -> None:
    recorded, rescored = build_category_differences([row("law", 1, 2)]).data
    assert recorded.marker.symbol != rescored.marker.symbol


def test_the_first_category_is_on_top() -> None:
    assert build_category_differences([row("law", 1, 2)]).layout.yaxis.autorange == "reversed"


@pytest.mark.parametrize("n", [0, 1, 40])
def test_the_height_grows_with_the_categories(n: int) -> None:
    figure = build_category_differences([row(str(i), 0, 0) for i in range(n)])
    assert figure.layout.height == 80 + 26 * max(1, n)


def test_a_label_is_never_markup() -> None:
    figure = build_category_differences([row("<a href='x'>law</a> $x^2$", 1, 2)])
    assert "<" not in figure.data[0].y[0]
    assert "$" not in figure.data[0].y[0]


def test_dark_and_light_have_colours_of_their_own() -> None:
    colors = {
        dark: [t.marker.color for t in build_category_differences([row("law", 1, 2)], is_dark=dark).data]
        for dark in (True, False)
    }
    assert colors[True] != colors[False]
