"""Short letters: all cards that a code such as 2PTD can mean, in the documented order or in any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setlab.notation.faces import PROPERTIES, letter_of, values_of

Names = Sequence[tuple[str, Sequence[str]]]
"""The properties of a deck, each with its values."""


def in_letter_order(properties: Names) -> list[tuple[str, Sequence[str]]]:
    """The properties in the order of the letters: number, colour, filling, shape and so on.

    >>> [name for name, values in in_letter_order([("shape", ["oval"]), ("number", ["1", "2"])])]
    ['number', 'shape']
    """
    return sorted(properties, key=lambda p: list(PROPERTIES).index(p[0]))


def documented_face(code: str, properties: Names) -> dict[str, str] | None:
    """The face that a code names in the documented letters and order; None if it is not such a code.

    >>> documented_face("2D", [("number", ["1", "2", "3"]), ("shape", ["oval", "diamond", "squiggle"])])
    {'number': '2', 'shape': 'diamond'}
    """
    face = {}
    for (name, values), letter in zip(in_letter_order(properties), code.upper(), strict=True):
        meant = next((value for value in values if letter_of(name, value) == letter), None)
        if meant is None:
            return None
        face[name] = meant
    return face


def possible_faces(code: str, properties: Names) -> list[dict[str, str]]:
    """The faces that a code can name: one if it is documented, else those of all letters in all orders.

    The initial S is shared by solid and striped, and H by hatched and hollow, so that both codes have two meanings.

    >>> deck = [("filling", ["solid", "striped", "open"]), ("shape", ["oval", "diamond", "squiggle"])]
    >>> possible_faces("FS", deck)
    [{'filling': 'solid', 'shape': 'squiggle'}]
    >>> possible_faces("SD", deck)
    [{'filling': 'solid', 'shape': 'diamond'}, {'filling': 'striped', 'shape': 'diamond'}]
    """
    documented = documented_face(code, properties)
    if documented is not None:
        return [documented]
    faces: list[dict[str, str]] = []
    for face in _assignments(code, in_letter_order(properties)):
        if face not in faces:
            faces.append(face)
    return faces


def _assignments(code: str, properties: Names) -> Iterator[dict[str, str]]:
    """The faces of all ways to give each property one of the letters; the letters at their own place come first."""
    if not properties:
        yield {}
        return
    (name, values), *others = properties
    for i, letter in enumerate(code):
        if letter in code[:i]:
            continue  # the same letter at another place has the same meanings
        for value in values_of(name, letter):
            if value in values:
                for rest in _assignments(code[:i] + code[i + 1 :], others):
                    yield {name: value} | rest
