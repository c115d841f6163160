"""`setlab exact planes`: collections without a plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setlab.cli.exact.options import Plot, Recompute, Verify
from setlab.cli.exact.report import digits_by_n, evidence_data, fractions_by_n, print_evidence, shown_progress
from setlab.cli.exact.tables import planes_table
from setlab.cli.figures import Font, NoTitle, Panels, Title, Width, looking, read_look
from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Dimension, Json, NotationName, check_picture, read_notation
from setlab.cli.screen import picture, say
from setlab.notation import DEFAULT

if TYPE_CHECKING:
    from setlab.exact.planes.blocking_lists import PlaneFreeClass


def verb(
    dimension: Dimension = 4,
    recompute: Recompute = False,
    verify: Verify = False,
    plot: Plot = None,
    notation: NotationName = DEFAULT,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """The number of collections of n cards without a plane, and the largest such collection.

    With `--verify` (half a minute) the proof that none is larger is replayed, the largest collections are classified up
    to symmetry (54 cards: one class), and the counts to n = 36 are computed again.

        setlab exact planes

        setlab exact planes --verify
    """
    from setlab.exact.planes import exact_planes
    from setlab.exact.planes.proofs import VerifiedPlanes, evidence_of_planes, verify_planes

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    here = read_notation(notation, dimension)
    with shown_progress() as report:
        answer = exact_planes(dimension, recompute, report)
        read = VerifiedPlanes((), evidence_of_planes(answer, recompute))
        found = verify_planes(answer, recompute, report) if verify else read
    table = answer.table
    probabilities = [table.probability(n) for n in range(len(table.counts))]
    if plot is not None:
        from setlab.cli.exact.pictures import plot_probabilities

        shown_title = f"A plane among n cards of AG({dimension},3)"
        subtitle = "exact probability that n random cards have a plane"
        with looking(look):
            plot_probabilities(plot, probabilities, shown_title, "a plane", subtitle, panels)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "plane_free": digits_by_n(table.counts),
            "probability": fractions_by_n(probabilities),
            "probability_plane_free": fractions_by_n(None if p is None else 1 - p for p in probabilities),
            "mean_given_one": fractions_by_n(table.mean_given_one(n) for n in range(len(table.counts))),
            "largest_plane_free": len(answer.largest),
            "forced": len(answer.largest) + 1,
            "witness": [here.digits(card) for card in answer.largest],
            "proof": answer.proof,
            "classes": _class_data(found.classes) if verify else None,
            "verified": evidence_data(found.evidence),
        }

    shown = [n for n, count in enumerate(table.counts) if count is not None and count > 0]
    most = len(answer.largest)

    def text() -> None:
        print_data(planes_table(table, probabilities, shown))
        if unknown := [n for n, count in enumerate(table.counts) if count is None]:
            first, last = unknown[0], unknown[-1]
            print()
            say(f"For {first} to {last} cards the number is not known; see `setlab simulate first-plane`.")
        print()
        say(f"{most} cards can be without a plane, {most + 1} cannot: {answer.proof}")
        print()
        print(picture(list(answer.largest), here))
        print_evidence(found.evidence)

    print_answer(form, record=record, tables=lambda: planes_table(table, probabilities, shown), text=text)


def _class_data(classes: tuple[PlaneFreeClass, ...]) -> list[dict[str, str]]:
    """The size of each class of the largest collections, and the order of its stabiliser."""
    return [{"collections": str(one.collections), "symmetries": str(one.symmetries)} for one in classes]
