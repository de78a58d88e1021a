"""The form in which a policy is chosen and changed, and downloaded as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple, get_args

import streamlit as st

from app import session
from app.sources import plain_name
from app.state import View
from app.tried import named
from scoring.errors import PolicyError
from scoring.policy import (
    EXTENDED_RULES,
    LANGUAGES,
    MARKER_RULES,
    POLICIES,
    PUBLISHED_RULES,
    Policy,
    TraceFormula,
    TraceMode,
    policy_from_dict,
)
from scoring.policy_toml import base_of, policy_toml

_NONE: Final = "ours"


class _Choice(NamedTuple):
    """One option of a policy as a widget: its words, what can be chosen, and what each choice reads as."""

    label: str
    allowed: tuple[str, ...]
    words: Mapping[str, str] = {}
    help: str = ""


_ONE_OF: Final[Mapping[str, _Choice]] = {
    "pick": _Choice("Which valid value decides", ("last", "first")),
}
_SOME_OF: Final[Mapping[str, _Choice]] = {
    "rules": _Choice("Rules that may find an answer", MARKER_RULES + EXTENDED_RULES),
    "languages": _Choice(
        "Markers beyond English", LANGUAGES, {"zh": "Chinese", "ko": "Korean", "ar": "Arabic"}
    ),
}
_SWITCHES: Final[Mapping[str, _Choice]] = {
    "reasoning_fallback": _Choice("Read the reasoning if nothing is visible", ()),
    "cut_run_on": _Choice(
        "Cut what follows the reply", (), help="Where the model goes on into a next question by itself."
    ),
    "ambiguity_fails": _Choice(
        "Fail ambiguous items",
        (),
        help="Those whose markers, in content and reasoning together, name two labels: the faulty scorer.",
    ),
}
_TRACE_ONE_OF: Final[Mapping[str, _Choice]] = {
    "trace_mode": _Choice(
        "What counts",
        get_args(TraceMode),
        {"answer": "answer", "answer_and_annotation": "answer and annotation"},
    ),
    "trace_formula": _Choice("How the annotation counts", get_args(TraceFormula)),
}
_TRACE_NUMBERS: Final[Mapping[str, str]] = {
    "trace_answer_weight": "Weight of the answer",
    "trace_annotation_weight": "Weight of the annotation",
    "trace_format_weight": "Weight of the format",
    "trace_half_life_px": "Half-life in pixels; empty: from the image size",
}


def draw_form(view: View, policy: Policy, *, has_trace: bool) -> None:
    """Draw the options of a policy; each change goes into the address bar and is tried at once.

    Args:
        policy: what is tried now.
        has_trace: whether the run holds Trace items, whose settings are shown then.
    """
    _draw_base(view, policy)
    for name, choice in _ONE_OF.items():
        _draw_one(view, policy, name, choice)
    for name, choice in _SWITCHES.items():
        key = _set(name, value=getattr(policy, name))
        st.toggle(
            choice.label, key=key, help=choice.help or None, on_change=_changed, args=(view, policy, name)
        )
    _draw_published(view, policy)
    with st.expander("Rules and languages", expanded=False):
        for name, choice in _SOME_OF.items():
            _draw_some(view, policy, name, choice)
    if has_trace:
        with st.expander("Trace items", expanded=True):
            for name, choice in _TRACE_ONE_OF.items():
                _draw_one(view, policy, name, choice)
            for name, label in _TRACE_NUMBERS.items():
                key = _set(name, value=getattr(policy, name))
                step = 1.0 if name.endswith("_px") else 0.1
                st.number_input(
                    label, key=key, step=step, min_value=0.0, on_change=_changed, args=(view, policy, name)
                )
    _draw_save(policy)


def _draw_base(view: View, policy: Policy) -> None:
    key = _set("base", value=base_of(policy))

    def choose() -> None:
        base = POLICIES.get(str(st.session_state[key]))
        if not session.is_followed():
            session.show(replace(view, tried=base))

    st.selectbox("Start from", list(POLICIES), key=key, on_change=choose)
    st.caption(policy.description)


def _draw_one(view: View, policy: Policy, name: str, choice: _Choice) -> None:
    key = _set(name, value=getattr(policy, name))
    st.segmented_control(
        choice.label,
        choice.allowed,
        format_func=lambda value: choice.words.get(value, value),
        key=key,
        required=True,
        on_change=_changed,
        args=(view, policy, name),
    )


def _draw_some(view: View, policy: Policy, name: str, choice: _Choice) -> None:
    key = _set(name, value=list(getattr(policy, name)))
    st.pills(
        choice.label,
        choice.allowed,
        format_func=lambda value: choice.words.get(value, value),
        selection_mode="multi",
        key=key,
        on_change=_changed,
        args=(view, policy, name),
    )


def _draw_published(view: View, policy: Policy) -> None:
    key = _set("published_rule", value=policy.published_rule or _NONE)
    st.selectbox(
        "Extraction of choice items",
        (_NONE, *PUBLISHED_RULES),
        format_func=lambda value: "Lanescope's own rules" if value == _NONE else f"as published: {value}",
        key=key,
        help="Another harness's published rule takes the place of the options above.",
        on_change=_changed,
        args=(view, policy, "published_rule"),
    )


def _draw_save(policy: Policy) -> None:
    st.text_input("Save as", key=session.KEY_SAVE_NAME, placeholder="my-policy-v1", max_chars=80)
    name = str(st.session_state[session.KEY_SAVE_NAME] or "").strip() or "my-policy-v1"
    file_name = f"{plain_name(name)}.toml"
    st.download_button(
        f"Download {file_name}",
        data=policy_toml(replace(policy, name=name), base=base_of(policy)),
        file_name=file_name,
        mime="application/toml",
        icon=":material/download:",
        key=session.KEY_SAVE_TOML,
        on_click="ignore",
        help="For the command line: lanescope rescore RUN -o DIR --policy FILE.toml",
    )


def _set(name: str, *, value: object) -> str:
    """Return the key of an option's widget, which shows what the address bar says."""
    key = f"{session.KEY_TRIED}_{name}"
    st.session_state[key] = value
    return key


def _changed(view: View, policy: Policy, name: str) -> None:
    """Try the policy with the value that a widget has now; what a browser sends is checked again."""
    if session.is_followed():
        # Not changed by hand: the link has another policy than the widgets still show.
        return
    value = st.session_state[f"{session.KEY_TRIED}_{name}"]
    if name == "published_rule" and value == _NONE:
        value = None
    try:
        session.show(replace(view, tried=named(policy_from_dict({name: value}, base=policy))))
    except PolicyError as error:
        session.tell(f"{error.message}. {error.cure}")
