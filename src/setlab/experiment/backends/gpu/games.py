"""`endgame` on the GPU: one game per thread, any rules with three values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from setlab.draws import KEY_STEPS, LOW_32, MULTIPLIERS, ROUNDS
from setlab.errors import SpecError
from setlab.experiment.backends.gpu import Device
from setlab.experiment.kernel import GpuTrials, Outcome, Rare
from setlab.experiment.kernels.endgame import COUNTED, MOST_JOINT, NEVER, TABLE, EndgameParameters, count_sets, rarity
from setlab.experiment.tally import Counts, histogram_of
from setlab.rules import Choice, Refill

MOST_THREADS = 1024
"""Threads that a block may have."""

MOST_AT_ONCE = 1 << 24
"""Games of one launch: the histograms of a block count with 32 bits, and all of them may be rare."""

MOST_IN_SHARED = 8192
"""Entries of the histograms that a block keeps in shared memory."""

LARGEST_CAP = {2: 4, 3: 9, 4: 20, 5: 45, 6: 112}
"""The most cards without a SET, by dimension."""

MOST_MASK_SLOTS = 64
"""Up to this many slots SETs are masks, as in native/cuda/endgame.cu."""

SHOWN = 128
"""Numbers that show a rare game: leftover, largest table, and the cards left."""

LARGEST_THREAD = 400_000
"""Bytes of a table in the memory of one thread; CUDA allows 512 KB for everything."""


@dataclass(frozen=True)
class TableSize:
    """The most slots of a table and the most SETs on it."""

    slots: int
    sets: int

    @property
    def bytes(self) -> int:
        """About the memory of a thread: a SET is a mask, or two numbers in a sorted list."""
        return 8 * self.sets


def table_size(p: EndgameParameters) -> TableSize:
    """The size of the tables of a game. Three cards more are dealt only where there is no SET.

    Where three come after every search, holes are closed when there is no slot left: so a mask is used as a whole.

    >>> table_size(EndgameParameters()), table_size(EndgameParameters(dimension=6))
    (TableSize(slots=23, sets=84), TableSize(slots=115, sets=2185))
    """
    slots = max(p.table, LARGEST_CAP[p.dimension] + 3)
    if p.refill is Refill.ALWAYS_THREE:
        slots = next((width for width in (32, MOST_MASK_SLOTS) if slots <= width), slots)
    greedy = p.table >= p.deal_size and p.choice is Choice.FIRST
    return TableSize(slots, 1 if greedy else slots * (slots - 1) // 6)


@dataclass(frozen=True)
class Totals:
    """The histograms of games as one array: three by the cards on a searched table, turns, leftover and table.

    Where SETs are counted, `sizes` are the numbers of cards of their tables, which have up to `sets` SETs. The order is
    that of `GameCounts` in native/cuda/histograms.cuh.

    >>> Totals(81).length, Totals(81, range(12, 24, 3), 84).length
    (7028, 8137)
    """

    dealt: int
    sizes: range = range(0)
    sets: int = 0

    @property
    def size(self) -> int:
        return self.dealt + 1

    @property
    def turns(self) -> int:
        return 2 * self.dealt // 3 + 4

    @property
    def joint(self) -> bool:
        return self.dealt <= MOST_JOINT

    @property
    def row(self) -> int:
        return self.sets + 1 if self.sizes else 0

    @property
    def lengths(self) -> list[int]:
        """The lengths of its parts: searches, turns, first tables, tables seen, tables and leftover, squares."""
        tables = self.size**2 if self.joint else 2 * self.size
        return [3 * self.size, self.turns, self.row, 3 * len(self.sizes) * self.row, tables, len(self.sizes)]

    @property
    def length(self) -> int:
        return sum(self.lengths)

    @property
    def most_at_once(self) -> int:
        """The most games whose counts fit into 32 bits: a product of numbers of searches is added for each table."""
        return min(MOST_AT_ONCE, 2**32 // self.turns**2) if self.sizes else MOST_AT_ONCE

    @property
    def shared_entries(self) -> int:
        """The entries that are counted in shared memory: all but the squares of sums, or the first ones only."""
        *most, _ = self.lengths
        return sum(most) if sum(most) <= MOST_IN_SHARED else sum(most[:2])

    def histograms(self, totals: Any) -> dict[str, Counts]:
        """The histograms by name."""
        import numpy as np

        size, ends = self.size, np.cumsum(self.lengths)[:-1]
        searches, turns, first, seen, tables, squares = np.split(totals, ends)
        searches = searches.reshape(3, size)
        found: dict[str, Counts] = {}
        if self.sizes:
            sums = seen.reshape(3, len(self.sizes), self.row)
            kinds = zip(*(axis.tolist() for axis in sums[0].nonzero()), strict=True)
            rows = ((self.sizes[at], sets, *map(int, sums[:, at, sets])) for at, sets in kinds)
            by_cards = dict(zip(self.sizes, squares.tolist(), strict=True))
            found |= count_sets(rows, [by_cards.get(cards, 0) for cards in range(size)], first)
        if self.joint:
            both = tables.reshape(size, size)
            pairs = zip(*(axis.tolist() for axis in both.nonzero()), strict=True)
            found["largest_table_and_leftover"] = {pair: int(both[pair]) for pair in pairs}
            leftover, largest = both.sum(axis=0), both.sum(axis=1)
        else:
            leftover, largest = tables[:size], tables[size:]
        counted = zip(COUNTED, (leftover, largest, turns, *searches), strict=True)
        return {name: histogram_of(counts) for name, counts in counted} | found


def totals_of(p: EndgameParameters) -> Totals:
    """The histograms of games with these parameters.

    >>> totals_of(EndgameParameters(count="sets"))
    Totals(dealt=81, sizes=range(12, 24, 3), sets=84)
    """
    if not p.counts_sets:
        return Totals(p.deal_size)
    size = table_size(p)
    return Totals(p.deal_size, range(p.table, size.slots + 1, 3), size.sets)


class Games:
    """The games of one spec on one GPU. Its counts grow from call to call until they are taken.

    Between two calls of `take_rare` at most `at_once` games may be played. A player of solitaire may choose the SETs.
    """

    def __init__(
        self, device: Device, p: EndgameParameters, seed: int, at_once: int = MOST_AT_ONCE, player: str | None = None
    ) -> None:
        size, self.totals = table_size(p), totals_of(p)
        self.device, self.p, self.seed = device, p, seed
        self.at_once = min(at_once, self.totals.most_at_once)
        if p.values != 3 or size.bytes > LARGEST_THREAD or size.bytes * device.threads > device.memory // 2:
            table = f"a table of {p.table} cards with {p.dimension} properties"
            what = f"{p.values} values" if p.values != 3 else table
            raise SpecError(f"the backend gpu cannot play endgame with {what}: use --backend cpu")
        self.module = device.module(
            "endgame.cu",
            SETLAB_DIMENSION=max(p.dimension, 4),
            SETLAB_SLOTS=size.slots,
            SETLAB_SETS=size.sets,
            SETLAB_CHOICE=p.choice.value,
            SETLAB_REFILL=p.refill.value.replace("-", "_"),
            SETLAB_WIDTH=16 if p.dimension < 6 else 32,
            SETLAB_ROOM=device.shared - 4 * self.totals.shared_entries,
            SETLAB_THREADS=MOST_THREADS,
            **({"SETLAB_PLAYER": player} if player else {}),
            **({"SETLAB_COUNT_SETS": 1} if p.counts_sets else {}),
        )
        self.play_games, self.show_games = map(self.module.get_function, ("play_games", "show_games"))
        self.make_arrays()

    def make_arrays(self) -> None:
        """Make the arrays that stay on the GPU: spec, moves of cards, histograms, list of rare games."""
        cupy, p = self.device.cupy, self.p
        names = ("move_bytes", "block_threads", "block_bytes")
        size, self.threads, self.block_bytes = (self.device.constant(self.module, name) for name in names)
        self.moves = cupy.zeros(size, cupy.uint8)
        self.module.get_function("make_moves")((1,), (1,), (self.moves,))
        packed = [card // 27 << 5 | card % 27 for card in p.deck]
        self.packed = cupy.asarray(packed, cupy.uint16)
        self.experiment = cupy.asarray(self.experiment_struct())
        self.counts = cupy.zeros(self.totals.length, cupy.uint64)
        room = self.at_once if p.rare_from[0] < NEVER else 1
        self.listed, self.number = cupy.zeros(room, cupy.uint64), cupy.zeros(1, cupy.uint32)

    def experiment_struct(self) -> Any:
        """The struct `Experiment` of native/cuda/endgame.cu as bytes."""
        import numpy as np

        numbers = [len(self.p.deck), self.p.deal_size, self.p.table, -(-self.p.deal_size // 8) * 8]
        pointers = np.array([self.seed, self.moves.data.ptr, self.packed.data.ptr], np.uint64)
        return np.concatenate([pointers.view(np.uint8), np.array(numbers, np.uint32).view(np.uint8)])

    def launch(self, kernel: Any, kept: int, arguments: tuple[Any, ...]) -> None:
        """Launch a kernel on the whole GPU, with `kept` entries of its histograms in shared memory."""
        shared = self.block_bytes + 4 * kept
        blocks = self.device.blocks_at_once(kernel, self.threads, shared)
        kernel((blocks,), (self.threads,), arguments, shared_mem=shared)

    def play(self, first: int, number: Any, listed: Any = None) -> None:
        """Count the trials from `first` on, or those listed; `number`, an array on the GPU, says how many."""
        import numpy as np

        arguments = (
            *(self.experiment, np.uint64(first), np.uintp(0) if listed is None else listed, number),
            *(self.counts, np.uint32(self.totals.shared_entries), np.uint32(self.totals.joint)),
            *map(np.uint32, self.p.rare_from),
            *(self.listed, self.number, np.uint32(len(self.listed))),
        )
        self.launch(self.play_games, self.totals.shared_entries, arguments)

    def take_rare(self) -> list[Rare]:
        """The rare trials that have been listed since the last call."""
        found = self.listed[: int(self.number.get()[0])].get()
        self.number.fill(0)
        return [Rare(int(trial)) for trial in found]

    def take_counts(self) -> dict[str, Counts]:
        """The histograms of the games since the last call."""
        found = self.totals.histograms(self.counts.get())
        self.counts.fill(0)
        return found

    def outcome(self, first: int, trials: int) -> Outcome:
        """The outcome of a range of trials."""
        cupy, rare = self.device.cupy, list[Rare]()
        for start in range(first, first + trials, self.at_once):
            number = cupy.asarray([min(self.at_once, first + trials - start)], cupy.uint32)
            self.play(start, number)
            rare += self.take_rare()
        return Outcome(self.take_counts(), tuple(sorted(rare, key=lambda game: game.trial)))

    def describe(self, rare: tuple[Rare, ...]) -> tuple[Rare, ...]:
        """The games, each with what is rare about it and the cards that it left."""
        import numpy as np

        if not rare:
            return ()
        trials = [game.trial for game in rare]
        cupy = self.device.cupy
        rows = cupy.zeros((len(trials), SHOWN), cupy.uint16)
        listed = cupy.asarray(np.array(trials, np.uint64))
        arguments = (self.experiment, listed, np.uint32(len(trials)), rows, np.uint32(SHOWN))
        self.launch(self.show_games, 0, arguments)
        found = []
        for trial, (leftover, largest, *cards) in zip(trials, rows.get().tolist(), strict=True):
            left = sorted(27 * (card >> 5) + (card & 31) for card in cards[:leftover])
            found.append(Rare(trial, rarity(leftover, largest), tuple(left)))
        return tuple(found)


# The standard game with random choice on the GPU: 32 games per thread, in two passes; the rest one per thread.
#
# `solitaire` uses it for the strategy that chooses at random; strategies that look at pairs and SETs alone play one
# game per thread.

DRAW, DECODE, PLAY = 256, 128, 256
"""Threads of a block of the kernels, as in native/cuda/standard.cu."""

STEP = 32 * PLAY
"""Games of one block that plays: the first pass runs over multiples of this number."""

WAVES = 4
"""Blocks that each processor plays one after the other in one launch."""

LAUNCHES = 30
"""Launches between two second passes. The games that they leave undecided fill the whole GPU about twice."""

DRAW_BLOCKS = 16


def is_standard(p: EndgameParameters) -> bool:
    """True for the standard game with the whole deck of 81 cards, a table of 12 and a random choice.

    The SETs on its tables are not counted.

    >>> [is_standard(EndgameParameters(**given)) for given in ({}, {"lost": 1}, {"count": "sets"})]
    [True, False, False]
    """
    return p.is_plain and (p.dimension, p.table) == (4, TABLE) and not p.counts_sets


def philox_tables(seed: int, high: int) -> list[int]:
    """The struct `PhiloxTables` of native/cuda/standard/draws.cuh: keys, and what two rounds make of a block's number.

    `high` is the upper half of the trials.
    """
    keys = [[(seed >> 32 * i) + r * KEY_STEPS[i] & LOW_32 for r in range(ROUNDS)] for i in (0, 1)]
    words: list[list[int]] = [[], [], []]
    for block in range(DRAW_BLOCKS):
        product = MULTIPLIERS[1] * block
        second = MULTIPLIERS[0] * (product >> 32 ^ high ^ keys[0][0])
        made = (product & LOW_32) ^ keys[0][1], (second >> 32) ^ keys[1][1], second & LOW_32
        for word, value in zip(words, made, strict=True):
            word.append(value)
    return [*keys[0], *keys[1], *words[0], *words[1], *words[2]]


def cut_range(first: int, end: int, step: int, most: int) -> Iterator[tuple[int, int, bool]]:
    """The range cut into (first, trials, whole): whole parts have a multiple of `step` trials, at most `most`.

    No whole part crosses a multiple of 2^32.

    >>> list(cut_range(5, 100, 10, 40))
    [(5, 40, True), (45, 40, True), (85, 10, True), (95, 5, False)]
    >>> list(cut_range(2**32 - 15, 2**32 + 10, 10, 40))
    [(4294967281, 10, True), (4294967291, 5, False), (4294967296, 10, True)]
    """
    while first < end:
        inside = min(end, (first >> 32) + 1 << 32) - first
        whole = inside >= step
        trials = min(inside // step * step, most) if whole else inside
        yield first, trials, whole
        first += trials


class StandardGames(Games):
    """Games of 81 cards. Those that the first pass leaves undecided, 1.6 %, are listed for the second one.

    The general kernel plays what the second pass leaves undecided, about 0.02 %, and parts that are not whole.
    """

    def __init__(self, device: Device, p: EndgameParameters, seed: int) -> None:
        self.most = device.processors * WAVES * STEP
        super().__init__(device, p, seed, self.most)
        cupy = device.cupy
        self.fast = device.module("standard.cu")
        names = ("draw_games", "decode_games", "play_first", "play_second")
        self.draw_games, self.decode_games, self.play_first, self.play_second = map(self.fast.get_function, names)
        self.bytes = {play: device.constant(self.fast, f"{play}_bytes") for play in ("first", "second")}
        self.play_first.max_dynamic_shared_size_bytes = self.bytes["first"]
        self.play_second.max_dynamic_shared_size_bytes = self.bytes["second"]
        self.planes = cupy.empty(device.constant(self.fast, "planes_of_group") * self.most // 32, cupy.uint32)
        self.undecided, self.rest = TrialList(cupy, self.most), TrialList(cupy, self.most)
        self.high = -1

    def outcome(self, first: int, trials: int) -> Outcome:
        """The outcome of a range of trials."""
        rare = list[Rare]()
        self.high = -1  # another spec may have used the same kernels since
        cut = cut_range(first, first + trials, STEP, self.most)
        for launches, (start, number, whole) in enumerate(cut, 1):
            if start >> 32 != self.high:
                rare += self.settle()
                self.set_high(start >> 32)
            if whole:
                self.play_whole(start, number)
            else:
                self.play(start, self.device.cupy.asarray([number], self.device.cupy.uint32))
            if launches % LAUNCHES == 0:
                rare += self.settle()
        rare += self.settle()
        return Outcome(self.take_counts(), tuple(sorted(rare, key=lambda game: game.trial)))

    def play_whole(self, first: int, trials: int) -> None:
        """The first pass over a multiple of STEP trials with a common upper half."""
        import numpy as np

        self.deal(trials, first=first)
        blocks = min(self.device.processors, trials // STEP)
        arguments = (np.uint64(first), np.uint32(trials // 32), self.planes, self.counts, *self.undecided.arguments)
        self.play_first((blocks,), (PLAY,), arguments, shared_mem=self.bytes["first"])

    def settle(self) -> list[Rare]:
        """Play the games that were left undecided; the rare ones among them, and among those before."""
        import numpy as np

        trials = self.undecided.take()
        if trials:
            listed = self.undecided.trials
            self.deal(trials, listed=listed)
            blocks = min(self.device.processors, -(-trials // STEP))
            arguments = (listed, np.uint32(trials), self.planes, self.counts, *self.rest.arguments)
            self.play_second((blocks,), (PLAY,), arguments, shared_mem=self.bytes["second"])
            self.play(0, self.rest.number, self.rest.trials)
            self.rest.number.fill(0)
        return self.take_rare()

    def deal(self, trials: int, first: int = 0, listed: Any = None) -> None:
        """Make the cards and draws of consecutive trials, or of those listed."""
        import numpy as np

        trial = (np.uint64(first), np.uintp(0) if listed is None else listed, np.uint32(trials))
        self.draw_games((-(-trials // DRAW),), (DRAW,), (np.uint64(self.seed), *trial, self.planes))
        groups = -(-trials // 32)
        self.decode_games((-(-groups // DECODE),), (DECODE,), (np.uint32(groups), self.planes))

    def set_high(self, high: int) -> None:
        """Give the kernels their tables for trials with this upper half."""
        import numpy as np

        self.high = high
        cupy, made = self.device.cupy, np.array(philox_tables(self.seed, high), np.uint32)
        cupy.ndarray(made.shape, cupy.uint32, self.fast.get_global("philox_tables")).set(made)


class TrialList:
    """Trials that kernels list, on the GPU."""

    def __init__(self, cupy: Any, room: int) -> None:
        self.trials, self.number = cupy.zeros(room, cupy.uint64), cupy.zeros(1, cupy.uint32)

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments of a kernel."""
        import numpy as np

        return self.trials, self.number, np.uint32(len(self.trials))

    def take(self) -> int:
        """The number of trials; the next ones are listed from the beginning."""
        number = int(self.number.get()[0])
        if number > len(self.trials):
            raise RuntimeError(f"{number} games were left undecided, and the list has room for {len(self.trials)}")
        self.number.fill(0)
        return number


RANDOM = "random"
"""Plays the games of `endgame` with random choice."""

PLAYERS = ("basic", "thrifty")
"""The players of native/include/setlab/player_table.hpp."""


def solitaire_histograms(leftover: Counts) -> dict[str, Counts]:
    """The histograms of the kernel from that of the cards left.

    >>> solitaire_histograms({0: 2, 6: 5, 9: 1})
    {'clear': {0: 6, 1: 2}, 'leftover': {0: 2, 6: 5, 9: 1}}
    """
    clear = leftover.get(0, 0)
    counts = {0: sum(leftover.values()) - clear, 1: clear}
    return {"clear": {key: number for key, number in counts.items() if number}, "leftover": leftover}


class SolitaireGames(GpuTrials):
    """The games of one strategy on one GPU. Raise `SpecError` for a strategy that searches."""

    def __init__(self, device: Device, strategy: str, seed: int) -> None:
        standard = EndgameParameters()
        if strategy == RANDOM:
            self.games: Games = StandardGames(device, standard, seed)
        elif strategy in PLAYERS:
            self.games = Games(device, standard, seed, player=strategy)
        else:
            raise SpecError(f"the backend gpu cannot play solitaire by the strategy {strategy}: use --backend cpu")

    def outcome(self, first: int, trials: int) -> Outcome:
        """The outcome of a range of games."""
        return Outcome(solitaire_histograms(self.games.outcome(first, trials).histograms["leftover"]))
