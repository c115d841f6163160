"""The game: what the player sees, the order of the deck, a game played to its end, partitions of the cards."""

from setlab.solitaire.game.partition import Partition, count_partitions, partitions
from setlab.solitaire.game.playing import PlayedGame, Strategy, play
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import Line, State

__all__ = ["Line", "Partition", "PlayedGame", "Shuffle", "State", "Strategy", "count_partitions", "partitions", "play"]
