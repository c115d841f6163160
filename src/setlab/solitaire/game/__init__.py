"""The game: what the player sees, the order of the deck, a game played to its end, partitions of the cards."""

from setlab.solitaire.game.own import OwnStrategy, Strategy, player_of
from setlab.solitaire.game.partition import Partition, count_partitions, partitions
from setlab.solitaire.game.playing import PlayedGame, play
from setlab.solitaire.game.replaying import replay_moves
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import Line, State

__all__ = [
    "Line",
    "OwnStrategy",
    "Partition",
    "PlayedGame",
    "Shuffle",
    "State",
    "Strategy",
    "count_partitions",
    "partitions",
    "play",
    "player_of",
    "replay_moves",
]
