"""ANTI-SET against a strategy, move by move.

A game is its moves. Cards are numbers from 0, first property most significant; on nine cards the properties are
colour and shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from setlab.antiset.advice import MOST_SOLVED, advice
from setlab.antiset.game import NAMES, Game
from setlab.antiset.strategies import STRATEGIES, Reason, Strategy, find_strategy, length_bound
from setlab.caps.known_sizes import known
from setlab.draws import Draws
from setlab.geometry.design import affine
from setlab.geometry.space import Space
from setlab.limits import LARGEST_EXACT_NUMBER
from setlab.web.errors import Refused
from setlab.web.http.answers import Body, problems
from setlab.web.jobs import Stopped
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import WHOLE

MOST_MOVES = 122
"""Half of the cards of the largest board."""

Card = Annotated[int, Field(ge=0, lt=243), WHOLE]
Seat = Literal["xavier", "olivia"]


class AntisetGame(Body):
    """A game against a strategy: who the visitor is, and the visitor's moves so far."""

    cards: Literal[9, 27, 81, 243] = 9
    you: Seat = "olivia"
    strategy: str = Field("theorem7", max_length=40, json_schema_extra={"enum": list(STRATEGIES)})
    seed: Annotated[int, Field(ge=0, lt=LARGEST_EXACT_NUMBER), WHOLE] = 0
    moves: list[Card] = Field(default_factory=list, max_length=MOST_MOVES)
    hint: bool = False


class AntisetMoves(Body):
    """A game that is over: the moves of both players in turn."""

    cards: Literal[9, 27, 81, 243]
    moves: list[Card] = Field(max_length=2 * MOST_MOVES)


class Why(BaseModel):
    """The reason for a move: a code with its cards and numbers; `after` says why the plan of the strategy has ended."""

    code: str
    cards: list[int]
    numbers: dict[str, int]
    after: Why | None

    @classmethod
    def of(cls, reason: Reason | None) -> Why | None:
        """The reason as it is sent."""
        if reason is None:
            return None
        cards, numbers = list(reason.points), dict(reason.numbers)
        return cls(code=reason.code, cards=cards, numbers=numbers, after=cls.of(reason.after))


class Taken(BaseModel):
    """A move; `reflected` is the reflection of Olivia's card before it in Xavier's first card."""

    player: Seat
    card: int
    why: Why | None
    reflected: int | None


class Hint(BaseModel):
    """A good card, and why."""

    card: int
    why: Why | None


class AntisetState(BaseModel):
    """The game after all moves of the visitor and the answers of the strategy.

    `deadly` has, for each free card that completes a SET of the visitor's, the two others of that SET.
    """

    cards: int
    dimension: int
    you: Seat
    strategy: str
    seed: int
    moves: list[Taken]
    owners: list[Seat | None]
    turn: Seat | None
    round: int
    deadly: dict[int, list[int]]
    over: bool
    winner: Seat | None
    set: list[int] | None
    most: int
    hint: Hint | None


BOARDS = {9: 2, 27: 3, 81: 4, 243: 5}
"""The number of cards of each board, and of their properties."""

EXAMPLE = (1, 7, 4, 8, 3, 2, 0, 5)
"""The game of Clark, Fisk & Goren (section 2), as (colour, shape); Olivia's last move is one of the two they leave."""

SECONDS, PROOF_SECONDS = 5.0, 20.0
"""Moves take some hundredths of a second; what a deviation cost takes one or two on 81 cards."""


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of anti-SET."""

    @router.get("/antiset", responses=problems())
    async def boards(request: Request) -> dict[str, Any]:
        """The boards, the strategies for each seat, those that are too slow, and the example of the paper."""
        return await hub.jobs.run(request, _boards, SECONDS, in_process=True)

    @router.post("/antiset", responses=problems(409, 413, 422))
    async def play(request: Request, wanted: AntisetGame) -> AntisetState:
        """The game after these moves; the strategy has answered."""
        return await hub.jobs.run(request, partial(_state, wanted), SECONDS, in_process=True)

    @router.post("/antiset/proof", responses=problems(409, 413, 422))
    async def proof(request: Request, wanted: AntisetMoves) -> dict[str, Any]:
        """The proof of theorem 7 along a game that is over; where Xavier deviated from it, and what that cost."""
        return await hub.jobs.run(request, partial(_proof, wanted), PROOF_SECONDS, in_process=True)


@lru_cache
def _all_boards() -> dict[str, Any]:
    """All boards with their strategies, which takes some tenths of a second, once; and the example."""
    game = Game("AG(2,3)", EXAMPLE)
    moves = [move.model_dump() for move in _move_records(game, [])]
    example = {"cards": game.design.points, "moves": moves, "set": game.completes(EXAMPLE[-1], 1)}
    return {"boards": list(map(_board, BOARDS)), "example": example}


def _boards(stopped: Stopped) -> dict[str, Any]:
    return _all_boards()


def _board(cards: int) -> dict[str, Any]:
    d = BOARDS[cards]
    offered = {seat: [s.name for s in _fitting(cards, seat) if not _is_slow(s.name, cards)] for seat in NAMES}
    slow = [name for name in STRATEGIES if _is_slow(name, cards)]
    return {"cards": cards, "dimension": d, **offered, "slow": slow, "most": known(d).upper, "forced": length_bound(d)}


def _fitting(cards: int, seat: str) -> Iterator[Strategy]:
    """The strategies that can be played on a board from a seat."""
    design = affine(BOARDS[cards], 3)
    for name in STRATEGIES:
        strategy = find_strategy(name)
        if strategy.obstacle(design, NAMES.index(seat), 2) is None:
            yield strategy


def _is_slow(name: str, cards: int) -> bool:
    """Exact play does not settle the first moves of 81 cards within any budget that was tried."""
    return name == "perfect" and cards > MOST_SOLVED


def _state(wanted: AntisetGame, stopped: Stopped) -> AntisetState:
    game, reasons = _play_out(wanted, stopped)
    me, result = NAMES.index(wanted.you), game.result()
    lost = game.completes(game.moves[-1], game.losers[0]) if game.losers else None
    hint = advice(game, Draws(wanted.seed)) if wanted.hint and not game.is_over else None
    owners = [None if owner is None else _name(owner) for owner in map(game.owner, range(wanted.cards))]
    d, winner = BOARDS[wanted.cards], _name(1 - game.losers[0]) if game.losers else None
    shown = wanted.model_dump(include={"cards", "you", "strategy", "seed"}) | {"dimension": d, "round": game.rounds}
    shown |= {"owners": owners, "turn": None if result else _name(game.turn), "deadly": _deadly(game, me)}
    shown |= {"over": result is not None, "winner": winner, "set": list(lost) if lost else None}
    shown |= {"most": known(d).upper or wanted.cards, "moves": _move_records(game, reasons)}
    return AntisetState(**shown, hint=Hint(card=hint.point, why=Why.of(hint.why)) if hint else None)


def _name(player: int) -> Seat:
    return "olivia" if player else "xavier"


def _play_out(wanted: AntisetGame, stopped: Stopped) -> tuple[Game, list[Reason | None]]:
    """The game with the answers of the strategy, and the reasons for these."""
    game = Game(affine(BOARDS[wanted.cards], 3))
    me, other = NAMES.index(wanted.you), _opponent(wanted)
    draws, mine = Draws(wanted.seed), iter(wanted.moves)
    reasons: list[Reason | None] = []
    while not game.is_over and not stopped():
        if game.turn == me and (card := next(mine, None)) is None:
            return game, reasons
        move = None if game.turn == me else other.move(game, draws)
        _push(game, card if move is None else move.point)
        reasons.append(move.why if move else None)
    if stopped():
        raise Refused(503, "slow", "The answer takes too long now: try again in a moment")
    if next(mine, None) is not None:
        raise Refused(409, "bad-move", f"The game is over after {len(game.moves)} moves: leave out the later ones")
    return game, reasons


def _opponent(wanted: AntisetGame) -> Strategy:
    """The strategy, which must fit the board and the seat and be quick enough."""
    seat = NAMES[1 - NAMES.index(wanted.you)]
    fitting = {strategy.name: strategy for strategy in _fitting(wanted.cards, seat)}
    offered = [name for name in fitting if not _is_slow(name, wanted.cards)]
    if wanted.strategy in offered:
        return fitting[wanted.strategy]
    reason = f"{seat.capitalize()} cannot play this strategy on {wanted.cards} cards"
    raise Refused(409, "bad-strategy", f"{reason}: choose {', '.join(offered)}")


def _push(game: Game, card: int | None) -> None:
    try:
        game.push(-1 if card is None else card)
    except ValueError as error:
        raise Refused(409, "bad-move", f"Move {len(game.moves) + 1} is not possible: {error}") from None


def _move_records(game: Game, reasons: list[Reason | None]) -> list[Taken]:
    space, moves, taken = Space(BOARDS[game.design.points]), game.moves, list[Taken]()
    for ply, card in enumerate(moves):
        why = Why.of(reasons[ply]) if ply < len(reasons) else None
        reflected = space.third(moves[0], moves[ply - 1]) if ply and ply % 2 == 0 else None
        taken.append(Taken(player=_name(ply % 2), card=card, why=why, reflected=reflected))
    return taken


def _deadly(game: Game, me: int) -> dict[int, list[int]]:
    """The free cards that complete a SET of a player, with the two others."""
    found = ((card, game.completes(card, me)) for card in game.legal_moves)
    return {card: [other for other in block if other != card] for card, block in found if block}


def _proof(wanted: AntisetMoves, stopped: Stopped) -> dict[str, Any]:
    from setlab.antiset.advice import errors, first_deviation, prove, replies

    game = Game(affine(BOARDS[wanted.cards], 3))
    for card in wanted.moves:
        _push(game, card)
    if not game.losers:
        raise Refused(409, "not-over", "Nobody holds a SET yet: play the game to its end")
    d, loser = BOARDS[wanted.cards], game.losers[0]
    deviation, wrong = first_deviation(game), errors(game)
    outcome = {"winner": _name(1 - loser), "set": list(game.completes(game.moves[-1], loser) or ())}
    return {
        "steps": list(map(asdict, prove(game))),
        "answers": [asdict(answer) | {"follows": answer.follows} for answer in replies(game)],
        "deviation": deviation and asdict(deviation),
        "errors": wrong and list(map(asdict, wrong)),
        **outcome,
        "length": {"rounds": game.rounds, "most": known(d).upper, "forced": length_bound(d)},
    }
