from scoring.draw.caption import caption_lines, contract_text, half_life_text
from scoring.draw.subject import Subject

SUBJECT = Subject(
    item_id="count\nof tokens",
    task_type="trace",
    annotation_type="point_set",
    image_size=(1120, 760),
    reward_contract={"annotation": {"id": "point_set_soft_distance_v0", "type": "point_set"}},
    half_life_px=47.37,
    half_life_source="image_size",
    score=0.8125,
    answer_reward=1.0,
    annotation_reward=0.625,
    format_score=0.0,
    annotation_parse_ok=1.0,
    error_kinds=("extra", "missing", "extra"),
    frame_finding="yx 0-1000",
)


def test_a_caption_names_reward_contract_half_life_and_its_source() -> None:
    assert caption_lines(SUBJECT) == (
        "count of tokens · point_set · 1,120 × 760 px",
        "score 0.8125 · answer 1 · annotation 0.625 · format 0",
        "contract point_set_soft_distance_v0 · half-life 47.37 px, from the image size 1,120 × 760",
        "reads as yx 0-1000 · errors: extra, missing",
    )


def test_boxes_have_no_half_life() -> None:
    assert half_life_text(Subject(item_id="a", task_type="trace")) == ""
    assert caption_lines(Subject(item_id="a", task_type="trace"))[-1] == "boxes are compared by their overlap"


def test_a_contract_that_is_none_has_no_name() -> None:
    assert [contract_text(value) for value in (None, {}, {"annotation": []}, {"annotation": {"id": 3}})] == [
        ""
    ] * 4
