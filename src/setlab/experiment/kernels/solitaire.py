"""`solitaire`: a game of Solitaire SET by one of the strategies (E1–E4).

The rules and the strategies are those of `setlab.solitaire`. Game i of a seed is trial i.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from os import PathLike
from typing import Any, Self

from setlab.arguments import name_of
from setlab.counting import impossible_leftovers
from setlab.errors import SpecError, shown
from setlab.experiment.estimate import Quantity, proportions
from setlab.experiment.kernel import Figure, GpuTrials, Kernel, Outcome, Panel
from setlab.experiment.kernels.comparison import Contest, Player
from setlab.experiment.parameters import Parameters, one_of, parameter, strategy_name
from setlab.experiment.tally import Histogram, Histograms
from setlab.solitaire.game import DECK, OwnStrategy, Shuffle, play, player_of
from setlab.solitaire.strategies.registry import (
    CLAIRVOYANT,
    CORE,
    GENERAL,
    NAMES,
    VALUED,
    check_weights,
    core_games,
    weights_checksum,
)
from setlab.solitaire.values.clearable import Clearability, search_deals
from setlab.solitaire.values.weights import Weights, read_weights, shipped_weights


def player_fingerprint(name: str, weights: Weights | None = None) -> str:
    """The fingerprint of a strategy that values positions, with these weights, or the shipped ones."""
    return fingerprint([CORE[name].budgets.row(), (weights or shipped_weights()).checksum])


def fingerprint(record: list[Any]) -> str:
    """The first twelve digits of a hash of a JSON list."""
    return sha256(json.dumps(record).encode()).hexdigest()[:12]


def weights_of(given: Any) -> Weights:
    """The weights, or those in a file."""
    if not isinstance(given, Weights | str | PathLike):
        raise TypeError(f"weights={shown(given)} are not weights: give `Weights`, or the path of their file")
    return given if isinstance(given, Weights) else read_weights(given)


@dataclass(frozen=True)
class SolitaireParameters(Parameters):
    """The strategy; for one that values positions also `player`, a checksum of its budgets and weights.

    The weights themselves are not in the spec. A user may give others than the shipped ones.

    >>> SolitaireParameters.complete({"strategy": "S9"}).as_record()
    {'strategy': 'S9'}
    """

    strategy: str = parameter(
        strategy_name(one_of("strategy", NAMES), "strategy", "setlab.compare or setlab.experiment.solitaire.measure"),
        "--strategy",
        metavar="NAME",
        help=f"Who plays: {', '.join(NAMES)}; default thrifty.",
        default="thrifty",
    )
    player: str | None = parameter(str)
    weights: Weights | None = parameter(
        weights_of,
        "--weights",
        metavar="FILE",
        help="Weights that `setlab solitaire train` wrote, for fast, expert and master; default: those that ship.",
        recorded=False,
    )
    function: Any = parameter(player_of, recorded=False)

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, and the checksum."""
        check_weights(given.get("strategy", "thrifty"), given.get("weights"))
        found = super().complete(given)
        player = player_fingerprint(found.strategy, found.weights) if found.strategy in VALUED else None
        return cls(found.strategy, player, found.weights)

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters of a stored spec; its weights may differ from those that ship now."""
        name = record.get("strategy")
        wanted = {"strategy", "player"} if name in VALUED else {"strategy"}
        if name not in NAMES or set(record) != wanted or not all(isinstance(value, str) for value in record.values()):
            raise SpecError("they must be a strategy, and the checksum of what it values by")
        return cls(**record)

    @classmethod
    def play_own(cls, given: OwnStrategy) -> Self:
        """The parameters for a function or object of the user."""
        return cls(name_of(player_of(given)), function=player_of(given))

    @property
    def own(self) -> str:
        """The user's strategy, if it plays."""
        return "" if self.function is None else self.strategy

    @property
    def declares(self) -> bool:
        """True if the strategy declares games won."""
        return self.function is not None or self.strategy in GENERAL

    def check_player(self) -> None:
        """Raise `SpecError` unless the weights are those of the spec."""
        if self.player is not None and self.player != player_fingerprint(self.strategy, self.weights):
            raise SpecError(f"the weights of {self.strategy} are not those of the experiment: give theirs by --weights")


def run_engine(p: SolitaireParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core. Of the clairvoyant's deals only `clear` is known."""
    if p.function is not None:
        games = [play(p.function, Shuffle.of(seed, game)) for game in range(first, first + trials)]
        left, declared = [len(game.state.cards) for game in games], [game.declared for game in games]
    elif p.strategy == CLAIRVOYANT:
        answers = search_deals(trials, seed, first=first, threads=threads)
        return Outcome({"clear": count_numbers(int(answer is Clearability.YES) for answer in answers)})
    else:
        p.check_player()
        played = core_games(p.strategy, seed, first, trials, weights=p.weights, threads=threads)
        left, declared = played["leftover"].tolist(), (played["declared"] >= 0).tolist()
    found = {"clear": count_numbers(int(not cards) for cards in left), "leftover": count_numbers(left)}
    return Outcome(found | ({"declared": count_numbers(map(int, declared))} if p.declares else {}))


def games_on_gpu(device: Any, p: SolitaireParameters, seed: int) -> GpuTrials:
    """The games of a seed on a GPU."""
    from setlab.experiment.backends.gpu.standard import SolitaireGames

    return SolitaireGames(device, p.strategy, seed)


def histograms(p: SolitaireParameters) -> Histograms:
    """Cleared or not, and more by strategy, once per game."""
    clear = {"clear": Histogram("table cleared (1) or not (0)", range(2))}
    if p.strategy == CLAIRVOYANT:
        return clear
    declared = {"declared": Histogram("declared won (1) or not (0)", range(2))} if p.declares else {}
    return {**clear, "leftover": Histogram("cards left", range(len(DECK) + 1)), **declared}


def quantities(p: SolitaireParameters) -> dict[str, Quantity]:
    """The proportion of tables cleared, of every number of cards left, and of games declared won."""
    return {name: proportions(f"{h.title}, proportion of games", name) for name, h in histograms(p).items()}


def count_numbers(numbers: Iterable[int]) -> dict[int, int]:
    """How often each number occurs, the smallest first."""
    return dict(sorted(Counter(numbers).items()))


KERNELS = {
    "solitaire": Kernel(
        name="solitaire",
        version=1,
        parameters=SolitaireParameters,
        engine=run_engine,
        gpu=games_on_gpu,
        histograms=histograms,
        quantities=quantities,
        main="clear",
        figure=Figure("Cards left in Solitaire SET", (Panel("leftover", "cards left", "proportion of games"),)),
        impossible=lambda p: {"leftover": impossible_leftovers(DECK.d)},
    )
}


def contestant(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Player:
    """The player for a name, a function or an object."""
    read = None if weights is None else weights_of(weights)
    if given != CLAIRVOYANT:
        check_weights(given if isinstance(given, str) else name_of(given), read)
    if not isinstance(given, str):
        own = player_of(given)
        return Player(name_of(own), partial(_own_outcomes, own))
    fingerprint = player_fingerprint(given, read) if given in VALUED else None
    return Player(given, partial(_outcomes, given, read), weights_checksum(given, read), fingerprint)


def _own_outcomes(own: Any, seed: int, first: int, games: int, threads: int | None) -> list[int]:
    return [int(play(own, Shuffle.of(seed, game)).clear) for game in range(first, first + games)]


def _outcomes(name: str, weights: Weights | None, seed: int, first: int, games: int, threads: int | None) -> list[int]:
    if name == CLAIRVOYANT:
        return [int(answer is Clearability.YES) for answer in search_deals(games, seed, first=first, threads=threads)]
    left = core_games(name, seed, first, games, weights=weights, threads=threads)["leftover"]
    cleared: list[int] = (left == 0).astype(int).tolist()
    return cleared


CONTEST = Contest("solitaire", "Solitaire SET", "table cleared", True, NAMES, {}, contestant)
