"""The nearest largest cap and the largest cap that contains given cards, against all caps and against plain search."""

from itertools import combinations

import pytest

from setlab.caps import check, complete, find, nearest_largest
from setlab.caps.completion import LARGEST, SECOND_LARGEST, _centred_caps
from setlab.draws import Draws
from setlab.errors import CardError, RuleError
from setlab.exact import exact_no_set
from setlab.geometry import AffineMap, CardSet, Space

pytestmark = pytest.mark.long

SPACE = Space(4)


def random_cap(trial: int, size: int) -> list[int]:
    """The first cards of a shuffled deck that make no SET, up to a size."""
    cap: list[int] = []
    for card in Draws(4).shuffle(trial, SPACE):
        if len(cap) < size and not any(SPACE.third(card, other) in cap for other in cap if other != card):
            cap.append(card)
    return cap


def test_all_caps_with_20_cards_are_compared() -> None:
    rows = _centred_caps()
    assert 81 * len(rows) == exact_no_set(4).counts[LARGEST]
    for row in rows[::500]:
        cards = [card for card in SPACE if row[card]]
        assert check(cards).is_cap
        assert {SPACE.negative(card) for card in cards} == set(cards)


@pytest.mark.parametrize("seed", range(5))
def test_a_part_of_a_largest_cap_is_completed_to_20(seed: int) -> None:
    cap = AffineMap.random(seed)(find(4))
    part = cap[::2]
    found = complete(part)
    assert found.is_exact
    assert len(found.cards) == len(CardSet(found.cards)) == LARGEST
    assert set(part) <= set(found.cards)
    assert check(found.cards).is_complete
    assert set(nearest_largest(cap)) == set(cap)


@pytest.mark.parametrize("trial", range(12))
def test_the_nearest_largest_cap_has_most_in_common(trial: int) -> None:
    """Images of the quadric under random maps never share more."""
    cards = set(random_cap(trial, 14))
    twenty = nearest_largest(cards)
    assert check(twenty).size == LARGEST
    assert check(twenty).is_complete
    others = (set(AffineMap.random(trial, k)(find(4))) for k in range(40))
    assert len(cards & set(twenty)) >= max(len(cards & other) for other in others)


@pytest.mark.parametrize("trial", range(8))
def test_the_search_agrees_with_trying_everything(trial: int) -> None:
    cap = random_cap(trial, 14)
    found = complete(cap)
    assert found.is_exact
    assert set(cap) <= set(found.cards)
    assert check(found.cards).is_cap
    free = [card for card in SPACE if card not in cap and check([*cap, card]).is_cap]
    more = len(found.cards) - len(cap)
    assert not any(check([*cap, *added]).is_cap for added in combinations(free, more + 1)), "more can be added"


def test_no_complete_cap_has_19_cards() -> None:
    """A cap that is in none with 20 cards ends with 18 at the latest: that is where the search stops.

    19 of 20 cards determine the centre, so the 20th card: different largest caps share fewer than 19.
    """
    counts = exact_no_set(4).counts
    assert counts[LARGEST - 1] == LARGEST * (counts[LARGEST] or 0)
    assert SECOND_LARGEST == LARGEST - 2


def test_a_search_that_is_stopped_says_so() -> None:
    cap = next(cap for cap in (random_cap(trial, 12) for trial in range(50)) if len(complete(cap).cards) < LARGEST)
    stopped = complete(cap, lambda: True)
    assert (stopped.cards, stopped.is_exact) == (tuple(sorted(cap)), False)


def test_cards_with_a_set_are_refused() -> None:
    with pytest.raises(RuleError, match=r"\(0, 1, 2\) is a SET"):
        complete([5, 2, 1, 0])
    with pytest.raises(CardError):
        complete([3, 3])
