"""`Item`: a claim of a source, and the function that gathers evidence about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from setlab.arguments import checked
from setlab.reproduce.judging import Evidence, Finding, judge
from setlab.reproduce.running.runner import Runner
from setlab.sources import Claim, Source, source_of

Gather = Callable[[Claim, Runner], Evidence]


@checked
@dataclass(frozen=True)
class Item:
    """A claim, and the function that gathers evidence about it."""

    claim: Claim
    gather: Gather

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.claim.id

    @property
    def source(self) -> Source:
        """The source of the claim."""
        return source_of(self.claim.id)

    @checked
    def judge(self, runner: Runner) -> Finding:
        """Gather evidence about the claim, and judge it."""
        return judge(self.claim, self.gather(self.claim, runner))
