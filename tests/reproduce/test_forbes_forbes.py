"""Forbes & Forbes: our computations agree with a second method, and false proofs are rejected."""

from collections.abc import Iterable
from random import Random

import pytest

from setlab.geometry import Space
from setlab.reproduce import Runner, find_items
from setlab.reproduce.forbes_forbes import games, strategies
from setlab.reproduce.forbes_forbes.games import _counts, moves_of, replay_games
from setlab.solitaire import Shuffle, State, partitions, play, strategy, unclearable_deal
from setlab.solitaire import strategies as players
from setlab.solitaire.bounds import Forced
from setlab.solitaire.game import Partition
from setlab.solitaire.values import exact_value
from setlab.sources import find_claim
from tests.reproduce.conftest import answered

SEED = 1


def late_states(undealt: int, games: int) -> list[State]:
    """The first state of each `basic` game with at most `undealt` undealt cards and no deal due."""
    found = []
    for game, moves in enumerate(moves_of("basic", SEED, games)):
        shuffle, left = Shuffle.of(SEED, game), iter(moves)
        state = shuffle.start()
        while state.due or (state.table.undealt > undealt and state.sets):
            state = state.deal(shuffle.next_cards(state)) if state.due else state.take(next(left))
        found.append(state)
    return found


# --- the record


def test_the_percentages_are_those_of_the_counts() -> None:
    counts, percentages = find_claim("E4.results"), find_claim("E4.percent")
    for d, text in counts.figures.items():
        games = counts.trials_at(d)
        assert games is not None
        assert percentages.figures[d] == f"{100 * int(text) / games:.1f}%"


# --- the independent referee


def test_the_referee_finds_the_sets_of_the_engine() -> None:
    random = Random(5)
    for _ in range(50):
        cards = random.sample(range(81), 15)
        found = set(map(frozenset, Space(4).sets(cards)))
        assert set(games.sets_of(frozenset(cards))) == found


@pytest.mark.parametrize("name", ["basic", "S9", "thrifty"])
def test_the_referee_plays_the_games_of_the_engine(name: str) -> None:
    for game, stages in enumerate(replay_games(name, SEED, 6)):
        state = play(strategy(name), Shuffle.of(SEED, game)).state
        assert stages[-1].table == frozenset(state.cards)
        assert not stages[-1].undealt
        assert len(stages) == len(state.taken) + 1


def test_the_referee_refuses_a_set_that_is_not_there() -> None:
    order = list(Shuffle.of(SEED, 0).order)
    with pytest.raises(AssertionError, match="not on the table"):
        list(games.replay(order, [frozenset(order[-3:])]))
    with pytest.raises(AssertionError, match="not a deck"):
        list(games.replay(order[:-1], []))


def test_the_referee_finds_the_partitions_of_the_engine() -> None:
    for state in late_states(9, 8):
        found = {frozenset(map(frozenset, lines)) for lines in partitions(state.remaining)}
        mine = list(games.partitions(frozenset(state.remaining)))
        assert {frozenset(lines) for lines in mine} == found
        assert len(mine) == len(found)


def test_best_play_is_worth_what_setlab_says() -> None:
    for state in late_states(6, 10):
        cards = frozenset(state.cards), frozenset(state.undealt)
        assert games.best_value(*cards) == exact_value(state)


# --- types of partitions


@pytest.mark.parametrize(("undealt", "table"), [(3, 12), (6, 12), (6, 15), (9, 12)])
def test_every_partition_has_a_listed_type(undealt: int, table: int) -> None:
    listed = set(strategies.types(undealt, table))
    for stages in replay_games("fast", SEED, 40):
        for stage in stages:
            if (len(stage.undealt), len(stage.table)) == (undealt, table):
                for lines in games.partitions(stage.table.union(stage.undealt)):
                    numbers = [len(line.intersection(stage.undealt)) for line in lines]
                    assert tuple(map(numbers.count, range(4))) in listed


def test_what_the_types_call_certain_is_certain() -> None:
    """Best play clears the table with certainty if some partition has a type that is called certain."""
    seen = 0
    for stages in replay_games("fast", SEED, 30):
        for stage in stages:
            if 0 < len(stage.undealt) <= 6:
                found = games.partitions(stage.table.union(stage.undealt))
                kinds = ([len(line.intersection(stage.undealt)) for line in lines] for lines in found)
                if any(strategies.is_certain(tuple(map(kind.count, range(4)))) for kind in kinds):
                    assert games.best_value(stage.table, frozenset(stage.undealt)) == 1
                    seen += 1
    assert seen > 20


def test_a_deal_changes_three_cards() -> None:
    for kind in strategies.types(9, 12):
        for after in strategies.types_after_deal(kind):
            assert strategies.count_undealt(after) == 6
            assert strategies.on_table(after) == strategies.on_table(kind) + 3


def test_the_numbers_of_cards_are_those_of_games() -> None:
    possible = _counts()
    for stages in replay_games("basic", SEED, 50):
        assert {(len(stage.table), len(stage.undealt)) for stage in stages} <= possible


# --- the positions that refute


@pytest.mark.parametrize(("undealt", "table"), [(6, 15), (9, 15)])
def test_the_position_is_declared_won_by_the_strategy(undealt: int, table: int) -> None:
    """S(9) in plain Python declares it, as printed; and it is lost with some order of the deck."""
    position = strategies.find_wrong_declaration(SEED, undealt, table)
    assert players.is_declared(position.state, partitions(position.state.remaining))
    assert position.value < 1
    assert all(check.counterexample is None for check in strategies.check_position(position, undealt // 3 - 1))


def test_a_position_of_another_game_is_not_met() -> None:
    position = strategies.find_wrong_declaration(SEED, 6, 15)
    assert position.is_met
    other = strategies.ReachedState(Shuffle.of(SEED, position.shuffle.game), strategies.before_the_deal(position).state)
    assert other.is_met
    cards = sorted(position.table)
    moved = State.of([*cards[1:], int(min(position.state.undealt))], position.state.taken)
    assert not strategies.ReachedState(position.shuffle, moved).is_met


def test_short_cut_iv_is_refuted_before_the_deal() -> None:
    after = strategies.find_wrong_declaration(SEED, 6, 15)
    before = strategies.before_the_deal(after)
    assert not before.state.sets
    assert (len(before.table), len(before.undealt)) == (12, 9)
    assert before.table < after.table


def test_a_right_position_does_not_refute() -> None:
    """A position that can be cleared with certainty does not refute a short cut."""
    certain = next(state for state in late_states(3, 50) if state.table.undealt == 3 and exact_value(state) == 1)
    position = strategies.ReachedState(Shuffle.of(SEED, 0), certain)
    assert not strategies.check_all_clear(position, "here").is_refuted


# --- the deal that cannot be cleared


def judged_with(forced: Forced, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(strategies, "unclearable_deal", lambda: forced)
    (item,) = find_items(["E3.unclearable"])
    return item.judge(Runner()).verdict


def test_a_deal_without_a_proof_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    built = unclearable_deal()
    assert judged_with(built, monkeypatch) == "confirmed"
    assert judged_with(Forced(built.shuffle, built.moves[:-1], built.card), monkeypatch) == "wrong"
    assert judged_with(Forced(built.shuffle, built.moves, built.moves[0][0]), monkeypatch) == "wrong"
    free = Shuffle.of(SEED, 0)
    choice = moves_of("basic", SEED, 1)[0][:1]
    assert judged_with(Forced(free, tuple(choice), free.order[-1]), monkeypatch) == "wrong"


# --- costs


def test_nodes_by_hand() -> None:
    """A plane has four partitions; the search branches over the 4 SETs with the first card, and each leaves 6 cards."""
    plane = frozenset(range(9))
    assert len(list(games.partitions(plane))) == 4
    lines = [line for line in games.sets_of(plane) if min(plane) in line]
    assert strategies.nodes(plane) == 1 + sum(strategies.nodes(plane - line) for line in lines)
    assert strategies.nodes(plane) >= 4 + 4 + 1


@pytest.mark.parametrize("d", [9, 12])
def test_partitions_are_listed_where_the_strategy_searches(d: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same stages as those at which S(d) in plain Python asks whether the game is won."""
    asked: list[frozenset[int]] = []
    real = players.is_declared

    def noted(state: State, found: Iterable[Partition]) -> bool:
        asked.append(frozenset(state.remaining))
        return real(state, found)

    monkeypatch.setattr(players, "is_declared", noted)
    for game in range(12):
        play(strategy(f"S{d}"), Shuffle.of(SEED, game))
    mine = [stage.table.union(stage.undealt) for stage in strategies.searched_stages(d, SEED, 12)]
    assert sorted(map(sorted, mine)) == sorted(map(sorted, asked))


def test_no_short_cut_is_judged_without_its_steps() -> None:
    """Each refuted statement comes with the replayed position and the conditions under which it holds."""
    for name, rows in (("E3.step", 6), ("E3.shortcut2", 6), ("E3.shortcut4", 5)):
        _, finding = answered(name)
        assert len(finding.rows) == rows
        assert [row.verdict for row in finding.rows].count("wrong") == 1
