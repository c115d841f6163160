"""Names of players: what cannot be seen is no name, clusters stay whole, and nobody can pass for another."""

from __future__ import annotations

import re
import unicodedata

import pytest

from setlab.rooms import Request, join
from setlab.rooms.names import LONGEST_NAME, VISIBLE, clean_name, clusters, looks_like
from tests.rooms.driver import Room

FAMILY, THUMB, FLAG, HEART = "👨‍👩‍👧‍👦", "👍🏽", "🇳🇴", "❤️"


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200d", "\ufe0f", "\U000e0041", "\x00"]
)
def test_invisible_names_are_refused(name: str) -> None:
    assert clean_name(name * 3) == ""
    assert clean_name(f"A{name}") == "A"
    refusal = join(Request(Room().state, 0.0, 1), name).refusal
    assert refusal is not None
    assert refusal.code == "name"


@pytest.mark.long
def test_a_character_is_visible_exactly_if_it_can_be_a_name() -> None:
    """The pattern of the interface's description says what the server does, for every character there is."""
    for c in map(chr, range(0x110000)):
        if unicodedata.category(c) != "Cs":
            assert bool(clean_name(c)) == bool(re.search(VISIBLE, c)), f"U+{ord(c):04X}"
    assert clean_name("\ud800") == ""


@pytest.mark.parametrize("cluster", [FAMILY, THUMB, FLAG, HEART, "ȩ́", "क्षि", "Å"])
def test_clusters_are_not_split(cluster: str) -> None:
    name = clean_name(cluster * 40)
    whole = unicodedata.normalize("NFC", cluster)
    assert name == whole * (LONGEST_NAME // len(clusters(whole)))
    assert clean_name(f" {cluster}\u200b Noether") == f"{whole} Noether"


def test_nobody_covers_others_with_accents() -> None:
    assert len(clean_name("Z" + "\u0335\u0321" * 50)) <= 6
    assert len(clean_name((FAMILY + "\u200d") * 50)) <= 12
    assert clean_name("\u0301") == "\u25cc\u0301"


@pytest.mark.parametrize("name", ["Аdа", "Αda", "Ada\u200d", "𝐀𝐝𝐚", "Ａda", "ᎪdꞬ"])
def test_look_alikes(name: str) -> None:
    """A name in other letters is refused, the same one in other widths gets a number; others are nobody's business."""
    room = Room()
    room.join("Ada")
    decision = join(Request(room.state, room.now, room.seed), name)
    if name == "ᎪdꞬ":
        assert decision.is_accepted
    elif name in ("Аdа", "Αda"):
        assert decision.refusal is not None
        assert decision.refusal.code == "look-alike"
    else:
        assert decision.events[0].name.endswith(" 2")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Ilse", "llse", True),
        ("Irma", "lrma", True),
        ("Bob", "B0b", True),
        ("Marna", "Mama", True),
        ("Ian", "Lan", False),
        ("Ali", "All", False),
        ("René", "Rene", False),
        ("Lena", "LENA", False),
        ("Оля", "Оля", False),
        ("Оля", "Ole", False),
    ],
)
def test_names_that_a_reader_cannot_tell_apart(one: str, other: str, alike: bool) -> None:
    assert (looks_like(one, [other]) is not None) is alike
    assert (looks_like(other, [one]) is not None) is alike
