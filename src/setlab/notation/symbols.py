"""Cards as signs within a line of text: ◈◈P for two striped diamonds in purple."""

from __future__ import annotations

from setlab.notation.faces import PROPERTIES, Face, letter_of, values_of

SIGNS = {
    "oval": dict(zip(PROPERTIES["filling"], "●◍○◌⊕", strict=True)),
    "diamond": dict(zip(PROPERTIES["filling"], "◆◈◇◊❖", strict=True)),
    "squiggle": dict(zip(PROPERTIES["filling"], "≋≈∼∻≁", strict=True)),
    "star": dict(zip(PROPERTIES["filling"], "★✫☆✬✯", strict=True)),
    "heart": dict(zip(PROPERTIES["filling"], "♥❥♡❣❦", strict=True)),
}
"""One character for each shape and filling."""

SHOWN = ("number", "filling", "shape")
"""The properties that the signs themselves show; the others follow as letters."""

_MEANINGS = {sign: (shape, filling) for shape, signs in SIGNS.items() for filling, sign in signs.items()}


def signs_of(face: Face) -> str:
    """The signs of a face that has a number, a filling and a shape.

    >>> signs_of({"number": "2", "filling": "striped", "shape": "diamond"})
    '◈◈'
    """
    return SIGNS[face["shape"]][face["filling"]] * int(face["number"])


def letters_beside(face: Face, shown: tuple[str, ...] = SHOWN) -> str:
    """The letters of the properties that the signs do not show.

    >>> letters_beside({"number": "2", "colour": "purple"})
    'P'
    """
    return "".join(letter_of(name, face[name]) for name in PROPERTIES if name in face and name not in shown)


def is_symbol(text: str) -> bool:
    """True if the text begins with a sign.

    >>> is_symbol("◈◈P"), is_symbol("2PTD")
    (True, False)
    """
    return text[:1] in _MEANINGS


def face_of_symbol(text: str, names: list[str]) -> dict[str, str] | None:
    """The face that signs with letters show, for a deck with the named properties; None unless they show one.

    >>> face_of_symbol("◈◈P", ["number", "colour", "filling", "shape"])
    {'number': '2', 'filling': 'striped', 'shape': 'diamond', 'colour': 'purple'}
    >>> face_of_symbol("◈◆P", ["number", "colour", "filling", "shape"]) is None
    True
    """
    number = len(text) - len(text.lstrip(text[0]))
    letters = text[number:].upper()
    shape, filling = _MEANINGS[text[0]]
    face = {"number": str(number), "filling": filling, "shape": shape}
    others = [name for name in PROPERTIES if name in names and name not in SHOWN]
    if len(letters) > len(others) or number > len(PROPERTIES["number"]):
        return None
    for name, letter in zip(others, letters, strict=False):
        found = values_of(name, letter)
        if len(found) != 1:
            return None
        face[name] = found[0]
    return {name: value for name, value in face.items() if name in names}
