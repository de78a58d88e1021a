"""The Annotations page on the bundled grounding sample."""

import json
import shutil
from pathlib import Path

import pytest

from scoring import rescore_run

ROOT = Path(__file__).parents[2]
GROUNDING = ROOT / "sample_runs" / "grounding"


@pytest.fixture
def annotations(open_page):
    def open_it(query: str = "", page: str = "annotations"):
        return open_page(page, query, paths=(GROUNDING,))

    return open_it


def chart(page) -> dict:
    import json

    (element,) = page.test.get("plotly_chart")
    return json.loads(element.proto.spec)


def test_a_deep_link_shows_the_item_its_ledger_and_its_response(annotations) -> None:
    page = annotations("lane=a&item=point_set-2&sort=ordinal")
    title = page.panel("shot_title").text()
    assert "point_set-2" in title
    assert "half-life" in title
    card = page.panel("read").text()
    assert [
        part for part in ("How the score comes about", "Witnesses", "sum", "contract") if part not in card
    ] == []
    assert page.panel("under").elements("mark")


def test_a_row_of_the_ledger_is_marked_in_picture_ledger_and_text(annotations) -> None:
    page = annotations("lane=a&item=point_set-2&row=1")
    assert {one["name"] for one in chart(page)["data"]} >= {"chosen spots"}
    assert len(page.panel("read").elements("tr", class_="chosen")) == 1
    assert page.panel("under").elements("mark", class_="found chosen")


def test_rows_lead_to_the_picture_and_the_chosen_one_back(annotations) -> None:
    card = annotations("lane=a&item=point_set-2&row=1").panel("read")
    links = [e[1]["href"] for e in card.elements("a") if "pick-row" in e[1].get("class", "")]
    assert links[0].endswith("&row=0") or "&row=0&" in links[0]
    assert "row=" not in links[1]


def test_steps_go_through_the_filter_from_the_lowest_reward_up(annotations) -> None:
    page = annotations("lane=a&annotation_type=segment")
    assert "1 of 4" in page.panel("shot_title").text()
    (following,) = [e for e in page.panel("shot_title").elements("a") if e[1].get("hotkey") == "j"]
    assert "annotation_type=segment" in following[1]["href"]


def test_layers_are_switched_by_the_address(annotations) -> None:
    page = annotations("lane=a&item=point_set-2&layers=target%20pairs%20rings%20labels%20order")
    assert "pred spots" not in {one["name"] for one in chart(page)["data"]}
    pressed = {e[1]["keep"]: e[1]["pressed"] for e in page.panel("under").elements("a") if "pressed" in e[1]}
    assert (pressed["layer:pred"], pressed["layer:target"]) == (False, True)


def test_both_lanes_are_shown_on_one_picture_with_the_difference(annotations) -> None:
    page = annotations("lane=a&item=point_set-2&lanes=over")
    assert "other spots" in {one["name"] for one in chart(page)["data"]}
    assert "A is" in page.panel("read").text()


def test_both_lanes_are_shown_side_by_side(annotations) -> None:
    page = annotations("lane=a&item=point_set-2&lanes=beside")
    assert len(page.test.get("plotly_chart")) == 2
    assert page.has("read_a")
    assert page.has("read_b")


def test_another_half_life_is_a_what_if(annotations) -> None:
    page = annotations("lane=a&item=point_set-2&life=fallback")
    told = page.panel("read").text()
    assert "What if: with a half-life of 32 px" in told or "half-life 32" in page.panel("shot_title").text()


def test_the_gallery_shows_pictures_sorted_by_reward(annotations) -> None:
    page = annotations("lane=a&tab=gallery")
    gallery = page.panel("gallery")
    assert len(gallery.elements("img")) == 24
    rewards = [e[1].get("bar") for e in gallery.elements("a", class_="tile")]
    assert rewards == sorted(rewards)
    assert all(e[1]["src"].startswith("data:image/webp;base64,") for e in gallery.elements("img"))


def test_the_gallery_is_filtered_by_type_and_leads_to_the_item(annotations) -> None:
    gallery = annotations("lane=a&tab=gallery&annotation_type=bbox").panel("gallery")
    tiles = gallery.elements("a", class_="tile")
    assert len(tiles) == 4
    assert "tab=" not in tiles[0][1]["href"]


def test_the_items_page_shows_the_annotated_picture_and_leads_to_the_page(annotations) -> None:
    (shot,) = annotations("lane=a&item=point_set-2", "items").panel("item").elements("a", class_="shot")
    assert shot[1]["href"].startswith("annotations?")
    assert "item=point_set-2" in shot[1]["href"]


def test_a_run_without_annotations_says_so(open_page) -> None:
    assert "has an annotation to draw" in open_page("annotations").panel("nothing").text()


def test_a_run_without_its_images_is_drawn_on_a_canvas_and_says_so(open_page, tmp_path: Path) -> None:
    (tmp_path / "alone.jsonl").write_bytes((GROUNDING / "lane_a.jsonl").read_bytes())
    page = open_page("annotations", "item=bbox-1", paths=(tmp_path / "alone.jsonl",))
    told = page.panel("under").text()
    assert "The image cannot be shown: there is no such file." in told
    assert "A blank canvas of" in told


def test_a_frame_that_explains_an_item_is_named_and_its_reading_drawn(annotations) -> None:
    page = annotations(
        "lane=a&item=point_sequence-3&layers=target%20pred%20pairs%20rings%20labels%20order%20ghost"
    )
    told = " ".join(page.panel("read").text().split())
    assert "Read as yx 0-1000 the annotation would earn 1" in told
    assert "ghost spots" in {one["name"] for one in chart(page)["data"]}


def test_a_mistake_of_order_is_told_with_what_it_cost(annotations) -> None:
    told = annotations("lane=a&item=bbox_sequence-2").panel("read").text()
    assert "With the order reversed it would earn" in told
    assert "wrong order × 4" in told


def test_every_name_of_a_link_of_this_page_is_known(annotations) -> None:
    page = annotations("lane=a&item=bbox_sequence-2&row=1&layers=pred&fill=20&zoom=0,100,90,5&lanes=one")
    assert not page.has("notices")
    assert chart(page)["layout"]["xaxis"]["range"] == [0, 100]


def test_predictions_of_little_confidence_are_hidden_in_the_picture_alone(open_page, tmp_path):
    item = {
        "item_id": "street",
        "task_type": "detection",
        "image_size": [100, 100],
        "annotation_gt": {"type": "detection", "value": [[10, 10, 30, 30], [50, 50, 80, 80]]},
        "target_labels": ["car", "bus"],
        "annotation_pred": [[10, 10, 30, 30], [50, 50, 80, 80]],
        "pred_labels": ["car", "bus"],
        "pred_scores": [0.95, 0.4],
    }
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps(item) + "\n")
    everything = open_page("annotations", "least=0", paths=(path,))
    sure = open_page("annotations", "least=90", paths=(path,))
    ledgers = [page.panel("read").text().count("✓ paired") for page in (everything, sure)]
    assert ledgers == [2, 2]
    told = "1 prediction is below 90 % and not drawn; the reward and the ledger count all of them."
    assert told in sure.panel("under").text()
    assert told not in everything.panel("under").text()


def test_an_item_whose_own_reading_contradicts_the_run_says_what_the_run_is_voted(open_page, tmp_path):
    boxes = [[100, 50, 160, 110], [300, 400, 380, 450]]
    swapped = [[y0, x0, y1, x1] for x0, y0, x1, y1 in boxes]
    sizes = [[x0, y0, x1 - x0, y1 - y0] for x0, y0, x1, y1 in boxes]
    lines = [
        {
            "item_id": f"n{n}",
            "task_type": "trace",
            "content": json.dumps({"answer": 1, "annotation": pred}),
            "image_size": [800, 600],
            "answer_gt": {"type": "integer", "value": 1},
            "annotation_gt": {"type": "bbox_set", "value": boxes},
            "reward_contract": {"annotation": {"id": "bbox_set_soft_iou_v0", "type": "bbox_set"}},
        }
        for n, pred in enumerate([*[swapped] * 12, sizes])
    ]
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    queries = [f"lane=a&item=n{n}&sort=ordinal" for n in (12, 0)]
    pages = [open_page("annotations", query, paths=(path,)).panel("read").text() for query in queries]
    assert "the run as a whole" in open_page("annotations", queries[0], paths=(path,)).panel("read").links()
    assert ["The run is voted yx" in " ".join(page.split()) for page in pages] == [True, False]


def test_images_are_looked_for_in_the_folder_named_at_start(annotations, monkeypatch, tmp_path: Path) -> None:
    shown = annotations("lane=a&item=point_set-2").panel("under").text()
    assert "cannot be shown" not in shown
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("LANESCOPE_IMAGES", str(tmp_path / "elsewhere"))
    told = annotations("lane=a&item=point_set-2").panel("under").text()
    assert "The image cannot be shown" in told
    assert "Images are looked for in the folder" in told
    assert str(tmp_path / "elsewhere") in told


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A run whose images lie in another folder of the one given, and a folder beside that."""
    run = tmp_path / "given" / "run"
    run.mkdir(parents=True)
    shutil.copy(GROUNDING / "lane_a.jsonl", run)
    shutil.copytree(GROUNDING / "images", tmp_path / "given" / "kept" / "images")
    shutil.copytree(GROUNDING / "images", tmp_path / "outside" / "images")
    (tmp_path / "given" / "way_out").symlink_to(tmp_path / "outside")
    return tmp_path / "given"


@pytest.mark.parametrize(("folder", "is_shown"), [("kept", True), ("../outside", False), ("way_out", False)])
def test_an_address_names_a_folder_of_images_inside_those_given_at_start(open_page, moved, folder, is_shown):
    query = f"lane=a&item=point_set-2&images={folder}"
    told = open_page("annotations", query, paths=(moved,)).panel("under").text()
    assert ("cannot be shown" not in told) is is_shown
    assert ("is none inside the folders given at start" in told) is not is_shown


def test_a_missing_image_offers_a_field_for_its_folder(open_page, moved) -> None:
    under = open_page("annotations", "lane=a&item=point_set-2", paths=(moved,)).panel("under")
    assert "Images are looked for in the folder given/run" in " ".join(under.text().split())
    assert under.elements("input", ask="images")


def test_an_audit_names_the_command_that_opens_it_with_its_images(open_page, tmp_path: Path) -> None:
    audit = tmp_path / "elsewhere" / "audit"
    rescore_run(GROUNDING / "lane_a.jsonl", audit)
    told = open_page("annotations", "lane=a&item=point_set-2", paths=(audit,)).panel("under").text()
    assert f"lanescope view {audit} --images {GROUNDING}" in told


def test_a_pair_that_earns_nothing_is_neither_right_nor_wrong(annotations) -> None:
    card = annotations("lane=b&item=point_map-2").panel("read")
    classes = [link[1].get("class", "").split() for link in card.elements("a")]
    assert {names[0] for names in classes if "pick-row" in names} == {"no_answer"}


def test_items_without_a_response_say_how_responses_are_read(open_page, tmp_path: Path) -> None:
    record = {"id": "one", "width": 60, "height": 40, "target": [[5, 5, 20, 20]], "target_labels": ["dog"]}
    (tmp_path / "boxes.jsonl").write_text(json.dumps(record) + "\n")
    path = tmp_path / "boxes.jsonl"
    told = open_page("annotations", "", paths=(path,)).panel("under").text()
    assert f"lanescope rescore {path} --with detections=FOLDER -o AUDIT" in told
