"""The evidence and the finding of every item, computed once for all tests."""

from functools import cache

from setlab.reproduce import Finding, Runner, find_items, judge
from setlab.reproduce.evidence import ClaimEvidence

RUNNER = Runner()
"""One runner for all items, so that runs that several items share are made once."""


@cache
def answered(name: str) -> tuple[ClaimEvidence, Finding]:
    """The evidence about an item and the finding, cached."""
    (item,) = find_items([name])
    evidence = item.gather(RUNNER)
    return evidence, judge(item.claim, evidence)
