"""The store: finished blocks of trials, so that runs resume, extend and merge."""

from setlab.experiment.kernel import Rare
from setlab.experiment.store.blocks import Block, SetAside
from setlab.experiment.store.database import StoreError
from setlab.experiment.store.store import Refused, Store, default_location

__all__ = ["Block", "Rare", "Refused", "SetAside", "Store", "StoreError", "default_location"]
