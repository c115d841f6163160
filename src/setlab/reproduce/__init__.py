"""Every claim of the sources, judged by experiments and proofs: what is printed, what we found, and a verdict."""

from setlab.reproduce.finding import Finding, Row
from setlab.reproduce.item import Item
from setlab.reproduce.judge import judge
from setlab.reproduce.register import find_items, items
from setlab.reproduce.runner import Runner
from setlab.reproduce.verdicts import VERDICTS, Verdict

__all__ = ["VERDICTS", "Finding", "Item", "Row", "Runner", "Verdict", "find_items", "items", "judge"]
