import pytest

from scoring.draw.subject import Subject


@pytest.mark.parametrize(
    ("size", "declared"), [((3, 4), (3, 4)), (None, None), ((3,), None), ((0, 4), None), ((-3, 4), None)]
)
def test_only_a_positive_width_and_height_are_a_declared_size(size: object, declared: object) -> None:
    assert Subject(item_id="a", task_type="trace", image_size=size).declared_size == declared
