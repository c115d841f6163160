"""Other designs, more than two players, deviations from Theorem 7, and reflections (D6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial, prod

from setlab.antiset import Game, tournament
from setlab.antiset.classes import Solved, deviations, first_exceptions, is_reflective, solved_positions
from setlab.antiset.search import equilibria, guaranteed_payoff
from setlab.antiset.solver import Solution, Solver
from setlab.antiset.steiner import System, systems
from setlab.errors import RuleError, plural
from setlab.geometry import Space
from setlab.geometry.design import Design, affine, find_design, projective
from setlab.geometry.fields import Field
from setlab.geometry.symmetry import first_reflection, free_involution
from setlab.reproduce.clark_fisk_goren.games import measure_command, outcome, solution, solve_command
from setlab.reproduce.clark_fisk_goren.geometry import CHECKED_ORDERS, only_line
from setlab.reproduce.evidence import Check, Checks, Resolution, check, check_fact
from setlab.reproduce.methods import check_identity, in_words
from setlab.reproduce.register import REPEAT, Runner, evidence

AFFINE = ("AG(2,3)", "AG(3,3)", "AG(2,4)", "AG(3,2,2)", "AG(4,2,2)", "AG(3,3,2)")
PROJECTIVE = ("PG(2,2)", "PG(3,2)", "PG(4,2)", "PG(2,3)", "PG(2,4)", "PG(3,2,2)", "PG(4,2,3)")
SLOW_AFFINE, SLOW_PROJECTIVE = ("AG(2,5)",), ("PG(4,2,2)",)
"""Designs that are solved in full runs only; a third number is the dimension of the blocks."""

BEYOND = {"PG(3,3)": 400_000, "AG(3,4)": 200_000, "AG(2,7)": 12_000}
"""Designs that are not solved, with the number of positions examined in a full run."""

BEYOND_QUICK = {"PG(3,3)": 2_000, "AG(3,4)": 2_000}
"""The same in a quick run, without AG(2,7), which takes seconds to prepare."""


@evidence("D6.examples", commands=[REPEAT])
def geometries() -> Checks:
    """Flats form a design: every two points lie in the same number of them.

    The points and lines of AG(d, q) form a design by Proposition 4, for every d and q; flats of higher dimension and
    projective geometries are tried one by one.
    """
    sizes = product(("AG", "PG"), (2, 3, 4, 5), (1, 2, 3, 4))
    small = [(kind, d, q, k) for kind, q, d in sizes if q**d <= 125 for k in range(1, d + 1)]
    yield only_line()
    what = "every two points lie in the same number of k-dimensional flats"
    domain = "for all {} geometries of d ≤ 4 dimensions with q ≤ 5 and q^d ≤ 125"
    yield check(f"{what}, {domain}", small, lambda name: _is_design(*name), whole=False)


def _is_design(kind: str, d: int, q: int, k: int) -> bool:
    """True if the flats are the blocks of a 2-design; `Design` counts the blocks through every pair of points."""
    try:
        found = affine(d, q, k) if kind == "AG" else projective(d, q, k)
    except RuleError:
        return False
    return found.t == 2


def check_solved(names: tuple[str, ...]) -> Check:
    """The search decides the game on each of these designs."""
    what = "the outcome with best play is decided, for these {} designs"
    return check(what, names, lambda name: solution(name).is_settled, whole=False)


@evidence("D6.designs")
def other_designs(runner: Runner) -> Checks:
    """The winners on affine and projective geometries, with lines or larger flats as blocks.

    By exhaustive search up to symmetry, where the winner wins as early as possible; a draw means that neither player
    has a winning strategy. A third number in a name is the dimension of the blocks. Each design is a separate question;
    these are answered.
    """
    names = (*AFFINE, *PROJECTIVE, *((*SLOW_AFFINE, *SLOW_PROJECTIVE) if runner.full else ()))
    yield check_solved(names)
    answer = "not on every design: " + "; ".join(f"{name}: {outcome(solution(name))}" for name in names)
    return Resolution(answer, commands=tuple(map(solve_command, names)))


@evidence("D6.larger")
def larger_designs(runner: Runner) -> Checks:
    """Designs on which the search is incomplete: who cannot lose, and the minimum length."""
    budgets = BEYOND if runner.full else BEYOND_QUICK
    values = {name: solution(name, budget) for name, budget in budgets.items()}
    what = "one of the players cannot lose with best play, for {} designs"
    yield check(what, values, lambda name: len(values[name].possible_winners) < 3, whole=False)
    return Resolution(
        "; ".join(f"{name}: {outcome(value)}" for name, value in values.items()),
        why="Reflections show who cannot lose (see D6.mirror); searches of "
        + ", ".join(f"{budget:,} positions for {name}" for name, budget in budgets.items())
        + " exclude an earlier end.",
        commands=tuple(f"{solve_command(name)} --budget {budget}" for name, budget in budgets.items()),
    )


ODD = tuple(q for q in CHECKED_ORDERS if q % 2)

Case = tuple[int, int, int, int, int]
"""q, ν, λ, a, b: the order of the field, a nonsquare, a factor, and two coordinates of a vector."""


def rotate_pair(nu: int, a: int, b: int) -> tuple[int, int]:
    """Two coordinates of the image: the map takes (a, b) to (νb, a) in each pair of coordinates."""
    return nu * b, a


def check_mirror() -> Checks:
    """The map is an involution of the points without fixed points, since ν is not a square."""
    what = "the map applied twice multiplies by ν, first coordinate"
    yield check_identity(what, "ν, a, b", 1, lambda nu, a, b: rotate_pair(nu, *rotate_pair(nu, a, b))[0] - nu * a)
    what = "the same, second coordinate"
    yield check_identity(what, "ν, a, b", 1, lambda nu, a, b: rotate_pair(nu, *rotate_pair(nu, a, b))[1] - nu * b)
    what = (
        "(νb, a) = λ(a, b) only for a = b = 0, if ν is not a square, "
        f"for all {{}} values of ν, λ, a, b in the fields of order {', '.join(map(str, ODD))}"
    )
    yield check(what, _cases(), lambda case: not _is_fixed(*case) or case[3] == case[4] == 0, whole=False)


def _cases() -> Iterator[Case]:
    for q in ODD:
        squares = {Field(q).multiply(x, x) for x in range(q)}
        yield from product([q], sorted(set(range(q)) - squares), range(q), range(q), range(q))


def _is_fixed(q: int, nu: int, factor: int, a: int, b: int) -> bool:
    times = Field(q).multiply
    return (times(nu, b), a) == (times(factor, a), times(factor, b))


def check_involution(name: str) -> Check:
    """A design has an automorphism that is an involution without fixed points."""
    where = find_design(name)
    map_ = free_involution(where)
    what = f"an automorphism of {name} exchanges its points in pairs"
    words = f"the {where.points} points and {len(where.blocks):,} blocks of {name}"
    in_pairs = map_ is not None and all(map_[image] == point != image for point, image in enumerate(map_))
    return check_fact(what, words, map_ is not None and in_pairs and where.is_automorphism(map_), whole=False)


@evidence("D6.projective")
def projective_geometries(runner: Runner) -> Checks:
    """The winners on small PG(d,q), and Olivia's involution for odd d and q.

    Small geometries are solved by exhaustive search. For odd d the d + 1 coordinates fall into pairs, and the linear
    map (a, b) ↦ (νb, a) on each pair moves every point if ν is not a square. Olivia answers each point with its image,
    so a line of hers is the image of a line of his. Other PG(d, q) are not decided here.
    """
    names = (*PROJECTIVE, *(SLOW_PROJECTIVE if runner.full else ()))
    tried = ("PG(3,3)", "PG(3,5)", *(("PG(5,3)",) if runner.full else ()))
    yield check_solved(names)
    yield from check_mirror()
    yield from (check_involution(name) for name in tried)
    answer = (
        "; ".join(f"on {name} {outcome(solution(name))}" for name in names)
        + f"; for odd d and q = {', '.join(map(str, ODD))} Olivia never loses if she answers by the involution"
    )
    return Resolution(answer, commands=(REPEAT, *map(solve_command, names)))


Triple = tuple[int, int, int]


@lru_cache
def count_systems(v: int) -> int:
    """The number of Steiner triple systems on v given points.

    >>> [count_systems(v) for v in (7, 9)]
    [30, 840]
    """
    first_stars = prod(range(v - 2, 0, -2))
    return first_stars * sum(count_matchings(halves) * _completions(v, halves) for halves in cycle_types(v))


def cycle_types(v: int) -> list[tuple[int, ...]]:
    """The half lengths of the cycles that the blocks through 0 and 1 form on the other v − 3 points.

    >>> cycle_types(13)
    [(2, 3), (5,)]
    """
    return list(_partitions((v - 3) // 2, 2))


def _partitions(n: int, least: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for part in range(least, n + 1):
        for rest in _partitions(n - part, part):
            yield (part, *rest)


def count_matchings(halves: tuple[int, ...]) -> int:
    """The number of perfect matchings that form cycles of these half lengths with a given matching.

    >>> sum(map(count_matchings, cycle_types(13)))          # the matchings of ten points that avoid five given pairs
    544
    """
    groups = factorial(sum(halves)) // prod(map(factorial, halves)) // prod(map(factorial, Counter(halves).values()))
    return groups * prod((1 << half - 1) * factorial(half - 1) for half in halves)


def _completions(v: int, halves: tuple[int, ...]) -> int:
    """The number of systems with given blocks through 0 and 1."""
    search = _Search(v)
    for block in _stars(v, halves):
        search.turn(block)
    return search.count()


def _stars(v: int, halves: tuple[int, ...]) -> Iterator[Triple]:
    """The blocks through 0, and the blocks through 1 that form cycles of these half lengths."""
    yield from ((0, x, x + 1) for x in range(1, v, 2))
    start = 3
    for half in halves:
        yield from ((1, start + 2 * i + 1, start + (2 * i + 2) % (2 * half)) for i in range(half))
        start += 2 * half


class _Search:
    """A partial system: for every point, the mask of the points with which it shares no block yet."""

    def __init__(self, v: int) -> None:
        self.lacking = [(1 << v) - 1 - (1 << x) for x in range(v)]

    def turn(self, block: Triple) -> None:
        """Add a block, or remove it if it is present."""
        everything = sum(1 << x for x in block)
        for x in block:
            self.lacking[x] ^= everything ^ 1 << x

    def count(self) -> int:
        """The number of ways to complete the system; the search continues with a pair that has few third points."""
        open_points = [x for x, mask in enumerate(self.lacking) if mask]
        if not open_points:
            return 1
        a = min(open_points, key=lambda x: self.lacking[x].bit_count())
        b = min(_points(self.lacking[a]), key=lambda x: (self.lacking[a] & self.lacking[x]).bit_count())
        return sum(self._count_with((a, b, c)) for c in _points(self.lacking[a] & self.lacking[b]))

    def _count_with(self, block: Triple) -> int:
        self.turn(block)
        number = self.count()
        self.turn(block)
        return number


def _points(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


QUICK, FULL = (7, 9, 13), (7, 9, 13, 15)
"""The orders whose systems are all solved, in quick and in full runs."""

LARGEST_ORDER = 999
"""The order up to which the absence of draws is computed; for larger orders it follows from an inequality."""


@lru_cache(maxsize=128)
def value_of(system: Design) -> Solution:
    """The value of the game on a system."""
    return Solver(system).solve()


def check_complete(v: int) -> Check:
    """The isomorphism classes account for all systems on v points: none is missing, none is counted twice."""
    accounted = sum(factorial(v) // System.of(v, system.blocks).group().order for system in systems(v))
    words = (
        f"{plural(len(systems(v)), 'system')} up to isomorphism: the sum of v!/|Aut| is {accounted:,}, and a search "
        f"counts {count_systems(v):,}"
    )
    return check_fact(f"no system of order {v} is missing", words, accounted == count_systems(v))


def check_no_draw() -> Check:
    """Two complementary sets of points cannot both be free of blocks, by counting the pairs between them."""
    orders = [v for v in range(7, LARGEST_ORDER + 1) if v % 6 in (1, 3)]
    what = "s points and the v − s others cannot both be free of blocks: s(v − s) mixed pairs differ from v(v − 1)/3"
    domain = f"for all {{}} orders v from 7 to {LARGEST_ORDER}, and beyond since s(v − s) ≤ v²/4 < v(v − 1)/3 for v > 4"
    return check(f"{what}, {domain}", orders, lambda v: all(3 * s * (v - s) != v * (v - 1) for s in range(v + 1)))


@evidence("D6.steiner")
def steiner(runner: Runner) -> Checks:
    """The winner on each system of order 7, 9 and 13, in a full run also 15.

    The systems are generated by switching, and counting shows that none is missing. On a system of order 7 or more the
    game cannot be a draw. Larger orders, and order 15 without --full, are not decided here.
    """
    orders = FULL if runner.full else QUICK
    solved = {v: Counter(outcome(value_of(system)) for system in systems(v)) for v in orders}
    every = [system for v in orders for system in systems(v)]
    reflected = [system for system in every if first_reflection(system)]
    yield from (check_complete(v) for v in orders)
    yield check_no_draw()
    what = f"one player wins with best play, for all {{}} systems of order {', '.join(map(str, orders))}"
    yield check(what, every, lambda system: value_of(system).winner in ("xavier", "olivia"), whole=False)
    what = "Xavier wins if the system has a reflection"
    domain = f"for the {plural(len(reflected), 'system')} with a reflection among them"
    yield check(f"{what}, {domain}", reflected, lambda system: value_of(system).winner == "xavier", whole=False)
    answer = "; ".join(
        f"order {v}: " + ", ".join(f"{text} on {number} of {found.total()}" for text, number in found.most_common())
        for v, found in solved.items()
    )
    return Resolution(answer, commands=(REPEAT + " --full" * runner.full,))


BOARD = "AG(2,3)"
ORDINALS = ("first", "second", "third")


@evidence("D6.block", commands=[REPEAT])
def blocked_answer() -> Check:
    """The third player can take the point that Theorem 7 requires.

    With three players, the third player moves between Olivia's move and Xavier's answer.
    """
    space = Space(2)
    firsts = [(a, b) for a in space.cards for b in space.cards if a != b]

    def is_blocked(first: tuple[int, int]) -> bool:
        needed = space.third(*first)
        game = Game(BOARD, [*first, needed], players=3)
        return game.turn == 0 and needed not in game.legal_moves

    what = "the third player can take the required point, for all {} pairs of first moves on AG(2, 3)"
    return check(what, firsts, is_blocked)


@evidence("D6.players", commands=[REPEAT])
def three_players() -> Checks:
    """All subgame-perfect equilibria on nine points, and what each player can guarantee."""
    outcomes = {out: equilibria(Game(BOARD, players=3, elimination=out)) for out in (False, True)}
    sure = [guaranteed_payoff(Game(BOARD, players=3), player) for player in range(3)]
    losers = {
        tuple(player for player in range(3) if payoffs[player] == 0) for found in outcomes.values() for payoffs in found
    }
    who = " or ".join(f"the {ORDINALS[player]} player" for loser in sorted(losers) for player in loser)
    payoffs_text = " or ".join(f"payoffs {', '.join(map(str, payoffs))}" for payoffs in sorted(outcomes[False]))
    what = "one player loses in all equilibria, with and without elimination"
    words = f"{sum(map(len, outcomes.values()))} outcomes on AG(2, 3), with three players"
    yield check_fact(what, words, len(losers) == 1 and all(len(loser) == 1 for loser in losers), whole=False)
    what = "no player can guarantee a win"
    yield check_fact(what, f"guaranteed payoffs {', '.join(map(str, sure))}", max(sure) < Fraction(1, 2), whole=False)
    return Resolution(
        f"on AG(2, 3) {who} loses in every equilibrium: {payoffs_text}; the players can guarantee "
        f"{', '.join(map(str, sure))}",
        why="The first player to complete a line loses, and the others share the win. All positions are searched for "
        f"all subgame-perfect equilibria. This settles {in_words(3)} players on nine points; larger boards and more "
        "players are not decided here.",
    )


DIMENSIONS = (2, 3)


def check_only_reflective(d: int, plies: int) -> Check:
    """Xavier wins no other position with few points taken."""
    what = f"he wins no other position of at most {plies} points, d = {d}"
    domain = f"for all {{}} classes of other positions of AG({d}, 3)"
    cases = [p for p in _after_xavier(d) if p.ply <= plies and not is_reflective(Space(d), p.x, p.o)]
    return check(f"{what}, {domain}", cases, lambda position: position.winner == "olivia", whole=False)


def _after_xavier(d: int) -> list[Solved]:
    """The classes of positions with Olivia to move."""
    return [position for position in solved_positions(affine(d, 3)) if position.ply % 2]


def check_second_move(d: int) -> Check:
    """A second move other than that of the strategy loses."""
    first = deviations(d)[0]
    what = f"a wrong second move loses, d = {d}"
    words = f"{first.lost.total()} of {first.won.total() + first.lost.total()} classes of wrong second moves"
    return check_fact(what, words, first.n == 2 and not first.won and first.lost.total() > 0, whole=False)


@evidence("D6.recover", commands=[REPEAT])
def recovery() -> Checks:
    """The positions won and lost after a deviation, move by move, and the condition for d = 2 and small positions."""
    exceptions = first_exceptions(3)
    rows = [(d, row) for d in DIMENSIONS for row in deviations(d) if row.won or row.lost]
    totals = [(d, row.n, row.won.total(), row.lost.total()) for d, row in rows]
    table = "; ".join(f"d = {d}, move {n}: {won} of {won + lost}" for d, n, won, lost in totals)
    for d in DIMENSIONS:
        what = f"Xavier wins every reflective position, d = {d}"
        classes = f"classes of positions of AG({d}, 3) in which his points are a centre and the reflections of hers"
        cases = [position for position in _after_xavier(d) if is_reflective(Space(d), position.x, position.o)]
        yield check(f"{what}, for all {{}} {classes}", cases, lambda position: position.winner == "xavier", whole=False)
    yield check_only_reflective(2, affine(2, 3).points)
    yield check_only_reflective(3, exceptions[0].ply - 1)
    yield from (check_second_move(d) for d in DIMENSIONS)
    return Resolution(
        f"positions still won after a deviation, in classes: {table}",
        why="Xavier recovers if his points are again a centre and the reflections of hers in it. For d = 2 this is "
        f"also necessary; for d = 3 the first other position that he wins has {exceptions[0].ply} points taken. Moves "
        "that complete a line at once are not counted. This settles d = 2 and 3; d ≥ 4 is not decided here.",
    )


MATCHES = {"AG(2,5)": 50, "AG(2,7)": 50, "AG(2,9)": 20, "AG(2,4)": 50, "AG(3,4)": 20, "AG(2,8)": 20}
"""The numbers of matches against an opponent who only avoids blocks in a quick run; ten times as many in full."""


def reflection_of_odd_order() -> Checks:
    """x ↦ 2c − x is an involution that fixes only c, maps lines to lines, and lines through c to themselves."""
    yield check_identity("2c − (2c − x) = x", "c, x", 1, lambda c, x: 2 * c - (2 * c - x) - x)
    what = "the image of h + tv is (2c − h) + t(−v): lines map to lines"
    yield check_identity(what, "c, h, t, v", 1, lambda c, h, t, v: 2 * c - (h + t * v) - ((2 * c - h) + t * -v))
    what = "the image of c + tv is c + (−t)v: lines through c map to themselves"
    yield check_identity(what, "c, t, v", 1, lambda c, t, v: 2 * c - (c + t * v) - (c + -t * v))
    what = "2c − x = x if and only if 2(x − c) = 0"
    yield check_identity(what, "c, x", 1, lambda c, x: x - (2 * c - x) - 2 * (x - c))
    yield check(
        "2y = 0 only for y = 0, "
        "for all {} elements of the fields of order 3, 5, 7 and 9; in every field of odd order 2 has an inverse",
        ((q, y) for q in CHECKED_ORDERS if q % 2 for y in range(q)),
        lambda case: (Field(case[0]).add(case[1], case[1]) == 0) == (case[1] == 0),
    )


def translation_of_even_order() -> Checks:
    """In a field of even order x ↦ x + e, e ≠ 0, is an involution without fixed points that maps lines to lines."""
    yield check_identity("(x + e) + e = x + 2e", "e, x", 1, lambda e, x: (x + e) + e - (x + 2 * e))
    what = "2e = 0, for all {} elements of the fields of order 2, 4 and 8; in every field of even order 1 + 1 = 0"
    cases = ((q, e) for q in CHECKED_ORDERS if q % 2 == 0 for e in range(q))
    yield check(what, cases, lambda case: Field(case[0]).add(case[1], case[1]) == 0)
    what = "the image of h + tv is (h + e) + tv: lines map to lines"
    yield check_identity(what, "e, h, t, v", 1, lambda e, h, t, v: (h + t * v) + e - ((h + e) + t * v))


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

    what = f"the reflecting player completes no line before the opponent, on {name}"
    domain = "for all {} possible hands of the opponent"
    return check(f"{what}, {domain}", hands_without_block(where, pairs), holds)


def check_matches(runner: Runner) -> Checks:
    """One check for each design: the reflecting player loses no match."""
    for name, quick in MATCHES.items():
        games = 10 * quick if runner.full else quick
        xavier, olivia = _seats(name)
        (score,) = tournament(name, [xavier], [olivia], games=games, seed=1)
        other = "olivia" if xavier == "mirror" else "xavier"
        what = f"the reflecting player loses no match on {name}"
        words = f"{games} matches: {', '.join(f'{who} {number}' for who, number in score.winners.items())}"
        yield check_fact(what, words, other not in score.winners, whole=False)


def _seats(name: str) -> tuple[str, str]:
    """Xavier reflects if the number of points is odd, Olivia if it is even."""
    return ("mirror", "safe") if find_design(name).points % 2 else ("safe", "mirror")


@evidence("D6.mirror")
def mirrors(runner: Runner) -> Checks:
    """For odd q Xavier never loses, for even q Olivia never loses; the winner is decided only for small planes.

    For odd q Xavier takes a point c and answers x with 2c − x. If he completed a line, either Olivia would already hold
    its image, or the line would pass through c and half of its other points would be hers. For even q Olivia answers x
    with x + e; a line of hers is the image of a line of his. Whether the reflecting player wins is decided only for
    small planes.
    """
    small = ("AG(2,4)", *(("AG(2,5)",) if runner.full else ()))
    yield from reflection_of_odd_order()
    yield from translation_of_even_order()
    yield from (check_every_game(name) for name in small)
    yield from check_matches(runner)
    what = f"the outcome with best play is decided, for {' and '.join(small)} only"
    yield check(what, small, lambda name: solution(name).is_settled, whole=False)
    answer = "on AG(d, q) the reflecting player never loses: Xavier for odd q, Olivia for even q; " + "; ".join(
        f"with best play on {name} {outcome(solution(name))}" for name in small
    )
    commands = (
        REPEAT,
        *map(solve_command, small),
        *(measure_command(name, *_seats(name)) for name in ("AG(2,5)", "AG(2,7)", "AG(3,4)")),
    )
    return Resolution(answer, commands=commands)
