"""docs/oeis: the b-files are what setlab computes, and the terms of the OEIS are among them."""

from scripts.bfiles import FOLDER, files
from setlab.exact.extremes import most_sets

A380167 = (1, 1, 2, 3, 5, 8, 12, 12, 13, 14, 16, 19, 23, 26, 30, 36, 41, 47, 54, 62, 71, 81, 92, 104, 117)
"""The terms for n = 3 … 27 as https://oeis.org/A380167 prints them: most SETs in n cards with three properties."""


def test_the_files_are_those_of_the_script() -> None:
    """If they fail, `python -m scripts.bfiles` writes them."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == files()


def test_the_oeis_has_the_same_terms() -> None:
    assert files()["b380167.txt"].split() == [str(each) for pair in enumerate(A380167, start=3) for each in pair]


def test_a_fourth_property_does_not_help_up_to_27_cards() -> None:
    three, four = ([extreme.value for extreme in most_sets(d)] for d in (3, 4))
    assert three == four[:28]
    assert all(extreme.proved for extreme in most_sets(4))
