"""The deck, SETs, counting, changed rules and the end of a game (A1 to A6)."""

from setlab.reproduce.abrahamsen_eriksen.game import (
    cards,
    changed_rules,
    counting,
    end_game,
    general_formulas,
    hidden_card,
    most_sets,
    sets,
    turns,
)
from setlab.reproduce.running import Gather

PARTS = (
    cards,
    sets,
    counting,
    general_formulas,
    most_sets,
    changed_rules,
    turns,
    end_game,
    hidden_card,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
