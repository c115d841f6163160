"""The result of a game against the clock: times, mistakes, and how rich in SETs the tables were."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from setlab.cli.screen import fraction_text, width
from setlab.counting import mean_flats
from setlab.errors import plural
from setlab.rules import FoundSet, SoloGame

if TYPE_CHECKING:
    from setlab.cli.verbs.play.options import Options
    from setlab.cli.verbs.play.sitting import Sitting


def clock_text(seconds: float) -> str:
    """A time as a clock shows it.

    >>> clock_text(8.24), clock_text(59.97), clock_text(754.4), clock_text(10)
    ('8.2 s', '1:00', '12:34', '10 s')
    """
    if round(seconds, 1) < 60:
        return f"{round(seconds, 1):g} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def report(sitting: Sitting) -> str:
    """The result in a few lines."""
    lines = (f"  {name:<10}{text}" for name, text in _lines(sitting))
    return "\n".join(textwrap.fill(line, width(), subsequent_indent=" " * 12) for line in lines)


def summary(sitting: Sitting, options: Options) -> dict[str, Any]:
    """The result as a JSON object."""
    game, here = sitting.game, options.here

    def one(found: FoundSet) -> dict[str, Any]:
        return {"set": [here.digits(card) for card in found.cards], "seconds": round(found.seconds, 1)}

    mean = mean_sets(sitting)
    return {
        "game": "junior" if options.junior else "standard",
        "dimension": options.rules.d,
        "seed": options.seed,
        "over": sitting.over,
        "seconds": sitting.now(),
        "penalties": penalties(sitting),
        "sets": [one(found) for found in sitting.found],
        "mistakes": len(game.mistakes),
        "hints": sitting.hinted,
        "fastest": one(min(sitting.found, key=_seconds)) if sitting.found else None,
        "slowest": one(max(sitting.found, key=_seconds)) if sitting.found else None,
        "mean_sets": None if mean is None else float(mean),
        "expected_sets": fraction_text(expected_sets(game)),
        "left": [here.digits(card) for card in game.table.cards],
        "undealt": game.table.undealt,
        "opponent": _opponent_record(sitting, one),
        "go_on": None if sitting.over else sitting.resume(),
    }


def _opponent_record(sitting: Sitting, one: Callable[[FoundSet], dict[str, Any]]) -> dict[str, Any] | None:
    if sitting.opponent is None:
        return None
    name, speed = sitting.opponent.name, sitting.opponent.speed
    return {"name": name, "speed": speed, "sets": [one(found) for found in sitting.lost]}


def penalties(sitting: Sitting) -> float:
    """The seconds that the mistakes cost."""
    return sitting.options.penalty * len(sitting.game.mistakes)


def mean_sets(sitting: Sitting) -> Fraction | None:
    """The mean number of SETs on the tables of the usual size that were searched; None if there were none."""
    tables = sitting.game.searched[:-1] if sitting.over else sitting.game.searched
    numbers = [len(table.sets()) for table in tables if len(table.cards) == sitting.options.rules.table]
    return Fraction(sum(numbers), len(numbers)) if numbers else None


def expected_sets(game: SoloGame) -> Fraction:
    """The mean number of SETs among as many random cards as lie on the table."""
    return mean_flats(game.rules.table, dimension=game.rules.d)


def _lines(sitting: Sitting) -> Iterator[tuple[str, str]]:
    game, mine, here = sitting.game, sitting.found, sitting.here
    added, mistakes = penalties(sitting), len(game.mistakes)
    time = clock_text(sitting.now() + added)
    yield "time", time + (f", of which {clock_text(added)} for {plural(mistakes, 'mistake')}" if added else "")
    each = f", one in {clock_text(sitting.now() / len(mine))} on average" if mine else ""
    yield "SETs", f"{len(mine)}{each}; {plural(len(game.table.cards), 'card')} left on the table"
    if len(mine) > 1:
        for name, found in (("fastest", min(mine, key=_seconds)), ("slowest", max(mine, key=_seconds))):
            yield name, f"{clock_text(found.seconds)}: {', '.join(map(here.name, found.cards))}"
    yield "mistakes", str(mistakes)
    if sitting.hinted:
        yield "hints", str(sitting.hinted)
    if (mean := mean_sets(sitting)) is not None:
        cards, expected = game.rules.table, expected_sets(game)
        yield (
            "choice",
            f"{float(mean):.2f} SETs a table on average; "
            f"{cards} random cards have {float(expected):.2f} ({fraction_text(expected)})",
        )


def _seconds(found: FoundSet) -> float:
    return found.seconds
