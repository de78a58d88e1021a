from scoring.draw.palette import STYLES, rgb, similarity_color


def test_a_similarity_runs_from_orange_over_yellow_to_green() -> None:
    assert [similarity_color(value) for value in (0.0, 0.5, 1.0)] == ["#E69F00", "#F0E442", "#009E73"]


def test_similarities_beyond_their_range_are_drawn_as_its_ends() -> None:
    assert (similarity_color(-1.0), similarity_color(9.0)) == ("#E69F00", "#009E73")


def test_no_two_sides_share_a_colour_a_dash_or_a_symbol() -> None:
    sides = [STYLES[side] for side in ("target", "pred", "other", "ghost")]
    for part in ("color", "dash", "symbol"):
        assert len({getattr(style, part) for style in sides}) == len(sides)


def test_a_colour_becomes_its_three_numbers() -> None:
    assert rgb("#0072B2") == (0, 114, 178)
