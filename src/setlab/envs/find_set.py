"""`setlab/FindSet-v1`: twelve cards; which three are a SET, or is there none?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from setlab.envs import common
from setlab.errors import SpecError
from setlab.rules import Deal, Rules, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


class FindSet(gymnasium.Env[Any, Any]):
    """One table, one answer: three places, or that there is no SET. The reward is 1 for a correct answer, else 0.

    An observation has a row of digits 0, 1, 2 for each card. Action a chooses the places `triples[a]`, and the last
    action says "none". After the answer `info["answers"]` marks the correct ones.
    """

    metadata = {"render_modes": common.RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(self, dimension: int = 4, cards: int = 12, render_mode: str | None = None) -> None:
        self.rules = Rules(common.check_dimension(dimension), table=cards)
        if cards > self.rules.cards:
            raise SpecError(f"{cards} cards cannot be dealt: there are {self.rules.cards}")
        self.triples = common.triples(cards)
        self.render_mode = common.check_mode(render_mode)
        self.observation_space = spaces.Box(0, 2, (cards, dimension), np.int8)
        self.action_space = spaces.Discrete(len(self.triples) + 1)
        self.deals = common.Deals()
        self.table = Table(self.rules)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal game 0 of a seed, or the next game; the option `game` chooses its number."""
        super().reset(seed=seed)
        self.deals.next(seed, options)
        self.table = Table(self.rules).after(Deal(self.deals.order(self.rules.cards, self.rules.table)))
        return self._observe(), {}

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Answer; the game is over."""
        sets = {tuple(sorted(map(self.table.slots.index, line))) for line in self.table.sets()}
        answers = np.array([*(places in sets for places in self.triples), not sets], dtype=np.int8)
        return self._observe(), float(answers[action]), True, False, {"answers": answers}

    def render(self) -> Any:
        """The table as pixels or text; printed in the mode `human`."""
        drawing = lambda: common.table_drawing(self.table, self.rules.table)  # noqa: E731
        return common.frame_of(self.render_mode, lambda: str(self.table), drawing)

    def _observe(self) -> NDArray[np.int8]:
        if self.render_mode == "human":
            self.render()
        return np.array([self.rules.deck.coordinates(card) for card in self.table.cards], dtype=np.int8)
