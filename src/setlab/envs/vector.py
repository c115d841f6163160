"""Many games of solitaire at once, with the core: the vector entry point of `setlab/Solitaire-v1`.

The games, observations and infos are those of `SyncVectorEnv` over `Solitaire`, step for step; environment i of a reset
with a seed plays the games of seed + i.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from setlab import _core
from setlab.envs import common
from setlab.envs.solitaire import REWARDS
from setlab.errors import SpecError
from setlab.geometry.batch import count_lines, find_lines
from setlab.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

AHEAD = 8
"""Games of one seed that are shuffled together."""


class SolitaireVector(VectorEnv[Any, Any, Any]):
    """`num_envs` games of solitaire on one thread; the parameters are those of `Solitaire`."""

    def __init__(
        self,
        num_envs: int = 1,
        dimension: int = 4,
        table: int = 12,
        reward: str = "clear",
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        if render_mode is not None:
            raise SpecError(f"render mode {render_mode!r} is not possible for many games: leave it out")
        self.rules = Rules(common.check_dimension(dimension), table=table)
        self.lines, self.numbers = common.lines(dimension).astype(np.int64), common.line_numbers(dimension)
        self.reward = common.check_name(reward, "a reward", REWARDS)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self.single_observation_space = spaces.MultiBinary((2, self.rules.cards))
        self.single_action_space = spaces.Discrete(len(self.lines))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.deals = [common.Deals() for _ in range(num_envs)]
        self._ahead: list[tuple[int, int]] = [(-1, 0)] * num_envs
        self._orders = np.zeros((num_envs, AHEAD, self.rules.cards), dtype=np.uint8)
        self._order = self._orders[:, 0].copy()
        self._shown = np.zeros((num_envs, 2, self.rules.cards), dtype=np.int8)
        self._dealt, self._taken = np.zeros((2, num_envs), dtype=np.int64)
        self._done = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game everywhere, or where the option `reset_mask` is true."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, dtype=bool)))
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed or [None] * self.num_envs
        if len(seeds) != self.num_envs or chosen.shape != (self.num_envs,) or chosen.dtype != bool:
            raise SpecError(f"seeds and reset_mask must have one entry for each of the {self.num_envs} games")
        self._begin(np.flatnonzero(chosen), seeds, options)
        self._done = self._done & ~chosen
        masks, _ = self._legal()
        return self._shown.copy(), {"action_mask": masks * chosen[:, np.newaxis], "_action_mask": chosen.copy()}

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take a SET in every game; a game that is over begins again as the autoreset mode says."""
        waiting = self._done & (self.autoreset_mode == AutoresetMode.NEXT_STEP)
        cards = self.lines[np.asarray(actions)]
        legal = self._shown[np.arange(self.num_envs)[:, np.newaxis], 0, cards].all(axis=1) & ~waiting
        rows = np.flatnonzero(legal)
        self._shown[rows[:, np.newaxis], 0, cards[rows]] = 0
        self._taken[rows] += 1
        self._settle(rows)
        clear = legal & (3 * self._taken == self.rules.cards)
        self._begin(np.flatnonzero(waiting))
        masks, sets = self._legal()
        over = ~waiting & (~legal | (sets == 0))
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            infos = self._final(over, masks)
            self._begin(np.flatnonzero(over))
            masks, _ = self._legal()
        infos |= {"action_mask": masks, "_action_mask": np.ones(self.num_envs, dtype=bool)}
        self._done = over
        rewards = (clear if self.reward == "clear" else legal).astype(np.float64)
        return self._shown.copy(), rewards, over.copy(), np.zeros(self.num_envs, dtype=bool), infos

    def _final(self, over: NDArray[np.bool_], masks: NDArray[np.int8]) -> dict[str, Any]:
        """The last observations and infos of the games that are over."""
        last = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            last[i] = self._shown[i].copy()
        final_info = {"action_mask": masks * over[:, np.newaxis], "_action_mask": over.copy()}
        return {"final_obs": last, "_final_obs": over.copy(), "final_info": final_info, "_final_info": over.copy()}

    def _begin(
        self,
        rows: NDArray[np.intp],
        seeds: Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Deal the next games, or those of seeds."""
        for i in rows.tolist():
            self.deals[i].next(seeds[i] if seeds else None, options)
        self._shuffle([i for i in rows.tolist() if not self._is_ahead(i)])
        places = [self.deals[i].game - self._ahead[i][1] for i in rows.tolist()]
        self._order[rows] = self._orders[rows, places]
        self._shown[rows, 0], self._shown[rows, 1] = 0, 1
        self._dealt[rows] = self._taken[rows] = 0
        self._deal(rows, self.rules.table)
        self._settle(rows)

    def _is_ahead(self, i: int) -> bool:
        seed, first = self._ahead[i]
        return seed == self.deals[i].seed and first <= self.deals[i].game < first + AHEAD

    def _shuffle(self, rows: list[int]) -> None:
        """Shuffle the decks of the next games: card k is number draw k of the cards not yet dealt."""
        if not rows:
            return
        bounds = np.arange(self.rules.cards, 0, -1, dtype=np.uint64)
        for i in rows:
            self._ahead[i] = (self.deals[i].seed, self.deals[i].game)
        draws = [_core.draw_below_table(*self._ahead[i], AHEAD, bounds, 16, threads=1) for i in rows]
        order = np.concatenate(draws).T.astype(np.uint8)
        for k in reversed(range(self.rules.cards - 1)):
            order[k + 1 :] += order[k + 1 :] >= order[k]
        self._orders[rows] = order.T.reshape(len(rows), AHEAD, -1)

    def _deal(self, rows: NDArray[np.intp], number: int = 3) -> None:
        """Deal cards to each game, fewer where the deck ends."""
        cards, row = self.rules.cards, rows[:, np.newaxis]
        places = np.minimum(self._dealt[row] + np.arange(number), cards - 1)
        dealt = self._order[row, places]
        self._shown[row, 0, dealt], self._shown[row, 1, dealt] = 1, 0
        self._dealt[rows] = np.minimum(self._dealt[rows] + number, cards)

    def _settle(self, rows: NDArray[np.intp]) -> None:
        """Deal all cards that are due: to refill the table, or because there is no SET."""
        while (rows := rows[self._dealt[rows] < self.rules.cards]).size:
            due = self._dealt[rows] - 3 * self._taken[rows] < self.rules.table
            full = rows[~due]
            due[~due] = count_lines(self._words(full), self.rules.d, threads=1) == 0
            rows = rows[due]
            self._deal(rows)

    def _legal(self) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """The action masks, and the number of SETs in each game."""
        offsets, found = find_lines(self._words(np.arange(self.num_envs)), self.rules.d, threads=1)
        sets = np.diff(offsets)
        masks = np.zeros((self.num_envs, len(self.lines)), dtype=np.int8)
        masks[np.repeat(np.arange(self.num_envs), sets), self.numbers[found[:, 0], found[:, 1]]] = 1
        return masks, sets

    def _words(self, rows: NDArray[np.intp]) -> NDArray[np.uint64]:
        """The tables as masks for the core."""
        packed = np.packbits(self._shown[rows, 0], axis=1, bitorder="little")
        words = np.zeros((len(rows), (self.rules.cards + 63) // 64 * 8), dtype=np.uint8)
        words[:, : packed.shape[1]] = packed
        return words.view("<u8").astype(np.uint64, copy=False)
