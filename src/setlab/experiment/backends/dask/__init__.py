"""`Dask`: a cluster of Dask workers, by the address of its scheduler, or started on this machine.

The driver hands out tasks to workers by name (`driver`, `tasks`, `client`). The versions of a worker are checked before
it gets work (`worker`).
"""

from __future__ import annotations

import logging
import os
import weakref
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import TYPE_CHECKING

from setlab.errors import SpecError, plural, quoted
from setlab.experiment.backends.backend import Backend, NextRange
from setlab.experiment.backends.dask.driver import Driver
from setlab.experiment.interrupts import Stopped
from setlab.experiment.ranges import Range
from setlab.experiment.spec import Spec, check_threads
from setlab.experiment.store import Block

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Dask"]

CONNECT = 10.0
"""Seconds until a connection to a scheduler is given up."""


class Dask(Backend):
    """Computes on a cluster: the one with this scheduler, or one of this number of workers, started at the first run.

    `noticed` has a sentence for every worker that the last run refused. The cluster that was started here ends with
    `close`, or with the backend.
    """

    name = "dask"

    def __init__(self, scheduler: str | None = None, workers: int | None = None, threads: int | None = None) -> None:
        check_threads(threads)
        self.scheduler, self.workers, self.threads = scheduler, workers, threads
        self.noticed: list[str] = []
        self._drivers: list[Driver] = []
        self._client: Client | None = None
        self._close: Callable[[], object] = lambda: None
        if scheduler is not None:
            self._open()  # an address that does not answer is refused before anything else is done

    @property
    def where(self) -> str:
        """The cluster: the address of its scheduler, or the number of its workers.

        >>> Dask(workers=4).where
        '4 workers of a Dask cluster'
        """
        if self.scheduler is not None:
            return f"the Dask cluster of {self.scheduler}"
        return f"{plural(self.workers or os.cpu_count() or 1, 'worker')} of a Dask cluster"

    @property
    def ready(self) -> int:
        """The blocks that the latest run has received and not yet yielded."""
        return self._drivers[-1].ready if self._drivers else 0

    def compute(self, spec: Spec, trials: Range) -> Block:
        """One block, by one of the workers."""
        ranges = [trials]
        (block,) = self.blocks(spec, lambda size: ranges.pop() if ranges else None, trials.trials, lambda: False)
        return block

    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        """The blocks of a run, in the order in which they are finished."""
        from setlab.experiment.backends.dask.client import DaskWorkers

        client, address = self._open()
        workers = DaskWorkers(client, address, spec, self.threads)
        driver = Driver(workers, spec, ranges, size, stopped)
        self._drivers.append(driver)
        try:
            yield from driver.blocks()
        finally:
            self._drivers.remove(driver)
            workers.close()
            self.noticed = list(workers.refusals())

    def close(self) -> None:
        """End the connection, and the cluster if it was started here."""
        self._close()
        self._client = None

    def _open(self) -> tuple[Client, str]:
        """The client, connected, and the address of its scheduler."""
        if self._client is None or self._client.status != "running":
            self._close()
            self._client, self._address, self._close = open_client(self.scheduler, self.workers, self.threads)
            self._close = weakref.finalize(self, self._close)
        return self._client, self._address


def open_client(
    scheduler: str | None, workers: int | None, threads: int | None
) -> tuple[Client, str, Callable[[], object]]:
    """A client, its scheduler's address, and the function that closes both."""
    from setlab.experiment.backends.dask.local import LocalCluster

    if scheduler is not None:
        client = connect(scheduler)
        return client, scheduler, lambda: _close(client)
    local = LocalCluster(workers or os.cpu_count() or 1, threads)
    try:
        client = connect(local.address)
    except BaseException:
        local.close()
        raise

    def close() -> None:
        _close(client)
        local.close()

    return client, local.address, close


def connect(address: str) -> Client:
    """A client of the scheduler at an address. Raise `SpecError` if it does not answer."""
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    _silence()
    try:
        get_address_host_port(address)  # a client with an invalid address cannot even be closed
        return Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        why = "it does not answer" if isinstance(error, OSError) else str(error)
        raise SpecError(
            f"{quoted(address)} is not a scheduler that can be reached: {why}; give its address, such as "
            "tcp://host:8786, as `dask scheduler` prints it"
        ) from None


def _silence() -> None:
    """Silence the library's own messages: setlab reports errors in one sentence."""
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _close(client: Client) -> None:
    with suppress(Exception):  # a cluster that is gone cannot be told
        client.close(timeout=2)
