"""The errors of setlab: three kinds of `ValueError`, whose messages name the value, the rule and the remedy."""

from collections.abc import Collection, Iterable


class CardError(ValueError):
    """The input is not a card, or not cards of one deck."""


class RuleError(ValueError):
    """The input consists of cards to which a rule does not apply."""


class SpecError(ValueError):
    """A parameter is outside the range for which the question is defined."""


def plural(number: int, noun: str) -> str:
    """The number with its noun in the singular or plural.

    >>> plural(1, "card"), plural(3, "card"), plural(4, "property")
    ('1 card', '3 cards', '4 properties')
    """
    if number != 1:
        noun = noun.removesuffix("y") + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {noun}"


def quote(text: str, most: int = 40) -> str:
    """The text in quotation marks, printable and short enough for a message.

    >>> quote("ab\\x00" + "c" * 50)
    "'ab\\\\x00cccccccccccccccccccccccccccccccccc…'"
    """
    printable = ascii(text)[1:-1] if not text.isprintable() else text
    return f"'{printable[:most]}…'" if len(printable) > most else f"'{printable}'"


def show_value(value: object, most: int = 60) -> str:
    """The value as a message shows it: numbers, texts and short collections as they are, other objects by their type.

    >>> show_value("two"), show_value([0, 1]), show_value(object()), show_value(range(9))
    ("'two'", '[0, 1]', "a value of type 'object'", 'range(0, 9)')
    """
    if isinstance(value, str):
        return quote(value, most)
    if type(value).__repr__ is object.__repr__ or callable(value):
        return f"a value of type '{type(value).__name__}'"
    text = " ".join(repr(value).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def did_you_mean(text: object, names: Iterable[str], likeness: float = 0.65) -> str:
    """The question "did you mean NAME?", or an empty text where no name is close. The hyphens of options do not count.

    >>> did_you_mean("choise", ["table", "choice"]), did_you_mean("colour", ["table", "choice"])
    ('did you mean choice?', '')
    >>> did_you_mean("--choise", ["--table", "--choice"]), did_you_mean("--machine", ["--table", "--choice"])
    ('did you mean --choice?', '')
    """
    from difflib import get_close_matches

    bare = {name.lstrip("-"): name for name in names}
    close = get_close_matches(str(text).lstrip("-"), bare, 1, likeness)
    return f"did you mean {bare[close[0]]}?" if close else ""


def unknown_name(text: object, what: str, names: Collection[str]) -> str:
    """The message about a name that is not there: what it should name, the nearest name, and all names.

    >>> unknown_name("perfekt", "a strategy", ["random", "perfect"])
    "'perfekt' is not a strategy: did you mean perfect? Choose random or perfect"
    >>> unknown_name("lucky", "a strategy", ["random", "perfect"])
    "'lucky' is not a strategy: choose random or perfect"
    """
    question = did_you_mean(text, names)
    remedy = f"{question} Choose" if question else "choose"
    return f"{quote(str(text))} is not {what}: {remedy} {join_names(names)}"


def join_names(names: Iterable[str], last: str = "or") -> str:
    """The names in a row, with "or" before the last one.

    >>> join_names(["random", "popular", "first"]), join_names(["first"])
    ('random, popular or first', 'first')
    """
    *most, end = names
    return f"{', '.join(most)} {last} {end}" if most else end
