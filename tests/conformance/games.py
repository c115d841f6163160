"""Arguments of the engines for whole games: states of AG(3,3), anti-SET; and what their answers mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from setlab import reference
from setlab.geometry.design import affine, projective
from setlab.geometry.symmetry import automorphism_group
from setlab.reference.endgame import canonical_position
from setlab.reference.lines import mask_of
from tests.conformance.engine import Session

Arguments = dict[str, Any]

MOST = 6
"""Cards on the table and undealt: the frames of that many can be listed for every state."""


def positions() -> st.SearchStrategy[Arguments]:
    """Positions of AG(3,3), each with an image of itself by a translation."""

    def of(cards: list[tuple[list[int], int]]) -> Arguments:
        pairs = [(mask_of(row[:cut]), mask_of(row[cut:])) for row, cut in cards]
        moved = [(mask_of(_next(row[:cut])), mask_of(_next(row[cut:]))) for row, cut in cards]
        tables, undealts = zip(*pairs, *moved, strict=True) if pairs else ((), ())
        return {"tables": np.array(tables, dtype=np.uint32), "undealts": np.array(undealts, dtype=np.uint32)}

    row = st.tuples(st.lists(st.integers(0, 26), unique=True, max_size=MOST + 1), st.integers(0, MOST + 1))
    return st.lists(row, max_size=3).map(of)


def _next(cards: list[int]) -> list[int]:
    """The cards moved along the last property."""
    return [card // 3 * 3 + (card + 1) % 3 for card in cards]


def same_positions(answer: list[list[int]], asked: Arguments) -> Any:
    """Of each image the class in which it lies, and which images are equal."""
    images = list(zip(*answer, strict=True))
    return [canonical_position(*image) for image in images], [images.index(image) for image in images]


def states() -> st.SearchStrategy[Arguments]:
    """States of AG(3,3) with few cards."""

    def of(cards: list[int], cut: int, due: int, size: int) -> Arguments:
        undealt = cards[cut:]
        return {
            "table": mask_of(cards[:cut]),
            "undealt": mask_of(undealt),
            "due": min(due, len(undealt)),
            "size": size,
        }

    cards = st.lists(st.integers(0, 26), unique=True, max_size=MOST)
    return st.builds(of, cards, st.integers(0, MOST), st.integers(0, 3), st.integers(3, 6))


def same_graph(answer: dict[str, list[int]], asked: Arguments) -> Any:
    """The start, and for every class the classes that follow with their numbers of ways."""
    names = [
        (*canonical_position(table, undealt), due)
        for table, undealt, due in zip(answer["table"], answer["undealt"], answer["due"], strict=True)
    ]
    offsets, children, ways = answer["offsets"], answer["children"], answer["ways"]
    follows = {
        name: sorted((names[children[j]], ways[j]) for j in range(offsets[i], offsets[i + 1]))
        for i, name in enumerate(names)
    }
    assert len(follows) == len(names), "two states of one class are listed"
    return names[0], follows


def small_games() -> st.SearchStrategy[Arguments]:
    """Whole games with three or nine cards."""
    return st.fixed_dictionaries({"dimension": st.integers(1, 2), "table": st.integers(3, 12)})


def late_positions() -> st.SearchStrategy[Arguments]:
    """Positions of AG(3,3) and of the plane with few cards to deal, tables with many SETs among them."""

    def of(dimension: int, cards: list[int], table: int, undealt: int, size: int) -> Arguments:
        lying, waiting = cards[:table], cards[table : table + undealt]
        return {"table": lying, "undealt": waiting, "size": size, "dimension": dimension}

    def in_dimension(dimension: int) -> st.SearchStrategy[Arguments]:
        cards = st.permutations(range(3**dimension)) | st.just(list(range(3**dimension)))
        return st.builds(of, st.just(dimension), cards, st.integers(0, 14), st.integers(0, 6), st.integers(3, 15))

    return st.integers(2, 3).flatmap(in_dimension)


# --- anti-SET

DESIGNS = (affine(2, 3), projective(2, 2), affine(3, 2), affine(2, 2), affine(1, 3))


@st.composite
def antiset_sessions(draw: st.DrawFn) -> Session:
    """A small design with its group, or any blocks without one; then questions about positions without a block."""
    if draw(st.booleans()):
        design = draw(st.sampled_from(DESIGNS))
        group = automorphism_group(design)
        points, blocks = design.points, [list(block) for block in design.blocks]
        generators, order = [list(images) for images in group.generators], group.order
    else:
        points = draw(st.integers(1, 7))
        block = st.lists(st.integers(0, points - 1), unique=True, min_size=1, max_size=4)
        blocks, generators, order = draw(st.lists(block, max_size=8)), [], 1
    constructor = {"points": points, "blocks": blocks, "generators": generators, "order": order}
    return Session(constructor, draw(st.lists(_calls(points, blocks), min_size=1, max_size=4)))


@st.composite
def _calls(draw: st.DrawFn, points: int, blocks: list[list[int]]) -> tuple[str, Arguments]:
    x, o = _position(draw(st.permutations(range(points))), draw(st.integers(0, points)), blocks)
    method = draw(st.sampled_from(["forces", "canonical", "reachable", "clear"]))
    arguments: dict[str, Arguments] = {
        "forces": {"xavier": draw(st.booleans()), "by": draw(st.integers(0, points + 1)), "budget": 10**6},
        "canonical": {},
        "reachable": {"budget": draw(st.sampled_from([0, 5, 10**6]))},
    }
    return (method, {"x": x, "o": o} | arguments[method]) if method in arguments else (method, {})


def _position(order: list[int], plies: int, blocks: list[list[int]]) -> tuple[list[int], list[int]]:
    """The players take points in this order, as long as nobody completes a block."""
    hands: tuple[list[int], list[int]] = [], []
    for ply, point in enumerate(order[:plies]):
        hand = hands[ply % 2]
        if any(set(block) <= {*hand, point} for block in blocks):
            break
        hand.append(point)
    return hands


def same_session(answers: list[Any], session: Session) -> Any:
    """The answers, with positions by the least of their images."""
    engine = reference.AntisetEngine(**session.constructor)
    return [_meaning(method, answer, engine) for (method, _), answer in zip(session.calls, answers, strict=True)]


def _meaning(method: str, answer: Any, engine: reference.AntisetEngine) -> Any:
    if method == "canonical":
        return engine.least((mask_of(answer[0]), mask_of(answer[1])))
    if method == "reachable" and answer is not None:
        rows = zip(*answer, strict=True)
        return sorted((engine.least((x[0], o[0])), value, images) for x, o, value, images in rows)
    return answer
