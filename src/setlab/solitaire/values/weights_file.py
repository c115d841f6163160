"""Weights from a file, as `setlab solitaire train` writes it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from setlab.arguments import checked
from setlab.errors import SpecError, quoted
from setlab.files import File
from setlab.solitaire.values.weights import Weights, shipped

REMEDY = "choose a file made by `setlab solitaire train`"


@checked
def read_weights(path: File) -> Weights:
    """The weights in a file, which must have every stage for which weights ship.

    >>> read_weights("nowhere.json")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'nowhere.json' cannot be read (No such file or directory): choose a file made by …
    """
    name = quoted(os.fspath(path), most=200)
    try:
        weights = Weights.from_json(Path(path).read_text(encoding="utf-8"))
        _check_stages("linear weights", weights.linear, shipped().linear)
        _check_stages("curve", weights.curves, shipped().curves)
        _check_stages("tilt", weights.tilts, shipped().tilts)
        _check_stages("weights of beliefs", weights.beliefs, shipped().beliefs)
    except OSError as error:
        raise SpecError(f"{name} cannot be read ({error.strerror}): {REMEDY}") from None
    except ValueError as error:
        raise SpecError(f"{name} holds no weights ({error}): {REMEDY}") from None
    return weights


def _check_stages(what: str, found: Mapping[int, object], needed: Mapping[int, object]) -> None:
    if missing := sorted(set(needed) - set(found)):
        raise SpecError(f"no {what} for stage {missing[0]}, that is {3 * missing[0]} undealt cards")
