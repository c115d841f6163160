"""The most and the fewest SETs in n cards: begin with `most_sets` and `fewest_sets`; `verify` replays the proofs."""

from setlab.exact.extremes.table import Extreme, Replay, fewest_sets, most_sets, verify

__all__ = ["Extreme", "Replay", "fewest_sets", "most_sets", "verify"]
