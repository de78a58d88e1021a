"""Texts of an Inspect sample: content parts, and the attachments that stand in their place."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.images.embedded import EmbeddedImage, embedded_image
from scoring.loaders.fields import Fields
from scoring.records import JsonValue

_PROTOCOLS = ("attachment://", "tc://")
_NOT_ASKED = ("assistant", "tool")


class Parts(NamedTuple):
    """What a message says.

    Attributes:
        text: visible text; None if the message has no text part.
        reasoning: the reasoning parts; None if there are none, or only encrypted ones.
        images: data URIs, paths or addresses.
        is_redacted: some reasoning is encrypted.
    """

    text: str | None
    reasoning: str | None
    images: tuple[str, ...]
    is_redacted: bool


class SampleTexts:
    """The texts of one sample, with its attachments put in their places.

    An attachment that is missing is told as a problem, and its reference stays.
    """

    def __init__(self, fields: Fields) -> None:
        """Take the attachments of a sample: by hash, or (chunked samples) by position."""
        self._fields = fields
        found = fields.get("attachments")
        older = fields.value.get("transcript")
        if not found and isinstance(older, dict):
            found = older.get("content")
        listed = (
            dict(enumerate(found)) if isinstance(found, list) else found if isinstance(found, dict) else {}
        )
        self._attachments = {str(key): value for key, value in listed.items()}

    def text(self, value: JsonValue) -> str | None:
        """Return a text, or the attachment that it refers to; None for anything else."""
        if not isinstance(value, str):
            return None
        protocol = next((one for one in _PROTOCOLS if value.startswith(one)), None)
        if protocol is None:
            return value
        found = self._attachments.get(value.removeprefix(protocol))
        if isinstance(found, str):
            return found
        if self._attachments or protocol == _PROTOCOLS[0]:
            message = f"expected an attachment for {value[:60]!r}, got none; the reference stays"
            self._fields.tell("missing_attachment", message, "$.attachments")
        return value

    def parts(self, message: JsonValue) -> Parts:
        """Return what a message says, its content a text or a list of parts."""
        if not isinstance(message, dict):
            return Parts(None, None, (), is_redacted=False)
        content, older = message.get("content"), self.text(message.get("reasoning"))
        if not isinstance(content, list):
            return Parts(self.text(content), older, (), is_redacted=False)
        listed = [part for part in content if isinstance(part, dict)]
        texts = [self.text(part.get("text")) for part in listed if part.get("type") == "text"]
        thoughts = [self._thought(part) for part in listed if part.get("type") == "reasoning"]
        images = [self.text(part.get("image")) for part in listed if part.get("type") == "image"]
        if older is not None:
            thoughts.append(older)
        return Parts(
            text=_joined(texts),
            reasoning=_joined(thoughts),
            images=tuple(image for image in images if image is not None),
            is_redacted=any(part.get("redacted") is True for part in listed),
        )

    def asked(self, messages: JsonValue) -> tuple[str | None, tuple[str, ...]]:
        """Return the text that the model was asked with, before its first reply, and the images in it."""
        if not isinstance(messages, list):
            return self.text(messages), ()
        before = [self.parts(message) for message in _before_reply(messages)]
        texts = [parts.text for parts in before if parts.text is not None]
        return "\n\n".join(texts) or None, tuple(image for parts in before for image in parts.images)

    def _thought(self, part: Mapping[str, JsonValue]) -> str | None:
        """Return readable reasoning; of an encrypted one its summary, if there is one."""
        hidden = part.get("redacted") is True
        return self.text(part.get("summary")) if hidden else self.text(part.get("reasoning"))


def take_images(images: Sequence[str], fields: Fields) -> tuple[tuple[str, ...], list[EmbeddedImage]]:
    """Return the paths of images, and those that the log embeds as data URIs.

    Paths and addresses stay as they are; nothing is fetched.
    """
    paths: list[str] = []
    embedded: list[EmbeddedImage] = []
    for image in images:
        if not image.startswith("data:"):
            paths.append(image)
            continue
        head, _, body = image.partition(",")
        data = _decoded(body) if head.endswith(";base64") else None
        if data is None:
            fields.tell("bad_field", f"expected an image in base64, got {head[:60]!r}", "$.input")
        else:
            embedded.append(embedded_image(data))
            paths.append(embedded[-1].path)
    return tuple(paths), embedded


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _before_reply(messages: Sequence[JsonValue]) -> Iterator[JsonValue]:
    for message in messages:
        if isinstance(message, dict) and message.get("role") in _NOT_ASKED:
            return
        yield message


def _joined(texts: Sequence[str | None]) -> str | None:
    found = [text for text in texts if text is not None]
    return "\n".join(found) if found else None
