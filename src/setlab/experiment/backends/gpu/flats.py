"""`first-set`, `first-plane`, `set-count` and `plane-count` on the GPU: one deck per thread."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

from setlab.experiment.backends.gpu import Device
from setlab.experiment.kernel import GpuTrials, Outcome
from setlab.experiment.kernels.dealing import SERIES, CountParameters, DealParameters, Flat, at
from setlab.experiment.tally import histogram_of, series_of

DECKS_OF_BLOCK = 1 << 14
"""Decks that a block takes in one launch: its sums have 32 bits (native/cuda/flats.cu)."""


@lru_cache
def all_flats(flat: Flat, dimension: int) -> Any:
    """All flats of AG(d,3), one row of cards each.

    >>> from setlab.experiment.kernels.dealing import LINE, PLANE
    >>> all_flats(LINE, 2).shape, all_flats(PLANE, 3).shape
    ((12, 3), (39, 9))
    """
    import numpy as np

    vectors = np.array(list(product(range(3), repeat=dimension)))
    units = 3 ** np.arange(dimension - 1, -1, -1)
    rows = [(vectors[:, None, :] + np.array(span)[None]) % 3 @ units for span in _spans(vectors, flat.dimension)]
    cards = np.concatenate([row[row[:, 0] == row.min(axis=1)] for row in rows])
    return np.ascontiguousarray(cards, dtype=np.uint16)


def _spans(vectors: Any, k: int) -> Iterator[list[Any]]:
    """The subspaces of dimension k, each as the list of its vectors, the zero vector first.

    A basis in reduced echelon form stands for each of them.
    """
    for basis in product(vectors[1:], repeat=k):
        leading = [int(vector.nonzero()[0][0]) for vector in basis]
        ordered = all(a < b for a, b in pairwise(leading))
        reduced = all(int(b[p]) == (i == j) for i, p in enumerate(leading) for j, b in enumerate(basis))
        if ordered and reduced:
            yield [sum(c * b for c, b in zip(by, basis, strict=True)) % 3 for by in product(range(3), repeat=k)]


def flats_per_card(flat: Flat, dimension: int) -> int:
    """The number of flats through a card.

    >>> from setlab.experiment.kernels.dealing import LINE, PLANE
    >>> flats_per_card(LINE, 4), flats_per_card(PLANE, 4)
    (40, 130)
    """
    return len(all_flats(flat, dimension)) * flat.cards // int(3**dimension)


class Flats(GpuTrials):
    """The decks of one spec of `first-…`, or of `…-count`, which counts, on one GPU."""

    def __init__(self, device: Device, flat: Flat, counts: bool, p: DealParameters, seed: int) -> None:
        self.device, self.flat, self.counts_flats, self.p, self.seed = device, flat, counts, p, seed
        rows = all_flats(self.flat, p.dimension)
        self.flats = len(rows)
        slot, count = 1 if p.cards <= 256 else 2, 1 if flats_per_card(self.flat, p.dimension) <= 255 else 2
        per_thread = p.cards * (slot + (count if self.counts_flats else 0))
        series = 20 * (p.cards + 1)
        self.threads = max(32, min(256, (device.shared - series) // per_thread // 32 * 32))
        self.shared = self.threads * per_thread
        self.module = device.module(
            "flats.cu",
            SETLAB_DIMENSION=p.dimension,
            SETLAB_FLAT=self.flat.cards,
            SETLAB_SLOT=f"u{8 * slot}",
            SETLAB_COUNT=f"u{8 * count}",
            SETLAB_THREADS=self.threads,
        )
        self.cards = device.cupy.asarray(rows)

    def outcome(self, first: int, trials: int) -> Outcome:
        """The outcome of a range of decks."""
        return self.counts(first, trials) if self.counts_flats else self.firsts(first, trials)

    def firsts(self, first: int, trials: int) -> Outcome:
        """The histogram of the number of cards dealt when the first flat is complete."""
        cupy = self.device.cupy
        histogram = cupy.zeros(self.p.cards + 1, cupy.uint64)
        self.launch("find_first", first, trials, histogram)
        return Outcome({f"first_{self.flat.name.lower()}": histogram_of(histogram.get())})

    def counts(self, first: int, trials: int) -> Outcome:
        """Sums, sums of squares, least and most for all n, and the histograms of the chosen n."""
        assert isinstance(self.p, CountParameters)
        cupy, size, chosen = self.device.cupy, self.p.cards + 1, self.p.histogram_at
        kept = cupy.full(size, -1, cupy.int32)
        for place, n in enumerate(chosen):
            kept[n] = place
        sums, squares = cupy.zeros(size, cupy.uint64), cupy.zeros(size, cupy.uint64)
        least, most = cupy.full(size, self.flats, cupy.uint32), cupy.zeros(size, cupy.uint32)
        histograms = cupy.zeros((max(1, len(chosen)), self.flats + 1), cupy.uint64)
        self.launch("count_flats", first, trials, kept, sums, squares, least, most, histograms)
        series = (series_of(values.get()) for values in (sums, squares, least, most))
        found = dict(zip(SERIES, series, strict=True))
        return Outcome(found | {at(n): histogram_of(histograms[i].get()) for i, n in enumerate(chosen)})

    def launch(self, name: str, first: int, trials: int, *arrays: Any) -> None:
        """Run a kernel of native/cuda/flats.cu over the trials."""
        import numpy as np

        kernel = self.module.get_function(name)
        grid = self.device.blocks_at_once(kernel, self.threads, self.shared)
        at_once = grid * (DECKS_OF_BLOCK // self.threads) * self.threads
        for start in range(first, first + trials, at_once):
            number = min(at_once, first + trials - start)
            given = (np.uint64(self.seed), np.uint64(start), np.uint32(number), self.cards, np.uint32(self.flats))
            kernel((grid,), (self.threads,), (*given, *arrays), shared_mem=self.shared)
