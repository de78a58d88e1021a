from pathlib import Path

from PIL import Image

from scoring.images.size import read_size


def test_the_size_is_read_from_the_file(tmp_path: Path) -> None:
    Image.new("RGB", (30, 20)).save(tmp_path / "a.png")
    assert read_size(tmp_path, "a.png") == (30, 20)


def test_a_path_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    Image.new("RGB", (30, 20)).save(tmp_path / "a.png")
    (tmp_path / "run").mkdir()
    assert read_size(tmp_path / "run", "../a.png") == "its path leads out of the run's folder"
    (tmp_path / "run/link.png").symlink_to(tmp_path / "a.png")
    assert read_size(tmp_path / "run", "link.png") == "its path leads out of the run's folder"


def test_what_is_no_image_gives_a_reason(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no image")
    assert read_size(tmp_path, "a.png") == "it is no image that can be read"
    assert read_size(tmp_path, "b.png") == "there is no such file"
    assert read_size(tmp_path, "a\0b") == "it is no image that can be read"


def test_a_size_beyond_belief_is_refused(tmp_path: Path) -> None:
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\x00\x00\x00\x01\x00\x00\x08\x02\x00\x00\x00"
    (tmp_path / "a.png").write_bytes(header + b"\x00" * 64)
    assert isinstance(read_size(tmp_path, "a.png"), str)
