"""`setlab/Solitaire-v1`: clear the table, SET by SET."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from setlab.envs import common
from setlab.errors import SpecError
from setlab.rules import Claim, Rules, Table
from setlab.rules.table import deal_due

if TYPE_CHECKING:
    from numpy.typing import NDArray

REWARDS = ("clear", "sets")
"""1 for a cleared table, or 1 for each SET."""


class Solitaire(gymnasium.Env[Any, Any]):
    """Solitaire SET with a deck of 27, 81 or 243 cards; what the player may know and nothing else.

    An observation has two masks of the deck: the cards on the table, and the undealt ones. Action a takes the SET
    `lines[a]`; `info["action_mask"]` marks those on the table. The game is over when no SET is left, or when an action
    names a SET that is not on the table: that gives the game up. The reward is 1 for a cleared table (`"clear"`) or 1
    for each SET (`"sets"`).
    """

    metadata = {"render_modes": common.RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, dimension: int = 4, table: int = 12, reward: str = "clear", render_mode: str | None = None
    ) -> None:
        self.rules = Rules(common.check_dimension(dimension), table=table)
        self.lines = common.lines(dimension)
        self.reward = common.check_name(reward, "a reward", REWARDS)
        self.render_mode = common.check_mode(render_mode)
        self.observation_space = spaces.MultiBinary((2, self.rules.cards))
        self.action_space = spaces.Discrete(len(self.lines))
        self.deals = common.Deals()
        self.table = Table(self.rules)

    @property
    def moves(self) -> list[tuple[int, ...]]:
        """The SETs taken, in the order of the game."""
        return [tuple(sorted(line)) for line in self.table.taken]

    @property
    def address(self) -> str:
        """The path of the game's review in the browser (`setlab serve`).

        >>> env = Solitaire()
        >>> _ = env.reset(seed=1), env.step(220)
        >>> env.address
        '/solitaire?seed=1&game=0&moves=5.47.71#review'
        """
        if self.rules != Rules():
            raise SpecError("the browser plays with 81 cards and a table of 12: look at `moves`")
        moves = ".".join(str(card) for line in self.moves for card in line)
        return f"/solitaire?seed={self.deals.seed}&game={self.deals.game}&moves={moves}#review"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin game 0 of a seed, or the next game; the option `game` chooses its number."""
        super().reset(seed=seed)
        self.deals.next(seed, options)
        self.order = self.deals.order(self.rules.cards)
        self.table = deal_due(Table(self.rules), self.order)
        return self._observe()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Take a SET; the cards that are due are dealt."""
        line = tuple(self.lines[action].tolist())
        legal = all(card in self.table.cards for card in line)
        if legal:
            self.table = deal_due(self.table.after(Claim(line)), self.order)
        clear = legal and not self.table.cards
        observation, info = self._observe()
        over = not legal or not info["action_mask"].any()
        return observation, float(clear if self.reward == "clear" else legal), over, False, info

    def render(self) -> Any:
        """The table as pixels or text; printed in the mode `human`."""
        return common.frame_of(self.render_mode, lambda: str(self.table), self._drawing)

    def _drawing(self) -> Any:
        return common.table_drawing(self.table, common.MOST_ON_TABLE[self.rules.d])

    def _observe(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        observation = np.zeros((2, self.rules.cards), dtype=np.int8)
        observation[0, list(self.table.cards)] = 1
        observation[1, list(self.order[self.rules.cards - self.table.undealt :])] = 1
        mask = np.zeros(len(self.lines), dtype=np.int8)
        numbers = common.line_numbers(self.rules.d)
        for a, b, _ in map(sorted, self.table.sets()):
            mask[numbers[a, b]] = 1
        if self.render_mode == "human":
            self.render()
        return observation, {"action_mask": mask}
