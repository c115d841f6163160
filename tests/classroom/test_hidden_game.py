"""The game with a hidden card: the rules of the ordinary game, and two methods that name the card."""

from itertools import combinations, product

import pytest

from setlab.classroom.lessons import END_GAME, HiddenGame, group_digits, partners_of, read_hidden_card
from setlab.errors import RuleError
from setlab.geometry import Space

SPACE = Space(4)
SEEDS = range(6)


def is_set(cards: tuple[int, ...]) -> bool:
    """The rule of the game, card by card."""
    return all(len(set(values)) in (1, 3) for values in zip(*map(SPACE.coordinates, cards), strict=True))


@pytest.fixture(scope="module")
def finished() -> list[HiddenGame]:
    return [HiddenGame.begin(seed).play_on() for seed in SEEDS]


def test_games_end_without_a_set_and_without_undealt_cards(finished: list[HiddenGame]) -> None:
    for game in finished:
        assert game.is_over
        assert game.table.undealt == 0
        assert not any(map(is_set, combinations(game.table.cards, 3)))
        assert all(map(is_set, game.table.taken))


def test_the_hidden_card_is_the_one_that_is_nowhere_else(finished: list[HiddenGame]) -> None:
    for game in finished:
        seen = {*game.table.cards, *(card for cards in game.table.taken for card in cards)}
        assert set(SPACE) - seen == {game.hidden_card}
        assert SPACE.card([reading.value for reading in read_hidden_card(game.table.cards)]) == game.hidden_card


def test_both_methods_are_right_for_each_property(finished: list[HiddenGame]) -> None:
    for game in finished:
        columns = zip(*map(SPACE.coordinates, game.table.cards), strict=True)
        for reading, column in zip(read_hidden_card(game.table.cards), columns, strict=True):
            assert reading.total == sum(column)
            assert (reading.total + reading.value) % 3 == 0
            *threes, last = reading.groups
            assert sorted(digit for group in reading.groups for digit in group) == sorted(column)
            assert len(last) == 2
            assert all(len(set(group)) in (1, 3) for group in [*threes, (*last, reading.value)])


def test_digits_are_grouped_as_far_as_possible() -> None:
    for digits in product(range(3), repeat=5):
        *threes, last = group_digits(digits)
        assert all(len(group) == 3 and len(set(group)) in (1, 3) for group in threes)
        rest = [last.count(digit) for digit in range(3)] if len(last) < 3 else []
        assert not rest or (max(rest) < 3 and min(rest) == 0)


def test_the_end_of_the_game_is_left_to_the_visitor() -> None:
    for seed in SEEDS:
        game = HiddenGame.begin(seed).play_on(END_GAME)
        assert game.table.undealt <= END_GAME
        assert game.table.sets()
        assert game == HiddenGame.begin(seed).play_on(END_GAME)


def test_moves_repeat_a_game(finished: list[HiddenGame]) -> None:
    game = HiddenGame.begin(finished[0].seed)
    for cards in finished[0].table.taken:
        game = game.take(cards)
    assert game == finished[0]


def test_only_sets_on_the_table_can_be_taken() -> None:
    game = HiddenGame.begin(1)
    wrong = next(three for three in combinations(game.table.cards, 3) if not is_set(three))
    with pytest.raises(RuleError, match="cannot be taken: it is not a SET"):
        game.take(wrong)
    with pytest.raises(RuleError, match="not all of these cards lie on the table"):
        game.take([game.hidden_card, *game.table.cards[:2]])


def test_partners_make_a_set_with_the_card(finished: list[HiddenGame]) -> None:
    assert any(partners_of(game.hidden_card, game.table.cards) for game in finished)
    for game in finished:
        left = game.table.cards
        expected = [pair for pair in combinations(left, 2) if is_set((*pair, game.hidden_card))]
        assert list(partners_of(game.hidden_card, left)) == expected
