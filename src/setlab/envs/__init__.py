"""Environments for learning agents, by the interfaces of Gymnasium and PettingZoo (`pip install 'setlab[envs]'`).

Importing this package registers `setlab/Solitaire-v1` and `setlab/FindSet-v1` with Gymnasium; `antiset` and `race` are
environments of PettingZoo. A reset with a seed begins game 0 of the seed, each further reset the next game; the draws
are addressed, so that games are those of `setlab solitaire measure` and the browser.

>>> import gymnasium, setlab.envs
>>> env = gymnasium.make("setlab/Solitaire-v1", reward="sets")
>>> cards, info = env.reset(seed=1)
>>> cards.shape, info["action_mask"].nonzero()[0].tolist()
((2, 81), [220, 396])
>>> _, reward, over, _, _ = env.step(220)
>>> reward, over, env.unwrapped.moves
(1.0, False, [(5, 47, 71)])
"""

try:
    import gymnasium
    import pettingzoo as pettingzoo
except ImportError as error:
    raise ImportError(f"setlab.envs needs {error.name}: pip install 'setlab[envs]'") from error

from setlab.envs.agents import antiset, race

__all__ = ["antiset", "race"]

gymnasium.register(
    "setlab/Solitaire-v1",
    entry_point="setlab.envs.solitaire:Solitaire",
    vector_entry_point="setlab.envs.vector:SolitaireVector",
)
gymnasium.register("setlab/FindSet-v1", entry_point="setlab.envs.find_set:FindSet")
