"""The tail of the standard game: the recorded tally is sound, agrees with what is exact, and is what the page shows."""

from fractions import Fraction
from math import sqrt
from pathlib import Path

from scripts import tail
from setlab.exact.no_set import exact_no_set
from setlab.experiment import simulate
from setlab.experiment.spec import make_spec
from setlab.stats import proportion_interval

DOCS = Path(__file__).parents[1] / "docs"
TALLY = tail.tally()


def test_the_tally_is_that_of_the_experiment() -> None:
    assert tail.spec() == make_spec("endgame", {}, 2026)
    assert TALLY.trials == 233 * 2**32
    assert tail.result().left_out == 1_086_829


def test_twelve_cards_without_a_set_are_as_frequent_as_they_must_be() -> None:
    """The first twelve cards of a game are random: five standard errors, of 10^12 games."""
    exact = exact_no_set().probability(12)
    assert exact is not None
    found = Fraction(TALLY["first_no_set"][12], TALLY.trials)
    assert abs(found - exact) < 5 * sqrt(exact * (1 - exact) / TALLY.trials)


def test_a_small_run_on_the_cpu_agrees() -> None:
    """The same seed: the first games are among those counted."""
    few = simulate("endgame", 20_000, seed=2026).tally
    for name in ("leftover", "turns"):
        for value, count in few[name].items():
            assert count <= TALLY[name][value]


def test_the_page_shows_the_section_and_no_other_page_repeats_it() -> None:
    section = "".join(tail.section())
    assert section in (DOCS / "games.md").read_text(encoding="utf-8")
    assert "486,421" in section
    assert "486,421" not in (DOCS / "gpu.md").read_text(encoding="utf-8")


def test_the_intervals_are_simultaneous() -> None:
    """Each interval of the section is counted, and wider than one at 95 % alone."""
    section = "".join(tail.section())
    assert section.count(" – ") + section.count(" ± ") == tail.rows()
    alone = proportion_interval(TALLY["leftover"][18], TALLY.trials, 0.95)
    assert alone.within(tail.interval(TALLY["leftover"][18]))
    assert f"The {tail.rows()} intervals of this section are simultaneous" in section


def test_the_joint_table_adds_up() -> None:
    lines = "".join(tail.section()).split("**Largest table and cards left**, games\n\n")[1].splitlines()[2:6]
    for line in lines:
        most, *counts = (cell.strip().replace(",", "") for cell in line.split("|")[1:-1])
        assert sum(int(count) for count in counts if count) == TALLY["largest_table"][int(most)]
