"""`setlab doctor`: what this installation has, in ten lines for a report of a bug."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from setlab import __version__
from setlab.cli.options import Json
from setlab.cli.screen import print_json, say, style, width

DEVELOPERS = ("all", "build", "check", "confirm", "docs", "release", "test", "training", "wasm")
"""Extras that are not capabilities of setlab."""

ABI = {True: "stable ABI", False: "for this Python alone"}


def verb(json: Json = False) -> None:
    """Say what this installation has: version, core, extras, backends, store, address. Paste it into a bug report.

    Nothing is sent anywhere, and nothing is changed.

        setlab doctor

        setlab doctor --json
    """
    found = examine()
    if json:
        print_json(found)
        return
    for name, text in lines_of(found):
        say(text, f"{name:<10}")


def examine() -> dict[str, Any]:
    """The installation as one JSON object."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "core": _core(),
        "packages": packages("") or {},
        "extras": {extra: packages(extra) for extra in extras()},
        "backends": _backends(),
        "store": _store(),
        "rooms": _rooms(),
        "address": _address(),
        "terminal": {"style": style(), "columns": width()},
    }


def lines_of(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Ten lines: what each is about, and its text."""
    core = found["core"]
    there = [extra for extra, wanted in found["extras"].items() if all(wanted.values())]
    missing = [extra for extra in found["extras"] if extra not in there]
    yield "setlab", f"{found['version']}, Python {found['python']}, {found['system']}"
    yield "core", f"{core['isa']} of {', '.join(core['isas'])}; {ABI[core['stable_abi']]}"
    yield "packages", ", ".join(f"{name} {each or 'missing'}" for name, each in found["packages"].items())
    yield "extras", ", ".join(there) or "none"
    yield "missing", ", ".join(missing) + f" (pip install 'setlab[{missing[0]}]')" if missing else "none"
    yield "backends", "; ".join(f"{name}: {text}" for name, text in found["backends"].items())
    yield "store", found["store"]["place"] + ("" if found["store"]["exists"] else ", not there yet")
    yield "rooms", found["rooms"] or "none without the extra web"
    yield "browser", f"{found['address']['url']} ({'a server answers' if found['address']['answers'] else 'no server'})"
    yield "terminal", f"{found['terminal']['style']}, {found['terminal']['columns']} columns"


def _core() -> dict[str, Any]:
    from setlab import _core

    file = Path(_core.__file__)
    return {"isa": _core.isa(), "isas": _core.isas(), "stable_abi": ".abi3." in file.name, "file": str(file)}


def extras() -> list[str]:
    """The capabilities that can be installed, as the metadata of the package names them."""
    found = (re.search(r"extra == [\"']([\w-]+)[\"']", each) for each in requires("setlab") or [])
    return [name for name in dict.fromkeys(match[1] for match in found if match) if name not in DEVELOPERS]


def packages(extra: str) -> dict[str, str | None]:
    """The packages that an extra requires, each with its version, or None where it is missing."""
    found: dict[str, str | None] = {}
    for requirement in requires("setlab") or []:
        name, _, marker = requirement.partition(";")
        wanted = re.search(r"extra == [\"']([\w-]+)[\"']", marker)
        if (wanted[1] if wanted else "") != extra:
            continue
        if own := re.match(r"setlab\[(.*)\]", name):
            for other in own[1].split(","):
                found |= packages(other.strip())
        else:
            bare = re.split(r"[^\w.-]", name.strip())[0]
            found[bare] = _version(bare)
    return found


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _backends() -> dict[str, str]:
    """Each backend with where it computes, or why it cannot."""
    from setlab.experiment.backends import find_backend

    try:
        gpu = find_backend("gpu").where
    except (ImportError, ValueError) as error:
        gpu = str(error).partition(":")[0].removeprefix("the backend gpu ")
    dask = "a cluster, or this machine" if find_spec("distributed") else "needs the library distributed"
    return {"cpu": find_backend("cpu").where, "gpu": gpu, "dask": dask}


def _store() -> dict[str, Any]:
    from setlab.experiment.store import default_location

    place = default_location()
    address = "://" in place
    shown = re.sub(r"//[^/@]*@", "//…@", place)  # no password in a report
    return {"place": shown, "exists": address or Path(place).exists()}


def _rooms() -> str | None:
    if any(find_spec(name) is None for name in ("fastapi", "sqlalchemy")):
        return None
    from setlab.web.store import default_location

    return default_location()


def _address() -> dict[str, Any]:
    """Where `setlab serve` is reached from this machine, and whether a server answers there."""
    import socket

    from setlab.cli.verbs.serve import PORT

    with socket.socket() as probe:
        probe.settimeout(0.5)
        answers = probe.connect_ex(("127.0.0.1", PORT)) == 0
    return {"url": f"http://localhost:{PORT}", "answers": answers}
