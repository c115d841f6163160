"""The verbs in groups, each with the line that `setlab --help` shows; a verb itself is imported when it is called."""

from __future__ import annotations

GROUPS: dict[str, dict[str, str]] = {
    "Cards": {
        "rules": "The rules of the game, with pictures.",
        "deal": "Deal cards at random, or with exactly K SETs.",
        "puzzle": "The puzzle of the day, the same for everybody.",
        "find": "Find all SETs among the cards on your table.",
        "look": "The cards and SETs in a photo of your table.",
        "check": "Say whether three cards are a SET, and why not.",
        "third": "Find the card that completes two cards to a SET.",
        "show": "Draw cards on the screen or in a file.",
        "cards": "How cards are written, and their notations.",
        "print": "Decks, puzzles, worksheets and the rules, as PDF.",
    },
    "Geometry": {
        "plane": "The plane through three cards: nine cards, twelve SETs.",
        "cube": "The cube through four cards: 27 cards, 117 SETs.",
        "parallel": "The SETs parallel to a SET; how two SETs lie.",
        "hidden": "Name the hidden card from the cards left at the end.",
        "checksum": "Find out whether a mistake was made in a game.",
        "count": "Count cards, SETs, planes and cubes, exactly.",
        "caps": "Collections without a SET: find, check, known sizes.",
    },
    "Games": {
        "play": "The ordinary game against the clock.",
        "solitaire": "Solitaire SET: play, ask for advice, measure strategies.",
        "games": "Games of people: which SETs do they see first?",
        "antiset": "Anti-SET: whoever holds a SET loses. Play or solve it.",
        "serve": "A table in the browser: rooms for friends and classes.",
        "site": "The pages as files for any host, without a server.",
        "rooms": "The rooms of a server: list, export, delete.",
    },
    "Laboratory": {
        "exact": "Exact probabilities, the most and the fewest SETs.",
        "simulate": "Play millions of games, repeatable bit for bit.",
        "runs": "The experiments that were stored: show, export, compare.",
        "cite": "Cite setlab, or an experiment so that anyone can repeat it.",
        "replay": "Show a game move by move, of an experiment or your own.",
    },
    "Sources": {
        "sources": "The five published documents, and how to cite them.",
        "reproduce": "Judge what the documents claim, number by number.",
    },
    "Installation": {"doctor": "What is installed here, in ten lines for a report."},
}

VERBS = tuple(verb for group in GROUPS.values() for verb in group)
"""The names of all verbs, in the order of the help."""

TOGETHER = {
    "sets": ("deal", "puzzle", "find", "check", "third", "show"),
    "geometry": ("plane", "cube", "parallel", "checksum"),
    "serve": ("serve", "rooms"),
    "sources": ("sources", "cite"),
}
"""Modules with several verbs, each a function of the verb's name; any other verb is `verb` of its own module."""

PLACES = {verb: f"{verb}.verb" for verb in VERBS}
PLACES |= {verb: f"{module}.{verb}" for module, verbs in TOGETHER.items() for verb in verbs} | {
    "hidden": "geometry.find_hidden"
}
"""The module and the function of each verb."""
