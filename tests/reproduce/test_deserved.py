"""Each claim of each source gets the verdict that it deserves, with a reason and with commands that exist."""

from __future__ import annotations

import pytest

from setlab.cli.verbs import VERBS
from setlab.reproduce import items
from setlab.sources import claims
from tests.reproduce.conftest import answered
from tests.reproduce.deserved import DESERVED


def test_every_claim_has_evidence_and_a_deserved_verdict() -> None:
    assert list(DESERVED) == [claim.id for claim in claims()] == [item.id for item in items()]


@pytest.mark.parametrize(("name", "verdict"), DESERVED.items())
def test_each_claim_gets_what_it_deserves(name: str, verdict: str) -> None:
    _, finding = answered(name)
    assert finding.verdict == verdict, finding.ours
    assert finding.why


@pytest.mark.parametrize("name", DESERVED)
def test_the_commands_of_a_finding_are_command_lines(name: str) -> None:
    for command in answered(name)[1].commands:
        program, first, *_ = command.split()
        assert (program == "setlab" and first in VERBS) or (program, first) == ("python", "-c")
