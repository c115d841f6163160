"""Matches between strategies: the winner, the length in rounds, and every move with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from setlab.antiset.game import Game, Result
from setlab.antiset.strategies import Move, OwnStrategy, Strategy, strategy_of
from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError
from setlab.geometry.design import Design, find_design


@checked
@dataclass(frozen=True)
class Match:
    """A finished game, with the reason for every move."""

    moves: tuple[Move, ...]
    result: Result

    @property
    def winner(self) -> str:
        """The name of the only winner, or "draw" if there are several."""
        return self.result.winner

    @property
    def length(self) -> int:
        """The number of rounds."""
        return self.result.length


@dataclass(frozen=True)
class Score:
    """The games between two strategies, counted by winner and by length."""

    xavier: str
    olivia: str
    winners: dict[str, int]
    lengths: dict[int, int]


@checked
def play(
    on: Design | str,
    *strategies: OwnStrategy,
    seed: int = 0,
    trial: int = 0,
    elimination: bool = False,
    first: Sequence[int] = (),
    names: Callable[[int], str] = str,
) -> Match:
    """The game between these strategies, one for each player in the order of play; `first` are moves already made.

    A strategy is a name, a function from the game to a free point, or an object with a method `choose(game)`. The
    reasons call the points by their `names`.

    >>> match = play("AG(3,3)", "theorem7", "max-cap", seed=1)
    >>> match.result.winner, match.result.length
    ('xavier', 9)
    >>> def lowest(game):
    ...     return min(game.safe_moves or game.legal_moves)
    >>> play("AG(3,3)", lowest, "perfect").result.winner
    'olivia'
    """
    players = [strategy_of(given) for given in strategies]
    game = Game(on, first, players=len(players), elimination=elimination, names=names)
    for seat, strategy in enumerate(players):
        strategy.check(game.design, seat, len(players))
    return play_on(game, players, Draws(seed), trial)


def play_on(game: Game, strategies: Sequence[Strategy], draws: Draws, trial: int = 0) -> Match:
    """The rest of a game, which is played to its end in place."""
    from setlab import _core

    moves = []
    while not game.is_over:
        _core.check_interrupt()
        move = strategies[game.turn].choose(game, draws, trial)
        game.push(move.point)
        moves.append(move)
    result = game.result()
    assert result is not None
    return Match(tuple(moves), result)


@checked
def tournament(
    on: Design | str, xaviers: Sequence[OwnStrategy], olivias: Sequence[OwnStrategy], *, games: int = 100, seed: int = 0
) -> list[Score]:
    """Every strategy of the first list against every strategy of the second, where both can be played.

    >>> tournament("AG(2,3)", ["theorem7"], ["max-cap", "theorem17"], games=20)[0]
    Score(xavier='theorem7', olivia='max-cap', winners={'xavier': 20}, lengths={4: 20})
    """
    where = find_design(on) if isinstance(on, str) else on
    if games < 1:
        raise SpecError(f"{games} games are no tournament: choose at least 1")
    first, second = ([strategy_of(given) for given in side] for side in (xaviers, olivias))
    pairs = [(x, o) for x in first for o in second if _can_play(x, where, 0) and _can_play(o, where, 1)]
    return [_score(where, x, o, games, seed) for x, o in pairs]


def _score(where: Design, xavier: Strategy, olivia: Strategy, games: int, seed: int) -> Score:
    results = [play(where, xavier, olivia, seed=seed, trial=trial).result for trial in range(games)]
    winners, lengths = Counter(r.winner for r in results), Counter(r.length for r in results)
    return Score(xavier.name, olivia.name, dict(sorted(winners.items())), dict(sorted(lengths.items())))


def _can_play(strategy: Strategy, where: Design, seat: int) -> bool:
    try:
        strategy.check(where, seat)
    except RuleError:
        return False
    return True
