"""`setlab solitaire clearable`: how many deals can be cleared by one who knows the order of the deck."""

from __future__ import annotations

import time

from setlab.cli.options import Json, NotationName, read_notation
from setlab.cli.screen import print_json
from setlab.cli.solitaire.options import Games, Seed, Threads, check_threads, read_games, read_seed
from setlab.cli.solitaire.report import digits_of, interval_text, proportion_text, shown_progress
from setlab.errors import plural
from setlab.notation import Notation
from setlab.solitaire import Shuffle, search
from setlab.stats import proportion_interval


def clearable(
    games: Games = "1000",
    seed: Seed = "1",
    threads: Threads = None,
    notation: NotationName = "thesis",
    json: Json = False,
) -> None:
    """Search which deals can be cleared at all, the order of the deck being known. Deals that cannot are printed.

    setlab solitaire clearable --games 1e4
    """
    number, which, here = read_games(games), read_seed(seed), read_notation(notation, 4)
    check_threads(threads)
    started = time.perf_counter()
    with shown_progress("deals", number) as report:
        found = search(
            number, which, threads=threads, progress=lambda s: report(s.games, f"{s.clear:,} can be cleared")
        )
    proportion, interval = found.clear / found.games, proportion_interval(found.clear, found.games)
    if json:
        print_json(
            {
                "games": found.games,
                "clear": found.clear,
                "share": proportion,
                "interval": [interval.low, interval.high],
                "unclearable": [_record(which, game, here) for game in found.unclearable],
                "open": [_record(which, game, here) for game in found.open],
                "seconds": round(time.perf_counter() - started, 6),
            }
        )
        return
    print(f"{found.clear:,} of {plural(found.games, 'deal')} of seed {which} can be cleared: ", end="")
    print(f"{proportion_text(proportion)}, 95 % interval {interval_text(interval)}")
    for what, numbers in (("cannot be cleared", found.unclearable), ("was not decided", found.open)):
        for game in numbers:
            print(
                f"\ngame {game} {what}; its deck, in the order of the deal:\n{deck_text(Shuffle.of(which, game), here)}"
            )


def deck_text(shuffle: Shuffle, here: Notation) -> str:
    """The deck in the order of the deal, twelve cards to a line."""
    digits = digits_of(shuffle.order, here)
    return "\n".join("  " + " ".join(digits[i : i + 12]) for i in range(0, len(digits), 12))


def _record(seed: int, game: int, here: Notation) -> dict[str, object]:
    return {"game": game, "deck": digits_of(Shuffle.of(seed, game).order, here)}
