"""Every item is answered once for all tests: its evidence, and the finding about it."""

from functools import cache

from setlab.reproduce import Finding, Runner, find_items, judge
from setlab.reproduce.judging import Evidence

RUNNER = Runner()
"""One runner for all items, so that a run on which several of them rest is made once."""


@cache
def answered(name: str) -> tuple[Evidence, Finding]:
    """The evidence about an item and the finding, remembered."""
    (item,) = find_items([name])
    evidence = item.gather(item.claim, RUNNER)
    return evidence, judge(item.claim, evidence)
