"""Cards and vectors: the deck, the definition of a set, and the correspondence of Table 2 (D1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product

from setlab.geometry import Deck, Space
from setlab.geometry.designs import affine
from setlab.notation import find_notation
from setlab.notation.faces import PROPERTIES, SYNONYMS
from setlab.reproduce.clark_fisk_goren.solved import again
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.methods.game import same_or_different
from setlab.reproduce.register import evidence
from setlab.sources import Claim

SPELLED = {"colour": "color"}
"""The attributes whose names the source spells differently."""


@evidence("D1.deck")
def deck(claim: Claim) -> Figures:
    """The attributes of the deck in the words of the source, and the number of different cards."""
    antiset = find_notation("antiset")
    printed = {name: figure.split() for name, figure in claim.figures.items()}
    rows = {
        SPELLED.get(p.name, p.name): _in_their_order(p.words, printed.get(SPELLED.get(p.name, p.name), []))
        for p in antiset.properties
    }
    faces = {tuple(antiset.words(card).values()) for card in antiset.deck}
    combined = set(product(*rows.values()))
    return Figures(
        values={name: " ".join(words) for name, words in rows.items()} | {"cards": len(faces & combined)},
        why="Every combination of the values in Table 1 occurs on exactly one card.",
        commands=("setlab cards --notation antiset",),
    )


def _in_their_order(words: Sequence[str], printed: Sequence[str]) -> list[str]:
    """The words in the printed order, followed by those that are not printed.

    >>> _in_their_order(["3", "1", "2"], ["1", "2", "4"])
    ['1', '2', '3']
    """
    return sorted(words, key=lambda word: printed.index(word) if word in printed else len(printed))


@evidence("D1.definition")
def definition(claim: Claim) -> Statement:
    """The two phrasings agree, the example is a set, and the nonexample is not, whatever the other attributes."""
    antiset, space = find_notation("antiset"), Space(4)
    colours, shapes = (next(p.words for p in antiset.properties if p.name == name) for name in ("colour", "shape"))
    examples = [
        [antiset.parse(f"{claim.data['example']} {c} {s}") for c, s in zip(colours, order, strict=True)]
        for order in permutations(shapes)
    ]
    first, _, last = (_with_filling(word) for word in claim.data["nonexample"])
    nonexamples = [(a, b, c) for a, b in combinations(first, 2) for c in last]
    three_colours = [t for t in nonexamples if len({space.coordinates(card)[1] for card in t}) == 3]
    return Statement(
        checks=(
            check(
                "the two phrasings are equivalent",
                "all {} triples of values of an attribute",
                product(range(3), repeat=3),
                lambda values: same_or_different(values) == (2 not in Counter(values).values()),
            ),
            check(
                "solid cards with one symbol and with different colors and shapes form a set",
                "all {} such triples",
                examples,
                lambda cards: space.is_set(cards),
            ),
            check(
                "two solid cards and an open one are not a set",
                "all {} such triples",
                nonexamples,
                lambda t: not space.is_set(t),
            ),
            check_fact(
                "three different colors do not suffice for a set",
                f"{len(three_colours):,} of these triples have three different colors",
                bool(three_colours),
            ),
        ),
        why="Three cards fail to be a set if and only if two of them agree in some attribute and the third does not.",
        commands=(again(claim), "setlab check --notation antiset 1220 1121 1022"),
    )


def _with_filling(word: str) -> list[int]:
    antiset = find_notation("antiset")
    return [card for card in antiset.deck if antiset.words(card)["filling"] == word]


@evidence("D1.flats")
def one_flats(claim: Claim) -> Statement:
    """The sets of the game are exactly the 1-flats of AG(4,3)."""
    by_rule, lines = set(Deck(4, 3).sets(range(81))), set(affine(4, 3).blocks)
    return Statement(
        checks=(
            check(
                "three cards form a set if and only if they are a 1-flat",
                "all {} triples of cards",
                combinations(range(81), 3),
                lambda t: (t in by_rule) == (t in lines),
            ),
            check("a 1-flat has three points", "all {} 1-flats", lines, lambda line: len(line) == 3),
        ),
        why="The rule of the game and the geometry define the same triples; all triples were compared.",
        commands=(again(claim),),
    )


@evidence("D1.table2")
def table_2(claim: Claim) -> Statement:
    """Table 2 is the notation `antiset`, and maps vectors to cards bijectively."""
    antiset = find_notation("antiset")
    rows = [tuple(SYNONYMS.get(word, word) for word in words) for words in claim.data.values()]
    cards = Counter(tuple(row[x] for row, x in zip(rows, v, strict=True)) for v in product(range(3), repeat=4))
    return Statement(
        checks=(
            check(
                "each card corresponds to exactly one vector",
                "all {} cards of Table 1",
                product(*(PROPERTIES[p.name][:3] for p in antiset.properties)),
                lambda face: cards[face] == 1,
            ),
            check_fact(
                "Table 2 is the notation `antiset` of setlab",
                f"{sum(map(len, rows))} entries of the table",
                rows == [p.values for p in antiset.properties],
            ),
        ),
        why="Each row of the table lists the three values of its attribute once.",
        commands=(again(claim), "setlab cards --notation antiset"),
    )
