"""Each claim of each source gets the verdict that it deserves, with a reason and with commands that exist."""

from __future__ import annotations

import json

import pytest

from setlab.cli.verbs import VERBS
from setlab.reproduce import items
from setlab.reproduce.judgement import record, shipped_report
from setlab.sources import claims
from tests.golden.record import FOLDER, digest_of_finding
from tests.reproduce.conftest import answered
from tests.reproduce.deserved import DESERVED

RECORDED = json.loads((FOLDER / "findings.json").read_text())
"""Verdicts and figures; `python -m tests.golden.record` writes them after a change on purpose."""


def test_every_claim_has_evidence_and_a_deserved_verdict() -> None:
    assert list(DESERVED) == [claim.id for claim in claims()] == [item.id for item in items()]


@pytest.mark.parametrize("subject", sorted({name.split(".")[0] for name in DESERVED}))
def test_each_claim_gets_what_it_deserves_by_commands_that_exist(subject: str) -> None:
    for name, verdict in DESERVED.items():
        if name.split(".")[0] == subject:
            _, finding = answered(name)
            assert finding.verdict == verdict, f"{name}: {finding.ours}"
            assert finding.why, name
            assert digest_of_finding(record(finding)) == RECORDED["quick"][name], f"{name}: {finding.ours}"
            for command in finding.commands:
                program, first, *_ = command.split()
                assert (program == "setlab" and first in VERBS) or (program, first) == ("python", "-c"), name


def test_the_full_run_that_ships_is_as_recorded() -> None:
    assert {item["id"]: digest_of_finding(item) for item in shipped_report()["items"]} == RECORDED["full"]
