"""Chat messages as one text: what the model was shown, for people and for item hashes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from scoring.loaders.fields import as_text
from scoring.records import JsonValue

_TEXT_KEYS = ("text", "refusal", "output_text", "input_text")


def messages_text(messages: Sequence[JsonValue]) -> str | None:
    """Return the messages as one text: a lone one as it is, several each under its role.

    None if this is no list of messages. Parts that are no text (images, files) show as `[image_url]`.
    """
    parts: list[tuple[str, str]] = []
    for message in messages:
        if not isinstance(message, dict):
            return None
        role = as_text(message.get("role")) or "?"
        parts.append((role, content_text(message.get("content")) or ""))
    if not parts:
        return None
    return parts[0][1] if len(parts) == 1 else "\n\n".join(f"{role}: {text}" for role, text in parts)


def content_text(content: JsonValue) -> str | None:
    """Return a message's content as text: a string as it is, a list of parts joined; None for null."""
    if content is None or isinstance(content, str):
        return content
    if not isinstance(content, list):
        return json.dumps(content, ensure_ascii=False)
    texts: list[str] = []
    for part in content:
        if isinstance(part, dict):
            text = next((part[key] for key in _TEXT_KEYS if isinstance(part.get(key), str)), None)
            texts.append(f"[{as_text(part.get('type')) or 'part'}]" if text is None else str(text))
        else:
            texts.append(part if isinstance(part, str) else json.dumps(part, ensure_ascii=False))
    return "\n".join(texts)


def messages_images(messages: JsonValue) -> tuple[str, ...]:
    """Return the addresses of the images in the messages, in order; none is opened."""
    found: list[str] = []
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            image = part.get("image_url") if isinstance(part, dict) else None
            url = image.get("url") if isinstance(image, dict) else image
            if isinstance(url, str):
                found.append(url)
    return tuple(found)
