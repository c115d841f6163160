"""`compare`: two strategies on common games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from setlab.arguments import checked
from setlab.arguments.naming import name_of
from setlab.errors import SpecError, did_you_mean, listed, quoted, unknown_name
from setlab.experiment.compared import Compared
from setlab.experiment.numbers import whole_number
from setlab.experiment.outcomes import GAMES, Contest, Player, find_contest
from setlab.experiment.spec import LARGEST_SEED, check_confidence, check_threads, check_trials


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
    contest = find_contest(game)
    games, first, seed = (whole_number(v, n) for v, n in ((games, "games"), (first, "first"), (seed, "seed")))
    check_trials(first, games)
    check_threads(threads)
    check_confidence(confidence)
    if not 0 <= seed <= LARGEST_SEED:
        raise SpecError(f"seed {seed} is out of range: choose one from 0 to 2^64 − 1")
    chosen = _settings(contest, settings)
    players = [_player(contest, each, chosen, w) for each, w in zip((a, b), _pair(weights), strict=True)]
    one, two = (player.outcomes(seed, first, games, threads) for player in players)
    rows = zip(one, two, strict=True)
    differing = tuple(number for number, (x, y) in enumerate(zip(one, two, strict=True), first) if x != y)
    return Compared(
        contest.game,
        contest.title,
        contest.outcome,
        contest.is_success,
        {name: _recorded(value) for name, value in chosen.items() if value is not None},
        _names(players, a is b),
        (players[0].weights, players[1].weights),
        seed,
        first,
        games,
        confidence,
        dict(sorted(Counter(rows).items())),
        differing,
    )


def _names(players: list[Player], same: bool) -> tuple[str, str]:
    """The names of both; two functions of one name are told apart."""
    one, two = players
    clash = one.name == two.name and one.weights == two.weights and not same
    return (f"{one.name} (a)", f"{two.name} (b)") if clash else (one.name, two.name)


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


def _pair(weights: Any) -> tuple[Any, Any]:
    if isinstance(weights, tuple | list):
        if len(weights) != 2:
            raise SpecError(f"{len(weights)} weights are no pair: give one for each strategy, None for those that ship")
        return weights[0], weights[1]
    return weights, weights


def _recorded(value: Any) -> Any:
    """A setting as the result remembers it: a strategy or a design by its name."""
    if isinstance(value, str | int | float):
        return value
    return tuple(value) if isinstance(value, list | tuple) else name_of(value)
