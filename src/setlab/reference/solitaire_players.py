"""The players of solitaire: random, basic, thrifty, general and valued, one SET at a time, and one who knows the deck.

The values of the SETs on the table are exact, or come from look-ahead, sums, beliefs or linear values. The number of
undealt cards decides, by the budgets, which kind comes first; where a kind is not possible, the next is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from setlab.reference.solitaire_beliefs import belief_values
from setlab.reference.solitaire_positions import (
    ONE,
    Budgets,
    Cards,
    Weights,
    exact_values_of,
    is_covered,
    partitions_of,
    sets_of,
)
from setlab.reference.solitaire_values import ahead_value, linear_values, sum_values
from setlab.solitaire.game import FULL_TABLE, Line, Partition, Shuffle, State, Strategy
from setlab.solitaire.strategies.players import Basic, Random, Thrifty, lines_through
from setlab.solitaire.values.engine import ValueKind, exact_one

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
        return self._general(state) if self.strategy == "general" else self._valued(state)

    def _general(self, state: State) -> Line:
        undealt = state.table.undealt
        if self.declared < 0 and undealt <= self.budgets["general_from"] and undealt < self.checked:
            self.checked = undealt
            if is_declared(state):
                self.declared, self.value = undealt, true_value(state)
        followed = follow(state) if self.declared >= 0 else None
        return followed or Basic().choose(state)

    def _valued(self, state: State) -> Line:
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
