from scoring.report.blocks import Paragraph, Value, note, sentence


def test_a_sentence_keeps_its_words_and_values_apart() -> None:
    assert sentence("Lane ", Value(text="b")).parts == ("Lane ", Value(text="b"))


def test_a_note_is_a_paragraph_in_small_print() -> None:
    assert note("aside") == Paragraph(parts=("aside",), is_note=True)
