"""Drawings as files, written whole or not at all: SVG directly, PNG, PDF and pixels through matplotlib.

SVG is standalone XML without scripts or external parts, the same text for the same drawing.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.files import File, whole_file
from setlab.render.drawing import Drawing, Element, Label, Path, PlacedGroup, Shape

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path as Outline
    from numpy.typing import NDArray

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


@checked
def to_svg(drawing: Drawing, title: str | None = None, scale: float = 1.0) -> str:
    """The drawing as an SVG document, with `scale` pixels per unit.

    >>> from setlab.render import draw_card
    >>> text = to_svg(draw_card({"number": "1", "shape": "oval"}))
    >>> text.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="186" height="120"')
    True
    """
    page = _Page()
    page.count(drawing.elements)
    body = page.write(drawing.elements)
    name = drawing.title if title is None else title
    size = f'width="{_number(drawing.width * scale)}" height="{_number(drawing.height * scale)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{_view(drawing)}" role="img">'
    return f"{head}{_title(name)}{page.definitions()}{body}</svg>\n"


@checked
def to_sprite(drawings: Mapping[str, Drawing]) -> str:
    """Many drawings in one SVG, each as a symbol whose id is its name, to be shown by `<use href="#name"/>`.

    The SVG has size 0 and belongs at the head of a page; `display: none` would disable its clip paths.

    >>> from setlab.render import draw_card
    >>> '<symbol id="card-0" viewBox="0 0 186 120">' in to_sprite({"card-0": draw_card({})})
    True
    """
    page = _Page()
    for drawing in drawings.values():
        page.count(drawing.elements)
    symbols = ""
    for name, drawing in drawings.items():
        body = f"{_title(drawing.title)}{page.write(drawing.elements)}"
        symbols += f'<symbol id="{escape(name)}" viewBox="{_view(drawing)}">{body}</symbol>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
    return f"{head}{page.definitions()}{symbols}</svg>\n"


class _Page:
    """A document under construction: recurring parts are defined once, under an id that is a hash of their content."""

    def __init__(self) -> None:
        self._uses: Counter[tuple[Element, ...]] = Counter()
        self._defined: dict[str, str] = {}

    def count(self, elements: tuple[Element, ...]) -> None:
        for element in elements:
            if isinstance(element, PlacedGroup):
                self._uses[element.elements] += 1
                if self._uses[element.elements] == 1:
                    self.count(element.elements)

    def write(self, elements: tuple[Element, ...]) -> str:
        ways: Any = {PlacedGroup: self._group, Shape: self._shape, Label: _label}
        return "".join(ways[type(element)](element) for element in elements)

    def definitions(self) -> str:
        return f"<defs>{''.join(self._defined.values())}</defs>" if self._defined else ""

    def _group(self, group: PlacedGroup) -> str:
        body, at = self.write(group.elements), f"{_number(group.x)} {_number(group.y)}"
        moved = "" if at == "0 0" else f' transform="translate({at})"'
        if self._uses[group.elements] < 2:
            return f"<g{moved}>{_title(group.title)}{body}</g>"
        link = f'<use href="#{self._define("g", body)}"{moved}'
        return f"{link}>{_title(group.title)}</use>" if group.title else f"{link}/>"

    def _shape(self, shape: Shape) -> str:
        parts = [f'd="{_data(shape.path)}"', f'fill="{shape.fill or "none"}"']
        if shape.stroke:
            parts += [f'stroke="{shape.stroke}"', f'stroke-width="{_number(shape.width)}"']
            parts += ['stroke-linejoin="round"'] * (not shape.dash and not shape.clip)
        if shape.dash:
            parts.append(f'stroke-dasharray="{" ".join(map(_number, shape.dash))}"')
        if shape.round_caps:
            parts.append('stroke-linecap="round"')
        if shape.clip:
            outline = f'<path d="{_data(shape.clip)}"/>'
            parts.append(f'clip-path="url(#{self._define("clipPath", outline)})"')
        return f"<path {' '.join(parts)}/>"

    def _define(self, tag: str, body: str) -> str:
        from hashlib import sha256  # a verb that draws on the terminal does not wait for OpenSSL

        name = f"{tag[0]}{sha256(body.encode()).hexdigest()[:12]}"
        self._defined.setdefault(name, f'<{tag} id="{name}">{body}</{tag}>')
        return name


def _label(label: Label) -> str:
    weight = ' font-weight="bold"' if label.bold else ""
    font = f'font-family="{FONT}" font-size="{_number(label.size)}"{weight} text-anchor="{label.anchor}"'
    at = f'x="{_number(label.x)}" y="{_number(label.y)}"'
    return f'<text {at} {font} fill="{label.ink}">{_text(label.text)}</text>'


def _title(text: str) -> str:
    return f"<title>{_text(text)}</title>" if text else ""


def _text(text: str) -> str:
    """The text escaped for XML, with blanks for characters that are not printable."""
    return escape("".join(c if c.isprintable() else " " for c in text), quote=False)


def _view(drawing: Drawing) -> str:
    return f"0 0 {_number(drawing.width)} {_number(drawing.height)}"


def _data(path: Path) -> str:
    return "".join(op + " ".join(map(_number, at)) for op, at in path.commands)


def _number(value: float) -> str:
    """The number with up to two decimals, without trailing zeros and without a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


POINTS_PER_INCH = 72
LARGEST_SCALE = 1000


@checked
def to_png(drawing: Drawing, path: File, scale: float = 2.0) -> None:
    """Write the drawing as a PNG file with `scale` pixels per unit."""
    dots = POINTS_PER_INCH * _check_scale(scale)
    with _figures([drawing], "PNG", 1.0) as [figure], whole_file(path) as file:
        figure.savefig(file, format="png", dpi=dots, metadata={"Software": None})


@checked
def to_pixels(drawing: Drawing, scale: float = 1.0) -> NDArray[np.uint8]:
    """The drawing on white paper as an array of height, width, and red, green and blue.

    >>> from setlab.render import draw_card
    >>> to_pixels(draw_card({"number": "1", "shape": "oval"})).shape
    (120, 186, 3)
    """
    import numpy as np

    dots = POINTS_PER_INCH * _check_scale(scale)
    with _figures([drawing], "an array of pixels", 1.0) as [figure]:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        figure.set(dpi=dots, facecolor="white")
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        return np.array(canvas.buffer_rgba())[..., :3].copy()


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
        raise ImportError(f"{kind} needs matplotlib: pip install 'setlab[pictures]', or write .svg") from error
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
        paint: Any = _paint_shape if isinstance(part, Shape) else _paint_label
        paint(axes, part, x, y, scale)
    return figure


def _paint_shape(axes: Axes, shape: Shape, x: float, y: float, scale: float) -> None:
    from matplotlib.patches import PathPatch

    inks: Any = {"facecolor": shape.fill or "none", "edgecolor": shape.stroke or "none"}
    line: Any = {"linewidth": shape.width * scale if shape.stroke else 0, "joinstyle": "round"}
    caps: Any = "round" if shape.round_caps else "butt"
    patch = PathPatch(_path(shape.path.move(x, y)), capstyle=caps, **inks, **line)
    if shape.dash:  # matplotlib measures dashes in line widths
        patch.set_linestyle((0, tuple(max(length, 0.01) / shape.width for length in shape.dash)))
    axes.add_patch(patch)
    if shape.clip:
        patch.set_clip_path(_path(shape.clip.move(x, y)), transform=axes.transData)


def _paint_label(axes: Axes, label: Label, x: float, y: float, scale: float) -> None:
    across = {"start": "left", "middle": "center", "end": "right"}[label.anchor]
    look: Any = {"fontsize": label.size * scale, "color": label.ink, "weight": "bold" if label.bold else "normal"}
    axes.text(x + label.x, y + label.y, label.text, ha=across, va="baseline", parse_math=False, **look)


def _path(path: Path) -> Outline:
    from matplotlib.path import Path as Outline

    codes = {"M": [Outline.MOVETO], "L": [Outline.LINETO], "C": [Outline.CURVE4] * 3, "Z": [Outline.CLOSEPOLY]}
    vertices: list[tuple[float, float]] = []
    for _, at in path.commands:
        vertices += list(zip(at[::2], at[1::2], strict=True)) or [(0.0, 0.0)]
    return Outline(vertices, [code for op, _ in path.commands for code in codes[op]])
