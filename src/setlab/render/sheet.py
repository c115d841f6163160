"""Many cards on one page: in a grid with captions and marked SETs, or in blocks for planes and cubes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, permutations

from setlab.arguments import checked
from setlab.errors import SpecError, plural
from setlab.notation.faces import Face
from setlab.render.card import HEIGHT, WIDTH, draw_card
from setlab.render.drawing import Drawing, Element, Label, Path, PlacedGroup, Point, Shape, rounded_rectangle
from setlab.render.glyph import Palette, find_palette

LINE_WIDTH, HALO, DOT = 3.5, 7.0, 6.0
"""The widths of a line and of the white edge around it, and the radius of the dot on each card."""

STEP = 14.0
"""The distance between two lines at the centre of a card that they share."""


def draw_links(centres: Sequence[Point], groups: Sequence[Sequence[int]], inks: Sequence[str]) -> list[Element]:
    """A line for each group through the centres of its cards, in the order in which it is shortest.

    Lines through the same card pass its centre one below the other.

    >>> len(draw_links([(0, 0), (9, 0), (18, 0)], [(0, 2, 1)], ["#000000"]))
    5
    """
    levels = _levels(groups, len(centres))
    elements: list[Element] = []
    for number, (group, ink) in enumerate(zip(groups, inks, strict=True)):
        points = [(centres[i][0], centres[i][1] + levels[number, i]) for i in _shortest(group, centres)]
        path = Path((("M", points[0]), *(("L", point) for point in points[1:])))
        elements += [Shape(path, stroke="#ffffff", width=HALO, round_caps=True)]
        elements += [Shape(path, stroke=ink, width=LINE_WIDTH, round_caps=True)]
        dots = (rounded_rectangle(x - DOT, y - DOT, 2 * DOT, 2 * DOT, DOT) for x, y in points)
        elements += [Shape(dot, fill=ink, stroke="#ffffff", width=1.2) for dot in dots]
    return elements


def _levels(groups: Sequence[Sequence[int]], cards: int) -> dict[tuple[int, int], float]:
    """The distance at which each group passes below the centre of each of its cards."""
    through = [[number for number, group in enumerate(groups) if card in group] for card in range(cards)]
    places = [(number, card, rank) for card, numbers in enumerate(through) for rank, number in enumerate(numbers)]
    return {(number, card): STEP * (rank - (len(through[card]) - 1) / 2) for number, card, rank in places}


def _shortest(group: Sequence[int], centres: Sequence[Point]) -> Sequence[int]:
    """The order of up to five cards in which the line is shortest; larger groups keep theirs."""

    def length(order: Sequence[int]) -> float:
        return sum(math.dist(centres[a], centres[b]) for a, b in pairwise(order))

    return group if len(group) > 5 else min(permutations(group), key=length)


MARGIN, GAP, BLOCK_GAP = 14.0, 14.0, 40.0
CAPTION_SIZE, CAPTION_SPACE = 11.0, 16.0
CAPTION_INK = "#737880"  # readable on a white page and on a black one

MARKERS = ("#0072b2", "#d55e00", "#007f5f", "#b3478c", "#7a4b00", "#5b3fa8", "#b00020", "#006b7d")
"""The colours of the tabs of the first eight groups, dark enough for a white number."""
MARKER = "#4a4f57"
"""The colour of the tabs of all further groups, which differ by their number alone."""

TAB = 16.0
"""The height of a tab and its least width."""


@checked
def draw_sheet(
    faces: Sequence[Face],
    palette: Palette | str = "classic",
    columns: int | None = None,
    labels: Sequence[str] | None = None,
    groups: Sequence[Sequence[int]] | None = None,
    lines: Sequence[Sequence[int]] | None = None,
) -> Drawing:
    """The cards in a grid, with labels below and a numbered tab on each card of a group; a group is a tuple of indices.

    A line is drawn through the cards of each of the `lines`, which are tuples of indices, too.

    >>> sheet = draw_sheet([{"number": "1"}, {"number": "2"}, {"number": "3"}], groups=[(0, 1, 2)])
    >>> sheet.width, sheet.height
    (614.0, 148.0)
    """
    palette, columns = find_palette(palette), column_count(columns, len(faces))
    tabs, cards = group_numbers(groups or (), len(faces)), plural(len(faces), "card")
    if labels is not None and len(labels) != len(faces):
        raise SpecError(f"{plural(len(labels), 'label')} for {cards}: give one for each card")
    below = CAPTION_SPACE if labels else 0.0
    elements, marks, centres = list[Element](), list[Element](), list[Point]()
    for i, face in enumerate(faces):
        x = MARGIN + (i % columns) * (WIDTH + GAP)
        y = MARGIN + (i // columns) * (HEIGHT + GAP + below)
        elements.append(draw_card(face, palette).at(x, y))
        step = min(TAB + 4, (WIDTH - 2 * TAB) / max(len(tabs[i]) - 1, 1))  # closer if there are very many
        marks += [_tab(group, x + TAB + step * place, y) for place, group in enumerate(tabs[i])]
        if labels:
            at = x + WIDTH / 2, y + HEIGHT + CAPTION_SPACE - 3
            elements.append(Label(*at, labels[i], CAPTION_SIZE, CAPTION_INK))
        centres.append((x + WIDTH / 2, y + HEIGHT / 2))
    group_numbers(lines or (), len(faces))
    elements += draw_links(centres, lines or (), [marker(number + 1) for number in range(len(lines or ()))])
    rows, width = math.ceil(len(faces) / columns), columns * (WIDTH + GAP) - GAP + 2 * MARGIN
    height = max(rows, 1) * (HEIGHT + GAP + below) - GAP + 2 * MARGIN
    return Drawing(width, height, (*elements, *marks), cards)


@checked
def draw_layout(
    blocks: Sequence[Sequence[Sequence[Face]]], palette: Palette | str = "classic", across: int = 3
) -> Drawing:
    """Blocks of rows of cards, separated by wide gaps: one block for a plane, three for a cube, nine for a deck.

    >>> plane = [[{"number": n, "colour": c} for n in "123"] for c in ("red", "green", "purple")]
    >>> draw_layout([plane]).width, draw_layout([plane, plane, plane]).width
    (614.0, 1866.0)
    """
    palette = find_palette(palette)
    rows = max((len(block) for block in blocks), default=0)
    columns = max((len(row) for block in blocks for row in block), default=0)
    if across < 1 or not columns:
        raise SpecError("nothing to lay out: give blocks of rows of cards, and at least one block across")
    step_x, step_y = columns * (WIDTH + GAP) - GAP + BLOCK_GAP, rows * (HEIGHT + GAP) - GAP + BLOCK_GAP
    cards = []
    for number, block in enumerate(blocks):
        left, top = MARGIN + number % across * step_x, MARGIN + number // across * step_y
        for row, line in enumerate(block):
            y = top + row * (HEIGHT + GAP)
            cards += [draw_card(face, palette).at(left + i * (WIDTH + GAP), y) for i, face in enumerate(line)]
    wide, tall = min(across, len(blocks)), math.ceil(len(blocks) / across)
    width, height = wide * step_x - BLOCK_GAP + 2 * MARGIN, tall * step_y - BLOCK_GAP + 2 * MARGIN
    return Drawing(width, height, tuple(cards), plural(len(cards), "card"))


def group_numbers(groups: Sequence[Sequence[int]], cards: int) -> list[list[int]]:
    """For each card, the numbers of its groups, counted from 1.

    >>> group_numbers([(0, 1, 2), (0, 3, 4)], 5)
    [[1, 2], [1], [1], [2], [2]]
    """
    numbers: list[list[int]] = [[] for _ in range(cards)]
    for number, group in enumerate(groups, start=1):
        if not group:
            raise SpecError(f"group {number} is empty: give the indices of its cards")
        for index in group:
            if not 0 <= index < cards:
                rule = f"choose 0 to {cards - 1} of {plural(cards, 'card')}"
                raise SpecError(f"{index} is not the index of a card: {rule}")
            numbers[index].append(number)
    return numbers


def marker(number: int) -> str:
    """The colour of a group's tab."""
    return MARKERS[number - 1] if number <= len(MARKERS) else MARKER


def column_count(columns: int | None, cards: int) -> int:
    """The number of columns; by default three for up to nine cards, four for up to thirty, nine for more.

    >>> [column_count(None, cards) for cards in (2, 9, 12, 81)]
    [2, 3, 4, 9]
    """
    if columns is None:
        return min(max(cards, 1), 3 if cards <= 9 else 4 if cards <= 30 else 9)
    if columns < 1:
        raise SpecError(f"{columns} columns cannot be drawn: choose at least 1")
    return columns


def _tab(number: int, x: float, y: float) -> PlacedGroup:
    width = TAB + 5 * (len(str(number)) - 1)
    plate = rounded_rectangle(-width / 2, -TAB / 2, width, TAB, TAB / 2)
    tab = Shape(plate, fill=marker(number), stroke="#ffffff", width=1.2)
    return PlacedGroup((tab, Label(0, 3.8, str(number), 10.5, "#ffffff", bold=True)), x, y)
