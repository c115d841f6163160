"""The decks of EvenQuads and Projective SET on the command line: found, checked, dealt, counted, drawn and played."""

import io
from typing import Any

import pytest

from setlab.cli.decks import CERTAIN, LARGEST_TABLE, DeckGame, DeckOptions, expected_sets
from setlab.cli.prompting import Conversation
from setlab.exact import exact_quads
from setlab.exact.quad_answers import projective_distribution_answer
from setlab.geometry.binary import sum_of
from setlab.notation import find_deck
from tests.cli.conftest import Run


def test_find_quads_and_sets_with_dots(run: Run) -> None:
    quads = run("find", "--json", "--deck", "quads", "1RO", "2RO", "1GH", "two green hearts", "332").json
    assert quads["sets"] == [["000", "100", "013", "113"]]
    dots = run("find", "--json", "--deck", "projective", "1", "2", "12", "136", "36", "000010", "246").json
    assert dots["count"] == len(dots["sets"]) == 3
    assert dots["sets"][0] == ["100000", "010000", "110000"]
    assert "7 cards, 3 SETs:" in run("find", "--deck", "projective", "1 2 12 136 36 5 246").out
    assert "5 cards, 1 quad:" in run("find", "--deck", "quads", "1RO 2RO 1GH 2GH 4BS").out


@pytest.mark.parametrize(
    ("deck", "cards", "is_set", "verdicts"),
    [
        ("quads", ["1RO", "2RO", "1GH", "2GH"], True, ["pairs", "pairs", "pairs"]),
        ("quads", ["1RO", "2GO", "3PO", "4BO"], True, ["different", "different", "same"]),
        ("quads", ["1RO", "2RO", "1GH", "2GS"], False, ["pairs", "pairs", "neither"]),
        ("projective", ["13", "35", "1", "5"], True, ["even"] * 6),
        ("projective", ["13", "35", "1"], False, ["even"] * 4 + ["odd", "even"]),
    ],
)
def test_check_says_why(run: Run, deck: str, cards: list[str], is_set: bool, verdicts: list[str]) -> None:
    answer = run("check", "--json", "--deck", deck, *cards).json
    assert answer["is_set"] is is_set
    assert [each["verdict"] for each in answer["properties"]] == verdicts
    shown = run("check", "--deck", deck, *cards).out
    assert ("It is not a" in shown) is not is_set


def test_third_completes(run: Run) -> None:
    assert run("third", "--json", "--deck", "quads", "1RO", "2RO", "1GH").json["third"] == "113"
    assert run("third", "--json", "--deck", "projective", "13", "35").json["third"] == "100010"


@pytest.mark.parametrize(("deck", "size"), [("quads", 10), ("projective", 7)])
def test_deals_hold_a_set(run: Run, deck: str, size: int) -> None:
    for seed in ("1", "2"):
        answer = run("deal", "--json", "--deck", deck, "--seed", seed).json
        assert len(answer["cards"]) == size
        assert answer["count"] == len(answer["sets"]) > 0
        again = run("find", "--json", "--deck", deck, *answer["cards"]).json
        assert again["sets"] == answer["sets"]


def test_count(run: Run) -> None:
    quads, dots = (run("count", "--json", "--deck", deck).json for deck in ("quads", "projective"))
    assert (quads["cards"], quads["sets"], quads["sets_per_card"]) == (64, 10416, 651)
    assert sum(quads["sets_by_shared"].values()) == quads["sets"]
    assert (dots["cards"], dots["lines"], dots["sets"]) == (63, 651, str(2**57 - 1))
    assert sum(map(int, dots["sets_by_size"].values())) == 2**57 - 1
    assert quads["symmetries"] == 64 * dots["symmetries"]


def test_show_draws_all_cards_or_some(run: Run, tmp_path: Any) -> None:
    for deck, number in (("projective", 63), ("quads", 64)):
        picture = tmp_path / f"{deck}.svg"
        assert f"{number} cards" in run("show", "--deck", deck, "-o", str(picture)).out
        assert picture.read_text().count("<title>") > number
    assert run("show", "--json", "--deck", "quads", "1RO", "2GD").json["cards"] == ["000", "111"]


def test_exact(run: Run) -> None:
    quads = run("exact", "quads", "--json").json
    assert (quads["largest"], quads["forced"], quads["most"]["10"]) == (9, 10, "18")
    assert run("exact", "quads", "--cards", "10", "--json").json["mean"] == "210/61"
    unknown = run("exact", "quads", "--cards", "30", "--json").json
    assert unknown["distribution"] is None
    assert unknown["verified"] == []
    dots = run("exact", "projective", "--json").json
    assert (dots["largest"], dots["forced"], dots["most_lines"]["7"]) == (6, 7, "7")
    assert run("exact", "projective", "--cards", "7", "--json").json["distribution"]["15"] == "1395"


BAD = [
    (("find", "--deck", "quads", "--dimension", "3", "1RO"), "leave out --dimension"),
    (("find", "--deck", "domino", "1RO"), "'domino' is not a deck: choose set, quads or projective"),
    (("find", "--deck", "projective", "117"), "name each of its dots 1 to 6 once"),
    (("check", "--deck", "projective", "1", "2"), "has at least 3"),
    (("check", "--deck", "quads", "1RO", "2RO"), "2 cards given where 4 are needed"),
    (("deal", "--deck", "quads", "--sets", "2"), "leave --sets out"),
    (("deal", "--deck", "projective", "40"), "too many to list"),
    (("count", "--deck", "quads", "--values", "4"), "leave out --dimension and --values"),
    (("print", "deck", "--deck", "quads", "--language", "de"), "English names"),
    (("exact", "quads", "--cards", "65"), "the deck has 64"),
    (("exact", "quads", "--cards", "30", "--plot", "a.svg"), "there is nothing to draw"),
    (("exact", "projective", "--dimension", "9"), "9 dots make no deck"),
    (("play", "--deck", "quads", "--junior"), "leave out the others"),
    (
        ("play", "--deck", "quads", "--table", "9"),
        "9 cards on the table: choose 10 to 20; 10 cards of this deck always",
    ),
    (("play", "--deck", "quads", "--sets", "0"), "0 is not a number of SETs"),
    (("play", "--deck", "quads", "--penalty", "-1"), "a penalty of -1 seconds"),
    (("play", "--deck", "quads", "--seed", "1", "--moves", "1-2@x"), "not a time in seconds"),
    (("play", "--deck", "quads", "--seed", "1", "--moves", "hint@9/hint@5"), "the clock never goes back"),
]


@pytest.mark.parametrize(
    ("words", "message"), BAD, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_bad_input_is_one_line(run: Run, words: tuple[str, ...], message: str) -> None:
    done = run(*words)
    assert done.status == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def play_to_the_end(game: DeckGame) -> None:
    """Claim the first SET of every table by the numbers of its slots."""
    while not game.over:
        cards = game.deck.sets(game.cards)[0]
        game.move(" ".join(str(game.slots.index(card) + 1) for card in cards))


@pytest.mark.parametrize("name", CERTAIN)
@pytest.mark.parametrize("seed", range(6))
def test_whole_games(name: str, seed: int) -> None:
    game = DeckGame(DeckOptions(name, seed, CERTAIN[name]), clock=lambda: 0.0)
    while not game.over:
        assert len(game.cards) == CERTAIN[name] or not game.undealt
        cards = game.deck.sets(game.cards)[0]
        game.move(" ".join(str(game.slots.index(card) + 1) for card in cards))
    taken = [card for found in game.found for card in found.cards]
    assert sorted([*taken, *game.cards]) == list(game.deck)
    assert sum_of(game.cards) == 0
    assert not game.undealt
    assert len(game.cards) in ({"projective": {0}, "quads": {0, 8}}[name])
    assert game.summary()["go_on"] is None


def test_a_game_resumes_where_it_was_left() -> None:
    options = DeckOptions("projective", 3, 8, penalty=5, sets=4)
    times = iter(range(100))
    game = DeckGame(options, clock=lambda: float(next(times)))
    game.opening()
    assert "Not a SET: dot" in game.move("1 2 3")
    game.hint("")
    cards = game.deck.sets(game.cards)[0]
    game.move(" ".join(str(game.slots.index(card) + 1) for card in cards))
    words = game.resume()
    again = DeckGame(options, clock=lambda: 0.0)
    again.restore(words[words.index("--moves") + 1], float(words[words.index("--clock") + 1]))
    assert (again.slots, again.undealt, again.found) == (game.slots, game.undealt, game.found)
    assert (again.mistakes, again.hinted, again.journal) == (game.mistakes, game.hinted, game.journal)
    assert again.resume() == words
    play_to_the_end(again)
    assert len(again.found) == 4
    assert "You have them all." in again.ending()


def test_a_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    game, out = DeckGame(DeckOptions("quads", 1, 10), clock=lambda: 0.0), io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("hint 3\n1 2\n1 2 3 4\nred\ntime\nquit\n"))
    Conversation(game, out).run()
    shown = out.getvalue()
    for text in (
        "64 cards, seed 1",
        "is a quad:",
        "a quad has 4",
        "nor two and two",
        "0 s, 0 quads found",
        "setlab play --deck quads",
    ):
        assert text in " ".join(shown.split()), text


@pytest.mark.parametrize("name", CERTAIN)
def test_tables_of_every_size(name: str) -> None:
    deck = find_deck(name).deck
    for table in range(CERTAIN[name], LARGEST_TABLE[name] + 1):
        assert not DeckGame(DeckOptions(name, table, table)).over
    assert len(deck) > LARGEST_TABLE[name]


def test_the_mean_number_of_sets() -> None:
    assert expected_sets(find_deck("quads").deck, 10) == exact_quads(10).mean  # type: ignore[arg-type]
    mean = expected_sets(find_deck("projective").deck, 7)  # type: ignore[arg-type]
    assert f"{mean.numerator}/{mean.denominator}" == projective_distribution_answer(7).record["mean"]
