"""A cluster of SLURM jobs that grows and shrinks, by dask-jobqueue (`pip install dask-jobqueue`).

    python examples/cluster/slurm.py --jobs 40 --trials 1e13 --seed 2026
    python examples/cluster/slurm.py --dry-run

Every job is a node with 32 threads. The driver runs here, on the login node, and needs one core; jobs may begin late,
end early or be killed at any time. --dry-run prints the script of a job and submits nothing.
"""

from __future__ import annotations

import argparse

from dask_jobqueue.slurm import SLURMCluster

import setlab


def started(queue: str | None) -> SLURMCluster:
    """A scheduler in this process, without jobs so far."""
    return SLURMCluster(
        queue=queue,
        cores=32,
        processes=1,
        memory="16GB",
        walltime="24:00:00",
        job_name="setlab",
        death_timeout=120,
        scheduler_options={"dashboard": False},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queue")
    parser.add_argument("--jobs", type=int, default=10)
    parser.add_argument("--trials", default="1e13")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--store", default="runs.sqlite")
    parser.add_argument("--dry-run", action="store_true")
    given = parser.parse_args()
    with started(given.queue) as cluster:
        if given.dry_run:
            print(cluster.job_script())
            return
        cluster.scale(jobs=given.jobs)
        cluster.wait_for_workers(1)
        address, options = cluster.scheduler_address, {"seed": given.seed, "store": given.store, "progress": True}
        print(setlab.simulate("endgame", given.trials, backend="dask", scheduler=address, **options))


if __name__ == "__main__":
    main()
