import sys

import pytest
from hypothesis import settings

# Properties are about what comes out; how long it takes is measured elsewhere, on growing inputs.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that ran stays behind as `__main__`; worker processes of later tests would start with it."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
