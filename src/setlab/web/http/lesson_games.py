"""What the lessons about whole games ask for: a game with a hidden card, games with mistakes, cards without a SET.

Each answer takes less than a tenth of a second, so that a whole class behind one address is served at once.
"""

from __future__ import annotations

import asyncio
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from setlab.classroom.hidden_game import END_GAME, HiddenGame, partners_of, read_hidden_card
from setlab.classroom.mistakes import count_escapes, mistaken_game
from setlab.errors import RuleError
from setlab.limits import LARGEST_EXACT_NUMBER
from setlab.web.errors import Refused
from setlab.web.http.answers import problems
from setlab.web.rooms.hub import Hub

MOST_MOVES = 27
CARD = r"\d{1,2}"
MOVE = rf"{CARD}\.{CARD}\.{CARD}"
MOVES = rf"^({MOVE}(-{MOVE}){{0,{MOST_MOVES - 1}}})?$"
COMMAND = "setlab exact no-set"

Seed = Annotated[int, Query(ge=0, le=LARGEST_EXACT_NUMBER - 1, description="The seed of the deck.")]
Moves = Annotated[str, Query(pattern=MOVES, description="The SETs taken so far, such as 0.40.80-1.41.78.")]
UNTIL = "Random SETs are taken first: none, until the end of the game begins, or all to the end."
PlayOn = Annotated[Literal["no", "end-game", "all"], Query(description=UNTIL)]
Slips = Annotated[int, Query(ge=1, le=2, description="One wrong pile, or two that cancel.")]


class Property(BaseModel):
    """What the cards left say about one property of the hidden card."""

    total: int = Field(description="The sum of its digits on the cards left.")
    value: int = Field(description="Its digit on the hidden card.")
    groups: list[list[int]] = Field(
        description="Its digits in threes, all the same or all different; the last has two."
    )


class Found(BaseModel):
    """The hidden card, which is told when the game is over."""

    card: int
    properties: list[Property]
    partners: list[list[int]] = Field(description="Pairs of the cards left that make a SET with it.")


class Hidden(BaseModel):
    """A game with one hidden card."""

    moves: list[list[int]] = Field(description="The SETs taken, with those that the server took.")
    slots: list[int | None]
    undealt: int
    sets: int = Field(description="How many SETs are on the table.")
    over: bool
    hidden: Found | None


class Mistaken(BaseModel):
    """A finished game in which piles are wrong."""

    piles: list[list[int]]
    wrong: list[int] = Field(description="Which piles are wrong, from 0.")
    left: list[int]
    checksum: int = Field(description="The sum of the cards left, as a card.")


class Chance(BaseModel):
    """A probability: the fraction, and the number nearest to it."""

    fraction: str
    value: float


class EscapeChances(BaseModel):
    """How often mistakes escape the checksum, exactly."""

    one: Chance
    two: Chance
    two_slips: Chance


class NoSetRow(BaseModel):
    """How many collections of n cards have no SET."""

    n: int
    collections: str = Field(description="All collections of n cards.")
    without: str = Field(description="Those without a SET.")
    probability: Chance


class NoSetTable(BaseModel):
    """The probability that n cards have no SET, up to the first n for which it is 0."""

    rows: list[NoSetRow]
    largest: int = Field(description="The most cards without a SET.")
    example: list[int] = Field(description="As many cards without a SET.")
    stuck: int = Field(description="The fewest cards without a SET to which no card can be added.")
    command: str = Field(description="The command that shows it.")


def lesson_games_router(_: Hub) -> APIRouter:
    """The routes of lessons about whole games."""
    router = APIRouter(tags=["lessons"])

    @router.get("/lessons/hidden", responses=problems(409, 422))
    async def hidden(seed: Seed, moves: Moves = "", play: PlayOn = "no") -> Hidden:
        """A game with one hidden card after some moves."""
        return await asyncio.to_thread(_hidden, seed, moves, play)

    @router.get("/lessons/mistakes", responses=problems(422))
    async def mistakes(seed: Seed, slips: Slips = 1) -> Mistaken:
        """A finished game in which one pile is wrong, or two that cancel."""
        return Mistaken.model_validate(await asyncio.to_thread(mistaken_game, seed, slips), from_attributes=True)

    @router.get("/lessons/escapes", responses=problems())
    async def escapes() -> EscapeChances:
        """How often mistakes escape the checksum."""
        found = await asyncio.to_thread(count_escapes)
        return EscapeChances(one=_chance(found.one), two=_chance(found.two), two_slips=_chance(found.two_slips))

    @router.get("/lessons/no-set", responses=problems())
    async def no_set() -> NoSetTable:
        """The probability that n cards have no SET, exactly."""
        return await asyncio.to_thread(_no_set)

    return router


def _hidden(seed: int, moves: str, play: str) -> Hidden:
    game = HiddenGame.begin(seed)
    try:
        for move in filter(None, moves.split("-")):
            game = game.take([int(card) for card in move.split(".")])
    except RuleError as error:
        raise Refused(409, "bad-move", f"{error}; begin the game again") from None
    if play != "no":
        game = game.play_on(END_GAME if play == "end-game" else None)
    table = game.table
    return Hidden(
        moves=[list(line) for line in table.taken],
        slots=list(table.slots),
        undealt=table.undealt,
        sets=len(table.sets()),
        over=game.is_over,
        hidden=_found(game) if game.is_over else None,
    )


def _found(game: HiddenGame) -> Found:
    left = game.table.cards
    properties = [Property.model_validate(each, from_attributes=True) for each in read_hidden_card(left)]
    partners = list(map(list, partners_of(game.hidden, left)))
    return Found(card=game.hidden, properties=properties, partners=partners)


@lru_cache
def _no_set() -> NoSetTable:
    from setlab.exact import exact_no_set
    from setlab.geometry.space import elliptic_quadric

    table = exact_no_set()
    assert table.largest is not None
    rows = []
    for n in range(table.largest + 2):
        without, probability = table.counts[n], table.probability(n)
        assert probability is not None
        rows.append(NoSetRow(n=n, collections=str(comb(81, n)), without=str(without), probability=_chance(probability)))
    stuck, example = next(n for n, complete in enumerate(table.complete) if complete), list(elliptic_quadric())
    return NoSetTable(rows=rows, largest=table.largest, example=example, stuck=stuck, command=COMMAND)


def _chance(exact: Fraction) -> Chance:
    return Chance(fraction=f"{exact.numerator}/{exact.denominator}", value=float(exact))
