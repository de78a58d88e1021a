from scoring.extraction.labels import OptionTexts, compile_labels
from scoring.extraction.reading import Reading
from scoring.extraction.values import choice_reader


def read(value: str, options: str | dict[str, str] = "ABCD", *, multi: bool = False) -> Reading:
    named = dict.fromkeys(options) if isinstance(options, str) else options
    return choice_reader(compile_labels(tuple(named)), OptionTexts(named), multi=multi)(value)


def test_the_reading_ends_where_the_answer_ends() -> None:
    assert read("**D** since").end == 5
    assert read(" (D) red").end == len(" (D)")
    assert read("`\"D\"`, since").end == len("`\"D\"`")
