"""Reading one option of a policy from untrusted TOML or JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.frames import FRAMES, read_frame

_NULLABLE: Mapping[str, type] = {"published_rule": str, "trace_half_life_px": float}

_RANGES: Mapping[str, tuple[float, float]] = {
    "trace_answer_weight": (0.0, 1e6),
    "trace_annotation_weight": (0.0, 1e6),
    "trace_format_weight": (0.0, 1.0),
    "trace_half_life_px": (1e-6, 1e6),
}


def read_option(key: str, value: object, kind: type, allowed: Sequence[str]) -> tuple[str, object]:
    """Return (fault or empty, value in the option's own type).

    Args:
        key: name of the option.
        value: what the file has.
        kind: type of the option.
        allowed: the names that it takes; empty for any.
    """
    if key == "extra_frames":
        return _read_frames(value)
    if kind is tuple:
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            return f"{key}: expected a list of names, got {value!r}", None
        wrong = [v for v in value if allowed and v not in allowed]
        if wrong:
            return f"{key}: unknown {', '.join(map(repr, wrong))} (allowed: {', '.join(allowed)})", None
        # The order of the rules is fixed; a policy only switches them.
        return "", tuple(v for v in (allowed or tuple(value)) if v in value)
    if key in _NULLABLE and value is None:
        return "", None
    expected = _NULLABLE.get(key, kind)
    if expected is float:
        return _read_number(key, value)
    if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
        return f"{key}: expected {expected.__name__}, got {value!r}", None
    if allowed and value not in allowed:
        return f"{key}: unknown {value!r} (allowed: {', '.join(allowed)})", None
    return "", value


def _read_number(key: str, value: object) -> tuple[str, float | None]:
    """Return (fault or empty, value as a float)."""
    least, most = _RANGES[key]
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
        return "", float(value)
    return f"{key}: expected a number from {least:g} to {most:g}, got {value!r}", None


def _read_frames(value: object) -> tuple[str, object]:
    """Return (fault or empty, coordinate frames), each with a name of its own."""
    if not isinstance(value, list | tuple):
        return f"extra_frames: expected a list of tables, got {value!r}", None
    frames = [read_frame(one) for one in value]
    faults = [f"extra_frames[{at}]: {one}" for at, one in enumerate(frames) if isinstance(one, str)]
    names = [frame.name for frame in FRAMES]
    for at, frame in enumerate(frames):
        if not isinstance(frame, str):
            if frame.name in names:
                faults.append(f"extra_frames[{at}]: the name {frame.name!r} is taken")
            names.append(frame.name)
    return "; ".join(faults), None if faults else tuple(frames)
