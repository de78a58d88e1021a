import pytest

from scoring.loaders.chat_body import is_body, is_chunk, join_chunks, read_replies
from scoring.records import Response


def body(message, **choice):
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"} | choice]}


def one(value):
    (reply,) = read_replies(value)
    return reply


@pytest.mark.parametrize("key", ["reasoning", "reasoning_content", "reasoning_text", "thinking"])
def test_the_reasoning_is_read_from_any_key(key) -> None:
    assert one(body({"content": "B", key: "\nHm."})).response == Response(
        content="B", reasoning="\nHm.", finish_reason="stop"
    )


def test_both_keys_with_the_same_text_are_one_reasoning() -> None:
    reply = one(body({"content": "B", "reasoning": "Hm.", "reasoning_content": "Hm."}))
    assert (reply.response.reasoning, reply.rest) == ("Hm.", {})


def test_a_second_reasoning_that_differs_is_kept() -> None:
    reply = one(body({"content": "B", "reasoning": "Hm.", "reasoning_content": "Ah."}))
    assert (reply.response.reasoning, reply.rest) == ("Hm.", {"reasoning_content": "Ah."})


def test_readable_details_stand_in_for_an_empty_reasoning() -> None:
    details = [{"type": "reasoning.text", "text": "Hm."}, {"type": "reasoning.encrypted", "data": "x"}]
    assert (
        one(body({"content": "B", "reasoning": None, "reasoning_details": details})).response.reasoning
        == "Hm."
    )


@pytest.mark.parametrize(
    ("message", "content"), [({"content": None}, None), ({}, None), ({"content": ""}, "")]
)
def test_null_and_empty_content_stay_apart(message, content) -> None:
    assert one(body(message | {"tool_calls": [{"id": "1"}]})).response.content is content


def test_tool_calls_and_refusals_are_kept_beside_the_texts() -> None:
    reply = one(
        body({"content": None, "refusal": "No.", "tool_calls": [{"id": "1"}], "audio": None}, stop_reason=5)
    )
    assert reply.rest == {"refusal": "No.", "tool_calls": [{"id": "1"}], "stop_reason": 5}


def test_several_replies_are_attempts() -> None:
    value = {"choices": [{"index": i, "message": {"content": str(i)}} for i in (1, 0)]}
    assert [(reply.attempt, reply.response.content) for reply in read_replies(value)] == [(1, "1"), (0, "0")]


def test_a_text_completion_is_read() -> None:
    assert one({"choices": [{"text": " B", "finish_reason": "length"}]}).response == Response(
        content=" B", finish_reason="length"
    )


def test_a_body_without_choices_has_one_reply_without_text() -> None:
    assert one({}).response == one({"choices": "x"}).response == Response()


def test_a_responses_body_is_read() -> None:
    value = {
        "object": "response",
        "status": "incomplete",
        "incomplete_details": {"reason": "max_output_tokens"},
        "output": [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]},
            {"type": "message", "content": [{"type": "output_text", "text": "B"}]},
            {"type": "web_search_call"},
        ],
    }
    reply = one(value)
    assert is_body(value)
    assert reply.response == Response(content="B", reasoning="Hm.", finish_reason="max_output_tokens")
    assert reply.rest == {"output": [{"type": "web_search_call"}]}


def test_the_pieces_of_a_stream_make_up_the_body() -> None:
    deltas = [
        {"role": "assistant", "content": ""},
        {"reasoning": "H"},
        {"reasoning": "m."},
        {"content": "B"},
        {},
    ]
    chunks = [
        {"id": "1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": d}]} for d in deltas
    ]
    chunks[-1]["choices"][0]["finish_reason"] = "stop"
    joined = join_chunks([*chunks, {"id": "1", "choices": [], "usage": {"total_tokens": 3}}])
    assert one(joined).response == Response(content="B", reasoning="Hm.", finish_reason="stop")
    assert (joined["usage"], joined["object"]) == ({"total_tokens": 3}, "chat.completion")
    assert all(map(is_chunk, chunks))


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"choices": 3},
        {"choices": [3]},
        {"choices": [{"delta": {}}]},
        {"output": []},
        {"output": "x"},
    ],
)
def test_what_is_no_body_is_none(value) -> None:
    assert not is_body(value)
