"""Environments of PettingZoo: anti-SET, in which players move in turn, and the race, in which all act at once."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from setlab.antiset import Game, Result
from setlab.arguments import checked
from setlab.draws import Draws
from setlab.envs import common
from setlab.errors import SpecError, plural
from setlab.geometry import Design
from setlab.render import Drawing
from setlab.render.drawing import Label, Shape, polygon
from setlab.rules import Claim, Rules, Table
from setlab.rules.table import deal_due

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_PLAYERS = 4
INKS = ("#ffffff", "#f2a69b", "#9bc4f2", "#a8d8a0", "#f0dc90")
"""The colours of free points and of the players' points."""

CELL = 30.0


@checked
def antiset(
    on: Design | str = "AG(2,3)", players: int = 2, elimination: bool = False, render_mode: str | None = None
) -> AntiSet:
    """Anti-SET on a design as an environment in which agents move in turn (AEC).

    >>> env = antiset("AG(2,3)")
    >>> env.reset()
    >>> for agent in env.agent_iter():
    ...     observation, reward, over, _, info = env.last()
    ...     env.step(None if over else int(info["action_mask"].argmax()))
    ...     print(agent, reward, end="; ")
    player_0 0.0; player_1 0.0; player_0 0.0; player_1 0.0; player_0 0.0; player_1 0.0; player_0 0.0; player_0 -1.0;
    player_1 1.0;
    """
    return AntiSet(on, players, elimination, render_mode)


@checked
def race(players: int = 2, max_cycles: int = 1000, render_mode: str | None = None) -> Race:
    """The race for the SETs of one deck as an environment in which all agents act at once (parallel).

    >>> env = race()
    >>> observations, _ = env.reset(seed=1)
    >>> wait, claim = 1330, common.triples(21).index((2, 3, 5))
    >>> env.step({"player_0": wait, "player_1": claim})[1]
    {'player_0': 0.0, 'player_1': 1.0}
    """
    return Race(players, max_cycles, render_mode)


class _Players:
    """The agents player_0, player_1, …, each with spaces of its own."""

    def __init__(self, players: int, high: int, shape: tuple[int, int], actions: int, render_mode: str | None) -> None:
        if not 2 <= players <= MOST_PLAYERS:
            raise SpecError(f"{plural(players, 'player')} cannot play: choose 2, 3 or 4")
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: spaces.Box(0, high, shape, np.int8) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.render_mode = common.check_mode(render_mode)

    def observation_space(self, agent: str) -> spaces.Box:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Nothing is open."""


class AntiSet(_Players, AECEnv):  # type: ignore[misc]
    """Anti-SET on a design: the first to hold a whole block loses.

    An observation has masks of the points: the free ones, one's own, and those of the next players in the order of
    their turns. Action p takes point p; `info["action_mask"]` marks the free ones, and an agent that takes another ends
    the game as its loser. The rewards of a game are players × payoff − 1: −1 for a loser, and their sum is 0.
    """

    metadata = {  # noqa: RUF012
        "name": "antiset_v1", "render_modes": common.RENDER_MODES, "is_parallelizable": False, "render_fps": 1,
    }  # fmt: skip

    def __init__(self, on: Design | str, players: int, elimination: bool, render_mode: str | None) -> None:
        self.game = Game(on, players=players, elimination=elimination)
        points = self.game.design.points
        super().__init__(players, 1, (players + 1, points), points, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing is drawn by lot."""
        self.game = Game(self.game.design, players=self.game.players, elimination=self.game.elimination)
        self.agents = self.possible_agents.copy()
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._inform()

    def observe(self, agent: str) -> NDArray[np.int8]:
        """The masks of the free points, one's own, and the others'."""
        players, seat = self.game.players, self.possible_agents.index(agent)
        seen = np.zeros((players + 1, self.game.design.points), dtype=np.int8)
        seen[0] = 1
        for point, mover in zip(self.game.moves, self.game.movers, strict=True):
            seen[0, point], seen[1 + (mover - seat) % players, point] = 0, 1
        return seen

    def step(self, action: Any) -> None:
        """Take a point for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat, players = self.game.turn, self.game.players
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        lost = self.game.owner(int(action)) is not None or bool(self.game.push(int(action)))
        over = self.game.is_over or (lost and seat not in self.game.losers)
        if lost:
            self.rewards[agent], self.terminations[agent] = -1.0, True
        if over:
            losers = tuple(dict.fromkeys((*self.game.losers, *([seat] * lost))))
            payoffs = Result(players, losers, self.game.rounds).payoffs
            for other in self.agents:
                self.rewards[other] = float(players * payoffs[self.possible_agents.index(other)] - 1)
                self.terminations[other] = True
        self.agent_selection = self.possible_agents[self.game.turn]
        self._accumulate_rewards()
        self._inform()
        self._deads_step_first()

    def render(self) -> Any:
        """The points as pixels or text; printed in the mode `human`."""
        return common.frame_of(self.render_mode, self._text, self._drawing)

    def _inform(self) -> None:
        self.infos = {agent: {"action_mask": self.observe(agent)[0]} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def _columns(self) -> int:
        """Points in a row: of AG(d,q) the first half of the coordinates is the row."""
        design = self.game.design
        geometry = design.geometry
        affine = geometry is not None and geometry.is_affine
        return geometry.q ** ((geometry.d + 1) // 2) if geometry and affine else isqrt(design.points - 1) + 1

    def _text(self) -> str:
        owners = (self.game.owner(point) for point in range(self.game.design.points))
        marks = "".join("." if owner is None else str(owner + 1) for owner in owners)
        return "\n".join(marks[i : i + self._columns()] for i in range(0, len(marks), self._columns()))

    def _drawing(self) -> Drawing:
        columns, cells = self._columns(), list[Shape | Label]()
        for point in range(self.game.design.points):
            owner, x, y = self.game.owner(point), CELL * (point % columns), CELL * (point // columns)
            corners = [(x + 1, y + 1), (x + CELL - 1, y + 1), (x + CELL - 1, y + CELL - 1), (x + 1, y + CELL - 1)]
            cells.append(Shape(polygon(corners), INKS[0 if owner is None else owner + 1], "#808080"))
            cells.append(Label(x + CELL / 2, y + 0.62 * CELL, str(point), CELL / 3, "#202020"))
        rows = -(-self.game.design.points // columns)
        return Drawing(CELL * columns, CELL * rows, tuple(cells))


class Race(_Players, ParallelEnv):  # type: ignore[misc]
    """All see one table and claim SETs; if several are right in one moment, a draw says who was first.

    An observation has a row for each of 21 places: 1, 2, 3 for the values of its card, 0 where there is none. Action a
    claims the places `triples[a]`, and the last action waits. A SET is worth 1, a wrong claim −1. The race ends when
    the deck is dealt and no SET is left, or after `max_cycles` moments.
    """

    metadata = {"name": "race_v1", "render_modes": common.RENDER_MODES, "render_fps": 1}  # noqa: RUF012
    triples = common.triples(common.MOST_ON_TABLE[4])

    def __init__(self, players: int, max_cycles: int, render_mode: str | None) -> None:
        super().__init__(players, 3, (common.MOST_ON_TABLE[4], 4), len(self.triples) + 1, render_mode)
        if max_cycles < 1:
            raise SpecError(f"{max_cycles} moments are too few: choose at least 1")
        self.max_cycles, self.moments = max_cycles, 0
        self.deals, self.table = common.Deals(), Table()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.int8]], dict[str, dict[str, Any]]]:
        """Begin game 0 of a seed, or the next game; the option `game` chooses its number."""
        self.deals.next(seed, options)
        self.order = self.deals.order(Rules().cards)
        self.table, self.moments = deal_due(Table(), self.order), 0
        self.agents = self.possible_agents.copy()
        return self._observe(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One moment: the claims of all agents."""
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        right: list[tuple[str, tuple[int, ...]]] = []
        for agent, action in actions.items():
            if action < len(self.triples):
                line = self._set_at(self.triples[action])
                rewards[agent] = 0.0 if line else -1.0
                right += [(agent, line)] * bool(line)
        if right:
            first, line = right[Draws(self.deals.seed).below(self.deals.game, self.moments, len(right))]
            rewards[first] = 1.0
            self.table = deal_due(self.table.after(Claim(line)), self.order)
        self.moments += 1
        over = not self.table.sets()
        late = self.moments >= self.max_cycles and not over
        self.agents = [] if over or late else agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        return self._observe(agents), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, late), infos

    def render(self) -> Any:
        """The table as pixels or text; printed in the mode `human`."""
        drawing = lambda: common.table_drawing(self.table, len(self.observation_spaces["player_0"].low))  # noqa: E731
        return common.frame_of(self.render_mode, lambda: str(self.table), drawing)

    def _set_at(self, places: tuple[int, ...]) -> tuple[int, ...]:
        """The cards at three places if they are a SET, else none."""
        slots = self.table.slots
        cards = tuple(card for place in places if place < len(slots) and (card := slots[place]) is not None)
        return cards if len(cards) == 3 and self.table.deck.is_set(cards) else ()

    def _observe(self, agents: list[str]) -> dict[str, NDArray[np.int8]]:
        seen = np.zeros((common.MOST_ON_TABLE[4], 4), dtype=np.int8)
        for place, card in enumerate(self.table.slots):
            if card is not None:
                seen[place] = np.array(self.table.deck.coordinates(card)) + 1
        if self.render_mode == "human":
            self.render()
        return {agent: seen.copy() for agent in agents}
