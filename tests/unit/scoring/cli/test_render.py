import json
from pathlib import Path

import pytest
from PIL import Image

from scoring.cli.main import main

SAMPLE = Path(__file__).parents[4] / "sample_runs/grounding/lane_a.jsonl"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANESCOPE_CACHE", str(tmp_path / "cache"))


def render(*words: object) -> int:
    from scoring.cli.commands import COMMANDS

    with pytest.raises(SystemExit) as stop:
        raise SystemExit(main(["render", *map(str, words)], COMMANDS))
    return int(stop.value.code or 0)


def test_each_item_named_becomes_a_png_with_its_caption(tmp_path: Path, capsys) -> None:
    assert render(SAMPLE, "--items", "bbox-1,3-4", "-o", tmp_path / "out") == 0
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert [name[:6] for name in files] == ["00000-", "00003-", "00004-"]
    with Image.open(tmp_path / "out" / files[0]) as image:
        assert image.format == "PNG"
    assert "3 pictures written" in capsys.readouterr().out


def test_a_sheet_holds_all_items(tmp_path: Path, capsys) -> None:
    assert render(SAMPLE, "--items", "all", "--sheet", "-o", tmp_path / "out", "--json") == 0
    assert json.loads(capsys.readouterr().out)["n_items"] == 48
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["sheet-001.png"]


def test_an_unknown_item_is_named_with_the_cure(tmp_path: Path, capsys) -> None:
    assert render(SAMPLE, "--items", "nobody", "-o", tmp_path / "out") == 2
    told = capsys.readouterr().err
    assert "expected the id of an item or a place from 0 to 47, got 'nobody'" in told
    assert not (tmp_path / "out").exists()


def test_a_run_without_its_images_is_drawn_on_canvases_and_says_so(tmp_path: Path, capsys) -> None:
    (tmp_path / "alone.jsonl").write_bytes(SAMPLE.read_bytes())
    assert render(tmp_path / "alone.jsonl", "--items", "0", "-o", tmp_path / "out") == 1
    assert "1 item without an image that can be shown" in capsys.readouterr().out


def test_images_are_looked_up_where_one_is_told(tmp_path: Path, capsys) -> None:
    (tmp_path / "alone.jsonl").write_bytes(SAMPLE.read_bytes())
    words = (tmp_path / "alone.jsonl", "--items", "0", "-o", tmp_path / "out", "--images", SAMPLE.parent)
    assert render(*words) == 0
    capsys.readouterr()


def test_an_id_cannot_lead_out_of_the_folder(tmp_path: Path, capsys) -> None:
    line = json.loads(SAMPLE.read_text().splitlines()[1])
    (tmp_path / "odd.jsonl").write_text(json.dumps({**line, "item_id": "../../x/../y"}))
    render(tmp_path / "odd.jsonl", "--items", "all", "-o", tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["00000-x_.._y.png"]
    capsys.readouterr()


def test_a_run_without_annotations_is_told(tmp_path: Path, capsys) -> None:
    other = SAMPLE.parents[1] / "native_reasoning_audit/lane_a.json"
    assert render(other, "--items", "all", "-o", tmp_path / "out") == 2
    assert "expected items with an annotation, got none" in capsys.readouterr().err


def test_the_worst_are_those_of_the_lowest_annotation_reward_lowest_first(tmp_path: Path, capsys) -> None:
    from scoring.rescore.pipeline import rescore_run

    audit = rescore_run(SAMPLE, tmp_path / "audit")
    rows = audit.rows(columns=("ordinal", "annotation_reward"))
    rewards = dict(zip(rows["ordinal"], rows["annotation_reward"], strict=True))
    assert render(tmp_path / "audit", "--worst", "5", "-o", tmp_path / "out", "--json") == 0
    places = [int(name[:5]) for name in json.loads(capsys.readouterr().out)["files"]]
    assert len(places) == 5
    assert [rewards[at] for at in places] == sorted(rewards.values())[:5]


@pytest.mark.parametrize(
    "words", [("--worst", "0"), ("--worst", "x"), ("--worst", "2", "--items", "all"), ()]
)
def test_one_of_items_and_a_number_of_worst_is_asked_for(tmp_path: Path, words) -> None:
    assert render(SAMPLE, *words, "-o", tmp_path / "out") == 2
