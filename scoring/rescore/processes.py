"""Batches decided by several processes: the same rows in the same order as by one."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from scoring.errors import LanescopeError
from scoring.records import Item
from scoring.rescore.batch import DecidedBatch, Entry, Scoring, decide_batch
from scoring.rescore.collector import relax_collector

_WAITING_PER_WORKER = 2


def decide_batches(
    batches: Iterable[Sequence[Entry]], scoring: Scoring, workers: int
) -> Iterator[DecidedBatch]:
    """Return what becomes of each batch, in order.

    The processes are fresh ones, not copies of this one, and end with it. Only a few batches wait at
    a time, so that memory stays bounded.

    Raises:
        LanescopeError: one of the processes was ended from outside.
    """
    waiting: deque[Future[DecidedBatch]] = deque()
    first_ordinal = 0
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)
    try:
        for _ in range(workers):
            # All start now: a pool that is broken while it starts another process waits for it forever.
            pool.submit(os.getpid)
        for batch in batches:
            waiting.append(pool.submit(decide_batch, batch, first_ordinal, scoring))
            first_ordinal += sum(isinstance(entry, Item) for entry in batch)
            if len(waiting) > _WAITING_PER_WORKER * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise LanescopeError(
            "expected the workers to finish, got one that was ended from outside",
            cure="There may be too little memory: use fewer workers.",
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Prepare this process; it ends when the one that started it is gone, killed ones included."""
    relax_collector()
    threading.Thread(target=_await_parent, daemon=True).start()


def _await_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
