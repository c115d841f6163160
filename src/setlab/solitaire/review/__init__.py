"""Looking back at a game: what the player could know, and what the order of the deck shows with hindsight."""

from setlab.solitaire.review.hindsight import Hindsight, Option, Position, look_back
from setlab.solitaire.review.search import HindsightSearch

__all__ = ["Hindsight", "HindsightSearch", "Option", "Position", "look_back"]
