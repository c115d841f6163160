"""`Dask`: a cluster of Dask workers, by the address of its scheduler, or started on this machine.

The driver hands out blocks to workers by name (`driver`); it knows them as a crew (`crew`, `client`). A worker is asked
for its versions before it gets work (`versions`).
"""

from __future__ import annotations

import logging
import os
import weakref
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from setlab.errors import SpecError, plural, quoted
from setlab.experiment.backends.backend import Backend, SomePart
from setlab.experiment.backends.dask.driver import Driver
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec, check_threads
from setlab.experiment.store import Block

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Dask"]

CONNECT = 10.0
"""Seconds that a scheduler has to answer."""


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
        self._drivers: list[Driver[Any]] = []
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
        """The blocks that have come to the run that was begun last."""
        return self._drivers[-1].ready if self._drivers else 0

    def blocks(
        self, spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, stopped: Stopped
    ) -> Generator[tuple[Block, SomePart]]:
        """The blocks of a run with their ranges, in the order in which they are finished."""
        from setlab.experiment.backends.dask.client import DaskCrew

        client, address = self._open()
        crew = DaskCrew(client, address, spec, self.threads)
        driver = Driver(crew, spec, parts, block, stopped)
        self._drivers.append(driver)
        try:
            yield from driver.blocks()
        finally:
            self._drivers.remove(driver)
            crew.close()
            self.noticed = list(crew.refused())

    def close(self) -> None:
        """End the connection, and the cluster if it was started here."""
        self._close()
        self._client = None

    def _open(self) -> tuple[Client, str]:
        """The client, connected, and the address of its scheduler."""
        if self._client is None or self._client.status != "running":
            self._close()
            self._client, self._address, self._close = opened(self.scheduler, self.workers, self.threads)
            self._close = weakref.finalize(self, self._close)
        return self._client, self._address


def opened(scheduler: str | None, workers: int | None, threads: int | None) -> tuple[Client, str, Callable[[], object]]:
    """A client, its scheduler's address, and what ends both."""
    from setlab.experiment.backends.dask.local import LocalCluster

    if scheduler is not None:
        client = connected(scheduler)
        return client, scheduler, lambda: _close(client)
    local = LocalCluster(workers or os.cpu_count() or 1, threads)
    try:
        client = connected(local.address)
    except BaseException:
        local.close()
        raise

    def close() -> None:
        _close(client)
        local.close()

    return client, local.address, close


def connected(address: str) -> Client:
    """A client of the scheduler at an address. Raise `SpecError` if it does not answer."""
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    _silence()
    try:
        get_address_host_port(address)  # a client with an address that makes no sense cannot even be closed
        return Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        why = "it does not answer" if isinstance(error, OSError) else str(error)
        raise SpecError(
            f"{quoted(address)} is not a scheduler that can be reached: {why}; give its address, such as "
            "tcp://host:8786, as `dask scheduler` prints it"
        ) from None


def _silence() -> None:
    """Keep the library's own messages off the screen: one sentence of ours says what happened."""
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _close(client: Client) -> None:
    with suppress(Exception):  # a cluster that is gone cannot be told
        client.close(timeout=2)
