"""`solitaire` on the GPU: the strategies that look at pairs and SETs alone, one game per thread."""

from __future__ import annotations

from setlab.errors import SpecError
from setlab.experiment.backends.gpu.device import Device
from setlab.experiment.backends.gpu.games import Games
from setlab.experiment.backends.gpu.standard import StandardGames
from setlab.experiment.histogram import Counts
from setlab.experiment.kernel import Outcome
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.experiment.kernels.solitaire import SolitaireParameters
from setlab.experiment.store import Rare

RANDOM = "random"
"""Plays the games of `endgame` with random choice."""

PLAYERS = ("basic", "thrifty")
"""The players of native/include/setlab/player_table.hpp."""


def solitaire_histograms(leftover: Counts) -> dict[str, Counts]:
    """The histograms of the kernel from that of the cards left.

    >>> solitaire_histograms({0: 2, 6: 5, 9: 1})
    {'clear': {0: 6, 1: 2}, 'leftover': {0: 2, 6: 5, 9: 1}}
    """
    clear = leftover.get(0, 0)
    counts = {0: sum(leftover.values()) - clear, 1: clear}
    return {"clear": {key: number for key, number in counts.items() if number}, "leftover": leftover}


class SolitaireGames:
    """The games of one strategy on one GPU. Raise `SpecError` for a strategy that searches."""

    def __init__(self, device: Device, p: SolitaireParameters, seed: int) -> None:
        standard = EndgameParameters()
        if p.strategy == RANDOM:
            self.games: Games = StandardGames(device, standard, seed)
        elif p.strategy in PLAYERS:
            self.games = Games(device, standard, seed, player=p.strategy)
        else:
            raise SpecError(f"the backend gpu cannot play solitaire by the strategy {p.strategy}: use --backend cpu")

    def outcome(self, first: int, trials: int) -> Outcome:
        """The outcome of a range of games."""
        return Outcome(solitaire_histograms(self.games.outcome(first, trials).histograms["leftover"]))

    def rare(self, trials: tuple[int, ...]) -> tuple[Rare, ...]:
        """No game is rare."""
        return tuple(Rare(trial, "", ()) for trial in trials)
