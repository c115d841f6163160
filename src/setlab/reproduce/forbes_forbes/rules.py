"""The rules of solitaire, their consequences, and live and dead pairs (E1, E2, E3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, combinations, pairwise

from setlab.errors import RuleError
from setlab.reproduce.forbes_forbes.games import (
    DECK,
    FULL_TABLE,
    Card,
    Cards,
    Stage,
    card_text,
    cards_text,
    deck_of,
    moves_of,
    partitions,
    play,
    replayed,
    sets_of,
    third,
)
from setlab.reproduce.judging import Figures, Statement, check, check_fact
from setlab.reproduce.register import Runner, evidence
from setlab.solitaire import Shuffle, State
from setlab.sources import Claim

GAMES = 20
"""The number of games that are replayed stage by stage."""

MOST_GAMES = 1000
"""The number of games among which one that ends all clear is sought; random choice clears one in 80."""


@evidence("E1.perfect")
def perfect_score(runner: Runner) -> Figures:
    """The number of SETs taken in a game that ends all clear."""
    games = replayed("basic", runner.seed, MOST_GAMES)
    stages = next(stages for stages in games if not stages[-1].table)
    return Figures(
        values={"SETs of a cleared game": len(stages) - 1},
        why="A game that ends all clear was replayed, and the SETs taken were counted.",
    )


@evidence("E1.cover")
def cover(runner: Runner) -> Statement:
    """A deal that ends all clear if the first SET by (1) is taken while cards are undealt."""
    games = ((game, list(play(_deck(runner.seed, game), _first_set))) for game in range(MOST_GAMES))
    game, seen = next((game, seen) for game, seen in games if not seen[-1].table)
    return Statement(
        checks=(
            check_fact(
                "there is such a deal",
                f"game {game} of seed {runner.seed}: {len(seen) - 1} SETs taken, {len(seen[-1].table)} cards left",
                not seen[-1].table and not seen[-1].undealt,
            ),
            check(
                "while cards are undealt, the first SET is taken",
                "all {} turns with undealt cards",
                ((now, after) for now, after in pairwise(seen) if now.undealt),
                lambda turn: min(turn[0].sets, key=sorted) == turn[0].table - turn[1].table,
            ),
        ),
        why="The copy used here has no cover; a deal with the property described was found and replayed.",
        exact=" ".join(map(card_text, _deck(runner.seed, game))),
    )


@evidence("E1.forced")
def forced(runner: Runner) -> Statement:
    """With at most one SET on the table, the rules allow exactly one action."""
    states = (state for game in range(GAMES) for state in _states(runner.seed, game))
    found = [state for state in states if len(state.sets) <= 1 and not state.over]
    return Statement(
        checks=(
            check(
                "among all claims of three cards and the deal of three more, the rules allow exactly one",
                f"{{}} such stages of {GAMES} games",
                found,
                _is_forced,
                whole=False,
            ),
        ),
        why="With one SET on the table it must be taken; with none, three cards must be dealt.",
    )


@evidence("E1.passing")
def passing(claim: Claim) -> Statement:
    """The whole deck can be partitioned into SETs."""
    found = next(partitions(frozenset(DECK)))
    wanted = claim.data["sets"]
    return Statement(
        checks=(
            check("each part is a SET", "all {} parts", found, lambda line: sets_of(line) == (line,)),
            check_fact(
                f"the 81 cards are partitioned into {wanted} SETs",
                f"{len(found)} disjoint parts with {len(frozenset(chain(*found)))} cards together",
                len(found) == wanted and frozenset(chain(*found)) == frozenset(DECK),
            ),
        ),
        why="A player who may pass waits until all cards are on the table, and then takes a partition of the whole "
        "deck.",
    )


@evidence("E1.undealt")
def undealt(runner: Runner) -> Statement:
    """The cards neither on the table nor taken are the undealt cards."""
    games = range(GAMES)
    orders = {game: Shuffle.of(runner.seed, game).order for game in games}
    stages = ((game, state) for game in games for state in _states(runner.seed, game))
    return Statement(
        checks=(
            check(
                "the cards neither on the table nor taken are those still in the deck",
                f"all {{}} stages of {GAMES} games",
                stages,
                lambda stage: set(stage[1].undealt) == set(orders[stage[0]][len(DECK) - stage[1].table.undealt :]),
                whole=False,
            ),
        ),
        why="The undealt cards are known by elimination; they were compared with the order of the deck at every stage.",
    )


@evidence("E2.pairs")
def pairs(runner: Runner) -> Statement:
    """A pair whose third card is on the table is neither live nor dead."""
    (stages,) = replayed("basic", runner.seed, 1)
    *_, last = (stage for stage in stages if stage.undealt and stage.sets)
    taken = frozenset(DECK) - last.table - frozenset(last.undealt)
    neither = [
        pair for pair in combinations(sorted(last.table), 2) if not _is_live(pair, last) and third(*pair) not in taken
    ]
    shown = cards_text(frozenset(neither[0])) if neither else "none"
    return Statement(
        checks=(
            check_fact(
                "some pair is neither live nor dead",
                f"{len(neither)} pairs on one table, such as {shown}",
                bool(neither),
            ),
            check(
                "the third card of each is on the table",
                "all {} such pairs",
                neither,
                lambda pair: third(*pair) in last.table,
            ),
        ),
        why="The two cards belong to a SET on the table, whose third card is neither undealt nor taken.",
        commands=(f"setlab solitaire watch --strategy basic --seed {runner.seed} --game 0",),
    )


@evidence("E3.assume")
def assumed_table(claim: Claim) -> Statement:
    """While cards are undealt, at least 12 cards are on the table at every move."""
    least = claim.data["table"]
    return Statement(
        checks=(
            check(
                f"at least {least} cards are on the table, or none is undealt",
                "all {} pairs of numbers of cards on the table and undealt that the rules can produce",
                sorted(_counts()),
                lambda counts: counts[0] >= least or counts[1] == 0,
            ),
        ),
        why="Cards are taken and dealt in threes, so the numbers can be followed without the cards.",
    )


def _counts() -> set[tuple[int, int]]:
    """The possible numbers of cards on the table and undealt at a move, with or without a SET on the table."""
    seen: set[tuple[int, int]] = set()
    open_counts = [(FULL_TABLE, len(DECK) - FULL_TABLE)]
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


def _deck(seed: int, game: int) -> list[Card]:
    return deck_of(Shuffle.of(seed, game))


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


def _is_live(pair: tuple[Card, Card], stage: Stage) -> bool:
    return third(*pair) in stage.undealt
