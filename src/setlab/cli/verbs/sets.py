"""`setlab find`, `check`, `third` and `show`: SETs among cards, and cards drawn."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from setlab.answers import fraction_text
from setlab.cli.cards import (
    AnyDeckOptions,
    Cards,
    Codes,
    NamedDeckOptions,
    SheetOptions,
    ValuesOptions,
    picture,
    positions,
    read_cards,
)
from setlab.cli.decks import CERTAIN
from setlab.cli.options import Answered, Json, NotationName, argument, flag, option, path_field, whole_number
from setlab.cli.screen import MOST_TAGGED, attributes, digits_of, print_json, progress_bar, say, symbol, wrap_lines
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError, plural
from setlab.geometry import Deck, Pattern, ProjectiveDeck, Space
from setlab.geometry.binary import LEAST_PROJECTIVE, BinaryDeck
from setlab.notation import DEFAULT, MOST_NAMED_VALUES, Notation, find_notation
from setlab.notation.binary import PROJECTIVE, QUADS, SET

if TYPE_CHECKING:
    from setlab.classroom import Difficulty, Puzzle


EXAMPLES_OF = {QUADS: "setlab find --deck quads 1RO 2RO 1GH 2GH", PROJECTIVE: "setlab find --deck projective 1 2 12"}
EXAMPLE = 'setlab find "one red solid diamond" 1REO 0012 0000'
ONE_BY_ONE = "Take the SETs one after the other, each card at most once."


def find(
    cards: Cards = None,
    codes: Codes = False,
    sheet: SheetOptions = SheetOptions(),
    without_reuse: Annotated[bool, flag("--without-reuse", ONE_BY_ONE)] = False,
    deck: AnyDeckOptions = AnyDeckOptions(),
    json: Json = False,
) -> None:
    """Find all SETs among the cards.

    Type the cards on your table row by row, in words, letters or digits (see `setlab cards`):

        setlab find one red solid diamond, one red open oval, one red striped squiggle, two green solid ovals

        setlab find 1RFD 1REO 1RTS 2GFO -o table.svg --lines

    The table printed in Solitaire SET contains eight SETs:

        setlab find --notation solitaire 2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112

    With `--values n` a SET is n cards on which every property is all the same or all different. The decks of EvenQuads
    and of Projective SET, whose cards are named by their dots:

        setlab find --deck quads 1RO 2RO 1GH 2GH 4BA

        setlab find --deck projective 1 2 12 136 36 5 246
    """
    sheet.check(deck.values)
    here = deck.read()
    collection = read_cards(cards, here, EXAMPLES_OF.get(deck.deck_name, EXAMPLE))
    space = _rules(here)
    sets = space.sets_without_reuse(collection) if without_reuse else space.sets(collection)
    sheet.write(collection, here, sets, tabs=True, codes=codes)
    if json:
        print_json(find_record(collection, sets, here) | path_field(sheet.output))
    else:
        print_found(collection, sets, here, codes)
        if sheet.output is not None:
            print()
        sheet.say_written(len(collection))


def _rules(here: Notation) -> Deck:
    """The deck with its SETs; that of three values finds them by the arithmetic of AG(d,3)."""
    return Space(here.deck.d) if here.deck.n == 3 else here.deck


def find_record(cards: Sequence[int], sets: Sequence[Sequence[int]], here: Notation) -> dict[str, object]:
    """The cards and their SETs as a JSON object."""
    lines = [digits_of(line, here) for line in sets]
    return {"cards": digits_of(cards, here), "sets": lines, "count": len(sets)}


def print_found(cards: Sequence[int], sets: Sequence[Sequence[int]], here: Notation, codes: bool) -> None:
    """Print the cards as drawn, then every SET with the name and the position of each of its cards."""
    print(picture(cards, here, sets=sets, codes=codes))
    count = f"{len(sets) or 'no'} {here.deck.set_name}{'s' * (len(sets) != 1)}" + ":" * bool(sets)
    print(f"\n{plural(len(cards), 'card')}, {count}")
    position = dict(zip(cards, positions(cards, here, codes=codes), strict=True))
    widest = max((len(_name(card, here, codes)) for line in sets for card in line), default=0)
    for number, line in enumerate(sets, 1):
        if len(sets) > MOST_TAGGED:
            print(_in_one_line(number, line, here, position, codes))
            continue
        for tag, card in zip((f"[{number}]", *[""] * (len(line) - 1)), line, strict=True):
            print(f"{tag:>6}  {_name(card, here, codes):<{widest}}   {position[card]}")


def _name(card: int, here: Notation, codes: bool) -> str:
    if here.deck.n > MOST_NAMED_VALUES:
        return here.digits(card)
    return f"{here.digits(card)}  {here.name(card)}" if codes else here.name(card)


def _in_one_line(number: int, line: Sequence[int], here: Notation, position: dict[int, str], codes: bool) -> str:
    """The SET as symbols, for long lists."""
    code = [f"{here.digits(card)} " if codes or here.deck.n > MOST_NAMED_VALUES else "" for card in line]
    cells = [f"{c}{symbol(card, here)} ({position[card]})" for c, card in zip(code, line, strict=True)]
    return f"{number:>6}  {'  '.join(cells)}"


CHECK_EXAMPLE = "setlab check 1RFD 1REO 1RTS"
REASONS = {Pattern.SAME: "all the same", Pattern.DIFFERENT: "all different"}
REASONS[Pattern.NEITHER] = "neither all the same nor all different"
REASONS |= {
    Pattern.PAIRS: "two and two",
    Pattern.EVEN: "an even number of times",
    Pattern.ODD: "an odd number of times",
}
SPOILING = (Pattern.NEITHER, Pattern.ODD)


def check(cards: Cards = None, codes: Codes = False, *, deck: AnyDeckOptions, json: Json = False) -> None:
    """Say whether three cards are a SET, property by property.

    setlab check one red solid diamond, one red open oval, one red striped squiggle

    The worked example of the thesis, section 6.3, in its notation:

        setlab check --notation thesis 1221 1020 1122

    With `--values n` a SET is n cards. Four cards are a quad if every property is all the same, all different, or two
    and two; three cards or more are a SET of Projective SET if every dot is there an even number of times:

        setlab check --deck quads 1RO 2RO 1GH 2GH

        setlab check --deck projective 13 35 1 5
    """
    if deck.values > MOST_NAMED_VALUES:
        raise SpecError(f"{deck.values} values have no names: check explains decks of 2 to {MOST_NAMED_VALUES} values")
    here = deck.read()
    chosen = _cards_to_check(cards, here, deck)
    patterns = here.deck.patterns(chosen)
    is_set = here.deck.is_set(chosen)
    shown = _values_on(chosen, here)
    if json:
        pairs = zip(shown.items(), patterns, strict=True)
        properties = [{"name": name, "values": words, "verdict": str(each)} for (name, words), each in pairs]
        print_json({"is_set": is_set, "cards": digits_of(chosen, here), "properties": properties})
    else:
        print(picture(chosen, here, columns=len(chosen), codes=codes) + "\n")
        name_room, value_room = max(map(len, shown)), max(len(", ".join(words)) for words in shown.values())
        for (name, words), pattern in zip(shown.items(), patterns, strict=True):
            say(REASONS[pattern], f"  {name:<{name_room}}  {', '.join(words):<{value_room}}   ")
        print()
        spoiling = [name for name, found in zip(shown, patterns, strict=True) if found in SPOILING]
        what = f"a {here.deck.set_name}"
        say(f"It is {what}." if is_set else f"It is not {what}, because of the {' and the '.join(spoiling)}.")


def _cards_to_check(cards: list[str] | None, here: Notation, deck: AnyDeckOptions) -> list[int]:
    """As many cards as a SET has; three or more of Projective SET."""
    if isinstance(here.deck, ProjectiveDeck):
        chosen = read_cards(cards, here, "setlab check --deck projective 13 35 1 5")
        if len(chosen) < LEAST_PROJECTIVE:
            raise RuleError(f"{plural(len(chosen), 'card')} given: a SET of this deck has at least {LEAST_PROJECTIVE}")
        return chosen
    n = here.deck.n
    asked = f"--deck {deck.deck_name}" if deck.deck_name != SET else f"--values {n}"
    example = CHECK_EXAMPLE if (n, here.deck.d) == (3, 4) else f"setlab check {asked} … ({n} cards)"
    return read_cards(cards, here, example, exactly=n)


def _values_on(cards: Sequence[int], here: Notation) -> dict[str, list[str]]:
    """The values of each property on the cards, in words; for dots, yes and no."""
    if isinstance(here.deck, ProjectiveDeck):
        columns = zip(*map(here.deck.coordinates, cards), strict=True)
        return {f"dot {i}": [("no", "yes")[there] for there in column] for i, column in enumerate(columns, 1)}
    return {p.name: [here.words(card)[p.name] for card in cards] for p in here.properties}


THIRD_EXAMPLE = "setlab third 1RFD 1REO"


def third(cards: Cards = None, codes: Codes = False, *, deck: NamedDeckOptions, json: Json = False) -> None:
    """Find the card that completes two cards to a SET; there is exactly one (the fundamental theorem of SET).

    setlab third one red solid diamond, one red open oval

    The worked example of the thesis, section 6.3, has the answer 1122 in its notation:

        setlab third --notation thesis 1221 1020 --codes

    Three cards have exactly one fourth card that makes them a quad:

        setlab third --deck quads 1RO 2RO 1GH
    """
    here = deck.read()
    if isinstance(here.deck, BinaryDeck):
        given = read_cards(cards, here, EXAMPLES_OF[deck.deck_name], exactly=here.deck.cards_to_complete())
        last = here.deck.complete(given)
    else:
        given = read_cards(cards, here, THIRD_EXAMPLE, exactly=2)
        last = Space(deck.dimension).third(*given)
    if json:
        print_json({"cards": digits_of(given, here), "third": here.digits(last)})
    else:
        print(picture([*given, last], here, columns=len(given) + 1, codes=codes) + "\n")
        say(f"The {here.deck.set_name} is completed by {here.name(last)}.")


WHOLE = f"Draw all cards of the deck, or those typed; {QUADS} or {PROJECTIVE} among them names another deck."
SHOW_EXAMPLE = "setlab show 1RFD 1REO 1RTS -o cards.svg"


def show(
    cards: Cards = None,
    sheet: SheetOptions = SheetOptions(),
    columns: Annotated[int | None, option("--columns", "N", "Cards in a row.")] = None,
    captions: Annotated[bool, flag("--captions", "--codes", "Write the digits of the cards as well.")] = False,
    mark: Annotated[bool, flag("--mark", "Number the SETs and mark their cards.")] = False,
    whole: Annotated[bool, flag("--deck", WHOLE)] = False,
    deck: ValuesOptions = ValuesOptions(),
    json: Json = False,
) -> None:
    """Draw cards on the terminal or in a file.

    setlab show two purple striped diamonds, one red solid oval

    setlab show 1RFD 1REO 1RTS -o cards.svg --lines

    setlab show --deck --palette safe -o deck.png

    The cards of Projective SET and EvenQuads, all or some:

    setlab show --deck projective -o projective.pdf

    setlab show --deck quads 1RO 2GD 3PS 4BH
    """
    named = [text for text in cards or [] if whole and text in (QUADS, PROJECTIVE)]
    cards = [text for text in cards or [] if text not in named]
    chosen_deck = AnyDeckOptions(**vars(deck), deck_name=named[0] if named else SET)
    if deck.values > MOST_NAMED_VALUES:
        raise SpecError(f"{deck.values} values cannot be drawn: choose 2 to {MOST_NAMED_VALUES} values")
    if columns is not None and columns < 1:
        raise SpecError(f"{columns} columns cannot be drawn: choose at least 1")
    sheet.check()
    here = chosen_deck.read()
    chosen = list(here.deck) if whole and not cards else read_cards(cards, here, SHOW_EXAMPLE)
    sets = _rules(here).sets(chosen) if mark or sheet.lines else []
    sheet.write(chosen, here, sets, tabs=mark, columns=columns, codes=captions)
    if json:
        print_json({"cards": digits_of(chosen, here), "path": str(sheet.output) if sheet.output else None})
    elif sheet.output is not None:
        sheet.say_written(len(chosen))
    else:
        print(picture(chosen, here, columns=columns, sets=sets if mark else [], codes=captions))


USUAL = {1: 3, 2: 5, 3: 9}
"""The cards on the table in small decks; 12 in all others."""

LONG = 100_000
"""The deals after which a search is shown."""

SLOW = range(16, 66)
"""The numbers of cards for which a deal with K SETs may take seconds."""


def deal(
    cards: Annotated[int | None, argument("N", "Number of cards: 12, and 9 for three properties.")] = None,
    sets: Annotated[int | None, option("--sets", "K", "Deal exactly K SETs: uniform among all such deals.")] = None,
    seed: Annotated[str | None, option("--seed", "-s", "S", "0 to 2^64 − 1: the same deal again.")] = None,
    answer: Answered = False,
    codes: Codes = False,
    sheet: SheetOptions = SheetOptions(),
    deck: NamedDeckOptions = NamedDeckOptions(),
    json: Json = False,
) -> None:
    """Deal cards at random; with `--sets K`, every deal with exactly K SETs is equally likely.

    setlab deal

    A puzzle with six SETs for the class, then its solution:

        setlab deal 12 --sets 6 --seed 7 -o puzzle.pdf

        setlab deal 12 --sets 6 --seed 7 --answer

    The junior deck, with three properties:

        setlab deal 9 --dimension 3 --sets 2

    Seven cards of Projective SET always hold a SET, ten cards of EvenQuads always hold a quad:

        setlab deal --deck projective --seed 1
    """
    sheet.check(answer=answer)
    here = deck.read()
    chosen = secrets.randbelow(10**6) if seed is None else whole_number(seed, "seed")
    usual = CERTAIN.get(deck.deck_name) or USUAL.get(deck.dimension, 12)
    dealt = _deal(usual if cards is None else cards, sets, chosen, here)
    found = _rules(here).sets(dealt)
    sheet.write(dealt, here, found if answer else (), tabs=True, codes=codes)
    if json:
        print_json(find_record(dealt, found, here) | {"seed": chosen} | path_field(sheet.output))
        return
    if answer and dealt:
        print_found(dealt, found, here, codes)
    elif dealt:
        print(picture(dealt, here, codes=codes))
        print(f"\n{plural(len(dealt), 'card')}, {plural(len(found), here.deck.set_name)}")
    command = f"setlab deal {len(dealt)} --seed {chosen}" + ("" if sets is None else f" --sets {sets}")
    command += "" if deck.dimension == 4 else f" --dimension {deck.dimension}"
    command += "" if deck.deck_name == SET else f" --deck {deck.deck_name}"
    print(f"The same deal again: {command}" if answer else f"The {here.deck.set_name}s: {command} --answer")
    sheet.say_written(len(dealt))


def _deal(cards: int, sets: int | None, seed: int, here: Notation) -> list[int]:
    """Cards at random, with so many SETs if they are given."""
    if isinstance(here.deck, BinaryDeck):
        if sets is not None:
            raise SpecError(
                f"deals with exactly {sets} {here.deck.set_name}s are for the deck of SET: leave --sets out"
            )
        return Draws(seed).shuffle(0, here.deck, cards)
    from setlab.exact.dealing import deal_cards

    with ExitStack() as bar:
        report = _search_shown_in(bar, cards, sets)
        return list(deal_cards(cards, sets, seed=seed, dimension=here.deck.d, report=report))


def _search_shown_in(stack: ExitStack, cards: int, sets: int | None) -> Callable[[int], None]:
    """A report of the deals that were looked through: a bar, which begins when they are many or may take long.

    Lists of all collections up to symmetry take seconds from 16 cards on; by complement up to 65 cards.
    """
    columns, updates = ("{task.fields[doing]},", "elapsed"), list[Callable[..., object] | None]()

    def report(deals: int) -> None:
        if not updates and (deals >= LONG or not deals):
            updates.append(stack.enter_context(progress_bar(*columns, total=None, doing="drawing a deal")))
        if updates and updates[0] is not None and deals:
            updates[0](doing=f"{deals:,} deals looked through")

    if sets is not None and cards in SLOW:
        report(0)
    return report


LEVEL = "basic (9 cards, 4 SETs) or advanced (12 cards, 6 SETs)."


def puzzle(
    date: Annotated[str | None, option("--date", "YYYY-MM-DD", "The day; by default today, in UTC.")] = None,
    level: Annotated[str, option("--level", "LEVEL", LEVEL)] = "advanced",
    answer: Answered = False,
    codes: Codes = False,
    sheet: SheetOptions = SheetOptions(),
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """The puzzle of the day, the same for everybody: find all SETs.

    setlab puzzle

    Nine cards on which one property is the same; the puzzle of any day, and its solution:

        setlab puzzle --level basic --date 2026-11-16

        setlab puzzle --level basic --date 2026-11-16 --answer

    Every deal with one fixed property and four SETs (basic), or with twelve cards and six SETs (advanced), is equally
    likely. The day begins at midnight UTC.
    """
    from setlab.puzzles.daily import puzzle, today

    sheet.check(answer=answer)
    here = find_notation(notation, 4)
    found = puzzle(today() if date is None else date, level)
    faces = {card: find_notation().convert(card, here) for card in found.cards}
    cards = [faces[card] for card in found.cards]
    sets = [[faces[card] for card in line] for line in found.sets]
    sheet.write(cards, here, sets if answer else (), tabs=True, codes=codes)
    if json:
        record = find_record(cards, sets, here) | attributes(found, "level", "seed") | path_field(sheet.output)
        print_json(record | {"date": found.date.isoformat(), "difficulty": difficulty_record(found.difficulty)})
        return
    if answer:
        print_found(cards, sets, here, codes)
    else:
        print(picture(cards, here, codes=codes))
    print("", *wrap_lines(_describe(found)), *wrap_lines(_estimate(found)), sep="\n")
    if not answer:
        print(f"The SETs: setlab puzzle --date {found.date} --level {found.level} --answer")
    sheet.say_written(len(cards))


def difficulty_record(difficulty: Difficulty) -> dict[str, object]:
    """The estimate as a JSON object."""
    times = {"seconds": round(difficulty.seconds, 1), "range": [round(end, 1) for end in difficulty.range]}
    shares = {"easier": fraction_text(difficulty.easier), "equal": fraction_text(difficulty.equal)}
    return attributes(difficulty, "model", "level", "differing") | times | shares


def _describe(puzzle: Puzzle) -> str:
    """The day, the level, the numbers of cards and SETs, and the property that is fixed."""
    fixed, standard = "", find_notation()
    if puzzle.fixed is not None:
        name = standard.properties[puzzle.fixed[0]].name
        fixed = f" ({name}: {standard.words(puzzle.cards[0])[name]})"
    what = f"{plural(len(puzzle.cards), 'card')}{fixed}, {plural(len(puzzle.sets), 'SET')}"
    return f"{puzzle.date:%A} {puzzle.date.day} {puzzle.date:%B %Y}, {puzzle.level}: {what}"


def _estimate(puzzle: Puzzle) -> str:
    difficulty = puzzle.difficulty
    low, high = (f"{seconds:.0f}" for seconds in difficulty.range)
    return (
        f"Estimate: {difficulty.seconds:.0f} s for a steady opponent of a room ({low} to {high} s in "
        f"{10 * difficulty.level:.0f} of 10 tries). {_share(difficulty.easier).capitalize()} of all {puzzle.level} "
        f"puzzles are easier, {_share(difficulty.harder)} are harder."
    )


def _share(proportion: Fraction) -> str:
    """The proportion as a whole percentage; a small one is not rounded to zero."""
    return "fewer than 1 %" if 0 < proportion < Fraction(1, 200) else f"{100 * float(proportion):.0f} %"
