"""The most and the fewest SETs in n cards, for every n, each with a collection that attains it and a proof (A4).

For d ≤ 3 all collections are enumerated. For d = 4 the values, collections and proofs ship as data, made by
`search.py`; `verify` replays the proofs. The maximum follows from the complement's minimum, because the SETs within n
cards and the SETs within the other cards have a total that depends on n alone. `docs/extremes.md` explains the proofs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.errors import RuleError, SpecError
from setlab.exact.evidence import Recipe, ranges
from setlab.exact.extremes.bounds import Fewest, Proof, lines_with_complement, walk
from setlab.exact.extremes.search import compute_extremes
from setlab.geometry import CardSet, Space
from setlab.geometry.batch import count_lines
from setlab.limits import ENUMERATED, EXTREMES, between


@dataclass(frozen=True)
class Extreme:
    """The most, or the fewest, SETs in n cards: a proved value, or bounds and no value where it is open."""

    n: int
    value: int | None
    lower: int
    upper: int
    proved: bool
    witness: CardSet
    how: str


@dataclass(frozen=True)
class Replay:
    """One proof replayed: whether it holds, and whether every step on which it rests was replayed too.

    A proof by deletion rests on the proof for one card less.
    """

    n: int
    holds: bool
    complete: bool
    how: str


@checked
def fewest_sets(dimension: int = 4) -> list[Extreme]:
    """The fewest SETs in n cards, n = 0 … 3^d.

    >>> [extreme.value for extreme in fewest_sets()][19:31]
    [0, 0, 3, 4, 5, 6, 7, 8, 9, 15, 21, 26]
    """
    rows = known_fewest(dimension)
    return [_extreme(row, dimension, row.proof.sentence(_fewer(rows, row))) for row in rows]


@checked
def most_sets(dimension: int = 4) -> list[Extreme]:
    """The most SETs in n cards, n = 0 … 3^d.

    >>> [most_sets()[n].value for n in (3, 6, 9, 12, 27, 81)]
    [1, 3, 12, 14, 117, 1080]
    """
    return [_most(fewest, dimension) for fewest in reversed(fewest_sets(dimension))]


def verify(dimension: int = 4, *, searches: bool = False) -> list[Replay]:
    """Every proof replayed: collections counted, arguments checked, and with `searches` the searches repeated.

    The searches take half a minute, everything else about two seconds.

    >>> [(replay.holds, replay.complete) for replay in verify(2)] == [(True, True)] * 10
    True
    """
    rows = known_fewest(dimension)
    replays: list[Replay] = []
    for row in rows:
        rests = row.proof.kind != "deletion" or replays[-1].complete
        replays.append(_replay(row, _fewer(rows, row), dimension, searches=searches, rests=rests))
    return replays


@lru_cache
def known_fewest(dimension: int = 4) -> tuple[Fewest, ...]:
    """Collections with few SETs, and lower bounds with their proofs, n = 0 … 3^d."""
    if dimension not in EXTREMES:
        raise SpecError(f"dimension {dimension} is not settled: choose {between(EXTREMES)}")
    if dimension not in ENUMERATED:
        return tuple(Fewest.from_json(row) for row in RECIPE.content()["fewest"])
    found = walk(dimension)
    pairs = enumerate(zip(found.fewest, found.fewest_in, strict=True))
    return tuple(Fewest(lines, mask, Proof(n, lines, "walk")) for n, (lines, mask) in pairs)


RECIPE = Recipe(f"extremes-{EXTREMES[-1]}", compute_extremes, "python -m setlab.exact.make extremes-4")
"""The recipe of the shipped values, collections and proofs."""


def _fewer(rows: tuple[Fewest, ...], row: Fewest) -> int:
    """The lower bound proved for one card less."""
    return rows[row.proof.n - 1].proof.lines if row.proof.n else 0


def _extreme(row: Fewest, dimension: int, how: str) -> Extreme:
    proved = row.proof.lines == row.lines
    witness = CardSet.from_mask(row.mask, Space(dimension))
    return Extreme(row.proof.n, row.lines if proved else None, row.proof.lines, row.lines, proved, witness, how)


def _most(fewest: Extreme, dimension: int) -> Extreme:
    """The maximum, from the complement's minimum."""
    n = 3**dimension - fewest.n
    both = lines_with_complement(n, dimension)
    how = fewest.how if dimension in ENUMERATED else f"the other {fewest.n} cards: {fewest.how}"
    value = both - fewest.value if fewest.value is not None else None
    return Extreme(n, value, both - fewest.upper, both - fewest.lower, fewest.proved, fewest.witness.complement(), how)


def _replay(row: Fewest, fewer: int, dimension: int, *, searches: bool, rests: bool) -> Replay:
    proof = row.proof
    counted = [row.mask.bit_count(), *count_lines([row.mask], dimension).tolist()]
    holds = counted == [proof.n, row.lines] and proof.lines <= row.lines
    if proof.kind != "walk":
        holds &= proof.holds(fewer, walk(dimension - 1).fewest, dimension)
    if searches:
        holds = holds and proof.searches_hold(dimension)
    return Replay(proof.n, holds, rests and (searches or not proof.searched), proof.sentence(fewer))


METHODS = {
    "zero": "a collection without a SET was counted",
    "deletion": "one card less",
    "sizes": "sizes of parallel sections",
    "weights": "weights of directions",
    "search": "weights of directions, and an exhaustive search of the sections that they leave",
}
"""The methods that prove lower bounds on the fewest SETs, in words; `docs/extremes.md` explains them."""


def evidence_of_extremes(dimension: int = 4) -> tuple[Evidence, ...]:
    """The evidence for the values when nothing is replayed.

    >>> [each.how for each in evidence_of_extremes(3) + evidence_of_extremes(4)]
    ['computed', 'read']
    """
    if dimension in ENUMERATED:
        return (_walk_evidence(dimension, f"values and examples, n = 0 – {3**dimension}"),)
    claim = f"values, examples and proofs, n = 0 – {3**dimension}"
    return (RECIPE.evidence(claim, "`--verify` replays the proofs"),)


def replay_extremes(dimension: int = 4, *, most: bool, searches: bool = True) -> tuple[Evidence, ...]:
    """Replay every proof, and list the methods with their n. Raise `RuleError` unless all proofs hold.

    Without `searches`, the proofs that need one are not replayed and not listed.

    >>> [each.how for each in replay_extremes(2, most=False)]
    ['computed']
    """
    replays = verify(dimension, searches=searches)
    if failed := [replay.n for replay in replays if not replay.holds]:
        raise RuleError(f"the proof for {failed[0]} cards does not hold: please report it")
    if dimension in ENUMERATED:
        return evidence_of_extremes(dimension)
    complete = {replay.n for replay in replays if replay.complete}
    by_method: dict[str, list[int]] = {}
    for row in known_fewest(dimension):
        if row.proof.n in complete:
            n = 3**dimension - row.proof.n if most else row.proof.n
            by_method.setdefault(_method(row.proof), []).append(n)
    found = (_replay_evidence(method, by_method[method], most=most) for method in METHODS if method in by_method)
    return (*found, _walk_evidence(dimension - 1, f"the fewest SETs in AG({dimension - 1},3), on which they rest"))


def _method(proof: Proof) -> str:
    if proof.kind != "sections":
        return proof.kind
    return "search" if proof.searched else "sizes" if proof.weights is None else "weights"


def _replay_evidence(method: str, cards: list[int], *, most: bool) -> Evidence:
    by = f"the example counted; {METHODS[method]}" if method != "zero" else METHODS[method]
    return Evidence(f"n = {ranges(cards)}", "replayed", f"for the other cards: {by}" if most else by)


def _walk_evidence(dimension: int, claim: str) -> Evidence:
    return Evidence(claim, "computed", f"all 2^{3**dimension} collections of AG({dimension},3)")
