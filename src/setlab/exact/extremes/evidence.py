"""The evidence for `setlab exact max-sets` and `min-sets`: proofs that were read, or replayed in this run."""

from __future__ import annotations

from setlab.answers import Evidence
from setlab.errors import RuleError
from setlab.exact.evidence import ranges, read_from
from setlab.exact.extremes.proofs import Proof
from setlab.exact.extremes.table import known_fewest, recipe, verify
from setlab.limits import ENUMERATED

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
        return (_walked(dimension, f"values and examples, n = 0 – {3**dimension}"),)
    claim = f"values, examples and proofs, n = 0 – {3**dimension}"
    return (read_from(recipe(), claim, "`--verify` replays the proofs"),)


def replayed_extremes(dimension: int = 4, *, most: bool, searches: bool = True) -> tuple[Evidence, ...]:
    """Replay every proof, and list the methods with their n. Raise `RuleError` unless all proofs hold.

    Without `searches`, the proofs that need one are not replayed and not listed.

    >>> [each.how for each in replayed_extremes(2, most=False)]
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
    found = (_replayed(method, by_method[method], most=most) for method in METHODS if method in by_method)
    return (*found, _walked(dimension - 1, f"the fewest SETs in AG({dimension - 1},3), on which they rest"))


def _method(proof: Proof) -> str:
    if proof.kind != "sections":
        return proof.kind
    return "search" if proof.searched else "sizes" if proof.weights is None else "weights"


def _replayed(method: str, cards: list[int], *, most: bool) -> Evidence:
    by = f"the example counted; {METHODS[method]}" if method != "zero" else METHODS[method]
    return Evidence(f"n = {ranges(cards)}", "replayed", f"for the other cards: {by}" if most else by)


def _walked(dimension: int, claim: str) -> Evidence:
    return Evidence(claim, "computed", f"all 2^{3**dimension} collections of AG({dimension},3)")
