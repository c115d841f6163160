"""The standard game with random choice on the GPU: 32 games per thread, in two passes; the rest one per thread.

`solitaire` uses it for the strategy that chooses at random; strategies that look at pairs and SETs alone play one game
per thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from setlab.draws import KEY_STEPS, LOW_32, MULTIPLIERS, ROUNDS
from setlab.errors import SpecError
from setlab.experiment.backends.gpu import Device
from setlab.experiment.backends.gpu.games import Games
from setlab.experiment.kernel import Outcome, Rare
from setlab.experiment.kernels.endgame import TABLE, EndgameParameters
from setlab.experiment.tally import Counts

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
        """What a kernel is given."""
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


class SolitaireGames:
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

    def describe(self, rare: tuple[Rare, ...]) -> tuple[Rare, ...]:
        """No game is rare."""
        return rare
