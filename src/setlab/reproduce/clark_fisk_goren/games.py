"""The game on small designs: its value with best play, the example game, Theorem 7 and its lemmas (D2, D3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations

from setlab.antiset import Game
from setlab.antiset.solver import BUDGET, Solution, Solver, rounds_of, solver
from setlab.antiset.strategies import find_strategy
from setlab.caps.checks import is_cap
from setlab.exact.no_set import exact_no_set
from setlab.geometry import Space
from setlab.geometry.design import affine, find_design
from setlab.reproduce.clark_fisk_goren.geometry import CHECKED_ORDERS, plane_point
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, check, check_fact
from setlab.reproduce.methods.proofs import check_coordinates
from setlab.reproduce.register import REPEAT, Runner, evidence
from setlab.sources import Claim, find_claim


@lru_cache
def solution(name: str, budget: int = BUDGET) -> Solution:
    """The value of the game on a design, from a search of at most `budget` positions.

    >>> outcome(solution("AG(2,3)")), outcome(solution("AG(2,4)"))
    ('Xavier wins in round 4', 'the game is a draw')
    """
    solver = Solver(find_design(name))
    lower, upper = solver.bounds((), (), budget)
    return Solution(solver.design.points, lower, upper, solver.engine.positions)


def outcome(of: Solution) -> str:
    """The winner and the round in words, or the outcomes that remain possible."""
    if of.winner == "draw":
        return "the game is a draw"
    if of.is_settled:
        return f"{str(of.winner).capitalize()} wins in round {of.length}"
    wins = [
        f"{name.capitalize()} wins in round {of.shortest} or later" for name in of.possible_winners if name != "draw"
    ]
    return ", or ".join(["the game is a draw"] * ("draw" in of.possible_winners) + wins)


@lru_cache
def largest_cap(d: int) -> int:
    """The size of the largest cap of AG(d,3), d ≤ 4, proved by listing all caps up to symmetry.

    >>> [largest_cap(d) for d in (1, 2, 3)]
    [2, 4, 9]
    """
    if d == 1:
        return max(n for n in range(4) for points in combinations(range(3), n) if is_cap(points, 1))
    largest = exact_no_set(d, recompute=True).largest
    assert largest is not None, "the list of caps is complete for d ≤ 4"
    return largest


def solve_command(name: str) -> str:
    """The command that solves the game on a design."""
    return f'setlab antiset solve "{name}"'


def measure_command(name: str, xavier: str, olivia: str) -> str:
    """The command that plays two strategies against each other."""
    return f'setlab antiset measure "{name}" --xavier {xavier} --olivia {olivia}'


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
        check("each of them completes a set, for both options", left, lambda point: bool(after.completes(point))),
        why="The solver finds the same outcome for all choices of O₂: with best play Xavier wins in round "
        f"{rounds_of(affine(2, 3).points, max(choices.values()))}.",
        commands=(REPEAT, command()),
    )


@evidence("D2.length")
def example_length() -> Figures:
    """The round in which Olivia completes a line, whichever of the last cards she takes.

    Both of the last cards complete a set of Olivia's.
    """
    lengths = set()
    for last in Game(BOARD, example_moves()).legal_moves:
        result = Game(BOARD, [*example_moves(), last]).result()
        assert result is not None, "both last cards end the game"
        lengths.add(result.length)
    return Figures(
        values={"length of the example game": max(lengths) if len(lengths) == 1 else 0}, commands=(command(),)
    )


@evidence("D3.example")
def example_strategy() -> Statement:
    """Xavier's moves X₂, X₃ and X₄ follow Theorem 7.

    X₂, X₃ and X₄ complete the lines through X₁ and O₁, O₂, O₃.
    """
    moves, strategy = example_moves(), find_strategy("theorem7")
    return Statement(
        check(
            "Xavier takes the third point of the line through X₁ and Olivia's last point, "
            "for all {} of his moves after the first",
            range(2, len(moves), 2),
            lambda ply: strategy.move(Game(BOARD, moves[:ply])).point == moves[ply],
        ),
        commands=(REPEAT, command()),
    )


@dataclass
class GameCounts:
    """Counts over all games in which Xavier follows Theorem 7 and Olivia avoids completing a line while she can.

    `positions` is the number of positions with Olivia to move; `lengths` counts, by round, those in which every free
    point completes a line. `blocked`, `lost` and `tied` count the events that the theorem excludes: the answer is
    already taken, the answer completes a line of Xavier's, no point is free.
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
    """One check for each dimension: an event that the theorem excludes occurs in no game."""
    return [
        check_fact(
            f"{what}, d = {d}",
            f"all {all_games(d).positions:,} positions that can arise for d = {d}",
            getattr(all_games(d), excluded) == 0,
        )
        for d in dimensions
    ]


def answer(first: int, point: int) -> int:
    """One coordinate of Xavier's answer, the third point of the line through X₁ and Olivia's point.

    >>> [answer(0, point) for point in range(3)]
    [0, 2, 1]
    """
    return (-first - point) % 3


def xavier_can_play() -> tuple[Check, ...]:
    """The points other than X₁ fall into pairs of a point and its answer; if Olivia takes one, the other is free."""
    return (
        check_coordinates("the answer to the answer to o is o", "X₁, o", lambda f, o: answer(f, answer(f, o)) == o),
        check_coordinates("only X₁ is its own answer", "X₁, o", lambda f, o: (answer(f, o) == o) == (o == f)),
    )


def xavier_cannot_lose() -> tuple[Check, ...]:
    """A line of Xavier's without X₁ reflects a line of Olivia's; a line through X₁ has a point of hers."""
    return (
        check_coordinates(
            "the answers to o, p, q sum to 0 if and only if o + p + q = 0",
            "X₁, o, p, q",
            lambda f, o, p, q: ((answer(f, o) + answer(f, p) + answer(f, q)) % 3 == 0) == ((o + p + q) % 3 == 0),
        ),
        check_coordinates(
            "the third point of the line through X₁ and the answer to o is o",
            "X₁, o",
            lambda f, o: answer(f, answer(f, o)) == o,
        ),
    )


def no_tie() -> tuple[Check, ...]:
    """A plane through X₁ is closed under answers, so Xavier would get five of its nine points."""
    plane = Space(2)
    return (
        check(
            "five points of a plane contain a line, for all {} sets of five points of AG(2, 3)",
            combinations(range(9), 5),
            lambda points: bool(plane.sets(points)),
        ),
        check_coordinates(
            "the answer to X₁ + su + tv is X₁ + 2su + 2tv, in the same plane",
            "X₁, s, t, u, v",
            lambda f, s, t, u, v: answer(f, (f + s * u + t * v) % 3) == (f + 2 * s * u + 2 * t * v) % 3,
        ),
    )


@evidence("D3.theorem7", commands=[REPEAT, solve_command("AG(3,3)")])
def theorem_7() -> Checks:
    """Xavier can always answer, never completes a line, and there is no tie; hence he wins.

    Lemmas 8, 9 and 10 are replayed in coordinates, which proves the theorem for every d ≥ 2. For d = 2 and 3 all games
    against the strategy are followed as well; X₁ and O₁ can be fixed, since affine maps take any two points to any two
    others.
    """
    values = {d: solution(f"AG({d},3)") for d in (2, 3)}
    yield from xavier_can_play()
    yield from xavier_cannot_lose()
    yield from no_tie()
    yield from check_all_games("Xavier can always answer", "blocked")
    yield from check_all_games("Xavier completes no line", "lost")
    yield from check_all_games("no game ends in a tie", "tied")
    yield from (
        check_fact(f"Xavier wins with best play, d = {d}", f"AG({d}, 3), where {outcome(value)}", value.lower > 0)
        for d, value in values.items()
    )


@evidence("D3.lemma8", commands=[REPEAT])
def lemma_8() -> Checks:
    """Xavier can always choose the required point.

    The points other than X₁ fall into pairs {o, answer to o}. Whenever Olivia is to move, both points of a pair are
    taken or both are free; hence the answer to her point is free.
    """
    yield from xavier_can_play()
    yield from check_all_games("the answer is free", "blocked")


@evidence("D3.lemma9", commands=[REPEAT])
def lemma_9() -> Checks:
    """Xavier cannot lose.

    The printed proof omits lines through X₁. They do no harm: the third point of the line through X₁ and the answer to
    o is o, which Olivia holds.
    """
    yield from xavier_cannot_lose()
    yield from check_all_games("the answer completes no line", "lost")


@evidence("D3.tie", commands=[REPEAT, "setlab exact no-set --dimension 2"])
def lemma_10() -> Checks:
    """There is no tie.

    In a tie Xavier would hold five points of every plane through X₁, namely X₁ and one point of each of four pairs; so
    he would hold a line, which Lemma 9 excludes.
    """
    plane = Space(2)
    yield from no_tie()
    yield check(
        "of two complementary parts of the plane, one contains a line, "
        "for all {} parts of the nine points with their complements",
        (set(part) for n in range(5) for part in combinations(range(9), n)),
        lambda part: bool(plane.sets(part) or plane.sets(set(range(9)) - part)),
    )
    yield from xavier_cannot_lose()
    yield from check_all_games("a point is free when Olivia is to move", "tied")


@evidence("D3.single", commands=[solve_command("AG(1,3)")])
def single_line() -> Checks:
    """On AG(1,3) no player can complete the line.

    Xavier takes two of the three points and Olivia one.
    """
    games = list(permutations(range(3)))
    yield check_fact("AG(1, 3) is a single line", "the list of its lines", len(affine(1, 3).blocks) == 1)
    yield check("the game ends in a tie, for all {} games", games, lambda moves: not Game("AG(1,3)", moves).losers)


@evidence("D3.essential")
def essential(runner: Runner) -> Statement:
    """For q ≠ 3 lines do not have three points, and the theorem fails.

    A single plane on which Xavier does not win with best play shows that the condition q = 3 is necessary.
    """
    others = [q for q in CHECKED_ORDERS if q != 3]
    fields = ("AG(2,2)", "AG(2,4)", *(("AG(2,5)",) if runner.full else ()))
    values = {name: solution(name) for name in fields}
    return Statement(
        check(
            "lines have three points for q = 3 only, for the planes over all {} other fields of up to nine elements",
            others,
            lambda q: affine(2, q).block_size != 3,
        ),
        check_fact(
            "the theorem without the condition is false",
            ", ".join(f"{name}, where {outcome(value)}" for name, value in values.items()),
            all(value.upper <= 0 for value in values.values()),
        ),
        commands=(REPEAT, *map(solve_command, fields)),
    )
