"""An independent referee for solitaire; the encoding of cards, the rules, live and dead pairs (E1, E2, E3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, islice, pairwise

from setlab.errors import RuleError
from setlab.experiment.result import Result
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.reproduce.evidence import Check, Checks, Figures, Sample, Statement, Values, check, check_fact
from setlab.reproduce.methods import CARDS, VECTORS, follow_the_rule, is_set, sample_of, sets_among, sum_to_zero, thirds
from setlab.reproduce.register import Runner, evidence
from setlab.solitaire import Line, Shuffle, State
from setlab.solitaire.strategies import core_moves
from setlab.sources import Claim

SOLITAIRE = find_notation("solitaire")

Cards = frozenset[int]

FULL_TABLE = 12


@dataclass(frozen=True)
class Stage:
    """The cards on the table when the player moves, the SETs among them, and the undealt cards in order."""

    table: Cards
    sets: tuple[Cards, ...]
    undealt: tuple[int, ...]


@cache
def sets_of(table: Cards) -> tuple[Cards, ...]:
    """The SETs on a table, each once."""
    return tuple(sets_among(sorted(table)))


def play(order: Sequence[int], choose: Callable[[Stage], Cards]) -> Iterator[Stage]:
    """The stages of a game at which the player moves, and the final stage.

    If there is no SET, three cards are dealt. After a SET is taken, the table is replenished to 12 cards.
    """
    assert sorted(order) == list(CARDS), "not a deck"
    table, rest = frozenset(order[:FULL_TABLE]), tuple(order[FULL_TABLE:])
    while True:
        while rest and (len(table) < FULL_TABLE or not sets_of(table)):
            table, rest = table | set(rest[:3]), rest[3:]
        stage = Stage(table, sets_of(table), rest)
        yield stage
        if not stage.sets:
            return
        chosen = choose(stage)
        assert chosen in stage.sets, f"{sorted(chosen)} is not on the table"
        table -= chosen


def replay(order: Sequence[int], moves: Sequence[Cards]) -> Iterator[Stage]:
    """The stages of a game in which the given SETs are taken, up to the stage after the last of them."""
    left = iter(moves)
    yield from islice(play(order, lambda stage: next(left)), len(moves) + 1)


@cache
def best_value(table: Cards, undealt: Cards) -> Fraction:
    """The probability of clearing the table with best play, if all orders of the undealt cards are equally likely.

    Every SET and every deal is tried at every turn, so this is feasible for few undealt cards only. Without undealt
    cards the table can be cleared if and only if it has a partition.

    >>> best_value(frozenset({0, 1, 2}), frozenset()), best_value(frozenset({0, 1}), frozenset())
    (Fraction(1, 1), Fraction(0, 1))
    """
    if not undealt:
        return Fraction(next(partitions(table), None) is not None)
    lines = sets_of(table)
    if not lines:
        return _mean_value(table, undealt)
    return max(_value_after_refill(table - line, undealt) for line in lines)


def _value_after_refill(table: Cards, undealt: Cards) -> Fraction:
    return _mean_value(table, undealt) if undealt and len(table) < FULL_TABLE else best_value(table, undealt)


def _mean_value(table: Cards, undealt: Cards) -> Fraction:
    values = [best_value(table | set(deal), undealt - set(deal)) for deal in combinations(sorted(undealt), 3)]
    return sum(values, Fraction(0)) / len(values)


def partitions(cards: Cards) -> Iterator[tuple[Cards, ...]]:
    """All partitions of cards into SETs, by recursion over the SETs with the first card."""
    if not cards:
        yield ()
        return
    first = min(cards)
    for second in sorted(cards - {first}):
        last = thirds()[first][second]
        if second < last and last in cards:
            line = frozenset((first, second, last))
            for rest in partitions(cards - line):
                yield (line, *rest)


SIZES = dict.fromkeys(("S0", "S3", "S6", "S12"), (3e4, 1e6)) | {"S9": (1.5e5, 1e6), "basic": (5e4, 1e6)}
SIZES |= {"random": (4e6, 1e8), "expert": (300, 3e4), "clairvoyant": (2e3, 1e5)}
"""The numbers of games of each strategy, quick and full."""


def run_strategy(runner: Runner, strategy: str, seed: int | None = None) -> Result:
    """The result of a strategy; samples that are compared need different seeds."""
    quick, full = SIZES[strategy]
    if strategy == "random":
        return runner.game(quick, full, seed)
    return runner.run("solitaire", quick, full, seed, strategy=strategy)


def cleared_games(result: Result) -> Sample:
    """The games that cleared the table."""
    return sample_of(result, "leftover", 0) if result.spec.kernel == "endgame" else sample_of(result, "clear", 1)


def declared_games(result: Result) -> Sample:
    """The games that S(d) declared won."""
    return sample_of(result, "declared", 1)


@cache
def moves_of(strategy: str, seed: int, games: int) -> list[list[Line]]:
    """The SETs that a strategy takes in games 0, 1, … of a seed, from the compiled engine."""
    return core_moves(strategy, seed, 0, games)


def replay_games(strategy: str, seed: int, games: int) -> Iterator[list[Stage]]:
    """The stages of games 0, 1, … of a seed under a strategy, replayed by the independent referee."""
    for game, moves in enumerate(moves_of(strategy, seed, games)):
        yield list(replay(Shuffle.of(seed, game).order, list(map(frozenset, moves))))


def card_text(card: int) -> str:
    """A card as the source writes it, without the commas.

    >>> card_text(12)
    '0110'
    """
    return "".join(map(str, VECTORS[card]))


def cards_text(cards: Cards) -> str:
    """Cards in increasing order.

    >>> cards_text(frozenset({54, 12}))
    '0110 2000'
    """
    return " ".join(map(card_text, sorted(cards)))


WORDS = ("number", "colour", "filling", "shape")
"""The properties in the order of the vectors."""


@evidence("E1.lines", commands=["setlab count --dimension 4 --values 3"])
def lines(claim: Claim) -> Checks:
    """Three cards sum to zero if and only if they form a SET, that is, a line.

    The rule of the game, the sums and the lines were compared on all triples of cards.
    """
    number = claim.data["cards"]
    by_direction = {
        frozenset(tuple((x + k * y) % 3 for x, y in zip(p, v, strict=True)) for k in range(3))
        for p in VECTORS
        for v in VECTORS[1:]
    }
    yield check_fact(f"{number} cards", f"{len(VECTORS)} vectors of four digits", len(VECTORS) == number)
    what = (
        "three cards sum to zero if and only if in each property they are all alike or all different, "
        "for all {} triples of cards"
    )
    yield check(what, combinations(VECTORS, 3), lambda cards: sum_to_zero(cards) == follow_the_rule(cards))
    what = "three cards sum to zero if and only if they are a line {p, p + v, p + 2v}, for all {} triples of cards"
    yield check(what, combinations(VECTORS, 3), lambda cards: sum_to_zero(cards) == (frozenset(cards) in by_direction))


@evidence("E1.table")
def printed_table(claim: Claim) -> Figures:
    """The number of SETs among the printed twelve cards.

    The SETs among the printed cards were listed.
    """
    table = claim.data["table"]
    found = len(sets_of(frozenset(VECTORS.index(tuple(map(int, digits))) for digits in table.split())))
    values = {"SETs on the table": found, "besides the highlighted one": found - 1}
    return Figures(values=values, commands=(f"setlab find --notation solitaire {table}",))


@evidence("E1.encoding", commands=["setlab cards --notation solitaire 0110"])
def encoding() -> Values:
    """The values of each property in the notation `solitaire`, and the card that the text decodes.

    The notation `solitaire` of setlab assigns the same digits.
    """
    values = {
        f"{word} {digit}": value
        for word, kind in zip(WORDS, SOLITAIRE.properties, strict=True)
        for digit, value in enumerate(kind.words)
    }
    return values | {"(0,1,1,0)": SOLITAIRE.name(SOLITAIRE.parse("0110"))}


@evidence("E1.order")
def order() -> Checks:
    """N numbers the deck from 0 to 80, as setlab does, and (1) is a total order of the SETs.

    N was evaluated on all cards, and the two smallest cards of all SETs were compared.
    """
    numbers = {card: 27 * a + 9 * b + 3 * c + d for card, (a, b, c, d) in enumerate(VECTORS)}
    sets = sets_of(frozenset(CARDS))
    heads = {tuple(sorted(line))[:2] for line in sets}
    yield check("N takes every value, for all {} numbers 0 … 80", range(81), list(numbers.values()).__contains__)
    what = "N is the number of a card in setlab, for all {} cards"
    yield check(what, CARDS, lambda card: SOLITAIRE.parse(card_text(card)) == numbers[card] == card)
    what = "no two SETs have the same two smallest cards, so (1) is a total order"
    yield check_fact(what, f"{len(heads):,} pairs of smallest cards of {len(sets):,} SETs", len(heads) == len(sets))


@evidence("E1.third", commands=["setlab third --notation solitaire 0000 0001"])
def third_card() -> Check:
    """Any two cards have exactly one third card.

    For each pair of cards all other cards were tried.
    """

    def is_unique(pair: tuple[int, int]) -> bool:
        return [card for card in CARDS if is_set((*pair, card))] == [Space(4).third(*pair)]

    return check("exactly one card completes a SET, for all {} pairs of cards", combinations(CARDS, 2), is_unique)


GAMES = 20
"""The number of games that are replayed stage by stage."""

MOST_GAMES = 1000
"""The number of games among which one that ends all clear is sought; random choice clears one in 80."""


@evidence("E1.perfect")
def perfect_score(runner: Runner) -> Values:
    """The number of SETs taken in a game that ends all clear.

    A game that ends all clear was replayed, and the SETs taken were counted.
    """
    games = replay_games("basic", runner.seed, MOST_GAMES)
    stages = next(stages for stages in games if not stages[-1].table)
    return {"SETs of a cleared game": len(stages) - 1}


@evidence("E1.cover")
def cover(runner: Runner) -> Checks:
    """A deal that ends all clear if the first SET by (1) is taken while cards are undealt.

    The copy used here has no cover; a deal with the property described was found and replayed.
    """
    games = ((game, list(play(_deck(runner.seed, game), _first_set))) for game in range(MOST_GAMES))
    game, seen = next((game, seen) for game, seen in games if not seen[-1].table)
    words = f"game {game} of seed {runner.seed}: {len(seen) - 1} SETs taken, {len(seen[-1].table)} cards left"
    yield check_fact("there is such a deal", words, not seen[-1].table and not seen[-1].undealt)
    what = "while cards are undealt, the first SET is taken, for all {} turns with undealt cards"
    cases = ((now, after) for now, after in pairwise(seen) if now.undealt)
    yield check(what, cases, lambda turn: min(turn[0].sets, key=sorted) == turn[0].table - turn[1].table)
    return Statement(exact=" ".join(map(card_text, _deck(runner.seed, game))))


@evidence("E1.forced")
def forced_actions(runner: Runner) -> Check:
    """With at most one SET on the table, the rules allow exactly one action.

    With one SET on the table it must be taken; with none, three cards must be dealt.
    """
    states = (state for game in range(GAMES) for state in _states(runner.seed, game))
    found = [state for state in states if len(state.sets) <= 1 and not state.over]
    what = "among all claims of three cards and the deal of three more, the rules allow exactly one"
    domain = f"for {{}} such stages of {GAMES} games"
    return check(f"{what}, {domain}", found, _is_forced, whole=False)


@evidence("E1.passing")
def passing_allowed(claim: Claim) -> Checks:
    """The whole deck can be partitioned into SETs.

    A player who may pass waits until all cards are on the table, and then takes a partition of the whole deck.
    """
    found = next(partitions(frozenset(CARDS)))
    wanted = claim.data["sets"]
    yield check("each part is a SET, for all {} parts", found, lambda line: sets_of(line) == (line,))
    what = f"the 81 cards are partitioned into {wanted} SETs"
    words = f"{len(found)} disjoint parts with {len(frozenset(chain(*found)))} cards together"
    yield check_fact(what, words, len(found) == wanted and frozenset(chain(*found)) == frozenset(CARDS))


@evidence("E1.undealt")
def undealt_cards(runner: Runner) -> Check:
    """The cards neither on the table nor taken are the undealt cards.

    The undealt cards are known by elimination; they were compared with the order of the deck at every stage.
    """
    games = range(GAMES)
    orders = {game: Shuffle.of(runner.seed, game).order for game in games}
    stages = ((game, state) for game in games for state in _states(runner.seed, game))
    return check(
        f"the cards neither on the table nor taken are those still in the deck, for all {{}} stages of {GAMES} games",
        stages,
        lambda stage: set(stage[1].undealt) == set(orders[stage[0]][len(CARDS) - stage[1].table.undealt :]),
        whole=False,
    )


@evidence("E2.pairs")
def pairs(runner: Runner) -> Checks:
    """A pair whose third card is on the table is neither live nor dead.

    The two cards belong to a SET on the table, whose third card is neither undealt nor taken.
    """
    (stages,) = replay_games("basic", runner.seed, 1)
    *_, last = (stage for stage in stages if stage.undealt and stage.sets)
    taken = frozenset(CARDS) - last.table - frozenset(last.undealt)
    live_or_dead = taken.union(last.undealt)
    neither = [pair for pair in combinations(sorted(last.table), 2) if _third(pair) not in live_or_dead]
    shown = cards_text(frozenset(neither[0])) if neither else "none"
    what = "some pair is neither live nor dead"
    yield check_fact(what, f"{len(neither)} pairs on one table, such as {shown}", bool(neither))
    what = "the third card of each is on the table, for all {} such pairs"
    yield check(what, neither, lambda pair: _third(pair) in last.table)
    return Statement(commands=(f"setlab solitaire watch --strategy basic --seed {runner.seed} --game 0",))


@evidence("E3.assume")
def assumed_table(claim: Claim) -> Check:
    """While cards are undealt, at least 12 cards are on the table at every move.

    Cards are taken and dealt in threes, so the numbers can be followed without the cards.
    """
    least = claim.data["table"]
    what = f"at least {least} cards are on the table, or none is undealt"
    domain = "for all {} pairs of numbers of cards on the table and undealt that the rules can produce"
    return check(f"{what}, {domain}", sorted(_counts()), lambda counts: counts[0] >= least or counts[1] == 0)


def _counts() -> set[tuple[int, int]]:
    """The possible numbers of cards on the table and undealt at a move, with or without a SET on the table."""
    seen: set[tuple[int, int]] = set()
    open_counts = [(FULL_TABLE, len(CARDS) - FULL_TABLE)]
    while open_counts:
        table, left = open_counts.pop()
        if (table, left) in seen:
            continue
        seen.add((table, left))
        if left:
            open_counts.append((table + 3, left - 3))
        if table:
            refill = min(max(FULL_TABLE - (table - 3), 0), left)
            open_counts.append((table - 3 + refill, left - refill))
    return seen


def _first_set(stage: Stage) -> Cards:
    """The first SET by (1) while cards are undealt, afterwards a SET of a partition, if there is one."""
    first = min(stage.sets, key=sorted)
    return first if stage.undealt else next(partitions(stage.table), (first,))[0]


def _deck(seed: int, game: int) -> Sequence[int]:
    return Shuffle.of(seed, game).order


def _states(seed: int, game: int) -> Iterator[State]:
    """The states of a game played by `basic` at which the player moves, by the rules of setlab."""
    shuffle, moves = Shuffle.of(seed, game), iter(moves_of("basic", seed, GAMES)[game])
    state = shuffle.start()
    while not state.over:
        if len(state.cards) >= FULL_TABLE or not state.table.undealt:
            yield state
        state = state.deal(shuffle.next_cards(state)) if state.due else state.take(next(moves))
    yield state


def _is_forced(state: State) -> bool:
    """True if the rules of setlab allow exactly one action: one claim of three cards, or the deal of three more."""
    claims = sum(_is_allowed(partial(state.take, line)) for line in combinations(state.cards, 3))
    deals = bool(state.undealt) and _is_allowed(partial(state.deal, list(state.undealt)[:3]))
    return claims + deals == 1


def _is_allowed(act: Callable[[], State]) -> bool:
    try:
        act()
    except RuleError:
        return False
    return True


def _third(pair: tuple[int, int]) -> int:
    return thirds()[pair[0]][pair[1]]
