"""What ties the processes of a local cluster to the driver: they end when their standard input does.

`dask scheduler` and `dask worker` load this module by --preload, and call `dask_setup`.
"""

from __future__ import annotations

import os
import sys
from threading import Thread


def dask_setup(service: object) -> None:
    """Watch standard input from now on; a driver that ends in any way closes it."""
    Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
