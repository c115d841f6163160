"""The formulas for quads and dots, and the proof that the first n cards have the most."""

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.counting.binary import (
    count_dotted_sets,
    count_of_rank,
    count_quads,
    most_lines,
    most_quads,
    sets_by_rank,
)
from setlab.errors import SpecError
from setlab.geometry.binary import rank_of, sum_of

Sizes = tuple[int, int, int, int]


def zero_sums(parts: list[set[int]]) -> int:
    """The number of ways to choose an element of each of four sets with the sum zero."""
    a, b, c, d = parts
    left, right = Counter(x ^ y for x, y in product(a, b)), Counter(x ^ y for x, y in product(c, d))
    return sum(number * right[total] for total, number in left.items())


def quads_in(cards: tuple[int, ...] | range) -> int:
    members = set(cards)
    return sum(1 for a, b, c in combinations(cards, 3) if a ^ b ^ c in members) // 4


def lines_in(cards: tuple[int, ...] | range) -> int:
    members = set(cards)
    return sum(1 for a, b in combinations(cards, 2) if a ^ b in members) // 3


@pytest.mark.parametrize("d", [2, 3, 4, 6])
def test_numbers_of_quads_and_sets(d: int) -> None:
    assert count_quads(d) == quads_in(range(2**d))
    assert count_dotted_sets(3, d) == lines_in(range(1, 2**d))


@pytest.mark.parametrize("d", [2, 3, 4, 6])
def test_sets_with_dots_are_the_words_of_the_hamming_code(d: int) -> None:
    """By MacWilliams from the dual code, whose words but zero have weight 2^(d−1)."""
    n, half = 2**d - 1, 2 ** (d - 1)
    for k in range(3, n + 1):
        krawtchouk = sum((-1) ** j * comb(half, j) * comb(n - half, k - j) for j in range(k + 1))
        assert count_dotted_sets(k, d) * 2**d == comb(n, k) + n * krawtchouk


def test_ranks_by_looking() -> None:
    for n in range(8):
        found = Counter(map(rank_of, combinations(range(1, 16), n)))
        assert found == Counter({r: count_of_rank(n, r, 4) for r in range(5) if count_of_rank(n, r, 4)})
        assert dict(sets_by_rank(n, 4)) == {2 ** (n - r) - 1: number for r, number in found.items()}


@pytest.mark.parametrize("n", range(40))
def test_the_formulas_count_the_first_cards(n: int) -> None:
    assert most_quads(n) == quads_in(range(n))
    assert most_lines(n) == lines_in(range(1, n + 1))


def test_the_most_by_looking_at_all_collections_of_four_dimensions() -> None:
    most: Counter[int] = Counter()
    lines: Counter[int] = Counter()
    fours = [sum(1 << x for x in four) for four in combinations(range(16), 4) if sum_of(four) == 0]
    threes = [sum(1 << x for x in three) for three in combinations(range(1, 16), 3) if sum_of(three) == 0]
    for word in range(1 << 16):
        n = word.bit_count()
        most[n] = max(most[n], sum(word & four == four for four in fours))
        if not word & 1:
            lines[n] = max(lines[n], sum(word & three == three for three in threes))
    assert [most[n] for n in range(17)] == [most_quads(n) for n in range(17)]
    assert [lines[n] for n in range(16)] == [most_lines(n) for n in range(16)]


# The proof of docs/quads.md: four sets of given sizes have the most zero sums if they are the first elements.


def test_the_base_of_the_proof_in_two_dimensions() -> None:
    subsets = [{x for x in range(4) if word >> x & 1} for word in range(16)]
    for parts in product(subsets, repeat=4):
        assert zero_sums(list(parts)) <= zero_sums([set(range(len(part))) for part in parts])


sets = st.sets(st.integers(0, 31))


@settings(max_examples=300)
@given(st.tuples(sets, sets, sets, sets))
def test_first_elements_have_the_most_zero_sums(parts: tuple[set[int], ...]) -> None:
    assert zero_sums(list(parts)) <= zero_sums([set(range(len(part))) for part in parts])


@pytest.mark.parametrize("d", [3, 4])
def test_the_one_exception_of_the_compression_is_no_better(d: int) -> None:
    """Sets that no compression changes are first elements, or H − u + v: half the space with one element exchanged."""
    half = 2 ** (d - 1)
    exchanged = set(range(half - 1)) | {half}
    kinds = [set(range(n)) for n in range(0, 2 * half + 1, d - 2)] + [exchanged]
    for others in product(kinds, repeat=3):
        first = [set(range(len(part))) for part in (exchanged, *others)]
        assert zero_sums([exchanged, *others]) <= zero_sums(first)


def compressed(cards: set[int], bit: int, d: int) -> set[int]:
    """Both halves of a set, by one coordinate, replaced by the first elements of the half."""
    halves = [[x for x in range(2**d) if (x >> bit & 1) == side] for side in (0, 1)]
    return {x for half in halves for x in half[: len(cards & set(half))]}


def test_the_sets_that_no_compression_changes() -> None:
    for d in (3, 4):
        half = 2 ** (d - 1)
        kept = [
            cards
            for word in range(1 << 2**d)
            if all(compressed(cards := {x for x in range(2**d) if word >> x & 1}, bit, d) == cards for bit in range(d))
        ]
        first = [set(range(n)) for n in range(2**d + 1)]
        assert sorted(map(sorted, kept)) == sorted(map(sorted, [*first, set(range(half - 1)) | {half}]))


def test_what_is_refused() -> None:
    with pytest.raises(SpecError, match="-1 is not a number of cards"):
        most_quads(-1)
    with pytest.raises(SpecError, match="99 is not a number of cards: choose 0 to 63"):
        count_dotted_sets(99)
    with pytest.raises(SpecError, match="dimension 40 is out of range"):
        count_quads(40)
