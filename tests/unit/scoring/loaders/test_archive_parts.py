import io

import pytest

from scoring.loaders.archive_parts import (
    MAX_BYTES,
    MAX_MEMBERS,
    GuardedMember,
    Window,
    check_limits,
    plain_name,
    refuse_name,
)


@pytest.mark.parametrize(
    ("name", "refused"),
    [("a/b.json", False), ("a..b", False), ("../a", True), ("/a", True), ("a/../../b", True)],
)
def test_only_names_that_stay_inside_are_read(name: str, *, refused: bool) -> None:
    assert bool(refuse_name(name)) is refused


def test_names_are_told_as_paths_have_them() -> None:
    assert plain_name("./a//b.json") == "a/b.json"


def test_an_archive_has_limits_of_count_and_size() -> None:
    check_limits(MAX_MEMBERS, MAX_BYTES)
    with pytest.raises(OSError, match="members"):
        check_limits(MAX_MEMBERS + 1, 0)
    with pytest.raises(OSError, match="GiB unpacked"):
        check_limits(1, MAX_BYTES + 1)


def test_a_member_that_ends_early_is_told() -> None:
    with pytest.raises(OSError, match="ends early"):
        GuardedMember(io.BytesIO(b"abc"), 4, None).read()


def test_a_window_is_a_file_of_its_own() -> None:
    window = io.BufferedReader(Window(io.BytesIO(b"0123456789"), 2, 5))
    assert window.read() == b"23456"
    assert window.seek(-2, io.SEEK_END) == 3
    assert window.read() == b"56"
