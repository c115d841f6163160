"""What a page computes without its server: 500 random requests of every kind, answered alike to the last digit."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

from setlab.antiset.game import Game
from setlab.antiset.strategies import find_strategy
from setlab.classroom.lessons import HiddenGame
from setlab.draws import Draws
from setlab.geometry import Space
from setlab.geometry.design import affine
from setlab.solitaire.game import Shuffle, replay_moves
from setlab.solitaire.strategies import core_moves
from setlab.web.laboratory.runs import OFFERS
from tests.browser.conftest import Visit
from tests.conformance.browser import CORE

pytestmark = pytest.mark.skipif(not CORE.exists(), reason="no core.wasm: run `make wasm`")

REQUESTS = 500
"""Of each kind."""

Request = tuple[str, Any]
"""A path, and the body if it is posted."""

COMPARE = """
async (requests) => {
  const scripts = document.querySelector("script[type=module]").src;
  const at = (name) => new URL(name, scripts.slice(0, scripts.indexOf("/js/") + 4)).href;
  const [{ find }, { Refusal }] = await Promise.all([import(at("local/answers.js")), import(at("shared/api.js"))]);
  const sorted = (value) =>
    value === null || typeof value !== "object"
      ? value
      : Array.isArray(value)
        ? value.map(sorted)
        : Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  const here = async ([path, body]) => {
    try {
      return [200, await find(body === null ? "GET" : "POST", path, true)(new URL(path, location.origin), body)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw new Error(`${path} ${JSON.stringify(body)}: ${error.stack}`);
      return [error.status, { code: error.code, reason: error.message }];
    }
  };
  const there = async ([path, body]) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, body === null ? {} : { method: "POST", headers, body: JSON.stringify(body) });
    return [answer.status, await answer.json()];
  };
  const found = [];
  for (const request of requests) {
    const [ours, theirs] = await Promise.all([here(request), there(request)]);
    const [one, other] = [ours, theirs].map((answer) => JSON.stringify(sorted(answer)));
    found.push(one === other ? { status: ours[0] } : { request, ours: one, theirs: other });
  }
  return found;
}
"""


def _get(path: str, **parameters: Any) -> Request:
    return f"/api/{path}?{urlencode({name: value for name, value in parameters.items() if value is not None})}", None


def _seed(chance: random.Random) -> int:
    return chance.choice([chance.randrange(100), chance.randrange(2**53)])


def _practice(chance: random.Random) -> Request:
    return _get("practice", sets=chance.randint(1, 6), dimension=chance.choice([3, 4]), seed=_seed(chance))


def _hidden(chance: random.Random) -> Request:
    """A game of any length; sometimes with a last move that cannot be made."""
    seed, taken = _seed(chance), list[list[int]]()
    game = HiddenGame.begin(seed)
    for _ in range(chance.randrange(26)):
        if sets := game.table.sets():
            taken.append(chance.sample(chance.choice(sets), 3))
            game = game.take(taken[-1])
    if chance.random() < 0.2:
        cards = chance.choice([game.table.cards, range(100)])
        taken = [*taken[:25], chance.sample(cards, 3) if len(cards) > 2 else [0, 0, 0]]
    play = chance.choice([None, "no", "end-game", "all"])
    return _get("lessons/hidden", seed=seed, play=play, moves="-".join(".".join(map(str, cards)) for cards in taken))


def _mistakes(chance: random.Random) -> Request:
    return _get("lessons/mistakes", seed=_seed(chance), slips=chance.choice([None, 1, 2]))


BOARDS = {9: 2, 27: 3, 81: 4, 243: 5}
CARDS = [9, 9, 27, 27, 81, 243]
QUICK = ["theorem7", "theorem17", "mirror", "max-cap", "random", "forgetful", "safe"]


def _cap(chance: random.Random) -> Request:
    """Cards without a SET, or any cards."""
    deck, cards = chance.sample(range(81), 81), list[int]()
    while deck and len(cards) < chance.randint(0, 20):
        card = deck.pop()
        if chance.random() < 0.02 or not any(Space(4).third(card, other) in cards for other in cards):
            cards.append(card)
    return "/api/explore/cap", {"cards": [*cards, *chance.sample(cards, chance.random() < 0.1 and len(cards) > 0)][:20]}


def _antiset(chance: random.Random) -> Request:
    """A game of any length against any strategy, by moves that complete no SET as long as there are any."""
    cards, you, seed = chance.choice(CARDS), chance.choice(["xavier", "olivia"]), _seed(chance)
    design, me = affine(BOARDS[cards], 3), ["xavier", "olivia"].index(you)
    strategy = chance.choice([*QUICK, "perfect"] if cards < 81 else QUICK)
    moves, game, other = list[int](), Game(design), find_strategy(strategy)
    if other.obstacle(design, 1 - me, 2) is None:
        for _ in range(chance.randrange(cards)):
            if game.is_over:
                break
            if game.turn == me:
                moves.append(chance.choice(game.safe_moves or game.legal_moves))
                game.push(moves[-1])
            else:
                game.push(other.move(game, Draws(seed)).point)
    if chance.random() < 0.1:
        moves.append(chance.randrange(243))
    hint = chance.random() < 0.3
    about = {"cards": cards, "you": you, "strategy": strategy, "seed": seed, "moves": moves[:122], "hint": hint}
    return "/api/antiset", {name: value for name, value in about.items() if name == "cards" or chance.random() < 0.95}


def _proof(chance: random.Random) -> Request:
    """A game that is over or, seldom, not; Xavier follows theorem 7, at first or never."""
    cards = chance.choice(CARDS)
    game, faithful = Game(affine(BOARDS[cards], 3)), chance.choice([0, 1, 2, 6, 12, 200])
    follow, rounds = find_strategy("theorem7"), chance.choice([400] * 9 + [3])
    while not game.is_over and game.rounds < rounds:
        keeps = game.turn == 0 and (not game.moves or game.rounds < faithful)
        game.push(follow.move(game).point if keeps else chance.choice(game.safe_moves or game.legal_moves))
    extra = [chance.randrange(243)] * (chance.random() < 0.05)
    return "/api/antiset/proof", {"cards": cards, "moves": (game.moves + extra)[:244]}


def _game(chance: random.Random) -> dict[str, Any]:
    """A game of any length, by players of different strength; sometimes with a last move that cannot be made."""
    seed, game = chance.choice([chance.randrange(1000), chance.randrange(2**64)]), chance.randrange(100)
    (moves,) = core_moves(chance.choice(["fast", "basic", "random"]), seed, game, 1)
    some = [chance.sample(move, 3) for move in moves[: chance.randrange(len(moves) + 1)]]
    if chance.random() < 0.1 and len(some) < 27:
        some.append(chance.choice([chance.sample(range(-1, 82), 3), [0, 40, 80], [1, 1, 1]]))
    number = chance.random() < 0.03 and {"seed": str(chance.randrange(2**64, 10**20))}
    return {"seed": str(seed), "game": game, "moves": some} | (number or {})


def _solitaire(path: str) -> Callable[[random.Random], Request]:
    return lambda chance: (f"/api/solitaire{path}", _game(chance))


def _position(chance: random.Random) -> Request:
    """The table of a game; sometimes with a card more or less, or one that is there twice."""
    game = _game(chance)
    moves = [move for move in game["moves"] if Space(4).is_set([card % 81 for card in move])]
    try:
        *_, state = replay_moves(Shuffle.of(int(game["seed"]) % 2**64, game["game"]), moves)
    except ValueError:
        return _position(chance)
    cards, taken = list(state.cards), [list(line) for line in state.taken]
    match chance.randrange(12):
        case 0:
            cards = cards[1:]
        case 1:
            cards = [*cards, chance.randrange(81)]
        case 2:
            taken = [*taken, chance.sample(range(81), 3)][-27:]
        case 3:
            taken = [*taken[1:], *taken[2:3]]
    return "/api/solitaire/position", {"cards": (cards + list(range(3)))[: max(3, min(21, len(cards)))], "taken": taken}


def _offered(chance: random.Random, kernel: str, most: int) -> dict[str, Any]:
    """A run of a kernel with some parameters, which are seldom not offered or do not go together."""
    chosen = dict[str, Any]()
    for name, offer in OFFERS[kernel].items():
        if chance.random() < 0.5 or (name == "histogram_at" and chance.random() < 0.9):
            chosen[name] = chance.choice(list(offer))
    if kernel == "endgame" and (chosen.get("dimension", 4) > 4 or chosen.get("values", 3) > 3 or len(chosen) > 3):
        most = 3  # other rules are slow, above all with the whole deck on the table
        if chosen.get("dimension", 4) * chosen.get("values", 3) > 12:
            chosen |= {"table": "usual", "refill": chance.choice(["standard", "always-three"])}
    if chance.random() < 0.04:
        chosen[chance.choice([*OFFERS[kernel], "luck"])] = chance.choice([99, "best", "it's"])
    names = {
        "set-count": ["at", "mean"],
        "plane-count": ["at"],
        "endgame": ["leftover", "largest_table", "turns", "no_set"],
    }
    names |= {"first-set": ["first_set", "none"], "first-plane": ["first_plane", "none"]}
    names |= {"solitaire": ["clear", "leftover", "declared"], "antiset": ["winner", "length"]}
    asked: dict[str, Any] = {"kernel": kernel, "parameters": chosen, "seed": _seed(chance)}
    if chance.random() < 0.9:
        asked["show"] = chance.choice(names[kernel])
    trials = chance.choice([1, chance.randint(1, most), most])
    return asked | {"trials": 10**9 if chance.random() < 0.01 else trials}


MOST = {"solitaire": 2, "antiset": 3, "plane-count": 100, "first-plane": 100, "set-count": 2000}
"""The most trials of a run: fewer of slow experiments."""


def _asked(chance: random.Random) -> dict[str, Any]:
    kernel = chance.choice([*OFFERS, *["set-count", "endgame", "first-set"] * 3])
    asked = _offered(chance, kernel, MOST.get(kernel, 500))
    if chance.random() < 0.01:
        asked["kernel"] = "roulette"
    return asked


def _run(chance: random.Random) -> Request:
    return _get("lab/run", run=json.dumps(_asked(chance)))


def _comparison(chance: random.Random) -> Request:
    """Two runs of one experiment, seldom with one seed or of different ones."""
    one = _asked(chance)
    other = _asked(chance) if chance.random() < 0.1 else one | {"seed": _seed(chance), "trials": chance.randint(1, 30)}
    return _get("lab/comparison", run=json.dumps(one), other=json.dumps(other if chance.random() < 0.95 else one))


KINDS: dict[str, tuple[Callable[[random.Random], Request], set[int]]] = {
    "practice": (_practice, {200}),
    "hidden": (_hidden, {200, 409}),
    "mistakes": (_mistakes, {200}),
    "cap": (_cap, {200, 409}),
    "solitaire": (_solitaire(""), {200, 409}),
    "advice": (_solitaire("/advice"), {200, 409}),
    "review": (_solitaire("/review"), {200, 409}),
    "position": (_position, {200, 409}),
    "antiset": (_antiset, {200, 409}),
    "run": (_run, {200, 409}),
    "comparison": (_comparison, {200, 409}),
    "proof": (_proof, {200, 409}),
}
"""A request by chance, and the statuses that occur among many."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_browser_answers_as_the_server(kind: str, visit: Visit) -> None:
    make, statuses = KINDS[kind]
    chance = random.Random(f"local {kind}")
    found = visit("/privacy").page.evaluate(COMPARE, [make(chance) for _ in range(REQUESTS)])
    assert [json.dumps(each) for each in found if "status" not in each] == []
    assert {each["status"] for each in found} == statuses
