"""The game of `endgame`: a whole game, from the shuffled deck to the cards that are left (A10, B1–B6, C2–C4).

A trial is defined here, in plain Python on top of `rules/`; docs/experiments.md says the same in words.

- **Shuffle.** Draw k, below the number of cards not yet placed, picks the next card among them in ascending
  order; 16 bits, k = 0, 1, …
- **Choice.** The SETs on the table are ranked by their places. `random` takes one of them, `popular` one that
  contains a card which is in the most SETs, `reject` one that contains a card which is in the fewest SETs but
  in one, `first` the first. Which one is decided by one draw; for the SET number t, it is draw B + t, where B is
  the number of cards rounded up to a multiple of 8; 16 bits, or 32 where the deck has more than 65,535 SETs.
- **Refill.** `standard`: to the size of the table, and n more cards when there is no SET. `always-three`: n more
  after every search, whether it found a SET or not, and 2n searches at the most once the deck is empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setlab.draws import Draws
from setlab.experiment.kernel import Outcome, Parameters
from setlab.experiment.kernels.endgame_parameters import cards_played, choice_width, rare_from, rules_of
from setlab.rules import Claim, Deal, Event, Refill, Table

MOST_JOINT = 243
"""With more cards than this, leftover and largest table are not tallied jointly."""


@dataclass(frozen=True)
class Game:
    """A game as it was played: its events, and what the tallies count."""

    events: tuple[Event, ...]
    table: Table
    largest_table: int
    no_set_deals: int
    looks: tuple[int, ...]
    no_set: tuple[int, ...]
    first_no_set: tuple[int, ...]

    @property
    def leftover(self) -> int:
        """The number of cards left."""
        return len(self.table.cards)

    @property
    def turns(self) -> int:
        """SETs taken, and deals for want of one."""
        return len(self.table.taken) + self.no_set_deals


def shuffled(p: Parameters, draws: Draws, trial: int) -> list[int]:
    """The cards of a trial in the order in which they are dealt."""
    cards, dealt = cards_played(p)
    return draws.shuffled(trial, cards, dealt)


def candidates(sets: Sequence[tuple[int, ...]], choice: str) -> list[tuple[int, ...]]:
    """The SETs among which a choice is made, in their order.

    >>> sets = [(0, 1, 2), (2, 3, 4), (5, 6, 7)]
    >>> candidates(sets, "popular"), candidates(sets, "first")
    ([(0, 1, 2), (2, 3, 4)], [(0, 1, 2)])
    """
    if choice == "random":
        return list(sets)
    if choice == "first":
        return list(sets[:1])
    numbers = Counter(card for cards in sets for card in cards)
    wanted = (max if choice == "popular" else min)(numbers.values())
    return [cards for cards in sets if any(numbers[card] == wanted for card in cards)]


def play(p: Parameters, seed: int, trial: int) -> Game:
    """The game of one trial.

    >>> from setlab.experiment.kernels.endgame_parameters import normalise
    >>> game = play(normalise({}), seed=1, trial=0)
    >>> game.leftover + 3 * len(game.table.taken)
    81
    """
    return _Player(p, Draws(seed), trial).play()


class _Player:
    """A game while it is played: takes draws, appends events, counts what the tallies want."""

    def __init__(self, p: Parameters, draws: Draws, trial: int) -> None:
        self.p, self.draws, self.trial = p, draws, trial
        self.deck = shuffled(p, draws, trial)
        self.first_choice = -(-len(self.deck) // 8) * 8
        self.table = Table(rules_of(p))
        self.events: list[Event] = []
        self.largest = self.no_set_deals = 0
        self.looks: list[int] = []
        self.no_set: list[int] = []
        self.first_no_set: list[int] = []

    def play(self) -> Game:
        self.deal(min(self.p["table"], len(self.deck)))
        if self.table.rules.refill is Refill.STANDARD:
            self.play_standard()
        else:
            self.play_always()
        return Game(
            tuple(self.events),
            self.table,
            self.largest,
            self.no_set_deals,
            tuple(self.looks),
            tuple(self.no_set),
            tuple(self.first_no_set),
        )

    def play_standard(self) -> None:
        rules = self.table.rules
        while True:
            found = self.search()
            if not found and not self.table.undealt:
                break
            if not found or len(self.table.cards) < rules.table:
                self.deal(min(rules.n, self.table.undealt))

    def play_always(self) -> None:
        n = self.table.rules.n
        while self.table.undealt:
            self.search()
            self.deal(min(n, self.table.undealt))
        for _ in range(2 * n):
            if not self.search():
                break

    def search(self) -> bool:
        """Look for a SET and take it; False if there is none."""
        sets, cards = self.table.sets(), len(self.table.cards)
        if self.table.undealt:
            self.looks.append(cards)
            if not sets:
                self.no_set.append(cards)
                self.no_set_deals += 1
                if not self.table.taken:
                    self.first_no_set.append(cards)
        if sets:
            possible = candidates(sets, self.p["choice"])
            k = self.first_choice + len(self.table.taken)
            rank = self.draws.below(self.trial, k, len(possible), choice_width(self.p)) if len(possible) > 1 else 0
            self.happen(Claim(possible[rank]))
        return bool(sets)

    def deal(self, number: int) -> None:
        if not number:
            return
        start = len(self.deck) - self.table.undealt
        self.happen(Deal(tuple(self.deck[start : start + number])))
        self.largest = max(self.largest, len(self.table.cards))

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.table = self.table.after(event)


def run_twin(p: Parameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of some trials, game by game in plain Python."""
    games = [play(p, seed, trial) for trial in range(first, first + trials)]
    least_leftover, least_table = rare_from(p)
    rare = tuple(
        first + i for i, g in enumerate(games) if g.leftover >= least_leftover or g.largest_table >= least_table
    )
    histograms = {
        "leftover": _counted(g.leftover for g in games),
        "largest_table": _counted(g.largest_table for g in games),
        "turns": _counted(g.turns for g in games),
        "looks": _counted(cards for g in games for cards in g.looks),
        "no_set": _counted(cards for g in games for cards in g.no_set),
        "first_no_set": _counted(cards for g in games for cards in g.first_no_set),
    }
    if cards_played(p)[1] <= MOST_JOINT:
        joint = Counter((g.largest_table, g.leftover) for g in games)
        histograms["largest_table_and_leftover"] = {f"{a}/{b}": joint[a, b] for a, b in sorted(joint)}
    return Outcome(histograms, rare)


def _counted(numbers: Iterable[int]) -> dict[str, int]:
    counter = Counter(numbers)
    return {str(key): counter[key] for key in sorted(counter)}
