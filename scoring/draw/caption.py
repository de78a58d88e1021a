"""The words under a picture: reward, contract, half-life and its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.draw.subject import Subject
from scoring.draw.words import number_text, one_line
from scoring.records import JsonValue

_LONGEST = 160


def caption_lines(subject: Subject) -> tuple[str, ...]:
    """Return what stands under the picture of an item, a line each; the first names the item."""
    lines = (_title(subject), _rewards(subject), _contract(subject), _findings(subject))
    return tuple(one_line(line, _LONGEST) for line in lines if line)


def half_life_text(subject: Subject) -> str:
    """Return the half-life with its source; empty for boxes."""
    if subject.half_life_px is None:
        return ""
    size = " × ".join(f"{n:,}" for n in subject.image_size or ())
    read = ", read from the image file" if subject.metadata.get("image_size_from") else ""
    source = {
        "explicit": "set by the policy",
        "image_size": f"from the image size {size}{read}",
        "fallback": "for want of an image size",
    }.get(subject.half_life_source or "", "of unknown source")
    return f"half-life {number_text(subject.half_life_px)} px, {source}"


def contract_text(contract: JsonValue) -> str:
    """Return the id of the annotation's reward contract; empty where there is none."""
    part = contract.get("annotation") if isinstance(contract, Mapping) else None
    name = part.get("id") if isinstance(part, Mapping) else None
    return name if isinstance(name, str) else ""


def _title(subject: Subject) -> str:
    size = subject.declared_size
    shown = f"{size[0]:,} × {size[1]:,} px" if size else "no declared size"
    return " · ".join(filter(None, (subject.item_id, subject.annotation_type or subject.task_type, shown)))


def _rewards(subject: Subject) -> str:
    parts = (
        ("score", subject.score),
        ("answer", subject.answer_reward),
        ("annotation", subject.annotation_reward),
        ("format", subject.format_score),
    )
    told = [f"{name} {number_text(value)}" for name, value in parts if value is not None]
    if subject.annotation_parse_ok == 0.0:
        told.append("annotation not scored")
    return " · ".join(told)


def _contract(subject: Subject) -> str:
    named = contract_text(subject.reward_contract)
    words = (
        f"contract {named}" if named else "",
        half_life_text(subject) or "boxes are compared by their overlap",
    )
    return " · ".join(filter(None, words))


def _findings(subject: Subject) -> str:
    return " · ".join(_told(subject))


def _told(subject: Subject) -> Iterator[str]:
    if subject.frame_finding:
        yield f"reads as {subject.frame_finding.replace('_', ' ')}"
    kinds = [kind.replace("_", " ") for kind in subject.error_kinds]
    if kinds:
        yield "errors: " + ", ".join(dict.fromkeys(kinds))
