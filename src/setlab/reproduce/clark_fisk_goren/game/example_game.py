"""The nine-card game of Section 2, replayed (D2)."""

from __future__ import annotations

from setlab.antiset import Game
from setlab.antiset.solution import rounds_of
from setlab.antiset.solver import solver
from setlab.antiset.strategies import find_strategy
from setlab.geometry import Space
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.geometry.planes import plane_point
from setlab.reproduce.clark_fisk_goren.solved import again
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.running import Gather, Runner
from setlab.sources import Claim, find_claim

BOARD = "AG(2,3)"


def example_moves() -> list[int]:
    """The printed moves as points of AG(2,3): colour and shape.

    >>> example_moves()
    [2, 8, 5, 6, 4, 0, 1]
    """
    return [plane_point(name) for name in find_claim("D2.game").data["moves"]]


def command() -> str:
    """The command that analyses every move of the game."""
    return f"setlab antiset analyse {' '.join(f'{point // 3}{point % 3}' for point in example_moves())}"


def example_game(claim: Claim, runner: Runner) -> Statement:
    """The remarks of the text about X₂, O₂, X₃, O₃ and X₄ hold."""
    moves, space = example_moves(), Space(2)
    x1, o1, x2, o2, x3, *_ = moves
    choices = solver(affine(2, 3)).values([x1, x2], [o1])
    before, after = Game(BOARD, moves[:6]), Game(BOARD, moves)
    left = after.legal_moves
    return Statement(
        checks=(
            check_fact("X₂ lies in a set with a card of Olivia's", "the set X₁, O₁, X₂", space.is_line(x1, o1, x2)),
            check_fact(
                "all choices of O₂ are equally bad",
                f"all {len(choices)} choices, after which Xavier wins in the same round with best play",
                len(set(choices.values())) == 1 and min(choices.values()) > 0,
            ),
            check_fact("X₃ lies in a set that Xavier cannot obtain", "the set X₁, O₂, X₃", space.is_line(x1, o2, x3)),
            check_fact(
                "after O₃ one card would complete a set of Xavier's",
                f"the {claim.data['deadly']}",
                before.completes(plane_point(claim.data["deadly"])) is not None,
            ),
            check_fact(
                f"X₄ leaves Olivia {claim.data['options']} options",
                f"{len(left)} free cards",
                len(left) == claim.data["options"],
            ),
            check("each of them completes a set", "both options", left, lambda point: bool(after.completes(point))),
        ),
        why="The solver finds the same outcome for all choices of O₂: with best play Xavier wins in round "
        f"{rounds_of(affine(2, 3).points, max(choices.values()))}.",
        commands=(again(claim), command()),
    )


def example_length(claim: Claim, runner: Runner) -> Figures:
    """The round in which Olivia completes a line, whichever of the last cards she takes."""
    lengths = set()
    for last in Game(BOARD, example_moves()).legal_moves:
        result = Game(BOARD, [*example_moves(), last]).result()
        assert result is not None, "both last cards end the game"
        lengths.add(result.length)
    return Figures(
        values={"length of the example game": max(lengths) if len(lengths) == 1 else 0},
        why="Both of the last cards complete a set of Olivia's.",
        commands=(command(),),
    )


def example_strategy(claim: Claim, runner: Runner) -> Statement:
    """Xavier's moves X₂, X₃ and X₄ follow Theorem 7."""
    moves, strategy = example_moves(), find_strategy("theorem7")
    return Statement(
        checks=(
            check(
                "Xavier takes the third point of the line through X₁ and Olivia's last point",
                "all {} of his moves after the first",
                range(2, len(moves), 2),
                lambda ply: strategy.move(Game(BOARD, moves[:ply])).point == moves[ply],
            ),
        ),
        why="X₂, X₃ and X₄ complete the lines through X₁ and O₁, O₂, O₃.",
        commands=(again(claim), command()),
    )


EVIDENCE: dict[str, Gather] = {
    "D2.game": example_game,
    "D2.length": example_length,
    "D3.example": example_strategy,
}
