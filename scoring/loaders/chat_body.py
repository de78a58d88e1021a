"""Replies of OpenAI-compatible servers: chat completions, joined streams, and the Responses API.

Read in: vLLM documentation 0.7 to 0.26 (`reasoning_content`, later `reasoning`) and recorded bodies of
eight servers. Without a reasoning parser the thinking stays in the content, where extraction finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scoring.loaders.fields import as_text
from scoring.loaders.messages import content_text
from scoring.records import JsonValue, Response

REASONING_KEYS = ("reasoning", "reasoning_content", "reasoning_text", "thinking")
"""Where servers put the reasoning; the first with text is read."""

_DETAILS = "reasoning_details"
_EMPTY: Mapping[str, JsonValue] = {}
_READ = frozenset({"content", "role", "index", "message", "delta", "finish_reason", *REASONING_KEYS})
_JOINED = ("content", "refusal", *REASONING_KEYS)


class Reply(NamedTuple):
    """One of the replies in a body.

    Attributes:
        attempt: its index among them.
        response: its texts and why it ended.
        rest: what else the server said about it.
    """

    attempt: int
    response: Response
    rest: Mapping[str, JsonValue]


def is_body(value: JsonValue) -> bool:
    """Return whether this is the body of a chat completion or of the Responses API."""
    if not isinstance(value, dict):
        return False
    choices = value.get("choices")
    if isinstance(choices, list):
        return all(isinstance(one, dict) and ("message" in one or "text" in one) for one in choices)
    return isinstance(value.get("output"), list) and value.get("object") == "response"


def is_chunk(value: JsonValue) -> bool:
    """Return whether this is a piece of a streamed chat completion."""
    choices = value.get("choices") if isinstance(value, dict) else None
    if not isinstance(choices, list):
        return False
    piece = isinstance(value, dict) and value.get("object") == "chat.completion.chunk"
    return piece or (bool(choices) and all(isinstance(one, dict) and "delta" in one for one in choices))


def read_replies(body: Mapping[str, JsonValue]) -> Iterator[Reply]:
    """Return the replies of a body in order; one without text where it has none."""
    if isinstance(body.get("output"), list):
        yield _read_output(body)
        return
    choices = body.get("choices")
    found = [one for one in choices if isinstance(one, dict)] if isinstance(choices, list) else []
    for nth, choice in enumerate(found):
        yield _read_choice(choice, nth)
    if not found:
        yield Reply(0, Response(), {})


def join_chunks(chunks: Iterable[Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """Return the body that the pieces of one stream make up."""
    body: dict[str, JsonValue] = {}
    choices: dict[JsonValue, dict[str, JsonValue]] = {}
    for chunk in chunks:
        body |= {key: value for key, value in chunk.items() if key != "choices" and value is not None}
        pieces = chunk.get("choices")
        for piece in pieces if isinstance(pieces, list) else ():
            if isinstance(piece, dict):
                _join(choices.setdefault(str(piece.get("index", 0)), {}), piece)
    return body | {"object": "chat.completion", "choices": list(choices.values())}


def _join(choice: dict[str, JsonValue], piece: Mapping[str, JsonValue]) -> None:
    message = choice.setdefault("message", {})
    assert isinstance(message, dict)
    for key, value in _object(piece.get("delta")).items():
        if key in _JOINED and isinstance(value, str):
            message[key] = (as_text(message.get(key)) or "") + value
        elif isinstance(value, list):
            known = message.get(key)
            message[key] = [*(known if isinstance(known, list) else ()), *value]
        elif value is not None:
            message[key] = value
    choice |= {key: value for key, value in piece.items() if key != "delta" and value is not None}


def _read_choice(choice: Mapping[str, JsonValue], nth: int) -> Reply:
    message = _object(choice.get("message")) or _object(choice.get("delta"))
    content = message.get("content") if message else choice.get("text")
    reasoning, others = _reasoning(message)
    rest = {key: value for part in (choice, message) for key, value in part.items() if key not in _READ}
    rest = {key: value for key, value in (rest | others).items() if value not in (None, [], {})}
    index = choice.get("index")
    response = Response(
        content=content_text(content), reasoning=reasoning, finish_reason=as_text(choice.get("finish_reason"))
    )
    return Reply(index if type(index) is int and 0 <= index < 1 << 31 else nth, response, rest)


def _reasoning(message: Mapping[str, JsonValue]) -> tuple[str | None, dict[str, JsonValue]]:
    """Return the reasoning, and the reasoning fields that say something else."""
    texts = {key: content_text(message[key]) for key in REASONING_KEYS if message.get(key) is not None}
    first = next((key for key, text in texts.items() if text), next(iter(texts), None))
    details = _details(message.get(_DETAILS))
    if first is None or (not texts[first] and details):
        return details, {}
    return texts[first], {key: text for key, text in texts.items() if text and text != texts[first]}


def _details(value: JsonValue) -> str | None:
    """Return the readable text of OpenRouter's list; encrypted parts have none."""
    parts = [_object(one) for one in value] if isinstance(value, list) else []
    texts = [text for one in parts if isinstance(text := one.get("text") or one.get("summary"), str)]
    return "\n".join(texts) if texts else None


def _read_output(body: Mapping[str, JsonValue]) -> Reply:
    """Return the reply of a Responses body: its messages as content, its reasoning items as reasoning."""
    output = body.get("output")
    items = [_object(one) for one in output] if isinstance(output, list) else []
    contents = [content_text(one.get("content")) for one in items if one.get("type") == "message"]
    reasons = [
        content_text(part)
        for one in items
        if one.get("type") == "reasoning"
        for part in (one.get("summary"), one.get("content"))
        if part
    ]
    others: list[JsonValue] = [dict(one) for one in items if one.get("type") not in ("message", "reasoning")]
    ended = as_text(_object(body.get("incomplete_details")).get("reason")) or as_text(body.get("status"))
    response = Response(content=_joined(contents), reasoning=_joined(reasons), finish_reason=ended)
    return Reply(0, response, {"output": others} if others else {})


def _joined(texts: list[str | None]) -> str | None:
    known = [text for text in texts if text is not None]
    return "\n".join(known) if known else None


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else _EMPTY
