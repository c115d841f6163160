"""Seed `003`, anti-SET: what its section 6 leaves open (D6)."""

from __future__ import annotations

from collections import Counter

from setlab.antiset import Game, tournament
from setlab.antiset.classes import departures, first_exceptions
from setlab.antiset.search import equilibria, guaranteed
from setlab.antiset.solution import Solution
from setlab.antiset.solver import Solver
from setlab.antiset.steiner import systems
from setlab.geometry.designs import design
from setlab.reproduce.item import Cell, Finding, Item, Verdict
from setlab.reproduce.lab import Lab

LARGEST_CAPS = {1: "2", 2: "4", 3: "9", 4: "20", 5: "45", 6: "112"}
"""Table 3, by dimension."""

SOLVED = (
    *("AG(2,3)", "AG(3,3)", "AG(2,4)", "PG(2,2)", "PG(3,2)", "PG(4,2)", "PG(2,3)", "PG(2,4)"),
    *("AG(3,2,2)", "AG(4,2,2)", "PG(3,2,2)", "AG(3,3,2)", "PG(4,2,3)"),
)
SOLVED_SLOWLY = ("AG(2,5)", "PG(4,2,2)")
"""Half a minute together."""

BOUNDED = ("AG(4,3)", "PG(3,3)", "AG(2,7)")


def measured(name: str, xavier: str, olivia: str) -> str:
    """The command that lets two strategies play."""
    return f'setlab antiset measure "{name}" --xavier {xavier} --olivia {olivia}'


def value_on(name: str, budget: int = 10_000_000) -> Solution:
    """The value of the game on a design, without a best game."""
    solver = Solver(design(name))
    lower, upper = solver.bounds((), (), budget)
    return Solution(solver.design.points, lower, upper, solver.engine.positions)


def forcing(lab: Lab) -> Finding:
    """Olivia forces m₂ rounds with a largest cap through X₁."""
    games = {2: 100, 3: 100, 4: 50, 5: 5, 6: 1}
    lengths = {d: _lengths(d, 10 * n if lab.full else n) for d, n in games.items()}
    attained = all(found == {int(LARGEST_CAPS[d])} for d, found in lengths.items())
    solved = {d: value_on(f"AG({d},3)").length for d in (2, 3)}
    return Finding(
        "settled" if attained and solved == {2: 4, 3: 9} else "open",
        "asked: a strategy that always forces m₂(AG(d,3)) rounds",
        "a largest cap moved through X₁, in any order: " + ", ".join(str(max(found)) for found in lengths.values()),
        "with X₁ = 0, x and −x are not both in a cap that contains 0, so the answers −x of theorem 7 take no point "
        "that she needs; this proves it for every d ≥ 2. Xavier may win in other ways: that none is faster is "
        "shown by the solver for d = 2 and 3 (4 and 9 rounds); for d = 4 see D6.larger",
        commands=(measured("AG(4,3)", "theorem7", "max-cap"), 'setlab antiset solve "AG(3,3)"'),
    )


def _lengths(d: int, games: int) -> set[int]:
    (score,) = tournament(f"AG({d},3)", ["theorem7"], ["max-cap"], games=games, seed=1)
    return set(score.lengths)


def other_designs(lab: Lab) -> Finding:
    """Winners on affine and projective geometries, with lines and with larger flats."""
    cells = []
    for name in (*SOLVED, *(SOLVED_SLOWLY if lab.full else ())):
        solution = value_on(name)
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
    budget = 1_000_000 if lab.full else 12_000
    cells = tuple(Cell(name, "asked", _words(value_on(name, budget)), "bounded") for name in BOUNDED)
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
        commands=tuple(measured(name, x, o) for name, (x, o) in pairs.items()),
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
        f"{exception.ply} points taken. A wrong second move loses. Settled for d = 2 and 3; "
        "d = 4 is open",
        cells=cells,
        commands=("setlab reproduce D6.recover",),
    )


OPEN = (
    Item("D6.m2", "Section 6", "Olivia forces m₂ rounds", forcing),
    Item("D6.designs", "Section 6", "other designs, solved", other_designs),
    Item("D6.larger", "Section 6", "other designs, bounded", larger_designs),
    Item("D6.mirror", "Section 6", "affine geometries with q > 3", mirrors),
    Item("D6.steiner", "Section 6", "Steiner triple systems", steiner),
    Item("D6.players", "Section 6", "three players", three_players),
    Item("D6.recover", "Section 6", "recovering from an error", recovering),
)
