"""For every n a collection of AG(4,3) with few SETs, and the simplest proof that none has fewer: half a minute.

The proofs are tried in this order: nothing to prove; sections with weights; one card less; sections with weights after
an exhaustive search of some sections. Where all fail, the best lower bound is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setlab.exact.extremes.bounds import Weights, deletion_bound, margin, possible_sizes
from setlab.exact.extremes.proofs import Fewest, Proof
from setlab.exact.extremes.walk import walk
from setlab.exact.extremes.witness import few_lines
from setlab.exact.sections import Sizes
from setlab.exact.shipped import Content, Report, silent
from setlab.geometry.batch import count_lines

DIMENSION = 4
LARGEST_WEIGHT = 8
LARGEST_SEARCHED = 4
"""A direction is searched when one of its sections has at most this many cards: then the search takes seconds."""


def find_weights(
    n: int, limit: int, possible: Sequence[Sizes], fewest: Sequence[int], dimension: int = DIMENSION
) -> Weights | None:
    """The smallest weights that prove more than `limit` SETs for directions of these sizes, or None.

    Six cards of a plane with at most two SETs have a direction with sections 3, 3, 0:

    >>> find_weights(6, 2, [(2, 2, 2), (3, 2, 1)], [0, 0, 0, 1], 2)
    Weights(pairs=1, triples=-1, lines=0)
    """

    def gain(weights: Weights) -> int:
        return margin(n, limit, weights, possible, fewest, dimension)

    for largest in range(LARGEST_WEIGHT + 1):
        for triples, lines in _weights_up_to(largest):
            # With two weights fixed the margin is a concave function of the third.
            low, high = -100 * max(1, largest), 100 * max(1, largest)
            while low < high:
                middle = (low + high) // 2
                rising = gain(Weights(middle, triples, lines)) < gain(Weights(middle + 1, triples, lines))
                low, high = (middle + 1, high) if rising else (low, middle)
            if gain(Weights(low, triples, lines)) > 0:
                return Weights(low, triples, lines) if largest else Weights(low // abs(low), 0, 0)
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


def compute_extremes(report: Report = silent) -> Content:
    """The collections and proofs of all n, as the content of the data file."""
    rows = []
    for known in settle():
        report(f"{known.proof.n} cards", known.proof.n / 3**DIMENSION)
        rows.append(known.to_json())
    return {"dimension": DIMENSION, "fewest": rows}
