"""Small numbers as words, as the sources print them."""

from __future__ import annotations

WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def in_words(number: int) -> str:
    """A small number as a word, a larger one in digits.

    >>> in_words(12), in_words(13)
    ('twelve', '13')
    """
    return WORDS[number] if number < len(WORDS) else str(number)


def number_of(word: str) -> int:
    """The number that a word stands for.

    >>> number_of("three")
    3
    """
    return WORDS.index(word)
