import pytest

from scoring.errors import PolicyError
from scoring.frames import Frame
from scoring.policy import load_policy, policy_from_dict, policy_to_dict
from scoring.policy_options import read_option


def test_a_policy_file_adds_a_frame_to_those_that_are_tried(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "mine"\n[[extra_frames]]\nname = "my model"\nfactor = 14\nmax_pixels = 200704\n',
        encoding="utf-8",
    )
    policy = load_policy(path)
    assert policy.extra_frames == (Frame(name="my model", factor=14, max_pixels=200704),)
    assert policy.frames[-1].name == "my model"
    assert policy_from_dict(policy_to_dict(policy)) == policy


@pytest.mark.parametrize(
    ("frames", "told"),
    [
        ("yx", "expected a list of tables"),
        ([{"name": "yx", "yx": True}], "extra_frames[0]: the name 'yx' is taken"),
        ([{"name": "a", "unit": 5}, {"name": "a", "unit": 6}], "extra_frames[1]: the name 'a' is taken"),
        ([{"name": "a", "unit": -5}], "extra_frames[0]: unit"),
    ],
)
def test_frames_that_are_none_are_told_with_their_place(frames, told):
    with pytest.raises(PolicyError) as raised:
        policy_from_dict({"name": "mine", "extra_frames": frames})
    assert told in raised.value.message


def test_a_value_outside_its_range_is_a_fault():
    assert read_option("trace_half_life_px", 0, float, ()) == (
        "trace_half_life_px: expected a number from 1e-06 to 1e+06, got 0",
        None,
    )
