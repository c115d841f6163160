"""Addresses that visitors guess or mistype, and the pages that they mean."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

GUESSES = {
    "/": "home index start about setlab practice practise sixty üben startseite forside",
    "/new": "play game games room rooms create join host multiplayer spielen spiel raum spill rom",
    "/new?class=1": "class classroom teach teacher teachers school klasse lehrer schule lærer skole",
    "/daily": "puzzle puzzles today day quiz rätsel raetsel heute oppgave oppgaver dagens",
    "/solitaire": "solo patience solitär solitaer kabal",
    "/antiset": "anti antisets xavier olivia",
    "/table": "mytable yourtable tabletop find check isset solver solve tisch deintisch bord dittbord",
    "/friends": "friend online remote together elsewhere freunde venner",
    "/learn": "lesson lessons rule rules help howto howtoplay tutorial faq lernen regeln hilfe lær laer regler hjelp",
    "/explore": "explorer deck geometry space caps erkunden utforsk",
    "/lab": "laboratory labs simulate simulation experiment experiments statistics labor laboratorium",
    "/lab/exact": "exact",
    "/lab/results": "results reproduce",
    "/privacy": "dsgvo data cookies imprint datenschutz impressum personvern informasjonskapsler",
    "/print": "printing printer paper pdf worksheet worksheets drucken papier skrivut ark",
}
"""The words by which visitors guess a page, without hyphens, in the languages of the pages."""

WIDE = ("/print", "/lab")
"""Pages to which every longer address leads: /print/cards, /lab/endgame."""

NEAR = 0.6
"""The likeness of two spellings from which one is suggested for the other, between 0 and 1."""


class Guesses:
    """The pages of the application by every address under which they are looked for.

    >>> guesses = Guesses(["/", "/daily", "/antiset", "/learn", "/learn/sort", "/learn/third", "/print"])
    >>> guesses.meant("/Puzzle"), guesses.meant("/anti-set.html"), guesses.meant("/print/cards")
    ('/daily', '/antiset', '/print')
    >>> guesses.meant("/lessons/third"), guesses.meant("/lessons/2"), guesses.meant("/learn/nothing")
    ('/learn/third', '/learn/third', None)
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        pages = {_spelling(address): address for address in addresses}
        below = [address for address in pages.values() if address.startswith("/learn/")]
        self._known = {word: page for page, words in GUESSES.items() for word in words.split()} | pages
        for head in [word for word, page in self._known.items() if page == "/learn"]:
            for number, lesson in enumerate(below, 1):
                name = lesson.removeprefix("/learn/")
                self._known |= {f"{head}/{name}": lesson, f"{head}/{number}": lesson}

    def meant(self, path: str) -> str | None:
        """The page that somebody means by a path; None if it is not clear."""
        words = _spelling(path)
        head = self._known.get(words.partition("/")[0])
        found = self._known.get(words) or (head if head in WIDE else None)
        return None if found == path else found

    def nearest(self, path: str) -> str | None:
        """The page that is spelt most like a path; None if none is near.

        >>> Guesses(["/solitaire", "/learn"]).nearest("/solitare")
        '/solitaire'
        """
        near = get_close_matches(_spelling(path[:80]), self._known, n=1, cutoff=NEAR)
        return self._known[near[0]] if near else None


def _spelling(path: str) -> str:
    """The words of a path in small letters, without hyphens and the ending of a file.

    >>> _spelling("/Anti-SET.html"), _spelling("/lab/exact/"), _spelling("/")
    ('antiset', 'lab/exact', '')
    """
    plain = path.casefold().removesuffix(".html").removesuffix(".htm").translate({ord(sign): None for sign in "-_ ."})
    return "/".join(word for word in plain.split("/") if word)
