"""Drawings as files, written whole or not at all: SVG directly, PNG and PDF through matplotlib."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.files import File, whole_file
from setlab.render.drawing import Drawing, Label, Path, Shape
from setlab.render.svg import to_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path as Outline

POINTS_PER_INCH = 72
LARGEST_SCALE = 1000


@checked
def to_png(drawing: Drawing, path: File, scale: float = 2.0) -> None:
    """Write the drawing as a PNG file with `scale` pixels per unit."""
    dots = POINTS_PER_INCH * _check_scale(scale)
    with _figures([drawing], "PNG", 1.0) as [figure], whole_file(path) as file:
        figure.savefig(file, format="png", dpi=dots, metadata={"Software": None})


@checked
def to_pdf(drawing: Drawing | Sequence[Drawing], path: File, scale: float = 1.0) -> None:
    """Write a drawing, or several drawings as pages, as a PDF file; at scale 1 a unit is a point, 1/72 inch."""
    pages = [drawing] if isinstance(drawing, Drawing) else list(drawing)
    if not pages:
        raise SpecError("a PDF needs at least one page: give a drawing")
    with _figures(pages, "PDF", _check_scale(scale)) as figures, whole_file(path) as file:
        from matplotlib.backends.backend_pdf import PdfPages

        with PdfPages(file, metadata={"CreationDate": None, "Title": pages[0].title}) as pdf:
            for figure in figures:
                pdf.savefig(figure)


@checked
def save_drawing(drawing: Drawing, path: File, scale: float = 2.0) -> None:
    """Write the drawing in the format that the file's name ends in: .svg, .png or .pdf.

    >>> save_drawing(Drawing(1, 1, ()), "card.jpg")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'card.jpg' is not a picture: let its name end in .svg, .png or .pdf
    """
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".svg":
        with whole_file(path) as file:
            file.write(to_svg(drawing).encode())
    elif suffix == ".png":
        to_png(drawing, path, scale)
    elif suffix == ".pdf":
        to_pdf(drawing, path)
    else:
        raise SpecError(f"{os.fspath(path)!r} is not a picture: let its name end in .svg, .png or .pdf")


def _check_scale(scale: float) -> float:
    if not 0 < scale <= LARGEST_SCALE:
        raise SpecError(f"{scale} is not a scale: choose a number above 0, at most {LARGEST_SCALE}")
    return scale


@contextmanager
def _figures(drawings: Sequence[Drawing], kind: str, scale: float) -> Iterator[list[Figure]]:
    """The drawings as figures of matplotlib, within its default settings."""
    try:
        import matplotlib.style
    except ImportError as error:
        remedy = "pip install 'setlab[pictures]', or write .svg"
        raise ImportError(f"{kind} needs matplotlib: {remedy}") from error
    with matplotlib.style.context("default"):
        yield [_figure(drawing, scale) for drawing in drawings]


def _figure(drawing: Drawing, scale: float) -> Figure:
    """A figure whose axes fill the page."""
    from matplotlib.figure import Figure

    size = drawing.width * scale / POINTS_PER_INCH, drawing.height * scale / POINTS_PER_INCH
    figure = Figure(figsize=size, facecolor="none")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.axis("off")
    for part, x, y in drawing.parts():
        if isinstance(part, Shape):
            _paint_shape(axes, part, x, y, scale)
        else:
            _paint_label(axes, part, x, y, scale)
    return figure


def _paint_shape(axes: Axes, shape: Shape, x: float, y: float, scale: float) -> None:
    from matplotlib.patches import PathPatch

    patch = PathPatch(
        _path(shape.path.move(x, y)),
        facecolor=shape.fill or "none",
        edgecolor=shape.stroke or "none",
        linewidth=shape.width * scale if shape.stroke else 0,
        capstyle="round" if shape.round_caps else "butt",
        joinstyle="round",
    )
    if shape.dash:  # matplotlib measures dashes in line widths
        patch.set_linestyle((0, tuple(max(length, 0.01) / shape.width for length in shape.dash)))
    axes.add_patch(patch)
    if shape.clip:
        patch.set_clip_path(_path(shape.clip.move(x, y)), transform=axes.transData)


def _paint_label(axes: Axes, label: Label, x: float, y: float, scale: float) -> None:
    axes.text(
        x + label.x,
        y + label.y,
        label.text,
        fontsize=label.size * scale,
        color=label.ink,
        ha={"start": "left", "middle": "center", "end": "right"}[label.anchor],
        va="baseline",
        weight="bold" if label.bold else "normal",
        parse_math=False,
    )


def _path(path: Path) -> Outline:
    from matplotlib.path import Path as Outline

    codes = {"M": [Outline.MOVETO], "L": [Outline.LINETO], "C": [Outline.CURVE4] * 3, "Z": [Outline.CLOSEPOLY]}
    vertices: list[tuple[float, float]] = []
    for _, at in path.commands:
        vertices += list(zip(at[::2], at[1::2], strict=True)) or [(0.0, 0.0)]
    return Outline(vertices, [code for op, _ in path.commands for code in codes[op]])
