"""The result of a game against the clock: times, mistakes, and how rich in SETs the tables were."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from setlab.answers import fraction_text
from setlab.cli.screen import attributes, digits_of, width
from setlab.counting import mean_flats
from setlab.errors import plural
from setlab.rooms.events import Claim, Deal
from setlab.rules import Rules

if TYPE_CHECKING:
    from setlab.cli.verbs.play.game import Find, TerminalGame


PLAYER_SEAT, OPPONENT_SEAT = 1, 2


def clock_text(seconds: float) -> str:
    """A time as a clock shows it.

    >>> clock_text(8.24), clock_text(59.97), clock_text(754.4), clock_text(10)
    ('8.2 s', '1:00', '12:34', '10 s')
    """
    if round(seconds, 1) < 60:
        return f"{round(seconds, 1):g} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def report(game: TerminalGame) -> str:
    """The result in a few lines."""
    lines = (f"  {name:<10}{text}" for name, text in _lines(game))
    return "\n".join(textwrap.fill(line, width(), subsequent_indent=" " * 12) for line in lines)


def summary(game: TerminalGame) -> dict[str, Any]:
    """The result as a JSON object."""
    options, notation, mine, mean = game.options, game.notation, game.found(), mean_sets(game)

    def one(found: Find) -> dict[str, Any]:
        return {"set": digits_of(found.cards, notation), "seconds": round(found.seconds, 1)}

    hers = {"name": game.opponent, "speed": options.opponent, "sets": list(map(one, game.found(OPPONENT_SEAT)))}
    chosen = attributes(options, "game", "seed") | {"dimension": options.rules.d}
    times = {"seconds": game.now(), "penalties": penalties(game), "sets": list(map(one, mine))}
    times["fastest"] = one(min(mine, key=_seconds)) if mine else None
    times["slowest"] = one(max(mine, key=_seconds)) if mine else None
    means: dict[str, Any] = {"mean_sets": None if mean is None else float(mean)}
    means["expected_sets"] = fraction_text(expected_sets(options.rules))
    left = {"left": digits_of(game.table.cards, notation), "undealt": game.table.undealt}
    counts = attributes(game, "over", "mistakes") | {"hints": game.hinted, "opponent": hers if game.opponent else None}
    return chosen | counts | times | means | left | {"go_on": None if game.over else game.resume()}


def penalties(game: TerminalGame) -> float:
    """The seconds that the mistakes cost."""
    return game.options.penalty * game.mistakes


def mean_sets(game: TerminalGame) -> Fraction | None:
    """The mean number of SETs on the tables of the usual size that were searched; None if there were none."""
    states = [step.after for step in game.steps if isinstance(step.event, Deal | Claim)]
    tables = [state.round_position.table for state in (states[:-1] if game.over else states)]
    numbers = [len(table.sets()) for table in tables if len(table.cards) == game.options.rules.table]
    return Fraction(sum(numbers), len(numbers)) if numbers else None


def expected_sets(rules: Rules) -> Fraction:
    """The mean number of SETs among as many random cards as lie on the table."""
    return mean_flats(rules.table, dimension=rules.d)


def _lines(game: TerminalGame) -> Iterator[tuple[str, str]]:
    mine, added, rules = game.found(), penalties(game), game.options.rules
    time = clock_text(game.now() + added)
    yield "time", time + (f", of which {clock_text(added)} for {plural(game.mistakes, 'mistake')}" if added else "")
    each = f", one in {clock_text(game.now() / len(mine))} on average" if mine else ""
    yield "SETs", f"{len(mine)}{each}; {plural(len(game.table.cards), 'card')} left on the table"
    if len(mine) > 1:
        for name, found in (("fastest", min(mine, key=_seconds)), ("slowest", max(mine, key=_seconds))):
            yield name, f"{clock_text(found.seconds)}: {', '.join(map(game.notation.name, found.cards))}"
    yield "mistakes", str(game.mistakes)
    if game.hinted:
        yield "hints", str(game.hinted)
    if (mean := mean_sets(game)) is not None:
        expected = expected_sets(rules)
        chance = f"{rules.table} random cards have {float(expected):.2f} ({fraction_text(expected)})"
        yield "choice", f"{float(mean):.2f} SETs a table on average; {chance}"


def _seconds(found: Find) -> float:
    return found.seconds
