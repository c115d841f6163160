"""Seed `003`, anti-SET: its geometry, the game, who wins, and how long it lasts (D1–D5).

`seed_003_open.py` has its open problems.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

from setlab.antiset import Game, play, tournament
from setlab.antiset.strategies import find_strategy
from setlab.antiset.strategies.theorem17 import bound
from setlab.caps import check, find
from setlab.caps.check import is_cap
from setlab.exact.no_set import exact_no_set
from setlab.geometry import Space, coding
from setlab.geometry.designs import affine, parallel_classes
from setlab.reproduce.item import Cell, Finding, Item
from setlab.reproduce.judge import COMPUTED, claim, judged, stated, table
from setlab.reproduce.lab import Lab
from setlab.reproduce.seed_003_open import LARGEST_CAPS, OPEN, measured, value_on

EXAMPLE_GAME = (
    *("1 red solid diamond", "1 purple solid diamond", "1 green solid diamond", "1 purple solid squiggle"),
    *("1 green solid oval", "1 red solid squiggle", "1 red solid oval"),
)
"""Section 2, move by move; Olivia is to move."""

BOUNDS_17 = {2: "4", 3: "8", 4: "17", 5: "37", 6: "82"}
"""2 + Σ m₂(AG(i,3)) of theorem 17, with the figures of table 3."""


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
    return stated(at, statement, "so" if holds else "not so", holds)


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


def theorem_7(lab: Lab) -> Finding:
    """Xavier wins every game: all games in two and three dimensions, matches in four and five."""
    cells, texts = [], []
    for d in (2, 3):
        positions, _, failures = all_games(d)
        solution = value_on(f"AG({d},3)")
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
        commands=('setlab antiset solve "AG(3,3)"', measured("AG(4,3)", "theorem7", "max-cap")),
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
        "; ".join(f"d = {d}: {length} at most, in all games" for d, length in longest.items()),
        "when Olivia loses in round n, Xavier holds n points without a line, a cap: this holds however he plays",
        (measured("AG(3,3)", "theorem7", "max-cap"),),
    )


def theorem_17(lab: Lab) -> Finding:
    """Olivia's jumps, against theorem 7."""
    cells = []
    for d, printed in BOUNDS_17.items():
        match = play(f"AG({d},3)", "theorem7", "theorem17", seed=lab.seed)
        holds = match.result.length >= bound(d) == int(printed)
        cells.append(stated(f"d = {d}", f"at least {printed}", str(match.result.length), holds))
    return table(
        cells,
        "her points and X₁ are a cap of just these sizes; for d = 4, 5, 6 it can be extended by one point, and the "
        "game lasts a round longer. The proof takes it that Xavier follows theorem 7",
        commands=tuple(measured(f"AG({d},3)", "theorem7", "theorem17") for d in BOUNDS_17),
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


ITEMS = (
    Item("D1.hyperplanes", "Section 3", "a hyperplane is an attribute fixed", hyperplanes),
    Item("D1.example", "Section 3", "examples 2, 5, 6, proposition 3", geometry),
    Item("D2.game", "Section 2", "the nine-card game", example_game),
    Item("D3.theorem7", "Theorem 7", "Xavier always wins", theorem_7),
    Item("D3.tie", "Lemma 10", "there are no ties", no_tie),
    Item("D4.caps", "Table 3", "sizes of maximal caps, d ≤ 4", caps_proved),
    Item("D4.cited", "Table 3", "sizes of maximal caps, d = 5 and 6", caps_cited),
    Item("D4.bound", "Theorem 15", "at most m₂ rounds", theorem_15),
    Item("D5.theorem17", "Theorem 17", "at least 2 + Σ m₂ rounds", theorem_17),
    Item("D5.d1", "Theorem 17", "the same for d = 1", one_dimension),
    *OPEN,
)
