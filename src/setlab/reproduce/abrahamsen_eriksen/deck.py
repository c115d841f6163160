"""The deck in the notation of the thesis, and the way in which it prints vectors, words and formulas."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, factorial

from setlab.errors import SpecError, quote
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.notation.faces import property_of
from setlab.reproduce.methods import VECTORS, Triple, triples
from setlab.stats import read_printed

SPACE = Space(4)
THESIS = find_notation("thesis")


@cache
def sums() -> dict[Triple, int]:
    """The sum of every three cards modulo 3, as a card: 0 is (0,0,0,0).

    >>> sums()[0, 1, 2], sums()[0, 1, 3]
    (0, 4)
    """
    add = [[SPACE.add(a, b) for b in SPACE] for a in SPACE]
    return {(a, b, c): add[add[a][b]][c] for a, b, c in triples()}


def shared_properties(cards: Sequence[int]) -> int:
    """The number of properties in which all the cards agree.

    >>> shared_properties([0, 1, 2]), shared_properties([0, 40, 80])
    (3, 0)
    """
    return sum(len(values) == 1 for values in values_shown(cards))


def values_shown(cards: Sequence[int]) -> Iterator[set[int]]:
    """For each property, the values that occur on the cards.

    >>> list(values_shown([0, 1, 2]))
    [{0}, {0}, {0}, {0, 1, 2}]
    """
    return map(set, zip(*(VECTORS[card] for card in cards), strict=True))


def vector(values: Iterable[int]) -> str:
    """Coordinates as the thesis prints them.

    >>> vector([4, 4, 7, 4])
    '(4,4,7,4)'
    """
    return f"({','.join(map(str, values))})"


def numbers(text: str) -> tuple[int, ...]:
    """The coordinates of a printed vector.

    >>> numbers("(1,2,0)")
    (1, 2, 0)
    """
    return tuple(map(int, re.findall(r"\d+", text)))


def plain_sum(vectors: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """The sum of vectors, not reduced modulo 3.

    >>> plain_sum([(2, 1), (2, 0)])
    (4, 1)
    """
    return tuple(map(sum, zip(*vectors, strict=True)))


def modulo_3(values: Iterable[int]) -> tuple[int, ...]:
    """The remainders modulo 3.

    >>> modulo_3((4, 4, 7, 4))
    (1, 1, 1, 1)
    """
    return tuple(value % 3 for value in values)


def named_values(text: str) -> dict[str, str]:
    """The properties and values that the words of a text name; other words are ignored.

    >>> named_values("2 elements, full filling, red color and worm shape")
    {'number': '2', 'filling': 'solid', 'colour': 'red', 'shape': 'squiggle'}
    """
    return dict(found for word in re.findall(r"\w+", text) if (found := property_of(word)))


def in_their_words(text: str, card: int) -> str:
    """The printed words if they name the card, otherwise our name for the card.

    >>> in_their_words("two full red worms", 80), in_their_words("two full red ovals", 80)
    ('two full red worms', '2 red full worms')
    """
    return text if named_values(text) == THESIS.face(card) else THESIS.name(card)


def column_in_their_words(text: str, header: str, values: Sequence[str], any_order: bool = False) -> str:
    """The printed column of a table if its words denote these values of the property, otherwise the values.

    In any order, the values are sorted as the column names them first.

    >>> column_in_their_words("Hollow, Striped, Full", "Filling", ["open", "striped", "solid"])
    'Hollow, Striped, Full'
    >>> column_in_their_words("Hollow, Striped, Oval", "Filling", ["open", "striped", "solid"])
    'open, striped, solid'
    >>> column_in_their_words("Striped, Full, Oval", "Filling", ["open", "striped", "solid"], any_order=True)
    'striped, solid, open'
    """
    meant = [property_of(word) for word in text.split(", ")]
    if any_order:
        named = [found[1] for found in meant if found]
        values = sorted(values, key=lambda value: named.index(value) if value in named else len(named))
    return text if meant == [(property_name(header), value) for value in values] else ", ".join(values)


def property_name(header: str) -> str:
    """The property named at the head of a printed column."""
    return {"color": "colour"}.get(header.lower(), header.lower())


def values_of(d: int = 4, n: int = 3) -> Mapping[str, tuple[str, ...]]:
    """The values of each property in the order of their digits, for a deck of d properties with n values."""
    return {entry.name: entry.values for entry in find_notation("thesis", d, n).properties}


def digits(card: int) -> str:
    """A card as a printed vector.

    >>> digits(80)
    '(2,2,2,2)'
    """
    return vector(VECTORS[card])


def command(verb: str, cards: Iterable[int]) -> str:
    """The command line of a verb about some cards.

    >>> command("hidden", [0, 27])
    'setlab hidden --notation thesis 0000 1000'
    """
    return f"setlab {verb} --notation thesis {' '.join(map(THESIS.digits, cards))}"


def cards_text(cards: Iterable[int]) -> str:
    """Cards as printed vectors, separated by commas."""
    return ", ".join(map(digits, cards))


_SIGNS = str.maketrans({"·": "*", "−": "-", "^": "**"})
_FACTORIAL = re.compile(r"(\([^()]*\)|\w+)!")
_OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def value_of(formula: str, **variables: int) -> Fraction:
    """The value of a formula in integers, variables, + − · / ^ !, brackets and binomial coefficients C(n, k).

    >>> value_of("81 · C(4, x) · 2^(4 − x) · 1 / 3!", x=1)
    Fraction(432, 1)
    >>> value_of("N! / (12! · (N − 12)!)", N=13)
    Fraction(13, 1)
    """
    text = _FACTORIAL.sub(r"factorial(\1)", formula.translate(_SIGNS))
    return _value(ast.parse(text.strip(), mode="eval").body, variables)


def of_deck(formula: str) -> str:
    """A formula in the number p of properties, rewritten in the number N = 3^p of cards.

    >>> of_deck("1 / (3^p − 2)")
    '1 / (N − 2)'
    """
    return formula.replace("3^p", "N")


def holds(equation: str) -> bool:
    """True if all sides of a printed equation are equal; a side with a decimal point is taken as rounded.

    >>> holds("81 · 80 · 1 = 6480"), holds("C(81, 12) = 7.07 · 10^13"), holds("27 + 27 = 3 · 27")
    (True, True, False)
    """
    sides = [side.strip() for side in equation.split("=")]
    exact = [value_of(side) for side in sides if "." not in side]
    rounded = [read_printed(side) for side in sides if "." in side]
    return len(set(exact)) == 1 and all(figure.low <= exact[0] <= figure.high for figure in rounded)


def _value(node: ast.expr, variables: Mapping[str, int]) -> Fraction:
    match node:
        case ast.Constant(value=int(number)):
            return Fraction(number)
        case ast.Name(id=name) if name in variables:
            return Fraction(variables[name])
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return Fraction(_value(left, variables) ** int(_value(right, variables)))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATIONS:
            return _OPERATIONS[type(sign)](_value(left, variables), _value(right, variables))
        case ast.Call(func=ast.Name(id="factorial"), args=[whole]):
            return Fraction(factorial(int(_value(whole, variables))))
        case ast.Call(func=ast.Name(id="C"), args=[whole, part]):
            return Fraction(comb(int(_value(whole, variables)), int(_value(part, variables))))
    what = quote(ast.unparse(node))
    raise SpecError(f"{what} is not part of a formula: write integers, variables, C(n, k), + − · / ^ !")
