"""The programs of figures 4 to 8, with the list functions of Mathematica that they use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

Card = tuple[int, ...]


def make_table(names: Sequence[str], iterators: Sequence[str], values: Sequence[int]) -> list[Any]:
    """`Table[{i, j, …}, {i, …}, {j, …}, …]`: nested lists, one level per iterator.

    If two iterators have the same name, the inner one gives the value.

    >>> make_table(("i", "j"), ("i", "j"), (1, 2))
    [[(1, 1), (1, 2)], [(2, 1), (2, 2)]]
    >>> make_table(("i",), ("i", "i"), (1, 2))
    [[(1,), (2,)], [(1,), (2,)]]
    """
    lists: list[Any] = _nested(names, iterators, values, {})
    return lists


def flatten(lists: Sequence[Any], levels: int) -> list[Any]:
    """`Flatten[list, n]`: the outermost n + 1 levels become one.

    >>> flatten([[[1], [2]], [[3], [4]]], 1)
    [[1], [2], [3], [4]]
    """
    return list(lists) if levels == 0 else [entry for part in flatten(lists, levels - 1) for entry in part]


def deck_of(data: Mapping[str, Any], flattened: int) -> list[Any]:
    """The list that a printed `Table` makes, flattened by the given number of levels."""
    values = range(data["from"], data["to"] + 1)
    return flatten(make_table(data["card"], data["iterators"], values), flattened)


@cache
def is_set(a: Card, b: Card, c: Card) -> bool:
    """`IsSet`: `Max[Mod[c1 + c2 + c3, 3]] == 0`.

    >>> is_set((1, 1), (1, 2), (1, 3)), is_set((1, 1), (1, 2), (2, 3))
    (True, False)
    """
    return max((x + y + z) % 3 for x, y, z in zip(a, b, c, strict=True)) == 0


def find_set(cards: Sequence[Card], rank: int = 0) -> tuple[int, tuple[Card, ...]]:
    """`FindSet`: the number of SETs among the cards, and the SET that `RandomChoice` returns if it draws this rank.

    >>> find_set([(1, 1), (1, 2), (1, 3), (2, 2)])
    (1, ((1, 1), (1, 2), (1, 3)))
    >>> find_set([(1, 1), (1, 2), (2, 2)])
    (0, ())
    """
    found = [triple for triple in combinations(cards, 3) if is_set(*triple)]
    return (len(found), found[rank]) if found else (0, ())


def _nested(names: Sequence[str], iterators: Sequence[str], values: Sequence[int], bound: Mapping[str, int]) -> Any:
    if not iterators:
        return tuple(bound[name] for name in names)
    return [_nested(names, iterators[1:], values, {**bound, iterators[0]: value}) for value in values]
