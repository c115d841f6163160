"""The encoding of cards, the rules of solitaire and their consequences, live and dead pairs (E1, E2, E3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, pairwise

from setlab.errors import RuleError
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.reproduce.evidence import Check, Checks, Figures, Statement, Values, check, check_fact
from setlab.reproduce.forbes_forbes.games import (
    FULL_TABLE,
    Cards,
    Stage,
    card_text,
    cards_text,
    moves_of,
    partitions,
    play,
    replay_games,
    sets_of,
)
from setlab.reproduce.methods.game import CARDS, VECTORS, follow_the_rule, is_set, sum_to_zero, thirds
from setlab.reproduce.register import Runner, evidence
from setlab.solitaire import Shuffle, State
from setlab.sources import Claim

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
    yield check(
        "three cards sum to zero if and only if in each property they are all alike or all different, "
        "for all {} triples of cards",
        combinations(VECTORS, 3),
        lambda cards: sum_to_zero(cards) == follow_the_rule(cards),
    )
    yield check(
        "three cards sum to zero if and only if they are a line {p, p + v, p + 2v}, for all {} triples of cards",
        combinations(VECTORS, 3),
        lambda cards: sum_to_zero(cards) == (frozenset(cards) in by_direction),
    )


@evidence("E1.table")
def printed_table(claim: Claim) -> Figures:
    """The number of SETs among the printed twelve cards.

    The SETs among the printed cards were listed.
    """
    table = claim.data["table"]
    found = len(sets_of(frozenset(VECTORS.index(tuple(map(int, digits))) for digits in table.split())))
    return Figures(
        values={"SETs on the table": found, "besides the highlighted one": found - 1},
        commands=(f"setlab find --notation solitaire {table}",),
    )


@evidence("E1.encoding", commands=["setlab cards --notation solitaire 0110"])
def encoding() -> Values:
    """The values of each property in the notation `solitaire`, and the card that the text decodes.

    The notation `solitaire` of setlab assigns the same digits.
    """
    solitaire = find_notation("solitaire")
    values = {
        f"{word} {digit}": value
        for word, kind in zip(WORDS, solitaire.properties, strict=True)
        for digit, value in enumerate(kind.words)
    }
    return values | {"(0,1,1,0)": solitaire.name(solitaire.parse("0110"))}


@evidence("E1.order")
def order() -> Checks:
    """N numbers the deck from 0 to 80, as setlab does, and (1) is a total order of the SETs.

    N was evaluated on all cards, and the two smallest cards of all SETs were compared.
    """
    solitaire = find_notation("solitaire")
    numbers = {card: 27 * a + 9 * b + 3 * c + d for card, (a, b, c, d) in enumerate(VECTORS)}
    sets = sets_of(frozenset(CARDS))
    heads = {tuple(sorted(line))[:2] for line in sets}
    yield check("N takes every value, for all {} numbers 0 … 80", range(81), list(numbers.values()).__contains__)
    yield check(
        "N is the number of a card in setlab, for all {} cards",
        CARDS,
        lambda card: solitaire.parse(card_text(card)) == numbers[card] == card,
    )
    yield check_fact(
        "no two SETs have the same two smallest cards, so (1) is a total order",
        f"{len(heads):,} pairs of smallest cards of {len(sets):,} SETs",
        len(heads) == len(sets),
    )


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
def cover(runner: Runner) -> Statement:
    """A deal that ends all clear if the first SET by (1) is taken while cards are undealt.

    The copy used here has no cover; a deal with the property described was found and replayed.
    """
    games = ((game, list(play(_deck(runner.seed, game), _first_set))) for game in range(MOST_GAMES))
    game, seen = next((game, seen) for game, seen in games if not seen[-1].table)
    return Statement(
        check_fact(
            "there is such a deal",
            f"game {game} of seed {runner.seed}: {len(seen) - 1} SETs taken, {len(seen[-1].table)} cards left",
            not seen[-1].table and not seen[-1].undealt,
        ),
        check(
            "while cards are undealt, the first SET is taken, for all {} turns with undealt cards",
            ((now, after) for now, after in pairwise(seen) if now.undealt),
            lambda turn: min(turn[0].sets, key=sorted) == turn[0].table - turn[1].table,
        ),
        exact=" ".join(map(card_text, _deck(runner.seed, game))),
    )


@evidence("E1.forced")
def forced_actions(runner: Runner) -> Check:
    """With at most one SET on the table, the rules allow exactly one action.

    With one SET on the table it must be taken; with none, three cards must be dealt.
    """
    states = (state for game in range(GAMES) for state in _states(runner.seed, game))
    found = [state for state in states if len(state.sets) <= 1 and not state.over]
    return check(
        "among all claims of three cards and the deal of three more, the rules allow exactly one, "
        f"for {{}} such stages of {GAMES} games",
        found,
        _is_forced,
        whole=False,
    )


@evidence("E1.passing")
def passing_allowed(claim: Claim) -> Checks:
    """The whole deck can be partitioned into SETs.

    A player who may pass waits until all cards are on the table, and then takes a partition of the whole deck.
    """
    found = next(partitions(frozenset(CARDS)))
    wanted = claim.data["sets"]
    yield check("each part is a SET, for all {} parts", found, lambda line: sets_of(line) == (line,))
    yield check_fact(
        f"the 81 cards are partitioned into {wanted} SETs",
        f"{len(found)} disjoint parts with {len(frozenset(chain(*found)))} cards together",
        len(found) == wanted and frozenset(chain(*found)) == frozenset(CARDS),
    )


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
def pairs(runner: Runner) -> Statement:
    """A pair whose third card is on the table is neither live nor dead.

    The two cards belong to a SET on the table, whose third card is neither undealt nor taken.
    """
    (stages,) = replay_games("basic", runner.seed, 1)
    *_, last = (stage for stage in stages if stage.undealt and stage.sets)
    taken = frozenset(CARDS) - last.table - frozenset(last.undealt)
    live_or_dead = taken.union(last.undealt)
    neither = [pair for pair in combinations(sorted(last.table), 2) if _third(pair) not in live_or_dead]
    shown = cards_text(frozenset(neither[0])) if neither else "none"
    return Statement(
        check_fact(
            "some pair is neither live nor dead", f"{len(neither)} pairs on one table, such as {shown}", bool(neither)
        ),
        check(
            "the third card of each is on the table, for all {} such pairs",
            neither,
            lambda pair: _third(pair) in last.table,
        ),
        commands=(f"setlab solitaire watch --strategy basic --seed {runner.seed} --game 0",),
    )


@evidence("E3.assume")
def assumed_table(claim: Claim) -> Check:
    """While cards are undealt, at least 12 cards are on the table at every move.

    Cards are taken and dealt in threes, so the numbers can be followed without the cards.
    """
    least = claim.data["table"]
    return check(
        f"at least {least} cards are on the table, or none is undealt, "
        "for all {} pairs of numbers of cards on the table and undealt that the rules can produce",
        sorted(_counts()),
        lambda counts: counts[0] >= least or counts[1] == 0,
    )


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
