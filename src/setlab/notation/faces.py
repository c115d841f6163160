"""What can be on a card: the properties, the values of each with their words and letters, and every synonym.

The first three values are those of the game; the fourth come from table 5 of Abrahamsen & Eriksen, the
fifth are ours, as are the properties after the background (*Modelling End Game Configurations in Set* suggests a
border, a texture, a smell).
"""

from __future__ import annotations

from collections.abc import Mapping

Face = Mapping[str, str]

PROPERTIES: dict[str, tuple[str, ...]] = {
    "number": ("1", "2", "3", "4", "5"),
    "colour": ("red", "green", "purple", "pink", "blue"),
    "filling": ("empty", "striped", "solid", "dotted", "chequered"),
    "shape": ("oval", "diamond", "squiggle", "star", "heart"),
    "background": ("white", "black", "grey", "cream", "teal"),
    "border": ("thin", "dashed", "heavy", "wavy", "chain"),
    "texture": ("smooth", "rough", "furry", "woven", "grainy"),
    "scent": ("mint", "rose", "lemon", "clove", "pine"),
}
"""The values of every property, in the words that `render` draws."""

LETTERS: dict[str, str] = {
    "number": "12345",
    "colour": "RGPKB",
    "filling": "ESFDC",
    "shape": "ODSTH",
    "background": "WBGCT",
    "border": "TDHWC",
    "texture": "SRFWG",
    "scent": "MRLCP",
}
"""One letter for each value; a card in short letters names its properties in the order above."""

SYNONYMS: dict[str, str] = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    "hollow": "empty", "open": "empty", "outlined": "empty", "unfilled": "empty",
    "stripe": "striped", "stripes": "striped", "hatched": "striped", "shaded": "striped", "lined": "striped",
    "full": "solid", "filled": "solid",
    "dots": "dotted", "checkered": "chequered", "checked": "chequered",
    "worm": "squiggle", "wave": "squiggle", "bean": "squiggle",
    "ellipse": "oval", "pill": "oval", "rhombus": "diamond", "lozenge": "diamond",
    "violet": "purple", "gray": "grey",
    "thick": "heavy", "bold": "heavy",
}  # fmt: skip
"""Other words for the values, from the sources and from everyday use."""

SYNONYM_LETTERS: dict[str, dict[str, str]] = {
    "filling": {"H": "striped", "O": "empty"},
    "shape": {"W": "squiggle"},
}
"""Letters from the words of the sources: hatched, hollow and open, worm."""

FILLERS = frozenset(
    {"a", "an", "and", "with", "on", "of", "in", "card", "symbol", "symbols", "background", "border"}
    | {"texture", "scent", "smell", "colour", "color"}
)
"""Words that make a sentence of a card's name and say nothing."""


def property_of(word: str) -> tuple[str, str] | None:
    """The property and value that a word names, whatever seed it is from; None for any other word.

    >>> property_of("worms"), property_of("hatched"), property_of("banana")
    (('shape', 'squiggle'), ('filling', 'striped'), None)
    """
    word = word.lower()
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        value = SYNONYMS.get(form, form)
        for name, values in PROPERTIES.items():
            if value in values:
                return name, value
    return None


def letter_value(name: str, letter: str) -> str | None:
    """The value of a property that a letter stands for.

    >>> letter_value("filling", "s"), letter_value("shape", "s"), letter_value("shape", "x")
    ('striped', 'squiggle', None)
    """
    place = LETTERS[name].find(letter.upper())
    if place >= 0:
        return PROPERTIES[name][place]
    return SYNONYM_LETTERS.get(name, {}).get(letter.upper())


def describe(face: Face, words: Face | None = None) -> str:
    """The card in words, in English order; `words` may replace a value by the word of a seed.

    >>> describe({"number": "2", "filling": "striped", "colour": "purple", "shape": "diamond"})
    '2 purple striped diamonds'
    >>> describe({"number": "1", "colour": "red", "background": "grey"})
    '1 red symbol on grey'
    """
    words = words or face
    several = face.get("number", "1") != "1"
    parts = [words[name] for name in ("number", "colour", "filling") if name in face]
    parts.append(words.get("shape", "symbol") + "s" * several)
    if "background" in face:
        parts.append(f"on {words['background']}")
    extras = [f"{words[name]} {name}" for name in ("border", "texture", "scent") if name in face]
    if extras:
        parts.append("with " + " and ".join(extras))
    return " ".join(parts)
