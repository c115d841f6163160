"""`setlab exact`: exact numbers instead of estimates."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.answers import Cell, Column, DataTable, Evidence, Shown, data_table
from setlab.cli.commands import verb_group
from setlab.cli.formats import TableFormat, about, chosen_format, print_answer, print_data, probability_cell
from setlab.cli.options import (
    Dimension,
    Font,
    Json,
    NoStore,
    NotationName,
    NoTitle,
    Panels,
    SchedulerAddress,
    StorePlace,
    Title,
    Width,
    Workers,
    check_picture,
    looking,
    option,
    read_look,
    read_notation,
    whole_number,
)
from setlab.cli.screen import fraction_text, picture, say, shown_bar, width
from setlab.errors import SpecError, plural
from setlab.exact.shipped import Report
from setlab.notation import DEFAULT

if TYPE_CHECKING:
    from setlab.answers import Evidence
    from setlab.exact.extremes import Extreme
    from setlab.exact.no_set import NoSet
    from setlab.exact.orbits import Orbit
    from setlab.exact.planes.blocking_lists import PlaneFreeClass
    from setlab.exact.planes.counts import PlaneFree
    from setlab.exact.sets.tables import SetTable
    from setlab.experiment.result import Result
    from setlab.notation import Notation


verb = verb_group(
    __name__,
    ("no-set", "sets", "max-sets", "min-sets", "planes", "leftovers", "orbits"),
    """Exact counts and probabilities, the most and the fewest SETs, and collections up to symmetry.

Every answer ends with the evidence for each claim, in `--json` the list `verified`: *read* from a file that ships
with setlab, *computed*, *recomputed* (computed, and equal to the file that ships), or *replayed* (every step of a
proof repeated).

    setlab exact no-set

    setlab exact sets --cards 12 --json
""",
)


Recompute = Annotated[
    bool,
    typer.Option("--recompute", help="Compute the answer now, and compare it with the numbers that ship with setlab."),
]
Verify = Annotated[bool, typer.Option("--verify", help="Replay the proofs.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .svg, .png, .pdf or .pgf.")]


def check_cards(cards: int, deck: int) -> None:
    """Raise `SpecError` unless this number of cards can be dealt."""
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")


def no_set(
    dimension: Dimension = 4,
    recompute: Recompute = False,
    plot: Plot = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """The number of collections of n cards without a SET, and the probability of no SET, for every n.

    The collections are listed up to the symmetries of the deck, with the size of every orbit.

        setlab exact no-set

        setlab exact no-set --dimension 3 --json
    """
    from setlab.exact.no_set import evidence_of_no_set, exact_no_set

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    with shown_progress() as report:
        table = exact_no_set(dimension, recompute, report)
    evidence = evidence_of_no_set(table, recompute)
    probabilities = [table.probability(n) for n in range(len(table.counts))]
    if plot is not None:
        from setlab.plots.exact import plot_probabilities

        shown_title = f"No SET among n cards of AG({dimension},3)"
        subtitle = "exact probability that n random cards have no SET"
        with looking(look):
            plot_probabilities(plot, probabilities, shown_title, "no SET", subtitle, panels)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "counts": digits_by_n(table.counts),
            "orbits": digits_by_n(table.orbits),
            "probability": fractions_by_n(probabilities),
            "complete": digits_by_n(table.complete),
            "complete_orbits": digits_by_n(table.complete_orbits),
            "largest": table.largest,
            "forced": None if table.largest is None else table.largest + 1,
            "verified": evidence_data(evidence),
        }

    last = max(n for n, count in enumerate(table.counts) if count) if table.largest is None else table.largest + 1
    shown = no_set_table(table, probabilities, range(min(last, len(table.counts) - 1) + 1))

    def text() -> None:
        print_data(shown)
        print()
        for sentence in _no_set_sentences(dimension, table.largest, last):
            say(sentence)
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: shown, text=text)


def _no_set_sentences(dimension: int, largest: int | None, last: int) -> Iterator[str]:
    if largest is None:
        yield f"The caps of AG({dimension},3) are counted up to {last} cards; larger caps are not counted."
        return
    yield f"{largest} cards can be without a SET, {largest + 1} cannot: no card can be added to any cap of {largest}."
    yield "A cap is complete if no card can be added to it."


def sets(
    cards: Annotated[int, typer.Option("--cards", metavar="N", help="The number of cards.")] = 12,
    dimension: Dimension = 4,
    recompute: Recompute = False,
    slow: Annotated[bool, typer.Option("--slow", help="Let --recompute take minutes.")] = False,
    backend: ListingBackend = None,
    scheduler: SchedulerAddress = None,
    workers: Workers = None,
    store: StorePlace = None,
    no_store: NoStore = False,
    plot: Plot = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """The distribution of the number of SETs in n cards.

    With `--backend` what `--recompute` computes is kept in the store as it is finished: the same command goes on from
    there.

        setlab exact sets --cards 12

        setlab exact sets --cards 19 --recompute --slow --backend dask --workers 8
    """
    from setlab.exact.sets.tables import evidence_of_sets, exact_sets, is_known, refuse_slow

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    check_listing(recompute, backend, scheduler, workers, store, no_store)
    if recompute and not slow:
        refuse_slow(cards, dimension)

    def show(table: SetTable, evidence: tuple[Evidence, ...]) -> None:
        if plot is not None:
            with looking(look):
                _plot(plot, table, panels)
        _print(table, evidence, form)

    if backend is not None and is_known(cards, dimension):
        return list_sets(
            cards,
            dimension,
            show,
            backend=backend,
            scheduler=scheduler,
            workers=workers,
            store=store,
            no_store=no_store,
        )
    with shown_progress() as report:
        table = exact_sets(cards, dimension, recompute, report)
    show(table, evidence_of_sets(table, recompute))
    return 0


def _print(table: SetTable, evidence: tuple[Evidence, ...], form: str) -> None:
    def record() -> dict[str, Any]:
        return {
            "dimension": table.dimension,
            "cards": table.cards,
            "distribution": None if table.distribution is None else digits_by_key(table.distribution),
            "total": str(table.total),
            "mean": fraction_text(table.mean),
            "variance": fraction_text(table.variance),
            "verified": evidence_data(evidence),
        }

    def text() -> None:
        if table.distribution is None:
            why = f"The distribution for {table.cards} cards is not known exactly"
            say(f"{why}; sample it with `setlab simulate set-count`.")
        else:
            print_data(sets_table(table))
        print()
        say(f"mean {table.mean} = {decimal_places(table.mean)}")
        say(f"variance {table.variance}, standard deviation {float(table.variance) ** 0.5:.6f}")
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: sets_table(table), text=text)


def _plot(path: Path, table: SetTable, panels: str | None) -> None:
    from setlab.plots.exact import gaps_between, plot_distribution, plot_unknown_sets

    title = f"SETs among {table.cards} cards of AG({table.dimension},3)"
    subtitle = f"exact distribution over all {table.total:,} collections of {table.cards} cards"
    if table.distribution is None:
        plot_unknown_sets(path, table, title, f"exact mean and variance over all collections of {table.cards} cards")
        return
    proportions = table.proportions()
    plot_distribution(path, proportions, title, "SETs", subtitle, panels, impossible=gaps_between(proportions))


ListingBackend = Annotated[
    str | None, option("--backend", "NAME", "Where --recompute computes, with a store: cpu or dask.")
]


def check_listing(
    recompute: bool, backend: str | None, scheduler: str | None, workers: int | None, store: str | None, no_store: bool
) -> None:
    """Raise `SpecError` unless these options go together.

    >>> check_listing(False, "cpu", None, None, None, False)
    Traceback (most recent call last):
    setlab.errors.SpecError: --backend says where to compute: add --recompute, or leave it out to read what ships
    """
    from setlab.experiment.backends import check_backend

    given = {"--scheduler": scheduler, "--workers": workers, "--store": store, "--no-store": no_store or None}
    if backend is None and (named := [name for name, value in given.items() if value is not None]):
        raise SpecError(f"{named[0]} is for a run on a backend: add --backend cpu or --backend dask")
    if backend is not None and not recompute:
        raise SpecError("--backend says where to compute: add --recompute, or leave it out to read what ships")
    if backend is not None:
        check_backend(backend, scheduler, workers)
    if backend == "gpu":
        raise SpecError("the backend gpu lists no orbits: choose --backend cpu or --backend dask")


def list_sets(
    cards: int,
    dimension: int,
    show: Callable[[SetTable, tuple[Evidence, ...]], None],
    *,
    backend: str,
    scheduler: str | None,
    workers: int | None,
    store: str | None,
    no_store: bool,
) -> int:
    """List the orbits for the SETs of a number of cards on a backend, and show the table. The exit status."""
    from setlab.cli.running import run_stored
    from setlab.exact.sets.tables import evidence_of_listing, set_table
    from setlab.experiment.backends import opened_backend
    from setlab.experiment.kernels.orbits import listed_set_counts, set_counts_spec

    spec, trials = set_counts_spec(cards, dimension)

    def finish(result: Result) -> None:
        if result.complete:
            table = set_table(listed_set_counts(result, cards), cards)
            show(table, evidence_of_listing(table, trials, trials - result.run))

    with opened_backend(backend, scheduler=scheduler, workers=workers) as engine:
        return run_stored(spec, trials, finish, store=store, no_store=no_store, backend=engine)


Cards = Annotated[int | None, typer.Option("--cards", metavar="N", help="Show one n, with an example and its proof.")]


HELP = """The {word} SETs in n cards, for every n, each with an example and a proof; bounds where the value is open.

With `--verify` (half a minute) every proof is replayed, including the searches.

setlab exact {name}

setlab exact {name} --cards {example}
"""


def _question(most: bool, **help: object) -> Callable[..., None]:
    """The question about the most SETs, or about the fewest."""

    def ask(
        dimension: Dimension = 4,
        cards: Cards = None,
        verify: Verify = False,
        plot: Plot = None,
        notation: NotationName = DEFAULT,
        title: Title = None,
        no_title: NoTitle = False,
        width: Width = None,
        font: Font = "sans",
        format: TableFormat = "table",
        json: Json = False,
    ) -> None:
        look = read_look(plot, title, no_title, width, font)
        _answer(most, dimension, cards, verify, plot, look, notation, chosen_format(format, json))

    ask.__doc__ = HELP.format(**help)
    return ask


max_sets = _question(True, word="most", name="max-sets", example=12)
min_sets = _question(False, word="fewest", name="min-sets", example=24)


def _answer(
    most: bool,
    dimension: int,
    cards: int | None,
    verify: bool,
    plot: Path | None,
    look: Any,
    notation_name: str,
    form: str,
) -> None:
    from setlab.exact.extremes import fewest_sets, most_sets

    check_picture(plot)
    here = read_notation(notation_name, dimension)
    rows = (most_sets if most else fewest_sets)(dimension)
    if cards is not None:
        check_cards(cards, len(rows) - 1)
    evidence = _evidence(dimension, most, verify)
    if plot is not None:
        from setlab.plots.exact import plot_extremes

        subtitle = f"proved values beside the mean of all collections; AG({dimension},3), every n"
        with looking(look):
            plot_extremes(plot, rows, dimension, most, subtitle)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "values": digits_by_n(row.value for row in rows),
            "lower": digits_by_n(row.lower for row in rows),
            "upper": digits_by_n(row.upper for row in rows),
            "proved": {str(row.n): row.proved for row in rows},
            "how": {str(row.n): row.how for row in rows},
            "witness": {str(row.n): [here.digits(card) for card in row.witness] for row in rows},
            "verified": evidence_data(evidence),
        }

    def tables() -> DataTable:
        chosen = rows if cards is None else rows[cards : cards + 1]
        means = [_mean(row.n, dimension) for row in chosen]
        return extremes_table(chosen, dimension, most, means)

    def text() -> None:
        if cards is not None:
            _print_extreme(rows[cards], most, here)
        else:
            print_data(tables())
            print()
            say("`--cards N` shows an example and says how the value is proved.")
        print_evidence(evidence)

    print_answer(form, record=record, tables=tables, text=text)


def _evidence(dimension: int, most: bool, verify: bool) -> tuple[Evidence, ...]:
    """The evidence for the values: the proofs are replayed, including the searches, or only read."""
    from setlab.exact.extremes.evidence import evidence_of_extremes, replayed_extremes

    if not verify:
        return evidence_of_extremes(dimension)
    with shown_progress() as report:
        report("proofs", 0.1)
        return replayed_extremes(dimension, most=most)


def _mean(n: int, dimension: int) -> Fraction:
    from setlab.counting import mean_flats

    return mean_flats(n, 1, dimension)


def _print_extreme(row: Extreme, most: bool, here: Notation) -> None:
    word = "most" if most else "fewest"
    value = value_text(row)
    say(f"The {word} SETs in {row.n} cards: {value}{'' if row.proved else ' (open: bounds)'}")
    print()
    if row.n:
        print(picture(list(row.witness), here))
    print()
    say(row.how)


def planes(
    dimension: Dimension = 4,
    recompute: Recompute = False,
    verify: Verify = False,
    plot: Plot = None,
    notation: NotationName = DEFAULT,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """The number of collections of n cards without a plane, and the largest such collection.

    With `--verify` (half a minute) the proof that none is larger is replayed, the largest collections are classified up
    to symmetry (54 cards: one class), and the counts to n = 36 are computed again.

        setlab exact planes

        setlab exact planes --verify
    """
    from setlab.exact.planes import exact_planes
    from setlab.exact.planes.proofs import VerifiedPlanes, evidence_of_planes, verify_planes

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    here = read_notation(notation, dimension)
    with shown_progress() as report:
        answer = exact_planes(dimension, recompute, report)
        read = VerifiedPlanes((), evidence_of_planes(answer, recompute))
        found = verify_planes(answer, recompute, report) if verify else read
    table = answer.table
    probabilities = [table.probability(n) for n in range(len(table.counts))]
    if plot is not None:
        from setlab.plots.exact import plot_probabilities

        shown_title = f"A plane among n cards of AG({dimension},3)"
        subtitle = "exact probability that n random cards have a plane"
        with looking(look):
            plot_probabilities(plot, probabilities, shown_title, "a plane", subtitle, panels)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "plane_free": digits_by_n(table.counts),
            "probability": fractions_by_n(probabilities),
            "probability_plane_free": fractions_by_n(None if p is None else 1 - p for p in probabilities),
            "mean_given_one": fractions_by_n(table.mean_given_one(n) for n in range(len(table.counts))),
            "largest_plane_free": len(answer.largest),
            "forced": len(answer.largest) + 1,
            "witness": [here.digits(card) for card in answer.largest],
            "proof": answer.proof,
            "classes": _class_data(found.classes) if verify else None,
            "verified": evidence_data(found.evidence),
        }

    shown = [n for n, count in enumerate(table.counts) if count is not None and count > 0]
    most = len(answer.largest)

    def text() -> None:
        print_data(planes_table(table, probabilities, shown))
        if unknown := [n for n, count in enumerate(table.counts) if count is None]:
            first, last = unknown[0], unknown[-1]
            print()
            say(f"For {first} to {last} cards the number is not known; see `setlab simulate first-plane`.")
        print()
        say(f"{most} cards can be without a plane, {most + 1} cannot: {answer.proof}")
        print()
        print(picture(list(answer.largest), here))
        print_evidence(found.evidence)

    print_answer(form, record=record, tables=lambda: planes_table(table, probabilities, shown), text=text)


def _class_data(classes: tuple[PlaneFreeClass, ...]) -> list[dict[str, str]]:
    """The size of each class of the largest collections, and the order of its stabiliser."""
    return [{"collections": str(one.collections), "symmetries": str(one.symmetries)} for one in classes]


def leftovers(
    dimension: Annotated[int, typer.Option("--dimension", "--properties", "-d", metavar="D", help="2 or 3.")] = 3,
    table: Annotated[str, typer.Option("--table", metavar="T", help="Cards on the table, or all.")] = "12",
    recompute: Recompute = False,
    plot: Plot = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """The distribution of the number of cards left at the end of a game with random choice, as exact fractions.

    setlab exact leftovers --dimension 3 --table 12
    """
    from setlab.exact.leftovers.tables import evidence_of_leftovers, exact_leftover_game

    check_picture(plot)
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    size = 3**dimension if table == "all" else whole_number(table, "number of cards on the table")
    with shown_progress() as report:
        report(f"AG({dimension},3)", 0.0)
        game = exact_leftover_game(dimension, size, recompute)
    evidence = evidence_of_leftovers(dimension, recompute)
    if plot is not None:
        from setlab.counting import impossible_leftovers
        from setlab.plots.exact import plot_distribution

        shown_title, never = f"Cards left in AG({dimension},3)", impossible_leftovers(dimension)
        subtitle = f"exact distribution: standard game, dimension {dimension}, table {size}, random choice"
        with looking(look):
            plot_distribution(plot, game.leftovers, shown_title, "cards left", subtitle, panels, impossible=never)

    def record() -> dict[str, Any]:
        searches = {str(n): fraction_text(p) for n, p in game.searches.items()}
        return {
            "dimension": dimension,
            "table": size,
            "leftover": {str(left): fraction_text(p) for left, p in game.leftovers.items()},
            "turns": fraction_text(game.turns),
            "searches": searches,
            "looks": searches,  # the name of this field in earlier versions
            "no_set": {str(n): fraction_text(p) for n, p in game.no_set.items()},
            "classes": str(game.classes),
            "verified": evidence_data(evidence),
        }

    shown = leftovers_table(game.leftovers, dimension, size)

    def text() -> None:
        print_data(shown)
        print()
        say(f"{decimal_places(game.turns, 4)} turns on average; {game.classes:,} states up to symmetry.")
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: shown, text=text)


def orbits(
    cards: Annotated[int, typer.Argument(metavar="N", help="The number of cards.", show_default=False)],
    dimension: Dimension = 4,
    notation: NotationName = DEFAULT,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """The collections of n cards up to symmetry: one of each orbit, its SETs, how many there are, its stabiliser.

    The symmetries are the affine maps of the deck. The collections of an orbit are images of one another, so that they
    have as many SETs.

        setlab exact orbits 6

        setlab exact orbits 12 --format csv
    """
    from setlab.counting import count_affine_maps
    from setlab.exact.orbits.listing import evidence_of_orbits, exact_orbits

    form, here = chosen_format(format, json), read_notation(notation, dimension)
    with shown_progress() as report:
        orbits = exact_orbits(cards, dimension, lambda n, done, total: report(f"{n} cards", n / max(cards, 1)))
    total, order = sum(orbit.size for orbit in orbits), count_affine_maps(dimension)
    evidence = evidence_of_orbits(orbits, cards, dimension)

    def record() -> dict[str, Any]:
        return {
            "dimension": dimension,
            "cards": cards,
            "orbits": [
                {
                    "representative": [here.digits(card) for card in orbit.representative],
                    "sets": str(orbit.sets),
                    "size": str(orbit.size),
                    "stabiliser": str(orbit.stabiliser),
                }
                for orbit in orbits
            ],
            "count": str(len(orbits)),
            "total": str(total),
            "symmetries": str(order),
            "verified": evidence_data(evidence),
        }

    shown = orbits_table(orbits, cards, dimension, here)

    def text() -> None:
        print_data(shown)
        print()
        say(f"Orbits: {len(orbits):,}. Collections of {plural(cards, 'card')}: {total:,}. Symmetries: {order:,}.")
        print_evidence(evidence)

    print_answer(form, record=record, tables=lambda: shown, text=text)


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


ODDS = Column("odds")


def no_set_table(table: NoSet, probabilities: Sequence[Fraction | None], shown: Iterable[int]) -> DataTable:
    """The collections without a SET, by n."""
    columns: list[str | Column] = [
        "n",
        Column("without_set", "without a SET"),
        Column("probability", "P(no SET)"),
        ODDS,
        "orbits",
        "complete",
        Column("complete_orbits", "complete orbits"),
    ]
    rows = [
        (n, table.counts[n], *_chance(probabilities[n]), table.orbits[n], table.complete[n], table.complete_orbits[n])
        for n in shown
    ]
    d = table.dimension
    caption = f"Collections of n cards of AG({d},3) without a SET"
    return data_table(columns, rows, caption, f"no-set-{d}", metadata=about("exact no-set", dimension=d))


def sets_table(table: SetTable) -> DataTable:
    """The distribution of the number of SETs; no rows where it is not known."""
    n, d = table.cards, table.dimension
    columns: list[str | Column] = ["SETs", Column("collections", f"collections of {n} cards"), "probability", ODDS]
    counts = table.distribution or {}
    proportions = table.proportions().values() if counts else ()
    rows = [(k, count, *_chance(p)) for (k, count), p in zip(counts.items(), proportions, strict=True)]
    moments = {"mean": table.mean, "variance": table.variance}
    notes = [] if counts else [f"The distribution for {n} cards is not known exactly."]
    caption = f"SETs among {n} cards of AG({d},3)"
    metadata = about("exact sets", dimension=d, cards=n, **moments)
    return data_table(columns, rows, caption, f"sets-{d}-{n}", notes, metadata)


def extremes_table(rows: Sequence[Extreme], dimension: int, most: bool, means: Sequence[Fraction]) -> DataTable:
    """The most or the fewest SETs by n; bounds, and the word open, where the value is not proved."""
    word, name = ("most", "max-sets") if most else ("fewest", "min-sets")
    columns = [
        Column("n"),
        Column("sets", f"{word} SETs"),
        Column("lower", only="programs"),
        Column("upper", only="programs"),
        Column("status", only="programs" if all(row.proved for row in rows) else ""),
        Column("mean"),
    ]
    cells = [
        (row.n, Shown(row.value, value_text(row)), row.lower, row.upper, _status(row), _to_2(mean))
        for row, mean in zip(rows, means, strict=True)
    ]
    caption = f"The {word} SETs among n cards of AG({dimension},3)"
    metadata = about(f"exact {name}", dimension=dimension)
    return data_table(columns, cells, caption, f"{name}-{dimension}", metadata=metadata)


def _status(row: Extreme) -> Shown:
    return Shown("proved", "") if row.proved else Shown("open", "open")


def value_text(row: Extreme) -> str:
    """The value, or its bounds."""
    return str(row.value) if row.value is not None else f"{row.lower} – {row.upper}"


def planes_table(table: PlaneFree, probabilities: Sequence[Fraction | None], shown: Iterable[int]) -> DataTable:
    """The collections without a plane, by n."""
    columns: list[str | Column] = [
        "n",
        Column("without_plane", "without a plane"),
        Column("probability", "P(a plane)"),
        ODDS,
        Column("planes_if_any", "planes if any"),
    ]
    rows = [(n, table.counts[n], *_chance(probabilities[n]), _mean_cell(table.mean_given_one(n))) for n in shown]
    d = table.dimension
    caption = f"Collections of n cards of AG({d},3) without a plane"
    return data_table(columns, rows, caption, f"planes-{d}", metadata=about("exact planes", dimension=d))


def leftovers_table(leftovers: Mapping[int, Fraction], dimension: int, table: int) -> DataTable:
    """The distribution of the cards left."""
    columns: list[str | Column] = ["left", "probability", ODDS, Column("fraction", "exactly")]
    rows = [(left, *_chance(p), Shown(fraction_text(p), shortened(p))) for left, p in leftovers.items()]
    caption = f"Cards left in AG({dimension},3), table of {table}, random choice"
    metadata = about("exact leftovers", dimension=dimension, table=table)
    return data_table(columns, rows, caption, f"leftovers-{dimension}-{table}", metadata=metadata)


def orbits_table(orbits: Sequence[Orbit], cards: int, dimension: int, notation: Notation) -> DataTable:
    """The orbits of the collections of n cards, each with a representative."""
    columns: list[str | Column] = [
        Column("sets", "SETs"),
        Column("size", "collections"),
        "stabiliser",
        Column("representative", align="left"),
    ]
    rows = [
        (orbit.sets, orbit.size, orbit.stabiliser, " ".join(map(notation.digits, orbit.representative)))
        for orbit in orbits
    ]
    caption = f"The orbits of AGL({dimension},3) on the collections of {cards} cards"
    metadata = about("exact orbits", dimension=dimension, cards=cards, notation=notation.key)
    return data_table(columns, rows, caption, f"orbits-{dimension}-{cards}", metadata=metadata)


def _chance(probability: Fraction | None) -> tuple[Cell, Cell]:
    """A probability, and its odds."""
    return probability_cell(probability, probability_text(probability)), odds_text(probability)


def _mean_cell(mean: Fraction | None) -> Cell:
    return Shown(None, "") if mean is None else Shown(float(mean), decimal_places(mean, 4))


def _to_2(mean: Fraction) -> Cell:
    return Shown(float(mean), decimal_places(mean, 2))
