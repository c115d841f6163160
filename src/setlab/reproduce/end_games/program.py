"""The program of the study, as its text describes it: lists of cards, combinations, a board that closes up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

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
