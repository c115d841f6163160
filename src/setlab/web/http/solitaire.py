"""Solitaire: the table after some moves, advice, and the review of a game.

Nothing is kept here: a game is its seed and its moves, as in the terminal. Answers say what the player may know; only
the review, which is asked for when a game is over or given up, uses the order of the deck. Advice is also given about
cards on a table of one's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from setlab.answers.answer import attributes
from setlab.errors import CardError, RuleError
from setlab.limits import LARGEST_SEED
from setlab.solitaire import Clearability, Shuffle, State, advise, look_back
from setlab.solitaire.game import MOST_ON_TABLE, replay_moves
from setlab.solitaire.review import HindsightPosition
from setlab.solitaire.strategies import CORE, VALUED, core_player
from setlab.solitaire.values import shipped_weights
from setlab.web.errors import Refused
from setlab.web.http.answers import Body, problems
from setlab.web.jobs import Stopped
from setlab.web.rooms.hub import Hub
from setlab.web.rooms.messages import WHOLE

TURNS = 27
"""The SETs of a game that is cleared."""

Seed = Annotated[int, Field(ge=0, lt=2**64), WHOLE] | Annotated[str, Field(pattern="^[0-9]{1,20}$")]

How = Literal["none", "exact", "deep", "ahead", "sums", "linear", "beliefs"]
"""How chances were obtained: the names of `ValueKind`. The pages have a sentence for each."""

Three = Annotated[list[Annotated[int, WHOLE]], Field(min_length=3, max_length=3)]
"""A SET: its cards."""

Settled = Literal["yes", "no", "open"]
"""Whether the table can be cleared: the names of `Clearability`."""

Card = Annotated[int, Field(ge=0, lt=81)]

PlayerName = Annotated[str, Query(description="The strategy.", pattern=f"^({'|'.join(CORE)})$")]

KEPT = 4096
"""Positions that are kept: a player asks for the next one, and replaying a game takes some milliseconds."""

ADVICE_SECONDS = 10.0
REVIEW_SECONDS = 20.0
"""Both take some tenths of a second."""


class SolitaireGame(Body):
    """A game: the number of its deck, and the SETs taken so far."""

    seed: Seed = Field(description="As a number or, for browsers, as text.")
    game: Annotated[int, Field(ge=0, lt=2**63, description="The number of the game of this seed."), WHOLE] = 0
    moves: list[Three] = Field(default_factory=list, max_length=TURNS)


class SolitaireTable(BaseModel):
    """What the player sees."""

    slots: list[int | None]
    undealt: int
    taken: list[Three]
    sets: int
    hint: Three | None = Field(description="One of the SETs on the table, without regard to its chance.")
    dealt: list[int] = Field(description="The cards dealt since the last move; at first those of the first deal.")
    more: int = Field(description="How many of them were dealt because there was no SET.")
    over: bool
    clear: bool


class Choice(BaseModel):
    """A SET on the table with the chance of clearing the table if it is taken."""

    cards: Three
    chance: float | None
    exact: str | None = Field(description="The chance as a fraction, if it is exact.")
    best: bool


class SolitaireAdvice(BaseModel):
    """The SETs on the table, the best first, and how their chances were obtained."""

    choices: list[Choice]
    how: How
    path: list[float | None] = Field(description="The chance in each position so far, the present one last.")


class SolitairePosition(BaseModel):
    """Cards that lie on somebody's own table, and the SETs taken from it."""

    model_config = ConfigDict(extra="forbid")
    cards: list[Card] = Field(min_length=3, max_length=MOST_ON_TABLE)
    taken: list[Three] = Field(default_factory=list, max_length=TURNS)


class SolitairePlayer(BaseModel):
    """A player, for browsers that compute its values and games themselves."""

    way: str = Field(description="How it chooses: random, basic, thrifty, general or valued.")
    budgets: dict[str, int] = Field(description="By the names of `setlab.solitaire.values.Budgets`.")
    weights: dict[str, list[Any]] | None = Field(
        description="A row for each stage (undealt cards / 3), and two tables; only of players that value positions."
    )


class PositionAdvice(BaseModel):
    """The SETs among these cards, the best first, and how their chances were obtained."""

    choices: list[Choice]
    how: How
    undealt: int


class SeenChoice(Choice):
    """A SET that was there, with what the order of the deck shows."""

    taken: bool
    clearable: Settled = Field(description="Whether the table could be cleared after it: yes, no or open.")


class Moment(BaseModel):
    """A position of the game: before a move, or at the end."""

    slots: list[int | None]
    undealt: int
    choices: list[SeenChoice]
    how: How
    chance: float | None
    clearable: Settled = Field(description="Whether the table could still be cleared: yes, no, or open (not settled).")


class SolitaireReview(BaseModel):
    """The game with hindsight."""

    moments: list[Moment]
    lost: int | None = Field(description="The moment in which the game was lost: the last that was clearable.")
    over: bool
    clear: bool


def add_routes(router: APIRouter, hub: Hub) -> None:
    """Add the routes of solitaire."""

    @router.post("/solitaire", responses=problems(409, 413, 422))
    async def table(game: SolitaireGame) -> SolitaireTable:
        """The table after the moves."""
        with _moves_refused():
            return _table(_states(game))

    @router.post("/solitaire/advice", responses=problems(409, 413, 422))
    async def advice(request: Request, game: SolitaireGame) -> SolitaireAdvice:
        """Each SET on the table with its chance of clearing the table."""
        with _moves_refused():
            return await hub.jobs.run(request, partial(_advice, game), ADVICE_SECONDS, in_process=True)

    @router.get("/solitaire/player")
    async def player(strategy: PlayerName = "expert") -> SolitairePlayer:
        """The budgets and weights of a player, by default of the one whose advice is given."""
        return _player(strategy)

    @router.post("/solitaire/position", responses=problems(409, 413, 422))
    async def position(request: Request, position: SolitairePosition) -> PositionAdvice:
        """Advice about cards on a table of one's own: each SET with its chance of clearing the table."""
        with _moves_refused("bad-position"):
            state = State.of(position.cards, position.taken)
            return await hub.jobs.run(request, partial(_position_advice, state), ADVICE_SECONDS, in_process=True)

    @router.post("/solitaire/review", responses=problems(409, 413, 422))
    async def review(request: Request, game: SolitaireGame) -> SolitaireReview:
        """The game move by move, with hindsight: the cards that were to come are known."""
        with _moves_refused():
            return await hub.jobs.run(request, partial(_review, game), REVIEW_SECONDS, in_process=True)


@contextmanager
def _moves_refused(code: str = "bad-move") -> Iterator[None]:
    """Refuse a move that cannot be made, or cards that cannot lie there."""
    try:
        yield
    except (RuleError, CardError) as error:
        said = str(error)
        raise Refused(409, code, said[:1].upper() + said[1:]) from None


def _states(game: SolitaireGame) -> tuple[State, ...]:
    """The state before each move and the one after the last; raise `RuleError` for an impossible move."""
    return _states_after(_shuffle(game), tuple(tuple(move) for move in game.moves))


@lru_cache(KEPT)
def _states_after(shuffle: Shuffle, moves: tuple[tuple[int, ...], ...]) -> tuple[State, ...]:
    if not moves:
        return tuple(replay_moves(shuffle, ()))
    before = _states_after(shuffle, moves[:-1])
    try:
        return (*before, shuffle.deal_due(before[-1].take(moves[-1])))
    except ValueError as error:
        raise RuleError(f"move {len(moves)} cannot be made: {error}") from None


def _shuffle(game: SolitaireGame) -> Shuffle:
    if int(game.seed) > LARGEST_SEED:
        raise RuleError(f"the seed {game.seed} is too large: choose one up to {LARGEST_SEED}")
    return _shuffle_of(int(game.seed), game.game)


_shuffle_of = lru_cache(KEPT)(Shuffle.of)


def _table(states: Sequence[State]) -> SolitaireTable:
    state, before = states[-1], set(states[-2].cards) if len(states) > 1 else set()
    dealt = [card for card in state.cards if card not in before]
    full = max(0, 12 - (len(before) - 3 if before else 0))
    shown = attributes(state, "slots", "taken", "over", "clear") | {"undealt": state.table.undealt, "dealt": dealt}
    hint = list(state.sets[0]) if state.sets else None
    return SolitaireTable(**shown, sets=len(state.sets), hint=hint, more=max(0, len(dealt) - full))


def _advice(game: SolitaireGame, stopped: Stopped) -> SolitaireAdvice:
    advised = [_advise(state) for state in _states(game)]
    how, choices, _ = advised[-1]
    return SolitaireAdvice(choices=choices, how=how, path=[chance for _, _, chance in advised])


def _advise(state: State) -> tuple[How, list[Choice], float | None]:
    """How the chances of a state were obtained, its SETs, the best first, and the chance of the best."""
    if not state.sets:
        return "exact", [], float(state.clear)
    advice, choices = advise(state), list[Choice]()
    for each in sorted(advice.choices, key=lambda choice: (not choice.best, -(choice.chance or 0), choice.line)):
        chance = None if each.chance is None else float(each.chance)
        exact = str(each.chance) if isinstance(each.chance, Fraction) else None
        choices.append(Choice(cards=list(each.line), chance=chance, exact=exact, best=each.best))
    return cast("How", advice.kind.name.lower()), choices, choices[0].chance


@cache
def _player(strategy: str) -> SolitairePlayer:
    player, weights = core_player(strategy), None
    if strategy in VALUED:
        weights = {name: rows.tolist() for name, rows in shipped_weights().arrays().items()}
    return SolitairePlayer(way=player.way, budgets=asdict(player.budgets), weights=weights)


def _position_advice(state: State, stopped: Stopped) -> PositionAdvice:
    how, choices, _ = _advise(state)
    return PositionAdvice(choices=choices, how=how, undealt=state.table.undealt)


def _answer_word(answer: Clearability) -> Settled:
    return cast("Settled", answer.name.lower())


def _review(game: SolitaireGame, stopped: Stopped) -> SolitaireReview:
    seen = look_back(_shuffle(game), game.moves, stopped=stopped)
    last = seen.positions[-1].state
    moments = [_moment(position) for position in seen.positions]
    return SolitaireReview(moments=moments, lost=seen.lost_at, over=last.over, clear=last.clear)


def _moment(position: HindsightPosition) -> Moment:
    state = position.state
    answers: dict[tuple[int, ...], Clearability] = {option.line: option.clearable for option in position.options}
    (how, choices, chance), seen = _advise(state), list[SeenChoice]()
    for choice in choices:
        line = tuple(choice.cards)
        taken, clearable = line == position.taken, _answer_word(answers[line])
        seen.append(SeenChoice(**choice.model_dump(), taken=taken, clearable=clearable))
    shown, clearable = list(state.slots), _answer_word(position.clearable)
    undealt = state.table.undealt
    return Moment(slots=shown, undealt=undealt, choices=seen, how=how, chance=chance, clearable=clearable)
