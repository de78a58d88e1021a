"""The garbage collector is asked seldom, and still finds what forms cycles."""

import subprocess
import sys

CYCLES = """
import gc, weakref
from scoring.rescore.collector import relax_collector

class Link:
    pass

relax_collector()
first = Link()
first.itself = first
gone = weakref.ref(first)
del first
kept = [[] for _ in range(110_000)]
print(gc.isenabled(), gone() is None)
"""


def test_a_cycle_is_still_collected_while_many_objects_are_made() -> None:
    done = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]
