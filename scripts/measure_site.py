"""Measure pages of the site without a server by Lighthouse: see scripts/lighthouse."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from setlab.web.pages.folder import write_site
from setlab.web.server import bind

PAGES = ("", "daily/", "solitaire/")
CATEGORIES = ("performance", "accessibility", "best-practices")
LEAST = 95
LARGEST = 60_000
"""Bytes of the first load of the home page, compressed."""

LATEST = 1500
"""Milliseconds until a page can be used, on a slow mobile network."""

FLAGS = "--headless=new --no-sandbox"


@contextmanager
def host(folder: Path) -> Iterator[str]:
    """A host of files that compresses them, as public ones do."""
    middleware = [Middleware(GZipMiddleware, minimum_size=500)]
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))], middleware=middleware)
    listening = bind("127.0.0.1", 0, 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()


def measure(lighthouse: str, address: str, report: Path) -> dict[str, Any]:
    """What Lighthouse says about a page; the file of the report is kept."""
    command = [lighthouse, address, "--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={FLAGS}"]
    command.append(f"--only-categories={','.join(CATEGORIES)}")
    chrome = shutil.which("chromium") or ""
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": chrome})
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def figures(report: dict[str, Any]) -> dict[str, float]:
    """Scores from 0 to 100, bytes of all files, and milliseconds."""
    audits = report["audits"]
    scores = {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}
    times = {name: round(audits[name]["numericValue"]) for name in ("first-contentful-paint", "interactive")}
    return scores | times | {"bytes": round(audits["total-byte-weight"]["numericValue"])}


def main() -> None:
    """Print a row for each page; exit with status 1 if one falls short."""
    short = []
    with TemporaryDirectory() as folder:
        write_site(Path(folder) / "site")
        with host(Path(folder) / "site") as address:
            for page in PAGES:
                found = figures(measure(sys.argv[1], f"{address}/{page}", Path(folder) / "report.json"))
                print(f"| {page or 'home'} | " + " | ".join(f"{found[name]:,}" for name in found) + " |", flush=True)
                short += [f"{page}: {name} {found[name]}" for name in CATEGORIES if found[name] < LEAST]
                short += [f"{page}: interactive {found['interactive']}"] * (found["interactive"] > LATEST)
                short += [f"{page}: bytes {found['bytes']}"] * (not page and found["bytes"] > LARGEST)
    sys.exit("\n".join(short) or 0)


if __name__ == "__main__":
    main()
