"""For every n a collection of AG(4,3) with few SETs, and the simplest proof that none has fewer: half a minute.

The collections are constructed. The proofs are tried in this order: nothing to prove; sections with weights; one card
less; sections with weights after an exhaustive search of some sections. Where all fail, the best lower bound is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from setlab.exact.evidence import Content, Progress, no_progress
from setlab.exact.extremes import bounds
from setlab.exact.extremes.bounds import (
    DirectionWeights,
    Fewest,
    Proof,
    Sizes,
    Walk,
    deletion_bound,
    join_sections,
    possible_sizes,
    walk,
)
from setlab.geometry import Space
from setlab.geometry.batch import count_lines
from setlab.geometry.space import elliptic_quadric

DIMENSION = 4
LARGEST_WEIGHT = 8
LARGEST_SEARCHED = 4
"""A direction is searched when one of its sections has at most this many cards: then the search takes seconds."""


def find_weights(
    n: int, limit: int, possible: Sequence[Sizes], fewest: Sequence[int], dimension: int = DIMENSION
) -> DirectionWeights | None:
    """The smallest weights that prove more than `limit` SETs for directions of these sizes, or None.

    Six cards of a plane with at most two SETs have a direction with sections 3, 3, 0:

    >>> find_weights(6, 2, [(2, 2, 2), (3, 2, 1)], [0, 0, 0, 1], 2)
    DirectionWeights(pairs=1, triples=-1, lines=0)
    """

    def gain(*weights: int) -> int:
        return bounds.margin(n, limit, DirectionWeights(*weights), possible, fewest, dimension)

    for largest in range(LARGEST_WEIGHT + 1):
        for triples, lines in _weights_up_to(largest):
            # With two weights fixed the margin is a concave function of the third.
            low, high = -100 * max(1, largest), 100 * max(1, largest)
            while low < high:
                middle = (low + high) // 2
                rising = gain(middle, triples, lines) < gain(middle + 1, triples, lines)
                low, high = (middle + 1, high) if rising else (low, middle)
            if gain(low, triples, lines) > 0:
                return DirectionWeights(low, triples, lines) if largest else DirectionWeights(low // abs(low), 0, 0)
    return None


def _weights_up_to(largest: int) -> Iterator[tuple[int, int]]:
    """Weights of triples and lines of which the greater is `largest`."""
    for lines in range(largest + 1):
        for triples in range(largest + 1) if lines == largest else (largest,):
            yield -triples, lines


def prove_by_sections(n: int, lines: int, fewest: Sequence[int]) -> Proof | None:
    """A proof by weights, without a search."""
    possible = possible_sizes(n, lines - 1, fewest, DIMENSION)
    weights = find_weights(n, lines - 1, possible, fewest) if possible else None
    return Proof(n, lines, "sections", weights) if weights or not possible else None


def prove_by_search(n: int, lines: int, fewest: Sequence[int]) -> Proof | None:
    """A proof by weights after a search of as few directions as possible; the search is run."""
    possible = possible_sizes(n, lines - 1, fewest, DIMENSION)
    kept = [sizes for sizes in possible if sizes[2] > LARGEST_SEARCHED]
    if find_weights(n, lines - 1, kept, fewest) is None:
        return None
    searched = []
    for sizes in sorted(set(possible) - set(kept), key=lambda sizes: (-sizes[2] - sizes[1], sizes)):
        if find_weights(n, lines - 1, [*kept, sizes], fewest):
            kept.append(sizes)
        else:
            searched.append(sizes)
    proof = Proof(n, lines, "sections", find_weights(n, lines - 1, kept, fewest), tuple(sorted(searched)))
    return proof if proof.searches_hold(DIMENSION) else None


def prove(n: int, lines: int, fewer: int, fewest: Sequence[int]) -> Proof:
    """The simplest proof that n cards have at least `lines` SETs, or the bound from one card less."""
    if lines == 0:
        return Proof(n, 0, "zero")
    by_deletion = Proof(n, deletion_bound(n, fewer), "deletion")
    proof = prove_by_sections(n, lines, fewest)
    if proof is None and by_deletion.lines < lines:
        proof = prove_by_search(n, lines, fewest)
    return proof or by_deletion


def settle() -> Iterator[Fewest]:
    """The collections and proofs for n = 0 … 81 cards, in this order."""
    hyperplane = walk(DIMENSION - 1)
    fewer = 0
    for n in range(3**DIMENSION + 1):
        mask = few_lines(n, hyperplane)
        [lines] = count_lines([mask]).tolist()
        proof = prove(n, lines, fewer, hyperplane.fewest)
        fewer = proof.lines
        yield Fewest(lines, mask, proof)


def compute_extremes(report: Progress = no_progress) -> Content:
    """The collections and proofs of all n, as the content of the data file."""
    rows = []
    for known in settle():
        report(f"{known.proof.n} cards", known.proof.n / 3**DIMENSION)
        rows.append(known.to_json())
    return {"dimension": DIMENSION, "fewest": rows}


SPACE = Space(4)
HYPERPLANE = 27


def few_lines(n: int, hyperplane: Walk) -> int:
    """The mask with the fewest SETs among the constructions of this module.

    >>> from setlab.exact.extremes.bounds import walk
    >>> count_lines(few_lines(n, walk(3)) for n in (20, 27, 36, 54)).tolist()
    [0, 9, 48, 234]
    """
    masks = [*_from_cap(n), *_from_cylinder(n), *_from_two_hyperplanes(n, hyperplane), *_outside_most(n, hyperplane)]
    return min(zip(count_lines(masks).tolist(), masks, strict=True))[1]


def _from_cap(n: int) -> list[int]:
    """n cards of the elliptic quadric, which contains no SET."""
    cap = elliptic_quadric()
    return [_mask(cap[:n])] if n <= len(cap) else []


def _from_cylinder(n: int) -> list[int]:
    """The 27 cards with x₄ = x₁² + x₂², with cards removed or added one by one, greedily.

    Three cards A, A + v, A + 2v lie on it only if v₁² + v₂² = 0 (add up x₁² + x₂² over them). Then v₁ = v₂ = 0, so that
    the only SETs are the nine in direction (0,0,1,0). They are disjoint: each card removed destroys one SET.
    """
    cards = {card for card in SPACE if _on_cylinder(SPACE.coordinates(card))}
    while len(cards) > n:
        cards.remove(max(cards, key=lambda card: (_lines_through(card, cards), card)))
    while len(cards) < n:
        cards.add(min(set(SPACE) - cards, key=lambda card: (_lines_through(card, cards), card)))
    return [_mask(cards)]


def _on_cylinder(x: tuple[int, ...]) -> bool:
    return x[3] == (x[0] * x[0] + x[1] * x[1]) % 3


def _lines_through(card: int, cards: set[int]) -> int:
    """The number of SETs that a card forms with two other cards of the collection."""
    return sum(SPACE.third(card, other) in cards for other in cards if other != card) // 2


def _from_two_hyperplanes(n: int, hyperplane: Walk) -> list[int]:
    """Two parallel sections with the fewest SETs each, and an empty third: no SET meets all three sections."""
    sizes = ((a, n - a) for a in range(HYPERPLANE + 1) if 0 <= n - a <= a)
    return [join_sections((hyperplane.fewest_in[a], hyperplane.fewest_in[b], 0), 3) for a, b in sizes]


def _outside_most(n: int, hyperplane: Walk) -> list[int]:
    """The complement of the cards of a hyperplane that have the most SETs."""
    out = len(SPACE) - n
    return [(1 << len(SPACE)) - 1 - hyperplane.most_in[out]] if out <= HYPERPLANE else []


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
