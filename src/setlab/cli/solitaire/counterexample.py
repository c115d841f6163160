"""`setlab solitaire counterexample`: a game that S(d) declares won, and that cannot be cleared."""

from __future__ import annotations

from typing import Annotated

from setlab.cli.options import Json, NotationName, option, read_notation
from setlab.cli.screen import fraction_text, in_words, picture, print_json, print_wrapped
from setlab.cli.solitaire.options import Seed, Threads, check_strategy, check_threads, read_games, read_seed
from setlab.cli.solitaire.report import digits_of, proportion_text
from setlab.notation import DEFAULT, Notation
from setlab.solitaire import Counterexample, Declarations, count_declarations, find_counterexample

WRONG = ("S6", "S9", "S12")
"""With 0 or 3 undealt cards every declaration is right."""


def verb(
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
        print_json(_record(found, counted, here))
        return
    _print_position(found, here)
    if counted is not None:
        wrong = proportion_text(counted.uncertain / counted.declared) if counted.declared else "none"
        print()
        print_wrapped(
            f"{counted.games:,} games of seed {which}: {counted.declared:,} declared won, {counted.uncertain:,} of "
            f"them ({wrong}) not certain to be cleared, {counted.impossible:,} impossible to clear"
        )


def _record(found: Counterexample, counted: Declarations | None, here: Notation) -> dict[str, object]:
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
