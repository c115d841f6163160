"""What can be wrong with an input: three kinds of `ValueError`, each message naming value, rule and remedy."""


class CardError(ValueError):
    """Something that should be a card, or cards of one deck, is not."""


class RuleError(ValueError):
    """The cards are cards, but the rule asked for does not apply to them."""


class SpecError(ValueError):
    """A parameter is outside the range in which the question makes sense."""


def plural(number: int, noun: str) -> str:
    """The number with its noun.

    >>> plural(1, "card"), plural(3, "card"), plural(4, "property")
    ('1 card', '3 cards', '4 properties')
    """
    if number != 1:
        noun = noun.removesuffix("y") + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {noun}"


def quoted(text: str, most: int = 40) -> str:
    """The text in quotation marks, printable and short enough for a message.

    >>> quoted("ab\\x00" + "c" * 50)
    "'ab\\\\x00cccccccccccccccccccccccccccccccccc…'"
    """
    printable = ascii(text)[1:-1] if not text.isprintable() else text
    return f"'{printable[:most]}…'" if len(printable) > most else f"'{printable}'"
