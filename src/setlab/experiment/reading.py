"""Specs read from a store: which of them this setlab can believe and understand, and their rare games."""

from __future__ import annotations

from typing import Any

from setlab.errors import SpecError, quoted
from setlab.experiment.blocks import Rare
from setlab.experiment.kernels import find_kernel
from setlab.experiment.shape import Shapes
from setlab.experiment.spec import Spec

NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code raises that is given values of any type."""


def read_spec(spec_id: Any, text: Any) -> Spec:
    """The spec of a row; a `SpecError` says why it cannot be read."""
    if not isinstance(text, str):
        raise SpecError("its spec is no text")
    spec = Spec.from_json(text)
    if spec.id != spec_id:
        raise SpecError(f"its spec has been changed: it would have the id {spec.id}")
    shapes_of(spec)
    return spec


def shapes_of(spec: Spec) -> Shapes:
    """The histograms that a tally of the spec has; a `SpecError` says why this setlab does not know them."""
    kernel = find_kernel(spec.kernel)
    if spec.version != kernel.version:
        raise SpecError(f"it has version {spec.version} of {spec.kernel}, this setlab knows {kernel.version}")
    try:
        return kernel.shapes(spec.parameters)
    except NONSENSE as error:
        said = str(error) if isinstance(error, SpecError) else "they make no sense"
        raise SpecError(f"{quoted(spec.text)} are no parameters of {spec.kernel}: {said}") from error


def played_again(spec: Spec, trial: int) -> Rare | None:
    """A rare game as its kernel describes it; None if the kernel keeps no rare games."""
    describe = find_kernel(spec.kernel).describe
    return None if describe is None else Rare(trial, *describe(spec.parameters, spec.seed, trial))
