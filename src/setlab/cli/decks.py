"""The game with the deck of EvenQuads or Projective SET, alone against the clock.

On the table there always is a SET while cards are undealt: ten cards of EvenQuads or seven of Projective SET hold one.
All cards together have the sum zero, and so have those that are left: a game of Projective SET always clears the table,
and one of EvenQuads never leaves four cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from setlab.answers import fraction_text
from setlab.cli.claims import ABOUT_HINTS, Hints, draw_numbered, read_claim, slot_numbers, why_no_set
from setlab.cli.prompting import Command, GameSession, fold_lines, to_go_on
from setlab.cli.screen import digits_of, in_words
from setlab.counting.binary import count_of_rank, count_quads
from setlab.draws import Draws
from setlab.errors import SpecError, plural
from setlab.geometry.binary import MOST_LISTED, BinaryDeck, QuadDeck
from setlab.notation import Notation, find_deck
from setlab.notation.binary import PROJECTIVE, QUADS

CERTAIN = {QUADS: 10, PROJECTIVE: 7}
"""The fewest cards that always hold a SET."""

LARGEST_TABLE = {QUADS: 20, PROJECTIVE: CERTAIN[PROJECTIVE] - 1 + MOST_LISTED}
"""More cards would have too many SETs to be a puzzle."""

HINT = "hint"


@dataclass(frozen=True)
class DeckOptions:
    """The deck, the cards on the table, the seed, the price of a mistake in seconds, and the SETs to find."""

    name: str
    seed: int
    table: int
    penalty: float = 10
    sets: int | None = None

    def __post_init__(self) -> None:
        least, most = CERTAIN[self.name], LARGEST_TABLE[self.name]
        if not least <= self.table <= most:
            why = f"{least} cards of this deck always hold a {find_deck(self.name).deck.set_name}"
            raise SpecError(f"{plural(self.table, 'card')} on the table: choose {least} to {most}; {why}")
        if self.sets is not None and self.sets < 1:
            raise SpecError(f"{self.sets} is not a number of SETs to find: choose at least 1, or leave --sets out")

    def command(self) -> list[str]:
        """The command line of this game; options that have their default are left out."""
        words = ["setlab", "play", "--deck", self.name, "--seed", str(self.seed)]
        words += ["--table", str(self.table)] * (self.table != CERTAIN[self.name])
        words += ["--sets", str(self.sets)] * (self.sets is not None)
        return words + ["--penalty", f"{self.penalty:g}"] * (self.penalty != 10)


class Found(NamedTuple):
    """A SET that was found, and the seconds since the one before."""

    cards: tuple[int, ...]
    seconds: float


class DeckGame(GameSession):
    """The table, the clock, and the journal: every claim and every hint with its time, from which the game resumes."""

    how_to_move = "Type the numbers of the cards, as 2 5 9."

    def __init__(self, options: DeckOptions, clock: Callable[[], float] = time.monotonic) -> None:
        self.options, self.clock = options, clock
        self.notation: Notation = find_deck(options.name)
        order = Draws(options.seed).shuffle(0, self.deck)
        self.slots: list[int | None] = list(order[: options.table])
        self.undealt = order[options.table :]
        self.found, self.mistakes, self.hinted = list[Found](), 0, 0
        self.hints, self.journal = Hints(self.notation), list[str]()
        self.earlier, self.ended, self.last = 0.0, 0.0, 0.0
        self.began: float | None = None
        self.commands = (
            Command(HINT, ABOUT_HINTS.replace("SET", self.word), self.hint, ("h",)),
            Command("time", "what the clock shows", lambda _: f"{self.now():g} s, {self.score}"),
        )

    @property
    def deck(self) -> BinaryDeck:
        """The deck."""
        assert isinstance(self.notation.deck, BinaryDeck)
        return self.notation.deck

    @property
    def word(self) -> str:
        """SET or quad."""
        return self.deck.set_name

    @property
    def cards(self) -> list[int]:
        """The cards on the table."""
        return [card for card in self.slots if card is not None]

    @property
    def over(self) -> bool:
        """True if the cards hold no SET, which needs the last card to be dealt, or if enough SETs are found."""
        return len(self.found) == self.options.sets or not self.deck.sets(self.cards)

    @property
    def score(self) -> str:
        """The number of SETs found."""
        return f"{plural(len(self.found), self.word)} found"

    def now(self) -> float:
        """The time of the clock in seconds; it runs from the first table that is shown to the last SET."""
        running = 0.0 if self.began is None else self.clock() - self.began
        return round(self.ended if self.over else self.earlier + running, 1)

    def opening(self) -> str:
        """The greeting, the rule and the instructions; the clock starts."""
        self.began = self.clock()
        rule = "four cards that are, in number, colour and shape, all the same, all different, or two and two"
        if not isinstance(self.deck, QuadDeck):
            rule = "cards on which every dot is there an even number of times, three or more of them"
        goal = "until the deck is used up" if self.options.sets is None else f"until you have {self.options.sets}"
        return (
            f"{len(self.deck)} cards, seed {self.options.seed}: find {self.word}s {goal}. A {self.word} is {rule}. "
            f"There always is one. {self.how_to_move}\n"
        )

    def screen(self) -> str:
        """The table with the numbers of its slots, and how far the game is."""
        if self.over:
            return ""
        counts = f"{plural(len(self.cards), 'card')} on the table, {len(self.undealt)} undealt"
        return f"{draw_numbered(self.slots, self.notation)}\n\n{fold_lines(f'{counts}, {self.score}')}"

    def move(self, text: str) -> str:
        """Claim the SET that was named, and say whether it is one."""
        now, slots = self.now(), tuple(self.slots)
        cards = read_claim(text, slots, self.notation)
        self._note("-".join(map(str, slot_numbers(cards, slots))), now)
        if not self.deck.is_set(cards):
            self.mistakes += 1
            cost = f"That is mistake {self.mistakes}: {self.options.penalty:g} s are added."
            return f"Not a {self.word}: {why_no_set(cards, self.notation)}. {cost}"
        self.found.append(Found(tuple(sorted(cards, key=slots.index)), round(now - self.last, 1)))
        self.last = self.ended = now
        self._replace(cards)
        words = in_words(self.found[-1].cards, self.notation)
        return f"{self.word} {len(self.found)} in {self.found[-1].seconds:g} s, {now:g} s in all: {words}.\n"

    def _replace(self, cards: tuple[int, ...]) -> None:
        """Undealt cards take the places of the cards; when all are dealt, places stay empty."""
        for slot, card in enumerate(self.slots):
            if card in cards:
                self.slots[slot] = self.undealt.pop(0) if self.undealt else None

    def hint(self, wanted: str) -> str:
        """The next hint about this table, or one of a level."""
        sets = self.deck.sets(self.cards)
        said = self.hints.give(wanted, tuple(self.slots), sets, lambda: sets[0])
        self.hinted += 1
        self._note(f"{HINT}{wanted}", self.now())
        return said

    def restore(self, moves: str, clock: float) -> None:
        """Repeat the claims and hints of a game that was left, as `resume` writes them, and set the clock."""
        self.repeat(moves, self._move_again)
        if clock and not self.earlier <= clock < 10**9:
            raise SpecError(f"{clock:g} seconds do not follow {self.earlier:g}: the clock never goes back")
        self.earlier = clock or self.earlier

    def _move_again(self, entry: str) -> None:
        text, _, at = entry.partition("@")
        seconds = _seconds(at)
        if not self.earlier <= seconds < 10**9:
            raise SpecError(f"{seconds:g} seconds do not follow {self.earlier:g}: the clock never goes back")
        self.earlier = seconds
        if text.startswith(HINT):
            self.hint(text.removeprefix(HINT))
        else:
            self.move(text)

    def _note(self, text: str, now: float) -> None:
        self.journal.append(f"{text}@{now:g}")

    def resume(self) -> list[str]:
        """The command line that continues the game: the claims and hints so far, and the time."""
        moves = ["--moves", "/".join(self.journal)] if self.journal else []
        return [*self.options.command(), *moves, "--clock", f"{self.now():g}"]

    def ending(self) -> str:
        """The result, and the command that resumes an unfinished game."""
        seconds = self.now() + self.options.penalty * self.mistakes
        lines = [
            f"  {self.word}s      {len(self.found)}; {plural(len(self.cards), 'card')} left on the table",
            f"  time      {seconds:g} s, {plural(self.mistakes, 'mistake')}",
        ]
        if not self.over:
            return "\n".join(["You left the game.", *lines, to_go_on(self.resume())])
        return "\n".join(
            [f"The game is over: no {self.word} is left." if not self.undealt else "You have them all.", *lines]
        )

    def summary(self) -> dict[str, Any]:
        """The result as a JSON object."""
        each = [{"set": digits_of(found.cards, self.notation), "seconds": found.seconds} for found in self.found]
        ordered = sorted(each, key=lambda found: float(str(found["seconds"])))
        return {
            **{"game": self.options.name, "seed": self.options.seed, "dimension": self.deck.d, "over": self.over},
            **{"seconds": self.now(), "penalties": self.options.penalty * self.mistakes, "sets": each},
            **{"mistakes": self.mistakes, "hints": self.hinted, "opponent": None, "mean_sets": None},
            **{"fastest": ordered[0] if each else None, "slowest": ordered[-1] if each else None},
            "expected_sets": fraction_text(expected_sets(self.deck, self.options.table)),
            **{"left": digits_of(self.cards, self.notation), "undealt": len(self.undealt)},
            "go_on": None if self.over else self.resume(),
        }


def _seconds(text: str) -> float:
    try:
        return float(text or 0)
    except ValueError:
        raise SpecError(f"{text!r} is not a time in seconds") from None


def expected_sets(deck: BinaryDeck, cards: int) -> Fraction:
    """The mean number of SETs among so many random cards.

    >>> expected_sets(find_deck("quads").deck, 10)
    Fraction(210, 61)
    """
    from math import comb

    if isinstance(deck, QuadDeck):
        d = deck.binary_dimension
        return Fraction(count_quads(d) * comb(cards, 4), comb(2**d, 4))
    ranks = range(min(cards, deck.d) + 1)
    sets = sum((2 ** (cards - rank) - 1) * count_of_rank(cards, rank, deck.d) for rank in ranks)
    return Fraction(sets, comb(len(deck), cards))
