import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from scoring.cli.commands import COMMANDS
from scoring.cli.main import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output; fails if there is anything else."""
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANESCOPE_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def lanescope(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run one headless command line in this process."""

    def run(*words: object) -> Ran:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words], COMMANDS)
        except SystemExit as stop:
            code = int(stop.code or 0)
        return Ran(code, *capsys.readouterr())

    return run
