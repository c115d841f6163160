"""The face of a card: properties, their values with words, letters, signs such as ◈◈P, and synonyms.

Words may also be German or Norwegian (`languages`).

The first three values of a property are those of the game, and the fourth that of table 5 of Abrahamsen & Eriksen.
The fifth values and the properties after the background are setlab's own; *Modelling End Game Configurations in Set*
suggests a border, a texture, a smell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from setlab.arguments import checked
from setlab.notation.languages import WORDS, fold_case, meanings

Face = Mapping[str, str]
"""A face: each property of a card with its value."""


DOTS = "dots"
"""The one property of a face with dots: their numbers, as in "136"."""


class WordedFace(dict[str, str]):
    """A face that knows the words of a notation for its values; pictures with words on them use these.

    >>> face = WordedFace({"number": "2", "filling": "open"}, {"number": "2", "filling": "hollow"})
    >>> face["filling"], face.words["filling"]
    ('open', 'hollow')
    """

    def __init__(self, values: Face, words: Face) -> None:
        super().__init__(values)
        self.words = dict(words)


def words_of(face: Face) -> Face:
    """The words for the values of a face: those of its notation, or else the values themselves.

    >>> words_of({"filling": "open"})
    {'filling': 'open'}
    """
    return face.words if isinstance(face, WordedFace) else face


def part_of(face: Face, names: Iterable[str]) -> WordedFace:
    """The named properties that a face has.

    >>> part_of({"number": "2", "colour": "red"}, ["colour", "shape"])
    {'colour': 'red'}
    """
    held = [name for name in names if name in face]
    return WordedFace({name: face[name] for name in held}, {name: words_of(face)[name] for name in held})


PROPERTIES: dict[str, tuple[str, ...]] = {
    name: tuple(values.split()) for name, (values, _) in WORDS["properties"].items()
}
"""The values of every property, in the words that `render` draws."""

LETTERS: dict[str, str] = {name: letters for name, (_, letters) in WORDS["properties"].items()}
"""One letter for each value; the short letters of a card follow the order of the properties."""

INITIALS: dict[str, dict[str, tuple[str, ...]]] = {
    "filling": {"S": ("solid", "striped"), "H": ("striped", "open"), "O": ("open",), "D": ("dotted",)},
    "shape": {"W": ("squiggle",), "S": ("squiggle", "star")},
}
"""Initials that people write as well: solid and striped, hatched and hollow, open, dotted; worm, squiggle and star."""

SYNONYMS = {word: value for value, words in WORDS["synonyms"].items() for word in words.split()}
"""Other words for the values, from the sources and from everyday use."""

FILLERS = frozenset(word for words in WORDS["fillers"].values() for word in words.split())
"""Words that may stand in a card's name and name no value, in English, German and Norwegian."""


def property_of(word: str) -> tuple[str, str] | None:
    """The property and value that a word of any source or language names; None for any other word.

    >>> property_of("worms"), property_of("hatched"), property_of("banana")
    (('shape', 'squiggle'), ('filling', 'striped'), None)
    >>> property_of("Rauten"), property_of("stripete")
    (('shape', 'diamond'), ('filling', 'striped'))
    """
    word = fold_case(word)
    for form in (word, word.removesuffix("s"), word.removesuffix("es")) if word.isalpha() else (word,):
        value = SYNONYMS.get(form) or meanings().get(form) or form
        for name, values in PROPERTIES.items():
            if value in values:
                return name, value
    return None


def words_for(name: str) -> list[str]:
    """The English words for the values of a property.

    >>> words_for("filling")[:7]
    ['solid', 'striped', 'open', 'dotted', 'chequered', 'hollow', 'empty']
    """
    values = PROPERTIES.get(name, ())
    return [*values, *(word for word, value in SYNONYMS.items() if value in values)]


def is_filler(word: str) -> bool:
    """True for a word that may stand in a card's name and names no value.

    >>> is_filler("and"), is_filler("auf"), is_filler("red")
    (True, True, False)
    """
    return fold_case(word) in FILLERS


def values_of(name: str, letter: str) -> tuple[str, ...]:
    """The values of a property that a letter can stand for.

    >>> values_of("filling", "s"), values_of("shape", "d"), values_of("shape", "x")
    (('solid', 'striped'), ('diamond',), ())
    """
    letter = letter.upper()
    index = LETTERS[name].find(letter)
    documented = (PROPERTIES[name][index],) if index >= 0 else ()
    return tuple(dict.fromkeys(documented + INITIALS.get(name, {}).get(letter, ())))


def letter_of(name: str, value: str) -> str:
    """The letter that stands for a value of a property.

    >>> letter_of("colour", "purple")
    'P'
    """
    return LETTERS[name][PROPERTIES[name].index(value)]


@checked
def describe(face: Face) -> str:
    """The card in words, in English order, as its notation names the values.

    >>> describe({"number": "2", "filling": "striped", "colour": "purple", "shape": "diamond"})
    '2 purple striped diamonds'
    >>> describe({"number": "1", "colour": "red", "background": "grey"})
    '1 red symbol on grey'
    """
    words = words_of(face)
    if DOTS in words:
        return words[DOTS]
    several = face.get("number", "1") != "1"
    parts = [words[name] for name in ("number", "colour", "filling") if name in words]
    parts.append(words.get("shape", "symbol") + "s" * several)
    if "background" in face:
        parts.append(f"on {words['background']}")
    extras = [f"{words[name]} {name}" for name in ("border", "texture", "scent") if name in face]
    if extras:
        parts.append("with " + " and ".join(extras))
    return " ".join(parts)


_DRAWN = {"oval": "●◍○◌⊕", "diamond": "◆◈◇◊❖", "squiggle": "≋≈∼∻≁", "star": "★✫☆✬✯", "heart": "♥❥♡❣❦"}
SIGNS = {shape: dict(zip(PROPERTIES["filling"], signs, strict=True)) for shape, signs in _DRAWN.items()}
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
    named = words_of(face)  # the filling of quads goes with the colour and is not named
    return "".join(letter_of(name, face[name]) for name in PROPERTIES if name in named and name not in shown)


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
