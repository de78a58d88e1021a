"""A policy as the TOML file that reads back as the same policy."""

from __future__ import annotations

from typing import Final

import tomli_w

from scoring.policy import DEFAULT_POLICY, POLICIES, Policy, policy_to_dict

_ALWAYS: Final = ("name", "description")


def policy_toml(policy: Policy, *, base: str = DEFAULT_POLICY) -> str:
    """Return a policy file: the base, the name, the description and each option that differs from the base.

    `load_policy` reads it back as an equal policy.

    Args:
        base: a shipped policy; one that differs little makes a short file.

    Raises:
        ValueError: an option is None in the policy and not in the base, which TOML cannot say.
    """
    usual = policy_to_dict(POLICIES[base])
    own = {k: v for k, v in policy_to_dict(policy).items() if k in _ALWAYS or v != usual[k]}
    missing = [key for key, value in own.items() if value is None]
    if missing:
        message = f"expected a base in which {', '.join(missing)} is not set either, got {base}"
        raise ValueError(message)
    return tomli_w.dumps({"base": base, **own})


def base_of(policy: Policy) -> str:
    """Return the shipped policy that differs from a policy in the fewest options and can be its base."""
    own = policy_to_dict(policy)

    def n_different(name: str) -> int:
        usual = policy_to_dict(POLICIES[name])
        return sum(own[k] != usual[k] for k in own if k not in (*_ALWAYS, "version"))

    possible = [name for name, shipped in POLICIES.items() if _can_be_base(shipped, own)]
    return min(possible, key=n_different)


def _can_be_base(shipped: Policy, own: dict[str, object]) -> bool:
    return all(own[k] is not None or v is None for k, v in policy_to_dict(shipped).items())
