"""Fingerprints of players: twelve digits that differ when budgets or weights do."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from setlab.solitaire.strategies.registry import CORE
from setlab.solitaire.values.weights import Weights, shipped


def player_fingerprint(name: str, weights: Weights | None = None) -> str:
    """The fingerprint of a strategy that values positions, with these weights or those that ship."""
    return fingerprint([CORE[name].budgets.row(), (weights or shipped()).checksum])


def fingerprint(record: list[Any]) -> str:
    """The first twelve digits of a hash of a JSON list."""
    return sha256(json.dumps(record).encode()).hexdigest()[:12]
