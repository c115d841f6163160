"""Exact results as answers: the record of each for programs, a table and sentences for people, the evidence, a figure.

The command line prints these values, and the pages of the laboratory show them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

from setlab.answers import Answer, Cell, Column, DataTable, Evidence, Shown, about, data_table, fraction_text
from setlab.counting import count_affine_maps, impossible_leftovers, mean_flats, sets_bound
from setlab.errors import plural
from setlab.exact.evidence import Progress, no_progress
from setlab.exact.extremes import Extreme, evidence_of_extremes, fewest_sets, most_sets, replay_extremes
from setlab.exact.leftovers import evidence_of_leftovers, exact_leftover_game
from setlab.exact.no_set import NoSet, evidence_of_no_set, exact_no_set
from setlab.exact.orbits import Orbit, evidence_of_orbits, exact_orbits
from setlab.exact.planes import PlaneFree, Planes, VerifiedPlanes, evidence_of_planes, exact_planes, verify_planes
from setlab.exact.rounds import second_search
from setlab.exact.sets import SetTable, evidence_of_sets, exact_sets
from setlab.exact.ultrasets import NoUltraset, UltrasetTable, evidence_of_ultrasets, exact_no_ultraset, exact_ultrasets
from setlab.notation import Notation, find_notation

ODDS = Column("odds")

T = TypeVar("T")


@dataclass(frozen=True)
class ExactFigure:
    """The data of a figure: values by n, None where they are not known, and what else it shows.

    `lines` are further curves by name; `bounds` are those of values that are not known; `moments` are the mean and the
    standard deviation of a distribution that is not known; `impossible` are values that cannot be.
    """

    kind: Literal["curve", "histogram", "extremes", "moments"]
    title: str
    subtitle: str
    label: str
    values: Mapping[int, Fraction | int | None]
    impossible: Sequence[int] = ()
    lines: Mapping[str, Mapping[int, Fraction]] | None = None
    bounds: Mapping[int, tuple[int, int]] | None = None
    moments: tuple[float, float] = (0.0, 0.0)


def no_set_answer(dimension: int = 4, recompute: bool = False, report: Progress = no_progress) -> Answer:
    """The number of collections of n cards without a SET, for every n.

    >>> no_set_answer(2).record["probability"]["4"]
    '3/7'
    """
    table = exact_no_set(dimension, recompute, report)
    probabilities = {n: table.probability(n) for n in range(len(table.counts))}
    evidence = evidence_of_no_set(table, recompute)
    record = {
        "dimension": dimension,
        "counts": by_n(table.counts),
        "orbits": by_n(table.orbits),
        "probability": by_n(probabilities.values(), fraction_text),
        "complete": by_n(table.complete),
        "complete_orbits": by_n(table.complete_orbits),
        "largest": table.largest,
        "forced": None if table.largest is None else table.largest + 1,
        "verified": [row.as_dict() for row in evidence],
    }
    last = max(n for n, count in enumerate(table.counts) if count) if table.largest is None else table.largest + 1
    shown = _no_set_table(table, probabilities, range(min(last, len(table.counts) - 1) + 1))
    title, subtitle = f"No SET among n cards of AG({dimension},3)", "exact probability that n random cards have no SET"
    figure = ExactFigure("curve", title, subtitle, "no SET", probabilities)
    return Answer(record, shown, list(_no_set_sentences(table, last)), evidence, figure)


def _no_set_table(table: NoSet, probabilities: Mapping[int, Fraction | None], shown: Iterable[int]) -> DataTable:
    columns = [Column("n"), Column("without_set", "without a SET"), Column("probability", "P(no SET)"), ODDS]
    columns += [Column("orbits"), Column("complete"), Column("complete_orbits", "complete orbits")]
    rows = [
        (n, table.counts[n], *chance(probabilities[n]), table.orbits[n], table.complete[n], table.complete_orbits[n])
        for n in shown
    ]
    d = table.dimension
    caption = f"Collections of n cards of AG({d},3) without a SET"
    return data_table(columns, rows, caption, f"no-set-{d}", metadata=about("exact no-set", dimension=d))


def _no_set_sentences(table: NoSet, last: int) -> Iterator[str]:
    largest = table.largest
    if largest is None:
        yield f"The caps of AG({table.dimension},3) are counted up to {last} cards; larger caps are not counted."
        return
    yield f"{largest} cards can be without a SET, {largest + 1} cannot: no card can be added to any cap of {largest}."
    yield "A cap is complete if no card can be added to it."


def sets_answer(cards: int = 12, dimension: int = 4, recompute: bool = False, report: Progress = no_progress) -> Answer:
    """The distribution of the number of SETs in n cards."""
    table = exact_sets(cards, dimension, recompute, report)
    return set_table_answer(table, evidence_of_sets(table, recompute))


def set_table_answer(table: SetTable, evidence: Sequence[Evidence]) -> Answer:
    """The answer with this table of SETs."""
    n, d, counts = table.cards, table.dimension, table.distribution
    record = {
        "dimension": d,
        "cards": n,
        "distribution": None if counts is None else {str(key): str(counts[key]) for key in sorted(counts)},
        "total": str(table.total),
        "mean": fraction_text(table.mean),
        "variance": fraction_text(table.variance),
        "verified": [row.as_dict() for row in evidence],
    }
    sentences = [
        f"mean {table.mean} = {decimal_places(table.mean)}",
        f"variance {table.variance}, standard deviation {float(table.variance) ** 0.5:.6f}",
    ]
    return Answer(record, _sets_table(table), sentences, evidence, _sets_figure(table))


def _sets_table(table: SetTable) -> DataTable:
    """The distribution of the number of SETs; no rows where it is not known."""
    n, d = table.cards, table.dimension
    columns = [Column("SETs"), Column("collections", f"collections of {n} cards"), Column("probability"), ODDS]
    counts, proportions = table.counts, table.proportions()
    rows = [(k, count, *chance(proportions[k])) for k, count in counts.items()]
    moments = {"mean": table.mean, "variance": table.variance}
    notes = [] if counts else [f"The distribution for {n} cards is not known exactly."]
    metadata = about("exact sets", dimension=d, cards=n, **moments)
    return data_table(columns, rows, f"SETs among {n} cards of AG({d},3)", f"sets-{d}-{n}", notes, metadata)


def _sets_figure(table: SetTable) -> ExactFigure:
    n, title = table.cards, f"SETs among {table.cards} cards of AG({table.dimension},3)"
    if table.distribution is None:
        subtitle = f"exact mean and variance over all collections of {n} cards"
        moments = float(table.mean), float(table.variance) ** 0.5
        return ExactFigure("moments", title, subtitle, "SETs", {}, moments=moments)
    proportions, subtitle = table.proportions(), f"exact distribution over all {table.total:,} collections of {n} cards"
    return ExactFigure("histogram", title, subtitle, "SETs", proportions, impossible=gaps_between(proportions))


def gaps_between(proportions: Mapping[int, Fraction]) -> list[int]:
    """The values between the least and the most that have no probability: of a whole distribution, all impossible ones.

    >>> gaps_between({0: Fraction(1, 2), 2: Fraction(1, 2), 3: Fraction(0)})
    [1]
    """
    seen = {value for value, p in proportions.items() if p}
    return [value for value in range(min(seen), max(seen)) if value not in seen]


def extremes_answer(
    most: bool, dimension: int = 4, cards: int | None = None, *, replay: bool = False, notation: Notation | None = None
) -> Answer:
    """The most or the fewest SETs in n cards, for every n; the table has one n on request."""
    rows, digits = (most_sets if most else fewest_sets)(dimension), (notation or find_notation(d=dimension)).digits
    evidence = replay_extremes(dimension, most=most) if replay else evidence_of_extremes(dimension)
    record = {
        "dimension": dimension,
        "values": by_n(row.value for row in rows),
        "lower": by_n(row.lower for row in rows),
        "upper": by_n(row.upper for row in rows),
        "proved": {str(row.n): row.proved for row in rows},
        "how": {str(row.n): row.how for row in rows},
        "witness": {str(row.n): [digits(card) for card in row.witness] for row in rows},
        "verified": [row.as_dict() for row in evidence],
    }
    table = _extremes_table(rows if cards is None else rows[cards : cards + 1], dimension, most)
    sentence = "`--cards N` shows an example and says how the value is proved."
    return Answer(record, table, [sentence], evidence, _extremes_figure(rows, dimension, most))


def _extremes_table(rows: Sequence[Extreme], dimension: int, most: bool) -> DataTable:
    """The extreme numbers of SETs by n; bounds, and the word open, where the value is not proved."""
    word, name = ("most", "max-sets") if most else ("fewest", "min-sets")
    bounds = (Column(name, only="programs") for name in ("lower", "upper"))
    status = Column("status", only="programs" if all(row.proved for row in rows) else "")
    columns = [Column("n"), Column("sets", f"{word} SETs"), *bounds, status, Column("mean")]
    cells = []
    for row in rows:
        proved = Shown("proved", "") if row.proved else Shown("open", "open")
        mean = mean_flats(row.n, 1, dimension)
        shown = Shown(row.value, value_text(row)), row.lower, row.upper, proved
        cells.append((row.n, *shown, Shown(float(mean), decimal_places(mean, 2))))
    caption = f"The {word} SETs among n cards of AG({dimension},3)"
    metadata = about(f"exact {name}", dimension=dimension)
    return data_table(columns, cells, caption, f"{name}-{dimension}", metadata=metadata)


def value_text(row: Extreme) -> str:
    """The value, or its bounds."""
    return str(row.value) if row.value is not None else f"{row.lower} – {row.upper}"


def _extremes_figure(rows: Sequence[Extreme], dimension: int, most: bool) -> ExactFigure:
    word = "most" if most else "fewest"
    lines = {"mean": {row.n: mean_flats(row.n, 1, dimension) for row in rows}}
    if most:
        lines["n(n − 1)/6"] = {row.n: Fraction(sets_bound(row.n)) for row in rows}
    title = f"The {word} SETs among n cards of AG({dimension},3)"
    subtitle = f"proved values beside the mean of all collections; AG({dimension},3), every n"
    bounds = {row.n: (row.lower, row.upper) for row in rows if row.value is None}
    values = {row.n: row.value for row in rows}
    return ExactFigure("extremes", title, subtitle, f"{word}, proved", values, lines=lines, bounds=bounds)


def planes_answer(
    dimension: int = 4,
    recompute: bool = False,
    report: Progress = no_progress,
    *,
    replay: bool = False,
    notation: Notation | None = None,
) -> Answer:
    """The number of collections of n cards without a plane, for every n, and a largest one."""
    known = exact_planes(dimension, recompute, report)
    read = VerifiedPlanes((), evidence_of_planes(known, recompute))
    return plane_table_answer(known, verify_planes(known, recompute, report) if replay else read, replay, notation)


def plane_table_answer(
    known: Planes, found: VerifiedPlanes, replay: bool = False, notation: Notation | None = None
) -> Answer:
    """The answer with this table of collections without a plane."""
    table, dimension = known.table, known.dimension
    digits = (notation or find_notation(d=dimension)).digits
    probabilities = {n: table.probability(n) for n in range(len(table.counts))}
    classes = [{"collections": str(one.collections), "symmetries": str(one.symmetries)} for one in found.classes]
    record = {
        "dimension": dimension,
        "plane_free": by_n(table.counts),
        "probability": by_n(probabilities.values(), fraction_text),
        "probability_plane_free": by_n((None if p is None else 1 - p for p in probabilities.values()), fraction_text),
        "mean_given_one": by_n((table.mean_given_one(n) for n in range(len(table.counts))), fraction_text),
        "largest_plane_free": len(known.largest),
        "forced": len(known.largest) + 1,
        "witness": [digits(card) for card in known.largest],
        "proof": known.proof,
        "classes": classes if replay else None,
        "verified": [row.as_dict() for row in found.evidence],
    }
    subtitle = "exact probability that n random cards have a plane"
    figure = ExactFigure("curve", f"A plane among n cards of AG({dimension},3)", subtitle, "a plane", probabilities)
    most, unknown = len(known.largest), [n for n, count in enumerate(table.counts) if count is None]
    sentences = [f"{most} cards can be without a plane, {most + 1} cannot: {known.proof}"]
    if unknown:
        between = f"For {unknown[0]} to {unknown[-1]} cards the number is not known"
        sentences.insert(0, f"{between}; see `setlab simulate first-plane`.")
    return Answer(record, _planes_table(table, probabilities), sentences, found.evidence, figure)


def _planes_table(table: PlaneFree, probabilities: Mapping[int, Fraction | None]) -> DataTable:
    columns = [Column("n"), Column("without_plane", "without a plane"), Column("probability", "P(a plane)"), ODDS]
    columns.append(Column("planes_if_any", "planes if any"))
    shown = [n for n, count in enumerate(table.counts) if count is not None and count > 0]
    means = {n: table.mean_given_one(n) for n in shown}
    cells = {n: Shown(None, "") if m is None else Shown(float(m), decimal_places(m, 4)) for n, m in means.items()}
    rows = [(n, table.counts[n], *chance(probabilities[n]), cells[n]) for n in shown]
    d = table.dimension
    caption = f"Collections of n cards of AG({d},3) without a plane"
    return data_table(columns, rows, caption, f"planes-{d}", metadata=about("exact planes", dimension=d))


def leftovers_answer(dimension: int = 3, table: int = 12, recompute: bool = False) -> Answer:
    """The distribution of the number of cards left at the end of a game with random choice."""
    game, evidence = exact_leftover_game(dimension, table, recompute), evidence_of_leftovers(dimension, recompute)
    searches = {str(n): fraction_text(p) for n, p in game.searches.items()}
    record = {
        "dimension": dimension,
        "table": table,
        "leftover": {str(left): fraction_text(p) for left, p in game.leftovers.items()},
        "turns": fraction_text(game.turns),
        "searches": searches,
        "looks": searches,  # the name of this field in earlier versions
        "no_set": {str(n): fraction_text(p) for n, p in game.no_set.items()},
        "classes": str(game.classes),
        "verified": [row.as_dict() for row in evidence],
    }
    columns = [Column("left"), Column("probability"), ODDS, Column("fraction", "exactly")]
    rows = [(left, *chance(p), Shown(fraction_text(p), shorten(p))) for left, p in game.leftovers.items()]
    caption = f"Cards left in AG({dimension},3), table of {table}, random choice"
    metadata = about("exact leftovers", dimension=dimension, table=table)
    shown = data_table(columns, rows, caption, f"leftovers-{dimension}-{table}", metadata=metadata)
    sentence = f"{decimal_places(game.turns, 4)} turns on average; {game.classes:,} states up to symmetry."
    subtitle = f"exact distribution: standard game, dimension {dimension}, table {table}, random choice"
    title, impossible = f"Cards left in AG({dimension},3)", impossible_leftovers(dimension)
    figure = ExactFigure("histogram", title, subtitle, "cards left", game.leftovers, impossible)
    return Answer(record, shown, [sentence], evidence, figure)


def second_search_answer(dimension: int = 4, table: int = 12) -> Answer:
    """The probability of no SET at the first two searches of a game.

    >>> second_search_answer(2, 4).record["second"]
    '12/35'
    """
    found = second_search(table, dimension)
    evidence = [Evidence("these fractions", "computed", f"a sum over the caps of {table} cards, one of every orbit")]
    cases = {
        "first": ("at the first search", found.first),
        "second": ("at the second search", found.second),
        "both": ("at both", found.both),
        "after_a_set": ("at the second, after a SET", found.after_a_set),
        "after_none": ("at the second, after none", found.after_none),
    }
    record = {
        "dimension": dimension,
        "table": table,
        **{name: None if p is None else fraction_text(p) for name, (_, p) in cases.items()},
        "verified": [row.as_dict() for row in evidence],
    }
    columns = [Column("no_set", "no SET"), Column("probability"), ODDS, Column("fraction", "exactly")]
    known = [(words, p) for words, p in cases.values() if p is not None]
    rows = [(words, *chance(p), Shown(fraction_text(p), shorten(p))) for words, p in known]
    caption = f"No SET at the first two searches, table of {table}, random choice, AG({dimension},3)"
    metadata = about("exact second-search", dimension=dimension, table=table)
    shown = data_table(columns, rows, caption, f"second-search-{dimension}-{table}", metadata=metadata)
    ratio = decimal_places(found.second / found.first, 4) if found.first else None
    sentences = [] if ratio is None else [f"No SET is {ratio} times as likely at the second search as at the first."]
    return Answer(record, shown, sentences, evidence)


def ultrasets_answer(cards: int = 12, dimension: int = 4, report: Progress = no_progress) -> Answer:
    """The distribution of the number of UltraSETs in n cards, and the collections without one, for every n.

    >>> ultrasets_answer(4).record["distribution"]
    {'0': '1600560', '1': '63180'}
    """
    table, none = exact_ultrasets(cards, dimension, report), exact_no_ultraset(dimension, report)
    evidence = evidence_of_ultrasets(cards, none)
    record = {
        "dimension": dimension,
        "cards": cards,
        "distribution": {str(number): str(count) for number, count in table.counts.items()},
        "total": str(table.total),
        "mean": fraction_text(table.mean),
        "variance": fraction_text(table.variance),
        "counts": by_n(none.counts),
        "orbits": by_n(none.orbits),
        "probability": by_n(map(none.probability, range(len(none.counts))), fraction_text),
        "complete": by_n(none.complete),
        "no_planet": by_n(none.no_planet),
        "no_planet_orbits": by_n(none.no_planet_orbits),
        "largest": none.largest,
        "largest_no_planet": none.largest_no_planet,
        "verified": [row.as_dict() for row in evidence],
    }
    sentences = [
        f"{cards} cards: mean {table.mean} = {decimal_places(table.mean)}, "
        f"standard deviation {float(table.variance) ** 0.5:.6f}",
        f"{none.largest} cards can be without an UltraSET, {none.largest + 1} cannot; "
        f"{none.largest_no_planet} can be without four cards in a plane.",
    ]
    title, subtitle = f"UltraSETs among {cards} cards of AG({dimension},3)", "exact distribution over all collections"
    figure = ExactFigure("histogram", title, subtitle, "UltraSETs", table.proportions())
    tables = [_ultrasets_table(table), _no_ultraset_table(none)]
    return Answer(record, tables, sentences, evidence, figure, long=tables[0])


def _ultrasets_table(table: UltrasetTable) -> DataTable:
    """The distribution of the number of UltraSETs."""
    n, d, proportions = table.cards, table.dimension, table.proportions()
    columns = [Column("UltraSETs"), Column("collections", f"collections of {n} cards"), Column("probability"), ODDS]
    rows = [(number, count, *chance(proportions[number])) for number, count in table.counts.items()]
    metadata = about("exact ultrasets", dimension=d, cards=n, mean=table.mean, variance=table.variance)
    return data_table(columns, rows, f"UltraSETs among {n} cards of AG({d},3)", f"ultrasets-{d}-{n}", (), metadata)


def _no_ultraset_table(none: NoUltraset) -> DataTable:
    """The collections without an UltraSET, and without four cards in a plane, by the number of cards."""
    columns = [Column("n"), Column("without", "without an UltraSET"), Column("probability", "P(no UltraSET)"), ODDS]
    columns += [Column("orbits"), Column("complete"), Column("no_planet", "no four in a plane"), Column("their_orbits")]
    rows = [
        (n, count, *chance(none.probability(n)), none.orbits[n], none.complete[n], none.no_planet[n], few)
        for n, (count, few) in enumerate(zip(none.counts, none.no_planet_orbits, strict=True))
        if 4 <= n <= none.largest + 1
    ]
    d = none.dimension
    caption = f"Collections of n cards of AG({d},3) without an UltraSET"
    return data_table(columns, rows, caption, f"no-ultraset-{d}", metadata=about("exact ultrasets", dimension=d))


def orbits_answer(
    cards: int,
    dimension: int = 4,
    notation: Notation | None = None,
    report: Callable[[int, int, int], None] | None = None,
) -> Answer:
    """The collections of n cards up to the symmetries of the deck."""
    names, orbits = notation or find_notation(d=dimension), exact_orbits(cards, dimension, report)
    total, order = sum(orbit.size for orbit in orbits), count_affine_maps(dimension)
    evidence = evidence_of_orbits(orbits, cards, dimension)
    record = {
        "dimension": dimension,
        "cards": cards,
        "orbits": [
            {"representative": [names.digits(card) for card in orbit.representative]}
            | {name: str(getattr(orbit, name)) for name in ("sets", "size", "stabiliser")}
            for orbit in orbits
        ],
        "count": str(len(orbits)),
        "total": str(total),
        "symmetries": str(order),
        "verified": [row.as_dict() for row in evidence],
    }
    sentence = f"Orbits: {len(orbits):,}. Collections of {plural(cards, 'card')}: {total:,}. Symmetries: {order:,}."
    return Answer(record, _orbits_table(orbits, cards, dimension, names), [sentence], evidence)


def _orbits_table(orbits: Sequence[Orbit], cards: int, dimension: int, notation: Notation) -> DataTable:
    columns = [Column("sets", "SETs"), Column("size", "collections"), Column("stabiliser")]
    columns.append(Column("representative", align="left"))
    rows = [
        (orbit.sets, orbit.size, orbit.stabiliser, " ".join(map(notation.digits, orbit.representative)))
        for orbit in orbits
    ]
    caption = f"The orbits of AGL({dimension},3) on the collections of {cards} cards"
    metadata = about("exact orbits", dimension=dimension, cards=cards, notation=notation.key)
    return data_table(columns, rows, caption, f"orbits-{dimension}-{cards}", metadata=metadata)


def by_n(values: Iterable[T | None], say: Callable[[T], str] = str) -> dict[str, str | None]:
    """Exact numbers as strings by n; None where a number is not known."""
    return {str(n): None if value is None else say(value) for n, value in enumerate(values)}


def chance(probability: Fraction | None) -> tuple[Cell, Cell]:
    """A probability and its odds; programs get a float, or the text where it is too small for one."""
    if probability is None:
        return None, odds_text(probability)
    value, text = float(probability), probability_text(probability)
    return Shown(text if probability and not value else value, text), odds_text(probability)


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


def decimal_places(number: Fraction, places: int = 6) -> str:
    """A fraction rounded to this number of decimal places.

    >>> decimal_places(Fraction(220, 79))
    '2.784810'
    """
    scaled = round(number * 10**places)
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"


def shorten(number: Fraction, longest: int = 44) -> str:
    """The fraction in full, or the number of its digits if it is long.

    >>> shorten(Fraction(6183, 308000)), shorten(Fraction(1, 10**60))
    ('6183/308000', 'a fraction of 61 digits: see --json')
    """
    text = fraction_text(number)
    return text if len(text) <= longest else f"a fraction of {len(str(number.denominator))} digits: see --json"
