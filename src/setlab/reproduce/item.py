"""An item: a claim of a source, and the function that gathers evidence about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from setlab.reproduce.evidence import Evidence
from setlab.reproduce.finding import Finding
from setlab.reproduce.judge import judge
from setlab.reproduce.runner import Runner
from setlab.sources import Claim, Source, source_of

Gather = Callable[[Claim, Runner], Evidence]


@dataclass(frozen=True)
class Item:
    """A claim and the way to judge it."""

    claim: Claim
    gather: Gather

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.claim.id

    @property
    def source(self) -> Source:
        """The source that the claim is from."""
        return source_of(self.claim.id)

    def answer(self, runner: Runner) -> Finding:
        """The finding: evidence is gathered, then judged."""
        return judge(self.claim, self.gather(self.claim, runner))
