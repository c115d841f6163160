"""The examples of clusters: scripts run with stand-ins for the commands of a cluster, files are parsed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from setlab.cli.main import status_of
from setlab.experiment.backends import dask

EXAMPLES = Path(__file__).parents[1] / "examples" / "cluster"
STANDINS = {
    "dask": """echo "dask $*" >> "$LOG"
if [ "$1" = scheduler ]; then echo '{"address": "tcp://node1:8786"}' > "$3"; fi""",
    "srun": 'echo "srun $*" >> "$LOG"; "$@"',
    "setlab": 'echo "setlab $*" >> "$LOG"; echo "{}"',
}


def documents() -> list[Any]:
    return list(yaml.safe_load_all((EXAMPLES / "kubernetes.yaml").read_text()))


def containers(value: Any) -> list[Any]:
    """The containers anywhere in a document."""
    if isinstance(value, list):
        return [found for part in value for found in containers(part)]
    if not isinstance(value, dict):
        return []
    return [*value.get("containers", []), *(found for part in value.values() for found in containers(part))]


def test_the_slurm_script_starts_a_cluster_and_a_driver(tmp_path: Path) -> None:
    for name, text in STANDINS.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    slurm = {"SLURM_JOB_ID": "7", "SLURM_CPUS_PER_TASK": "32", "SLURM_GPUS_ON_NODE": "1"}
    own = {"PATH": path, "LOG": str(tmp_path / "log"), "SETLAB_FOLDER": str(tmp_path / "runs")}
    words = ["bash", str(EXAMPLES / "slurm.sh"), "endgame", "--trials", "1e13"]
    subprocess.run(words, env={**os.environ, **slurm, **own}, check=True, timeout=60)
    log = (tmp_path / "log").read_text()
    assert "--nthreads 32" in log
    assert "--resources GPU=1" in log
    assert "setlab simulate endgame --trials 1e13 --backend dask --scheduler tcp://node1:8786 --store" in log
    assert (tmp_path / "runs" / "result-7.json").read_text() == "{}\n"


def test_the_jobs_of_slurm_have_a_script() -> None:
    words = [sys.executable, str(EXAMPLES / "slurm.py"), "--dry-run"]
    script = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout
    assert "#SBATCH -J setlab" in script
    assert "--nthreads 32" in script
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_all_parts_on_kubernetes_have_the_same_image() -> None:
    found = documents()
    assert [each["kind"] for each in found] == ["DaskCluster", "DaskWorkerGroup", "PersistentVolumeClaim", "Job"]
    assert found[1]["spec"]["cluster"] == found[0]["metadata"]["name"]
    assert len({container["image"] for container in containers(found)}) == 1
    assert len(containers(found)) == 4


def test_the_driver_on_kubernetes_is_a_command_that_setlab_understands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It gets as far as the scheduler, which is not there."""
    monkeypatch.setattr(dask, "CONNECT", 0.5)
    (driver,) = containers(documents()[-1])
    words: list[str] = driver["command"] + driver["args"]
    assert (words[0], status_of(words[1:])) == ("setlab", 2)
    assert "'tcp://setlab-scheduler:8786' is not a scheduler that can be reached" in capsys.readouterr().err
