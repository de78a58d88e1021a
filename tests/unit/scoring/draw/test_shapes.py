from scoring.draw.shapes import LAYERS, Extent


def test_the_size_of_an_extent_is_its_width_and_height() -> None:
    assert Extent(left=-10, top=5, right=20, bottom=45).size == (30, 40)


def test_every_layer_is_named_once() -> None:
    assert len(set(LAYERS)) == len(LAYERS)
