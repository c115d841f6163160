"""The tail of the standard game: the recorded tally is sound, agrees with what is exact, and is what the page shows."""

from fractions import Fraction
from math import sqrt
from pathlib import Path

from scripts.tail import read_tally, table
from setlab.exact.no_set import exact_no_set
from setlab.experiment import simulate
from setlab.experiment.spec import make_spec

PAGE = Path(__file__).parents[1] / "docs" / "gpu.md"
RUN = read_tally()


def test_the_tally_is_that_of_the_experiment() -> None:
    assert RUN["id"] == make_spec("endgame", {}, RUN["seed"]).id
    assert RUN["trials"] == 233 * 2**32
    for name in ("leftover", "largest_table", "turns", "largest_table_and_leftover"):
        assert sum(RUN["tally"][name].values()) == RUN["trials"]


def test_histograms_agree_with_each_other() -> None:
    joint = RUN["tally"]["largest_table_and_leftover"]
    for name, place in (("largest_table", 0), ("leftover", 1)):
        for value, count in RUN["tally"][name].items():
            assert sum(n for pair, n in joint.items() if pair.split("/")[place] == value) == count


def test_twelve_cards_without_a_set_are_as_frequent_as_they_must_be() -> None:
    """The first twelve cards of a game are random: five standard errors, of 10^12 games."""
    exact = exact_no_set().probability(12)
    assert exact is not None
    found = Fraction(RUN["tally"]["first_no_set"]["12"], RUN["trials"])
    assert abs(found - exact) < 5 * sqrt(exact * (1 - exact) / RUN["trials"])


def test_a_small_run_on_the_cpu_agrees() -> None:
    """The same seed: the first games are among those counted."""
    few = simulate("endgame", 20_000, seed=RUN["seed"]).tally
    for name in ("leftover", "turns"):
        for value, count in few[name].items():
            assert count <= RUN["tally"][name][str(value)]


def test_the_page_shows_the_table() -> None:
    assert "\n".join(table()) in PAGE.read_text(encoding="utf-8")
