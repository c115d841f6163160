"""The files of the pages, cached for ever under a path that names their version."""

from __future__ import annotations

import gzip
import json
import mimetypes
import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import inf
from pathlib import Path
from time import monotonic

from starlette.datastructures import Headers
from starlette.responses import Response

FOLDER = Path(__file__).parents[1] / "static"

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

VERSION_LENGTH = 12
CHECKED_FOR = 1.0
"""Seconds for which the requests for files, forty for a page, do without another look at the times of all files."""

WORTH_COMPRESSING = 500
"""Bytes below which compression is of no use."""

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
}
SENT = {*TYPES, ".png", ".woff2"}
"""The kinds of files that are served; sources of types, for instance, are not."""

COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
TYPE = re.compile(r"/\*\* @[^\n]*?\*/ ?")
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORTED = re.compile(r'from "(\.[^"]+\.js)"|^import "(\.[^"]+\.js)"', re.MULTILINE)


@dataclass(frozen=True)
class Asset:
    """Content with its type, its tag and its compressed form."""

    content: bytes
    kind: str

    @cached_property
    def tag(self) -> str:
        """The tag by which a browser says which version it has."""
        return f'"{sha256(self.content).hexdigest()[:20]}"'

    @cached_property
    def gzipped_content(self) -> bytes | None:
        """The content compressed; None if that is of no use."""
        if len(self.content) < WORTH_COMPRESSING or not self.kind.startswith(("text/", "application/", "image/svg")):
            return None
        return gzip.compress(self.content, mtime=0)

    def response(
        self, headers: Headers, caching: str, vary: str = "Accept-Encoding", status: int = 200, language: str = ""
    ) -> Response:
        """The answer to a request with these headers: the content, compressed if it may be, or "not modified"."""
        sent = {"ETag": self.tag, "Cache-Control": caching, "Vary": vary}
        sent |= {"Content-Language": language} if language else {}
        if status == 200 and self.tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=sent)
        if self.gzipped_content is not None and "gzip" in headers.get("accept-encoding", ""):
            return Response(self.gzipped_content, status, sent | {"Content-Encoding": "gzip"}, self.kind)
        return Response(self.content, status, sent, self.kind)


class Assets:
    """The files of a folder; a file that is edited is read again."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder.resolve()
        self._kept: dict[Path, tuple[int, Asset]] = {}
        self._version: tuple[int, str] = (0, "")
        self._checked = -inf

    def find(self, path: str) -> Asset | None:
        """The file with a path below the folder; None if there is none to be served."""
        if "\0" in path:  # no path of a file system has one
            return None
        place = (self.folder / path).resolve()
        if not place.is_relative_to(self.folder) or place.suffix not in SENT or not place.is_file():
            return None
        return self._read(place)

    def text(self, path: str) -> str | None:
        """The text of a file."""
        asset = self.find(path)
        return None if asset is None else asset.content.decode()

    def modules(self, path: str) -> list[str]:
        """A module and all that it imports, directly or not, without those that are imported when they are needed."""
        found, open_ = [path], [path]
        while open_:
            module = open_.pop()
            for name in imported_names(self.text(module) or ""):
                other = posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
                if other not in found:
                    found.append(other)
                    open_.append(other)
        return found

    @property
    def version(self) -> str:
        """A short text that changes when any file does."""
        self._checked = monotonic()
        stamp = hash(tuple((str(path), path.stat().st_mtime_ns) for path in self._files()))
        if self._version[0] != stamp or not self._version[1]:
            total = sha256()
            for path in self._files():
                total.update(f"{path.relative_to(self.folder)}\0".encode() + path.read_bytes())
            self._version = stamp, total.hexdigest()[:VERSION_LENGTH]
        return self._version[1]

    def recent_version(self) -> str:
        """The version at some time in the last second: to look at all files takes longer than to send one."""
        return self._version[1] if monotonic() < self._checked + CHECKED_FOR else self.version

    def files(self) -> list[str]:
        """The paths of all files below the folder, but for the sources of pages."""
        paths = (path.relative_to(self.folder).as_posix() for path in self._files())
        return [path for path in paths if not path.startswith("pages/")]

    def _files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.suffix in SENT and path.is_file())

    def _read(self, place: Path) -> Asset:
        changed = place.stat().st_mtime_ns
        kept = self._kept.get(place)
        if kept is None or kept[0] != changed:
            kind = TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
            kept = self._kept[place] = changed, Asset(place.read_bytes(), kind)
        return kept[1]


class CompactAssets(Assets):
    """The files as they are published: without comments, indentation and blanks of JSON, about a third of the whole."""

    def find(self, path: str) -> Asset | None:
        asset = super().find(path)
        shorten = SHORTER.get(Path(path).suffix)
        if asset is None or shorten is None:
            return asset
        return Asset(shorten(asset.content.decode()).encode(), asset.kind)


def compact_script(source: str) -> str:
    """A module without indentation, the lines that are comments, and types in comments.

    >>> compact_script("// A card.\\nlet card = /** @type {any} */ (7);  // seven\\n/**\\n * Two.\\n */\\n  let b;\\n")
    'let card = (7);  // seven\\nlet b;\\n'
    """
    return INDENTATION.sub("", TYPE.sub("", COMMENT.sub("", source)))


def _compact_json(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))


def _compact_style(text: str) -> str:
    return INDENTATION.sub("", STYLE_COMMENT.sub("", text))


SHORTER: Mapping[str, Callable[[str], str]] = {
    ".js": compact_script, ".json": _compact_json, ".css": _compact_style
}  # fmt: skip


def imported_names(source: str) -> list[str]:
    """The modules that a module imports before it runs, as it names them.

    >>> imported_names('import { a } from "./a.js";\\nimport "../b.js";\\nawait import("./c.js");')
    ['./a.js', '../b.js']
    """
    return [one or other for one, other in IMPORTED.findall(source)]
