"""Hyperplanes with "a single attribute fixed", the dimension of SET, and a fifth attribute (D1)."""

from __future__ import annotations

from setlab.geometry import Space, hyperplanes
from setlab.notation import find_notation
from setlab.reproduce.clark_fisk_goren.solved import again
from setlab.reproduce.judging import Figures, Statement, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim


def fixed_attributes(claim: Claim, runner: Runner) -> Statement:
    """On most hyperplanes no attribute is fixed."""
    space, every = Space(4), list(hyperplanes(Space(4)))
    fixed = [flat for flat in every if any(len({space.coordinates(card)[i] for card in flat}) == 1 for i in range(4))]
    sizes = {len(flat) for flat in every}
    return Statement(
        checks=(
            check_fact(
                f"a hyperplane has {claim.data['cards']} cards",
                f"all {len(every)} hyperplanes",
                sizes == {claim.data["cards"]},
            ),
            check_fact(
                "one attribute is fixed on a hyperplane",
                f"an attribute is fixed on only {len(fixed)} of the {len(every)} hyperplanes",
                len(fixed) == len(every),
            ),
        ),
        why="A hyperplane is the set of solutions of one linear equation, in which up to four attributes can occur. On "
        "the hyperplane number + color = 0, for instance, no attribute is fixed.",
        commands=(again(claim), "setlab count"),
    )


def home_of_set(claim: Claim, runner: Runner) -> Figures:
    """The dimension of SET is the number of attributes."""
    attributes = find_notation("antiset").properties
    where = f"AG({len(attributes)}, {len(attributes[0].values)})"
    return Figures(
        values={"SET lives in": where},
        corrected={"SET lives in": where},
        why=f"SET has {len(attributes)} attributes and lives in {where}; AG(d, 3) is the space of the general game.",
        commands=("setlab cards --notation antiset",),
    )


def fifth_attribute(claim: Claim, runner: Runner) -> Figures:
    """The number of cards with five attributes."""
    cards = len(
        {tuple(find_notation("antiset", claim.data["attributes"]).face(card).values()) for card in Space(5).cards}
    )
    return Figures(
        values={"cards of five attributes": cards},
        why="Every combination of values of the five attributes occurs on exactly one card.",
        commands=("setlab cards --notation antiset --dimension 5",),
    )


EVIDENCE: dict[str, Gather] = {
    "D1.hyperplanes": fixed_attributes,
    "D1.dimension": home_of_set,
    "D1.scent": fifth_attribute,
}
