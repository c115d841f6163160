"""Every table, figure and claim of the seed documents, with our number beside it and a verdict."""

from setlab.reproduce.item import Cell, Finding, Item, Verdict
from setlab.reproduce.lab import Lab
from setlab.reproduce.register import find_items, items

__all__ = ["Cell", "Finding", "Item", "Lab", "Verdict", "find_items", "items"]
