"""The presentation of exact numbers: digits in groups, probabilities to six digits, odds, evidence, a progress bar."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

from setlab.cli.progress import shown_bar
from setlab.cli.screen import fraction_text, width
from setlab.exact.evidence import Evidence
from setlab.exact.shipped import Report


def grouped(number: int | None) -> str:
    """The number with its digits in groups, or a dash if it is not known."""
    return "–" if number is None else f"{number:,}"


def probability_text(probability: Fraction | None) -> str:
    """The probability to six digits, however small.

    >>> probability_text(Fraction(1, 79)), probability_text(Fraction(1, 10**400)), probability_text(Fraction(1))
    ('0.0126582', '1.00000e-400', '1')
    """
    if probability is None:
        return "–"
    if probability.denominator == 1:
        return str(probability.numerator)
    if probability > Fraction(1, 10**4):
        return f"{float(probability):#.6g}"
    exponent = -len(str(probability.denominator // probability.numerator))
    mantissa = round(probability * 10**-exponent * 10**5)
    if mantissa >= 10**6:
        mantissa, exponent = mantissa // 10, exponent + 1
    return f"{mantissa // 10**5}.{mantissa % 10**5:05d}e{exponent:+03d}"


def odds_text(probability: Fraction | None) -> str:
    """The probability as "1 in N", to four digits.

    >>> odds_text(Fraction(1, 79)), odds_text(Fraction(3, 10**13)), odds_text(Fraction(0))
    ('1 in 79', '1 in 3.333e+12', 'never')
    """
    if probability is None:
        return "–"
    if probability in (0, 1):
        return "always" if probability else "never"
    odds = 1 / probability
    if odds.denominator == 1 and odds < 10**7:
        return f"1 in {odds.numerator:,}"
    if odds < 10**4:
        return f"1 in {float(odds):.4g}"
    if odds < 10**7:
        return f"1 in {round(odds):,}"
    digits = len(str(odds.numerator // odds.denominator)) - 1
    return f"1 in {float(odds / 10**digits):.3f}e+{digits:02d}" if digits > 300 else f"1 in {float(odds):.4g}"


def digits_by_n(values: Iterable[int | None]) -> dict[str, str | None]:
    """Exact integers as strings by n; None where a number is not known."""
    return {str(n): None if value is None else str(value) for n, value in enumerate(values)}


def fractions_by_n(values: Iterable[Fraction | None]) -> dict[str, str | None]:
    """Fractions as strings by n; None where a number is not known."""
    return {str(n): None if value is None else fraction_text(value) for n, value in enumerate(values)}


def digits_by_key(values: Mapping[int, int]) -> dict[str, str]:
    """Exact integers as strings, in the order of their keys."""
    return {str(key): str(values[key]) for key in sorted(values)}


def print_evidence(evidence: Iterable[Evidence]) -> None:
    """Print the evidence for every claim."""
    rows = list(evidence)
    column = max(len(row.how) for row in rows) + 4
    print("\nWhat this run did:")
    for row in rows:
        words = textwrap.wrap(f"{row.claim} ({row.by})", width() - column)
        print(f"  {row.how:<{column - 2}}" + f"\n{' ' * column}".join(words))


def evidence_data(evidence: Iterable[Evidence]) -> list[dict[str, str]]:
    """The evidence as the field `verified` of the JSON object."""
    return [row.as_dict() for row in evidence]


@contextmanager
def shown_progress() -> Iterator[Report]:
    """A progress bar with the current step and the time left."""
    with shown_bar("elapsed", "left", total=1.0) as update:

        def report(what: str, proportion: float) -> None:
            if update is not None:
                update(description=what, completed=proportion)

        yield report


def decimal_places(number: Fraction, places: int = 6) -> str:
    """A fraction rounded to this number of decimal places.

    >>> decimal_places(Fraction(220, 79))
    '2.784810'
    """
    scaled = round(number * 10**places)
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"


def shortened(number: Fraction, longest: int = 44) -> str:
    """The fraction in full, or the number of its digits if it is long.

    >>> shortened(Fraction(6183, 308000)), shortened(Fraction(1, 10**60))
    ('6183/308000', 'a fraction of 61 digits: see --json')
    """
    text = fraction_text(number)
    return text if len(text) <= longest else f"a fraction of {len(str(number.denominator))} digits: see --json"
