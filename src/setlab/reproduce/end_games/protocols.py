"""The printed program, and the protocols of play that fit its tables (C2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import inf, log10

from setlab.reproduce.evidence import level
from setlab.reproduce.judgement import decimal_mark
from setlab.reproduce.register import never
from setlab.sources import find_claim
from setlab.stats import compare_samples, read_printed

Card = tuple[int, ...]
Board = list[Card]


def is_it_a_set(x: Sequence[Card], d: int, n: int) -> int:
    """1 if the n cards have one value or n values at each of d positions; otherwise 0.

    >>> is_it_a_set([(0, 1), (1, 1), (2, 1)], 2, 3), is_it_a_set([(0, 1), (1, 1), (2, 2)], 2, 3)
    (1, 0)
    """
    return int(all(len({card[position] for card in x}) in (1, n) for position in range(d)))


def find_sets_on_the_board(
    board: Board, completed_sets: list[Board], d: int, n: int, order: Iterable[Sequence[Card]] | None = None
) -> tuple[Board, list[Board]]:
    """The board without the first SET, and the completed SETs with it; both unchanged if there is no SET.

    Combinations are tried in the given order, by default in the order of the board.

    >>> find_sets_on_the_board([(0,), (1,), (1,), (2,)], [], 1, 3)
    ([(1,)], [[(0,), (1,), (2,)]])
    """
    for cards in combinations(board, n) if order is None else order:
        if is_it_a_set(cards, d, n):
            kept = list(board)
            for card in cards:
                kept.remove(card)
            return kept, [*completed_sets, list(cards)]
    return board, completed_sets


def lets_play_set(deck: Sequence[Card], d: int, n: int, start: int, searches: int) -> tuple[Board, list[Board]]:
    """The cards left of a shuffled deck, and the SETs found, if the first SET is taken each time.

    The game begins with `start` cards; n more are dealt after every search. `searches` searches follow the last deal.

    >>> lets_play_set([(0,), (1,), (2,)], 1, 3, start=3, searches=1)
    ([], [[(0,), (1,), (2,)]])
    """
    board, undealt, found = list(deck[:start]), list(deck[start:]), list[Board]()
    while undealt:
        board, found = find_sets_on_the_board(board, found, d, n)
        board, undealt = board + undealt[:n], undealt[n:]
    for _ in range(searches):
        board, found = find_sets_on_the_board(board, found, d, n)
    return board, found


CHOICES = ("first", "random")
STARTS = (3, 6, 9, 12, 15, 18)
DIMENSIONS = (3, 4, 5)
SEARCHES = range(7)
"""The numbers of last searches; the engine makes six, from which the results of fewer follow."""

MOST_SEARCHES = SEARCHES[-1]
ALWAYS, STANDARD = "always-three", "standard"
SEED = 5

Ends = Mapping[tuple[int, int], int]
"""The number of games by cards left and by SETs taken in the last searches."""


@dataclass(frozen=True)
class Protocol:
    """A protocol; `searches` is None if the last searches go on until no SET is found."""

    choice: str
    start: int
    refill: str
    searches: int | None


@dataclass(frozen=True)
class Fit:
    """The fit of a protocol to a printed table: the logarithm to base ten of the p value of their comparison.

    It is −∞ if the table contains a number of cards that the protocol cannot leave, and None if it is not known.
    """

    protocol: Protocol
    log10_p: float | None

    @property
    def excluded(self) -> bool:
        """True if the p value is below the level of one protocol."""
        return self.log10_p is not None and self.log10_p < log10(protocol_level())


@cache
def family() -> tuple[Protocol, ...]:
    """All protocols of the family.

    >>> len(family())
    108
    """
    ways = [(ALWAYS, searches) for searches in (*SEARCHES, None)] + [(STANDARD, None)]
    return tuple(Protocol(choice, start, *way) for choice in CHOICES for start in STARTS for way in ways)


def protocol_level() -> float:
    """The level at which a protocol is excluded: all protocols and tables share the level of one comparison."""
    return level(len(family()) * len(DIMENSIONS))


def survey(dimension: int, games: int, seed: int = SEED, stopped: Callable[[], bool] = never) -> tuple[Fit, ...]:
    """The fit of every protocol of the family to the printed table of a dimension, from n games of each."""
    printed = printed_counts(dimension)
    return tuple(_fits(dimension, int(games), seed, printed, stopped))


def printed_counts(dimension: int) -> dict[int, int]:
    """The printed table of a dimension: the number of games by cards left.

    >>> sum(printed_counts(3).values())
    100000
    """
    texts = find_claim(f"C3.d{dimension}").numbers()
    return {left: int(read_printed(text, decimal_mark(text)).value) for left, text in texts.items()}


def remaining(fits: Sequence[Fit]) -> tuple[Protocol, ...]:
    """The protocols that are not excluded."""
    return tuple(fit.protocol for fit in fits if not fit.excluded)


def fitting_all(left: Mapping[int, Sequence[Protocol]]) -> str:
    """The protocols that remain in every dimension, with the same start in all or with n·d cards first."""
    common = [protocol for protocol in family() if all(protocol in some for some in left.values())]
    growing = [n for n in SEARCHES if all(Protocol("first", 3 * d, ALWAYS, n) in some for d, some in left.items())]
    also = f"; and n·d cards first with {_list_text(growing)} last searches" if growing else ""
    return described(common) + also


def best(fits: Sequence[Fit], choice: str) -> Fit:
    """The best fit among the protocols with a given choice."""
    return max((fit for fit in fits if fit.protocol.choice == choice), key=lambda fit: fit.log10_p or 0.0)


def leftovers(ends: Ends, searches: int | None) -> dict[int, int] | None:
    """The number of games by cards left after n last searches; None if six searches do not determine it.

    >>> leftovers({(6, 2): 10, (0, 4): 5}, searches=1)
    {9: 15}
    """
    counts: Counter[int] = Counter()
    for (left, taken), number in ends.items():
        if searches is None and taken == MOST_SEARCHES and left > 3:
            return None
        counts[_left_after(left, taken, searches)] += number
    return dict(sorted(counts.items()))


def described(protocols: Sequence[Protocol]) -> str:
    """Protocols in words; those that differ only in the start or in the number of last searches are grouped.

    >>> described([Protocol("first", 9, ALWAYS, 5), Protocol("first", 9, ALWAYS, 6)])
    'first SET, three cards after every search: start 9 with 5 or 6 last searches'
    """
    groups: dict[tuple[str, str], dict[tuple[int | None, ...], list[int]]] = {}
    for choice, refill in dict.fromkeys((p.choice, p.refill) for p in protocols):
        mine = [p for p in protocols if (p.choice, p.refill) == (choice, refill)]
        for start in dict.fromkeys(p.start for p in mine):
            ends = tuple(p.searches for p in mine if p.start == start)
            groups.setdefault((choice, refill), {}).setdefault(ends, []).append(start)
    return "; ".join(_group(*key, parts) for key, parts in groups.items()) or "none"


@cache
def play_all(dimension: int, choice: str, start: int, refill: str, games: int, seed: int) -> Ends:
    """Play games of a protocol with six last searches, or with the standard refill until no SET is left."""
    import numpy as np

    from setlab import _core

    cards = 3**dimension
    rows = _core.play_endgame_trials(
        seed,
        0,
        games,
        dimension=dimension,
        values=3,
        deck=np.arange(cards, dtype=np.uint16),
        dealt=cards,
        table=start,
        choice=choice,
        refill=refill,
    )
    # With three cards after every search, each search before the deck is empty is a turn, whatever it finds.
    before = -(-(cards - start) // 3)
    taken = rows[:, 3] - before if refill == ALWAYS else np.zeros_like(rows[:, 3])
    pairs, games_of = np.unique(np.column_stack((rows[:, 0], taken)), axis=0, return_counts=True)
    return {(left, last): number for (left, last), number in zip(pairs.tolist(), games_of.tolist(), strict=True)}


def _fits(
    dimension: int, games: int, seed: int, printed: Mapping[int, int], stopped: Callable[[], bool]
) -> Iterator[Fit]:
    for protocol in family():
        if stopped():
            raise KeyboardInterrupt
        ends = play_all(dimension, protocol.choice, protocol.start, protocol.refill, games, seed)
        yield Fit(protocol, _log10_p(leftovers(ends, protocol.searches), protocol, printed))


def _log10_p(ours: Mapping[int, int] | None, protocol: Protocol, printed: Mapping[int, int]) -> float | None:
    """Three cards cannot be left if the searches go on until no SET is found: see `zero_sums`."""
    if protocol.searches is None and printed.get(3):
        return -inf
    return None if ours is None else compare_samples(ours, printed).log10_p


def _left_after(left: int, taken: int, searches: int | None) -> int:
    """The cards left after fewer searches; without a limit, three cards left would be one more SET."""
    if searches is None:
        return 0 if left == 3 else left
    return left + 3 * max(taken - searches, 0)


def _group(choice: str, refill: str, parts: Mapping[tuple[int | None, ...], Sequence[int]]) -> str:
    when = "three cards after every search" if refill == ALWAYS else "standard refill"
    texts = [f"start {_list_text(starts)}{_ending(refill, ends)}" for ends, starts in parts.items()]
    return f"{choice} SET, {when}: {', '.join(texts)}"


def _ending(refill: str, ends: Sequence[int | None]) -> str:
    if refill == STANDARD:
        return ""
    numbers = [end for end in ends if end is not None]
    words = [f"{_list_text(numbers)} last searches"] * bool(numbers) + ["searches until no SET is found"] * (
        None in ends
    )
    return f" with {' or '.join(words)}"


def _list_text(numbers: Sequence[int]) -> str:
    """Numbers in words, such as 1, 2 or 3."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last
