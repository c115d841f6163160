"""The games that rooms play: their decks and options, the position of a round, right claims and what they change.

The rules of Team SET are those that Abrahamsen and Eriksen describe after Butler (Team SET, 2019): the SET is found
within the team (`own`); any player may point at the second and third card, and the team with the most cards gets the
point (`shared`); all may point, but only a team that points at all three cards gets the point (`all`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from setlab.answers.answer import attributes
from setlab.errors import RuleError, SpecError, unknown_name
from setlab.extensions import added_names, find_added
from setlab.geometry import Pattern, Space
from setlab.notation import Notation, find_notation
from setlab.puzzles.daily import DIMENSION, last_released, read_puzzle_name
from setlab.rules import Rules, Table


@dataclass(frozen=True)
class GameOption:
    """An option of games: its kind, its default, what a value must be, and the JSON Schema of its values."""

    kind: str
    default: Any
    rule: str
    schema: Mapping[str, Any]
    is_allowed: Callable[[Any], object] = lambda value: True
    limits: Mapping[str, Any] = field(default_factory=dict)

    def read(self, name: str, value: object) -> Any:
        """The value, if it is one of this option; raise `RuleError` otherwise.

        >>> number(6, 1, 8).read("sets", 9)
        Traceback (most recent call last):
        setlab.errors.RuleError: option sets must be a whole number from 1 to 8, not 9
        """
        read = int(value) if self.kind == "number" and isinstance(value, float) and value.is_integer() else value
        if type(read) is not type(self.default) or not self.is_allowed(read):
            raise RuleError(f"option {name} must be {self.rule}, not {value!r:.40}")
        return read

    def as_json(self) -> dict[str, Any]:
        """The option for pages that offer it."""
        return {"kind": self.kind, "default": self.default, **self.limits}


def switch(default: bool) -> GameOption:
    """An option that is on or off."""
    return GameOption("switch", default, "true or false", {"type": "boolean"})


def number(default: int, least: int, most: int) -> GameOption:
    """An option that is a whole number between limits."""
    rule, schema = f"a whole number from {least} to {most}", {"type": "integer", "minimum": least, "maximum": most}
    return GameOption("number", default, rule, schema, lambda n: least <= n <= most, {"least": least, "most": most})


def one_of(default: str, *choices: str) -> GameOption:
    """An option that is one of a few words."""
    schema, limits = {"enum": list(choices)}, {"choices": list(choices)}
    return GameOption("choice", default, f"one of {', '.join(choices)}", schema, choices.__contains__, limits)


def text(kind: str, rule: str, pattern: str) -> GameOption:
    """An option that is a text of some form, or empty."""
    return GameOption(kind, "", rule, {"type": "string", "pattern": pattern}, re.compile(pattern).fullmatch)


PUZZLE_NAME = text(
    "puzzle",
    "a date with a level, such as 2026-11-16-advanced",
    "^([0-9]{4}-[0-9]{2}-[0-9]{2}-(basic|advanced))?$",
)
"""The name of the puzzle of a day, or nothing.

>>> PUZZLE_NAME.read("puzzle", "2026-11-16-expert")
Traceback (most recent call last):
setlab.errors.RuleError: option puzzle must be a date with a level, such as 2026-11-16-advanced, not
'2026-11-16-expert'
"""

DEALT_CARDS = text("cards", "3 to 21 cards such as 0000.0001.0002", r"^([0-2]{4}(\.[0-2]{4}){2,20})?$")
"""Three to 21 cards of the table in digits with points between them, or nothing."""

COMMON: Mapping[str, GameOption] = {
    "seconds": number(0, 0, 3600),
    "call": switch(False),
    "penalty": number(0, 0, 30),
    "minus": switch(False),
    "more": one_of("referee", "referee", "vote", "auto"),
    "opponents": number(0, 0, 5),
    "speed": one_of("steady", "calm", "steady", "quick"),
    "class": switch(False),
    "forget": switch(False),
    "scores": switch(True),
    "quiet": switch(False),
    "watch": switch(True),
    "admit": switch(False),
}
"""The options of every game. `seconds` 0 means no limit, `penalty` 0 no wait after a wrong claim. With `watch` the
code alone lets people watch (off in class rooms); with `admit` newcomers wait for the host. A room with `forget` is
deleted an hour after its last event."""

AT_ANY_TIME = ("scores", "quiet", "seconds", "watch", "admit")
"""The options that the host may change in the middle of a round; `seconds` holds from the next round on."""

OF_THE_ROOM = ("opponents", "speed", "class", "forget")
"""The options that are fixed when the room is opened."""


OF_A_TERMINAL = ("dimension", "table", "trial")
"""Further options in the log of a game in a terminal: its deck and table, and the trial of the seed that shuffles the
deck, by default the number of the round, which simulated rooms have too. No server offers them."""


def read_options(game: str, known: Mapping[str, GameOption], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are given, checked; raise `RuleError` for one that the game does not have.

    >>> read_options("standard", COMMON, {"secconds": 60})
    Traceback (most recent call last):
    setlab.errors.RuleError: 'secconds' is not an option of standard: did you mean seconds? Choose seconds, call,
    penalty, minus, more, opponents, speed, class, forget, scores, quiet, watch or admit
    """
    for name in given:
        if name not in known:
            raise RuleError(unknown_name(str(name)[:40], f"an option of {game}", list(known)))
    return {name: known[name].read(name, value) for name, value in given.items()}


class Find(NamedTuple):
    """A SET that a seat has found."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class RoomPosition:
    """The position of a round: the table, the last SET of a chain, and the finds."""

    table: Table
    chain: tuple[int, ...] = ()
    found: tuple[Find, ...] = ()

    def found_by(self, seat: int | None) -> tuple[tuple[int, ...], ...]:
        """The SETs that a seat has found, or all seats (None)."""
        return tuple(each.cards for each in self.found if seat in (None, each.seat))


Options = Mapping[str, Any]


@cache
def notation_of(dimension: int) -> Notation:
    """The notation in which the cards of rooms are named."""
    return find_notation(dimension=dimension)


@dataclass(frozen=True)
class RoomGame:
    """The ordinary game: SETs of three cards are taken from the table. Other games override parts of it."""

    name: str
    dimension: int = 4
    table: int = 12
    defaults: tuple[tuple[str, Any], ...] = ()

    claim_size = 3
    """The number of cards of a claim."""

    searches_all = False
    """True if claimed cards stay on the table, and all SETs are to be found."""

    has_teams = False
    """True if teams point at the cards of a SET, one player after the other."""

    own_options: ClassVar[Mapping[str, GameOption]] = {}
    """The options that only this game has."""

    @property
    def options(self) -> Mapping[str, GameOption]:
        """All options of the game."""
        changed = {name: replace(COMMON[name], default=value) for name, value in self.defaults}
        return {**COMMON, **changed, **self.own_options}

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options, those that are given checked; raise `RuleError` for a wrong one.

        >>> RoomGame("timed", defaults=(("seconds", 60),)).read({"penalty": 5})["seconds"]
        60
        """
        read = read_options(self.name, self.options, given)
        usual = {name: option.default for name, option in self.options.items()}
        chosen = self.complete_options(usual | ({"watch": False} if read.get("class") else {}) | read)
        self.check(chosen)
        return chosen

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options, with those that follow from others."""
        return options

    def check(self, options: Options) -> None:
        """Raise `RuleError` unless the options fit each other."""

    def check_released(self, options: Options, now: float) -> None:
        """Raise `RuleError` if the options name an unreleased puzzle."""

    def rules(self, options: Options) -> Rules:
        """The deck and the size of the table; games in a terminal may have another one."""
        return Rules(d=self.dimension_of(options), table=options.get("table", self.table))

    def dimension_of(self, options: Options) -> int:
        """The number of properties of a card; an option of some games, and in a terminal."""
        return int(options.get("dimension", self.dimension))

    def claimable(self, position: RoomPosition) -> list[tuple[int, ...]]:
        """The claims that are right now.

        >>> from setlab.rules import Deal, replay
        >>> RoomGame("standard").claimable(RoomPosition(replay([Deal((0, 1, 2, 3))])))
        [(0, 1, 2)]
        """
        return position.table.sets()

    def reach(self, position: RoomPosition) -> tuple[int, ...]:
        """The cards of which a claim may consist."""
        return position.table.cards

    def is_right(self, position: RoomPosition, cards: Sequence[int]) -> bool:
        """True if the cards, which lie within reach, may be taken."""
        return position.table.deck.is_set(cards)

    def verdicts(self, position: RoomPosition, cards: Sequence[int]) -> list[dict[str, Any]]:
        """For each property its values on the cards, and whether they are the same, different or neither.

        >>> from setlab.rules import Deal, replay
        >>> RoomGame("standard").verdicts(RoomPosition(replay([Deal((0, 1, 3))])), (0, 1, 3))[3]
        {'property': 'shape', 'values': ['oval', 'diamond', 'oval'], 'verdict': 'neither'}
        """
        notation = notation_of(position.table.rules.d)
        words = [notation.words(card) for card in cards]
        patterns: tuple[Pattern, ...] = position.table.deck.patterns(cards)
        return [
            {"property": p.name, "values": [each[p.name] for each in words], "verdict": str(pattern)}
            for p, pattern in zip(notation.properties, patterns, strict=True)
        ]

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position after a right claim."""
        return replace(position, table=position.table.without(cards), found=(*position.found, Find(seat, cards)))

    def as_json(self) -> dict[str, Any]:
        """The game as pages offer it."""
        options = {name: option.as_json() for name, option in self.options.items()}
        return {"game": self.name, **attributes(self, "dimension", "table", "claim_size"), "options": options}


class Chain(RoomGame):
    """The last SET lies beside the table; the next one has one card of it and two of the table."""

    def claimable(self, position: RoomPosition) -> list[tuple[int, ...]]:
        """The SETs that continue the chain: first the card of the last SET, then two of the table.

        >>> from setlab.rules import Deal, replay
        >>> Chain("chain").claimable(RoomPosition(replay([Deal((3, 6, 10, 20))]), chain=(0, 1, 2)))
        [(0, 3, 6), (0, 10, 20)]
        """
        if not position.chain:
            return position.table.sets()
        space, cards = Space(position.table.rules.d), position.table.cards
        slot = {card: i for i, card in enumerate(cards)}
        return [
            (link, card, third)
            for link in position.chain
            for card in cards
            if (third := space.third(link, card)) in slot and slot[card] < slot[third]
        ]

    def reach(self, position: RoomPosition) -> tuple[int, ...]:
        """The cards of the table and of the last SET."""
        return (*position.chain, *position.table.cards)

    def is_right(self, position: RoomPosition, cards: Sequence[int]) -> bool:
        """True if the cards are a SET with exactly one card of the last one."""
        links = sum(card in position.chain for card in cards)
        return (links == 1 or not position.chain) and position.table.deck.is_set(cards)

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position after a right claim: its cards lie beside the table."""
        table = position.table.without([card for card in cards if card not in position.chain])
        return replace(position, table=table, chain=cards, found=(*position.found, Find(seat, cards)))


RAREST = 1e-5
"""The least probability of a table that a room deals: rarer ones take too long to draw."""


class FindAll(RoomGame):
    """Cards stay on the table; each new SET is worth a point."""

    searches_all = True

    own_options: ClassVar[Mapping[str, GameOption]] = {
        "cards": number(12, 9, 18),
        "sets": number(6, 1, 8),
        "together": switch(True),
        "dimension": number(4, 3, 4),
        "puzzle": PUZZLE_NAME,
        "deal": DEALT_CARDS,
    }
    """The numbers of cards, SETs and properties, or a puzzle, or cards; whether all search one table or a copy."""

    def complete_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options; a puzzle and given cards decide how many cards and SETs there are.

        >>> chosen = FindAll("find-all").read({"puzzle": "2026-11-16-basic"})
        >>> chosen["cards"], chosen["sets"], chosen["dimension"]
        (9, 4, 4)
        """
        if options["deal"]:
            cards = read_deal(options["deal"])
            numbers = {"cards": len(cards), "sets": len(Space(DIMENSION).sets(cards)), "dimension": DIMENSION}
            return options | numbers | {"puzzle": ""}
        if not options["puzzle"]:
            return options
        try:
            _, level = read_puzzle_name(options["puzzle"])
        except SpecError as error:
            raise RuleError(f"there is no puzzle {options['puzzle']}: {error}") from None
        return options | {"cards": level.cards, "sets": level.sets, "dimension": DIMENSION}

    def check(self, options: Options) -> None:
        """Raise `RuleError` unless tables with this number of SETs exist and are not too rare.

        >>> FindAll("find-all").read({"cards": 9, "sets": 7})
        Traceback (most recent call last):
        setlab.errors.RuleError: 9 cards never have 7 SETs: 0 to 6, 8 or 12 are possible
        """
        from setlab.exact.dealing import probability_of_sets

        if options["deal"]:
            return
        cards, sets, dimension = (int(options[name]) for name in ("cards", "sets", "dimension"))
        chance = probability_of_sets(cards, sets, dimension)
        if chance is None or chance < RAREST:
            raise RuleError(f"{cards} cards with {sets} SETs are too rare to be dealt in a room: choose other numbers")

    def check_released(self, options: Options, now: float) -> None:
        """Raise `RuleError` if the puzzle is not yet released anywhere on earth.

        >>> FindAll("find-all").check_released({"puzzle": "2026-11-16-basic"}, now=0.0)
        Traceback (most recent call last):
        setlab.errors.RuleError: the puzzle of 2026-11-16 is not out yet: choose a date up to 1970-01-02
        """
        if options["puzzle"]:
            day, last = read_puzzle_name(options["puzzle"])[0], last_released(now)
            if day > last:
                raise RuleError(f"the puzzle of {day} is not out yet: choose a date up to {last}")

    def rules(self, options: Options) -> Rules:
        """A deck of just the cards on the table."""
        d, cards = self.dimension_of(options), int(options["cards"])
        return Rules(d=d, table=cards, lost=3**d - cards)

    def after_claim(self, position: RoomPosition, seat: int, cards: tuple[int, ...]) -> RoomPosition:
        """The position with one more SET found; the cards stay."""
        return replace(position, found=(*position.found, Find(seat, cards)))


def read_deal(codes: str) -> tuple[int, ...]:
    """The cards of the option `deal`; raise `RuleError` unless they differ and have a SET.

    >>> read_deal("0000.0001.0002")
    (0, 1, 2)
    >>> read_deal("0000.0001.0010")
    Traceback (most recent call last):
    setlab.errors.RuleError: there is no SET in 0000.0001.0010: choose cards with one
    """
    cards = tuple(int(code, 3) for code in codes.split("."))
    if len(set(cards)) < len(cards):
        raise RuleError(f"a card is twice in {codes}: a deck has every card once")
    if not Space(DIMENSION).sets(cards):
        raise RuleError(f"there is no SET in {codes}: choose cards with one")
    return cards


NAMES = ("Abel", "Fano", "Germain", "Hypatia", "Noether", "Ramanujan")
"""The names of the teams, after mathematicians."""

OWN, SHARED, ALL = RULES = ("own", "shared", "all")


class TeamGame(RoomGame):
    """The standard game between teams."""

    has_teams = True

    own_options: ClassVar[Mapping[str, GameOption]] = {"teams": number(2, 2, len(NAMES)), "rule": one_of(OWN, *RULES)}
    """The number of teams, and which of the three rules holds."""

    def check(self, options: Options) -> None:
        """Raise `RuleError` if there are opponents, who cannot point, or calls, which silence forbids."""
        for name in ("opponents", "call"):
            if options[name]:
                raise RuleError(f"option {name} must be off in team SET: people point in silence")


def winning_team(rule: str, teams: Sequence[int]) -> int:
    """The team that gets the point if these teams pointed at the three cards; 0 if none does.

    >>> [winning_team(rule, (1, 2, 2)) for rule in RULES], winning_team("shared", (1, 2, 3))
    ([2, 2, 0], 0)
    """
    (team, most), *others = Counter(teams).most_common()
    if rule == ALL:
        return team if not others else 0
    return team if not others or most > others[0][1] else 0


class Ultra(RoomGame):
    """A claim has four cards, which are two pairs with the same third card; it may lie anywhere."""

    claim_size = 4

    def claimable(self, position: RoomPosition) -> list[tuple[int, ...]]:
        """The UltraSETs on the table, in the order of their slots.

        >>> from setlab.rules import Deal, replay
        >>> Ultra("ultra").claimable(RoomPosition(replay([Deal((1, 2, 3, 6))])))
        [(1, 2, 3, 6)]
        """
        space, cards = Space(position.table.rules.d), position.table.cards
        by_third = defaultdict[int, list[tuple[int, int]]](list)
        for pair in combinations(cards, 2):
            by_third[space.third(*pair)].append(pair)
        slot = {card: i for i, card in enumerate(cards)}
        found = {
            tuple(sorted((*one, *other), key=slot.__getitem__))
            for pairs in by_third.values()
            for one, other in combinations(pairs, 2)
        }
        return sorted(found, key=lambda four: [slot[card] for card in four])

    def is_right(self, position: RoomPosition, cards: Sequence[int]) -> bool:
        """True if the four cards are two pairs with the same third card."""
        space = Space(position.table.rules.d)
        return any(space.third(*one) == space.third(*other) for one, other in pairings(cards))

    def verdicts(self, position: RoomPosition, cards: Sequence[int]) -> list[dict[str, Any]]:
        """For each property the third values that the two pairs need, for the pairing that comes nearest."""
        space, notation = Space(position.table.rules.d), notation_of(position.table.rules.d)
        thirds = [(space.third(*one), space.third(*other)) for one, other in pairings(cards)]
        words = [[notation.words(card) for card in pair] for pair in thirds]
        nearest = max(words, key=lambda pair: sum(pair[0][name] == pair[1][name] for name in pair[0]))
        return [
            {
                "property": p.name,
                "values": [each[p.name] for each in nearest],
                "verdict": "same" if nearest[0][p.name] == nearest[1][p.name] else "neither",
            }
            for p in notation.properties
        ]


def pairings(cards: Sequence[int]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The three ways to divide four cards into two pairs.

    >>> pairings([1, 2, 3, 4])
    [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    """
    a, b, c, d = cards
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


GAMES: Mapping[str, RoomGame] = MappingProxyType({game.name: game for game in (
    RoomGame("standard"), RoomGame("junior", dimension=3, table=9), RoomGame("five", dimension=5, table=15),
    FindAll("find-all"), RoomGame("timed", defaults=(("seconds", 60),)),
    TeamGame("team"), Ultra("ultra"), Chain("chain"),
)})  # fmt: skip
"""Every game of rooms."""


def find_game(name: str) -> RoomGame:
    """The game with this name; raise `RuleError` if there is none.

    >>> find_game("junoir")
    Traceback (most recent call last):
    setlab.errors.RuleError: 'junoir' is not a game: did you mean junior? Choose standard, junior, five, find-all,
    timed, team, ultra or chain
    """
    if name in GAMES:
        return GAMES[name]
    if added := find_added("games", name, RoomGame):
        return added
    raise RuleError(unknown_name(name[:40], "a game", [*GAMES, *added_names("games")]))


def games_json() -> list[dict[str, Any]]:
    """All games with their options, for pages that offer them."""
    return [game.as_json() for game in GAMES.values()]
