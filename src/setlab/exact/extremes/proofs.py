"""Proofs of lower bounds on the number of SETs in n cards, as data that can be replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from setlab.exact.extremes.bounds import DirectionWeights, deletion_bound, margin, possible_sizes
from setlab.exact.sections import Sizes, fewest_lines_with_sections

ProofKind = Literal["zero", "walk", "deletion", "sections"]


@dataclass(frozen=True)
class Proof:
    """Why n cards have at least `lines` SETs.

    - `zero`: there is nothing to prove.
    - `walk`: all collections were enumerated.
    - `deletion`: the bound follows from that for n − 1 cards (`deletion_bound`).
    - `sections`: with fewer SETs, the sizes of the sections in every direction are among `possible_sizes`. The sizes in
      `searched` were excluded by enumerating all collections with such sections. The others are excluded by `weights`
      (`margin`), or there are none.
    """

    n: int
    lines: int
    kind: ProofKind
    weights: DirectionWeights | None = None
    searched: tuple[Sizes, ...] = ()

    def holds(self, fewer: int, fewest: Sequence[int], dimension: int) -> bool:
        """True if the argument is valid, given the results of the searches.

        `fewer` is the lower bound for n − 1 cards, and `fewest` has the minima within a hyperplane.

        >>> Proof(22, 4, "deletion").holds(3, [], 4), Proof(22, 5, "deletion").holds(3, [], 4)
        (True, False)
        """
        if self.kind == "zero":
            return self.lines == 0
        if self.kind == "deletion":
            return deletion_bound(self.n, fewer) >= self.lines
        return self.kind == "sections" and self._sections_hold(fewest, dimension)

    def _sections_hold(self, fewest: Sequence[int], dimension: int) -> bool:
        limit = self.lines - 1
        left = [sizes for sizes in possible_sizes(self.n, limit, fewest, dimension) if sizes not in self.searched]
        if not left or self.weights is None:
            return not left
        return margin(self.n, limit, self.weights, left, fewest, dimension) > 0

    def searches_hold(self, dimension: int) -> bool:
        """True if no collection with the searched sections has fewer SETs; each search takes seconds."""
        return all(fewest_lines_with_sections(s, self.lines - 1, dimension - 1) is None for s in self.searched)

    def sentence(self, fewer: int) -> str:
        """The proof in words.

        >>> Proof(22, 4, "deletion").sentence(3)
        '21 cards have at least 3 SETs; taking away each of 22 cards in turn, at least 22·3/19 > 3'
        """
        n, lines = self.n, self.lines
        if self.kind == "zero":
            return "no collection has fewer than 0 SETs"
        if self.kind == "walk":
            return "all collections were enumerated"
        if self.kind == "deletion":
            return (
                f"{n - 1} cards have at least {fewer} SETs; taking away each of {n} cards in turn, "
                f"at least {n}·{fewer}/{n - 3} > {lines - 1}"
            )
        if self.weights is None:
            return f"three parallel sections of any sizes hold at least {lines} SETs within and across them"
        return self._search_words() + (
            f"with at most {lines - 1} SETs the directions would be worth too little "
            f"by the weights {self.weights.pairs}, {self.weights.triples}, {self.weights.lines}"
        )

    def _search_words(self) -> str:
        if not self.searched:
            return ""
        sections = ", ".join("-".join(map(str, sizes)) for sizes in self.searched)
        return f"an exhaustive search excludes sections of {sections} cards; without these, "

    def to_json(self) -> dict[str, Any]:
        """The proof as plain data, without n and lines."""
        data: dict[str, Any] = {"kind": self.kind}
        if self.weights is not None:
            data["weights"] = list(self.weights)
        if self.searched:
            data["searched"] = [list(sizes) for sizes in self.searched]
        return data

    @classmethod
    def from_json(cls, n: int, lines: int, data: dict[str, Any]) -> Proof:
        """The proof that `to_json` wrote.

        >>> proof = Proof(28, 15, "sections", DirectionWeights(22, -3, 0), ((13, 13, 2),))
        >>> Proof.from_json(28, 15, proof.to_json()) == proof
        True
        """
        weights = DirectionWeights(*data["weights"]) if "weights" in data else None
        searched = tuple((a, b, c) for a, b, c in data.get("searched", ()))
        return cls(n, lines, data["kind"], weights, searched)


@dataclass(frozen=True)
class Fewest:
    """Bounds on the fewest SETs in n cards: a collection with `lines` SETs, and a proof of a lower bound."""

    lines: int
    mask: int
    proof: Proof

    def to_json(self) -> dict[str, Any]:
        """One row of the data file."""
        proof = self.proof
        numbers = {"n": proof.n, "lines": self.lines, "at_least": proof.lines}
        return {**numbers, "cards": hex(self.mask), "proof": proof.to_json()}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Fewest:
        """The row that `to_json` wrote.

        >>> few = Fewest(4, 0b111111, Proof(22, 4, "deletion"))
        >>> Fewest.from_json(few.to_json()) == few
        True
        """
        return cls(row["lines"], int(row["cards"], 16), Proof.from_json(row["n"], row["at_least"], row["proof"]))
