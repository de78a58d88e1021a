"""Items made of chat replies, their requests and a table of targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.loaders.chat_body import read_replies
from scoring.loaders.fields import as_text
from scoring.loaders.messages import messages_images, messages_text
from scoring.loaders.target_table import TargetTable
from scoring.records import Item, JsonValue, Problem

TARGETS = "targets"
ROLES: Mapping[str, str] = {TARGETS: "JSON Lines, CSV or TSV with a column for the id and one for the target"}

NO_TARGETS = Problem(
    kind="no_targets",
    message="expected a table of targets with replies that hold none, got no table",
    cure="Name it with --with targets=FILE: one row an item, its id and its target.",
)

_KEPT = ("usage", "created", "system_fingerprint", "provider", "service_tier", "error")
_LONGEST_ADDRESS = 200


def request_fields(request: JsonValue) -> tuple[str | None, tuple[str, ...]]:
    """Return the prompt of a request as text, and the addresses of its images."""
    if not isinstance(request, dict):
        return None, ()
    messages = request.get("messages", request.get("input"))
    if isinstance(messages, list):
        return messages_text(messages), tuple(map(_short_address, messages_images(messages)))
    return as_text(messages if messages is not None else request.get("prompt")), ()


def items_of_body(
    body: Mapping[str, JsonValue],
    item_id: str,
    asked: tuple[str | None, tuple[str, ...]],
    table: TargetTable,
    metadata: Mapping[str, JsonValue],
) -> tuple[Item, ...]:
    """Return an item for every reply in a body."""
    prompt, images = asked
    question = table.question(item_id, prompt)
    common: dict[str, Any] = {
        "item_id": item_id,
        "task_type": question.task_type,
        "category": table.category(item_id),
        "prompt": question.prompt,
        "options": question.options,
        "target": question.target,
    }
    named: dict[str, JsonValue] = {"image_addresses": list(images)} if images else {}
    about = {**metadata, **named, **{key: body[key] for key in _KEPT if body.get(key) is not None}}
    return tuple(
        Item(**common, attempt=reply.attempt, response=reply.response, metadata={**about, **reply.rest})
        for reply in read_replies(body)
    )


def _short_address(url: str) -> str:
    """Return an image's address; of one that holds the image itself its beginning."""
    return url if len(url) <= _LONGEST_ADDRESS else f"{url[:_LONGEST_ADDRESS]}… ({len(url):,} characters)"
