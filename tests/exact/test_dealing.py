"""Deals with exactly K SETs: possible ones only, repeatable, and uniform, by both methods."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab import _core
from setlab.errors import RuleError, SpecError
from setlab.exact import dealing, exact_sets
from setlab.exact.dealing import SIZES, TRIALS, compute_rarity, deal, deal_cards, deals_seen
from setlab.exact.extremes import fewest_sets, most_sets
from setlab.geometry import CardSet, Deck, Space
from setlab.reference import deals as definition
from setlab.stats import compare_with_proportions


def number_of_sets(cards: list[int], d: int = 4) -> int:
    return len(Space(d).sets(cards))


@given(st.integers(0, 12), st.integers(0, 2**64 - 1), st.sampled_from([2, 3, 4]))
def test_a_deal_is_the_beginning_of_a_shuffled_deck(cards: int, seed: int, d: int) -> None:
    cards = min(cards, 3**d)
    assert tuple(deal_cards(cards, seed=seed, dimension=d)) == Deck(d).deal(cards, seed=seed).cards


@pytest.mark.parametrize(("cards", "sets"), [(12, 3), (12, 6), (9, 1), (20, 14)])
def test_a_common_deal_is_the_first_that_fits_among_the_trials(cards: int, sets: int) -> None:
    """As the definition of the engine deals them, trial by trial."""
    dealt = (definition.deal(11, trial, 4)[:cards] for trial in range(100_000))
    assert deal_cards(cards, sets, seed=11) == next(each for each in dealt if number_of_sets(each) == sets)


@pytest.mark.long
@pytest.mark.parametrize(
    ("cards", "d"), [(9, 4), (12, 4), (13, 4), (72, 4), (69, 4), (6, 3), (13, 3), (21, 3), (5, 2), (9, 5)]
)
def test_every_possible_number_of_sets_is_dealt(cards: int, d: int) -> None:
    distribution = exact_sets(cards, d).distribution
    assert distribution is not None
    for sets in sorted(distribution)[:: 1 if len(distribution) < 20 else 5]:
        if d == 5 and distribution[sets] < 1e-4 * sum(distribution.values()):
            continue  # the list of AG(5,3) is not made, and looking through takes long
        dealt = deal_cards(cards, sets, seed=5, dimension=d)
        assert len(set(dealt)) == cards
        assert number_of_sets(dealt, d) == sets
        assert dealt == deal_cards(cards, sets, seed=5, dimension=d)


@pytest.mark.parametrize("cards", [15, 18, 19, 20, 61, 63])
def test_caps_and_the_rests_that_they_leave(cards: int) -> None:
    """Collections without a SET are rare beyond 15 cards, and so are those whose other cards have none."""
    fewer = min(cards, 81 - cards)
    sets = 0 if fewer == cards else 1080 - 40 * cards + cards * (cards - 1) // 2
    dealt = deal_cards(cards, sets, seed=1)
    assert number_of_sets(dealt) == sets
    assert CardSet(dealt if fewer == cards else set(range(81)) - set(dealt)).is_cap()


def test_what_cannot_be_dealt() -> None:
    with pytest.raises(RuleError, match="9 cards never have 7 SETs: 0 to 6, 8 or 12 are possible"):
        deal_cards(9, 7)
    with pytest.raises(RuleError, match="21 cards never have 0 SETs: choose"):
        deal_cards(21, 0)
    with pytest.raises(SpecError, match="82 cards cannot be dealt: the deck has 81, choose 0 to 81"):
        deal_cards(82)
    with pytest.raises(SpecError, match="-1 is not a number of SETs"):
        deal_cards(12, -1)


def test_a_search_without_success_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dealing.MOST_TRIALS, 5, 1000)
    looked: list[int] = []
    with pytest.raises(RuleError, match="none of the first 1,000 deals of seed 0 has exactly 100 SETs in 30 cards"):
        deal_cards(30, 100, dimension=5, report=looked.append)
    assert looked == [64, 192, 448, 960, 1984]


@pytest.mark.parametrize(("cards", "sets"), [(25, 23), (30, 40), (45, 175)])
def test_a_search_in_halves_finds_the_first_deal_that_fits(cards: int, sets: int) -> None:
    """As the numbers of the core say, trial by trial."""
    numbers = _core.count_lines_dealt_trials(3, 0, 5000, dimension=4)[:, cards]
    first = next(trial for trial, number in enumerate(numbers) if number == sets)
    assert first > 0
    assert deal_cards(cards, sets, seed=3) == definition.deal(3, first, 4)[:cards]


@pytest.mark.parametrize(
    ("cards", "sets", "message"),
    [
        (18, 33, "18 cards with 33 SETs are too rare, one deal in "),
        (30, 119, "30 cards with 119 SETs are too rare, fewer than 3 in 268,435,456 deals"),
        (51, 285, "51 cards with 285 SETs are too rare, fewer than 3 in 268,435,456 deals"),
    ],
)
def test_what_is_too_rare_is_refused_at_once(
    cards: int, sets: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "_first_with", None)
    with pytest.raises(RuleError, match=message) as raised:
        deal_cards(cards, sets)
    assert "choose" in str(raised.value)


def test_the_tally_of_random_deals() -> None:
    """It has the mean and the variance of the formulas, and contains the first of its deals."""
    part = compute_rarity(trials=1 << 16)["counts"]
    for cards in SIZES:
        seen, exact = deals_seen(cards), exact_sets(cards)
        mean = Fraction(sum(sets * count for sets, count in seen.items()), TRIALS)
        assert sum(seen.values()) == TRIALS
        assert abs(mean - exact.mean) < 5 * (float(exact.variance) / TRIALS) ** 0.5
        assert all(count <= seen[int(sets)] for sets, count in part[str(cards)].items())
        assert {*seen} <= {*range(fewest_sets()[cards].lower, most_sets()[cards].upper + 1)}


@pytest.mark.long
@pytest.mark.parametrize("method", ["looked through", "listed"])
@pytest.mark.parametrize(
    ("cards", "sets", "d", "number"), [(4, 1, 2, 72), (5, 2, 2, 54), (7, 5, 2, 36), (3, 1, 3, 117), (24, 80, 3, 117)]
)
def test_all_deals_with_k_sets_are_equally_likely(
    method: str, cards: int, sets: int, d: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The collections dealt for 1,000 seeds against a uniform distribution on all with K SETs, found by brute force."""
    fitting = [frozenset(some) for some in collections_of(cards, d) if number_of_sets(list(some), d) == sets]
    assert len(fitting) == number == exact_sets(cards, d).distribution[sets]  # type: ignore[index]
    monkeypatch.setattr(dealing, "COMMON", 2.0 if method == "listed" else 0.0)
    counts = Counter(fitting.index(frozenset(deal_cards(cards, sets, seed=seed, dimension=d))) for seed in range(1000))
    assert_uniform(counts, number)


def assert_uniform(counts: Counter[int], values: int) -> None:
    comparison = compare_with_proportions(counts, {value: Fraction(1, values) for value in range(values)})
    assert comparison.p > 1e-3


def collections_of(cards: int, d: int) -> Iterator[tuple[int, ...]]:
    return combinations(range(3**d), cards)


def test_the_order_of_a_listed_deal_is_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "COMMON", 2.0)
    deals = [deal_cards(5, 2, seed=seed, dimension=2) for seed in range(600)]
    assert_uniform(Counter(cards.index(min(cards)) for cards in deals), 5)


def test_a_deal_is_a_table() -> None:
    table = deal(12, sets=6, seed=3)
    assert list(table.cards) == deal_cards(12, 6, seed=3)
    assert len(table.sets()) == 6
    assert table.undealt == 69
    assert deal().cards != deal().cards, "another deal each time"
    assert len(deal(9, dimension=3)) == 9
    with pytest.raises(TypeError, match="cards must be an integer"):
        deal("12")  # type: ignore[arg-type]
