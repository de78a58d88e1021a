from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from scoring.audit.info import AuditInfo


def test_a_header_cannot_be_changed(make_info: Callable[..., AuditInfo]) -> None:
    with pytest.raises(FrozenInstanceError):
        make_info(1).n_items = 2  # type: ignore[misc]
