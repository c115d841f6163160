"""`setlab caps`: collections of points no three of which are on a line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from setlab import caps
from setlab.answers import Answer, Column, DataTable, Shown, about, data_table
from setlab.cli.cards import DrawingOptions, picture, read_cards
from setlab.cli.commands import verb_group
from setlab.cli.options import Dimension, Json, NotationName, Seed, argument, flag, option, path_field, whole_number
from setlab.cli.screen import Output, attributes, digits_of, in_words, print_json, say
from setlab.errors import RuleError, SpecError
from setlab.limits import DECKS, FORMULAS, between
from setlab.notation import DEFAULT, MOST_NAMED_VALUES, Notation, find_notation


@verb_group("find", "grow", "sizes", "check", known="known_size")
def verb() -> None:
    """Caps: collections of cards without a SET, and for other fields no three points on a line. Each has `--json`.

    setlab caps find --dimension 4

    setlab caps check cards.txt
    """


Field = Annotated[int, option("-n", "--values", "Q", "Points on a line: 3, 4, 5, 7, 8 or 9.")]
MOST_SHOWN = 120


def show_cap(cards: list[int], here: Notation, json: bool, cited: Any, drawing: DrawingOptions | None = None) -> None:
    """Print the cap, whether it is one, and whether it is complete."""
    report = caps.check(cards, here.deck.d, here.deck.n)
    if json:
        record = {"dimension": here.deck.d, "values": here.deck.n, "points": digits_of(cards, here)}
        record["line"] = None if report.line is None else digits_of(report.line, here)
        record["extension"] = None if report.extension is None else here.digits(report.extension)
        record |= attributes(report, "size", "is_cap", "is_complete")
        print_json(record | path_field(drawing.output if drawing else None))
        return
    is_drawn = here.deck.n <= MOST_NAMED_VALUES and len(cards) <= MOST_SHOWN
    print((picture(cards, here) if is_drawn else " ".join(digits_of(cards, here))) + "\n")
    if report.line is not None:
        say(f"{report.size} cards, not a cap: {in_words(report.line, here)} are on a line")
    else:
        further = "" if report.extension is None else f"; {in_words([report.extension], here)} could join"
        complete = "complete: no card can join" if report.is_complete else f"not complete{further}"
        say(f"a cap of {report.size}, {complete}")
    if cited is not None and cited.lower > report.size:
        say(f"the largest known has {cited.lower} ({cited.source})")
    if drawing is not None:
        drawing.say_written(len(cards))


def find(
    dimension: Dimension = 4,
    values: Field = 3,
    drawing: DrawingOptions = DrawingOptions(),
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Construct the largest cap with a known construction here, and check whether it is complete.

    setlab caps find --dimension 4

    setlab caps find -o cap.svg
    """
    if dimension not in DECKS:
        where = f"caps are constructed in {between(DECKS)} dimensions"
        raise SpecError(f"{where}, not in {dimension}: see `setlab caps known`")
    drawing.check(values)
    points = list(caps.find(dimension, values))
    here = find_notation(notation, dimension, values)
    drawing.write(points, here)
    show_cap(points, here, json, caps.known(dimension, values), drawing)


def grow(
    dimension: Dimension = 4,
    values: Field = 3,
    seed: Seed = "0",
    restarts: Annotated[int, option("--restarts", "N", "Number of restarts.")] = 10,
    steps: Annotated[int, option("--steps", "N", "Steps of each restart.")] = 1000,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Search for a large cap: randomised greedy and tabu search, the same for the same seed.

    setlab caps grow --dimension 5 --seed 1
    """
    if dimension not in DECKS:
        raise SpecError(f"caps are grown in {between(DECKS)} dimensions, not in {dimension}: choose one of those")
    if restarts < 1 or steps < 1:
        raise SpecError(f"{restarts} restarts of {steps} steps are no search: choose at least 1 of each")
    found = caps.grow(dimension, values, seed=whole_number(seed, "seed"), restarts=restarts, steps=steps)
    here = find_notation(notation, dimension, values)
    show_cap(list(found.points), here, json, caps.known(dimension, values))


def sizes(
    dimension: Dimension = 4,
    number: Annotated[int, option("--caps", "N", "Number of complete caps to grow.")] = 300,
    seed: Seed = "0",
    notation: NotationName = DEFAULT,
    output: Output = Output(),
) -> None:
    """Find sizes of complete caps, to which no card can be added, at random. Not all sizes need be found.

    setlab caps sizes --dimension 5 --caps 3000 --seed 1
    """
    which = whole_number(seed, "seed")
    found = caps.complete_sizes(dimension, seed=which, caps=number)
    caption = f"Sizes of {number} complete caps of AG({dimension},3), grown at random, seed {which}"
    metadata, items = about("caps sizes", dimension=dimension, caps=number, seed=which), found.counts.items()
    shown = data_table(["points", "caps"], items, caption, f"cap-sizes-{dimension}", metadata=metadata)

    here = find_notation(notation, dimension)
    examples = {str(size): digits_of(cap, here) for size, cap in found.examples.items()}
    counts = {str(size): count for size, count in items}
    record = {"dimension": dimension, "caps": number, "sizes": counts, "examples": examples, "exhaustive": False}
    command = f"`setlab exact no-set --dimension {dimension}` counts all complete caps."
    listing = "No list of all sizes is made here." if dimension > 4 else command
    sentence = f"{number} complete caps were grown at random: there may be other sizes. {listing}"
    output.show(Answer(record, shown, [sentence]))


def check(
    file: Annotated[Path, argument("FILE", "Cards, one or more to a line; - is standard input.")],
    dimension: Dimension = 4,
    values: Field = 3,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Check whether the cards of a file are a cap, and whether it is complete.

    setlab caps check cards.txt --dimension 4
    """
    here = find_notation(notation, dimension, values)
    cards = read_cards(["-"], here, "setlab caps check cards.txt") if str(file) == "-" else _read(file, here)
    show_cap(cards, here, json, None)


def _read(file: Path, here: Notation) -> list[int]:
    try:
        cards = here.parse_all(file.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(f"{file} cannot be read ({error}): give a file of cards such as 1221 or 1RFD") from None
    if not cards:
        raise RuleError(f"{file} has no cards: write some such as 1221 or 1RFD")
    return cards


def known_size(
    dimension: Dimension = 4,
    values: Field = 3,
    verify: Annotated[bool, flag("--verify", "Prove it now, for three values and d = 2, 3, 4.")] = False,
    output: Output = Output(),
) -> None:
    """Show the known bounds on the size of the largest cap of AG(d,q), with their source.

    setlab caps known --dimension 7

    setlab caps known --dimension 4 --verify
    """
    if dimension not in FORMULAS:
        raise SpecError(f"{dimension} is not a dimension for known: choose {between(FORMULAS)}")
    found = caps.known(dimension, values)
    proved = _is_proved(dimension, values, found.lower) if verify else None
    record = {"dimension": dimension, "values": values, "proved": proved, "size": found.lower}
    record |= attributes(found, "lower", "upper", "buildable", "source", "references")

    def text() -> None:
        say(f"AG({dimension},{values}): the largest cap has {_size_text(found)}")
        say(found.source, f"{'cited' if found.references else 'because'}: ")
        say(_buildable_text(found))
        if proved:
            how = "all caps were listed up to symmetry, and no point can join one of"
            say(f"{how} {found.lower}", "proved in this run: ")

    output.show(Answer(record, _known_table(found)), text)


def _known_table(found: caps.Known) -> DataTable:
    bounds = [Column("lower", "at least"), Column("upper", "at most"), Column("buildable", "built here")]
    upper = found.upper if found.upper is not None else Shown(None, "not known")
    rows = [(found.d, found.q, found.lower, upper, found.buildable, found.source)]
    caption, label = f"The largest cap of AG({found.d},{found.q})", f"cap-{found.d}-{found.q}"
    metadata = about("caps known", dimension=found.d, values=found.q)
    columns = [Column("dimension", "d"), Column("values", "q"), *bounds, Column("source", align="left")]
    return data_table(columns, rows, caption, label, metadata=metadata)


def _size_text(found: caps.Known) -> str:
    if found.is_exact:
        return f"exactly {found.lower} points"
    if found.upper is None:
        return f"at least {found.lower} points; no upper bound is cited here"
    return f"at least {found.lower} and at most {found.upper} points"


def _buildable_text(found: caps.Known) -> str:
    """The construction of a cap of this size: a command, or a product."""
    if found.q == 2:
        return f"all {found.buildable} points together are one"
    if found.d > caps.LARGEST_FIND.get(found.q, 0):
        return f"{found.buildable} points are reached by a product of caps that can be built here"
    values = "" if found.q == 3 else f" --values {found.q}"
    return f"{found.buildable} can be built here: `setlab caps find --dimension {found.d}{values}`"


def _is_proved(dimension: int, values: int, size: int) -> bool:
    """True if the list of all caps up to symmetry ends with this size. Raise an error unless it does."""
    from setlab.exact.no_set import compute_no_set, from_content

    if values != 3 or dimension not in (2, 3, 4):
        remedy = "choose three values and d = 2, 3 or 4"
        raise SpecError(f"AG({dimension},{values}) cannot be settled by listing caps: {remedy}")
    largest = from_content(compute_no_set(dimension)).largest
    if largest != size:
        raise RuleError(f"the largest cap of AG({dimension},3) has {largest} points, not {size}: please report it")
    return True
