"""Collections without a plane: their number, shipped or recomputed, and the evidence for it (A13, A14).

The counts come by Möbius inversion over the unions of planes. By inclusion and exclusion, a family of m planes with
the union U contributes (−1)^m times the number of collections that contain U. Families with the same union are added
up. With the coefficient

    c(U) = Σ (−1)^|F|  over the families F of planes whose union is exactly U,

the number of n-collections without a plane is Σ c(U) · C(3^d − |U|, n − |U|) over all unions U, including the empty one
with c = 1. Only unions of at most n cards matter, and unions of one orbit have the same coefficient. The compiled core
finds them; `setlab/reference/lines.py` defines its results.

`verify_planes` replays in half a minute the proof of the largest collection, and recounts a part of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.counting import count_affine_maps, count_cards, count_flats, mean_flats
from setlab.errors import RuleError, SpecError
from setlab.exact.evidence import Content, Progress, Recipe, no_progress, ranges
from setlab.exact.planes import blocking
from setlab.exact.planes.blocking import LargestPlaneFree, PlaneFreeClass, is_blocking, largest_plane_free
from setlab.geometry import CardSet, Space
from setlab.limits import PLANE_FREE

BEYOND_ORBITS = 3
UNIONS_AT_ONCE = 256


@dataclass(frozen=True)
class PlaneFree:
    """The number of n-collections without a plane, n = 0 … 3^d; None where it is not known.

    >>> table = exact_plane_free(2)
    >>> table.counts
    (1, 9, 36, 84, 126, 126, 84, 36, 9, 0)
    >>> table.probability(9), table.probability(8), table.largest
    (Fraction(1, 1), Fraction(0, 1), 8)
    """

    dimension: int
    counts: tuple[int | None, ...]

    def probability(self, cards: int) -> Fraction | None:
        """The probability that this many random cards contain a plane."""
        count = self.counts[cards]
        return None if count is None else 1 - Fraction(count, comb(len(self.counts) - 1, cards))

    def mean_given_one(self, cards: int) -> Fraction | None:
        """The mean number of planes in this many random cards, given that there is at least one.

        >>> round(float(exact_plane_free(4, 18).mean_given_one(18)), 7)
        1.000039
        """
        probability = self.probability(cards)
        return mean_flats(cards, 2, self.dimension) / probability if probability else None

    @property
    def largest(self) -> int:
        """The size of the largest collection without a plane: all later counts are 0."""
        return self.counts.index(0) - 1


def exact_plane_free(
    dimension: int = 4, until: int | None = None, *, from_above: int | None = None, threads: int | None = None
) -> PlaneFree:
    """The exact counts for n ≤ `until`, and zeros for all n that force a plane; None between.

    Without `until`, dimensions 2 and 3 are complete and dimension 4 goes to n = 36. With `from_above`, the counts for
    n ≥ `from_above` are added, from the complements, which are blocking sets: 54 takes a quarter of a minute, 53 one.

    >>> exact_plane_free(3).counts[18:22]
    (2944188, 846612, 120042, 0)
    >>> table = exact_plane_free(4, 9)
    >>> table.counts[9] == comb(81, 9) - 1170, table.counts[10], table.counts[54:56]
    (True, None, (None, 0))
    """
    _check_dimension(dimension)
    cards = count_cards(dimension)
    until = min(cards, 36) if until is None else until
    if not 0 <= until <= cards:
        raise SpecError(f"a table to {until} cards is not possible: the deck has {cards}")
    counts = fill_table(cards, coefficient_totals(dimension, until, threads=threads))
    if until < cards:
        largest = largest_plane_free(dimension).size
        counts[largest + 1 :] = [0] * (cards - largest)
        for n in range(max(until + 1, cards if from_above is None else from_above), largest + 1):
            counts[n] = blocking.count_blocking_sets(cards - n, dimension)
    return PlaneFree(dimension, tuple(counts))


def coefficient_totals(dimension: int, largest: int, *, threads: int | None = None) -> list[int]:
    """The sum of the coefficients of all unions of s cards, for s = 0 … largest.

    Orbits are distinguished up to a few cards below the largest. Beyond that size it is faster to meet some unions
    several times, each time weighted by the right fraction.

    >>> coefficient_totals(3, 18)
    [1, 0, 0, 0, 0, 0, 0, 0, 0, -39, 0, 0, 0, 0, 0, 702, 0, 0, -897]
    """
    from setlab import _core

    above = max(0, largest - BEYOND_ORBITS)
    masks, images, coefficients = _core.plane_unions(dimension, above)
    totals = [Fraction(0)] * (largest + 1)
    for words, image, coefficient in zip(masks.tolist(), images.tolist(), coefficients.tolist(), strict=True):
        totals[sum(map(int.bit_count, words))] += image * coefficient
    for start in range(0, len(masks), UNIONS_AT_ONCE):
        part = slice(start, start + UNIONS_AT_ONCE)
        columns = _core.sum_plane_unions(dimension, masks[part], images[part], above, largest, threads=threads)
        for size, denominator, total in zip(*(column.tolist() for column in columns), strict=True):
            totals[size] += Fraction(total, denominator)
    assert all(total.denominator == 1 for total in totals)
    return [total.numerator for total in totals]


def fill_table(cards: int, totals: Sequence[int]) -> list[int | None]:
    """The counts by n that follow from the totals by size; None beyond the last size.

    >>> fill_table(9, [1, 0, 0, 0, 0, 0, 0, 0, 0, -1])
    [1, 9, 36, 84, 126, 126, 84, 36, 9, 0]
    """
    counts: list[int | None] = [
        sum(total * comb(cards - size, n - size) for size, total in enumerate(totals[: n + 1]))
        for n in range(len(totals))
    ]
    return counts + [None] * (cards + 1 - len(counts))


def _check_dimension(dimension: int) -> None:
    if dimension not in PLANE_FREE:
        raise SpecError(f"planes in dimension {dimension} are not counted: choose 2, 3 or 4")


SHIPPED = 4
REACHED = (40, 53)
"""The collections of AG(4,3) without a plane are counted for n up to the first of these, and from the second on."""


@dataclass(frozen=True)
class Planes:
    """The counts by n, a largest collection without a plane, and a proof in words that none is larger."""

    table: PlaneFree
    largest: CardSet
    proof: str

    @property
    def dimension(self) -> int:
        """The number of properties."""
        return self.table.dimension

    @property
    def size(self) -> int:
        """The number of cards in the largest collection without a plane."""
        return len(self.largest)


@checked
def exact_planes(dimension: int = 4, recompute: bool = False, report: Progress = no_progress) -> Planes:
    """The collections of n cards of AG(d,3) without a plane, d = 2, 3, 4: read, or recomputed and compared.

    >>> known = exact_planes(4)
    >>> len(known.largest), known.table.counts[9]
    (54, 260887833180)
    """
    _check_dimension(dimension)
    if dimension == SHIPPED:
        return from_content(RECIPE.content(recompute, report))
    return from_content(compute_planes(dimension, report))


RECIPE = Recipe(f"planes-{SHIPPED}", lambda report: compute_planes(SHIPPED, report), "setlab exact planes --recompute")
"""The recipe of the shipped table."""


def compute_planes(dimension: int, report: Progress = no_progress) -> Content:
    """The counts by Möbius inversion, and the largest collection by a search for the smallest blocking set."""
    report("the largest collection without a plane", 0.01)
    largest = largest_plane_free(dimension)
    report("unions of planes, some minutes", 0.05)
    until, from_above = REACHED if dimension == SHIPPED else (None, None)
    counts = exact_plane_free(dimension, until, from_above=from_above).counts
    proof = _proof(len(counts) - 1 - largest.size, largest)
    texts = [None if count is None else str(count) for count in counts]
    return {"dimension": dimension, "counts": texts, "largest": sorted(largest.cards), "proof": proof}


def _proof(outside: int, largest: LargestPlaneFree) -> str:
    """The searches in words; the last one found the cards that meet every plane."""
    searched = [search for search in largest.searches if search.proves_none and search.pairs]
    done = [f"{search.size} cards ({search.pairs:,} case{'s' * (search.pairs != 1)})" for search in searched]
    words = f"the {outside} other card{'s meet' if outside > 1 else ' meets'} every plane, and fewer cannot"
    return f"{words}: searched for {', '.join(done)}, below by counting pairs" if done else words


def from_content(content: Content) -> Planes:
    """The table as a value."""
    dimension = content["dimension"]
    counts = tuple(None if text is None else int(text) for text in content["counts"])
    return Planes(PlaneFree(dimension, counts), CardSet(content["largest"], Space(dimension)), content["proof"])


QUICK = 36
"""`verify_planes` recounts the collections of AG(4,3) up to this n: three seconds; n = 40 takes five minutes."""

MOBIUS = "inclusion and exclusion over the unions of planes"
SEARCH = "listing the sets of cards outside that meet every plane"


@dataclass(frozen=True)
class VerifiedPlanes:
    """The classes of the largest collections without a plane, and the evidence for each claim."""

    classes: tuple[PlaneFreeClass, ...]
    evidence: tuple[Evidence, ...]


def verify_planes(known: Planes, recomputed: bool = False, report: Progress = no_progress) -> VerifiedPlanes:
    """Replay the proof of the largest collection, list its classes, and recount the table as far as it takes seconds.

    If the whole table has been `recomputed`, it is not counted again.

    >>> found = verify_planes(exact_planes(3))
    >>> [one.collections for one in found.classes], [each.how for each in found.evidence]
    ([6318, 37908, 75816], ['replayed', 'replayed', 'computed'])
    """
    report("the largest collection without a plane", 0.02)
    largest = _replay_largest(known)
    report("its classes under the symmetries", 0.2)
    classes = _replay_classes(known)
    report("counts", 0.8)
    again = known.dimension == SHIPPED and not recomputed
    counts = _recount(known) if again else evidence_of_planes(known, recomputed)[1:]
    return VerifiedPlanes(classes, (largest, _evidence_of(classes, known), *counts))


def evidence_of_planes(known: Planes, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the table and the largest collection when nothing is verified."""
    claims = _largest_claim(known), f"plane_free, n = {_known_cards(known)}"
    if known.dimension != SHIPPED:
        return Evidence(claims[0], "computed", known.proof), Evidence(claims[1], "computed", MOBIUS)
    if not recomputed:
        return tuple(map(RECIPE.evidence, claims))
    return (
        Evidence(_largest_claim(known), "recomputed", known.proof),
        Evidence(f"plane_free, n = {_known_cards(known, most=known.size - 2)}", "recomputed", MOBIUS),
        Evidence(f"plane_free, n = {known.size - 1}, {known.size}", "recomputed", SEARCH),
    )


def _replay_largest(known: Planes) -> Evidence:
    outside = known.largest.complement()
    found = largest_plane_free(known.dimension)
    if not is_blocking(outside) or found.size != known.size:
        raise RuleError(f"{found.size} cards can be without a plane, but {known.size} are claimed: please report it")
    planes = f"{count_flats(2, known.dimension):,}"
    seen = f"planes with one of the {len(outside)} cards outside: {planes} of {planes}"
    return Evidence(_largest_claim(known), "replayed", f"{seen}; {_search_words(found)}")


def _search_words(found: LargestPlaneFree) -> str:
    """The sizes that were excluded, and the methods."""
    none = [search for search in found.searches if search.proves_none]
    if not none:
        return "with all cards the plane is whole"
    tried = [f"{search.size} cards, {search.pairs:,} pairs of sections" for search in none if search.pairs]
    most = max(search.size for search in none if not search.pairs)
    return f"sets of {' and of '.join(tried)}, searched, and none found; {most} and fewer excluded by counting"


def _replay_classes(known: Planes) -> tuple[PlaneFreeClass, ...]:
    classes = blocking.plane_free_classes(known.size, known.dimension)
    members = sum(one.collections for one in classes)
    if members != known.table.counts[known.size]:
        raise RuleError(f"{members} collections of {known.size} cards contain no plane, another number is claimed")
    return classes


def _evidence_of(classes: tuple[PlaneFreeClass, ...], known: Planes) -> Evidence:
    members = sum(one.collections for one in classes)
    alike = "one class" if len(classes) == 1 else f"{len(classes)} classes"
    claim = (
        f"the {members:,} collections of {known.size} cards without a plane are {alike} under AGL({known.dimension},3)"
    )
    maps = count_affine_maps(known.dimension)
    orders = " + ".join(f"{maps:,} / {one.symmetries}" for one in classes)
    counted = "were listed" if known.dimension == 2 else "were counted direction by direction"
    return Evidence(claim, "replayed", f"{SEARCH}; {orders} = {members:,}, as many as {counted}")


def _recount(known: Planes) -> tuple[Evidence, ...]:
    if exact_plane_free(known.dimension, QUICK).counts[: QUICK + 1] != known.table.counts[: QUICK + 1]:
        raise RuleError(f"the counts for n ≤ {QUICK} as computed differ from {RECIPE.path}: please report it")
    rest = [n for n, count in enumerate(known.table.counts) if count is not None and QUICK < n < known.size]
    counted = Evidence(f"plane_free, n = 0 – {QUICK}", "recomputed", MOBIUS)
    return counted, RECIPE.evidence(f"plane_free, n = {ranges(rest)}")


def _known_cards(known: Planes, most: int | None = None) -> str:
    last = known.size if most is None else most
    return ranges(n for n, count in enumerate(known.table.counts[: last + 1]) if count is not None)


def _largest_claim(known: Planes) -> str:
    deck = count_cards(known.dimension)
    return f"{known.size} of {deck} cards can be without a plane, {known.size + 1} cannot"
