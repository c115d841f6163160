"""The maximum number of SETs in n cards: the proofs of the thesis, its table, and all other n (A4)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

from setlab.counting import mean_flats
from setlab.exact.extremes import Extreme, Replay, most_sets, verify
from setlab.reproduce.abrahamsen_eriksen.cards import each_pair_in_one_set
from setlab.reproduce.abrahamsen_eriksen.deck import SPACE, all_sets, no_sets, sets_among, spoken, thirds, value_of
from setlab.reproduce.judging import Answer, Check, Drawing, Figures, Statement, check, check_fact
from setlab.reproduce.register import Runner, evidence
from setlab.sources import Claim

DECK = 81


@cache
def replays(searches: bool) -> tuple[Replay, ...]:
    """The proofs of the minimum number of SETs in n cards, n = 0 … 81, replayed."""
    return tuple(verify(searches=searches))


def proved_values(searches: bool) -> dict[int, int]:
    """The maximum number of SETs in n cards, where the proof, about the complement, was replayed completely."""
    complete = {DECK - replay.n for replay in replays(searches) if replay.holds and replay.complete}
    return {row.n: row.value for row in most_sets() if row.value is not None and row.n in complete}


@evidence("A4.bound")
def bound(claim: Claim, runner: Runner) -> Statement:
    """n(n − 1)/3! is an upper bound that is attained for few n."""
    formula, six = str(claim.data["formula"]), claim.data["cards"]
    most = proved_values(runner.full)
    limits = {n: value_of(formula, n=n) for n in range(DECK + 1)}
    whole = [n for n in limits if limits[n].denominator == 1]
    attained = [n for n in whole if most.get(n) == limits[n]]
    unknown = [n for n in whole if n not in most]
    return Statement(
        checks=(
            check(
                "the bound is a third of the pairs: two cards lie in one SET, and a SET has three pairs",
                f"n = 0 to {DECK}",
                limits,
                lambda n: limits[n] * 3 == comb(n, 2),
            ),
            check_fact(
                "typically it is not attained, even where it is an integer",
                f"attained for {len(attained)} of {len(whole)} integers (n = {', '.join(map(str, attained))})",
                2 * (len(attained) + len(unknown)) < len(whole),
            ),
            check_fact(
                f"for n = {six} it gives {claim.data['maximum']}, which is not attained",
                f"{limits[six]} by the formula; the maximum is {most.get(six)}",
                most.get(six, limits[six]) < limits[six] == claim.data["maximum"],
            ),
        ),
        why=f"It is attained for n = {', '.join(map(str, attained))}: by the empty collection, a card, a SET, a plane, "
        "a cube and the deck, which contain the third card of each of their pairs.",
        commands=("setlab exact max-sets",),
    )


@evidence("A4.proofs")
def proofs() -> Statement:
    """The three proofs, and the step that is missing in the proof for six cards."""
    return Statement(
        checks=(each_pair_in_one_set(), _five_cards(), _six_cards(), _four_blocks()),
        why="Two SETs share at most one card; so they need at least five cards, and on five cards they share one. For "
        "six cards the text begins with three SETs ABD, ACE, BCF, without saying why any four SETs contain three of "
        "this form. That follows by trying all ways to place four SETs on six cards.",
        commands=("setlab exact max-sets --cards 6",),
    )


def _five_cards() -> Check:
    """Five cards with two SETs are two SETs through a card; they contain no third SET."""
    pairs = (
        {*one, *other}
        for card in SPACE
        for one, other in combinations([cards for cards in all_sets() if card in cards], 2)
    )
    return check(
        "two SETs through a card contain no third SET",
        "all {} pairs of SETs through a card",
        pairs,
        lambda five: sets_among(five) == 2,
        spoken,
    )


def _six_cards() -> Check:
    """Three cards that are not a SET and the third cards D, E, F of their pairs contain exactly three SETs."""
    return check(
        "three cards and the third cards of their pairs contain three SETs",
        "all {} collections of three cards that are not a SET",
        no_sets(),
        lambda cards: sets_among(with_thirds(*cards)) == 3,
        spoken,
    )


def with_thirds(a: int, b: int, c: int) -> set[int]:
    """Three cards and the third cards D, E, F of their pairs: six different cards.

    >>> sorted(with_thirds(0, 1, 3))
    [0, 1, 2, 3, 6, 8]
    """
    third = thirds()
    return {a, b, c, third[a][b], third[a][c], third[b][c]}


def _four_blocks() -> Check:
    """Four triples of six points, any two with at most one common point, contain triples AB., AC., BC."""
    blocks = [frozenset(block) for block in combinations(range(6), 3)]
    linear = [
        four for four in combinations(blocks, 4) if all(len(one & other) <= 1 for one, other in combinations(four, 2))
    ]
    return check(
        "any four SETs on six cards would contain three of the form ABD, ACE, BCF",
        "all {} ways to place four SETs on six cards",
        linear,
        lambda four: any(_triangle(three) for three in combinations(four, 3)),
    )


def _triangle(blocks: tuple[frozenset[int], ...]) -> bool:
    """True if three blocks meet pairwise in three different points."""
    meets = [one & other for one, other in combinations(blocks, 2)]
    return all(meets) and len(frozenset().union(*meets)) == 3


@evidence("A4.table4")
def table_4(claim: Claim, runner: Runner) -> Figures:
    """The maximum number of SETs in 3 to 6 cards, where the proof was replayed."""
    most = proved_values(runner.full)
    return Figures(
        values={str(n): most[n] for n in claim.numbers() if n in most},
        why="Each value is attained by a collection whose SETs were counted, and its proof was replayed.",
        commands=("setlab exact max-sets",),
    )


@evidence("A4.beyond")
def beyond(runner: Runner) -> Answer:
    """The maximum for every n: SETs counted, proofs replayed, in a full run with their searches."""
    rows, done = most_sets(), replays(runner.full)
    missing = [DECK - replay.n for replay in done if not replay.complete]
    taken = f"; the searches for n = {', '.join(map(str, sorted(missing)))} were not repeated" if missing else ""
    return Answer(
        answer=f"known for all n from 0 to {DECK}, for example {_some(rows)}{taken}",
        checks=(
            check(
                "a collection attains the value, and the proof that none has more holds",
                "all {} numbers of cards" + taken,
                done,
                lambda replay: replay.holds,
                lambda replay: f"the proof for {DECK - replay.n} cards fails",
                whole=not missing,
            ),
            check("the bounds meet", "all {} numbers of cards", rows, lambda row: row.lower == row.upper),
            _complement(),
        ),
        why="The SETs inside and outside of n cards number 1080 − 40n + C(n,2) together, so the maximum follows from "
        "the minimum of the complement. The minimum is bounded by cutting the deck into three parallel hyperplanes; "
        "docs/extremes.md has the proofs. Four of them need searches, which --full repeats.",
        exact=", ".join(f"{row.n}: {row.value}" for row in rows),
        commands=("setlab exact max-sets --verify", "setlab exact min-sets"),
        drawing=_drawing(rows),
    )


def _some(rows: list[Extreme]) -> str:
    return ", ".join(f"{rows[n].value} in {n} cards" for n in (7, 8, 9, 12, 27, 40))


def _complement() -> Check:
    """1 − k + C(k,2) is 1 for a SET with k = 0 or k = 3 of its cards among the n, and 0 for other SETs."""
    return check(
        "the SETs inside and outside of n cards number 1080 − 40n + C(n,2)",
        "a SET with k = 0, 1, 2, 3 of its cards inside",
        range(4),
        lambda k: 1 - k + comb(k, 2) == (k in (0, 3)),
    )


def _drawing(rows: list[Extreme]) -> Drawing:
    return Drawing(
        "curve",
        "The maximum number of SETs in n cards",
        "cards",
        "SETs",
        (
            ("maximum", tuple((row.n, float(row.lower)) for row in rows)),
            ("n(n − 1)/6", tuple((row.n, row.n * (row.n - 1) / 6) for row in rows)),
            ("mean", tuple((row.n, float(mean_flats(row.n))) for row in rows)),
        ),
    )
