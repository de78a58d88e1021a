import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.errors import LanescopeError
from scoring.policy import POLICIES
from scoring.records import Item, Problem, TaskType
from scoring.rescore import processes, serial
from scoring.rescore.batch import Scoring

ROOT = Path(__file__).parents[4]
SCORING = Scoring(POLICIES["final-answer-v1"])
PROBLEM = Problem(kind="k", message="m", skipped=True)
BATCHES = [
    [Item(item_id=str(n), task_type=TaskType.CHOICE, options=dict.fromkeys("AB"), target=("A",)), PROBLEM]
    for n in range(20)
]


def test_batches_come_in_order_and_as_from_one_process() -> None:
    assert list(processes.decide_batches(BATCHES, SCORING, 2)) == list(
        serial.decide_batches(BATCHES, SCORING)
    )


def test_an_exception_of_the_reader_comes_through_and_the_workers_end() -> None:
    def fail() -> object:
        yield BATCHES[0]
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(processes.decide_batches(fail(), SCORING, 2))


@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")
def test_a_worker_that_is_killed_is_told() -> None:
    def kill_workers() -> object:
        yield from BATCHES[:2]  # one for each worker, so that both have been started
        children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
        for child in " ".join(path.read_text(encoding="ascii") for path in children).split():
            words = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"spawn_main" in words:
                os.kill(int(child), signal.SIGKILL)
        yield from BATCHES

    with pytest.raises(LanescopeError, match="got one that was ended from outside"):
        list(processes.decide_batches(kill_workers(), SCORING, 2))


PARENT = """
import os, signal, sys
from scoring.policy import POLICIES
from scoring.records import Item, TaskType
from scoring.rescore import processes
from scoring.rescore.batch import Scoring
batch = [Item(item_id="q", task_type=TaskType.CHOICE)]
if __name__ == "__main__":
    decided = processes.decide_batches([batch] * 9, Scoring(POLICIES["final-answer-v1"]), 1)
    next(decided)
    print("decided", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    # The pipe closes, and the call returns, only once the last worker has gone.
    assert (ran.returncode, ran.stdout) == (-signal.SIGKILL, "decided\n")
