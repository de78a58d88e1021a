"""Policies tried on the open lanes: what was asked for at once, the shipped ones in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Condition, Lock, Thread
from typing import Final

from app.library import Opened
from scoring.audit.query import Audit
from scoring.policy import POLICIES, Policy
from scoring.records import Decision, Item
from scoring.rescore.trial import Trial, audited_trial, read_items, try_policy
from scoring.tasks import score_item

_KEPT_TRIALS: Final = 40
_MANY_ITEMS: Final = 100_000
"""A run of more items is tried under the shipped policies only when that is asked for."""


class _Way:
    """Who waits for a page goes first: work in the background stands still meanwhile."""

    def __init__(self) -> None:
        self._n_waiting = 0
        self._changed = Condition()

    @contextmanager
    def taken(self) -> Iterator[None]:
        with self._changed:
            self._n_waiting += 1
        try:
            yield
        finally:
            with self._changed:
                self._n_waiting -= 1
                self._changed.notify_all()

    def give(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._n_waiting == 0)


_WAY: Final = _Way()


@contextmanager
def first() -> Iterator[None]:
    """Hold up every trial in the background for as long as somebody waits for what is done inside."""
    with _WAY.taken():
        yield


class Lab:
    """The trials of one lane. Shared by every session; safe to ask from several threads."""

    def __init__(self, audit: Audit) -> None:
        """Know the audit; its items are read when the first policy is tried."""
        self._audit = audit
        self._fallback = audit.info.lane_fallback
        self._items: tuple[Item, ...] = ()
        self._trials: dict[Policy, Trial] = {audit.info.policy: audited_trial(audit)}
        self._reading, self._beginning = Lock(), Lock()
        self._worker: Thread | None = None

    @property
    def is_big(self) -> bool:
        """Return whether trying every shipped policy takes long enough to be asked for."""
        return self._audit.info.n_items > _MANY_ITEMS

    @property
    def is_busy(self) -> bool:
        """Return whether something is being tried in the background."""
        return self._worker is not None and self._worker.is_alive()

    @property
    def shown(self) -> Trial:
        """Return what the lane itself shows: the decisions of its audit."""
        return self._trials[self._audit.info.policy]

    def known(self, policy: Policy) -> Trial | None:
        """Return the trial of a policy if it is done."""
        return self._trials.get(policy)

    def try_now(self, policy: Policy, on_progress: Callable[[int], None] | None = None) -> Trial:
        """Return the trial of a policy, made now if it was not made before.

        Args:
            on_progress: called with the number of items done so far.
        """
        with first():
            return self._tried(policy, on_progress)

    def begin(self, policies: Iterable[Policy] = POLICIES.values()) -> None:
        """Let the policies be tried in the background, one after the other, unless they already are.

        They stand still while anybody is inside of `first`.
        """
        missing = [policy for policy in policies if policy not in self._trials]
        with self._beginning:
            if not missing or self.is_busy:
                return
            self._worker = Thread(target=self._try_all, args=(missing,), daemon=True)
            self._worker.start()

    def items(self) -> tuple[Item, ...]:
        """Return the lane's items, read once."""
        with self._reading:
            if not self._items:
                self._items = read_items(self._audit, lane_fallback=self._fallback)
        return self._items

    def decide(self, policy: Policy, ordinal: int) -> Decision:
        """Return what a policy decides on one item, with its explanation."""
        return score_item(self.items()[ordinal], policy, lane_fallback=self._fallback)

    def _tried(self, policy: Policy, on_progress: Callable[[int], None] | None) -> Trial:
        found = self._trials.get(policy)
        if found is None:
            found = try_policy(self.items(), policy, lane_fallback=self._fallback, on_progress=on_progress)
            self._keep(found)
        return found

    def _keep(self, trial: Trial) -> None:
        if len(self._trials) >= _KEPT_TRIALS:
            shipped = {self._audit.info.policy, *POLICIES.values()}
            self._trials = {policy: one for policy, one in self._trials.items() if policy in shipped}
        self._trials[trial.policy] = trial

    def _try_all(self, policies: list[Policy]) -> None:
        for policy in policies:
            _WAY.give()
            self._tried(policy, lambda _: _WAY.give())


def lab_of(opened: Opened) -> Lab:
    """Return the lab of a lane."""
    return _lab(opened.audit)


@lru_cache(maxsize=4)
def _lab(audit: Audit) -> Lab:
    return Lab(audit)
