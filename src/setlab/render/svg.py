"""Drawings as SVG: standalone XML without scripts or external parts, the same text for the same drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import Any

from setlab.arguments import checked
from setlab.render.drawing import Drawing, Element, Group, Label, Path, Shape

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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(drawing.width * scale)}"'
        f' height="{_number(drawing.height * scale)}" viewBox="{_view(drawing)}" role="img">'
        f"{_title(name)}{page.definitions()}{body}</svg>\n"
    )


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
    symbols = "".join(
        f'<symbol id="{escape(name)}" viewBox="{_view(drawing)}">'
        f"{_title(drawing.title)}{page.write(drawing.elements)}</symbol>"
        for name, drawing in drawings.items()
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
    return f"{head}{page.definitions()}{symbols}</svg>\n"


class _Page:
    """A document under construction: recurring parts are defined once, under an id that is a hash of their content."""

    def __init__(self) -> None:
        self._uses: Counter[tuple[Element, ...]] = Counter()
        self._defined: dict[str, str] = {}

    def count(self, elements: tuple[Element, ...]) -> None:
        for element in elements:
            if isinstance(element, Group):
                self._uses[element.elements] += 1
                if self._uses[element.elements] == 1:
                    self.count(element.elements)

    def write(self, elements: tuple[Element, ...]) -> str:
        ways: Any = {Group: self._group, Shape: self._shape, Label: _label}
        return "".join(ways[type(element)](element) for element in elements)

    def definitions(self) -> str:
        return f"<defs>{''.join(self._defined.values())}</defs>" if self._defined else ""

    def _group(self, group: Group) -> str:
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
    return (
        f'<text x="{_number(label.x)}" y="{_number(label.y)}" font-family="{FONT}"'
        f' font-size="{_number(label.size)}"{weight} text-anchor="{label.anchor}"'
        f' fill="{label.ink}">{_text(label.text)}</text>'
    )


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
