"""More than two players, deviations from Theorem 7, and reflections of other designs (D6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from setlab.antiset import Game, tournament
from setlab.antiset.classes import Solved, deviations, first_exceptions, is_reflective, solved_positions
from setlab.antiset.search import Payoffs, equilibria, guaranteed_payoff
from setlab.geometry import Space
from setlab.geometry.design import Design
from setlab.geometry.designs import affine, find_design
from setlab.geometry.fields import Field
from setlab.geometry.symmetry import first_reflection, free_involution
from setlab.reproduce.clark_fisk_goren.solutions import (
    CHECKED_ORDERS,
    measure_command,
    outcome,
    repeat_command,
    solution,
    solve_command,
)
from setlab.reproduce.evidence import Check, Resolution, Statement, check, check_fact
from setlab.reproduce.methods.game import in_words
from setlab.reproduce.methods.proofs import check_identity
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

BOARD = "AG(2,3)"
ORDINALS = ("first", "second", "third")


@evidence("D6.block")
def blocked_answer(claim: Claim) -> Statement:
    """The third player can take the point that Theorem 7 requires."""
    space = Space(2)
    firsts = [(a, b) for a in space.cards for b in space.cards if a != b]

    def is_blocked(first: tuple[int, int]) -> bool:
        needed = space.third(*first)
        game = Game(BOARD, [*first, needed], players=3)
        return game.turn == 0 and needed not in game.legal_moves

    return Statement(
        check(
            "the third player can take the required point",
            "all {} pairs of first moves on AG(2, 3)",
            firsts,
            is_blocked,
        ),
        why="With three players, the third player moves between Olivia's move and Xavier's answer.",
        commands=(repeat_command(claim),),
    )


@evidence("D6.players")
def three_players(claim: Claim) -> Resolution:
    """All subgame-perfect equilibria on nine points, and what each player can guarantee."""
    outcomes = {out: equilibria(Game(BOARD, players=3, elimination=out)) for out in (False, True)}
    sure = [guaranteed_payoff(Game(BOARD, players=3), player) for player in range(3)]
    losers = {
        tuple(player for player in range(3) if payoffs[player] == 0) for found in outcomes.values() for payoffs in found
    }
    return Resolution(
        f"on AG(2, 3) {_who(losers)} loses in every equilibrium: {_payoffs_text(outcomes[False])}; the players can "
        f"guarantee {', '.join(map(str, sure))}",
        check_fact(
            "one player loses in all equilibria, with and without elimination",
            f"{sum(map(len, outcomes.values()))} outcomes on AG(2, 3), with three players",
            len(losers) == 1 and all(len(loser) == 1 for loser in losers),
            whole=False,
        ),
        check_fact(
            "no player can guarantee a win",
            f"guaranteed payoffs {', '.join(map(str, sure))}",
            max(sure) < Fraction(1, 2),
            whole=False,
        ),
        why="The first player to complete a line loses, and the others share the win. All positions are searched for "
        f"all subgame-perfect equilibria. This settles {in_words(3)} players on nine points; larger boards and more "
        "players are not decided here.",
        commands=(repeat_command(claim),),
    )


def _who(losers: set[tuple[int, ...]]) -> str:
    return " or ".join(f"the {ORDINALS[player]} player" for loser in sorted(losers) for player in loser)


def _payoffs_text(outcomes: frozenset[Payoffs]) -> str:
    return " or ".join(f"payoffs {', '.join(map(str, payoffs))}" for payoffs in sorted(outcomes))


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


@evidence("D6.recover")
def recovery(claim: Claim) -> Resolution:
    """The positions won and lost after a deviation, move by move, and the condition for d = 2 and small positions."""
    exceptions = first_exceptions(3)
    table = "; ".join(
        f"d = {d}, move {row.n}: {row.won.total()} of {row.won.total() + row.lost.total()}"
        for d in DIMENSIONS
        for row in deviations(d)
        if row.won or row.lost
    )
    return Resolution(
        f"positions still won after a deviation, in classes: {table}",
        *(check_reflective(d) for d in DIMENSIONS),
        check_only_reflective(2, affine(2, 3).points),
        check_only_reflective(3, exceptions[0].ply - 1),
        *(check_second_move(d) for d in DIMENSIONS),
        why="Xavier recovers if his points are again a centre and the reflections of hers in it. For d = 2 this is "
        f"also necessary; for d = 3 the first other position that he wins has {exceptions[0].ply} points taken. Moves "
        "that complete a line at once are not counted. This settles d = 2 and 3; d ≥ 4 is not decided here.",
        commands=(repeat_command(claim),),
    )


MATCHES = {"AG(2,5)": 50, "AG(2,7)": 50, "AG(2,9)": 20, "AG(2,4)": 50, "AG(3,4)": 20, "AG(2,8)": 20}
"""The numbers of matches against an opponent who only avoids blocks in a quick run; ten times as many in full."""


def reflection_of_odd_order() -> tuple[Check, ...]:
    """x ↦ 2c − x is an involution that fixes only c, maps lines to lines, and lines through c to themselves."""
    return (
        check_identity("2c − (2c − x) = x", "c, x", 1, lambda c, x: 2 * c - (2 * c - x) - x),
        check_identity(
            "the image of h + tv is (2c − h) + t(−v): lines map to lines",
            "c, h, t, v",
            1,
            lambda c, h, t, v: 2 * c - (h + t * v) - ((2 * c - h) + t * -v),
        ),
        check_identity(
            "the image of c + tv is c + (−t)v: lines through c map to themselves",
            "c, t, v",
            1,
            lambda c, t, v: 2 * c - (c + t * v) - (c + -t * v),
        ),
        check_identity("2c − x = x if and only if 2(x − c) = 0", "c, x", 1, lambda c, x: x - (2 * c - x) - 2 * (x - c)),
        check(
            "2y = 0 only for y = 0",
            "all {} elements of the fields of order 3, 5, 7 and 9; in every field of odd order 2 has an inverse",
            ((q, y) for q in CHECKED_ORDERS if q % 2 for y in range(q)),
            lambda case: (Field(case[0]).add(case[1], case[1]) == 0) == (case[1] == 0),
        ),
    )


def translation_of_even_order() -> tuple[Check, ...]:
    """In a field of even order x ↦ x + e, e ≠ 0, is an involution without fixed points that maps lines to lines."""
    return (
        check_identity("(x + e) + e = x + 2e", "e, x", 1, lambda e, x: (x + e) + e - (x + 2 * e)),
        check(
            "2e = 0",
            "all {} elements of the fields of order 2, 4 and 8; in every field of even order 1 + 1 = 0",
            ((q, e) for q in CHECKED_ORDERS if q % 2 == 0 for e in range(q)),
            lambda case: Field(case[0]).add(case[1], case[1]) == 0,
        ),
        check_identity(
            "the image of h + tv is (h + e) + tv: lines map to lines",
            "e, h, t, v",
            1,
            lambda e, h, t, v: (h + t * v) + e - ((h + e) + t * v),
        ),
    )


def hands_without_block(on: Design, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """The masks of all hands with at most one point of each pair and without a block: the opponent's possible hands.

    >>> [bin(hand) for hand in hands_without_block(find_design("AG(1,2)"), [(0, 1)])]
    ['0b0', '0b1', '0b10']
    """
    hands = [0]
    for pair in pairs:
        hands += [hand | 1 << point for point in pair for hand in hands if not _completes(on, hand, point)]
    return hands


def _completes(on: Design, hand: int, point: int) -> bool:
    larger = hand | 1 << point
    return any(larger & on.masks[block] == on.masks[block] for block in on.through[point])


def check_every_game(name: str) -> Check:
    """On AG(2,q), the reflecting player never completes a line before the opponent does."""
    where = find_design(name)
    if where.points % 2:
        found = first_reflection(where)
        assert found is not None, "AG(2,q) has a reflection for odd q"
        centre, map_ = 1 << found[0], found[1]
    else:
        translation = free_involution(where)
        assert translation is not None, "AG(2,q) has a translation for even q"
        centre, map_ = 0, translation
    pairs = [(point, image) for point, image in enumerate(map_) if point < image]

    def holds(hand: int) -> bool:
        mirrored = centre | sum(1 << map_[point] for point in range(where.points) if hand >> point & 1)
        return not any(mirrored & block == block for block in where.masks)

    return check(
        f"the reflecting player completes no line before the opponent, on {name}",
        "all {} possible hands of the opponent",
        hands_without_block(where, pairs),
        holds,
    )


def check_matches(runner: Runner) -> list[Check]:
    """One check for each design: the reflecting player loses no match."""
    checks = []
    for name, quick in MATCHES.items():
        games = 10 * quick if runner.full else quick
        xavier, olivia = _seats(name)
        (score,) = tournament(name, [xavier], [olivia], games=games, seed=1)
        other = "olivia" if xavier == "mirror" else "xavier"
        checks.append(
            check_fact(
                f"the reflecting player loses no match on {name}",
                f"{games} matches: {', '.join(f'{who} {number}' for who, number in score.winners.items())}",
                other not in score.winners,
                whole=False,
            )
        )
    return checks


def _seats(name: str) -> tuple[str, str]:
    """Xavier reflects if the number of points is odd, Olivia if it is even."""
    return ("mirror", "safe") if find_design(name).points % 2 else ("safe", "mirror")


@evidence("D6.mirror")
def mirrors(claim: Claim, runner: Runner) -> Resolution:
    """For odd q Xavier never loses, for even q Olivia never loses; the winner is decided only for small planes."""
    small = ("AG(2,4)", *(("AG(2,5)",) if runner.full else ()))
    return Resolution(
        "on AG(d, q) the reflecting player never loses: Xavier for odd q, Olivia for even q; "
        + "; ".join(f"with best play on {name} {outcome(solution(name))}" for name in small),
        *reflection_of_odd_order(),
        *translation_of_even_order(),
        *(check_every_game(name) for name in small),
        *check_matches(runner),
        check(
            "the outcome with best play is decided",
            f"{' and '.join(small)} only",
            small,
            lambda name: solution(name).is_settled,
            whole=False,
        ),
        why="For odd q Xavier takes a point c and answers x with 2c − x. If he completed a line, either Olivia would "
        "already hold its image, or the line would pass through c and half of its other points would be hers. For even "
        "q Olivia answers x with x + e; a line of hers is the image of a line of his. Whether the reflecting player "
        "wins is decided only for small planes.",
        commands=(
            repeat_command(claim),
            *map(solve_command, small),
            *(measure_command(name, *_seats(name)) for name in ("AG(2,5)", "AG(2,7)", "AG(3,4)")),
        ),
    )
