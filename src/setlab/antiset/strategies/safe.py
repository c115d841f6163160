"""`safe`: a random point among those that complete no block; any free point if there is none."""

from __future__ import annotations

from setlab.antiset.strategies.strategy import Strategy, stay_safe

STRATEGY = Strategy("safe", "a random point that completes no block, as long as there is one", stay_safe)
