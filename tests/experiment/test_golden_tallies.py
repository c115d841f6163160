"""Tallies that never change: all kernels with every instruction set give what tests/golden/tallies.json records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from setlab import _core
from setlab.experiment.kernels import KERNELS
from setlab.experiment.run import run
from setlab.experiment.spec import make_spec

RECORDED: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "tallies.json").read_text(encoding="utf-8")
)


def name_of(record: dict[str, Any]) -> str:
    return f"{record['kernel']}-{record['id']}"


def test_every_kernel_is_recorded() -> None:
    assert {record["kernel"] for record in RECORDED} == set(KERNELS)
    assert len(RECORDED) >= 20


@pytest.mark.parametrize("isa", _core.isas())
@pytest.mark.parametrize("record", RECORDED, ids=name_of)
def test_the_tally_is_the_recorded_one(record: dict[str, Any], isa: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETLAB_ISA", isa)
    spec = make_spec(record["kernel"], record["given"], record["seed"])
    assert (spec.id, spec.as_record()) == (record["id"], record["spec"])
    result = run(spec, record["trials"], first=record["first"])
    assert result.tally.as_record() == record["tally"]
