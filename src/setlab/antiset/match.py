"""Matches between strategies: the winner, the length in rounds, and every move with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from setlab.antiset.game import Game, Result
from setlab.antiset.strategies import Move, Strategy, find_strategy
from setlab.arguments import checked
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError
from setlab.geometry.design import Design
from setlab.geometry.designs import find_design


@checked
@dataclass(frozen=True)
class Match:
    """A finished game, with the reason for every move."""

    moves: tuple[Move, ...]
    result: Result


@dataclass(frozen=True)
class Score:
    """The games between two strategies, counted by winner and by length."""

    xavier: str
    olivia: str
    winners: dict[str, int]
    lengths: dict[int, int]


@checked
def play(
    on: Design | str, *names: str, seed: int = 0, trial: int = 0, elimination: bool = False, first: Sequence[int] = ()
) -> Match:
    """The game between these strategies, one for each player in the order of play; `first` are moves already made.

    >>> match = play("AG(3,3)", "theorem7", "max-cap", seed=1)
    >>> match.result.winner, match.result.length
    ('xavier', 9)
    """
    strategies = [find_strategy(name) for name in names]
    game = Game(on, first, players=len(names), elimination=elimination)
    for seat, strategy in enumerate(strategies):
        strategy.check(game.design, seat, len(names))
    return play_on(game, strategies, Draws(seed), trial)


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
    on: Design | str, xaviers: Sequence[str], olivias: Sequence[str], *, games: int = 100, seed: int = 0
) -> list[Score]:
    """Every strategy of the first list against every strategy of the second, where both can be played.

    >>> tournament("AG(2,3)", ["theorem7"], ["max-cap", "theorem17"], games=20)[0]
    Score(xavier='theorem7', olivia='max-cap', winners={'xavier': 20}, lengths={4: 20})
    """
    where = find_design(on) if isinstance(on, str) else on
    if games < 1:
        raise SpecError(f"{games} games are no tournament: choose at least 1")
    pairs = [(x, o) for x in xaviers for o in olivias if _can_play(x, where, 0) and _can_play(o, where, 1)]
    return [_score(where, x, o, games, seed) for x, o in pairs]


def _score(where: Design, xavier: str, olivia: str, games: int, seed: int) -> Score:
    results = [play(where, xavier, olivia, seed=seed, trial=trial).result for trial in range(games)]
    winners, lengths = Counter(r.winner for r in results), Counter(r.length for r in results)
    return Score(xavier, olivia, dict(sorted(winners.items())), dict(sorted(lengths.items())))


def _can_play(name: str, where: Design, seat: int) -> bool:
    try:
        find_strategy(name).check(where, seat)
    except RuleError:
        return False
    return True
