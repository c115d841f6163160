"""Stanke & Stenzelbarton, Set: The Game: our computations agree with a second method."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from setlab.counting import count_turns_at_most
from setlab.experiment.kernels.endgame import EndgameParameters, play
from setlab.geometry import Space
from setlab.reproduce.evidence import Sample
from setlab.reproduce.methods import (
    VECTORS,
    all_cards,
    all_sets,
    breach,
    follow_the_rule,
    game_leaving,
    is_set,
    sets_among,
)
from setlab.reproduce.stanke_stenzelbarton.game import deck_of, find_set, flatten, make_table, most_turns
from setlab.reproduce.stanke_stenzelbarton.leftovers import (
    EPSILON,
    chance_of_multiples,
    largest_p_value,
    multiple_of_epsilon,
    turns_of,
)
from setlab.rules import Claim, Deal, Rules, game_leaving_most, longest_game
from setlab.rules.table import Event
from setlab.sources import find_claim
from setlab.stats import compare_samples
from tests.reproduce.conftest import answered

GAME = play(EndgameParameters(), seed=4, trial=0).events


def test_two_figures_of_table_1_are_misprints_and_the_others_agree() -> None:
    _, finding = answered("B2.table1")
    rows = dict(zip(find_claim("B2.table1").figures, finding.rows, strict=True))
    assert {place for place, row in rows.items() if row.verdict == "misprint"} == {"0", "12"}
    assert {row.verdict for place, row in rows.items() if place not in ("0", "12")} == {"consistent"}


def test_popular_and_reject_are_compared_with_different_seeds() -> None:
    for name in ("B3.differ", "B3.table4", "B5.lost"):
        evidence, _ = answered(name)
        seeds = [result.spec.seed for result in evidence.results]
        assert all(one != other for one, other in zip(seeds[::2], seeds[1::2], strict=True))


def test_the_referee_accepts_games_by_the_rules() -> None:
    assert breach(GAME) is None
    assert breach(longest_game()) is None
    for lost in (0, 1, 2):
        assert breach(game_leaving_most(lost), 81 - lost) is None


def spoilt(change: str) -> list[Event]:
    """The game with one breach of the rules."""
    events = list(GAME)
    first = next(i for i, event in enumerate(events) if isinstance(event, Claim))
    if change == "first cards":
        events[0] = Deal(events[0].cards[:11])
    elif change == "same card":
        events[0] = Deal((*events[0].cards[:11], events[0].cards[0]))
    elif change == "no SET":
        table = events[0].cards
        events[first] = Claim(next(c for c in combinations(table, 3) if not is_set(c)))
    elif change == "needless deal":
        events.insert(first, Deal(tuple(card for card in range(81) if card not in events[0].cards)[:3]))
    elif change == "no refill":
        del events[first + 1]
    elif change == "too early":
        events = events[:-1]
    return events


@pytest.mark.parametrize("change", ["first cards", "same card", "no SET", "needless deal", "no refill", "too early"])
def test_the_referee_finds_every_breach(change: str) -> None:
    assert spoilt(change) != list(GAME)
    assert breach(spoilt(change)) is not None


def test_the_referee_knows_the_sets() -> None:
    space = Space(4)
    assert {tuple(sorted(line)) for line in all_sets()} == {tuple(sorted(line)) for line in space.sets(space.cards)}
    assert len(sets_among(range(27))) == len(Space(3).sets(range(27)))


def test_turns_agree_with_the_formula_and_with_the_longest_games() -> None:
    for d, caps in ((3, 9), (4, 20), (5, 45)):
        assert most_turns(3**d, most_without=caps) == count_turns_at_most(d)
    assert turns_of(longest_game()) == most_turns()
    assert turns_of(longest_game(5)) == most_turns(243, most_without=45)


@pytest.mark.parametrize("size", [3, 4, 6])
def test_turns_agree_with_all_games_of_nine_cards(size: int) -> None:
    """The maximum number of turns over all games of AG(2,3) with a table of the given size is the computed one."""
    space = Space(2)

    def deals(undealt: frozenset[int]) -> list[frozenset[int]]:
        return [frozenset(cards) for cards in combinations(undealt, min(3, len(undealt)))]

    @cache
    def longest(table: frozenset[int], undealt: frozenset[int]) -> int:
        sets = [frozenset(line) for line in space.sets(sorted(table))]
        after = [
            (table - line | deal, undealt - deal)
            for line in sets
            for deal in (deals(undealt) if len(table) - 3 < size else [frozenset[int]()])
        ]
        if not sets and undealt:
            after = [(table | deal, undealt - deal) for deal in deals(undealt)]
        return max((1 + longest(*each) for each in after), default=0)

    deck = frozenset(space.cards)
    starts = map(frozenset, combinations(deck, size))
    assert max(longest(start, deck - start) for start in starts) == most_turns(9, table=size, most_without=4)


def test_listings() -> None:
    assert flatten(make_table("ij", "ij", (1, 2)), 1) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    printed = find_claim("B4.figure8").data
    entries = deck_of(printed, printed["flatten"])
    assert len(entries) == 81
    assert all(len(entry) == 3 for entry in entries)
    assert sum(find_set(table)[0] for table in [list(t) for t in combinations(all_cards(2, (1, 2, 3)), 3)]) == 12


def test_rule_and_referee_agree() -> None:
    sets = [cards for cards in combinations(VECTORS, 3) if follow_the_rule(cards)]
    assert {tuple(map(Space(4).card, cards)) for cards in sets} == set(all_sets())


def test_printed_p_values_are_multiples_of_epsilon() -> None:
    texts = list(find_claim("B3.table4").figures.values())
    assert [multiple_of_epsilon(text) for text in texts] == [220, 152, 154]
    assert [f"{220 * EPSILON:.5e}", f"{152 * EPSILON:.5e}", f"{154 * EPSILON:.5e}"] == [
        text.replace("×10^", "e") for text in texts
    ]
    assert chance_of_multiples(texts) == pytest.approx((1e-19 / EPSILON) ** 3)
    assert multiple_of_epsilon("4.88499×10^-14") is None


def test_the_bound_on_p_values_is_above_the_p_value_of_a_typical_sample() -> None:
    games = 10**6
    typical = compare_samples({0: 460_000, 1: 540_000}, {0: 490_000, 1: 510_000})
    bound = largest_p_value(Sample(46_000, 100_000), Sample(49_000, 100_000), games, 1e-5)
    assert typical.p < bound < 1e-14
    assert largest_p_value(Sample(46_000, 100_000), Sample(46_100, 100_000), games, 1e-5) == 1.0


def test_witnesses_are_what_they_are_said_to_be() -> None:
    _, game = game_leaving(3, seed=1, lost="no-set")
    assert (game.leftover, breach(game.events, 78)) == (3, None)
    dealt = {card for event in game.events if isinstance(event, Deal) for card in event.cards}
    lost = sorted(set(range(81)) - dealt)
    assert len(lost) == 3
    assert not Space(4).is_line(*lost)
    assert Rules(lost=3).cards == 78
