"""`compare` and `compare_many`: two or more strategies on common games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from string import ascii_lowercase
from typing import Any

from setlab.arguments import checked, name_of
from setlab.errors import SpecError, did_you_mean, listed, plural, quoted, unknown_name
from setlab.experiment.compared import Compared
from setlab.experiment.outcomes import GAMES, Contest, Player, find_contest
from setlab.experiment.parameters import whole_number
from setlab.experiment.ranking import Ranking
from setlab.experiment.spec import check_confidence, check_threads, check_trials
from setlab.limits import LARGEST_SEED


@checked
def compare(
    a: Any,
    b: Any,
    games: float | str = 1000,
    *,
    game: str = "solitaire",
    seed: int = 0,
    first: float | str = 0,
    weights: Any = None,
    confidence: float = 0.95,
    threads: int | None = None,
    **settings: Any,
) -> Compared:
    """Two strategies on the same games first … first + games − 1 of a seed, with the interval of their difference.

    A strategy is a name or a function. Solitaire SET: a function from the state to one of `state.sets`; outcome: the
    table is cleared. `game="antiset"`: from the game to a free point; the game is won against the strategy `against`
    on a `design`, at the `seat` xavier or olivia. `game="endgame"`: from the table to one of `table.sets()`; the cards
    left, with the parameters of the kernel `endgame`. Functions are played in Python, and checked at every move.
    `weights` are for strategies that value positions: for both, or a pair.

    >>> print(compare("thrifty", "basic", 1000, seed=1))
    Solitaire SET, table cleared, games 0 to 999 of seed 1
    <BLANKLINE>
    strategy       %  95 % interval
    thrifty     14.2    12.2 – 16.5
    basic        5.9      4.5 – 7.5
    difference  +8.3    5.8 to 10.9
    <BLANKLINE>
    177 games differ: thrifty alone 130, basic alone 47; exact sign test p = 3.4e-10
    Difference in percentage points by Tango's score interval for pairs
    """
    (pair,) = _pairs((a, b), games, game, seed, first, weights, confidence, threads, settings)
    return pair


@checked
def compare_many(
    strategies: Sequence[Any],
    games: float | str = 1000,
    *,
    game: str = "solitaire",
    seed: int = 0,
    first: float | str = 0,
    weights: Any = None,
    confidence: float = 0.95,
    threads: int | None = None,
    **settings: Any,
) -> Ranking:
    """Several strategies on the same games, with simultaneous intervals of all differences.

    The arguments are those of `compare`; `weights` are for all strategies, or a list with one for each.

    >>> print(compare_many(["thrifty", "S9", "basic"], 1000, seed=1))
    Solitaire SET, table cleared, games 0 to 999 of seed 1
    <BLANKLINE>
    strategy     %  95 % interval
    thrifty   14.2    12.2 – 16.5
    S9         9.4     7.7 – 11.4
    basic      5.9      4.5 – 7.5
    <BLANKLINE>
    Solitaire SET, table cleared, games 0 to 999 of seed 1: differences
    <BLANKLINE>
    difference       points  simultaneous 95 % interval  games that differ        p
    thrifty − S9       +4.8                  1.5 to 8.1                190   0.0018
    thrifty − basic    +8.3                 5.2 to 11.5                177    1e-09
    S9 − basic         +3.5                  2.4 to 5.2                 35  1.7e-10
    <BLANKLINE>
    All 3 intervals hold together with 95 % confidence (each at 98.33 %, by Tango's score interval for pairs)
    p: the exact sign test, multiplied by 3
    """
    if len(strategies) < 2:
        raise SpecError(f"{plural(len(strategies), 'strategy')} cannot be compared: give two or more")
    level = 1 - (1 - confidence) / comb(len(strategies), 2)
    check_confidence(confidence)
    return Ranking(confidence, _pairs(strategies, games, game, seed, first, weights, level, threads, settings))


def _pairs(
    strategies: Sequence[Any],
    games: float | str,
    game: str,
    seed: int,
    first: float | str,
    weights: Any,
    confidence: float,
    threads: int | None,
    settings: Mapping[str, Any],
) -> tuple[Compared, ...]:
    """Every two of the strategies compared; each strategy plays the games once."""
    contest = find_contest(game)
    games, first, seed = (whole_number(v, n) for v, n in ((games, "games"), (first, "first"), (seed, "seed")))
    check_trials(first, games)
    check_threads(threads)
    check_confidence(confidence)
    if not 0 <= seed <= LARGEST_SEED:
        raise SpecError(f"seed {seed} is out of range: choose one from 0 to 2^64 − 1")
    chosen = _settings(contest, settings)
    held = _weights(weights, len(strategies))
    players = [_player(contest, each, chosen, w) for each, w in zip(strategies, held, strict=True)]
    names = _names(players, strategies)
    outcomes = [player.outcomes(seed, first, games, threads) for player in players]
    recorded = {name: _recorded(value) for name, value in chosen.items() if value is not None}
    return tuple(
        Compared(
            contest.game,
            contest.title,
            contest.outcome,
            contest.is_success,
            recorded,
            (names[i], names[j]),
            (players[i].weights, players[j].weights),
            seed,
            first,
            games,
            confidence,
            dict(sorted(Counter(zip(outcomes[i], outcomes[j], strict=True)).items())),
            tuple(number for number, (x, y) in enumerate(zip(outcomes[i], outcomes[j], strict=True), first) if x != y),
        )
        for i, j in combinations(range(len(players)), 2)
    )


def _names(players: Sequence[Player], given: Sequence[Any]) -> list[str]:
    """The names of the players; different functions of one name are told apart by letters."""
    like = [
        [k for k, other in enumerate(players) if (other.name, other.weights) == (p.name, p.weights)] for p in players
    ]
    return [
        f"{player.name} ({ascii_lowercase[i]})" if any(given[k] is not given[i] for k in like[i]) else player.name
        for i, player in enumerate(players)
    ]


def _player(contest: Contest, given: Any, settings: Mapping[str, Any], weights: Any) -> Player:
    if isinstance(given, str) and given not in contest.strategies:
        raise SpecError(_unknown(given, contest))
    return contest.player(given, settings, weights)


def _unknown(name: str, contest: Contest) -> str:
    """The message about a strategy that the game does not have, but perhaps another game."""
    others = [game for game in GAMES if game != contest.game and name in find_contest(game).strategies]
    if others:
        return f"{quoted(name)} is not a strategy of {contest.title}: for {others[0]} add game='{others[0]}'"
    return unknown_name(name, f"a strategy of {contest.title}", contest.strategies)


def _settings(contest: Contest, given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a contest, completed; a name that it does not have is refused."""
    names = tuple(contest.settings)
    for name in given:
        if name not in names:
            question = did_you_mean(name, (*names, "games", "game", "seed", "first", "weights", "confidence"))
            takes = f"{contest.title} takes {listed(names, 'and') if names else 'none'}"
            raise SpecError(f"{quoted(name)} is not a setting: {f'{question} ' if question else ''}{takes}")
    return {**contest.settings, **given}


def _weights(weights: Any, strategies: int) -> list[Any]:
    """The weights of each strategy."""
    if not isinstance(weights, tuple | list):
        return [weights] * strategies
    if len(weights) != strategies:
        few = f"{len(weights)} weights do not fit {strategies} strategies"
        raise SpecError(f"{few}: give one for each strategy, None for those that ship")
    return list(weights)


def _recorded(value: Any) -> Any:
    """A setting as the result remembers it: a strategy or a design by its name."""
    if isinstance(value, str | int | float):
        return value
    return tuple(value) if isinstance(value, list | tuple) else name_of(value)
