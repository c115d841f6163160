"""What can be on a card: the properties, their values with words and letters, and the synonyms of the words.

The first three values of a property are those of the game, and the fourth that of table 5 of Abrahamsen & Eriksen.
The fifth values and the properties after the background are setlab's own; *Modelling End Game Configurations in Set*
suggests a border, a texture, a smell.
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
"""One letter for each value; the short letters of a card follow the order of this table."""

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
"""Words that may stand in a card's name and name no value."""


def property_of(word: str) -> tuple[str, str] | None:
    """The property and value that a word of any source names; None for any other word.

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


def value_of(name: str, letter: str) -> str | None:
    """The value of a property that a letter stands for; None for any other letter.

    >>> value_of("filling", "s"), value_of("shape", "s"), value_of("shape", "x")
    ('striped', 'squiggle', None)
    """
    index = LETTERS[name].find(letter.upper())
    if index >= 0:
        return PROPERTIES[name][index]
    return SYNONYM_LETTERS.get(name, {}).get(letter.upper())


def letter_of(name: str, value: str) -> str:
    """The letter that stands for a value of a property.

    >>> letter_of("colour", "purple")
    'P'
    """
    return LETTERS[name][PROPERTIES[name].index(value)]


def describe(face: Face, words: Face | None = None) -> str:
    """The card in words, in English order; `words` replaces the values by the words of a source.

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
