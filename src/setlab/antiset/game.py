"""Anti-SET on any design, for two players or more, with moves that can be taken back.

Players take points in turn. The first to hold a whole block loses, and the others share the win; if all points are
taken and nobody holds a block, all share it. With elimination the loser leaves the game but keeps his points, and the
others play on until one is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from setlab.arguments import checked, checked_constructor
from setlab.errors import RuleError, SpecError, plural
from setlab.geometry.design import Block, Design, find_design

NAMES = ("xavier", "olivia")
"""The two players of Clark, Fisk & Goren; in larger games the players are called player 1, player 2, …"""

MOST_PLAYERS = 1000
MOST_DRAWN = 4
"""The largest dimension of a deck that a notebook shows as a picture."""


@checked
@dataclass(frozen=True)
class Result:
    """The end of a game: the players who hold a block, in the order in which they lost, and the number of rounds.

    >>> Result(players=2, losers=(1,), length=4).winner
    'xavier'
    """

    players: int
    losers: tuple[int, ...]
    length: int

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who do not hold a block: all of them when the game is a draw."""
        return tuple(player for player in range(self.players) if player not in self.losers)

    @property
    def winner(self) -> str:
        """The name of the only winner, or "draw" if there are several."""
        return name_of(self.winners[0], self.players) if len(self.winners) == 1 else "draw"

    @property
    def payoffs(self) -> tuple[Fraction, ...]:
        """The payoff of each player: the winners divide 1 equally.

        >>> [str(payoff) for payoff in Result(players=3, losers=(1,), length=4).payoffs]
        ['1/2', '0', '1/2']
        """
        each = Fraction(1, len(self.winners))
        return tuple(each if player in self.winners else Fraction(0) for player in range(self.players))


@checked_constructor
class Game:
    """A game of anti-SET. The example game of Clark, Fisk & Goren (section 2), with the points as (colour, shape):

    >>> game = Game("AG(2,3)", [2, 8, 5, 6, 4, 0, 1])
    >>> game.legal_moves, game.safe_moves
    ([3, 7], [])
    >>> game.push(3)
    (0, 3, 6)
    >>> game.result()
    Result(players=2, losers=(1,), length=4)

    `names` is how messages and reasons call the points, such as `find_notation("standard", 2).digits`; here by number.
    """

    def __init__(
        self,
        on: Design | str,
        moves: Iterable[int] = (),
        *,
        players: int = 2,
        elimination: bool = False,
        names: Callable[[int], str] = str,
    ) -> None:
        if not 2 <= players <= MOST_PLAYERS:
            raise SpecError(f"{plural(players, 'player')} cannot play: choose at least 2, at most {MOST_PLAYERS}")
        self.design = find_design(on) if isinstance(on, str) else on
        self.players = players
        self.elimination = elimination
        self.names = names
        self.moves: list[int] = []
        """The points in the order in which they were taken."""
        self.movers: list[int] = []
        """The players who took them."""
        self.losers: list[int] = []
        """The players who hold a block, in order."""
        self._owner = [-1] * self.design.points
        # How many points of each block a player holds, and for each point how many blocks it would complete.
        self._held = [[0] * len(self.design.blocks) for _ in range(players)]
        single = [len(blocks) if self.design.block_size == 1 else 0 for blocks in self.design.through]
        self._deadly = [single.copy() for _ in range(players)]
        for point in moves:
            self.push(point)

    def __repr__(self) -> str:
        more = f", players={self.players}" * (self.players > 2) + ", elimination=True" * self.elimination
        return f"Game({str(self.design)!r}, {self.moves}{more})"

    def _repr_html_(self) -> str | None:
        """The cards of AG(d,3), those taken with the player's number; None for other designs, which have no cards."""
        geometry = self.design.geometry
        if geometry is None or not geometry.is_affine or (geometry.q, geometry.k) != (3, 1) or geometry.d > MOST_DRAWN:
            return None
        from setlab.notebook import draw_board

        players = range(min(self.players, len(self.moves)))
        taken = [[point for point, owner in enumerate(self._owner) if owner == player] for player in players]
        return draw_board(geometry.d, taken, f"{self.design}: {self._standing()}")._repr_html_()

    def _standing(self) -> str:
        """The winner, or the player who moves next, in words."""
        if (end := self.result()) is None:
            return f"{name_of(self.turn, self.players).capitalize()} moves ({self.turn + 1})"
        return "a draw" if end.winner == "draw" else f"{end.winner.capitalize()} wins"

    @property
    def turn(self) -> int:
        """The player who moves next: 0 is Xavier, 1 is Olivia."""
        if not self.movers:
            return 0
        player = (self.movers[-1] + 1) % self.players
        while player in self.losers and len(self.losers) < self.players:
            player = (player + 1) % self.players
        return player

    @property
    def legal_moves(self) -> list[int]:
        """The points that are free, ascending; none when the game is over."""
        return [] if self.is_over else [point for point, owner in enumerate(self._owner) if owner < 0]

    @property
    def safe_moves(self) -> list[int]:
        """The legal moves that complete no block for the player whose turn it is."""
        deadly = self._deadly[self.turn]
        return [point for point in self.legal_moves if not deadly[point]]

    @property
    def is_over(self) -> bool:
        """True if a player has lost (with elimination: all but one have), or no point is free."""
        enough = self.players - 1 if self.elimination else 1
        return len(self.losers) >= enough or len(self.moves) == self.design.points

    @property
    def rounds(self) -> int:
        """The number of rounds begun: the largest number of points that a player holds (definition 11)."""
        return max(map(self.movers.count, range(self.players)))

    @checked
    def names_of(self, points: Iterable[int], most: int = 8) -> str:
        """The names of some points, in a row.

        >>> Game("AG(2,3)", names="point {}".format).names_of([0, 4, 8], most=2)
        'point 0, point 4, …'
        """
        every = list(points)
        return ", ".join(map(self.names, every[:most])) + ", …" * (len(every) > most)

    def owner(self, point: int) -> int | None:
        """The player who holds the point, or None."""
        owner = self._owner[self.design.check_point(point)]
        return None if owner < 0 else owner

    @checked
    def hand(self, player: int) -> list[int]:
        """The points of a player in the order in which he took them.

        >>> Game("AG(2,3)", [2, 8, 5]).hand(0)
        [2, 5]
        """
        return [point for point, mover in zip(self.moves, self.movers, strict=True) if mover == player]

    @checked
    def completes(self, point: int, player: int | None = None) -> Block | None:
        """The first block that the point would complete for a player, by default the next one to move.

        >>> Game("AG(2,3)", [0, 3, 1]).completes(2, player=0)
        (0, 1, 2)
        """
        player = self.turn if player is None else player
        if not 0 <= player < self.players:
            raise SpecError(f"player {player} does not play: players are numbered 0 to {self.players - 1}")
        if not self._deadly[player][self.design.check_point(point)]:
            return None
        full, held = self.design.block_size - (self._owner[point] != player), self._held[player]
        return next(self.design.blocks[block] for block in self.design.through[point] if held[block] == full)

    def push(self, point: int) -> Block | None:
        """Take a point for the next player; the block that this completes, which loses the game, or None."""
        point = self.design.check_point(point)
        if self.is_over:
            raise RuleError(f"point {self.names(point)} cannot be taken: the game is over; take back a move with pop()")
        if self._owner[point] >= 0:
            taken = f"point {self.names(point)} is taken by {name_of(self._owner[point], self.players)}"
            raise RuleError(f"{taken}: choose one of {self.names_of(self.legal_moves)}")
        player = self.turn
        lost = self.completes(point, player)
        self._owner[point] = player
        self._count(point, player, 1)
        self.moves.append(point)
        self.movers.append(player)
        if lost:
            self.losers.append(player)
        return lost

    def pop(self) -> int:
        """Take back the last move; the point that is free again.

        >>> game = Game("AG(2,3)", [0, 3, 1])
        >>> game.pop(), game.moves
        (1, [0, 3])
        """
        if not self.moves:
            raise RuleError("there is no move to take back: the game has not begun")
        point, player = self.moves.pop(), self.movers.pop()
        if self.losers and self.losers[-1] == player:
            self.losers.pop()
        self._count(point, player, -1)
        self._owner[point] = -1
        return point

    def result(self) -> Result | None:
        """The result of the game, or None before its end."""
        return Result(self.players, tuple(self.losers), self.rounds) if self.is_over else None

    def _count(self, point: int, player: int, change: int) -> None:
        """Add or remove a point of a player; the last missing point of a block is deadly."""
        held, deadly, owner = self._held[player], self._deadly[player], self._owner
        lacking_one = self.design.block_size - 1
        for block in self.design.through[point]:
            before = held[block]
            held[block] = before + change
            if max(before, held[block]) == lacking_one:
                rest = next(p for p in self.design.blocks[block] if p != point and owner[p] != player)
                deadly[rest] += change


def name_of(player: int, players: int = 2) -> str:
    """The name of a player.

    >>> name_of(0), name_of(1), name_of(1, players=3)
    ('xavier', 'olivia', 'player 2')
    """
    return NAMES[player] if players == 2 else f"player {player + 1}"
