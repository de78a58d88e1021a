import base64
import os
from pathlib import Path

import pytest

from scoring.images.sources import MOST_BYTES, NO_FOLDER, Refused, find_source


def test_a_file_of_the_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"x")
    assert find_source(tmp_path, "a.png") == tmp_path / "a.png"


def test_a_link_is_resolved_before_it_is_judged(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "a.png").write_bytes(b"x")
    (tmp_path / "run/out.png").symlink_to(tmp_path / "a.png")
    (tmp_path / "run/b.png").write_bytes(b"y")
    (tmp_path / "run/in.png").symlink_to(tmp_path / "run/b.png")
    assert find_source(tmp_path / "run", "out.png") == Refused("its path leads out of the run's folder")
    assert find_source(tmp_path / "run", "in.png") == tmp_path / "run/b.png"


@pytest.mark.parametrize(
    "path", ["../a.png", "/etc/passwd", "sub/../../a.png"], ids=["parent", "absolute", "around"]
)
def test_a_path_out_of_the_folder_is_refused(path: str, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"x")
    (tmp_path / "run").mkdir()
    assert find_source(tmp_path / "run", path) == Refused("its path leads out of the run's folder")


@pytest.mark.parametrize("address", ["http://h/a.png", "https://h/a.png", "file:///a.png", "s3://b/a.png"])
def test_an_address_is_never_followed(address: str, tmp_path: Path) -> None:
    assert find_source(tmp_path, address) == Refused(f"{address!r} is an address; nothing is fetched")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    assert find_source(tmp_path, "pipe.png") == Refused("it is no file")


def test_bytes_stay_as_they_are() -> None:
    assert find_source(None, b"bytes") == b"bytes"


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("data:image/png;base64," + base64.b64encode(b"abc").decode(), b"abc"),
        ("data:image/svg+xml;charset=utf-8,%3Csvg/%3E", b"<svg/>"),
        ("data:image/png;base64,YW\n Jj", b"abc"),
        ("data:image/png;base64,???", Refused("its data URI is not base64")),
        ("data:text/html,x", Refused("its data URI holds text/html, no image")),
        ("data:image/png", Refused("its data URI is malformed")),
    ],
    ids=["base64", "percent", "broken lines", "not base64", "no image", "no comma"],
)
def test_a_data_uri_is_decoded_or_refused(uri: str, expected: object) -> None:
    assert find_source(None, uri) == expected


def test_a_file_without_a_known_folder_is_refused() -> None:
    assert find_source(None, "a.png") == Refused(NO_FOLDER)


def test_no_name_is_no_image(tmp_path: Path) -> None:
    assert find_source(tmp_path, " ") == Refused("the record names none")


def test_what_is_too_large_is_not_opened(tmp_path: Path) -> None:
    with (tmp_path / "a.png").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert find_source(tmp_path, "a.png") == Refused("it is too large")
