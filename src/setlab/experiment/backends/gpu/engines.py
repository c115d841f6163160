"""Which class runs a spec on the GPU."""

from __future__ import annotations

from typing import Protocol

from setlab.errors import SpecError
from setlab.experiment.backends.gpu.device import Device
from setlab.experiment.backends.gpu.flats import FLATS, Flats
from setlab.experiment.backends.gpu.games import Games
from setlab.experiment.backends.gpu.standard import SolitaireGames, StandardGames, is_standard
from setlab.experiment.kernel import Outcome
from setlab.experiment.kernels.dealing import DealParameters
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.experiment.kernels.solitaire import SolitaireParameters
from setlab.experiment.spec import Spec
from setlab.experiment.store import Rare


class Trials(Protocol):
    """The trials of one spec on one GPU."""

    def outcome(self, first: int, trials: int) -> Outcome:
        """The outcome of the trials first … first + trials − 1."""
        ...

    def rare(self, trials: tuple[int, ...]) -> tuple[Rare, ...]:
        """What is rare about each of these trials."""
        ...


def trials_on(device: Device, spec: Spec) -> Trials:
    """The trials of a spec on a GPU. Raise `SpecError` for a kernel that the GPU does not have."""
    p = spec.parameters
    if isinstance(p, EndgameParameters):
        return StandardGames(device, p, spec.seed) if is_standard(p) else Games(device, p, spec.seed)
    if spec.kernel in FLATS and isinstance(p, DealParameters):
        return Flats(device, spec.kernel, p, spec.seed)
    if isinstance(p, SolitaireParameters):
        return SolitaireGames(device, p, spec.seed)
    raise SpecError(f"the backend gpu cannot run the kernel {spec.kernel}: use --backend cpu")
