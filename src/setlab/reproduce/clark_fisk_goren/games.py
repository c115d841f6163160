"""The game on small designs, Theorem 7 and its lemmas, caps and the length of games, Theorem 17 (D2 to D5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations

from setlab.antiset import Game, play, tournament
from setlab.antiset.classes import solved_positions
from setlab.antiset.solver import BUDGET, Solution, Solver, rounds_of, solver
from setlab.antiset.strategies import find_strategy, length_bound, plan
from setlab.caps import check as cap_report
from setlab.caps import find, most_by_counting
from setlab.caps.checks import is_cap
from setlab.geometry import Space
from setlab.geometry.design import affine, find_design, parallel_classes
from setlab.reproduce.clark_fisk_goren.geometry import CHECKED_ORDERS, plane_point
from setlab.reproduce.evidence import Bounds, Check, Checks, Figures, Resolution, Statement, Values, check, check_fact
from setlab.reproduce.methods import check_coordinates, in_words, largest_cap
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
def example_game(claim: Claim) -> Checks:
    """The remarks of the text about X₂, O₂, X₃, O₃ and X₄ hold."""
    moves, space = example_moves(), Space(2)
    x1, o1, x2, o2, x3, *_ = moves
    choices = solver(affine(2, 3)).values([x1, x2], [o1])
    before, after = Game(BOARD, moves[:6]), Game(BOARD, moves)
    left = after.legal_moves
    yield check_fact("X₂ lies in a set with a card of Olivia's", "the set X₁, O₁, X₂", space.is_line(x1, o1, x2))
    what = "all choices of O₂ are equally bad"
    words = f"all {len(choices)} choices, after which Xavier wins in the same round with best play"
    yield check_fact(what, words, len(set(choices.values())) == 1 and min(choices.values()) > 0)
    yield check_fact("X₃ lies in a set that Xavier cannot obtain", "the set X₁, O₂, X₃", space.is_line(x1, o2, x3))
    what = "after O₃ one card would complete a set of Xavier's"
    words = f"the {claim.data['deadly']}"
    yield check_fact(what, words, before.completes(plane_point(claim.data["deadly"])) is not None)
    what = f"X₄ leaves Olivia {claim.data['options']} options"
    yield check_fact(what, f"{len(left)} free cards", len(left) == claim.data["options"])
    yield check("each of them completes a set, for both options", left, lambda point: bool(after.completes(point)))
    return Statement(
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
    values = {"length of the example game": max(lengths) if len(lengths) == 1 else 0}
    return Figures(values=values, commands=(command(),))


@evidence("D3.example")
def example_strategy() -> Checks:
    """Xavier's moves X₂, X₃ and X₄ follow Theorem 7.

    X₂, X₃ and X₄ complete the lines through X₁ and O₁, O₂, O₃.
    """
    moves, strategy = example_moves(), find_strategy("theorem7")
    what = (
        "Xavier takes the third point of the line through X₁ and Olivia's last point, "
        "for all {} of his moves after the first"
    )
    yield check(what, range(2, len(moves), 2), lambda ply: strategy.move(Game(BOARD, moves[:ply])).point == moves[ply])
    return Statement(commands=(REPEAT, command()))


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


def check_all_games(what: str, excluded: str) -> Checks:
    """One check for each dimension: an event that the theorem excludes occurs in no game."""
    for d in (2, 3):
        words = f"all {all_games(d).positions:,} positions that can arise for d = {d}"
        yield check_fact(f"{what}, d = {d}", words, getattr(all_games(d), excluded) == 0)


def answer(first: int, point: int) -> int:
    """One coordinate of Xavier's answer, the third point of the line through X₁ and Olivia's point.

    >>> [answer(0, point) for point in range(3)]
    [0, 2, 1]
    """
    return (-first - point) % 3


def xavier_can_play() -> Checks:
    """The points other than X₁ fall into pairs of a point and its answer; if Olivia takes one, the other is free."""
    yield check_coordinates("the answer to the answer to o is o", "X₁, o", lambda f, o: answer(f, answer(f, o)) == o)
    yield check_coordinates("only X₁ is its own answer", "X₁, o", lambda f, o: (answer(f, o) == o) == (o == f))


def xavier_cannot_lose() -> Checks:
    """A line of Xavier's without X₁ reflects a line of Olivia's; a line through X₁ has a point of hers."""
    yield check_coordinates(
        "the answers to o, p, q sum to 0 if and only if o + p + q = 0",
        "X₁, o, p, q",
        lambda f, o, p, q: ((answer(f, o) + answer(f, p) + answer(f, q)) % 3 == 0) == ((o + p + q) % 3 == 0),
    )
    what = "the third point of the line through X₁ and the answer to o is o"
    yield check_coordinates(what, "X₁, o", lambda f, o: answer(f, answer(f, o)) == o)


def no_tie() -> Checks:
    """A plane through X₁ is closed under answers, so Xavier would get five of its nine points."""
    plane = Space(2)
    what = "five points of a plane contain a line, for all {} sets of five points of AG(2, 3)"
    yield check(what, combinations(range(9), 5), lambda points: bool(plane.sets(points)))
    yield check_coordinates(
        "the answer to X₁ + su + tv is X₁ + 2su + 2tv, in the same plane",
        "X₁, s, t, u, v",
        lambda f, s, t, u, v: answer(f, (f + s * u + t * v) % 3) == (f + 2 * s * u + 2 * t * v) % 3,
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
def essential(runner: Runner) -> Checks:
    """For q ≠ 3 lines do not have three points, and the theorem fails.

    A single plane on which Xavier does not win with best play shows that the condition q = 3 is necessary.
    """
    others = [q for q in CHECKED_ORDERS if q != 3]
    fields = ("AG(2,2)", "AG(2,4)", *(("AG(2,5)",) if runner.full else ()))
    values = {name: solution(name) for name in fields}
    what = "lines have three points for q = 3 only, for the planes over all {} other fields of up to nine elements"
    yield check(what, others, lambda q: affine(2, q).block_size != 3)
    what = "the theorem without the condition is false"
    words = ", ".join(f"{name}, where {outcome(value)}" for name, value in values.items())
    yield check_fact(what, words, all(value.upper <= 0 for value in values.values()))
    return Statement(commands=(REPEAT, *map(solve_command, fields)))


@evidence("D4.pellegrino", commands=["setlab exact no-set --recompute", "setlab caps find --dimension 4"])
def pellegrino() -> Values:
    """The size of the largest cap of AG(4,3), and the smallest number of cards that forces a set.

    All caps are listed up to symmetry, size by size, until there are none; one of the largest is constructed. So no
    larger collection of cards is without a set.
    """
    size = proved_size(4)
    return {"cards that always contain a set": size + 1, "m₂(AG(4, 3))": size}


def proved_size(d: int) -> int:
    """The size of the largest cap from the list of all caps, if a cap of this size is also constructed; otherwise 0."""
    built = cap_report(find(d), d)
    return built.size if built.is_cap and built.size == largest_cap(d) else 0


@evidence("D4.example13")
def example_13() -> Checks:
    """The hands in the example game, as caps.

    Five points of a plane of nine points always contain a line; so four points without a line form a maximal cap.
    """
    xavier, olivia = example_moves()[0::2], example_moves()[1::2]
    what = "five points contain a line, for all {} sets of five points of AG(2, 3)"
    yield check(what, combinations(range(9), 5), lambda points: not is_cap(points, 2))
    what = "the points marked X form a maximal cap"
    yield check_fact(what, f"{len(xavier)} points without a line", is_cap(xavier, 2) and len(xavier) == largest_cap(2))
    what = "the points marked O form a cap which is not maximal"
    yield check_fact(what, f"{len(olivia)} points without a line", is_cap(olivia, 2) and len(olivia) < largest_cap(2))
    return Statement(commands=(REPEAT, command(), "setlab exact no-set --dimension 2"))


@evidence("D4.caps", commands=["setlab caps find --dimension 4", "setlab exact no-set --recompute"])
def table_3(claim: Claim) -> Values:
    """Table 3 for d ≤ 4: caps constructed, and none larger in the list of all caps.

    A cap of each size is constructed; the list of all caps up to symmetry shows that there is no larger one.
    """
    return {str(d): proved_size(d) for d in claim.numbers()}


@evidence("D4.cited", commands=[REPEAT, "setlab caps find --dimension 5", "setlab caps find --dimension 6"])
def table_3_cited(claim: Claim) -> Values:
    """Table 3 for d = 5 and 6: complete caps as lower bounds, counting in hyperplanes for upper bounds.

    Complete caps of the printed sizes are constructed and checked. Counting pairs and triples of points in parallel
    hyperplanes gives upper bounds that leave a gap. That no cap is larger than printed is a theorem of Edel, Ferret,
    Landjev & Storme 2002 for d = 5 and of Potechin 2008 for d = 6, and is not proved here.
    """
    most, bounds = largest_cap(4), {}
    for d in sorted(claim.numbers()):
        most = most_by_counting(d, most)
        report = cap_report(find(d), d)
        bounds[str(d)] = Bounds(report.size if report.is_complete else 0, most)
    return bounds


@evidence("D4.three", commands=["setlab antiset analyse 00 01 10 11 22 21"])
def shortest_game() -> Values:
    """Olivia completes a line in round three; a line has three cards, so no game is shorter.

    A game in which Olivia takes a line at once is played for d = 2, 3 and 4. A line has three cards, so no player
    completes one within two rounds.
    """
    lengths = {length_of_suicide(d) for d in (2, 3, 4)}
    points = {affine(d, 3).block_size for d in (2, 3, 4)}
    return {"rounds of the shortest game": " or ".join(map(in_words, sorted(lengths | points)))}


def length_of_suicide(d: int) -> int:
    """The number of rounds of a game in which Olivia takes a line and Xavier avoids completing one.

    >>> length_of_suicide(2)
    3
    """
    line = affine(d, 3).blocks[0]
    game = Game(affine(d, 3))
    for point in line:
        game.push(next(other for other in game.safe_moves if other not in line))
        game.push(point)
    result = game.result()
    assert result is not None, "Olivia holds a line"
    assert result.winner == "xavier"
    return result.length


def check_hands(d: int) -> Check:
    """In every position of AG(d,3) Xavier holds at most m₂ points; so Olivia loses in round m₂ or earlier."""
    what = f"Xavier holds at most m₂ points, d = {d}, for all {{}} classes of positions of AG({d}, 3)"
    return check(what, solved_positions(affine(d, 3)), lambda position: len(position.x) <= largest_cap(d))


@evidence("D4.bound", commands=[REPEAT, measure_command("AG(3,3)", "theorem7", "max-cap")])
def theorem_15(runner: Runner) -> Checks:
    """A game has at most m₂ rounds, since Xavier's hand is a cap; and some game has m₂ rounds.

    If Olivia loses in round n, Xavier holds n points without a line; hence n ≤ m₂, however he plays. The printed proof
    ends there. That the bound is attained for every d ≥ 2 is shown here: against Theorem 7 Olivia plays a largest cap
    through X₁ (see D6.m2). For d = 1, which the paper excludes, no game has a length.
    """
    yield check_hands(2)
    yield check_hands(3)
    yield from cap_is_free()
    yield from check_matches(runner, "some game has m₂ rounds", whole=True)


@evidence(
    "D4.corollary", commands=["setlab exact no-set --recompute", measure_command("AG(4,3)", "theorem7", "max-cap")]
)
def corollary() -> Values:
    """The bound of Theorem 15 for AG(4,3).

    The bound is the size of the largest cap of AG(4, 3), which is found by listing all caps up to symmetry.
    """
    return {"rounds at most": largest_cap(4)}


@evidence("D4.always")
def always(runner: Runner) -> Checks:
    """Olivia can always attain the bound for d = 2 and 3, and against Theorem 7 for every d.

    The solver proves it for d = 2 and 3, and it holds for every d if Xavier follows Theorem 7. Whether he has a faster
    win for d ≥ 4 is not known.
    """
    deck = deck_of_81(runner)
    yield from check_best_play()
    yield from cap_is_free()
    words = f"AG(4, 3), where {outcome(deck)}, and in round {deck.longest} at the latest"
    yield check_fact("m₂ rounds are not excluded for d = 4", words, deck.longest == largest_cap(4), whole=False)
    commands = (REPEAT, solve_command("AG(3,3)"), f"{solve_command('AG(4,3)')} --budget {BUDGETS[runner.full]}")
    return Statement(commands=commands)


BUDGETS = {False: 12_000, True: 200_000}
"""The positions of AG(4,3) examined in quick and full runs; both show that Xavier cannot force an end by ply 24."""

MATCHES, MATCHES_QUICK = {2: 1000, 3: 1000, 4: 500, 5: 50, 6: 10}, {2: 100, 3: 100, 4: 50, 5: 5}
"""The numbers of matches by dimension, in full and in quick runs."""


def cap_is_free() -> Checks:
    """With X₁ = 0, Xavier's answers −x take no point of a cap that contains 0, and there is no tie."""
    yield check_coordinates("the answer to x is −x when X₁ = 0", "x", lambda x: answer(0, x) == -x % 3)
    yield check_coordinates("0, x and −x sum to 0", "x", lambda x: (0 + x + -x % 3) % 3 == 0)
    yield check_coordinates("x = −x only for x = 0", "x", lambda x: (x == -x % 3) == (x == 0))
    yield from no_tie()


@lru_cache
def lengths_of_matches(d: int, games: int) -> frozenset[int]:
    """The lengths of matches in which Olivia plays the points of a largest cap through X₁ against Theorem 7.

    >>> lengths_of_matches(3, 10)
    frozenset({9})
    """
    (score,) = tournament(f"AG({d},3)", ["theorem7"], ["max-cap"], games=games, seed=1)
    return frozenset(score.lengths)


def check_matches(runner: Runner, what: str, whole: bool) -> Checks:
    """One check for each dimension: the length of every match is the size of the cap.

    One match proves that such a game exists (`whole`); that she can always do it is only supported.
    """
    for d, games in (MATCHES if runner.full else MATCHES_QUICK).items():
        lengths = lengths_of_matches(d, games)
        words = f"{games} matches of {' or '.join(map(str, sorted(lengths)))} rounds"
        yield check_fact(f"{what}, d = {d}", words, lengths == {len(find(d))}, whole)


def check_best_play() -> Checks:
    """One check for each dimension: with best play the length of the game is the size of the largest cap."""
    for d in (2, 3):
        value = solution(f"AG({d},3)")
        what = f"Olivia forces m₂ rounds, whatever Xavier does, d = {d}"
        yield check_fact(what, f"AG({d}, 3), where {outcome(value)}", value.length == largest_cap(d))


def deck_of_81(runner: Runner) -> Solution:
    """The value of the game on AG(4,3), as far as the search decides."""
    return solution("AG(4,3)", BUDGETS[runner.full])


@evidence("D6.m2")
def forced_length(runner: Runner) -> Checks:
    """Olivia forces m₂ rounds against Theorem 7, and against all play for d = 2 and 3; for d = 4 two bounds remain."""
    deck, budget = deck_of_81(runner), BUDGETS[runner.full]
    settled = " and ".join(f"{solution(f'AG({d},3)').length} rounds for d = {d}" for d in (2, 3))
    yield from cap_is_free()
    yield from check_best_play()
    yield from check_matches(runner, "matches against Theorem 7 have m₂ rounds", whole=False)
    return Resolution(
        "if Xavier follows Theorem 7, a largest cap through X₁ forces m₂ rounds, in any order, for every d ≥ 2; "
        f"against all play she forces {settled}; for d = 4 she forces at least {deck.shortest} rounds, and at most "
        f"{deck.longest}",
        lower=deck.shortest,
        upper=deck.longest,
        why="With X₁ = 0, a cap that contains 0 does not contain both x and −x; so Xavier's answers −x take no point "
        "that she needs. But he may win in other ways, and the paper asks for m₂ rounds always. The solver shows this "
        f"for d = 2 and 3. For d = 4 a search of {budget:,} positions gives the lower bound and Theorem 15 the upper "
        "bound; for d ≥ 5 nothing more is shown here.",
        commands=(
            REPEAT,
            measure_command("AG(4,3)", "theorem7", "max-cap"),
            solve_command("AG(3,3)"),
            f"{solve_command('AG(4,3)')} --budget {budget}",
        ),
    )


PLAYED, PLAYED_QUICK = (4, 5, 6), (4, 5)
"""The dimensions in which Theorem 17 is only tested in games against Theorem 7, in full and in quick runs."""


@evidence("D5.lemma16", commands=[REPEAT])
def lemma_16() -> Checks:
    """A linear function takes one value or all three on a line.

    Three parallel hyperplanes are the level sets of a linear function f with the values 0, 1 and 2.
    """
    what = "f(h), f(h) + f(x), f(h) + 2f(x) are equal or all different"
    yield check_coordinates(what, "f(h), f(x)", lambda h, x: len({h, (h + x) % 3, (h + 2 * x) % 3}) in (1, 3))
    yield from (_check_hyperplanes(d) for d in (2, 3, 4))


def _check_hyperplanes(d: int) -> Check:
    classes = [[set(flat) for flat in class_] for class_ in parallel_classes(d, 3, d - 1)]
    return check(
        f"a line meets one or all of three parallel hyperplanes, d = {d}, "
        f"for all {{}} pairs of a line and three parallel hyperplanes of AG({d}, 3)",
        ((line, class_) for line in affine(d, 3).blocks for class_ in classes),
        lambda pair: sum(not flat.isdisjoint(pair[0]) for flat in pair[1]) in (1, 3),
    )


@evidence("D5.theorem17")
def theorem_17(runner: Runner) -> Checks:
    """The bound holds by the solver for d = 2 and 3, and in games against Theorem 7 beyond.

    The proof assumes that Xavier follows Theorem 7, which the statement does not say; he has other winning moves (see
    D5.proof). For d = 2 and 3 the solver shows that the bound holds whatever he does; for d ≥ 4 it is shown here only
    against Theorem 7.
    """
    played = PLAYED if runner.full else PLAYED_QUICK
    for d in (2, 3):
        value = solution(f"AG({d},3)")
        what = f"at least {length_bound(d)} rounds with best play, d = {d}"
        reached = value.winner == "xavier" and value.shortest >= length_bound(d)
        yield check_fact(what, f"AG({d}, 3), where {outcome(value)}", reached)
    for d in played:
        length = play(f"AG({d},3)", "theorem7", "theorem17", seed=runner.seed).result.length
        what = f"at least {length_bound(d)} rounds against Theorem 7, d = {d}"
        yield check_fact(what, f"a game of {length} rounds", length >= length_bound(d), False)
    commands = (solve_command("AG(3,3)"), *(measure_command(f"AG({d},3)", "theorem7", "theorem17") for d in played))
    return Statement(commands=commands)


@evidence("D5.d1", commands=[solve_command("AG(1,3)")])
def one_dimension() -> Check:
    """For d = 1 no player can complete the only line.

    On a line of three points Olivia takes one point; she cannot lose, so the game has no length. The proof starts with
    d = 2.
    """
    games = [Game("AG(1,3)", moves) for moves in permutations(range(3))]
    return check(
        "Olivia loses, so the game has a length, for all {} games on AG(1, 3)",
        games,
        lambda game: game.losers == [1],
        lambda game: f"all {len(games)} games on AG(1, 3) are ties, the first with the moves {game.moves}",
    )


@evidence("D5.basis", commands=[solve_command("AG(2,3)")])
def basis() -> Values:
    """The length of the game on AG(2,3) with best play, and the value of the formula.

    With best play Olivia loses in this round. A line has three points, so a cap in it has at most two.
    """
    return {"rounds on AG(2, 3)": in_words(solution("AG(2,3)").length or 0), "2 + m₂(AG(1, 3))": 2 + largest_cap(1)}


@evidence("D5.example18", commands=[REPEAT, measure_command("AG(3,3)", "theorem7", "theorem17")])
def example_18() -> Checks:
    """The flats that contain Olivia's points and Xavier's answers.

    Xavier's answers are those of Theorem 7; he is not forced to give them (see D5.proof).
    """
    yield from (check for level in (1, 2) for check in _check_level(level))


def _check_level(level: int) -> Iterator[Check]:
    """The moves that extend play from a flat of dimension `level` to the next dimension."""
    space, flat = Space(3), 3**level
    hers = [point for point, jumped_from in plan(3, 0) if jumped_from == level]
    his = [space.third(0, point) for point in hers]
    what = {1: "row", 2: "plane"}[level]
    yield check(f"Olivia plays in the second {what}, for all {{}} of her moves", hers, lambda point: point // flat == 1)
    maximal = is_cap([point - flat for point in hers], level) and len(hers) == largest_cap(level)
    yield check_fact("her moves form a maximal cap of it", f"{len(hers)} points of AG({level}, 3)", maximal)
    yield check(f"Xavier answers in the third {what}, for all {{}} answers", his, lambda point: point // flat == 2)


Case = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""Xavier's points, Olivia's points, a winning move of Xavier's, and the hyperplane where the proof expects it."""


@evidence("D5.proof", commands=[REPEAT, 'setlab antiset analyse --design "AG(3,3)" 000 001 002 010 020 011 100'])
def moves_in_the_proof() -> Check:
    """On AG(3,3), while Olivia follows the proof, Xavier has winning moves outside the hyperplanes of the proof.

    Lemma 16 says where Xavier's answers of Theorem 7 lie, but not that he must give them. The step holds if Xavier
    follows Theorem 7.
    """
    what = "Xavier's winning moves lie in S₁ during step (1) and in S₃ during step (2)"
    domain = "for all {} winning moves of Xavier on AG(3, 3)"
    # The first coordinate of a point of AG(3,3) is 0, 1, 2 on S₁, S₂, S₃.
    return check(f"{what}, {domain}", winning_moves(3), lambda case: case[2] // 9 == case[3], _in_words)


def winning_moves(d: int) -> Iterator[Case]:
    """All winning moves of Xavier when Olivia follows the proof and he has followed Theorem 7 so far, with X₁ = 0."""
    space, engine = Space(d), solver(affine(d, 3))
    xavier: tuple[int, ...] = (0,)
    olivia: tuple[int, ...] = ()
    for point, level in plan(d, 0):
        olivia = (*olivia, point)
        expected = 2 if level == d - 1 else 0
        for move, value in engine.values(xavier, olivia).items():
            if value > 0:
                yield xavier, olivia, move, expected
        xavier = (*xavier, space.third(0, point))


def _in_words(case: Case) -> str:
    xavier, olivia = (" ".join(_digits(point) for point in hand) for hand in case[:2])
    return (
        f"Xavier holds {xavier} and Olivia {olivia}, with first digit 0 on S₁; then {_digits(case[2])} also wins, "
        f"which is not in S{'₁₂₃'[case[3]]}"
    )


def _digits(point: int) -> str:
    return "".join(map(str, Space(3).coordinates(point)))


@evidence("D5.limit", commands=[REPEAT])
def last_sum() -> Checks:
    """With the limit n − 1 the sum exceeds the bound of Theorem 15; with d − 1 it is one more than the n rounds.

    The upper limit of the sum should be d − 1, as in the theorem; n is the number of rounds.
    """
    caps = [0, *(largest_cap(d) for d in (1, 2, 3, 4))]
    rounds = {d: 1 + sum(caps[1:d]) for d in (2, 3, 4)}
    printed = 2 + sum(caps[1 : rounds[2]])
    words = f"for d = 2 we have n = {rounds[2]}, and the sum is {printed}, where Theorem 15 allows {caps[2]} rounds"
    yield check_fact("with n − 1 the length is possible, d = 2", words, printed <= caps[2])
    what = "with d − 1 the sum is one more than the n rounds of the strategy"
    domain = "for {} dimensions, and in every other by the definition of n"
    return Statement(corrected=check(f"{what}, {domain}", rounds, lambda d: 2 + sum(caps[1:d]) == rounds[d] + 1))
