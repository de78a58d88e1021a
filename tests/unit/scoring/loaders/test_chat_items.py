from scoring.loaders.chat_items import items_of_body, request_fields
from scoring.loaders.target_table import TargetTable


def test_a_request_gives_prompt_and_image_addresses() -> None:
    parts = [{"type": "text", "text": "Where?"}, {"image_url": {"url": "data:" + "x" * 300}}]
    prompt, (address,) = request_fields({"messages": [{"role": "user", "content": parts}]})
    assert prompt == "Where?\n[part]"
    assert address == "data:" + "x" * 195 + "… (305 characters)"


def test_other_shapes_of_a_request_give_their_text_or_none() -> None:
    assert request_fields({"input": "Why?"}) == ("Why?", ())
    assert request_fields({"prompt": "Why?"}) == ("Why?", ())
    assert request_fields(None) == (None, ())


def test_what_the_server_said_stays_with_every_reply() -> None:
    body = {"choices": [{"message": {"content": "A"}}, {"message": {"content": "B"}}], "usage": {"n": 1}}
    items = items_of_body(body, "7", ("Why?", ("a.png",)), TargetTable(None), {"batch_line": "x"})
    assert [(item.item_id, item.attempt, item.prompt, item.response.content) for item in items] == [
        ("7", 0, "Why?", "A"),
        ("7", 1, "Why?", "B"),
    ]
    assert items[0].metadata == {"batch_line": "x", "image_addresses": ["a.png"], "usage": {"n": 1}}
