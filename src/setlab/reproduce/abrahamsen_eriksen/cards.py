"""The deck, its SETs, the rule that makes three cards a SET, and how many there are (A1, A2, A3, A5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, erfc, sqrt

from setlab import rules
from setlab.counting import count_cards, count_deals
from setlab.experiment.result import Result
from setlab.geometry import Deck, Pattern, Space
from setlab.reproduce.abrahamsen_eriksen.deck import (
    SPACE,
    THESIS,
    column_in_their_words,
    holds,
    in_their_words,
    named_values,
    of_deck,
    property_name,
    shared_properties,
    value_of,
    values_of,
    values_shown,
)
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, Value, Values, check, check_fact, check_test
from setlab.reproduce.methods import (
    Triple,
    all_sets,
    follow_the_rule,
    in_words,
    is_set,
    moments,
    number_of,
    proportions_of,
    same_or_different,
)
from setlab.reproduce.register import Runner, evidence
from setlab.rules import game_leaving_most, longest_game, replay
from setlab.sources import Claim
from setlab.stats import read_printed

LARGEST = 8
"""The largest number of properties for which the deck is listed."""


@evidence("A1.deck", commands=["setlab count"])
def deck() -> Values:
    """The cards, the properties and the values of the deck.

    Every card has its own name; the names were counted.
    """
    properties = THESIS.properties
    (values,) = {len(entry.values) for entry in properties}
    return {
        "cards": len({THESIS.name(card) for card in SPACE}),
        "properties": in_words(len(properties)),
        "values of each property": in_words(values),
    }


@evidence("A1.rules")
def endings() -> Checks:
    """Both endings occur: some game uses up all cards, another leaves cards without a SET."""
    games = {"all cards are used up": longest_game(), "cards without a SET remain": game_leaving_most()}
    tables = {ending: replay(game) for ending, game in games.items()}
    rest = {ending: len(table.cards) for ending, table in tables.items()}
    taken = sum(isinstance(event, rules.Claim) for event in games["all cards are used up"])
    deals = [[event for event in game if isinstance(event, rules.Deal)] for game in games.values()]
    what = "twelve cards are dealt first, then three at a time, for all {} deals of two games"
    numbered = [case for of_game in deals for case in enumerate(of_game)]
    yield check(what, numbered, lambda case: len(case[1].cards) == (3 if case[0] else 12))
    what = "at the end the remaining cards contain no SET, for both games"
    yield check(what, tables.items(), lambda case: not case[1].undealt and not case[1].sets())
    words = f"two games that leave {' and '.join(map(str, rest.values()))} cards"
    most = max(rest.values())
    yield check_fact("both endings occur", words, min(rest.values()) == 0 < most)
    why = f"One game takes {taken} SETs and leaves no card; another ends with {most} cards that contain no SET."
    return Statement(why=why)


@evidence("A1.table1", "A5.table5")
def values_table(claim: Claim) -> Figures:
    """The columns of table 1 or table 5: each lists all values of a property, in the printed order."""
    number = len(next(iter(claim.figures.values())).split(", "))
    values, columns = values_of(len(claim.figures), number), claim.figures.items()
    return Figures(
        values={name: column_in_their_words(text, name, values[property_name(name)], True) for name, text in columns},
        why=f"Each column lists each of the {in_words(number)} values of its property once.",
        commands=(f"setlab cards --notation thesis --values {number} {str(number - 1) * len(values)}",),
    )


@evidence("A1.table2", "A5.table6")
def notation_table(claim: Claim) -> Figures:
    """The columns of table 2, or of table 6 with five properties, in the order of the digits 0, 1, 2.

    The notation `thesis` of setlab assigns the digits 0, 1, 2 in the same way.
    """
    values, columns = values_of(len(claim.figures)), claim.figures.items()
    ours = {name: column_in_their_words(text, name, values[property_name(name)]) for name, text in columns}
    commands = (f"setlab cards --notation thesis --properties {len(values)} {'2' * len(values)}",)
    return Figures(values=ours, commands=commands)


@evidence("A1.growth")
def growth(claim: Claim) -> Figures:
    """The number of cards with one to four properties, counted in a list.

    All combinations of values were listed; each is one card.
    """
    values = {str(p): len(set(product(range(3), repeat=p))) for p in claim.numbers()}
    return Figures(values=values, commands=tuple(f"setlab count --properties {p}" for p in claim.numbers()))


@evidence("A1.sum")
def fourth_property(claim: Claim) -> Checks:
    """A term is missing in the printed sum."""
    equation = str(claim.data["equation"])
    first, _, rest = equation.partition(" = ")
    term = first.split(" + ")[0]
    full = f"{first} + {term} = {rest}"
    yield check_fact("the equation holds", f"{first} is {value_of(first)}", holds(equation))
    return Statement(
        corrected=check_fact("the equation with one more term holds", full, holds(full)),
        why=f"{first} is {value_of(first)}; with the third term it is {value_of(f'{first} + {term}')}. "
        "The term may have been lost in the copy of the thesis that was used here.",
    )


@evidence("A1.power", commands=["setlab count --properties 8"])
def power(claim: Claim) -> Checks:
    """A deck with p properties has 3^p cards: each further property triples the deck.

    With one more property, each card occurs with each of three values. So the number of cards is multiplied by 3, for
    every p.
    """
    formula = str(claim.data["formula"])
    decks = {p: set(product(range(3), repeat=p)) for p in range(LARGEST + 1)}
    what = "each combination of values occurs once, for all {} cards"
    yield check(what, SPACE, lambda card: THESIS.parse(THESIS.name(card)) == card)
    what = f"the number of cards is the value of the formula, for p = 1 to {LARGEST}, each deck listed"
    yield check(what, range(1, LARGEST + 1), lambda p: len(decks[p]) == value_of(formula, p=p) == count_cards(p))
    what = f"with one more property each card occurs with each of three values, for p = 1 to {LARGEST}"
    cases = range(1, LARGEST + 1)
    yield check(what, cases, lambda p: decks[p] == {(*card, value) for card in decks[p - 1] for value in range(3)})


@evidence("A1.assignment")
def assignment() -> Checks:
    """Permuting the values of a property, or the properties, maps SETs to SETs.

    The rule depends only on which values are equal, property by property.
    """
    renamings = list(product(permutations(range(3)), product(range(3), repeat=3)))
    yield check(
        "permuting the digits of a property preserves the rule, "
        "for all {} cases: permutations of the digits, with every triple of values",
        renamings,
        lambda case: same_or_different(case[1]) == same_or_different(case[0][value] for value in case[1]),
    )
    yield check(
        "permuting the properties preserves the rule, "
        "for all {} cases: orders of the four properties, with every pattern of properties that follow the rule",
        product(permutations(range(4)), product((True, False), repeat=4)),
        lambda case: all(case[1]) == all(case[1][place] for place in case[0]),
    )


@evidence("A1.cards")
def decoded_cards(claim: Claim) -> Figures:
    """The two cards that the text decodes by table 2.

    The printed words describe the card with these coordinates.
    """
    values = {digits: in_their_words(words, THESIS.parse(digits)) for digits, words in claim.figures.items()}
    commands = tuple(f"setlab cards --notation thesis '{digits}'" for digits in claim.figures)
    return Figures(values=values, commands=commands)


@evidence("A2.rule", commands=["setlab check --notation thesis 1221 1020 1122"])
def rule() -> Checks:
    """On the cards of a SET a property has one value or all three; both kinds can occur in one SET.

    A property with exactly two values on the cards is neither the same nor different.
    """
    shared = Counter(map(shared_properties, all_sets()))
    mixed = sum(number for x, number in shared.items() if x)
    what = "a property has one value or all three values on the cards, for all {} SETs"
    yield check(what, all_sets(), lambda cards: all(len(values) in (1, 3) for values in values_shown(cards)))
    yield check_fact("both kinds occur in one SET", f"{mixed} of {len(all_sets()):,} SETs", mixed > 0)


@evidence(
    "A2.examples",
    commands=["setlab check --notation thesis '1 green full oval' '1 green striped oval' '1 red full oval'"],
)
def examples(claim: Claim) -> Checks:
    """The statements of the text hold for all triples of cards that fit its descriptions.

    The thesis shows the cards as pictures; every triple of cards that fits the text was tried.
    """
    fitting = [(words, cards) for words in claim.data["shared"] for cards in fitting_triples(words)]
    no_set = list(_three_cards({name: words.split() for name, words in claim.data["no_set"].items()}))
    yield check(
        "the cards form a SET that shares the properties described, "
        "for all {} collections of three cards that fit the four descriptions",
        fitting,
        lambda case: is_set(case[1]) and shared_properties(case[1]) == len(named_values(case[0])),
    )
    what = "the cards are not a SET, because of filling and color alone"
    domain = "for the {} triples of cards that fit the description"
    yield check(f"{what}, {domain}", no_set, lambda cards: spoiling_properties(cards) == {"filling", "colour"})


def fitting_triples(words: str) -> Iterator[Triple]:
    """The triples of cards that share the named values and differ in every other property.

    >>> [len(list(fitting_triples(words))) for words in ("green oval full", "oval")]
    [1, 36]
    """
    shared = named_values(words)
    others = [entry for entry in THESIS.properties if entry.name not in shared]
    orders = product(*(permutations(entry.values) if i else [entry.values] for i, entry in enumerate(others)))
    for columns in orders:
        faces = [shared | {e.name: column[i] for e, column in zip(others, columns, strict=True)} for i in range(3)]
        a, b, c = (THESIS.card_with(face) for face in faces)
        yield a, b, c


def _three_cards(columns: dict[str, list[str]]) -> Iterator[Triple]:
    """The triples of different cards with these values, the fillings in any order."""
    for fillings in set(permutations(columns["filling"])):
        rows = zip(columns["number"], columns["colour"], fillings, columns["shape"], strict=True)
        a, b, c = (THESIS.parse(" ".join(row)) for row in rows)
        if len({a, b, c}) == 3:
            yield a, b, c


def spoiling_properties(cards: Triple) -> set[str]:
    """The properties that are neither the same nor different on three cards.

    >>> spoiling_properties((0, 1, 3)) == {"colour", "shape"}
    True
    """
    patterns = zip(THESIS.properties, SPACE.patterns(cards), strict=True)
    return {entry.name for entry, pattern in patterns if pattern is Pattern.NEITHER}


def third_value() -> Check:
    """Two values of a property determine the third: theorem 1 in one property."""
    what = "two values of a property have exactly one third value, for all {} pairs of values of a property"
    cases = product(range(3), repeat=2)
    return check(what, cases, lambda pair: sum(same_or_different((*pair, third)) for third in range(3)) == 1)


def each_pair_in_one_set() -> Check:
    """Any two cards lie in exactly one SET, by counting pairs in the list of all SETs."""
    found = Counter(pair for cards in all_sets() for pair in combinations(cards, 2))
    what = "two cards lie in exactly one SET, for all {} pairs of cards"
    return check(what, combinations(SPACE.cards, 2), lambda pair: found[pair] == 1)


@evidence("A2.third", commands=["setlab third --notation thesis 1221 1020"])
def fundamental_theorem() -> Checks:
    """Every two cards have exactly one third card: by listing, and by the steps of the proof.

    All pairs of cards were tried, and each step of the proof, which treats one property at a time.
    """
    yield each_pair_in_one_set()
    yield third_value()
    what = "the third card differs from both: c = a only if b = a, for all {} SETs of values of a property"
    cases = filter(same_or_different, product(range(3), repeat=3))
    yield check(what, cases, lambda values: values[2] != values[0] or values[1] == values[0])


DEAL = 12


@evidence("A3.counts", commands=["setlab count"])
def counts() -> Values:
    """P(three cards form a SET), and the numbers of deals, of SETs, and of SETs through a card.

    The SETs were found by trying all triples of cards; every card lies in the same number of SETs.
    """
    sets = all_sets()
    (through,) = set(Counter(card for cards in sets for card in cards).values())
    return {
        "P(three random cards are a SET)": str(Fraction(len(sets), comb(81, 3))),
        "twelve card deals": count_deals(DEAL),
        "ordered SETs": sum(1 for cards in sets for _ in permutations(cards)),
        "unordered SETs": len(sets),
        "SETs with a given card": through,
    }


@evidence("A3.equations")
def check_equations(claim: Claim) -> Check:
    """Every displayed equation holds, up to the rounding of printed decimals.

    All sides of each equation were evaluated as printed.
    """
    return check("the equations hold, for all {} equations", claim.data["equations"], holds)


@evidence("A3.orders", commands=["setlab count"])
def orders(claim: Claim) -> Checks:
    """The cards of a SET have 3! orders.

    All orders of every SET were listed.
    """
    number = value_of(claim.data["orders"])
    what = "the example is a SET with three shared properties, for the {} SET that fits the description"
    cases = fitting_triples(claim.data["example"])
    yield check(what, cases, lambda cards: is_set(cards) and shared_properties(cards) == 3)
    what = "the number of orders of a SET, for all {} SETs"
    yield check(what, all_sets(), lambda cards: len(set(permutations(cards))) == number)


@evidence("A3.types", commands=["setlab count"])
def types(claim: Claim) -> Checks:
    """The formula for four properties, compared with the list of all SETs.

    All SETs were listed and classified by the number of shared properties.
    """
    listed, formula = Counter(map(shared_properties, all_sets())), claim.data["formula"]
    what = "the number of SETs with x shared properties, for x = 0 to 3, by listing"
    yield check(what, range(4), lambda x: listed[x] == value_of(formula, x=x))
    what = "four properties are never shared, for all {} SETs"
    yield check(what, all_sets(), lambda cards: shared_properties(cards) < 4)


@evidence("A3.table3", commands=["setlab count"])
def table_3() -> Values:
    """The SETs by number of shared properties, listed.

    All SETs were listed and classified by the number of shared properties.
    """
    listed = Counter(map(shared_properties, all_sets()))
    rows = {f"{x} similarities": number for x, number in listed.items()} | {"Total": listed.total()}
    values: dict[str, Value] = {f"{row}, SETs": number for row, number in rows.items()}
    values |= {f"{row}, probability": Fraction(number, listed.total()) for row, number in rows.items()}
    return values


MOST_LISTED = 5
"""The largest number of properties for which the SETs are listed."""


@evidence("A3.general", commands=["setlab count --properties 5"])
def general_formulas(claim: Claim) -> Checks:
    """The formulas for p properties follow from theorem 1, which treats one property at a time.

    Two cards determine the third in each property, so each pair of the N = 3^p cards lies in exactly one SET. Two
    polynomials in N, or quotients of polynomials, are equal if they agree at more points than their degree.
    """
    chance, deals, sets, through = (of_deck(claim.data[name]) for name in ("chance", "deals", "sets", "through"))
    yield third_value()
    what = "SETs: C(N,2) pairs of cards, three pairs in each SET"
    yield _same_function(what, range(3, 31), lambda n: value_of(sets, N=n) == Fraction(comb(n, 2), 3))
    what = "SETs with a given card: N − 1 other cards, two in each SET"
    yield _same_function(what, range(3, 31), lambda n: value_of(through, N=n) == Fraction(n - 1, 2))
    what = "P(three cards form a SET): C(N,2)/3 of C(N,3) triples"
    yield _same_function(what, range(3, 31), lambda n: value_of(chance, N=n) == Fraction(comb(n, 2), 3) / comb(n, 3))
    what = "deals of twelve cards: C(N,12)"
    yield _same_function(what, range(DEAL, 41), lambda n: value_of(deals, N=n) == comb(n, DEAL))
    what = f"the number of SETs by listing, for p = 1 to {MOST_LISTED}, each deck listed"
    yield check(what, range(1, MOST_LISTED + 1), lambda p: value_of(sets, N=3**p) == sum(1 for _ in Space(p).lines()))


def _same_function(what: str, decks: range, agrees: Callable[[int], bool]) -> Check:
    """Two formulas in the number N of cards are equal if they agree at more points than their degree."""
    domain = f"N = {decks[0]} to {decks[-1]}, more points than the degree"
    return check(f"{what}, for {domain}", decks, agrees, "N = {}".format)


@evidence("A3.formula", commands=["setlab count --properties 5"])
def formula_for_p(claim: Claim) -> Checks:
    """The factor 81 is correct for four properties only; in general it is 3^p."""
    printed = str(claim.data["formula"])
    corrected = printed.replace("81", "3^p")
    yield _check_types(printed)
    different = Counter(len(set(values)) for values in product(range(3), repeat=3))
    what = "a property has 3 ordered triples of equal values and 3 · 2 of different values"
    domain = "for the {} kinds of triples, among all 27"
    kinds = check(f"{what}, {domain}", ((1, 3), (3, 3 * 2)), lambda kind: different[kind[0]] == kind[1])
    return Statement(
        corrected=(kinds, _check_types(corrected)),
        why=f"For five properties it gives {_all_types(printed, 5)} SETs instead of {int(_all_types(corrected, 5)):,}. "
        "81 is the number of cards with four properties; the general factor is 3^p. Each shared property has 3 ordered "
        "triples of values and each other property 3 · 2, which gives C(p,x) · 3^p · 2^(p−x) ordered SETs, 3! for "
        "each.",
    )


def _check_types(formula: str) -> Check:
    """A formula for the SETs with x of p properties shared, compared with lists for small p."""
    listed = {p: shared_by_listing(p) for p in range(1, MOST_LISTED + 1)}
    return check(
        f"{formula} SETs with x of p shared properties, for p = 1 to {MOST_LISTED} and all x, by listing",
        [(p, x) for p in reversed(listed) for x in range(p)],
        lambda case: value_of(formula, p=case[0], x=case[1]) == listed[case[0]][case[1]],
        lambda case: f"{listed[case[0]][case[1]]:,} SETs for p = {case[0]}, x = {case[1]}",
    )


def shared_by_listing(p: int) -> Counter[int]:
    """The SETs of a deck with p properties by number of shared properties, listed.

    >>> sorted(shared_by_listing(2).items())
    [(0, 6), (1, 6)]
    """
    space = Space(p)
    pairs = ((space.coordinates(a), space.coordinates(b)) for a, b, _ in space.lines())
    return Counter(sum(x == y for x, y in zip(a, b, strict=True)) for a, b in pairs)


def _all_types(formula: str, p: int) -> Fraction:
    """The sum of a formula over all numbers x of shared properties."""
    return sum((value_of(formula, p=p, x=x) for x in range(p)), Fraction(0))


TWO, FOUR, FIVE = Deck(4, 2), Deck(4, 4), Space(5)


@evidence("A5.counts", commands=["setlab count --values 2", "setlab count --values 4", "setlab count --properties 5"])
def changed_decks() -> Values:
    """The numbers of cards and SETs of the changed decks, by listing.

    All cards and all SETs were listed.
    """
    return {
        "four properties, two values: cards": len(set(product(range(2), repeat=4))),
        "four properties, two values: SETs": len(TWO.sets(TWO)),
        "four properties, four values: cards": len(set(product(range(4), repeat=4))),
        "five properties, three values: cards": len(set(product(range(3), repeat=5))),
        "five properties, three values: SETs": sum(1 for _ in FIVE.lines()),
    }


@evidence("A5.two", commands=["setlab count --values 2"])
def two_values() -> Check:
    """With two values, any two cards form a SET.

    Two values are either the same or different.
    """
    return check("two cards form a SET, for all {} pairs of cards", combinations(TWO, 2), TWO.is_set)


@evidence(
    "A5.four", commands=["setlab count --values 4", "setlab find --notation thesis --values 4 0000 1111 2222 3333"]
)
def four_values() -> Checks:
    """With four values, two cards have several third cards: pairs with each number of shared properties are tried."""
    pairs = {shared: (0, FOUR.card([0] * shared + [1] * (4 - shared))) for shared in range(4)}
    thirds = {shared: third_cards(*pair) for shared, pair in pairs.items()}
    begun = {shared: completions(*pair) for shared, pair in pairs.items()}
    going_on = {shared: {card for rest in ways for card in rest} for shared, ways in begun.items()}
    what = "SETs of three cards: the third card is not unique"
    domain = "for pairs with 0, 1, 2 and 3 shared properties, all third cards tried"
    yield check(f"{what}, {domain}", thirds.items(), lambda case: len(case[1]) > 1)
    squares = list(product(range(4), repeat=2))
    what = (
        "two values of a property have one completion if they are equal, two if they differ, "
        "for all {} pairs of the four values"
    )
    yield check(what, squares, lambda pair: sum(len({*pair, *rest}) in (1, 4) for rest in squares) == len(set(pair)))
    what = "SETs of four cards: two cards lie in 2^(3−x) of them"
    domain = "for pairs with 0, 1, 2 and 3 shared properties, all pairs of further cards tried"
    yield check(f"{what}, {domain}", begun.items(), lambda case: len(case[1]) == 2 ** (3 - case[0]))
    what = "the third card can be chosen, but not freely"
    domain = "for pairs with 0, 1, 2 and 3 shared properties, all third cards tried"
    yield check(f"{what}, {domain}", going_on.items(), lambda case: 0 < len(case[1]) < len(FOUR) - 2)
    return Statement(
        why="Two cards that share x < 4 properties lie in 2^(3−x) SETs of four cards: "
        f"{', '.join(f'{len(ways)} for x = {x}' for x, ways in begun.items())}. In each other property the two "
        "remaining values can be distributed in two ways, up to exchanging the last two cards.",
        exact="2^(3−x)",
    )


def third_cards(a: int, b: int) -> list[int]:
    """The cards that form a SET of three cards with two given ones, in the deck with four values.

    >>> len(third_cards(0, 85))
    16
    """
    others = [card for card in FOUR if card not in (a, b)]
    return [card for card in others if follow_the_rule([*map(FOUR.coordinates, (a, b, card))])]


def completions(a: int, b: int) -> list[tuple[int, int]]:
    """The pairs of cards that complete two given ones to a SET of four cards, by trying all pairs.

    >>> completions(0, 1)
    [(2, 3)]
    """
    others = [card for card in FOUR if card not in (a, b)]
    return [rest for rest in combinations(others, 2) if FOUR.is_set((a, b, *rest))]


@evidence("A5.theorem", commands=["setlab third --notation thesis --properties 5 12210 10201"])
def theorem_for_p() -> Checks:
    """Theorem 1 in one property: with three values the third value is unique, with four it is not.

    The proof treats one property at a time, so it holds for every number of properties.
    """
    yield third_value()
    what = "with four values the third value is not unique, for all {} pairs of different values out of four"
    yield check(what, combinations(range(4), 2), lambda pair: sum(len({*pair, third}) != 2 for third in range(4)) > 1)


@evidence("A5.larger", commands=["setlab count --properties 5"])
def larger(claim: Claim) -> Checks:
    """The numbers of cards and SETs with five properties, relative to four.

    Each of the 81 cards occurs with three values of the fifth property; the SETs were listed.
    """
    deck, sets = (number_of(claim.data[name]) for name in ("deck", "sets"))
    lines = sum(1 for _ in FIVE.lines())
    yield check_fact(f"{deck} times as many cards", f"{len(FIVE)} = {deck} · 81 cards", len(FIVE) == deck * 81)
    words = f"{lines:,} SETs, {lines / len(all_sets()):.3f} times as many"
    yield check_fact(f"more than {sets} times as many SETs", words, lines > sets * len(all_sets()))


@evidence("A5.longer")
def longer(claim: Claim, runner: Runner) -> Checks:
    """The mean numbers of turns with five and with four properties, from samples with different seeds."""
    four = runner.game(2e4, 2e5)
    five = runner.game(2e4, 2e5, seed=2, dimension=5)
    times = read_printed(str(number_of(claim.data["longer"])))
    (short, _), (long, _) = mean_turns(four), mean_turns(five)
    words = f"{long / short:.2f} times as many turns ({long:.1f} and {short:.1f} on average)"
    one, other, p = four.tally.trials, five.tally.trials, p_of_ratio(five, four, float(times.low), float(times.high))
    what = f"{claim.data['longer']} times as many turns, rounded"
    yield check_test(what, f"{one:,} and {other:,} games", p, one + other, words)
    return Statement(
        why="A turn takes a SET, or deals three cards because there is none. Three times as many cards give about "
        "three times as many SETs to take. But twelve cards with five properties contain a SET far less often: three "
        f"cards are dealt {_mean_deals(five) / _mean_deals(four):.0f} times as often. Altogether, {words}.",
    )


def mean_turns(result: Result) -> tuple[float, float]:
    """The mean number of turns of a game, and the variance of the estimate."""
    mean, deviation = moments(proportions_of(result.tally["turns"]))
    return mean, deviation**2 / result.tally.trials


def p_of_ratio(above: Result, below: Result, low: float, high: float) -> float:
    """The p value of the hypothesis that the ratio of two means lies in an interval.

    For the ratio r of the interval that is nearest to the observed one, a − r·b is approximately normal with mean 0,
    since the games are many and independent.
    """
    (a, variance_a), (b, variance_b) = mean_turns(above), mean_turns(below)
    ratio = min(max(a / b, low), high)
    return erfc(abs(a - ratio * b) / sqrt(2 * (variance_a + ratio**2 * variance_b)))


def _mean_deals(result: Result) -> float:
    """The mean number of turns of a game that deal three cards because there is no SET."""
    cards = 3 ** int(result.spec.parameters.as_record()["dimension"])
    left = result.tally["leftover"]
    taken: float = sum((cards - rest) / 3 * count for rest, count in left.items()) / sum(left.values())
    return mean_turns(result)[0] - taken
