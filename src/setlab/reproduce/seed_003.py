"""Seed `003`, anti-SET: its geometry, the game, who wins, how long it lasts, and its open problems (D1–D6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from setlab.antiset import Game, play, tournament
from setlab.antiset.classes import departures, first_exceptions
from setlab.antiset.search import equilibria, guaranteed
from setlab.antiset.solution import Solution
from setlab.antiset.solver import Solver
from setlab.antiset.steiner import systems
from setlab.antiset.strategies import find_strategy
from setlab.antiset.strategies.theorem17 import bound
from setlab.caps import check, find
from setlab.caps.check import is_cap
from setlab.exact.no_set import exact_no_set
from setlab.geometry import Space, coding
from setlab.geometry.designs import affine, design, parallel_classes
from setlab.reproduce.item import Cell, Finding, Item, Verdict
from setlab.reproduce.judge import COMPUTED, claim, judged, table
from setlab.reproduce.lab import Lab

EXAMPLE_GAME = (
    *("1 red solid diamond", "1 purple solid diamond", "1 green solid diamond", "1 purple solid squiggle"),
    *("1 green solid oval", "1 red solid squiggle", "1 red solid oval"),
)
"""Section 2, move by move; Olivia is to move."""

LARGEST_CAPS = {1: "2", 2: "4", 3: "9", 4: "20", 5: "45", 6: "112"}
BOUNDS_17 = {2: "4", 3: "8", 4: "17", 5: "37", 6: "82"}
"""Table 3, and 2 + Σ m₂(AG(i,3)) of theorem 17 with its figures."""

SOLVED = (
    *("AG(2,3)", "AG(3,3)", "AG(2,4)", "PG(2,2)", "PG(3,2)", "PG(4,2)", "PG(2,3)", "PG(2,4)"),
    *("AG(3,2,2)", "AG(4,2,2)", "PG(3,2,2)", "AG(3,3,2)", "PG(4,2,3)"),
)
SOLVED_SLOWLY = ("AG(2,5)", "PG(4,2,2)")
"""Half a minute together."""

BOUNDED = ("AG(4,3)", "PG(3,3)", "AG(2,7)")


def hyperplanes(lab: Lab) -> Finding:
    """A hyperplane need not have an attribute fixed."""
    every = affine(4, 3, 3).blocks
    space = Space(4)
    fixed = sum(any(len({space.coordinates(card)[i] for card in block}) == 1 for i in range(4)) for block in every)
    return claim(
        fixed == len(every),
        "27 cards with a single attribute fixed",
        f"so for {fixed} of the {len(every)} hyperplanes",
        "a hyperplane is given by one linear equation, which may have up to four attributes in it",
        ("setlab count",),
    )


def geometry(lab: Lab) -> Finding:
    """Examples 2, 5 and 6, proposition 3 for all triples, and the numbers of lines."""
    space, antiset = Space(4), coding("antiset")
    line = antiset.parse_all(["0000", "2111", "1222"])
    coset = antiset.parse_all(["1012", "0120", "2201"])
    moved = sorted(space.add(card, coset[0]) for card in line)
    plane = [card for card in space.cards if antiset.digits(card)[0] == "1" and antiset.digits(card)[2] == "2"]
    triples = list(combinations(space.cards, 3))
    lines = set(affine(4, 3).blocks)
    parallel = next(class_ for class_ in parallel_classes(4, 3) if tuple(sorted(line)) in class_)
    return table(
        [
            _so("example 2", "0000, 2111, 1222 are a line", tuple(sorted(line)) in lines),
            _so("example 5", "1012, 0120, 2201 is its coset", moved == sorted(coset) and not set(coset) & set(line)),
            judged("sets parallel to a set", "27", len(parallel), COMPUTED),
            judged("example 6, cards", "9", len(plane), COMPUTED),
            judged("lines of AG(2,3)", "12", len(space.sets(plane)), COMPUTED),
            _so("proposition 3", "a + b + c = 0", all((space.total(t) == 0) == (t in lines) for t in triples)),
        ],
        f"proposition 3 was tried for all {len(triples):,} triples",
        commands=("setlab cards --coding antiset",),
    )


def _so(at: str, statement: str, holds: bool) -> Cell:
    return Cell(at, statement, "so" if holds else "not so", "confirmed" if holds else "wrong")


def example_game(lab: Lab) -> Finding:
    """The nine-card game, replayed on the plane of solid single symbols."""
    space, antiset = Space(4), coding("antiset")
    colour_and_shape = [space.coordinates(antiset.parse(name))[1::2] for name in EXAMPLE_GAME]
    moves = [3 * colour + shape for colour, shape in colour_and_shape]
    follows = all(
        find_strategy("theorem7").move(Game("AG(2,3)", moves[:ply])).point == moves[ply] for ply in range(2, 7, 2)
    )
    game = Game("AG(2,3)", moves)
    left = game.legal_moves
    forced = not game.safe_moves
    game.push(left[0])
    result = game.result()
    holds = result is not None and follows and forced and len(left) == 2 and result.winner == "xavier"
    return claim(
        holds and result is not None and result.length == 4,
        "both of Olivia's two last cards complete a set; Xavier wins, length 4",
        f"{len(left)} cards left, both complete one; {result.winner if result else 'no'} wins, length {game.rounds}",
        "all of Xavier's moves are those of theorem 7",
        ("setlab antiset analyse 02 22 12 20 11 00 01 10",),
    )


def all_games(d: int) -> tuple[int, Counter[int], int]:
    """Every way for Olivia to play without a blunder against theorem 7, with X₁ = 0 and O₁ = 1.

    Other first points are images of these under affine maps. Gives the positions with Olivia to move, the lengths of
    the games at whose end she has no safe point, and how often Xavier could not move, lost, or nothing was free.

    >>> all_games(2)
    (16, Counter({4: 9}), 0)
    """
    space, lengths, failures = Space(d), Counter[int](), 0
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
            lengths[len(hers) + 1] += 1
            failures += not free
        for point in safe:
            answer = third[0][point]
            failures += answer in deadly or answer not in free
            todo.append((hers | {point}, his | {answer}))
    return len(known), lengths, failures


def _measure(name: str, xavier: str, olivia: str) -> str:
    """The command that lets two strategies play."""
    return f'setlab antiset measure "{name}" --xavier {xavier} --olivia {olivia}'


def theorem_7(lab: Lab) -> Finding:
    """Xavier wins every game: all games in two and three dimensions, matches in four and five."""
    cells, texts = [], []
    for d in (2, 3):
        positions, _, failures = all_games(d)
        solution = _solve(f"AG({d},3)")
        cells.append(_so(f"d = {d}", "always wins", failures == 0 and solution.winner == "xavier"))
        texts.append(f"all games for d = {d} ({positions:,} positions)")
    for d, quick, full in ((4, 20, 1000), (5, 4, 50)):
        games = full if lab.full else quick
        scores = tournament(f"AG({d},3)", ["theorem7"], ["max-cap", "theorem17", "safe", "random"], games=games, seed=1)
        won = sum(score.winners.get("xavier", 0) for score in scores)
        cells.append(_so(f"d = {d}", "always wins", won == 4 * games))
        texts.append(f"{4 * games} matches for d = {d}")
    return table(
        cells,
        f"{', '.join(texts)}; the proof holds for all d ≥ 2",
        commands=('setlab antiset solve "AG(3,3)"', _measure("AG(4,3)", "theorem7", "max-cap")),
    )


def no_tie(lab: Lab) -> Finding:
    """Five points of a plane of nine contain a line, so nine points cannot be shared out without one."""
    five = exact_no_set(2).counts[5]
    ended = all(all_games(d)[2] == 0 for d in (2, 3))
    return claim(
        five == 0 and ended,
        "no tie: any five points of a plane contain a line",
        f"{five} of the 126 choices of five points have none",
        "more: on no triple system of v ≥ 7 points can all points be shared out without a block; with s and t points "
        "the blocks have s(s − 1) + t(t − 1) = st pairs, so 3st = v(v − 1), which s + t = v allows for v ≤ 4 only",
        ("setlab exact no-set --dimension 2",),
    )


def caps_proved(lab: Lab) -> Finding:
    """Table 3 for d ≤ 4: built, checked, and nothing larger by the orbit engine."""
    cells = []
    for d in (1, 2, 3, 4):
        built = check(find(d), d)
        proved = built.is_cap and built.size == _largest_cap(d)
        cells.append(judged(f"d = {d}", LARGEST_CAPS[d], built.size if proved else 0, COMPUTED))
    return table(
        cells,
        "each is constructed; that no larger one exists is shown by listing all caps up to symmetry",
        commands=("setlab caps find --dimension 4", "setlab exact no-set --recompute"),
    )


def _largest_cap(d: int) -> int | None:
    """The size of the largest cap: by trying all collections for d = 1, by orbits from there on."""
    if d == 1:
        return max(n for n in range(4) for points in combinations(range(3), n) if is_cap(points, 1))
    return exact_no_set(d, recompute=True).largest


def caps_cited(lab: Lab) -> Finding:
    """Table 3 for d = 5 and 6: built and checked; that there are no larger ones is cited."""
    sizes = {d: check(find(d), d) for d in (5, 6)}
    holds = all(report.is_complete and str(report.size) == LARGEST_CAPS[d] for d, report in sizes.items())
    return Finding(
        "bounded" if holds else "wrong",
        "d = 5: 45; d = 6: 112",
        "at least 45 and 112, by complete caps of these sizes",
        "that there are no larger ones is not proved here: Edel, Ferret, Landjev and Storme (2002) for 45, "
        "Potechin (2008) for 112",
        commands=("setlab caps find --dimension 5", "setlab caps find --dimension 6"),
    )


def theorem_15(lab: Lab) -> Finding:
    """No game that Olivia loses is longer than a cap is large."""
    longest = {d: max(all_games(d)[1]) for d in (2, 3)}
    return claim(
        longest == {2: 4, 3: 9},
        "at most m₂(AG(d,3)) rounds",
        "; ".join(f"d = {d}: {length} of all games" for d, length in longest.items()),
        "when Olivia loses in round n, Xavier holds n points without a line, a cap: this holds however he plays",
        (_measure("AG(3,3)", "theorem7", "max-cap"),),
    )


def theorem_17(lab: Lab) -> Finding:
    """Olivia's jumps, against theorem 7."""
    cells = []
    for d, printed in BOUNDS_17.items():
        match = play(f"AG({d},3)", "theorem7", "theorem17", seed=lab.seed)
        holds = match.result.length >= bound(d) == int(printed)
        cells.append(
            Cell(f"d = {d}", f"at least {printed}", str(match.result.length), "confirmed" if holds else "wrong")
        )
    return table(
        cells,
        "her points and X₁ are a cap of just these sizes; for d = 4, 5, 6 it can be extended by one point, and the "
        "game lasts a round longer. The proof takes it that Xavier follows theorem 7",
        commands=tuple(_measure(f"AG({d},3)", "theorem7", "theorem17") for d in BOUNDS_17),
    )


def one_dimension(lab: Lab) -> Finding:
    """Theorem 17 for d = 1: nobody can hold the only line."""
    results = [Game("AG(1,3)", moves).result() for moves in permutations(range(3))]
    ties = sum(result is not None and not result.losers for result in results)
    return claim(
        ties < len(results),
        "theorem 17 for d ≥ 1: at least 2 rounds for d = 1",
        f"all {ties} games of d = 1 are ties, and have no length",
        "Olivia gets one of the three points; the proof begins with d = 2, and so must the statement",
        ('setlab antiset solve "AG(1,3)"',),
    )


def forcing(lab: Lab) -> Finding:
    """Olivia forces m₂ rounds with a largest cap through X₁."""
    games = {2: 100, 3: 100, 4: 50, 5: 5, 6: 1}
    lengths = {d: _lengths(d, 10 * n if lab.full else n) for d, n in games.items()}
    attained = all(found == {int(LARGEST_CAPS[d])} for d, found in lengths.items())
    solved = {d: _solve(f"AG({d},3)").length for d in (2, 3)}
    return Finding(
        "settled" if attained and solved == {2: 4, 3: 9} else "open",
        "asked: a strategy that always forces m₂(AG(d,3)) rounds",
        "a largest cap moved through X₁, in any order: " + ", ".join(str(max(found)) for found in lengths.values()),
        "with X₁ = 0, x and −x are not both in a cap that contains 0, so the answers −x of theorem 7 take no point "
        "that she needs; this proves it for every d ≥ 2. Xavier may win in other ways: that none is faster is "
        "shown by the solver for d = 2 and 3 (4 and 9 rounds); for d = 4 see D6.larger",
        commands=(_measure("AG(4,3)", "theorem7", "max-cap"), 'setlab antiset solve "AG(3,3)"'),
    )


def _lengths(d: int, games: int) -> set[int]:
    (score,) = tournament(f"AG({d},3)", ["theorem7"], ["max-cap"], games=games, seed=1)
    return set(score.lengths)


def _solve(name: str, budget: int = 10_000_000) -> Solution:
    """The value of the game on a design, without a best game."""
    solver = Solver(design(name))
    lower, upper = solver.bounds((), (), budget)
    return Solution(solver.design.points, lower, upper, solver.engine.positions)


def other_designs(lab: Lab) -> Finding:
    """Winners on affine and projective geometries, with lines and with larger flats."""
    cells = []
    for name in (*SOLVED, *(SOLVED_SLOWLY if lab.full else ())):
        solution = _solve(name)
        verdict: Verdict = "settled" if solution.is_settled else "open"
        cells.append(Cell(name, "asked", _words(solution), verdict))
    return Finding(
        "settled" if all(cell.verdict == "settled" for cell in cells) else "open",
        "asked: is there a winning strategy on other designs?",
        "; ".join(f"{cell.at}: {cell.ours}" for cell in cells),
        "by exhaustive search up to symmetry, the winner in a hurry; the third number is the dimension of the blocks",
        cells=tuple(cells),
        commands=tuple(f'setlab antiset solve "{cell.at}"' for cell in cells),
    )


def _words(solution: Solution) -> str:
    if solution.winner == "draw":
        return "draw"
    if solution.is_settled:
        return f"{solution.winner} in round {solution.length}"
    return f"{' or '.join(solution.possible_winners)}, {solution.shortest} to {solution.longest} rounds"


def larger_designs(lab: Lab) -> Finding:
    """What is known where the search does not reach the end."""
    budget = 1_000_000 if lab.full else 10_000
    cells = tuple(Cell(name, "asked", _words(_solve(name, budget)), "bounded") for name in BOUNDED)
    return Finding(
        "bounded",
        "asked: is there a winning strategy on other designs?",
        "; ".join(f"{cell.at}: {cell.ours}" for cell in cells),
        f"theorem 7, mirrors, and a search of {budget:,} positions",
        cells=cells,
        commands=tuple(f'setlab antiset solve "{name}" --budget {budget}' for name in BOUNDED),
    )


def mirrors(lab: Lab) -> Finding:
    """AG(d,q) for q > 3: who can be sure not to lose."""
    games = 500 if lab.full else 50
    pairs = {"AG(2,5)": ("mirror", "safe"), "AG(2,7)": ("mirror", "safe")} | dict.fromkeys(
        ("AG(2,4)", "AG(3,4)", "PG(3,3)"), ("safe", "mirror")
    )
    loser = {name: "olivia" if pair[0] == "mirror" else "xavier" for name, pair in pairs.items()}
    scores = {name: tournament(name, [x], [o], games=games, seed=1)[0] for name, (x, o) in pairs.items()}
    holds = all(score.winners.get(loser[name], 0) == 0 for name, score in scores.items())
    return Finding(
        "settled" if holds else "open",
        "asked: is it possible to have q > 3?",
        "AG(d,q): for odd q Xavier never loses, for even q Olivia never loses",
        "he takes any point and answers x with its reflection, she with a fixed translation of it; nobody who mirrors "
        "is the first to complete a block. PG(d,q) with d and q odd has such an involution for Olivia. "
        f"{games} matches on each of {', '.join(pairs)} agree",
        commands=tuple(_measure(name, x, o) for name, (x, o) in pairs.items()),
    )


def steiner(lab: Lab) -> Finding:
    """Steiner triple systems: both of order 13, and in full all 80 of order 15."""
    cells = []
    for v in (7, 9, 13, 15) if lab.full else (7, 9, 13):
        won = Counter(_words(Solver(each).solve()) for each in systems(v))
        cells.append(Cell(f"STS({v})", "asked", ", ".join(f"{n} × {text}" for text, n in won.most_common()), "settled"))
    return Finding(
        "settled",
        "asked: play on Steiner triple systems",
        "; ".join(f"{cell.at}: {cell.ours}" for cell in cells),
        "the systems are generated, and their groups show that none is missing; there is never a draw, and Xavier wins "
        "on every system with a reflection; he also wins on two of the 80 systems of order 15, which are solved with "
        "--full",
        cells=tuple(cells),
        commands=("setlab reproduce D6.steiner --full",),
    )


def three_players(lab: Lab) -> Finding:
    """Three players on nine points, by all equilibria."""
    outcomes = {shares for out in (False, True) for shares in equilibria(Game("AG(2,3)", players=3, elimination=out))}
    sure = [str(guaranteed(Game("AG(2,3)", players=3), player)) for player in range(3)]
    shown = " or ".join(", ".join(map(str, shares)) for shares in sorted(outcomes))
    return Finding(
        "bounded" if len(outcomes) == 1 else "open",
        "asked: three or more players",
        f"on AG(2,3) the third player loses: shares {shown}",
        f"the only subgame-perfect outcome, with and without elimination; alone they can be sure of {', '.join(sure)}. "
        "Settled for nine points; larger decks are open",
        commands=("setlab reproduce D6.players",),
    )


def recovering(lab: Lab) -> Finding:
    """When Xavier can leave the strategy and still win, in two and three dimensions."""
    cells = tuple(
        Cell(f"d = {d}, move {row.n}", "asked", f"{row.won.total()} of {row.won.total() + row.lost.total()}", "settled")
        for d in (2, 3)
        for row in departures(d)
        if row.won or row.lost
    )
    (exception,) = first_exceptions(3)
    return Finding(
        "bounded",
        "asked: when can Olivia win after an error, when can Xavier recover?",
        "still won after leaving the strategy: " + "; ".join(f"{cell.at}: {cell.ours}" for cell in cells),
        "classes of positions after a move that does not lose at once. He recovers when his points are again a centre "
        "and the mirror images of hers, for d = 2 only then; for d = 3 the first other position that is won has "
        f"{exception.ply} points taken. A wrong second move always loses. Settled for d = 2 and 3; "
        "d = 4 is open",
        cells=cells,
        commands=("setlab reproduce D6.recover",),
    )


def _items() -> Iterator[Item]:
    yield Item("D1.hyperplanes", "Section 3", "a hyperplane is an attribute fixed", hyperplanes)
    yield Item("D1.example", "Section 3", "examples 2, 5, 6, proposition 3", geometry)
    yield Item("D2.game", "Section 2", "the nine-card game", example_game)
    yield Item("D3.theorem7", "Theorem 7", "Xavier always wins", theorem_7)
    yield Item("D3.tie", "Lemma 10", "there are no ties", no_tie)
    yield Item("D4.caps", "Table 3", "sizes of maximal caps, d ≤ 4", caps_proved)
    yield Item("D4.cited", "Table 3", "sizes of maximal caps, d = 5 and 6", caps_cited)
    yield Item("D4.bound", "Theorem 15", "at most m₂ rounds", theorem_15)
    yield Item("D5.theorem17", "Theorem 17", "at least 2 + Σ m₂ rounds", theorem_17)
    yield Item("D5.d1", "Theorem 17", "the same for d = 1", one_dimension)
    yield Item("D6.m2", "Section 6", "Olivia forces m₂ rounds", forcing)
    yield Item("D6.designs", "Section 6", "other designs, solved", other_designs)
    yield Item("D6.larger", "Section 6", "other designs, bounded", larger_designs)
    yield Item("D6.mirror", "Section 6", "affine geometries with q > 3", mirrors)
    yield Item("D6.steiner", "Section 6", "Steiner triple systems", steiner)
    yield Item("D6.players", "Section 6", "three players", three_players)
    yield Item("D6.recover", "Section 6", "recovering from an error", recovering)


ITEMS = tuple(_items())
