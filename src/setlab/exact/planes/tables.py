"""Collections without a plane: the counts and the largest collection, shipped or recomputed, with evidence (A13, A14).

`verify_planes` replays in half a minute the proof of the largest collection, and recounts a part of the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.counting import count_affine_maps, count_cards, count_flats
from setlab.errors import RuleError, SpecError
from setlab.exact.evidence import Content, Progress, Recipe, no_progress, ranges, read_from, shipped_content
from setlab.exact.planes.blocking import LargestPlaneFree, is_blocking, largest_plane_free
from setlab.exact.planes.blocking_lists import PlaneFreeClass, plane_free_classes
from setlab.exact.planes.counts import PlaneFree, exact_plane_free
from setlab.geometry import CardSet, Space
from setlab.limits import PLANE_FREE

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
    if dimension not in PLANE_FREE:
        raise SpecError(f"planes in dimension {dimension} are not counted: choose 2, 3 or 4")
    if dimension == SHIPPED:
        return from_content(shipped_content(recipe(), recompute, report))
    return from_content(compute_planes(dimension, report))


def recipe() -> Recipe:
    """The recipe of the shipped table."""
    return Recipe(
        f"planes-{SHIPPED}", lambda report: compute_planes(SHIPPED, report), "setlab exact planes --recompute"
    )


def compute_planes(dimension: int, report: Progress = no_progress) -> Content:
    """The counts by Möbius inversion, and the largest collection by a search for the smallest blocking set."""
    report("the largest collection without a plane", 0.01)
    largest = largest_plane_free(dimension)
    report("unions of planes, some minutes", 0.05)
    until, from_above = REACHED if dimension == SHIPPED else (None, None)
    counts = exact_plane_free(dimension, until, from_above=from_above).counts
    proof = _proof(len(counts) - 1 - largest.size, largest)
    return {
        "dimension": dimension,
        "counts": [None if count is None else str(count) for count in counts],
        "largest": sorted(largest.cards),
        "proof": proof,
    }


def _proof(blocking: int, largest: LargestPlaneFree) -> str:
    """The searches in words; the last one found the cards that meet every plane."""
    done = [f"{s.size} cards ({_cases(s.pairs)})" for s in largest.searches if s.proves_none and s.pairs]
    words = f"the {blocking} other card{'s meet' if blocking > 1 else ' meets'} every plane, and fewer cannot"
    return f"{words}: searched for {', '.join(done)}, below by counting pairs" if done else words


def _cases(number: int) -> str:
    return f"{number:,} case{'s' * (number != 1)}"


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

    >>> from setlab.exact.planes.tables import exact_planes
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
        return tuple(read_from(recipe(), claim) for claim in claims)
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
    classes = plane_free_classes(known.size, known.dimension)
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
        raise RuleError(f"the counts for n ≤ {QUICK} as computed differ from {recipe().path}: please report it")
    rest = [n for n, count in enumerate(known.table.counts) if count is not None and QUICK < n < known.size]
    return (
        Evidence(f"plane_free, n = 0 – {QUICK}", "recomputed", MOBIUS),
        read_from(recipe(), f"plane_free, n = {ranges(rest)}"),
    )


def _known_cards(known: Planes, most: int | None = None) -> str:
    last = known.size if most is None else most
    return ranges(n for n, count in enumerate(known.table.counts[: last + 1]) if count is not None)


def _largest_claim(known: Planes) -> str:
    deck = count_cards(known.dimension)
    return f"{known.size} of {deck} cards can be without a plane, {known.size + 1} cannot"
