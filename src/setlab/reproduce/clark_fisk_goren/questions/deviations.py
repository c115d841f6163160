"""Deviations of Xavier from the strategy: which errors lose, and how he recovers (D6)."""

from __future__ import annotations

from setlab.antiset.classes import Solved, deviations, first_exceptions, is_reflective, solved_positions
from setlab.geometry import Space
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.solved import again
from setlab.reproduce.judging import Answer, Check, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim

DIMENSIONS = (2, 3)


def check_reflective(d: int) -> Check:
    """Xavier wins every position in which his points are a centre and the reflections of Olivia's points in it."""
    return check(
        f"Xavier wins every reflective position, d = {d}",
        f"all {{}} classes of positions of AG({d}, 3) in which his points are a centre and the reflections of hers",
        [position for position in _after_xavier(d) if is_reflective(Space(d), position.x, position.o)],
        lambda position: position.winner == "xavier",
        whole=False,
    )


def check_only_reflective(d: int, plies: int) -> Check:
    """Xavier wins no other position with few points taken."""
    return check(
        f"he wins no other position of at most {plies} points, d = {d}",
        f"all {{}} classes of other positions of AG({d}, 3)",
        [p for p in _after_xavier(d) if p.ply <= plies and not is_reflective(Space(d), p.x, p.o)],
        lambda position: position.winner == "olivia",
        whole=False,
    )


def _after_xavier(d: int) -> list[Solved]:
    """The classes of positions with Olivia to move."""
    return [position for position in solved_positions(affine(d, 3)) if position.ply % 2]


def check_second_move(d: int) -> Check:
    """A second move other than that of the strategy loses."""
    first = deviations(d)[0]
    return check_fact(
        f"a wrong second move loses, d = {d}",
        f"{first.lost.total()} of {first.won.total() + first.lost.total()} classes of wrong second moves",
        first.n == 2 and not first.won and first.lost.total() > 0,
        whole=False,
    )


def recovering(claim: Claim, runner: Runner) -> Answer:
    """The positions won and lost after a deviation, move by move, and the condition for d = 2 and small positions."""
    exceptions = first_exceptions(3)
    table = "; ".join(
        f"d = {d}, move {row.n}: {row.won.total()} of {row.won.total() + row.lost.total()}"
        for d in DIMENSIONS
        for row in deviations(d)
        if row.won or row.lost
    )
    return Answer(
        answer=f"positions still won after a deviation, in classes: {table}",
        checks=(
            *(check_reflective(d) for d in DIMENSIONS),
            check_only_reflective(2, affine(2, 3).points),
            check_only_reflective(3, exceptions[0].ply - 1),
            *(check_second_move(d) for d in DIMENSIONS),
        ),
        why="Xavier recovers if his points are again a centre and the reflections of hers in it. For d = 2 this is "
        f"also necessary; for d = 3 the first other position that he wins has {exceptions[0].ply} points taken. Moves "
        "that complete a line at once are not counted. This settles d = 2 and 3; d ≥ 4 is not decided here.",
        commands=(again(claim),),
    )


EVIDENCE: dict[str, Gather] = {"D6.recover": recovering}
