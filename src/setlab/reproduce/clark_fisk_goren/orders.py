"""The fields over which statements about all q are checked one by one."""

from __future__ import annotations

from setlab.geometry.fields import ORDERS

LARGEST_CHECKED = 9
CHECKED_ORDERS = tuple(q for q in ORDERS if q <= LARGEST_CHECKED)
"""The orders q ≤ 9: the number of pairs of points of AG(2,q) that a check goes through grows as the fourth power."""
