"""The policy that is tried on the page Policies, as the address bar holds it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from scoring.errors import PolicyError
from scoring.policy import DEFAULT_POLICY, POLICIES, Policy, policy_from_dict, policy_to_dict
from scoring.policy_toml import base_of

BASE: Final = "try"
OPTION: Final = "opt"
_NOT_OPTIONS: Final = ("name", "description", "version")
_MAX_OPTIONS: Final = 40
_MAX_LENGTH: Final = 600


def parse_tried(query: Mapping[str, Sequence[str]], notices: list[str]) -> Policy | None:
    """Return the policy that a query names: a shipped one and what is changed of it; None for none.

    What cannot be used is left out, with a notice.
    """
    given = query.get(BASE)
    if not given:
        return None
    if given[-1] not in POLICIES:
        notices.append(f"The link's policy to try is unknown; {DEFAULT_POLICY} is used instead.")
    base = POLICIES.get(given[-1], POLICIES[DEFAULT_POLICY])
    changes: dict[str, object] = {}
    for text in query.get(OPTION, ())[:_MAX_OPTIONS]:
        name, _, value = text[:_MAX_LENGTH].partition(":")
        try:
            found = {name: json.loads(value)}
            policy_from_dict(found, base=base)
        except (ValueError, RecursionError, PolicyError):
            found = {}
        if not found or name in _NOT_OPTIONS:
            notices.append(f"The link changes “{name[:40]}” of a policy in a way that cannot be used.")
        else:
            changes |= found
    return named(_together(base, changes, notices))


def tried_query(policy: Policy | None) -> dict[str, list[str]]:
    """Return the part of a query that names a policy to try; both names are left empty for none."""
    if policy is None:
        return {BASE: [], OPTION: []}
    base = base_of(policy)
    usual, own = policy_to_dict(POLICIES[base]), policy_to_dict(policy)
    changed = [
        f"{name}:{json.dumps(value, separators=(',', ':'))}"
        for name, value in own.items()
        if name not in _NOT_OPTIONS and value != usual[name]
    ]
    return {BASE: [base], OPTION: changed}


def named(policy: Policy) -> Policy:
    """Return the policy under the name of the shipped one that it equals, or as a changed one."""
    base = base_of(policy)
    shipped = POLICIES[base]
    own, usual = policy_to_dict(policy), policy_to_dict(shipped)
    if all(own[name] == usual[name] for name in own if name not in _NOT_OPTIONS):
        return shipped
    words = f"{base}, changed"
    return policy_from_dict(
        {"name": words, "description": f"Like {base}, with changed options."}, base=policy
    )


def _together(base: Policy, changes: Mapping[str, object], notices: list[str]) -> Policy:
    """Return the base with all changes, each of which is fine alone."""
    try:
        return policy_from_dict(changes, base=base)
    except PolicyError as error:
        notices.append(f"The link's changes of a policy do not fit together: {error.message}.")
        return base
