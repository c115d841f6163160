"""The options that say where trials are computed."""

from __future__ import annotations

from typing import Annotated

from setlab.cli.options import option

__all__ = ["CPU", "BackendName", "SchedulerAddress", "Workers"]

CPU = "cpu"

BackendName = Annotated[str, option("--backend", "NAME", "Where trials are computed: cpu, gpu or dask.")]
SchedulerAddress = Annotated[
    str | None, option("--scheduler", "ADDRESS", "Of the Dask cluster that computes, such as tcp://host:8786.")
]
Workers = Annotated[int | None, option("--workers", "N", "Let a Dask cluster of N processes, started here, compute.")]
