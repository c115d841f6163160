"""`Spec`: everything that changes the answer of an experiment, and nothing else; `Range`: trials of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

from setlab.arguments import checked
from setlab.errors import SpecError, quote, show_value
from setlab.experiment.estimate import Quantity
from setlab.experiment.kernel import Kernel
from setlab.experiment.kernels import find_kernel
from setlab.experiment.parameters import Parameters, canonical, whole_number
from setlab.experiment.tally import Histograms
from setlab.limits import LARGEST_SEED, LARGEST_TRIAL


class Range(NamedTuple):
    """The trials first … end − 1."""

    first: int
    end: int

    @property
    def trials(self) -> int:
        """The number of trials."""
        return self.end - self.first

    def split(self, size: int) -> tuple[Range, Range | None]:
        """The trials up to the next multiple of `size`, and the others, if there are any.

        >>> Range(5, 20).split(8), Range(5, 8).split(8)
        ((Range(first=5, end=8), Range(first=8, end=20)), (Range(first=5, end=8), None))
        """
        border = self.first - self.first % size + size
        return (self, None) if self.end <= border else (Range(self.first, border), Range(border, self.end))


def join_ranges(ranges: Iterable[tuple[int, int]]) -> list[Range]:
    """Disjoint ranges in order, one where several touch.

    >>> [tuple(each) for each in join_ranges([(10, 20), (0, 10), (30, 40)])]
    [(0, 20), (30, 40)]
    """
    whole: list[Range] = []
    for first, end in sorted(ranges):
        if whole and whole[-1].end == first:
            whole[-1] = Range(whole[-1].first, end)
        else:
            whole.append(Range(first, end))
    return whole


def gaps(first: int, end: int, ranges: Iterable[tuple[int, int]]) -> list[Range]:
    """The parts of first … end − 1 that no range covers.

    >>> [tuple(each) for each in gaps(0, 50, [(10, 20), (30, 60)])]
    [(0, 10), (20, 30)]
    """
    missing, position = [], first
    for start, stop in sorted(ranges):
        if position < min(start, end):
            missing.append(Range(position, min(start, end)))
        position = max(position, stop)
    if position < end:
        missing.append(Range(position, end))
    return missing


def have_common_trial(some: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> bool:
    """True if a range of one list and a range of the other share a trial; the ranges of each list are disjoint.

    >>> have_common_trial([(0, 10)], [(5, 6)]), have_common_trial([(0, 10)], [(10, 20)])
    (True, False)
    """
    return any(end > start for (_, end), (start, _) in pairwise(sorted([*some, *others])))


MOST_THREADS = 1024
FIELDS = {"kernel": str, "parameters": dict, "seed": int, "version": int}

NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The exceptions of code that is given values of any type."""


@checked
@dataclass(frozen=True)
class Spec:
    """An experiment: the kernel, its parameters, the seed, and the version of the kernel's meaning.

    The number of trials, the threads, the block size and the location of the store are not in it: they do not
    change the outcome of trial i. Two specs are the same experiment exactly when their ids are equal.

    >>> spec = make_spec("first-set", {"dimension": 4}, seed=1)
    >>> spec.id == make_spec("first-set", seed=1).id != make_spec("first-set", seed=2).id
    True
    """

    kernel: str
    parameters: Parameters
    seed: int
    version: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", whole_number(self.seed, "seed"))
        if not 0 <= self.seed <= LARGEST_SEED:
            raise SpecError(f"seed {self.seed} is out of range: choose one from 0 to 2^64 − 1")

    def __reduce__(self) -> tuple[Any, ...]:
        """The fields alone: the quantities that have been looked up are functions, which are not pickled."""
        return Spec, (self.kernel, self.parameters, self.seed, self.version)

    @cached_property
    def id(self) -> str:
        """The name of the experiment: the first 12 digits of a hash of its canonical JSON."""
        return id_of(self.as_record())

    @cached_property
    def histograms(self) -> Histograms:
        """The declared histograms of its tallies."""
        return self.definition.histograms(self.parameters)

    @cached_property
    def quantities(self) -> Mapping[str, Quantity]:
        """The quantities that its tallies estimate, by name."""
        return self.definition.quantities(self.parameters)

    @property
    def definition(self) -> Kernel[Any]:
        """Its kernel."""
        return find_kernel(self.kernel)

    def as_record(self) -> dict[str, Any]:
        """The spec as a JSON object."""
        record = {"kernel": self.kernel, "parameters": self.parameters.as_record()}
        return record | {"seed": self.seed, "version": self.version}

    def to_json(self) -> str:
        """The canonical JSON: keys in order, no blanks."""
        return canonical(self.as_record())


@checked
def make_spec(kernel: str, parameters: Mapping[str, Any] | None = None, seed: int = 0) -> Spec:
    """The spec of a kernel with parameters checked and completed.

    >>> make_spec("endgame", {"lost": 1}).parameters.as_record()["choice"]
    'random'
    >>> make_spec("endgame", {"choise": "first"})
    Traceback (most recent call last):
    setlab.errors.SpecError: 'choise' is not a parameter of endgame: did you mean choice? endgame takes …
    """
    found = find_kernel(kernel)
    if not isinstance(parameters, Mapping | None):
        raise TypeError(f"parameters={show_value(parameters)} are not named: give a mapping from name to value")
    return Spec(found.name, found.complete(parameters or {}), seed, found.version)


def read_spec(text: Any, spec_id: Any = None) -> Spec:
    """The spec that a JSON text describes. Raise `SpecError` unless this setlab knows it, and it has the id, if given.

    >>> read_spec('{"kernel":"endgame"}')
    Traceback (most recent call last):
    setlab.errors.SpecError: '{"kernel":"endgame"}' is not a spec: it needs kernel, parameters, seed and version
    """
    if not isinstance(text, str):
        raise SpecError("its spec is no text")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise SpecError(f"{quote(text)} is not a spec: it is not JSON") from None
    if not isinstance(record, dict) or {name: type(value) for name, value in record.items()} != FIELDS:
        raise SpecError(f"{quote(text)} is not a spec: it needs kernel, parameters, seed and version")
    if spec_id not in (None, found := id_of(record)):
        raise SpecError(f"its spec has been changed: it would have the id {found}")
    kernel, version = find_kernel(record["kernel"]), record["version"]
    if version != kernel.version:
        raise SpecError(f"it has version {version} of {kernel.name}, this setlab knows {kernel.version}")
    try:
        parameters: Parameters = kernel.parameters.restore(record["parameters"])
        kernel.histograms(parameters)
    except NONSENSE as error:
        said = str(error) if isinstance(error, SpecError) else "they make no sense"
        wrong = quote(canonical(record["parameters"]))
        raise SpecError(f"{wrong} are no parameters of {kernel.name}: {said}") from error
    return Spec(kernel.name, parameters, record["seed"], version)


def id_of(record: Mapping[str, Any]) -> str:
    """The id of the spec with this JSON object."""
    return sha256(canonical(record).encode(errors="surrogatepass")).hexdigest()[:12]


def check_trials(first: int, trials: int) -> None:
    """Raise `SpecError` unless the range of trials is valid.

    >>> check_trials(0, 0)
    Traceback (most recent call last):
    setlab.errors.SpecError: 0 trials cannot be run: choose 1 or more
    """
    if trials < 1:
        raise SpecError(f"{trials} trials cannot be run: choose 1 or more")
    if first < 0:
        raise SpecError(f"first trial {first} is out of range: choose 0 or more")
    if first + trials > LARGEST_TRIAL:
        raise SpecError(f"trial {first + trials} is out of range: trials end at 2^63 − 1")


def check_threads(threads: int | None) -> None:
    """Raise `SpecError` unless a run can have this number of threads; None stands for all cores.

    >>> check_threads(0)
    Traceback (most recent call last):
    setlab.errors.SpecError: 0 threads cannot be used: choose 1 to 1024
    """
    if threads is not None and not 1 <= whole_number(threads, "threads") <= MOST_THREADS:
        raise SpecError(f"{threads} threads cannot be used: choose 1 to {MOST_THREADS}")


def check_confidence(confidence: float) -> None:
    """Raise `SpecError` unless intervals can have this level.

    >>> check_confidence(95)
    Traceback (most recent call last):
    setlab.errors.SpecError: confidence 95 is out of range: choose a number between 0 and 1, such as 0.95
    """
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise TypeError(f"confidence={show_value(confidence)} is not a number: choose one such as 0.95")
    if not 0 < confidence < 1:
        raise SpecError(f"confidence {confidence} is out of range: choose a number between 0 and 1, such as 0.95")
