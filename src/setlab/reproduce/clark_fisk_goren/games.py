"""The example game move by move, and all games on nine points (D2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from setlab.antiset import Game
from setlab.antiset.solution import rounds_of
from setlab.antiset.solver import solver
from setlab.antiset.strategies import find_strategy
from setlab.geometry import Space
from setlab.geometry.designs import affine
from setlab.reproduce.clark_fisk_goren.planes import plane_point
from setlab.reproduce.clark_fisk_goren.solved import again
from setlab.reproduce.judging import Check, Figures, Statement, check, check_fact
from setlab.reproduce.register import evidence
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


@evidence("D2.game")
def example_game(claim: Claim) -> Statement:
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


@evidence("D2.length")
def example_length() -> Figures:
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


@evidence("D3.example")
def example_strategy(claim: Claim) -> Statement:
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


@dataclass
class GameCounts:
    """Counts over all games in which Xavier follows Theorem 7 and Olivia avoids completing a line while she can.

    `positions` is the number of positions with Olivia to move; `lengths` counts, by round, those in which every free
    point completes a line. `blocked`, `lost` and `tied` count what the theorem excludes: the answer is already taken,
    the answer completes a line of Xavier's, no point is free.
    """

    positions: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    blocked: int = 0
    lost: int = 0
    tied: int = 0


@lru_cache
def all_games(d: int) -> GameCounts:
    """Follow all games with X₁ = 0 and O₁ = 1; affine maps take any other two first points to these.

    >>> all_games(2)
    GameCounts(positions=16, lengths=Counter({4: 9}), blocked=0, lost=0, tied=0)
    """
    space, games = Space(d), GameCounts()
    third = [[space.third(a, b) for b in space.cards] for a in space.cards]
    known: set[frozenset[int]] = set()
    todo = [(frozenset([1]), frozenset([0, third[0][1]]))]
    while todo:
        hers, his = todo.pop()
        if hers in known:
            continue
        known.add(hers)
        free = set(space.cards) - hers - his
        safe = free - {third[a][b] for a, b in combinations(hers, 2)}
        deadly = {third[a][b] for a, b in combinations(his, 2)}
        if not safe:
            games.lengths[len(hers) + 1] += 1
            games.tied += not free
        for point in safe:
            answer = third[0][point]
            games.blocked += answer not in free
            games.lost += answer in deadly
            todo.append((hers | {point}, his | {answer}))
    games.positions = len(known)
    return games


def check_all_games(what: str, excluded: str, dimensions: tuple[int, ...] = (2, 3)) -> list[Check]:
    """One check for each dimension: what the theorem excludes does not occur in any game."""
    return [
        check_fact(
            f"{what}, d = {d}",
            f"all {all_games(d).positions:,} positions that can arise for d = {d}",
            getattr(all_games(d), excluded) == 0,
        )
        for d in dimensions
    ]
