"""Every public call refuses wrong types itself: by a sentence of its own, never by a message from below."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Any

import pytest

import setlab
from tests.public_calls import Call, public_calls, public_modules

SOURCE = Path(setlab.__file__).parent


class Wrong:
    """A value that is wrong for every parameter."""


NO_NUMBER: tuple[Any, ...] = (Wrong(), "two", [1], b"2")
NO_CARDS: tuple[Any, ...] = (Wrong(), 5, 2.5, [2.5], [True], ["two"], [Wrong()])
WRONG: dict[str, tuple[Any, ...]] = {
    "int": (*NO_NUMBER, 2.5, True, None),
    "int | None": (*NO_NUMBER, 2.5, True),
    "float": (*NO_NUMBER, None, True),
    "str": (Wrong(), 5, None, b"text", ["text"]),
    "str | None": (Wrong(), 5, b"text"),
    "bool": (Wrong(), "yes", None, 2),
    "Iterable[int]": (*NO_CARDS, "two", None),
    "Sequence[int]": (*NO_CARDS, "two", None),
    "tuple[int, ...]": (*NO_CARDS, "two", None),
    "Cards": (*NO_CARDS[:5], [Wrong()], None),
    "Cards | int": (Wrong(), 2.5, [2.5], [True], [Wrong()], None),
    "Several": (*NO_CARDS, "two", None),
    "Reading | Sequence[int]": (Wrong(), 2.5, True, None, "two", [2.5], [1, 2]),
    "Dimension": (Wrong(), 2.5, True, "AG(4,3)"),
}
"""Wrong values by the annotation of the parameter; a parameter with any other annotation is given a `Wrong`."""

FROM_BELOW = re.compile(
    r"has no (len|attribute)|not (iterable|subscriptable|callable)|unsupported operand|incompatible function arg"
    r"|positional argument|unhashable|NoneType|object is not|cannot be interpreted|ndarray\[|<lambda>"
)

OWNERS = sorted({call.name.rpartition(".")[0] for call in public_calls()})
"""Modules and classes with public calls."""


@pytest.mark.parametrize("owner", OWNERS)
def test_a_wrong_type_is_refused_by_name(owner: str) -> None:
    for call in public_calls():
        if call.name.rpartition(".")[0] == owner:
            for name, parameter in call.parameters.items():
                for wrong in WRONG.get(str(parameter.annotation), (Wrong(),)):
                    _assert_refused(call, name, wrong)


def _assert_refused(call: Call, name: str, wrong: Any) -> None:
    case = f"{call.name}({name}={wrong!r})"
    try:
        call.with_wrong(name, wrong)
    except (TypeError, ValueError) as error:
        message = str(error)
        assert not FROM_BELOW.search(message), f"{case}: {message}"
        assert name in message or _names_the_value(message, wrong), f"{case}: neither {name} nor the value in {message}"
        assert "\n" not in message, case
        assert len(message) < 400, case
        _assert_raised_on_purpose(error)
    else:
        pytest.fail(f"{case} is not refused")


def _names_the_value(message: str, wrong: Any) -> bool:
    parts = wrong if isinstance(wrong, list) else [wrong]
    return any(repr(part) in message or "'Wrong'" in message for part in parts)


def _assert_raised_on_purpose(error: BaseException) -> None:
    """The innermost frame is a `raise` of setlab: nothing failed by accident."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    assert Path(last.filename).is_relative_to(SOURCE), f"{error} comes from {last.filename}"
    assert (last.line or "").startswith("raise"), f"{error} comes from the line {last.line!r}"


def test_the_calls_are_found() -> None:
    names = {call.name for call in public_calls()}
    assert {"setlab.Card", "setlab.Card.third", "setlab.find_sets", "setlab.CardSet.random"} <= names
    assert {"setlab.AffineMap.__call__", "setlab.geometry.plane", "setlab.counting.count_sets"} <= names
    assert {module.__name__ for module in public_modules()} >= {"setlab", "setlab.exact", "setlab.experiment"}
    assert len(names) > 250
