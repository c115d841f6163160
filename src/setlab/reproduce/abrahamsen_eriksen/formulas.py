"""Exact evaluation of the formulas and equations that the thesis prints."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, factorial

from setlab.errors import SpecError, quoted
from setlab.stats import read_printed

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
    what = quoted(ast.unparse(node))
    raise SpecError(f"{what} is not part of a formula: write integers, variables, C(n, k), + − · / ^ !")
