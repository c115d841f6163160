"""The places of the application: what the navigation names, in its order."""

from __future__ import annotations

from collections.abc import Callable

PLACES = {
    "play": "/new",
    "puzzle": "/daily",
    "solitaire": "/solitaire",
    "antiset": "/antiset",
    "table": "/table",
    "learn": "/learn",
    "explore": "/explore",
    "lab": "/lab",
}
"""The address of each place; its name is the text `nav.NAME`."""


def links_to_places(here: str, say: Callable[[str], str]) -> str:
    """The links of the navigation; the place of the page is marked.

    >>> links_to_places("play", str.upper).splitlines()[0]
    '<a href="/new" aria-current="page">NAV.PLAY</a>'
    """
    now = {here: ' aria-current="page"'}
    return "\n".join(f'<a href="{path}"{now.get(name, "")}>{say(f"nav.{name}")}</a>' for name, path in PLACES.items())
