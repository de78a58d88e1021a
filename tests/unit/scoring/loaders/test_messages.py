import pytest

from scoring.loaders.messages import content_text, messages_images, messages_text


def test_a_lone_message_is_its_text() -> None:
    assert messages_text([{"role": "user", "content": " Why? "}]) == " Why? "


def test_several_messages_stand_under_their_roles() -> None:
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}]
    assert messages_text(messages) == "system: Be brief.\n\nuser: Why?"


@pytest.mark.parametrize("messages", [[], ["x"], [None]])
def test_what_is_no_message_gives_no_text(messages) -> None:
    assert messages_text(messages) is None


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, None),
        ("", ""),
        (
            [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "x.png"}}],
            "a\n[image_url]",
        ),
        ([{"type": "output_text", "text": "a"}, "b", 3], "a\nb\n3"),
        ([{"text": None}], "[part]"),
        ({"text": "a"}, '{"text": "a"}'),
    ],
)
def test_content_is_read_from_a_string_or_parts(content, text) -> None:
    assert content_text(content) == text


def test_image_addresses_are_listed_in_order() -> None:
    parts = [{"image_url": {"url": "a.png"}}, {"text": "x"}, {"image_url": "b.png"}, {"image_url": {}}]
    assert messages_images([{"content": parts}, {"content": "text"}, 3]) == ("a.png", "b.png")
    assert messages_images(None) == ()
