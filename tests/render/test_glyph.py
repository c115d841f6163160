"""Outlines have the symmetry that their shapes have, and stay in their box."""

from collections.abc import Callable
from itertools import combinations, pairwise
from math import atan2, cos, pi, sin

import pytest

from setlab.notation.faces import PROPERTIES
from setlab.render.drawing import Path, Point, inside, polygon, rounded_rectangle
from setlab.render.glyph import OUTLINES, draw_symbol

TURNS: dict[str, Callable[[float, float], Point]] = {
    "upside down": lambda x, y: (x, -y),
    "left to right": lambda x, y: (-x, y),
    "by half a circle": lambda x, y: (-x, -y),
}
SYMMETRIES = {
    "oval": set(TURNS),
    "diamond": set(TURNS),
    "squiggle": {"by half a circle"},
    "star": {"left to right"},
    "heart": {"left to right"},
}


def nodes(path: Path) -> set[Point]:
    """The points in which the pieces of a path meet."""
    return {(round(at[-2], 6) + 0.0, round(at[-1], 6) + 0.0) for _, at in path.commands if at}


def handles(path: Path) -> set[Point]:
    pairs = [at[i : i + 2] for op, at in path.commands if op == "C" for i in (0, 2)]
    return {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in pairs}


@pytest.mark.parametrize("shape", OUTLINES)
@pytest.mark.parametrize("turn", TURNS)
def test_symmetry(shape: str, turn: str) -> None:
    outline = OUTLINES[shape]
    turned = outline.map(TURNS[turn])
    same = nodes(turned) == nodes(outline) and handles(turned) == handles(outline)
    if shape == "star" and turn != "left to right":
        assert not same
    else:
        assert same == (turn in SYMMETRIES[shape])


def test_the_squiggle_is_smooth() -> None:
    """Where two curves meet, the handles before and after lie on one line with the node."""
    cubics = [at for op, at in OUTLINES["squiggle"].commands if op == "C"]
    assert len(cubics) == 8
    for before, after in pairwise([*cubics, cubics[0]]):
        x, y = before[4:]
        into = atan2(y - before[3], x - before[2])
        out = atan2(after[1] - y, after[0] - x)
        assert abs((into - out + pi) % (2 * pi) - pi) < 1e-9


@pytest.mark.parametrize("shape", OUTLINES)
def test_outlines_stay_in_their_box(shape: str) -> None:
    left, top, right, bottom = OUTLINES[shape].bounds
    assert -0.28 <= left < 0 < right <= 0.28
    assert -0.5 - 1e-9 <= top < 0 < bottom <= 0.5 + 1e-9
    assert left == pytest.approx(-right)


@pytest.mark.parametrize("shape", ["oval", "diamond", "squiggle"])
def test_symbols_of_the_game_are_twice_as_tall_as_wide(shape: str) -> None:
    left, top, right, bottom = OUTLINES[shape].bounds
    assert (bottom - top) / (right - left) == pytest.approx(2, abs=0.1)


def test_there_is_an_outline_for_every_shape() -> None:
    assert tuple(OUTLINES) == PROPERTIES["shape"]


def test_symbols_differ() -> None:
    symbols = [draw_symbol(s, f, "#000000", 78) for s in PROPERTIES["shape"] for f in PROPERTIES["filling"]]
    assert all(a != b for a, b in combinations(symbols, 2))


def test_a_symbol_grows_with_its_height() -> None:
    for filling in PROPERTIES["filling"]:
        small, large = (draw_symbol("oval", filling, "#000000", height)[-1] for height in (40, 80))
        assert large.width == pytest.approx(2 * small.width)
        assert large.path.bounds == pytest.approx([2 * side for side in small.path.bounds])


def test_fillings_are_clipped_by_their_outline() -> None:
    for filling in ("striped", "dotted", "chequered"):
        pattern, outline = draw_symbol("squiggle", filling, "#000000", 78)
        assert pattern.clip == outline.path
        assert outline.clip is None


def test_curves_are_followed_closely() -> None:
    circle = rounded_rectangle(-1, -1, 2, 2, 1)
    [points] = circle.polygons(32)
    assert max(abs((x * x + y * y) ** 0.5 - 1) for x, y in points) < 3e-4


def test_inside() -> None:
    ring = polygon([(cos(i), sin(i)) for i in range(6)])
    hole = ring + ring.scale(0.5)
    assert inside(ring.polygons(), 0, 0)
    assert not inside(hole.polygons(), 0, 0)
    assert inside(hole.polygons(), 0.7, 0)
    assert not inside(hole.move(5, 0).polygons(), 0.7, 0)
