"""The one rule that the browser knows, the marks of the properties, agrees with Python on all triples of the deck."""

from itertools import combinations

from setlab.geometry import Deck
from setlab.notation import find_notation
from tests.browser.conftest import Visit

LETTERS = {"same": "s", "different": "d", "neither": "n"}

JUDGE_ALL = """({ judge }, [cards, dimension]) => {
  let verdicts = '';
  for (let a = 0; a < cards; a++) for (let b = a + 1; b < cards; b++) for (let c = b + 1; c < cards; c++)
    verdicts += judge([a, b, c], dimension).map(({ verdict }) => verdict[0]).join('');
  return verdicts;
}"""

NAME_ALL = "({ nameOf }, d) => Array.from({ length: 3 ** d }, (_, card) => nameOf(card, d))"


def python_verdicts(cards: int, dimension: int) -> str:
    deck = Deck(dimension)
    patterns = (deck.patterns(three) for three in combinations(range(cards), 3))
    return "".join(LETTERS[str(pattern)] for each in patterns for pattern in each)


def test_marks_agree_on_all_triples_of_81_cards(visit: Visit) -> None:
    mira = visit("/")
    assert mira.run("shared/cards", JUDGE_ALL, [81, 4]) == python_verdicts(81, 4)


def test_marks_agree_on_all_triples_of_27_cards(visit: Visit) -> None:
    mira = visit("/")
    assert mira.run("shared/cards", JUDGE_ALL, [27, 3]) == python_verdicts(27, 3)


def test_marks_and_names_agree_on_nine_cards(visit: Visit) -> None:
    """Nine cards have colour and shape: they are those of three properties with one symbol."""
    mira = visit("/?lang=en")
    assert mira.run("shared/cards", JUDGE_ALL, [9, 2]) == python_verdicts(9, 2)
    assert mira.run("shared/cards", NAME_ALL, 2) == [find_notation(dimension=3).name(card) for card in range(9)]


def test_names_of_cards_are_those_of_the_notation(visit: Visit) -> None:
    """In English a card is named as everywhere else in setlab, but with the number as a word."""
    mira = visit("/?lang=en")
    words = {"1": "one", "2": "two", "3": "three"}
    for d in (3, 4, 5):
        notation = find_notation(dimension=d)
        for card, name in enumerate(mira.run("shared/cards", NAME_ALL, d)):
            number, _, rest = notation.name(card).partition(" ")
            assert name == f"{words.get(number, number)} {rest}"
