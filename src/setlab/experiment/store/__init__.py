"""The store: finished blocks of trials, so that runs resume, extend and merge."""

from setlab.experiment.kernel import Rare
from setlab.experiment.store.blocks import Block
from setlab.experiment.store.database import StoreError
from setlab.experiment.store.reading import SetAside
from setlab.experiment.store.store import Store, default_location
from setlab.experiment.store.writing import Refused

__all__ = ["Block", "Rare", "Refused", "SetAside", "Store", "StoreError", "default_location"]
