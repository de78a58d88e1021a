import pytest

from app.looks import PLAIN, Look, look_query, parse_look, toggled_layer

LOOKS = [
    PLAIN,
    Look(tab="gallery", at=48, per=48),
    Look(changed=("pred", "ghost"), fill=40, row=3, life="fallback", lanes="over", least=50),
]


@pytest.mark.parametrize("look", LOOKS, ids=range(len(LOOKS)))
def test_a_look_survives_its_address(look: Look) -> None:
    notices: list[str] = []
    one = {name: values[0] for name, values in look_query(look).items() if values}
    assert parse_look(one, notices) == look
    assert notices == []


def test_the_usual_look_is_not_in_the_address() -> None:
    assert not any(look_query(PLAIN).values())


def test_what_a_link_has_wrong_becomes_the_usual_and_is_told() -> None:
    notices: list[str] = []
    wrong = {
        "tab": "x",
        "layers": "target <b>",
        "fill": "-1",
        "row": "a",
        "life": "y",
        "lanes": "z",
        "per": "7",
    }
    assert parse_look(wrong, notices).layers == {"target"}
    assert len(notices) == 6


@pytest.mark.parametrize(
    ("layers", "shown"), [("target", {"target"}), ("pred labels", {"pred", "labels"}), ("none", set())]
)
@pytest.mark.parametrize("lanes", ["one", "over"])
def test_an_address_names_the_layers_that_are_drawn(layers: str, lanes: str, shown: set[str]) -> None:
    look = parse_look({"layers": layers, "lanes": lanes}, [])
    assert look.layers == shown
    assert look_query(look)["layers"] == [layers]


def test_a_layer_switched_twice_is_as_before() -> None:
    once = toggled_layer(PLAIN, "rings")
    assert "rings" not in once.layers
    assert toggled_layer(once, "rings") == PLAIN


def test_the_other_lane_is_shown_where_both_are_on_one_picture() -> None:
    assert "other" not in PLAIN.layers
    assert "other" in Look(lanes="over").layers


def test_a_page_of_the_gallery_begins_at_a_multiple_of_its_size() -> None:
    assert parse_look({"at": "53", "per": "48"}, []).at == 48
