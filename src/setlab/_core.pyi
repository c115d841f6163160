"""The compiled core: arrays in, arrays out. `docs/core.md` explains the engines.

`threads=None` means all cores. `isa=""` means what SETLAB_ISA asks for, or else the best of `isas()`.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

def isa() -> str:
    """The name of the instruction set that the engines use now."""

def isas() -> list[str]:
    """The names of those that this machine can run, the best first."""

class Interrupted(Exception):
    """Work was ended by a `Stop`."""

class Stop:
    """A request to end long work in other threads: `with stop:` makes work in a thread listen to it.

    Work in a thread that listens to nobody is ended by Ctrl-C, with `KeyboardInterrupt`, if it is the main thread.
    """

    def set(self) -> None:
        """Ask for the end."""

    def is_set(self) -> bool:
        """Whether the end was asked for."""

    def __enter__(self) -> Stop:
        """Work in this thread listens from now on: it ends with `Interrupted`."""

    def __exit__(self, *_: object) -> None:
        """Work in this thread listens no longer."""

def check_interrupt() -> None:
    """Raise `Interrupted` if work in this thread is to end; loops in Python that last call it now and then."""

def count_lines(
    masks: NDArray[np.uint64], dimension: int, *, threads: int | None = None, isa: str = ""
) -> NDArray[np.int32]:
    """The number of lines in each collection; masks has one row of ceil(3^d / 64) words per collection."""

def find_lines(
    masks: NDArray[np.uint64], dimension: int, *, threads: int | None = None, isa: str = ""
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Offsets and sorted triples: collection j has triples[offsets[j]:offsets[j + 1]]."""

def draw_bits_table(
    seed: int,
    first: int,
    trials: int,
    draws: int,
    width: int = 32,
    *,
    threads: int | None = None,
    isa: str = "",
) -> NDArray[np.uint32]:
    """Draws 0 ... draws - 1 of each trial."""

def draw_below_table(
    seed: int,
    first: int,
    trials: int,
    bounds: NDArray[np.uint64],
    width: int = 32,
    *,
    threads: int | None = None,
    isa: str = "",
) -> NDArray[np.uint32]:
    """Draw k of each trial, below bounds[k]."""

def accept_draw(x: int, bound: int, width: int = 32) -> int | None:
    """The result of the draw x below a bound, or None when x is rejected."""

def draw_below(seed: int, trial: int, k: int, bound: int, width: int = 32) -> int:
    """One bounded draw by the scalar header that the GPU shares."""

class CountsDealt(TypedDict):
    """For n = 0 ... 3^d, what trials gave for X_n, the number of flats within the first n cards.

    Of no trials, `least` is the number of all flats and `most` is 0. `histograms` has one array for each n that was
    asked for: how many trials had X_n = 0, 1, ... to the number of all flats.
    """

    sum: NDArray[np.int64]
    sum_of_squares: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    histograms: list[NDArray[np.int64]]

def first_line(
    seed: int, first: int, trials: int, *, dimension: int, threads: int | None = None, isa: str = ""
) -> NDArray[np.int64]:
    """How many trials have their first line when n cards are dealt, n = 0 ... 3^d; dimension 2 ... 6."""

def first_line_trials(
    seed: int, first: int, trials: int, *, dimension: int, threads: int | None = None, isa: str = ""
) -> NDArray[np.int32]:
    """The number of cards dealt when the first line is complete, trial by trial."""

def first_plane(
    seed: int, first: int, trials: int, *, dimension: int, threads: int | None = None, isa: str = ""
) -> NDArray[np.int64]:
    """How many trials have their first plane when n cards are dealt, n = 0 ... 3^d; dimension 2 ... 5."""

def first_plane_trials(
    seed: int, first: int, trials: int, *, dimension: int, threads: int | None = None, isa: str = ""
) -> NDArray[np.int32]:
    """The number of cards dealt when the first plane is complete, trial by trial."""

def count_lines_dealt(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    histogram_at: Sequence[int] = (),
    threads: int | None = None,
    isa: str = "",
) -> CountsDealt:
    """The lines within the first n cards; dimension 2 ... 6.

    The sums of squares have 63 bits: (2^63 - 1) // lines^2 trials at once are accepted, 1.1 * 10^9 for dimension 6.
    """

def count_lines_dealt_trials(
    seed: int, first: int, trials: int, *, dimension: int, threads: int | None = None, isa: str = ""
) -> NDArray[np.int32]:
    """The number of lines within the first n cards, one row n = 0 ... 3^d per trial."""

def count_planes_dealt(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    histogram_at: Sequence[int] = (),
    threads: int | None = None,
    isa: str = "",
) -> CountsDealt:
    """The planes within the first n cards; dimension 2 ... 5, (2^63 - 1) // planes^2 trials at once at most."""

def count_planes_dealt_trials(
    seed: int, first: int, trials: int, *, dimension: int, threads: int | None = None, isa: str = ""
) -> NDArray[np.int32]:
    """The number of planes within the first n cards, one row n = 0 ... 3^d per trial."""

def play_endgame(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    values: int,
    deck: NDArray[np.uint16],
    dealt: int,
    table: int,
    choice: str,
    refill: str,
    rare_leftover: int,
    rare_table: int,
    count_sets: bool = False,
    threads: int | None = None,
    isa: str = "",
) -> dict[str, NDArray[np.int64]]:
    """Tallies of whole games, and the numbers of the rare ones; with `count_sets`, of the SETs on the tables searched.

    `sets` has a row (cards, SETs, searches, squares, products) for every kind of table that was searched: sums over
    games of the number X of its searches, of X², and of X·N, where N is the number of searches of tables of this size.
    `sum_squares` has for every number of cards the sum over games of (SETs on all tables of this size)². `first_sets`
    counts games by the number of SETs on their first table.
    """

def play_endgame_trials(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    values: int,
    deck: NDArray[np.uint16],
    dealt: int,
    table: int,
    choice: str,
    refill: str,
    threads: int | None = None,
    isa: str = "",
) -> NDArray[np.int32]:
    """Leftover, largest table, SETs taken and turns of each game."""

def play_endgame_moves(
    seed: int,
    first: int,
    trials: int,
    *,
    dimension: int,
    values: int,
    deck: NDArray[np.uint16],
    dealt: int,
    table: int,
    choice: str,
    refill: str,
) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """The same four numbers of each game, and a row of `dealt` cards: the SETs taken one after the other, then 65535.

    The cards of a SET are in the order of their slots.
    """

def next_orbits(
    masks: NDArray[np.uint64],
    sizes: NDArray[np.uint64],
    dimension: int,
    family: str = "all",
    *,
    threads: int | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The orbits of AGL(d,3) with one card more, d = 2 ... 5, in the order of their parents: masks and sizes.

    Each orbit has one parent among all orbits of the family ("all", "cap", "plane-free", "ultraset-free"); so a level
    can be made in parts. The masks are canonical forms.
    """

def count_additions(
    masks: NDArray[np.uint64], dimension: int, family: str, *, threads: int | None = None
) -> NDArray[np.uint64]:
    """The number of cards that can be added to each collection within the family."""

def count_ultrasets(masks: NDArray[np.uint64], dimension: int, *, threads: int | None = None) -> NDArray[np.uint64]:
    """The number of UltraSETs in each collection, d = 2 ... 5: of pairs of pairs with the same third card."""

def canonical_forms(masks: NDArray[np.uint64], dimension: int, *, threads: int | None = None) -> NDArray[np.uint64]:
    """The mask that stands for the orbit of each collection: equal for two exactly if a map takes one to the other."""

def stabilizers(masks: NDArray[np.uint64], dimension: int, *, threads: int | None = None) -> NDArray[np.uint64]:
    """The order of the stabiliser of each collection in AGL(d,3), by an independent search."""

def extend_lines(
    masks: NDArray[np.uint64],
    sizes: NDArray[np.uint64],
    dimension: int,
    extra: int,
    *,
    threads: int | None = None,
) -> NDArray[np.uint64]:
    """For each number of lines, how many collections have it of those with 0 ... 3 cards more than a mask.

    Those of mask i count sizes[i] times. A row is the low and the high word of a number of 128 bits.
    """

def subset_orbits(dimension: int, size: int, *, affine: bool) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The smallest mask and the size of every orbit of AGL(d,3), or of the translations; dimension 1 ... 3."""

def line_extremes(
    dimension: int,
) -> tuple[NDArray[np.int32], NDArray[np.uint32], NDArray[np.int32], NDArray[np.uint32]]:
    """Fewest lines by the number of cards, a mask that attains them, most lines, a mask likewise; dimension 1 ... 3."""

def fewest_lines_over(
    first: NDArray[np.uint32], second: NDArray[np.uint32], third: int, limit: int, *, dimension: int
) -> tuple[int, int, int, int] | None:
    """The fewest lines of AG(d+1,3), if at most limit, with a section of each list and one of `third` cards; where."""

class GameGraph(TypedDict):
    """The classes of states of a game, and what follows each; class 0 is the start.

    A state is a table and undealt cards, as masks, and a number of cards due: to be dealt before the next search for a
    SET. After class i comes `children[j]` in `ways[j]` ways, all equally likely, for the j from `offsets[i]` to
    `offsets[i + 1]`.
    """

    table: NDArray[np.uint32]
    undealt: NDArray[np.uint32]
    due: NDArray[np.uint32]
    offsets: NDArray[np.int64]
    children: NDArray[np.uint32]
    ways: NDArray[np.uint32]

def game_graph(*, table: int, undealt: int, due: int, size: int) -> GameGraph:
    """The states that a game in AG(3,3) with `size` cards on the table can reach, up to symmetry."""

def canonical_positions(
    tables: NDArray[np.uint32], undealts: NDArray[np.uint32]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Of all images of a position under AGL(3,3) a fixed one: tables and undealt cards."""

def plane_unions(dimension: int, largest: int) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """All unions of planes of AG(d,3) with at most `largest` cards, one of each orbit, the empty one first.

    Gives their masks, the sizes of their orbits, and their coefficients: the sum of (-1)^m over the families of m
    planes with exactly this union. Dimension 2 ... 4.
    """

def sum_plane_unions(
    dimension: int,
    masks: NDArray[np.uint64],
    images: NDArray[np.int64],
    above: int,
    largest: int,
    *,
    threads: int | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Sizes, denominators and sums: sum / denominator, added up by size, is what the unions of `above` + 1 ...
    `largest` cards that are reached from these contribute to the total of the coefficients.

    Given one union of every orbit with at most `above` cards and the sizes of the orbits, in any number of calls, this
    is the whole total of each size, and an integer.
    """

def third_sections(
    dimension: int, first: NDArray[np.uint32], second: NDArray[np.uint32], size: int
) -> tuple[NDArray[np.int64], NDArray[np.uint32], int]:
    """All sections of `size` cards with which the pair k of sections meets every plane of AG(d,3) that is not in a
    layer, and that meet all planes of their own layer: sections[offsets[k]:offsets[k + 1]].

    The last number is the number of partial choices tried. Dimension 3 or 4.
    """

class AntisetEngine:
    """Exact answers about anti-SET on a list of blocks; `setlab/reference/antiset.py` defines them.

    The generators are permutations that take blocks to blocks, and `order` is that of the group they make. Xavier
    moves when x and o have the same size. An end at ply e is a block completed by the e-th move of the game.
    """

    def __init__(
        self,
        points: int,
        blocks: Sequence[Sequence[int]],
        generators: Sequence[Sequence[int]],
        order: int,
    ) -> None: ...
    def forces(self, xavier: bool, x: Sequence[int], o: Sequence[int], by: int, budget: int) -> bool | None:
        """Whether a player can force the other to complete a block at ply `by` or before; None beyond the budget."""

    def canonical(self, x: Sequence[int], o: Sequence[int]) -> tuple[list[int], list[int]]:
        """The position that stands for all images of this one."""

    def reachable(
        self, x: Sequence[int], o: Sequence[int], budget: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int32], NDArray[np.uint64]] | None:
        """One position of every class that can be reached with no block completed, in the order of plies.

        Masks of Xavier and Olivia in two words each, values (0 for a draw, points + 1 - e for a win of Xavier at
        ply e, the negative for Olivia), and how many positions the group makes of each; None beyond the budget.
        """

    def clear(self) -> None:
        """Forget the positions examined."""

    @property
    def positions(self) -> int:
        """How many positions `forces` has examined."""

class SolitaireGames(TypedDict):
    """For each game: cards left, undealt cards when it was declared won (or -1), SETs taken, exact value (or -1).

    The value is that of the first position that was declared won, or valued exactly, in parts of 2^20.
    """

    leftover: NDArray[np.int32]
    declared: NDArray[np.int32]
    turns: NDArray[np.int32]
    value: NDArray[np.int32]

class SolitaireMoves(SolitaireGames):
    """The same, and for each game 27 rows of three cards: the SETs taken, then zeros."""

    moves: NDArray[np.uint8]

class SolitaireJudged(TypedDict):
    """The SETs on the table, their values, and the kind of these values (setlab.solitaire.values.Kind)."""

    sets: NDArray[np.uint8]
    values: NDArray[np.int64]
    kind: int

class SolitaireSums(TypedDict):
    """For each game the exact value that it came to, and by stage the best sum at the first decision.

    That is the logarithm of the sum (0 without a partition, -1 without a decision) and the ten features after the move.
    """

    value: NDArray[np.int32]
    logs: NDArray[np.int32]
    features: NDArray[np.int32]

class SolitaireSamples(TypedDict):
    """For each game the 15 features after each of two moves (zeros where there is none), and the two targets."""

    features: NDArray[np.int64]
    targets: NDArray[np.int64]

class SolitaireBounds(TypedDict):
    """From one position of every game, what the informed player reaches and what the player; its undealt cards.

    Then the kind of its table, and the logarithms of the two sums of the estimate, or -1. All are -1
    where there is no such position, or it has too many cards.
    """

    best: NDArray[np.float64]
    played: NDArray[np.float64]
    undealt: NDArray[np.int32]
    kind: NDArray[np.int32]
    chances: NDArray[np.int32]
    squares: NDArray[np.int32]

class SolitaireEngine:
    """A player of solitaire: prepared once, asked again and again, by several threads at a time if need be.

    `strategy` is random, basic, thrifty, general or valued; `budgets` are the fields of
    setlab.solitaire.values.Budgets, `weights` the arrays of setlab.solitaire.values.Weights. Only
    `valued` judges positions, bounds and fits.
    """

    def __init__(
        self, strategy: str, budgets: Mapping[str, int], weights: Mapping[str, NDArray[np.int64]], *, isa: str = ""
    ) -> None: ...
    def play(self, seed: int, first: int, games: int, *, threads: int | None = None) -> SolitaireGames:
        """Games first ... first + games - 1 of a seed."""

    def play_moves(self, seed: int, first: int, games: int, *, threads: int | None = None) -> SolitaireMoves:
        """The same games, with the SETs taken."""

    def judge(self, table: NDArray[np.uint8], undealt: NDArray[np.uint8]) -> SolitaireJudged:
        """The values of the SETs on the table."""

    def log_sums(self, seed: int, first: int, games: int, *, threads: int | None = None) -> SolitaireSums:
        """The sums that come up in games, for fitting."""

    def samples(
        self, seed: int, first: int, games: int, *, undealt: int, deals: int, threads: int | None = None
    ) -> SolitaireSamples:
        """Positions after random moves, and the mean value of what follows over `deals` deals, for fitting."""

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
        estimate: NDArray[np.int64],
        informed: bool = True,
        threads: int | None = None,
    ) -> SolitaireBounds:
        """From the first position of each game with at most `undealt` undealt cards in which a SET may be taken.

        With at most `exact_to` undealt cards values are exact; `deals` are revealed, and `estimate` has nine weights,
        for each of the 28 stages. `kind` 1 and 2 ask for a table without a SET, or one of more than 12 cards. Without
        `informed` only the player is followed, and `best` is -1.
        """

def solitaire_count_partitions(low: int, high: int, *, isa: str = "") -> int:
    """The number of partitions into SETs of the cards whose bits are set, at most 39 cards."""

def solitaire_partitions(low: int, high: int, most: int, *, isa: str = "") -> NDArray[np.uint8]:
    """At most `most` partitions: an array of partitions, SETs and cards."""

class SolitaireDecks(TypedDict):
    """For each deck 1, 0 or -1 (it can be cleared, cannot, or the nodes did not suffice), and the SETs to take."""

    answers: NDArray[np.int32]
    moves: NDArray[np.uint8]

def solitaire_clairvoyant(
    seed: int, first: int, games: int, *, nodes: int, threads: int | None = None, isa: str = ""
) -> SolitaireDecks:
    """Whether the decks of a range of games can be cleared by a player who knows their order."""

def solitaire_clairvoyant_order(
    order: NDArray[np.uint8], *, nodes: int, isa: str = ""
) -> tuple[int, NDArray[np.uint8]]:
    """The same for one deck in a given order."""

def run_network(
    pictures: NDArray[np.float32],
    kernels: Sequence[NDArray[np.float32]],
    biases: Sequence[NDArray[np.float32]],
    *,
    strides: Sequence[int],
    paddings: Sequence[int],
    isa: str = "",
) -> NDArray[np.float32]:
    """The last maps of a stack of convolutions: (pictures, height, width, outputs).

    Pictures are (pictures, height, width, channels), kernels (height, width, inputs, outputs). After every layer but
    the last, negative numbers become 0. Additions have one order, so the answer is the same on every machine.
    """
