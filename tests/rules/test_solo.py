"""The game of one player against the clock, as a value."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import RuleError
from setlab.rules import Claim, Deal, Reject, Rules, SoloGame, play_game, replay

JUNIOR = Rules(d=3, table=9)


def played(rules: Rules, seed: int) -> SoloGame:
    """A game to its end: the first SET is taken after 5 seconds, or none is said after 7."""
    game, now = SoloGame.begin(rules, seed), 0.0
    while not game.over:
        sets = game.table.sets()
        now += 5 if sets else 7
        game = game.claim(sets[0], now) if sets else game.no_set(now)
    return game


@given(st.integers(0, 2**64 - 1), st.sampled_from([Rules(), JUNIOR, Rules(d=2, table=6), Rules(lost=2)]))
def test_whoever_makes_no_mistake_plays_the_game_of_the_rules(seed: int, rules: Rules) -> None:
    game = played(rules, seed)
    events = tuple(timed.event for timed in game.events)
    assert events == play_game(game.order, lambda table: next(iter(table.sets()), None), rules)[0]
    assert replay(events, rules) == game.table
    assert game.mistakes == ()


def test_a_wrong_claim_changes_nothing_but_is_kept() -> None:
    begun = SoloGame.begin(JUNIOR, 1)
    a, b, *_ = begun.table.cards
    for wrong in (begun.claim((a, b, begun.table.cards[2]), at=3.0), begun.no_set(at=3.0)):
        assert wrong.table == begun.table
        assert wrong.found == ()
        assert [type(mistake) for mistake in wrong.mistakes] == [Reject]
    assert begun.no_set(at=3.0).mistakes[0].cards == ()


def test_three_cards_are_dealt_where_there_is_no_set() -> None:
    game = SoloGame.begin(Rules(), 1)
    while sets := game.table.sets():
        game = game.claim(sets[0], 1.0)
    assert game.table.undealt > 3
    after = game.no_set(2.0)
    assert isinstance(after.last, Deal)
    assert len(after.table.cards) == len(game.table.cards) + 3
    assert after.mistakes == ()


def test_times_are_those_since_the_set_before() -> None:
    game = played(Rules(), 3)
    claims = [timed.at for timed in game.events if isinstance(timed.event, Claim)]
    assert sum(found.seconds for found in game.found) == claims[-1]
    assert {found.seconds % 7 for found in game.found} <= {5.0, 12.0 % 7, 19.0 % 7}
    assert all(found.choices >= 1 for found in game.found)


def test_the_tables_that_were_searched() -> None:
    game = played(Rules(), 3)
    searched = game.searched
    assert len(searched) == len({timed.at for timed in game.events})
    assert all(len(table.cards) >= 12 or not table.undealt for table in searched)


@given(st.integers(0, 2**64 - 1))
def test_a_record_is_the_game(seed: int) -> None:
    game = played(JUNIOR, seed).no_set(1000.0)
    assert SoloGame.from_record(json.loads(json.dumps(game.as_record()))) == game


def test_records_name_the_dimension_as_all_json_does() -> None:
    record = SoloGame.begin(JUNIOR, 1).as_record()
    assert record["rules"] == {"dimension": 3, "values": 3, "table": JUNIOR.table, "lost": 0}
    before = record | {"rules": {"d": 3, "n": 3, "table": JUNIOR.table, "lost": 0}}
    assert SoloGame.from_record(before) == SoloGame.from_record(record)


@pytest.mark.parametrize(
    "spoil",
    [
        {"rules": None},
        {"rules": {"dimension": 3}},
        {"events": 5},
        {"events": [{"at": 0, "event": {"event": "deal", "cards": ["x"]}}]},
        {"events": [{"at": 0, "event": {"event": "deal", "cards": [0, 0]}}]},
        {"events": [{"at": 0, "event": {"event": "claim", "cards": [0, 1, 2]}}]},
        {"events": [{"at": 0, "event": {"event": "jump", "cards": []}}]},
        {"seed": None},
    ],
)
def test_what_is_no_record(spoil: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        SoloGame.from_record(SoloGame.begin(JUNIOR, 1).as_record() | spoil)


def test_a_record_without_rules_says_what_to_give() -> None:
    with pytest.raises(RuleError, match="give a file that `play --record` wrote"):
        SoloGame.from_record({})
