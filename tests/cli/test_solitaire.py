"""`setlab solitaire` as a user types it: fields, games by fed input, bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from setlab.cli.main import status_of
from setlab.cli.verbs.solitaire.measure import _sentences as bound_sentences
from setlab.experiment.solitaire import clear_proportion, measure
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.solitaire import NAMES, PlayedGame, Shuffle, State, advise, exact_values, look_back, play, strategy
from setlab.solitaire.game import replay_moves
from setlab.solitaire.strategies import core_moves
from setlab.solitaire.values import Weights, shipped_weights
from tests.cli.conftest import Run

HERE = find_notation()
TWELVE = [HERE.digits(card) for card in range(12)]


def digits(cards: tuple[int, ...]) -> list[str]:
    return [HERE.digits(card) for card in cards]


def late_state(undealt: int) -> State:
    """The state of game 0 of seed 1, as `fast` plays it, with this number of undealt cards."""
    shuffle, moves = Shuffle.of(1, 0), core_moves("fast", 1, 0, 1)[0]
    state = shuffle.start()
    while state.due or state.table.undealt > undealt:
        state = state.deal(shuffle.next_cards(state)) if state.due else state.take(moves[len(state.taken)])
    return state


# --- measure


def test_the_fields_of_measure(run: Run) -> None:
    answer = run("solitaire", "measure", "--strategy", "S9", "--games", "1e3", "--seed", "1", "--json").json
    expected = measure("S9", 1000, seed=1)
    clear = clear_proportion(expected)
    assert answer.pop("seconds") > 0
    assert answer == {
        "strategy": "S9",
        "weights": None,
        "games": 1000,
        "clear": clear.count,
        "declared": expected.tally["declared"][1],
        "share": clear.value,
        "interval": [clear.low, clear.high],
    }


def test_only_the_general_strategy_declares(run: Run) -> None:
    arguments = ("solitaire", "measure", "--games", "50", "--threads", "1")
    assert run(*arguments, "--strategy", "thrifty", "--json").json["declared"] is None
    assert "declared" not in run(*arguments, "--strategy", "thrifty").out
    assert "declared won" in run(*arguments, "--strategy", "S6").out


def test_all_strategies_are_a_table(run: Run) -> None:
    done = run("solitaire", "measure", "--strategy", "all", "--games", "3")
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == ["strategy", *NAMES]
    assert len({len(line) for line in lines}) == 1


# --- play


def slots_of(line: tuple[int, ...], state: State) -> str:
    return " ".join(str(state.slots.index(card) + 1) for card in line)


def game_in_answers(game: int, say: Callable[[tuple[int, ...], State], str]) -> tuple[PlayedGame, bytes]:
    """A game that the clairvoyant clears, and the lines that a person types for it."""
    played = play(strategy("clairvoyant"), Shuffle.of(1, game))
    shuffle, state, answers = Shuffle.of(1, game), Shuffle.of(1, game).start(), []
    for line in played.moves:
        while state.due:
            state = state.deal(shuffle.next_cards(state))
        answers.append(say(line, state))
        state = state.take(line)
    return played, "\n".join(answers).encode()


NAMED = [
    slots_of,
    lambda line, state: slots_of(line, state).replace(" ", "-"),
    lambda line, state: " ".join(HERE.digits(card) for card in line),
    lambda line, state: " ".join(HERE.letters(card) for card in line),
    lambda line, state: ", ".join(HERE.name(card) for card in line),
    lambda line, state: " ".join(HERE.name(card) for card in reversed(line)),
    lambda line, state: f"{slots_of(line[:2], state)}, {HERE.name(line[2])}",
]


@pytest.mark.parametrize("say", NAMED, ids=["slots", "hyphens", "digits", "letters", "commas", "words", "mixed"])
def test_a_game_by_fed_input(run: Run, say: Callable[[tuple[int, ...], State], str]) -> None:
    game, fed = game_in_answers(7, say)
    answer = run("solitaire", "play", "--seed", "1", "--game", "7", "--json", stdin=fed).json
    assert (answer["clear"], answer["over"], answer["left"], answer["seed"], answer["game"]) == (True, True, [], 1, 7)
    assert answer["moves"] == [digits(line) for line in game.moves]
    assert answer["go_on"] is None


def test_a_game_that_is_cleared_ends(run: Run) -> None:
    out = run("solitaire", "play", "--seed", "1", "--game", "7", stdin=game_in_answers(7, slots_of)[1]).out
    assert out.endswith("The table is clear: well done!\n")


def test_the_sets_are_not_given_away(run: Run) -> None:
    out = run("solitaire", "play", "--seed", "1", "--game", "7").out
    assert "[1]" not in out
    assert "SETs on the table" not in out


def test_hints_say_more_each_time_and_begin_again_with_the_next_table(run: Run) -> None:
    state = Shuffle.of(1, 7).start()
    best = next(choice.line for choice in advise(state).choices if choice.best)
    move = slots_of(best, state).encode()
    out = run("solitaire", "play", "--seed", "1", "--game", "7", stdin=b"hint\nh\nhint\nhint\n%b\nhint\n" % move).out
    said = [text.partition("\n")[2].partition("\n")[0] for text in out.split("\n> h")[1:]]
    slots = sorted(state.slots.index(card) + 1 for card in best)
    assert said[0] == f"There are {len(state.sets)} SETs on the table."
    assert said[1] == f"Card {state.slots.index(best[0]) + 1} ({HERE.name(best[0])}) is in a SET."
    assert said[2] == said[3]
    assert said[2].startswith(f"{slots[0]} {slots[1]} {slots[2]} is a SET: ")
    assert said[4].startswith("There ")


def test_a_hint_of_a_level(run: Run) -> None:
    out = run("solitaire", "play", "--seed", "1", stdin=b"hint 2\nhint 1\nhint 4\nhint x\n").out
    assert "is in a SET." in out.partition("> hint 1")[0]
    assert "There are 2 SETs on the table." in out
    assert out.count("hint 1 says how many SETs, hint 2 a card, hint 3 a SET") == 2


def test_advice_ranks_the_sets(run: Run) -> None:
    out = run("solitaire", "play", "--seed", "1", stdin=b"advice\n").out
    ranked = re.findall(r"^ +(\d+) +(\d+) +(\d+)   ([\d.]+) %", out, re.MULTILINE)
    state = Shuffle.of(1, 0).start()
    listed = [tuple(sorted(state.slots[int(slot) - 1] or 0 for slot in row[:3])) for row in ranked]
    assert sorted(listed) == state.sets
    chances = [float(row[3]) for row in ranked]
    assert chances == sorted(chances, reverse=True)
    assert out.count(" best\n") == 1


def test_undo_and_quit(run: Run) -> None:
    arguments = ("solitaire", "play", "--seed", "1")
    out = run(*arguments, stdin=b"undo\n3 4 6\n\nundo\nquit\n1\n").out
    assert "There is nothing to take back." in out
    assert "12 cards on the table, 66 undealt, 1 SET taken" in out
    assert "You left the game: 0 SETs taken, 81 cards left. To go on:\n  setlab solitaire play --seed 1\n" in out
    moves = run(*arguments, "--json", stdin=b"3 4 6\nundo\n7 8 9\n").json["moves"]
    assert moves == [digits(Shuffle.of(1, 0).start().sets[1])]


def test_a_game_goes_on_where_it_was_left_and_can_be_taken_back(run: Run) -> None:
    _, fed = game_in_answers(7, slots_of)
    lines = fed.split(b"\n")
    arguments = ("solitaire", "play", "--seed", "1", "--game", "7")
    left = run(*arguments, "--json", stdin=b"\n".join(lines[:5])).json
    assert left["go_on"][1:6] == ["solitaire", "play", "--seed", "1", "--game"]
    again = run(*left["go_on"][1:], "--json").json
    assert again == left
    assert run(*left["go_on"][1:], "--json", stdin=b"\n".join(lines[5:])).json["clear"]
    back = run(*left["go_on"][1:], "--json", stdin=b"undo\n" * 5).json
    assert (back["moves"], back["go_on"]) == ([], ["setlab", *arguments])


@pytest.mark.parametrize(
    ("fed", "message"),
    [
        (b"3\n", "1 card named, and a SET has 3"),
        (b"1 2 3 4\n", "4 cards named, and a SET has 3"),
        (b"0 1 2\n", "there is no card 0 on the table: the numbers are 1 to 12"),
        (b"1 2 13\n", "there is no card 13 on the table"),
        (b"1 1 2\n", "is there twice: name 3 different cards"),
        (b"2222 1 2\n", "three purple open squiggles ('2222') is not on the table"),
        (b"-1\n", "1 card named"),
        (b"1 2 4\n", "Not a SET: the number (one, three, three), the filling (solid, solid, open) and the shape"),
        (b"1 10 3\n", "the shape (squiggle, diamond, squiggle) are neither all the same nor all different"),
        (b"\xff\x00\x1b[31m\n", "is not a card"),
        ("١ ٢ ٣\n".encode(), "is not a card"),
        (b"two red sqiggles\n", "did you mean squiggles?"),
    ],
)
def test_answers_that_are_none(run: Run, fed: bytes, message: str) -> None:
    done = run("solitaire", "play", "--seed", "1", stdin=fed)
    assert (done.status, done.err) == (0, "")
    assert message in " ".join(done.out.split())
    assert "\x1b[31m" not in done.out
    assert "0 SETs taken, 81 cards left" in done.out


def test_a_game_without_a_seed_is_new_and_can_be_repeated(run: Run) -> None:
    one, other = (run("solitaire", "play", "--json").json for _ in range(2))
    assert one["seed"] != other["seed"]
    assert run("solitaire", "play", "--seed", str(one["seed"]), "--json").json == one


def test_the_end_of_a_lost_game_offers_undo(run: Run) -> None:
    """The strategy `random` loses this game; the last answers take a move back and make it again."""
    game = play(strategy("random"), Shuffle.of(1, 0))
    assert not game.clear
    shuffle, state, answers = game.shuffle, game.shuffle.start(), []
    for line in game.moves:
        while state.due:
            state = state.deal(shuffle.next_cards(state))
        answers.append(slots_of(line, state))
        state = state.take(line)
    done = run("solitaire", "play", "--seed", "1", stdin="\n".join([*answers, "1 2 3", "undo", answers[-1]]).encode())
    assert done.out.count("There is no SET left: undo takes back, quit leaves.") == 2
    assert done.out.endswith(f"The game is over: {len(game.moves)} SETs taken, {len(game.state.cards)} cards left.\n")


def test_review_names_the_move_that_lost_the_game(run: Run) -> None:
    """It is named by the slots of its cards, as is every SET that would have kept the table clearable."""
    game = play(strategy("random"), Shuffle.of(1, 0))
    states = replay_moves(game.shuffle, game.moves)
    answers = [slots_of(line, state) for line, state in zip(game.moves, states, strict=False)]
    seen = look_back(game.shuffle, game.moves)
    assert seen.lost_at is not None
    lost = seen.positions[seen.lost_at]
    out = run("solitaire", "play", "--seed", "1", stdin="\n".join(["review", *answers, "review"]).encode()).out
    said = " ".join(out.split())
    assert "> review The table can still be cleared." in said
    move = " ".join(sorted(answers[seen.lost_at].split(), key=int))
    assert f"Move {seen.lost_at + 1}, {move}, lost the game." in said
    told = said.partition("could still be cleared after ")[2].partition(".")[0].replace(" or ", ", ").split(", ")
    assert [set(kept.split()) for kept in told] == [set(slots_of(line, lost.state).split()) for line in lost.keeping]
    assert f"undo ({len(game.moves) - seen.lost_at} times)" in said


# --- watch


@pytest.mark.parametrize("name", [name for name in NAMES if name != "master"])
def test_watch_plays_the_game_of_the_strategy(run: Run, name: str) -> None:
    answer = run("solitaire", "watch", "--strategy", name, "--seed", "3", "--game", "1", "--json").json
    game = play(strategy(name), Shuffle.of(3, 1))
    assert [move["set"] for move in answer["moves"]] == [digits(line) for line in game.moves]
    assert (answer["clear"], answer["declared"]) == (game.clear, game.declared)
    assert len(answer["left"]) == len(game.state.cards)
    assert all(move["reason"] for move in answer["moves"])


def test_watch_says_why(run: Run) -> None:
    def out(name: str, game: str) -> str:
        return run("solitaire", "watch", "--strategy", name, "--seed", "1", "--game", game).out

    assert "live pairs" in out("basic", "0")
    assert "declared won with 6 undealt: follows a partition" in out("S9", "1")
    assert "SETs that are left" in out("thrifty", "0")
    assert "by lot" in out("random", "0")
    assert "exact, by all partitions" in out("fast", "1")
    wrong = out("S9", "417")
    assert "declared won, and no partition is left to follow" in wrong
    assert "The game had been declared won." in wrong


# --- advise


def test_advice_is_exact_late_in_the_game(run: Run) -> None:
    state = late_state(9)
    taken = [argument for line in state.taken for argument in ("--taken", ",".join(digits(line)))]
    answer = run("solitaire", "advise", *digits(state.cards), *taken, "--json").json
    values = exact_values(state)
    assert {tuple(choice["set"]): choice["exact"] for choice in answer["choices"]} == {
        tuple(digits(line)): f"{value.numerator}/{value.denominator}" for line, value in values.items()
    }
    assert [choice["how"] for choice in answer["choices"]] == ["exact"] * len(values)
    chances = [choice["chance"] for choice in answer["choices"]]
    assert chances == sorted(chances, reverse=True)
    assert answer["best"] == answer["choices"][0]["set"]


def test_advice_early_in_the_game_is_an_estimate(run: Run) -> None:
    answer = run("solitaire", "advise", *TWELVE, "--json").json
    assert {(choice["how"], choice["exact"]) for choice in answer["choices"]} == {("linear", None)}
    assert all(0 < choice["chance"] < 1 for choice in answer["choices"])
    assert "take this" in run("solitaire", "advise", *TWELVE).out


@pytest.mark.parametrize(("undealt", "how"), [(18, "look-ahead"), (36, "beliefs"), (57, "linear")])
def test_advice_says_how_it_was_obtained(run: Run, undealt: int, how: str) -> None:
    state = late_state(undealt)
    taken = [argument for line in state.taken for argument in ("--taken", ",".join(digits(line)))]
    answer = run("solitaire", "advise", *digits(state.cards), *taken, "--json").json
    assert {choice["how"] for choice in answer["choices"]} == {how}
    assert "estimated" in run("solitaire", "advise", *digits(state.cards), *taken).out


def test_a_table_without_a_set(run: Run) -> None:
    space, cards = Space(4), list[int]()
    for card in space:
        if len(cards) < 12 and not space.sets([*cards, card]):
            cards.append(card)
    assert run("solitaire", "advise", *digits(tuple(cards)), "--json").json == {
        "choices": [],
        "best": None,
        "weights": shipped_weights().checksum,
    }
    assert "deal three more cards" in run("solitaire", "advise", *digits(tuple(cards))).out


# --- clearable, unclearable, counterexample, train


def test_clearable(run: Run) -> None:
    answer = run("solitaire", "clearable", "--games", "40", "--json").json
    assert (answer["games"], answer["clear"], answer["unclearable"], answer["open"]) == (40, 40, [], [])
    assert "40 of 40 deals of seed 1 can be cleared" in run("solitaire", "clearable", "--games", "40").out


def test_unclearable(run: Run) -> None:
    answer = run("solitaire", "unclearable", "--json").json
    assert len(set(answer["deck"])) == 81
    assert answer["card"] == answer["deck"][-1]
    shuffle = Shuffle(tuple(HERE.parse(card) for card in answer["deck"]))
    state = shuffle.start()
    for forced in answer["forced"]:
        while state.due:
            state = state.deal(shuffle.next_cards(state))
        assert [digits(line) for line in state.sets] == [forced]
        state = state.take(state.sets[0])
    ending = " ".join(run("solitaire", "unclearable").out.splitlines()[-2:])
    assert f"SETs through {HERE.name(HERE.parse(answer['card']))}, the last card" in ending


def test_counterexample(run: Run) -> None:
    answer = run("solitaire", "counterexample", "--seed", "1", "--games", "2000", "--json").json
    assert (answer["game"], answer["value"], answer["clause"]) == (417, "0/1", "(ii), by (iv)")
    assert (len(answer["table"]), len(answer["undealt"])) == (15, 6)
    cards = sorted(card for line in answer["partitions"][0] for card in line)
    assert cards == sorted(answer["table"] + answer["undealt"])
    assert answer["declarations"] == {"games": 2000, "declared": 208, "uncertain": 8, "impossible": 2}
    assert "with best play: 0/1" in run("solitaire", "counterexample").out


def test_train_writes_weights(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "weights.json"
    few = ("--games", "100", "--curve-games", "100", "--rounds", "1", "--seed", "3")
    answer = run("solitaire", "train", "--output", str(target), *few, "--json").json
    weights = Weights.from_json(target.read_text())
    assert answer["checksum"] == weights.checksum
    assert sorted(weights.linear) == list(range(9, 24))


# --- weights from a file


@pytest.fixture
def contrary(tmp_path: Path) -> Path:
    """Weights that like least what the shipped ones like best, early in the game."""
    linear = {stage: tuple(-number for number in row) for stage, row in shipped_weights().linear.items()}
    path = tmp_path / "contrary.json"
    path.write_text(replace(shipped_weights(), linear=linear).to_json())
    return path


def test_measure_with_weights(run: Run, contrary: Path, tmp_path: Path) -> None:
    arguments = ("solitaire", "measure", "--strategy", "fast", "--games", "400", "--json")
    same = tmp_path / "same.json"
    same.write_text(shipped_weights().to_json())
    usual = run(*arguments).json
    assert usual["weights"] == shipped_weights().checksum
    copied = run(*arguments, "--weights", str(same)).json
    assert {**copied, "seconds": 0} == {**usual, "seconds": 0}
    other = run(*arguments, "--weights", str(contrary)).json
    weights = Weights.from_json(contrary.read_text())
    assert other["weights"] == weights.checksum
    assert other["clear"] == measure("fast", 400, seed=1, weights=weights).tally["clear"][1] != usual["clear"]
    shown = run("solitaire", "measure", "--strategy", "fast", "--games", "5", "--weights", str(contrary)).out
    assert f"weights   {weights.checksum}, {contrary}" in shown
    assert "those that ship" in run("solitaire", "measure", "--strategy", "fast", "--games", "5").out


def test_watch_with_weights(run: Run, contrary: Path) -> None:
    answer = run("solitaire", "watch", "--strategy", "fast", "--weights", str(contrary), "--json").json
    weights = Weights.from_json(contrary.read_text())
    assert answer["weights"] == weights.checksum
    assert [move["set"] for move in answer["moves"]] == [
        digits(line) for line in core_moves("fast", 1, 0, 1, weights=weights)[0]
    ]
    assert answer["moves"][0]["chance"] == 0
    assert run("solitaire", "watch", "--strategy", "basic", "--json").json["weights"] is None


def test_advice_and_hints_with_weights(run: Run, contrary: Path) -> None:
    usual = run("solitaire", "advise", *TWELVE, "--json").json
    other = run("solitaire", "advise", *TWELVE, "--weights", str(contrary), "--json").json
    assert other["weights"] != usual["weights"] == shipped_weights().checksum
    assert other["best"] != usual["best"]
    arguments = ("solitaire", "play", "--seed", "1")
    hints = [run(*arguments, *more, stdin=b"advice\nquit\n").out for more in ((), ("--weights", str(contrary)))]
    assert hints[0] != hints[1]
    assert all(" best\n" in hint for hint in hints)


# --- bad input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("measure", "--strategy", "lucky"), "'lucky' is not a strategy: choose random, basic,"),
        (("measure", "--games", "0"), "0 games are out of range: choose 1 to 10^12"),
        (("measure", "--games", "-5"), "-5 games are out of range"),
        (("measure", "--games", "many"), "'many' is not a number of games"),
        (("measure", "--seed", "-1"), "seed -1 is out of range: choose 0 to 2^64 − 1"),
        (("measure", "--threads", "0"), "0 threads cannot be used"),
        (("watch", "--strategy", "all"), "'all' is not a strategy"),
        (
            ("measure", "--weights", "w.json"),
            "'thrifty' uses no weights: leave them out, or choose fast, expert or master",
        ),
        (("measure", "--strategy", "all", "--weights", "w.json"), "'all' uses no weights"),
        (("watch", "--strategy", "S9", "--weights", "w.json"), "'S9' uses no weights"),
        (
            ("measure", "--strategy", "fast", "--weights", "/nonexistent.json"),
            "'/nonexistent.json' cannot be read (No such file or directory): choose a file made by `setlab solitaire",
        ),
        (("watch", "--weights", "/nonexistent.json"), "cannot be read"),
        (("advise", *TWELVE, "--weights", "/nonexistent.json"), "cannot be read"),
        (("play", "--weights", __file__), "holds no weights (this is not JSON"),
        (("watch", "--game", "1e30"), "is out of range: choose 0 to 2^63 − 1"),
        (("play", "--seed", "x"), "'x' is not a seed"),
        (("advise",), "no cards given: type some, as in `setlab solitaire advise"),
        (("advise", *TWELVE, TWELVE[0]), "is there twice: each card occurs once in a deck"),
        (("advise", *TWELVE[:11]), "11 cards cannot lie on the table with 70 undealt: there are 12, 15, 18 or 21 then"),
        (("advise", *TWELVE, "0222"), "13 cards cannot lie on the table with 68 undealt"),
        (
            ("advise", *TWELVE, "--taken", "2222,2221,2210"),
            "three purple striped ovals) is not a SET: the third card to the first two is",
        ),
        (("advise", *TWELVE, "--taken", "2222,2221"), "2 cards taken are not SETs: each SET has three cards"),
        (("advise", *TWELVE, "--taken", ",".join(TWELVE[:3])), "is on the table and taken: a card is in one place"),
        (("advise", *TWELVE, "--taken", "2222,2221,2222"), "'2222' is there twice"),
        (("advise", *TWELVE, "--taken", "2222,2221,9"), "'9' is not a card"),
        (("clearable", "--games", "0"), "0 games are out of range"),
        (("counterexample", "--strategy", "S3"), "'S3' is not a strategy: choose S6, S9 or S12"),
        (("train", "--output", "/nonexistent/w.json"), "/nonexistent/w.json cannot be written"),
        (("train", "--output", "w.json", "--games", "5"), "5 games are out of range: choose 100 to 10^12"),
        (("train", "--output", "w.json", "--rounds", "0"), "0 rounds are out of range"),
        (("train",), "--output"),
        (("dance",), "'dance' is not a verb of solitaire: choose play, watch, measure, compare, advise"),
        (
            ("measure", "--strategy", "all", "--plot", "x.svg", "--panels", "leftover"),
            "--panels is about the figure of one strategy",
        ),
    ],
    ids=lambda case: ascii(case)[:50],
)
def test_bad_input_is_one_line_and_status_two(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert status_of(["solitaire", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
    assert err.startswith("setlab: ")


def test_simulate_knows_solitaire(run: Run) -> None:
    arguments = ("simulate", "solitaire", "--strategy", "S9", "--trials", "1000", "--seed", "1", "--no-store", "--json")
    answer = run(*arguments).json
    assert answer["tally"]["clear"]["1"] == measure("S9", 1000, seed=1).tally["clear"][1]
    done = run("simulate", "endgame", "--strategy", "S9", "--no-store")
    assert (done.status, "--strategy is not for endgame" in done.err) == (2, True)
    assert run("simulate", "solitaire", "--strategy", "lucky", "--no-store").status == 2


def test_bound(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["solitaire", "bound", "--games", "2", "--deals", "5", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {"strategy", "seed", "deals", "exact", "undealt", "games", "left_out", "player", "bound", "gap"} <= set(
        answer
    )
    assert {"standard_error", "level", "upper", "upper_normal", "range", "seconds"} <= set(answer)
    assert answer["level"] == 0.95
    assert answer["gap"] < answer["upper_normal"] <= answer["upper"] <= answer["range"][1] == 5
    assert status_of(["solitaire", "bound", "--undealt", "20"]) == 2
    assert "choose 18, 21, 24" in capsys.readouterr().err


def test_bound_says_what_it_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    """Its level, its positions and its approximation, and nothing about players who come to other positions."""
    assert status_of(["solitaire", "bound", "--games", "3", "--deals", "1"]) == 0
    text = capsys.readouterr().out
    assert "confidence 95 %" in text
    assert "from the positions that expert reaches" in text
    assert "normal approximation" in text
    assert "nobody" not in text


def test_bound_says_what_it_left_out() -> None:
    found = {"left_out": 3, "upper": 0.3, "upper_normal": 0.04, "level": 0.95}
    assert any(
        "Left out: 3 positions of more than 42 cards" in line for line in bound_sentences(found, "expert", (0, 11))
    )
