"""`setlab solitaire clearable`, `unclearable`, `counterexample` and `train`."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from setlab.answers import Answer, Column, Shown, about, data_table, fraction_text
from setlab.cli.cards import picture
from setlab.cli.options import Json, NotationName, option, whole_number
from setlab.cli.running import RunOptions, Threads, check_threads
from setlab.cli.screen import Output, attributes, digits_of, in_words, print_json, print_wrapped, say, width
from setlab.cli.verbs.solitaire import options
from setlab.errors import RuleError, SpecError
from setlab.experiment.result import Result
from setlab.experiment.solitaire import clear_proportion
from setlab.experiment.spec import make_spec
from setlab.files import whole_file
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.solitaire import Counterexample, Shuffle, count_declarations, find_counterexample, unclearable_deal
from setlab.solitaire.bounds import is_proof
from setlab.stats import proportion_interval


def clearable(
    games: options.Games = "1000",
    seed: options.Seed = "1",
    notation: NotationName = DEFAULT,
    *,
    run: RunOptions,
    output: Output,
) -> int:
    """Search which deals can be cleared at all, the order of the deck being known. Deals that cannot are printed.

    Deals that were searched before are in the store.

        setlab solitaire clearable --games 1e4
    """
    number, which, here = options.read_games(games), options.read_seed(seed), find_notation(notation, 4)
    began = time.perf_counter()

    def show(result: Result) -> None:
        clear = clear_proportion(result)
        interval = options.interval_text(proportion_interval(result.tally["answer"].get(1, 0), result.trials))
        failed = {name: {i: Shuffle.of(which, i) for i in result.tally[name]} for name in ("unclearable", "open")}

        def text() -> None:
            proportion = f"{options.proportion_text(clear.value)}, 95 % interval {interval}"
            say(f"{clear.count:,} of {result.trials:,} deals of seed {which} can be cleared: {proportion}")
            for what, name in (("cannot be cleared", "unclearable"), ("was not decided", "open")):
                for game, shuffle in failed[name].items():
                    deck = deck_text(shuffle, here)
                    print(f"\ngame {game} {what}; its deck, in the order of the deal:\n{deck}")

        columns = [Column("deals"), Column("clear", "can be cleared"), Column("share", "proportion"), *options.CLEARED]
        columns += [Column("unclearable", "cannot"), Column("open", "not decided")]
        share, numbers = Shown(clear.value, options.proportion_text(clear.value)), map(len, failed.values())
        row = (result.trials, clear.count, share, interval, clear.low, clear.high, *numbers)
        caption = f"Deals of Solitaire SET that can be cleared; deals from 0 on, seed {which}"
        metadata = about("solitaire clearable", seed=which, first=0, games=result.trials, level=0.95)
        record: dict[str, Any] = {"games": result.trials, "clear": clear.count, "share": clear.value}
        record |= {"interval": [clear.low, clear.high], "seconds": round(time.perf_counter() - began, 6)}
        for name, games in failed.items():
            record[name] = [{"game": game, "deck": digits_of(deck.order, here)} for game, deck in games.items()]
        output.show(Answer(record, data_table(columns, [row], caption, "clearable", metadata=metadata)), text)

    return run.run(make_spec("solitaire-clearable", seed=which), number, show)


def deck_text(shuffle: Shuffle, here: Notation) -> str:
    """The deck in the order of the deal, twelve cards to a line, fewer on a narrow terminal."""
    digits = digits_of(shuffle.order, here)
    across = max(1, min(12, (width() - 1) // (len(digits[0]) + 1)))
    return "\n".join("  " + " ".join(digits[i : i + across]) for i in range(0, len(digits), across))


def unclearable(seed: options.Seed = "0", notation: NotationName = DEFAULT, json: Json = False) -> None:
    """Build a deal that cannot be cleared, so that it can be checked by hand.

    Every table has exactly one SET, so that there is no choice, until all SETs through the last card are spoilt.

        setlab solitaire unclearable
    """
    here = find_notation(notation, 4)
    found = unclearable_deal(options.read_seed(seed))
    if not is_proof(found):
        raise RuleError("the deal that was built does not prove what it should: please report it")
    if json:
        forced = [digits_of(line, here) for line in found.moves]
        print_json({"deck": digits_of(found.shuffle.order, here), "forced": forced, "card": here.digits(found.card)})
        return
    print(f"This deck cannot be cleared, in the order of the deal:\n{deck_text(found.shuffle, here)}\n")
    print_wrapped("Each of these SETs is the only one on its table, and must be taken:")
    for number, line in enumerate(found.moves, 1):
        print_wrapped(in_words(line, here), f"  {number:>2}. ")
    print()
    last = f"{here.name(found.card)}, the last card"
    print_wrapped(f"Then every one of the 40 SETs through {last}, has lost another card.")


WRONG = ("S6", "S9", "S12")
"""With 0 or 3 undealt cards every declaration is right."""


def counterexample(
    strategy: Annotated[str, option("--strategy", "NAME", "S6, S9 or S12.")] = "S9",
    seed: options.Seed = "1",
    games: Annotated[str | None, option("--games", "N", "Also count the wrong declarations in N games.")] = None,
    threads: Threads = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Find a position that S(d) declares won by the short cuts (ii), (iv), and that no play clears.

    setlab solitaire counterexample --strategy S9 --games 1e5
    """
    options.check_strategy(strategy, WRONG)
    check_threads(threads)
    number = None if games is None else options.read_games(games)
    which, here = options.read_seed(seed), find_notation(notation, 4)
    found = find_counterexample(strategy, which)
    counted = None if number is None else count_declarations(strategy, number, which, threads=threads)
    if json:
        names, state = ("games", "declared", "uncertain", "impossible"), found.state
        record = attributes(found, "strategy", "clause") | attributes(found.shuffle, "seed", "game")
        record |= {"table": digits_of(state.cards, here), "undealt": digits_of(state.undealt, here)}
        record["partitions"] = [[digits_of(line, here) for line in partition] for partition in found.partitions]
        declarations = None if counted is None else attributes(counted, *names)
        print_json(record | {"value": fraction_text(found.value), "declarations": declarations})
        return
    _print_position(found, here)
    if counted is not None:
        wrong = options.proportion_text(counted.uncertain / counted.declared) if counted.declared else "none"
        print()
        uncertain = f"{counted.uncertain:,} of them ({wrong}) not certain to be cleared"
        rest = f"{uncertain}, {counted.impossible:,} impossible to clear"
        print_wrapped(f"{counted.games:,} games of seed {which}: {counted.declared:,} declared won, {rest}")


def _print_position(found: Counterexample, here: Notation) -> None:
    state, deal = found.state, found.shuffle
    print(f"Game {deal.game} of seed {deal.seed}: {found.strategy} declares it won by {found.clause}.\n")
    print(picture(state.cards, here, sets=state.sets) + "\n")
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
    seed: options.Seed = "1",
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

    number, curves = options.read_games(games, LEAST), options.read_games(curve_games, LEAST)
    times, which = whole_number(rounds, "number of rounds"), options.read_seed(seed)
    if not 1 <= times <= 100:
        raise SpecError(f"{times} rounds are out of range: choose 1 to 100")
    check_threads(threads)
    if not output.absolute().parent.is_dir() or output.is_dir():
        raise SpecError(f"{output} cannot be written: choose a file in a folder that is there")
    started, report = time.perf_counter(), (lambda line: None) if json else partial(print, flush=True)
    weights = trained(which, curves, number, times, threads=threads, report=report)
    with whole_file(output) as file:
        file.write(weights.to_json().encode())
    if json:
        done = {"checksum": weights.checksum, "seconds": round(time.perf_counter() - started, 6)}
        asked = {"seed": which, "games": number, "curve_games": curves, "rounds": times}
        print_json({"path": str(output), **asked, **done})
    else:
        print(f"{output}: weights {weights.checksum}")
