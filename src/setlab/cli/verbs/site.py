"""`setlab site`: the pages as a folder of files, for any server of files."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from setlab.cli.options import Json, argument, option
from setlab.cli.screen import print_json, say
from setlab.errors import SpecError, plural, quote

FOLDER = "A folder that is new, empty, or a site that was written before."
BASE = "The path at which it will be published, as /setlab/: the page for missing addresses needs it."
MISSING = "the pages need FastAPI and others: pip install 'setlab[web]'"


def verb(
    folder: Annotated[Path, argument("DIR", FOLDER)],
    base: Annotated[str, option("--base", "PATH", BASE)] = "/",
    json: Json = False,
) -> None:
    """Write the pages as files that any host can publish, and that work without a network after the first visit.

    Practice, puzzles for ten years, solitaire with advice, anti-SET, lessons, the explorer and the laboratory are all
    there. Rooms, photos and printing need `setlab serve`: their links ask for the address of a server.

        setlab site public

        python3 -m http.server --directory public

    For GitHub Pages, where a project has a path of its own:

        setlab site public --base /setlab/
    """
    try:
        import fastapi  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError:
        raise ImportError(MISSING) from None
    place = check_base(base)
    from setlab.web.pages.folder import write_site

    written = write_site(folder, place)
    if json:
        print_json(asdict(written))
        return
    say(f"{plural(written.files, 'file')} ({written.bytes / 1e6:.1f} MB) are in {written.path}. To look at them:")
    say(f"python3 -m http.server --directory {written.path}")


def check_base(base: str) -> str:
    """The path with a slash at both ends; raise `SpecError` if it is none.

    >>> check_base("setlab"), check_base("/")
    ('/setlab/', '/')
    """
    place = f"/{base.strip('/')}/".replace("//", "/")
    if not re.fullmatch(r"/([\w.~-]+/)*", place, re.ASCII):
        raise SpecError(f"{quote(base)} is not a path for --base: write it as /setlab/")
    return place
