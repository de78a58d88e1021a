import pytest

from scoring.loaders.fields import Fields
from scoring.loaders.inspect_text import SampleTexts, take_images
from tests.unit.scoring.loaders.inspect_logs import PNG


def texts(**value: object) -> tuple[SampleTexts, Fields]:
    fields = Fields(value, key=None, index=0)
    return SampleTexts(fields), fields


def test_an_attachment_is_put_in_its_place_by_hash_or_position() -> None:
    by_hash, _ = texts(attachments={"ab": "long text"})
    assert by_hash.text("attachment://ab") == "long text"
    by_place, _ = texts(attachments=["first", "second"])
    assert by_place.text("attachment://1") == "second"
    older, _ = texts(transcript={"content": {"x": "older"}})
    assert older.text("tc://x") == "older"


def test_a_missing_attachment_is_told_and_its_reference_stays() -> None:
    found, fields = texts(attachments={})
    assert found.text("attachment://ab") == "attachment://ab"
    assert [kind for kind, _, _ in fields.problems] == ["missing_attachment"]


def test_parts_of_a_message_are_told_apart() -> None:
    found, _ = texts(attachments={"t": "hidden thought"})
    parts = found.parts(
        {
            "content": [
                {"type": "reasoning", "reasoning": "attachment://t"},
                {"type": "text", "text": "one"},
                {"type": "tool_use", "name": "search"},
                {"type": "image", "image": "a.png"},
                {"type": "text", "text": "two"},
            ]
        }
    )
    assert parts == ("one\ntwo", "hidden thought", ("a.png",), False)


def test_encrypted_reasoning_is_not_taken_for_text() -> None:
    found, _ = texts()
    part = {"type": "reasoning", "reasoning": "gAAAA=", "redacted": True}
    assert found.parts({"content": [part]}).reasoning is None
    assert found.parts({"content": [part | {"summary": "In short."}]}).reasoning == "In short."
    assert found.parts({"content": [part]}).is_redacted


@pytest.mark.parametrize(
    ("message", "text"),
    [({"content": ""}, ""), ({"content": None}, None), ({"content": []}, None), (None, None), ({}, None)],
)
def test_a_message_without_text_has_none(message: object, text: str | None) -> None:
    assert texts()[0].parts(message).text == text


def test_the_question_ends_at_the_first_reply() -> None:
    asked, images = texts()[0].asked(
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "What?"}, {"type": "image", "image": "i"}]},
            {"role": "assistant", "content": "That."},
            {"role": "user", "content": "Sure?"},
        ]
    )
    assert (asked, images) == ("Be brief.\n\nWhat?", ("i",))


def test_embedded_images_get_a_name_and_paths_stay() -> None:
    fields = Fields({}, key=None, index=0)
    paths, embedded = take_images((PNG, "a.png", "https://x.test/b.png"), fields)
    assert paths == (embedded[0].path, "a.png", "https://x.test/b.png")
    assert embedded[0].path.startswith("images/")
    assert fields.problems == []


@pytest.mark.parametrize("broken", ["data:image/png;base64,@@@", "data:image/png,abc"])
def test_an_image_that_cannot_be_decoded_is_told(broken: str) -> None:
    fields = Fields({}, key=None, index=0)
    assert take_images((broken,), fields) == ((), [])
    assert [kind for kind, _, _ in fields.problems] == ["bad_field"]
