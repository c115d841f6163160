"""Items and the runner: which claims there are, who gathers evidence about them, and the experiments behind it."""

from setlab.reproduce.running.item import Gather, Item
from setlab.reproduce.running.register import find_items, items
from setlab.reproduce.running.runner import SEED, Runner, never

__all__ = ["SEED", "Gather", "Item", "Runner", "find_items", "items", "never"]
