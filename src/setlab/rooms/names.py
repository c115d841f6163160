"""Names of players: which characters are visible, how long a name is, and which names look alike.

A reader counts characters as they are drawn: a letter with its accents, a flag, a family of emoji are one each (a
*cluster*, after Unicode's annex 29). Names look alike if a reader cannot tell them apart although they differ, such
as Ada and a name whose A is Cyrillic; the table of such letters is a small part of Unicode's `confusables`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from setlab.files import read_toml

FORGOTTEN = "Player {seat}"
"""The name of a player who left and asked for their name to be deleted."""

LONGEST_NAME = 20
"""Clusters of a name."""

MOST_MARKS, LARGEST_CLUSTER = 4, 12
"""Accents of a letter, and characters of one cluster: the largest family of emoji has eleven."""

_CHARACTERS = read_toml(__file__, "characters.toml")

_RANGES = "".join(f"{chr(first)}-{chr(last)}" for first, last in _CHARACTERS["invisible"])
_ESCAPED = "".join(c if ord(c) > 0xFFFF or c == "-" else f"\\u{ord(c):04x}" for c in _RANGES)

VISIBLE = f"[^{_ESCAPED}]"
"""The pattern of a visible character, for the description of the interface: a name needs one."""

_SEEN = re.compile(f"[^{_RANGES}\ud800-\udfff]")
_JOINER, _EMOJI_STYLE, _CIRCLE = "\u200d", "\ufe0f", "\u25cc"

_ALIKE = str.maketrans({other: letter for letter, others in _CHARACTERS["alike"].items() for other in others})


def clean_name(name: str) -> str:
    """The name without surrounding blanks and invisible characters, at most 20 clusters; empty if nothing is left.

    >>> clean_name("  Zoë\\u202e \\n Noether "), clean_name("\\u200b\\u3164\\u2800")
    ('Zoë Noether', '')
    """
    found = clusters(_visible(unicodedata.normalize("NFC", name)))
    kept = "".join(cluster[:LARGEST_CLUSTER].rstrip(_JOINER) for cluster in found)
    return first_clusters(" ".join(kept.split()), LONGEST_NAME).strip()


def first_clusters(name: str, number: int) -> str:
    """The first clusters of a name.

    >>> first_clusters("Ana", 2), len(first_clusters("👩‍👧‍👦👍🏽!", 2))
    ('An', 7)
    """
    return "".join(clusters(name)[:number])


def clusters(text: str) -> list[str]:
    """The characters as a reader counts them.

    >>> [len(cluster) for cluster in clusters("e\\u0301🇳🇴🇩🇪👩‍👧‍👦")]
    [2, 2, 2, 5]
    """
    found: list[str] = []
    for c in text:
        if found and _goes_on(found[-1], c):
            found[-1] += c
        else:
            found.append(c)
    return found


def looks_like(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names that a reader cannot tell from this one; the same name is no look-alike.

    >>> looks_like("Аdа", ["Bob", "Ada"]), looks_like("ADA", ["Ada"])
    ('Ada', None)
    """
    mine = skeleton(name)
    return next((other for other in others if skeleton(other) == mine and not is_same(other, name)), None)


def is_same(one: str, other: str) -> bool:
    """True if two names differ at most in capital letters and widths."""
    return unicodedata.normalize("NFKC", one).casefold() == unicodedata.normalize("NFKC", other).casefold()


def skeleton(name: str) -> str:
    """The form of a name as a reader sees it: the same for names that look alike.

    >>> skeleton("Irn") == skeleton("lm"), skeleton("Ian") == skeleton("Lan")
    (True, False)
    """
    plain = "".join(c for c in unicodedata.normalize("NFKC", name) if _SEEN.match(c) or c == " ")
    return plain.translate(_ALIKE).casefold().replace("rn", "m").replace("vv", "w")


def _visible(text: str) -> str:
    """The text with single blanks for blanks and controls, without invisible characters and excess accents."""
    made: list[str] = []
    marks = 0
    for c in text:
        kind = unicodedata.category(c)
        last = made[-1] if made else " "
        marks = marks + 1 if kind[0] == "M" else 0
        if kind[0] == "Z" or kind == "Cc":
            made.append(" ")
        elif _may_stay(c, last) and marks <= MOST_MARKS:
            made += [_CIRCLE, c] if kind[0] == "M" and last == " " else [c]
    while made and made[-1] == _JOINER:
        made.pop()
    return "".join(made)


def _may_stay(c: str, last: str) -> bool:
    """True for visible characters, and for joiners of emoji or Indic letters, which change the character before."""
    if c == _JOINER:
        return unicodedata.combining(last) == 9 or _is_picture(last)
    if c == _EMOJI_STYLE:
        return _is_picture(last) or last in "0123456789#*"
    return _SEEN.match(c) is not None


def _goes_on(cluster: str, c: str) -> bool:
    """True if a character belongs to the cluster before it."""
    if cluster == " ":
        return False
    if cluster[-1] == _JOINER or c in (_JOINER, _EMOJI_STYLE) or 0x1F3FB <= ord(c) <= 0x1F3FF:
        return True
    if _is_flag(c) and _is_flag(cluster[-1]):
        return len(cluster) == 1
    return unicodedata.category(c)[0] == "M" or 0x1161 <= ord(c) <= 0x11FF


def _is_flag(c: str) -> bool:
    """True for the letters of which flags consist."""
    return 0x1F1E6 <= ord(c) <= 0x1F1FF


def _is_picture(c: str) -> bool:
    return unicodedata.category(c) in ("So", "Sk") or c == _EMOJI_STYLE
