"""Caps: Pellegrino's theorem, Example 13 and Table 3 (D4)."""

from __future__ import annotations

from itertools import combinations

from setlab.caps import CapReport, find, most_by_counting
from setlab.caps import check as cap_report
from setlab.caps.checks import is_cap
from setlab.reproduce.clark_fisk_goren.game.example_game import command, example_moves
from setlab.reproduce.clark_fisk_goren.solved import again, largest_cap
from setlab.reproduce.judging import Bounds, Figures, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def pellegrino(claim: Claim, runner: Runner) -> Figures:
    """The size of the largest cap of AG(4,3), and the smallest number of cards that forces a set."""
    size = proved_size(4)
    return Figures(
        values={"cards that always contain a set": size + 1, "m₂(AG(4, 3))": size},
        why="All caps are listed up to symmetry, size by size, until there are none; one of the largest is "
        "constructed. So no larger collection of cards is without a set.",
        commands=("setlab exact no-set --recompute", "setlab caps find --dimension 4"),
    )


def proved_size(d: int) -> int:
    """The size of the largest cap from the list of all caps, if a cap of this size is also constructed; otherwise 0."""
    built = cap_report(find(d), d)
    return built.size if built.is_cap and built.size == largest_cap(d) else 0


def example_13(claim: Claim, runner: Runner) -> Statement:
    """The hands in the example game, as caps."""
    xavier, olivia = example_moves()[0::2], example_moves()[1::2]
    return Statement(
        checks=(
            check(
                "five points contain a line",
                "all {} sets of five points of AG(2, 3)",
                combinations(range(9), 5),
                lambda points: not is_cap(points, 2),
            ),
            check_fact(
                "the points marked X form a maximal cap",
                f"{len(xavier)} points without a line",
                is_cap(xavier, 2) and len(xavier) == largest_cap(2),
            ),
            check_fact(
                "the points marked O form a cap which is not maximal",
                f"{len(olivia)} points without a line",
                is_cap(olivia, 2) and len(olivia) < largest_cap(2),
            ),
        ),
        why="Five points of a plane of nine points always contain a line; so four points without a line form a maximal "
        "cap.",
        commands=(again(claim), command(), "setlab exact no-set --dimension 2"),
    )


def table_3(claim: Claim, runner: Runner) -> Figures:
    """Table 3 for d ≤ 4: caps constructed, and none larger in the list of all caps."""
    return Figures(
        values={str(d): proved_size(d) for d in claim.numbers()},
        why="A cap of each size is constructed; the list of all caps up to symmetry shows that there is no larger one.",
        commands=("setlab caps find --dimension 4", "setlab exact no-set --recompute"),
    )


def table_3_cited(claim: Claim, runner: Runner) -> Figures:
    """Table 3 for d = 5 and 6: complete caps as lower bounds, counting in hyperplanes for upper bounds."""
    most, bounds = largest_cap(4), {}
    for d in sorted(claim.numbers()):
        most = most_by_counting(d, most)
        bounds[str(d)] = Bounds(_size_if_complete(cap_report(find(d), d)), most)
    return Figures(
        values=bounds,
        why="Complete caps of the printed sizes are constructed and checked. Counting pairs and triples of points in "
        "parallel hyperplanes gives upper bounds that leave a gap. That no cap is larger than printed is a theorem of "
        "Edel, Ferret, Landjev & Storme 2002 for d = 5 and of Potechin 2008 for d = 6, and is not proved here.",
        commands=(again(claim), "setlab caps find --dimension 5", "setlab caps find --dimension 6"),
    )


def _size_if_complete(report: CapReport) -> int:
    return report.size if report.is_complete else 0


EVIDENCE: dict[str, Gather] = {
    "D4.pellegrino": pellegrino,
    "D4.example13": example_13,
    "D4.caps": table_3,
    "D4.cited": table_3_cited,
}
