import sys

import pytest


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that ran stays behind as `__main__`; worker processes of later tests would start with it."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
