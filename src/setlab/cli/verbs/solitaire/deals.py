"""`setlab solitaire clearable`, `unclearable`, `counterexample` and `train`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

from setlab.answers import Answer, Column, DataTable, Shown, about, data_table, fraction_text
from setlab.cli.formats import Output
from setlab.cli.options import Json, NotationName, option, read_notation, whole_number
from setlab.cli.running import RunOptions, Threads, check_threads
from setlab.cli.screen import in_words, picture, print_json, print_wrapped, say, width
from setlab.cli.verbs.solitaire.options import (
    Games,
    Seed,
    check_strategy,
    digits_of,
    interval_text,
    proportion_text,
    read_games,
    read_seed,
)
from setlab.errors import RuleError, SpecError
from setlab.experiment.result import Result
from setlab.experiment.solitaire import clear_proportion
from setlab.experiment.spec import make_spec
from setlab.files import whole_file
from setlab.notation import DEFAULT, Notation
from setlab.solitaire import (
    Counterexample,
    Declarations,
    Shuffle,
    count_declarations,
    find_counterexample,
    unclearable_deal,
)
from setlab.solitaire.bounds.unclearable import is_proof
from setlab.stats import Interval, proportion_interval


def clearable(
    games: Games = "1000",
    seed: Seed = "1",
    notation: NotationName = DEFAULT,
    *,
    run: RunOptions,
    output: Output,
) -> int:
    """Search which deals can be cleared at all, the order of the deck being known. Deals that cannot are printed.

    Deals that were searched before are in the store.

        setlab solitaire clearable --games 1e4
    """
    number, which, here = read_games(games), read_seed(seed), read_notation(notation, 4)
    began = time.perf_counter()

    def show(result: Result) -> None:
        record = _record(result, which, here) | {"seconds": round(time.perf_counter() - began, 6)}
        output.show(Answer(record, _table(result, which)), lambda: _print(result, which, here))

    return run.run(make_spec("solitaire-clearable", seed=which), number, show)


def _record(result: Result, seed: int, here: Notation) -> dict[str, Any]:
    clear = clear_proportion(result)
    return {
        "games": result.trials,
        "clear": clear.count,
        "share": clear.value,
        "interval": [clear.low, clear.high],
        "unclearable": [_deal(seed, game, here) for game in result.tally["unclearable"]],
        "open": [_deal(seed, game, here) for game in result.tally["open"]],
    }


def _table(result: Result, seed: int) -> DataTable:
    clear = clear_proportion(result)
    columns = [
        Column("deals"),
        Column("clear", "can be cleared"),
        Column("share", "proportion"),
        Column("interval", "95 % interval", only="people"),
        Column("low", only="programs"),
        Column("high", only="programs"),
        Column("unclearable", "cannot"),
        Column("open", "not decided"),
    ]
    proportion = Shown(clear.value, proportion_text(clear.value))
    numbers = (len(result.tally[name]) for name in ("unclearable", "open"))
    row = (result.trials, clear.count, proportion, interval_text(_interval(result)), clear.low, clear.high, *numbers)
    caption = f"Deals of Solitaire SET that can be cleared; deals from 0 on, seed {seed}"
    metadata = about("solitaire clearable", seed=seed, first=0, games=result.trials, level=0.95)
    return data_table(columns, [row], caption, "clearable", metadata=metadata)


def _interval(result: Result) -> Interval:
    return proportion_interval(result.tally["answer"].get(1, 0), result.trials)


def _deal(seed: int, game: int, here: Notation) -> dict[str, Any]:
    return {"game": game, "deck": digits_of(Shuffle.of(seed, game).order, here)}


def _print(result: Result, seed: int, here: Notation) -> None:
    clear = clear_proportion(result)
    proportion = f"{proportion_text(clear.value)}, 95 % interval {interval_text(_interval(result))}"
    say(f"{clear.count:,} of {result.trials:,} deals of seed {seed} can be cleared: {proportion}")
    for what, name in (("cannot be cleared", "unclearable"), ("was not decided", "open")):
        for game in result.tally[name]:
            deck = deck_text(Shuffle.of(seed, game), here)
            print(f"\ngame {game} {what}; its deck, in the order of the deal:\n{deck}")


def deck_text(shuffle: Shuffle, here: Notation) -> str:
    """The deck in the order of the deal, twelve cards to a line, fewer on a narrow terminal."""
    digits = digits_of(shuffle.order, here)
    across = max(1, min(12, (width() - 1) // (len(digits[0]) + 1)))
    return "\n".join("  " + " ".join(digits[i : i + across]) for i in range(0, len(digits), across))


def unclearable(seed: Seed = "0", notation: NotationName = DEFAULT, json: Json = False) -> None:
    """Build a deal that cannot be cleared, so that it can be checked by hand.

    Every table has exactly one SET, so that there is no choice, until all SETs through the last card are spoilt.

        setlab solitaire unclearable
    """
    here = read_notation(notation, 4)
    found = unclearable_deal(read_seed(seed))
    if not is_proof(found):
        raise RuleError("the deal that was built does not prove what it should: please report it")
    if json:
        print_json(
            {
                "deck": digits_of(found.shuffle.order, here),
                "forced": [digits_of(line, here) for line in found.moves],
                "card": here.digits(found.card),
            }
        )
        return
    print(f"This deck cannot be cleared, in the order of the deal:\n{deck_text(found.shuffle, here)}\n")
    print_wrapped("Each of these SETs is the only one on its table, and must be taken:")
    for number, line in enumerate(found.moves, 1):
        print_wrapped(in_words(line, here), f"  {number:>2}. ")
    print()
    print_wrapped(
        f"Then every one of the 40 SETs through {here.name(found.card)}, the last card, has lost another card."
    )


WRONG = ("S6", "S9", "S12")
"""With 0 or 3 undealt cards every declaration is right."""


def counterexample(
    strategy: Annotated[str, option("--strategy", "NAME", "S6, S9 or S12.")] = "S9",
    seed: Seed = "1",
    games: Annotated[str | None, option("--games", "N", "Also count the wrong declarations in N games.")] = None,
    threads: Threads = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Find a position that S(d) declares won by the short cuts (ii), (iv), and that no play clears.

    setlab solitaire counterexample --strategy S9 --games 1e5
    """
    check_strategy(strategy, WRONG)
    check_threads(threads)
    number, which, here = None if games is None else read_games(games), read_seed(seed), read_notation(notation, 4)
    found = find_counterexample(strategy, which)
    counted = None if number is None else count_declarations(strategy, number, which, threads=threads)
    if json:
        print_json(_counterexample_record(found, counted, here))
        return
    _print_position(found, here)
    if counted is not None:
        wrong = proportion_text(counted.uncertain / counted.declared) if counted.declared else "none"
        print()
        print_wrapped(
            f"{counted.games:,} games of seed {which}: {counted.declared:,} declared won, {counted.uncertain:,} of "
            f"them ({wrong}) not certain to be cleared, {counted.impossible:,} impossible to clear"
        )


def _counterexample_record(found: Counterexample, counted: Declarations | None, here: Notation) -> dict[str, object]:
    names = ("games", "declared", "uncertain", "impossible")
    return {
        "strategy": found.strategy,
        "seed": found.shuffle.seed,
        "game": found.shuffle.game,
        "clause": found.clause,
        "table": digits_of(found.state.cards, here),
        "undealt": digits_of(found.state.undealt, here),
        "partitions": [[digits_of(line, here) for line in partition] for partition in found.partitions],
        "value": fraction_text(found.value),
        "declarations": None if counted is None else {name: getattr(counted, name) for name in names},
    }


def _print_position(found: Counterexample, here: Notation) -> None:
    state = found.state
    print(
        f"Game {found.shuffle.game} of seed {found.shuffle.seed}: {found.strategy} declares it won by {found.clause}.\n"
    )
    print(picture(state.cards, here, sets=state.sets))
    print()
    print_wrapped(f"{len(state.cards)} cards on the table; undealt: {in_words(state.undealt, here)}")
    for partition in found.partitions:
        print("\nA partition of these cards into SETs:")
        for line in partition:
            print_wrapped(f"{in_words(line, here)}{' (on the table)' if line in state.sets else ''}", "- ")
    print(f"\nThe chance of clearing the table with best play: {fraction_text(found.value)}")


LEAST = 100
"""The fewest games to which weights can be fitted."""


def train(
    output: Annotated[Path, option("--output", "-o", "FILE", "Where the weights are written, as JSON.")],
    seed: Seed = "1",
    games: Annotated[str, option("--games", "N", "Positions for each number of undealt cards.")] = "40000",
    curve_games: Annotated[str, option("--curve-games", "N", "Games for the curves.")] = "60000",
    rounds: Annotated[str, option("--rounds", "N", "Each plays with the weights of the last.")] = "2",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Fit the weights of `fast`, `expert` and `master` to games of a seed, and write them to a file.

    setlab solitaire train --output weights.json --seed 5 --games 2000 --curve-games 2000
    """
    from setlab.solitaire.training import train as trained

    number, curves = read_games(games, LEAST), read_games(curve_games, LEAST)
    times, which = whole_number(rounds, "number of rounds"), read_seed(seed)
    if not 1 <= times <= 100:
        raise SpecError(f"{times} rounds are out of range: choose 1 to 100")
    check_threads(threads)
    if not output.absolute().parent.is_dir() or output.is_dir():
        raise SpecError(f"{output} cannot be written: choose a file in a folder that is there")
    started = time.perf_counter()
    weights = trained(
        which, curves, number, times, threads=threads, report=(lambda line: None) if json else _print_line
    )
    with whole_file(output) as file:
        file.write(weights.to_json().encode())
    if json:
        print_json(
            {
                "path": str(output),
                "seed": which,
                "games": number,
                "curve_games": curves,
                "rounds": times,
                "checksum": weights.checksum,
                "seconds": round(time.perf_counter() - started, 6),
            }
        )
    else:
        print(f"{output}: weights {weights.checksum}")


def _print_line(line: str) -> None:
    print(line, flush=True)
