import pytest

from scoring.draw.words import coordinate_text, file_name, hover_of, label_of, name_of, number_text, one_line


def test_control_characters_and_line_breaks_become_blanks() -> None:
    assert one_line("a\nb\x1b[31m\u202ec", 20) == "a b [31m c"


def test_a_long_text_is_cut_where_it_says_so() -> None:
    assert one_line("abcdef", 4) == "abc…"


def test_what_is_above_nothing_never_reads_as_nothing() -> None:
    assert [number_text(value) for value in (0.0, 1e-9, 0.62512)] == ["0", "< 0.0001", "0.6251"]


def test_coordinates_have_one_decimal_where_they_have_one() -> None:
    assert [coordinate_text(value) for value in (3.0, 3.26, 1e9)] == ["3", "3.3", "1e+09"]


def test_pairs_are_labelled_with_their_similarity_and_others_with_their_state(make_scene) -> None:
    scene = make_scene("point_set", target=[[10, 10], [500, 500]], pred=[[10, 10], [0, 790]])
    far = [row for row in scene.rows if row.target == (500.0, 500.0)][0]  # noqa: RUF015
    assert label_of(scene.rows[0], "pred", scene) == "P1 · 1.00"
    assert name_of(far, "target") == "T2"
    boxes = make_scene("bbox_map", target={"a": [0, 0, 9, 9]}, pred={"b": [0, 0, 9, 9]})
    assert [label_of(row, "target" if row.target else "pred", boxes) for row in boxes.rows] == [
        "a missing",
        "b extra",
    ]


def test_pointing_at_a_pair_tells_similarity_distance_and_share(make_scene) -> None:
    scene = make_scene("point", target=[100, 100], pred=[103, 104])
    told = hover_of(scene.rows[0], "pred", scene)
    assert told.startswith("T1 – P1 · similarity 0.99")
    assert "distance 5 px · share 0.99" in told


@pytest.mark.parametrize(
    ("item_id", "name"),
    [("point_set-2", "point_set-2"), ("a/b c:<d>", "a_b_c_d"), ("../..", "item"), ("x" * 200, "x" * 80)],
)
def test_an_id_becomes_a_safe_file_name(item_id: str, name: str) -> None:
    assert file_name(item_id) == name
