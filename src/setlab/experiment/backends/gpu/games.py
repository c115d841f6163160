"""`endgame` on the GPU: one game per thread, any rules with three values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.backends.gpu import Device
from setlab.experiment.kernel import Outcome, Rare
from setlab.experiment.kernels.endgame import MOST_JOINT, NEVER, EndgameParameters, count_sets, rarity
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
    greedy = p.table >= p.dealt and p.choice is Choice.FIRST
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
    def shared(self) -> int:
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
        names = ("leftover", "largest_table", "turns", "searches", "no_set", "first_no_set")
        counted = (leftover, largest, turns, *searches)
        return {name: histogram_of(counts) for name, counts in zip(names, counted, strict=True)} | found


def totals_of(p: EndgameParameters) -> Totals:
    """The histograms of games with these parameters.

    >>> totals_of(EndgameParameters(count="sets"))
    Totals(dealt=81, sizes=range(12, 24, 3), sets=84)
    """
    if not p.counts_sets:
        return Totals(p.dealt)
    size = table_size(p)
    return Totals(p.dealt, range(p.table, size.slots + 1, 3), size.sets)


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
            what = (
                f"{p.values} values" if p.values != 3 else f"a table of {p.table} cards with {p.dimension} properties"
            )
            raise SpecError(f"the backend gpu cannot play endgame with {what}: use --backend cpu")
        self.module = device.module(
            "endgame.cu",
            SETLAB_DIMENSION=max(p.dimension, 4),
            SETLAB_SLOTS=size.slots,
            SETLAB_SETS=size.sets,
            SETLAB_CHOICE=p.choice.value,
            SETLAB_REFILL=p.refill.value.replace("-", "_"),
            SETLAB_WIDTH=16 if p.dimension < 6 else 32,
            SETLAB_ROOM=device.shared - 4 * self.totals.shared,
            SETLAB_THREADS=MOST_THREADS,
            **({"SETLAB_PLAYER": player} if player else {}),
            **({"SETLAB_COUNT_SETS": 1} if p.counts_sets else {}),
        )
        self.play_games, self.show_games = map(self.module.get_function, ("play_games", "show_games"))
        self.make_arrays()

    def make_arrays(self) -> None:
        """What stays on the GPU: the spec, the tables that move cards, the histograms, the list of rare games."""
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

        numbers = [len(self.p.deck), self.p.dealt, self.p.table, -(-self.p.dealt // 8) * 8]
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
            *(self.counts, np.uint32(self.totals.shared), np.uint32(self.totals.joint)),
            *map(np.uint32, self.p.rare_from),
            *(self.listed, self.number, np.uint32(len(self.listed))),
        )
        self.launch(self.play_games, self.totals.shared, arguments)

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
        return tuple(_rare_game(trial, row) for trial, row in zip(trials, rows.get().tolist(), strict=True))


def _rare_game(trial: int, row: list[int]) -> Rare:
    """A rare game from its row of numbers."""
    leftover, largest, *cards = row
    left = sorted(27 * (card >> 5) + (card & 31) for card in cards[:leftover])
    return Rare(trial, rarity(leftover, largest), tuple(left))
