"""The evidence for `setlab exact planes`: the largest collection without a plane, its classes, and the counts.

`verify_planes` replays what can be replayed in half a minute, and reports the rest as read.
"""

from __future__ import annotations

from dataclasses import dataclass

from setlab.answers import Evidence
from setlab.counting import count_affine_maps, count_cards, count_flats
from setlab.errors import RuleError
from setlab.exact.evidence import ranges, read_from
from setlab.exact.planes.blocking import LargestPlaneFree, is_blocking, largest_plane_free
from setlab.exact.planes.blocking_lists import PlaneFreeClass, plane_free_classes
from setlab.exact.planes.counts import exact_plane_free
from setlab.exact.planes.tables import SHIPPED, Planes, recipe
from setlab.exact.shipped import Report, silent

QUICK = 36
"""`verify_planes` counts the collections of AG(4,3) anew up to this n: three seconds; n = 40 takes five minutes."""

MOBIUS = "inclusion and exclusion over the unions of planes"
SEARCH = "listing the sets of cards outside that meet every plane"


@dataclass(frozen=True)
class VerifiedPlanes:
    """The classes of the largest collections without a plane, and the evidence for each claim."""

    classes: tuple[PlaneFreeClass, ...]
    evidence: tuple[Evidence, ...]


def verify_planes(known: Planes, recomputed: bool = False, report: Report = silent) -> VerifiedPlanes:
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
    if known.dimension != SHIPPED:
        return (Evidence(_largest_claim(known), "computed", known.proof), _computed(known))
    if not recomputed:
        claims = _largest_claim(known), f"plane_free, n = {_known(known)}"
        return tuple(read_from(recipe(), claim) for claim in claims)
    return (
        Evidence(_largest_claim(known), "recomputed", known.proof),
        Evidence(f"plane_free, n = {_known(known, most=known.size - 2)}", "recomputed", MOBIUS),
        Evidence(f"plane_free, n = {known.size - 1}, {known.size}", "recomputed", SEARCH),
    )


def _replay_largest(known: Planes) -> Evidence:
    outside = known.largest.complement()
    found = largest_plane_free(known.dimension)
    if not is_blocking(outside) or found.size != known.size:
        raise RuleError(f"{found.size} cards can be without a plane, but {known.size} are claimed: please report it")
    planes = f"{count_flats(2, known.dimension):,}"
    seen = f"planes with one of the {len(outside)} cards outside: {planes} of {planes}"
    return Evidence(_largest_claim(known), "replayed", f"{seen}; {_searched(found)}")


def _searched(found: LargestPlaneFree) -> str:
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


def _computed(known: Planes) -> Evidence:
    return Evidence(f"plane_free, n = {_known(known)}", "computed", MOBIUS)


def _known(known: Planes, most: int | None = None) -> str:
    last = known.size if most is None else most
    return ranges(n for n, count in enumerate(known.table.counts[: last + 1]) if count is not None)


def _largest_claim(known: Planes) -> str:
    deck = count_cards(known.dimension)
    return f"{known.size} of {deck} cards can be without a plane, {known.size + 1} cannot"
