"""The answers of `setlab exact quads` and `setlab exact projective`: records, tables, sentences, evidence, figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from setlab.answers import Answer, Column, Evidence, about, data_table, fraction_text
from setlab.answers.answer import attributes
from setlab.counting.binary import most_lines, most_quads, sets_by_rank
from setlab.errors import SpecError, plural
from setlab.exact.answers import ODDS, ExactFigure, by_n, chance, decimal_places
from setlab.exact.quads import LARGE, MOST_CODED, exact_quads
from setlab.limits import PROJECTIVE_DECKS, between

FIRST_CARDS = "proof in docs/quads.md that the first n cards have the most; formula"
BY_FLATS = "all collections of up to five dimensions, by pairs; those that span six, by codes; the parts add up to all"
BY_RANK = "formula: the collections of each rank, by inclusion and exclusion over subspaces"


def quads_answer(dimension: int = 6) -> Answer:
    """The collections of n cards without a quad, and the most and the fewest quads, for every n.

    >>> record = quads_answer().record
    >>> record["largest"], record["counts"]["9"], record["most"]["12"], record["fewest"]["10"]
    (9, '995491840', '39', '1')
    """
    tables = [exact_quads(n, dimension) for n in range(2**dimension + 1)]
    without = [table.without for table in tables]
    probabilities = {n: Fraction(count, tables[n].total) for n, count in enumerate(without)}
    largest = max(n for n, count in enumerate(without) if count)
    fewest = [None if table.distribution is None else min(table.distribution) for table in tables]
    evidence = _evidence(dimension, largest)
    record = {
        **{"dimension": dimension, "counts": by_n(without), "probability": by_n(probabilities.values(), fraction_text)},
        **{"largest": largest, "forced": largest + 1},
        **{"most": by_n(map(most_quads, range(len(tables)))), "fewest": by_n(fewest)},
        "verified": [row.as_dict() for row in evidence],
    }
    columns = [Column("n"), Column("without_quad", "without a quad"), Column("probability", "P(no quad)"), ODDS]
    columns += [Column("mean", "mean quads"), Column("fewest"), Column("most")]
    shown = range(min(largest + 8, 2**dimension) + 1)
    rows = [(n, without[n], *chance(probabilities[n]), float(tables[n].mean), fewest[n], most_quads(n)) for n in shown]
    about_it = about("exact quads", dimension=dimension)
    table = data_table(
        columns, rows, f"Quads among n cards of AG({dimension},2)", f"quads-{dimension}", metadata=about_it
    )
    sentences = [
        f"{largest} cards can be without a quad, {largest + 1} cannot.",
        "No n cards have more quads than the first n cards of the deck.",
    ]
    title, subtitle = (
        f"No quad among n cards of AG({dimension},2)",
        "exact probability that n random cards have no quad",
    )
    return Answer(record, table, sentences, evidence, ExactFigure("curve", title, subtitle, "no quad", probabilities))


def _evidence(dimension: int, largest: int) -> list[Evidence]:
    deck = 2**dimension
    known = f"n ≤ {MOST_CODED} and n ≥ {deck - MOST_CODED}" if dimension == LARGE else "all n"
    return [
        Evidence(f"collections without a quad, all n; largest {largest}", "computed", BY_FLATS),
        Evidence(f"the fewest quads, {known}", "computed", BY_FLATS),
        Evidence("the most quads, all n", "computed", FIRST_CARDS),
    ]


def quad_distribution_answer(cards: int, dimension: int = 6) -> Answer:
    """The distribution of the number of quads in n cards; null in the record where it is not known.

    >>> quad_distribution_answer(4).record["distribution"]
    {'0': '624960', '1': '10416'}
    """
    table = exact_quads(cards, dimension)
    caption = f"quads among {cards} cards of AG({dimension},2)"
    return _distribution_answer(
        Deal("quads", caption, cards, dimension, table.total, table.mean), table.distribution, BY_FLATS
    )


@dataclass(frozen=True)
class Deal:
    """What a distribution is about: n cards of a deck, and the total and the mean over all such collections."""

    verb: str
    caption: str
    cards: int
    dimension: int
    total: int
    mean: Fraction


def _distribution_answer(deal: Deal, counts: Mapping[int, int] | None, by: str) -> Answer:
    """A distribution as an answer; None where it is not known."""
    about_deal = attributes(deal, "dimension", "cards")
    values = {k: Fraction(number, deal.total) for k, number in (counts or {}).items()}
    evidence = [] if counts is None else [Evidence(f"the distribution for {deal.cards} cards", "computed", by)]
    record = about_deal | {
        "distribution": None if counts is None else {str(k): str(number) for k, number in counts.items()},
        **{"total": str(deal.total), "mean": fraction_text(deal.mean)},
        "verified": [row.as_dict() for row in evidence],
    }
    sentences = [f"mean {deal.mean} = {decimal_places(deal.mean)}"]
    sentences += [] if counts else [f"The distribution for {plural(deal.cards, 'card')} is not known exactly."]
    what, title = deal.caption.split()[0], deal.caption[0].upper() + deal.caption[1:]
    columns = [Column(what), Column("collections", f"collections of {deal.cards} cards"), Column("probability"), ODDS]
    rows = [(k, number, *chance(values[k])) for k, number in (counts or {}).items()]
    metadata = about(f"exact {deal.verb}", **about_deal)
    shown = data_table(columns, rows, title, f"{deal.verb}-{deal.dimension}-{deal.cards}", metadata=metadata)
    figure = ExactFigure("histogram", title, f"exact, over all collections of {deal.cards} cards", what, dict(values))
    return Answer(record, shown, sentences, evidence, figure if counts else None)


def projective_answer(dimension: int = 6) -> Answer:
    """The collections of n cards with dots without a SET, and the most SETs of three cards, for every n.

    >>> record = projective_answer().record
    >>> record["largest"], record["forced"], record["counts"]["6"], record["most_lines"]["7"]
    (6, 7, '27998208', '7')
    """
    cards = _deck(dimension)
    without = [dict(sets_by_rank(n, dimension)).get(0, 0) for n in range(cards + 1)]
    probabilities = {n: Fraction(count, comb(cards, n)) for n, count in enumerate(without)}
    most = [2 ** (n - n.bit_length()) - 1 for n in range(cards + 1)]  # in a subspace that is as small as can be
    fewest = [2 ** max(n - dimension, 0) - 1 for n in range(cards + 1)]
    evidence = [
        Evidence("collections without a SET, all n; the fewest and the most SETs", "computed", BY_RANK),
        Evidence("the most SETs of three cards, all n", "computed", FIRST_CARDS),
    ]
    record = {
        **{"dimension": dimension, "counts": by_n(without), "probability": by_n(probabilities.values(), fraction_text)},
        **{"largest": dimension, "forced": dimension + 1, "fewest": by_n(fewest), "most": by_n(most)},
        "most_lines": by_n(map(most_lines, range(cards + 1))),
        "verified": [row.as_dict() for row in evidence],
    }
    columns = [Column("n"), Column("without_set", "without a SET"), Column("probability", "P(no SET)"), ODDS]
    columns += [Column("fewest"), Column("most"), Column("most_lines", "most of three")]
    rows = [
        (n, without[n], *chance(probabilities[n]), fewest[n], most[n], most_lines(n))
        for n in range(min(2 * dimension, cards) + 1)
    ]
    caption, name = f"SETs among n cards with {dimension} dots", f"projective-{dimension}"
    table = data_table(columns, rows, caption, name, metadata=about("exact projective", dimension=dimension))
    sentences = [
        f"{dimension} cards can be without a SET, {dimension + 1} cannot: so many vectors are dependent.",
        "n cards of rank r have 2^(n − r) − 1 SETs.",
    ]
    title, subtitle = f"No SET among n cards with {dimension} dots", "exact probability that n random cards have no SET"
    return Answer(record, table, sentences, evidence, ExactFigure("curve", title, subtitle, "no SET", probabilities))


def _deck(dimension: int) -> int:
    if dimension not in PROJECTIVE_DECKS:
        raise SpecError(f"{dimension} dots make no deck: choose {between(PROJECTIVE_DECKS)} dots")
    return int(2**dimension) - 1


def projective_distribution_answer(cards: int, dimension: int = 6) -> Answer:
    """The distribution of the number of SETs in n cards with dots.

    >>> projective_distribution_answer(7).record["distribution"]
    {'1': '395974656', '3': '153115200', '7': '4179420', '15': '1395'}
    """
    deck = _deck(dimension)
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
    counts, total = dict(sets_by_rank(cards, dimension)), comb(deck, cards)
    mean = sum((Fraction(k * number, total) for k, number in counts.items()), Fraction(0))
    caption = f"SETs among {cards} cards with {dimension} dots"
    return _distribution_answer(Deal("projective", caption, cards, dimension, total, mean), counts, BY_RANK)
