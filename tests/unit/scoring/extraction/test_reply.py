import pytest

from scoring.extraction.reply import read_reply


@pytest.mark.parametrize("content", [None, "", " \n\t", "\u200b\ufeff", "<think>all of it</think>"])
def test_a_message_without_visible_text_is_blank(content: str | None) -> None:
    assert read_reply(content).is_blank


def test_the_visible_text_is_normalised_and_the_raw_one_kept() -> None:
    reply = read_reply("<think>no</think>ＦＩＮＡＬ：\r\nＢ")

    assert reply.text.norm == "FINAL:\nB"
    assert reply.raw == "<think>no</think>ＦＩＮＡＬ：\r\nＢ"
    assert reply.thinking == ((0, 17),)


def test_thinking_that_never_closes_is_told() -> None:
    reply = read_reply("<think>FINAL: B")

    assert reply.is_blank
    assert reply.unclosed


def test_a_plain_reply_and_one_with_tags_are_read_alike() -> None:
    plain, tagged = read_reply("So FINAL: B"), read_reply("So FINAL: B <b>")

    assert tagged.text.norm.startswith(plain.text.norm)
    assert plain.text.raw_span(3, 11) == tagged.text.raw_span(3, 11) == (3, 11)
