from scoring.loaders.loader import GIVES
from scoring.loaders.registry import LOADERS


def test_every_format_says_what_it_gives_in_the_words_of_the_list() -> None:
    for loader in LOADERS:
        assert loader.gives <= set(GIVES)
        assert "content" in loader.gives or loader.name == "coco"
