"""The engine for solitaire: games, values of positions, bounds, and the data to which weights are fitted.

The players are random, basic, thrifty, general and valued, one SET at a time, and one who knows the deck. The values of
the SETs on the table are exact, or come from look-ahead, sums, beliefs or linear values. The number of undealt cards
decides, by the budgets, which kind comes first; where a kind is not possible, the next is tried.

The estimate is a value before a move, cheap enough to be averaged over all deals. A partition with a SET on the table
can be followed with some probability once that SET is taken (`solitaire_values`). One SET on the table keeps the
largest sum of these probabilities; one, often the same, the largest sum of their squares. The estimate is a smooth
step of x and y, the logarithms of the two sums. Cards are dealt after a move to a table of 12, and to a larger one if
no SET is left on it.

To the informed player, k candidate deals are revealed before each deal, and each is paid for. One of them will come,
each with the same probability, and each is a fair deal: the undealt cards are shuffled and cut into threes.
`setlab.solitaire.bounds` says why no strategy does better on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

from setlab.draws import Draws
from setlab.geometry import CardSet
from setlab.reference.solitaire_values import (
    FOLLOW_ONE,
    MOST_CARDS,
    MOST_CARDS_AND_SETS,
    ONE,
    Budgets,
    Cards,
    Type,
    Weights,
    ahead_value,
    belief_features,
    belief_values,
    chance_after,
    chance_dealt,
    deals_after,
    dot,
    exact_values_of,
    features,
    fine_log,
    is_covered,
    linear_values,
    partitions_of,
    positions_dealt,
    sets_of,
    sum_values,
    type_of,
    value_by_partitions,
)
from setlab.solitaire.game import FULL_TABLE, Line, Partition, Shuffle, State, Strategy
from setlab.solitaire.strategies import Basic, Random, Thrifty, lines_through, thriftiest
from setlab.solitaire.values import BELIEF_FEATURES, FEATURES, LOG_ONE, STAGES, ValueKind, curve_at, exact_one

Values = dict[Line, int]


def judge(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> tuple[Values, ValueKind]:
    """The value of every SET on the table, on the scale of its kind, and that kind."""
    ways: tuple[tuple[ValueKind, str, Callable[[], Values | None]], ...] = (
        (ValueKind.EXACT, "exact_from", lambda: exact(table, undealt)),
        (ValueKind.DEEP, "deep_from", lambda: deep(table, undealt, budgets, weights)),
        (ValueKind.AHEAD, "ahead_from", lambda: ahead(table, undealt, budgets, weights)),
        (ValueKind.SUMS, "sums_from", lambda: sum_values(table, undealt, weights)),
        (ValueKind.BELIEFS, "beliefs_from", lambda: belief_values(table, undealt, weights)),
    )
    for kind, limit, values_of in ways:
        if len(undealt) <= budgets[limit] and (values := values_of()) is not None:
            return values, kind
    if not any(weights["linear"][len(undealt) // 3]):
        return dict.fromkeys(sets_of(table), 0), ValueKind.NONE
    return linear_values(table, undealt, weights), ValueKind.LINEAR


def exact(table: Cards, undealt: Cards) -> Values | None:
    """Exact values, on the scale `exact_one`."""
    if not is_covered(table | undealt):
        return None
    one = exact_one(len(undealt))
    return {line: int(one * value) for line, value in exact_values_of(table, undealt).items()}


def ahead(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> Values | None:
    """Values by one step of look-ahead, for every SET or only for those within `narrow` of the best by beliefs."""
    steps = [budgets["deals"]]
    if budgets["narrow"] and (believed := belief_values(table, undealt, weights)) is not None:
        first = {line: value >> 20 for line, value in believed.items()}
        return closer(table, undealt, first, budgets["narrow"], steps, budgets, weights)
    values = {line: ahead_value(table, undealt, line, steps, budgets, weights) for line in sets_of(table)}
    return _whole(values)


def deep(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> Values | None:
    """Values by several steps of look-ahead for the SETs within `margin` of the best after one step."""
    first = ahead(table, undealt, budgets, weights)
    if first is None:
        return None
    steps = [budgets[name] for name in ("first_deals", "second_deals", "third_deals")][: budgets["steps"]]
    return closer(table, undealt, first, budgets["margin"], steps, budgets, weights)


def closer(
    table: Cards, undealt: Cards, first: Values, margin: int, steps: Sequence[int], budgets: Budgets, weights: Weights
) -> Values | None:
    """Look-ahead for the SETs within a margin of the best; the others come below them. One such SET changes nothing."""
    least = max(first.values(), default=0) - margin
    near = [line for line, value in first.items() if value >= least and value > 0]
    if len(near) < 2:
        return first
    looked = _whole({line: ahead_value(table, undealt, line, steps, budgets, weights) for line in near})
    if looked is None:
        return None
    best = max(0, *looked.values())
    return {line: looked.get(line, value if value < best else best - 1) for line, value in first.items()}


def _whole(values: dict[Line, int | None]) -> Values | None:
    known = {line: value for line, value in values.items() if value is not None}
    return known if len(known) == len(values) else None


ASK_FROM = 27
"""With at most this many cards left, the search asks first whether they have a partition."""

TURNS = 27


def can_clear_by_rules(shuffle: Shuffle, ask_from: int = 21) -> bool:
    """Whether a deal can be cleared, by trying everything; only for deals that are decided soon.

    With at most `ask_from` cards left, the search asks first whether they have a partition.
    """
    failed: set[tuple[frozenset[int], int]] = set()

    def clears(state: State) -> bool:
        state = deal_due(state, shuffle)
        key = frozenset(state.cards), state.table.undealt
        if state.over or key in failed:
            return state.clear
        hopeless = len(state.remaining) <= ask_from and next(partitions_of(state.remaining), None) is None
        if not hopeless and any(clears(state.take(line)) for line in state.sets):
            return True
        failed.add(key)
        return False

    return clears(shuffle.start())


def solitaire_clairvoyant(seed: int, first: int, games: int, *, nodes: int) -> dict[str, list[object]]:
    """For each deck of a range of games, the answer and the moves of `solitaire_clairvoyant_order`."""
    found = [solitaire_clairvoyant_order(Shuffle.of(seed, first + i).order, nodes=nodes) for i in range(games)]
    return {"answers": [answer for answer, _ in found], "moves": [moves for _, moves in found]}


def solitaire_clairvoyant_order(order: Sequence[int], *, nodes: int) -> tuple[int, list[list[int]]]:
    """1 if the deck can be cleared, 0 if it cannot, -1 if that takes more than `nodes` positions; and the SETs to take.

    The search goes depth first; it tries first the SETs that meet the fewest SETs of the remaining cards, and it never
    examines a position again that has failed. There are 27 rows of moves, zeros unless the deck can be cleared.
    """
    search = _Search(Shuffle(tuple(int(card) for card in order)), nodes)
    answer = search.answer(search.shuffle.start())
    return answer, [list(line) for line in search.moves] if answer == 1 else [[0] * 3 for _ in range(TURNS)]


def deal_due(state: State, shuffle: Shuffle) -> State:
    """The state when all cards that are due have been dealt."""
    while state.due:
        state = state.deal(shuffle.next_cards(state))
    return state


class _Search:
    """A search of one deck."""

    def __init__(self, shuffle: Shuffle, nodes: int) -> None:
        self.shuffle, self.nodes, self.visited = shuffle, nodes, 0
        self.failed: set[tuple[frozenset[int], int]] = set()
        self.moves: tuple[Line, ...] = ()

    def answer(self, state: State) -> int:
        state = deal_due(state, self.shuffle)
        if state.over:
            self.moves = state.taken
            return int(state.clear)
        left = state.remaining
        if len(left) <= ASK_FROM and next(partitions_of(left), None) is None:
            return 0
        if self.visited == self.nodes:
            return -1
        self.visited += 1
        key = frozenset(state.cards), state.table.undealt
        if key in self.failed:
            return 0
        for line in sorted(state.sets, key=lambda line: sum(lines_through(card, left) for card in line)):
            if found := self.answer(state.take(line)):
                return found
        self.failed.add(key)
        return 0


def cards_of(state: State) -> tuple[Cards, Cards]:
    """The cards on the table, and the undealt cards."""
    return frozenset(state.cards), frozenset(state.undealt)


class Player:
    """A player during one game.

    `declared` is the number of undealt cards when S(d) declared the game won, or -1; `value` the exact value of the
    first position that was declared won, or was valued exactly, on the scale ONE, or -1.
    """

    def __init__(self, strategy: str, budgets: Budgets, weights: Weights, shuffle: Shuffle) -> None:
        self.strategy, self.budgets, self.weights = strategy, budgets, weights
        self.random = Random()
        self.random.begin(shuffle)
        self.checked, self.declared, self.value, self.lost = 81, -1, -1, False

    def choose(self, state: State) -> Line:
        """The SET that the player takes."""
        players: dict[str, Strategy] = {"basic": Basic(), "thrifty": Thrifty(), "random": self.random}
        if self.strategy in players:
            return players[self.strategy].choose(state)
        return self._general(state) if self.strategy == "general" else self._best_valued(state)

    def _general(self, state: State) -> Line:
        undealt = state.table.undealt
        if self.declared < 0 and undealt <= self.budgets["general_from"] and undealt < self.checked:
            self.checked = undealt
            if is_declared(state):
                self.declared, self.value = undealt, true_value(state)
        followed = follow(state) if self.declared >= 0 else None
        return followed or Basic().choose(state)

    def _best_valued(self, state: State) -> Line:
        first_exact = state.table.undealt <= self.budgets["exact_from"] and self.value < 0
        if self.lost or (len(state.sets) == 1 and not first_exact):
            return state.sets[0]
        values, kind = judge(*cards_of(state), self.budgets, self.weights)
        if kind is ValueKind.NONE:
            return Thrifty().choose(state)
        best = max(state.sets, key=lambda line: values[line])
        if kind is ValueKind.EXACT:
            if self.value < 0:
                self.value = values[best] * ONE // exact_one(state.table.undealt)
            self.lost = values[best] == 0
        return best


def is_declared(state: State) -> bool:
    """True if S(d), as printed, declares the game won."""
    undealt = state.table.undealt
    certain = undealt <= 3 or (undealt == 6 and len(state.cards) >= 15)
    needed = 0 if certain else undealt // 3 - 1
    return any(_on_table(state, found) >= needed for found in partitions_of(state.remaining))


def true_value(state: State) -> int:
    """The exact value of a position that was declared won; with 12 cards on the table the declaration is right."""
    if len(state.cards) <= FULL_TABLE:
        return ONE
    return int(ONE * max(exact_values_of(*cards_of(state)).values()))


def follow(state: State) -> Line | None:
    """The first SET that lies in a partition with the most SETs on the table; None if no partition has one."""
    found = list(partitions_of(state.remaining))
    most = max((_on_table(state, partition) for partition in found), default=0)
    best = [partition for partition in found if _on_table(state, partition) == most]
    return min((line for partition in best for line in partition if line in state.sets), default=None)


def _on_table(state: State, partition: Partition) -> int:
    return sum(line in state.sets for line in partition)


STEEPEST = 32 * ONE
"""Scores are cut off here."""

LOGS_PER_STEP = 64
TWELVE, BARE, LARGE = range(3)
"""Kinds of tables: of 12 cards, without a SET, of more cards."""


@dataclass(frozen=True)
class Sums:
    """The two sums of a position and the kind of its table; `certain` is ONE or 0 where the game is decided."""

    kind: int
    chances: int = 0
    squares: int = 0
    certain: int | None = None


def estimate(
    table: Iterable[int], undealt: Iterable[int], found: Iterable[Partition], weights: Sequence[Sequence[int]]
) -> int:
    """The value of a position before a move, on the scale ONE, by the partitions of its cards.

    It is 0 if the table has a SET but none of a partition, and ONE if some partition has so many SETs there that it
    cannot fail. `weights` has a row of nine for every stage.
    """
    shown, hidden = frozenset(table), frozenset(undealt)
    sums = sums_of(shown, hidden, list(found))
    if sums.certain is not None:
        return sums.certain
    return value_of_sums(sums.chances, sums.squares, weights[len(hidden) // 3][3 * sums.kind : 3 * sums.kind + 3])


def sums_of(table: Cards, undealt: Cards, found: Sequence[Partition]) -> Sums:
    """The largest sums that a move can keep, or the value if it is certain."""
    if not found:
        return Sums(TWELVE, certain=0)
    typed = [(partition, type_of(partition, undealt)) for partition in found]
    if not sets_of(table):
        chances = [chance_dealt(kind) for _, kind in typed]
        return _settle(Sums(BARE, sum(chances), sum(map(_square, chances))))
    large = max(0, len(table) - FULL_TABLE) // 3
    kind = LARGE if len(table) > FULL_TABLE else TWELVE
    if any(k0 and k0 >= len(undealt) // 3 - 1 + large for _, (k0, *_) in typed):
        return Sums(kind, certain=ONE)
    return _settle(Sums(kind, *_largest(table, typed)))


def value_of_sums(chances: int, squares: int, weights: Sequence[int]) -> int:
    """The value that two sums stand for.

    >>> value_of_sums(FOLLOW_ONE, FOLLOW_ONE, (0, 0, 0)) / ONE
    0.5
    """
    if chances == 0:
        return 0
    x, y = (steps_of(total) - LOG_ONE for total in (chances, squares))
    score = weights[0] + weights[1] * x + weights[2] * y
    score = max(-STEEPEST, min(STEEPEST, score))
    return int((score / sqrt(score * score + ONE * ONE) + 1) * (ONE // 2))


def steps_of(total: int) -> int:
    """The logarithm of a sum, 64 for every doubling; 0 for the sum 0.

    >>> steps_of(4)
    128
    """
    return fine_log(total) // LOGS_PER_STEP if total else 0


def _settle(sums: Sums) -> Sums:
    return sums if sums.chances else Sums(sums.kind, certain=0)


def _largest(table: Cards, typed: Iterable[tuple[Partition, Type]]) -> tuple[int, int]:
    sums: dict[Line, tuple[int, int]] = {}
    for partition, (k0, k1, k2, k3) in typed:
        for line in filter(table.issuperset, partition):
            last = len(table) > FULL_TABLE and not sets_of(table.difference(line))
            chance = (chance_dealt if last else chance_after)((k0 - 1, k1, k2, k3))
            first, second = sums.get(line, (0, 0))
            sums[line] = first + chance, second + _square(chance)
    return max((a for a, _ in sums.values()), default=0), max((b for _, b in sums.values()), default=0)


def _square(chance: int) -> int:
    return chance * chance // FOLLOW_ONE


CLEARLY = 0.125
"""Where a move looks worse than another by more than this, one deal is revealed instead of all."""

DRAWS_IN_ROUND, ROUNDS_IN_STAGE = 32, 1 << 20

Value = Callable[[Cards, Cards], float]
"""From the table and the undealt cards to a number."""

Choice = Callable[[Cards, Cards], Line]
GoOn = Callable[[Cards, Cards, int], float]


class InformedPlayer:
    """What is reached from a position with best play if `deals[u/3]` deals are revealed at every stage and V is paid.

    With at most `exact_to` undealt cards values are exact; the uninformed player plays best with at most `exact_from`.
    Deal number k of a position is a piece of round k // (u/3) of its shuffles. `path` numbers the deals that led to the
    position, so that positions have the same shuffles if the same deals led to them, whatever was taken.
    """

    def __init__(
        self, value: Value, draws: Draws, trial: int, deals: Sequence[int], exact_to: int = 15, exact_from: int = 12
    ) -> None:
        self.value, self.draws, self.trial, self.deals = value, draws, trial, deals
        self.exact_to, self.exact_from = exact_to, exact_from

    def best(self, table: Cards, undealt: Cards, path: int = 0) -> float:
        """The most that can be reached, payments deducted."""
        if len(undealt) <= self.exact_to:
            return exact_value(table, undealt)
        if not sets_of(table):
            return self._mean_dealt(table, undealt, path, self.best, self._all(undealt))
        moves = self._moves(table, undealt)
        return max(self._after(rest, undealt, path, self.best, deals) for rest, deals in moves.items())

    def follow_player(self, choose: Choice, table: Cards, undealt: Cards, path: int = 0) -> float:
        """What an uninformed player reaches in the same deals, payments, which have mean zero, deducted."""

        def follow(table: Cards, undealt: Cards, path: int) -> float:
            return self.follow_player(choose, table, undealt, path)

        if len(undealt) <= self.exact_from:
            return exact_value(table, undealt)
        moves = self._moves(table, undealt)
        rest = table.difference(choose(table, undealt)) if moves else table
        due = not moves or deals_after(rest, undealt)
        if due and len(undealt) <= min(self.exact_to, self.exact_from + 3):
            return exact_mean(rest, undealt)
        deals = moves.get(rest, self._all(undealt))
        return self._mean_dealt(rest, undealt, path, follow, deals) if due else follow(rest, undealt, path)

    def mean(self, rest: Cards, undealt: Cards) -> float:
        """The mean of V over all deals."""
        values = [self.value(*position) for position in positions_dealt(rest, undealt)]
        return sum(values) / len(values)

    def deal(self, undealt: int, path: int, k: int) -> Sequence[int]:
        """Deal number k, by the ranks of the undealt cards."""
        stage = undealt // 3
        number = ROUNDS_IN_STAGE * stage + path * self.deals[stage] + k - k % stage
        order = list(range(undealt))
        for i in range(undealt - 1, 0, -1):
            j = self.draws.below(self.trial, DRAWS_IN_ROUND * number + i, i + 1)
            order[i], order[j] = order[j], order[i]
        return order[3 * (k % stage) : 3 * (k % stage) + 3]

    def _all(self, undealt: Cards) -> int:
        return self.deals[len(undealt) // 3]

    def _moves(self, table: Cards, undealt: Cards) -> dict[Cards, int]:
        """What each SET leaves, and the number of deals revealed then: one where another move looks clearly better."""
        rests = [table.difference(line) for line in sets_of(table)]
        if len(undealt) <= self.exact_to:
            return dict.fromkeys(rests, self._all(undealt))
        means = {rest: self.mean(rest, undealt) if deals_after(rest, undealt) else 1.0 for rest in rests}
        most = max(means.values(), default=0.0)
        return {rest: 1 if means[rest] + CLEARLY < most else self._all(undealt) for rest in rests}

    def _after(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
        dealt = deals_after(rest, undealt)
        return self._mean_dealt(rest, undealt, path, go_on, deals) if dealt else go_on(rest, undealt, path)

    def _mean_dealt(self, rest: Cards, undealt: Cards, path: int, go_on: GoOn, deals: int) -> float:
        order, total = sorted(undealt), 0.0
        for k in range(deals):
            dealt = frozenset(order[rank] for rank in self.deal(len(order), path, k))
            after = rest | dealt, undealt - dealt
            total += go_on(*after, path * self._all(undealt) + k) - self.value(*after)
        return self.mean(rest, undealt) + total / deals


@lru_cache(maxsize=1 << 14)
def exact_value(table: Cards, undealt: Cards) -> float:
    """The probability of clearing the table with best play.

    >>> exact_value(frozenset(range(6)), frozenset())
    1.0
    """
    return float(value_by_partitions(table, undealt))


def exact_mean(table: Cards, undealt: Cards) -> float:
    """The same before three cards are dealt."""
    values = [value_by_partitions(*position) for position in positions_dealt(table, undealt)]
    return float(sum(values) / len(values))


def sums_in_game(player: Player, shuffle: Shuffle) -> tuple[int, list[int], list[list[int]]]:
    """The value that a game comes to, and for every stage the logarithm of the best sum and the features of that move.

    The logarithm, before it is tilted, is that of the first decision at the stage; 0 without a partition, -1 without a
    decision. The game ends when a position has been valued exactly.
    """
    logs, known = [-1] * STAGES, [[0] * FEATURES for _ in range(STAGES)]
    state = deal_due(shuffle.start(), shuffle)
    while not state.over and player.value < 0:
        stage = state.table.undealt // 3
        if state.table.undealt <= player.budgets["sums_from"] and logs[stage] < 0:
            logs[stage], known[stage] = _best_sum(*cards_of(state), player.weights) or (-1, known[stage])
        state = deal_due(state.take(player.choose(state)), shuffle)
    return player.value if player.value >= 0 else ONE * state.clear, logs, known


def sampled_position(player: Player, shuffle: Shuffle, undealt: int, deals: int) -> tuple[list[list[int]], list[int]]:
    """The features of a position after each of two random moves, and the mean value of the next decision.

    The position is the first with `undealt` cards undealt. Both moves see the same deals. Features and target are zeros
    where there is no such position, or no second SET.
    """
    rows, targets = [[0] * BELIEF_FEATURES for _ in range(2)], [0, 0]
    state = deal_due(shuffle.start(), shuffle)
    while not state.over and state.table.undealt > undealt:
        state = deal_due(state.take(player.choose(state)), shuffle)
    if state.table.undealt != undealt or not state.sets:
        return rows, targets
    for number, line in enumerate(_two_sets(state, shuffle)):
        rows[number] = _features_after(state, line, player.weights)
        targets[number] = _mean_after(state, line, shuffle, deals, player.budgets, player.weights)
    return rows, targets


def _best_sum(table: Cards, undealt: Cards, weights: Weights) -> tuple[int, list[int]] | None:
    values = sum_values(table, undealt, weights)
    if values is None:
        return None
    best = max(values, key=lambda line: values[line])
    known = features(table.difference(best), undealt, len(table), weights)
    tilt = dot(weights["tilts"][len(undealt) // 3], known) >> 20
    return values[best] - tilt if values[best] else 0, known


def _two_sets(state: State, shuffle: Shuffle) -> Sequence[Line]:
    draws, sets = Draws(shuffle.seed), state.sets
    first = draws.below(shuffle.game, 0, len(sets))
    if len(sets) == 1:
        return [sets[first]]
    second = (first + 1 + draws.below(shuffle.game, 1, len(sets) - 1)) % len(sets)
    return [sets[first], sets[second]]


def _features_after(state: State, line: Line, weights: Weights) -> list[int]:
    table, undealt = cards_of(state)
    rest = table.difference(line)
    left = rest | undealt
    too_many = len(left) > MOST_CARDS or len(left) + len(sets_of(left)) > MOST_CARDS_AND_SETS
    more = [0] * (BELIEF_FEATURES - FEATURES) if too_many else belief_features(left, undealt)
    return [*features(rest, undealt, len(table), weights), *more]


def _mean_after(state: State, line: Line, shuffle: Shuffle, deals: int, budgets: Budgets, weights: Weights) -> int:
    """The mean, over several deals, of the best value at the next decision with fewer undealt cards."""
    order, total = list(shuffle.order), 0
    for number in range(deals):
        _shuffle_rest(order, state.table.undealt, shuffle, 128 * (number + 1))
        known = Shuffle(tuple(order))
        after = deal_due(state.take(line), known)
        while after.table.undealt == state.table.undealt:
            after = deal_due(after.take(Thrifty().choose(after)), known)
        total += _best_value(*cards_of(after), budgets, weights)
    return total // deals


def _shuffle_rest(order: list[int], undealt: int, shuffle: Shuffle, k: int) -> None:
    """Shuffles the undealt cards in place, by draws of 32 bits from draw k on."""
    start = len(order) - undealt
    for i in range(len(order) - 1, start, -1):
        j = start + Draws(shuffle.seed).below(shuffle.game, k + i, i - start + 1)
        order[i], order[j] = order[j], order[i]


def _best_value(table: Cards, undealt: Cards, budgets: Budgets, weights: Weights) -> int:
    """The value of the best move, on the scale ONE: by sums, by beliefs or by linear values."""
    stage = len(undealt) // 3
    values = sum_values(table, undealt, weights) if len(undealt) <= budgets["sums_from"] else None
    if values is not None:
        best = max(values.values())
        return curve_at(weights["curves"][stage], best) if best else 0
    believed = belief_values(table, undealt, weights) if len(undealt) <= budgets["beliefs_from"] else None
    return max((believed or linear_values(table, undealt, weights)).values()) >> 20


Columns = dict[str, list[Any]]

BARE_TRIALS = 64
"""The number of deals that are tried to find a table without a SET."""


class SolitaireEngine:
    """A strategy with its budgets and its weights: plays games, values positions, bounds the results of any player."""

    def __init__(self, strategy: str, budgets: Mapping[str, int], weights: Mapping[str, Any]) -> None:
        self.strategy, self.budgets = strategy, dict(budgets)
        self.weights = {name: table.tolist() for name, table in weights.items()}

    def play(self, seed: int, first: int, games: int) -> Columns:
        """For each game: cards left, undealt cards when it was declared won, SETs taken, exact value."""
        columns = self.play_moves(seed, first, games)
        del columns["moves"]
        return columns

    def play_moves(self, seed: int, first: int, games: int) -> Columns:
        """The same, and the SETs taken, as 27 rows of which the last are zeros."""
        columns: Columns = {name: [] for name in ("leftover", "declared", "turns", "value", "moves")}
        for number in range(first, first + games):
            shuffle = Shuffle.of(seed, number)
            player, state = self._player(shuffle), deal_due(shuffle.start(), shuffle)
            while not state.over:
                state = deal_due(state.take(player.choose(state)), shuffle)
            moves = [list(line) for line in state.taken] + [[0] * 3] * (TURNS - len(state.taken))
            row = len(state.cards), player.declared, len(state.taken), player.value, moves
            for column, entry in zip(columns.values(), row, strict=True):
                column.append(entry)
        return columns

    def judge(self, table: Iterable[int], undealt: Iterable[int]) -> Columns | dict[str, Any]:
        """The SETs on the table, their values, and the kind of these values."""
        values, kind = judge(_cards(table), _cards(undealt), self.budgets, self.weights)
        return {"sets": [list(line) for line in values], "values": list(values.values()), "kind": int(kind)}

    def log_sums(self, seed: int, first: int, games: int) -> Columns:
        """For each game its value, and by stage the logarithm of the best sum and the features after that move."""
        shuffles = [Shuffle.of(seed, number) for number in range(first, first + games)]
        found = [sums_in_game(self._player(shuffle), shuffle) for shuffle in shuffles]
        return {name: [row[i] for row in found] for i, name in enumerate(("value", "logs", "features"))}

    def samples(self, seed: int, first: int, games: int, *, undealt: int, deals: int) -> Columns:
        """For each game the features after two moves from one position, and the mean values of the next decision."""
        shuffles = [Shuffle.of(seed, number) for number in range(first, first + games)]
        found = [sampled_position(self._player(shuffle), shuffle, undealt, deals) for shuffle in shuffles]
        return {name: [row[i] for row in found] for i, name in enumerate(("features", "targets"))}

    def bound(
        self,
        seed: int,
        first: int,
        games: int,
        *,
        undealt: int,
        exact_to: int,
        kind: int,
        deals: Sequence[int],
        estimate: Any,
    ) -> Columns:
        """The results of the informed player and of the player, from one position of every game.

        The position is the first with at most `undealt` cards undealt in which a SET may be taken; `kind` 1 and 2 ask
        for a table without a SET, or one of more than 12 cards. Then come its undealt cards, the kind of its table, and
        the logarithms of its sums. All are -1 where there is no such position, the logarithms where they do not matter.
        """
        columns: Columns = {name: [] for name in ("best", "played", "undealt", "kind", "chances", "squares")}
        for number in range(first, first + games):
            position = self._position(Shuffle.of(seed, number), undealt, kind)
            informed = InformedPlayer(
                _estimator(estimate.tolist()), Draws(seed), number, deals, exact_to, self.budgets["exact_from"]
            )
            for column, entry in zip(columns.values(), self._bound_row(informed, position), strict=True):
                column.append(entry)
        return columns

    def _player(self, shuffle: Shuffle) -> Player:
        return Player(self.strategy, self.budgets, self.weights, shuffle)

    def _position(self, shuffle: Shuffle, undealt: int, kind: int) -> tuple[Cards, Cards] | None:
        player, state = self._player(shuffle), deal_due(shuffle.start(), shuffle)
        while not state.over and state.table.undealt > undealt + 3 * kind:
            state = deal_due(state.take(player.choose(state)), shuffle)
        position = cards_of(state) if kind == TWELVE else _bare_position(state, shuffle, kind)
        return position if position and is_covered(frozenset.union(*position)) else None

    def _bound_row(self, informed: InformedPlayer, position: tuple[Cards, Cards] | None) -> list[float]:
        if position is None:
            return [-1.0, -1.0, -1, -1, -1, -1]
        sums = sums_of(*position, list(partitions_of(frozenset.union(*position))))
        decided = sums.certain is not None
        return [
            informed.best(*position),
            informed.follow_player(self._choose, *position),
            len(position[1]),
            sums.kind,
            -1 if decided else steps_of(sums.chances),
            -1 if decided else steps_of(sums.squares),
        ]

    def _choose(self, table: Cards, undealt: Cards) -> Line:
        if len(sets := sets_of(table)) == 1:
            return sets[0]
        values, kind = judge(table, undealt, self.budgets, self.weights)
        if kind is ValueKind.NONE:
            return thriftiest(sets, CardSet(table | undealt))
        return max(sets, key=lambda line: values[line])


def _cards(cards: Iterable[int]) -> Cards:
    return frozenset(int(card) for card in cards)


def _bare_position(state: State, shuffle: Shuffle, kind: int) -> tuple[Cards, Cards] | None:
    """The position after a random SET and a deal that leaves no SET; a large table gets three cards more."""
    draws, game, sets = Draws(shuffle.seed), shuffle.game, state.sets
    if len(state.cards) != FULL_TABLE or not sets:
        return None
    rest = state.take(sets[draws.below(game, 0, len(sets))])
    order = list(shuffle.order[-state.table.undealt :])
    for trial in range(1, BARE_TRIALS + 1):
        for i in range(3):
            j = i + draws.below(game, 4 * trial + i, len(order) - i)
            order[i], order[j] = order[j], order[i]
        table = frozenset(rest.cards).union(order[:3])
        if not sets_of(table):
            shown = 6 if kind == LARGE else 3
            return table.union(order[:shown]), frozenset(order[shown:])
    return None


def _estimator(weights: Sequence[Sequence[int]]) -> Any:
    """The estimate as a function of the table and the undealt cards."""

    def value(table: Cards, undealt: Cards) -> float:
        return estimate(table, undealt, _partitions(table | undealt), weights) / ONE

    return value


@lru_cache(maxsize=256)
def _partitions(cards: Cards) -> list[Partition]:
    return list(partitions_of(cards))
