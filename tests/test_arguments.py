"""`@checked`: what fits an annotation, what is converted, and how a misfit is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pytest

import setlab
from setlab.arguments import checked, several
from setlab.seeing import Reading

if TYPE_CHECKING:
    from setlab.notation import Notation


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


@checked
def taken(
    number: int = 0,
    ratio: float = 0.0,
    exact: Fraction | None = None,
    text: str = "",
    flag: bool = False,
    colour: Colour = Colour.RED,
    side: Literal["left", "right"] = "left",
    cards: Iterable[int] = (),
    order: Sequence[int] = (),
    frozen: tuple[int, ...] = (),
    pair: tuple[int, str] = (0, ""),
    rows: Sequence[Sequence[int]] = (),
    table: Mapping[str, int] | None = None,
    action: Callable[[], None] | None = None,
    path: Path | None = None,
    notation: Notation | str | None = None,
    anything: Any = None,
    *rest: int,
    **more: str,
) -> dict[str, Any]:
    """The arguments as they arrive."""
    return dict(locals())


@pytest.mark.parametrize(
    ("name", "given", "arrives"),
    [
        ("number", np.int64(5), 5),
        ("number", -5, -5),
        ("ratio", 2, 2),
        ("ratio", np.float32(0.5), 0.5),
        ("ratio", Fraction(1, 2), Fraction(1, 2)),
        ("exact", 3, 3),
        ("colour", "green", Colour.GREEN),
        ("side", "right", "right"),
        ("cards", np.array([1, 2]), [1, 2]),
        ("cards", [np.uint8(1), 2], [1, 2]),
        ("order", {3}, (3,)),
        ("order", np.array([1, 2]), [1, 2]),
        ("frozen", [1, 2], (1, 2)),
        ("pair", [1, "a"], (1, "a")),
        ("rows", np.eye(2, dtype=int), [[1, 0], [0, 1]]),
        ("flag", np.True_, True),
        ("path", "file.svg", "file.svg"),
        ("anything", object, object),
        ("something", "else", {"something": "else"}),
    ],
)
def test_values_that_fit_arrive(name: str, given: Any, arrives: Any) -> None:
    arrived = taken(**{name: given})[name if name != "something" else "more"]
    assert arrived == arrives
    assert type(arrived) is type(arrives) or name in ("ratio", "flag")


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("number", "5", "taken: number must be an integer, not '5'"),
        ("number", 5.0, "taken: number must be an integer, not 5.0"),
        ("number", True, "taken: number must be an integer, not True"),
        ("number", None, "taken: number must be an integer, not None"),
        ("number", object(), "taken: number must be an integer, not a value of type 'object'"),
        ("ratio", "x", "taken: ratio must be a number, not 'x'"),
        ("ratio", True, "taken: ratio must be a number, not True"),
        ("exact", 0.5, "taken: exact must be a fraction or None, not 0.5"),
        ("text", 5, "taken: text must be a text, not 5"),
        ("flag", 1, "taken: flag must be True or False, not 1"),
        ("colour", "blue", "taken: colour must be 'red' or 'green', not 'blue'"),
        ("side", "top", "taken: side must be 'left' or 'right', not 'top'"),
        ("cards", 5, "taken: cards must be a collection of integers, not 5"),
        ("cards", "12", "taken: cards must be a collection of integers, not '12'"),
        ("cards", [1, 2.5], "taken: cards[1] must be an integer, not 2.5"),
        ("cards", np.array(5), "taken: cards must be a collection of integers, not array(5)"),
        ("order", None, "taken: order must be a sequence of integers, not None"),
        ("frozen", [None], "taken: frozen[0] must be an integer, not None"),
        ("pair", (1, 2), "taken: pair[1] must be a text, not 2"),
        ("pair", (1,), "taken: pair must be a tuple of length 2, not (1,)"),
        ("rows", [[1, 0], [0, "1"]], "taken: rows[1][1] must be an integer, not '1'"),
        ("table", {"a": 0.5}, "taken: table['a'] must be an integer, not 0.5"),
        ("table", [1], "taken: table must be a mapping or None, not [1]"),
        ("action", 5, "taken: action must be a function or None, not 5"),
        ("path", 5, "taken: path must be a path or None, not 5"),
        ("notation", 5, "taken: notation must be a Notation or a text or None, not 5"),
        ("something", 5, "taken: something must be a text, not 5"),
    ],
)
def test_misfits_are_named(name: str, given: Any, sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        taken(**{name: given})
    assert str(caught.value) == sentence


def test_positional_arguments_are_checked_too() -> None:
    with pytest.raises(TypeError, match="ratio must be a number"):
        taken(1, "x")  # type: ignore[arg-type]
    everything = list(range(17))
    with pytest.raises(TypeError, match="text must be a text, not 3"):
        taken(*everything)  # type: ignore[arg-type]


def test_an_iterator_is_read_before_the_call() -> None:
    assert taken(cards=iter([1, 2]))["cards"] == (1, 2)
    with pytest.raises(TypeError, match=r"cards\[2\] must be an integer, not '3'"):
        taken(cards=iter([1, 2, "3"]))  # type: ignore[arg-type]


def test_too_many_arguments_are_refused_as_ever() -> None:
    @checked
    def one(number: int) -> int:
        return number

    with pytest.raises(TypeError, match="takes 1 positional argument but 2 were given"):
        one(1, 2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'numbr'"):
        one(numbr=2)  # type: ignore[call-arg]


def test_a_cached_function_refuses_what_has_no_hash() -> None:
    @checked
    @lru_cache
    def twice(number: int) -> int:
        return 2 * number

    assert twice(np.int8(4)) == 8
    with pytest.raises(TypeError, match=r"number must be an integer, not \[1\]"):
        twice([1])  # type: ignore[arg-type]


def test_several() -> None:
    assert several("cards", [1]) == [1]
    for wrong in (5, "12", b"12", np.array(5), None):
        with pytest.raises(TypeError, match="points must be a collection of points, not"):
            several("points", wrong, "points")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [range(3), setlab.CardSet([0, 1, 2]), setlab.Table.of([0, 1, 2])])
def test_the_members_of_other_collections_are_looked_at(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"AffineMap.from_matrix: matrix\[0\] must be a collection of integers, not"):
        setlab.AffineMap.from_matrix(wrong)


def test_a_counter_is_a_mapping() -> None:
    assert Reading(left_out=Counter(team=2)).left_out["team"] == 2
    with pytest.raises(TypeError, match="Reading: left_out must be a mapping, not 5"):
        Reading(left_out=5)  # type: ignore[arg-type]
