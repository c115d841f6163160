"""`Spec`: everything that changes the answer of an experiment, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from setlab.errors import SpecError, quoted

LARGEST_SEED = 2**64 - 1
LARGEST_TRIAL = 2**63 - 1
FIELDS = {"kernel": str, "parameters": dict, "seed": int, "version": int}


@dataclass(frozen=True)
class Spec:
    """An experiment: the kernel, its parameters, the seed, and the version of the kernel's meaning.

    The number of trials, the threads, the block size and the place of the store are not in it: they do not
    change what trial i gives. Two specs are the same experiment exactly when their ids are equal.

    >>> spec = Spec.of("first-set", {"dimension": 4}, seed=1)
    >>> spec.id == Spec.of("first-set", {"dimension": 4}, seed=1).id != Spec.of("first-set", {"dimension": 4}, 2).id
    True
    """

    kernel: str
    text: str
    seed: int
    version: int = 1

    @classmethod
    def of(cls, kernel: str, parameters: Mapping[str, Any], seed: int, version: int = 1) -> Spec:
        """The spec with these parameters."""
        if not 0 <= seed <= LARGEST_SEED:
            raise SpecError(f"seed {seed} is out of range: choose one from 0 to 2^64 − 1")
        return cls(kernel, canonical(parameters), seed, version)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name."""
        parameters: dict[str, Any] = json.loads(self.text)
        return parameters

    @property
    def id(self) -> str:
        """The name of the experiment: the first 12 digits of a hash of its canonical JSON."""
        return sha256(self.to_json().encode()).hexdigest()[:12]

    def as_record(self) -> dict[str, Any]:
        """The spec as a JSON object."""
        return {
            "kernel": self.kernel,
            "parameters": self.parameters,
            "seed": self.seed,
            "version": self.version,
        }

    def to_json(self) -> str:
        """The canonical JSON: keys in order, no blanks."""
        return canonical(self.as_record())

    @classmethod
    def from_json(cls, text: str) -> Spec:
        """The spec that a JSON text describes; a `SpecError` if it describes none.

        >>> Spec.from_json('{"kernel":"endgame"}')
        Traceback (most recent call last):
        setlab.errors.SpecError: '{"kernel":"endgame"}' is not a spec: it needs kernel, parameters, seed and version
        """
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            raise SpecError(f"{quoted(text)} is not a spec: it is not JSON") from None
        if not isinstance(record, dict) or {name: type(value) for name, value in record.items()} != FIELDS:
            raise SpecError(f"{quoted(text)} is not a spec: it needs kernel, parameters, seed and version")
        return cls.of(**record)


def canonical(record: Mapping[str, Any]) -> str:
    """The one way to write a JSON object: keys in order, no blanks.

    >>> canonical({"b": 1, "a": [2]})
    '{"a":[2],"b":1}'
    """
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def check_trials(first: int, trials: int) -> None:
    """Nothing, if there can be such trials; otherwise a `SpecError`.

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
