"""The version of a release, in the one place that has it and in the files that repeat it.

`python -m scripts.release 1.0.0` writes it into the package, into CITATION.cff and codemeta.json with today's date,
and turns what is unreleased in CHANGELOG.md into its section. `python3 scripts/release.py v1.0.0` checks that a tag
names the version of every file; `--notes` prints its section. It needs Python alone.
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = {
    "src/setlab/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "codemeta.json": r'^  "version": "(.+)",$',
}
"""The first is the place of the version, which pyproject.toml reads; the others repeat it for other programs."""

DATES = {"CITATION.cff": r'^date-released: "(.+)"$', "codemeta.json": r'^  "dateModified": "(.+)",$'}
VERSION = re.compile(r"\d+\.\d+\.\d+(?:rc\d+)?")


def versions(root: Path = ROOT) -> dict[str, str]:
    """The version that each file names."""
    return {name: _only(pattern, (root / name).read_text(encoding="utf-8")) for name, pattern in PLACES.items()}


def notes(version: str, root: Path = ROOT) -> str:
    """The section of the changelog about a version; empty if it has none."""
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)}\b.*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def prepare(version: str, today: str, root: Path = ROOT) -> None:
    """Write version and date into all files."""
    for name in PLACES:
        path = root / name
        text = _replace(PLACES[name], path.read_text(encoding="utf-8"), version)
        path.write_text(_replace(DATES[name], text, today) if name in DATES else text, encoding="utf-8")
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    text = re.sub(r"^This becomes .*\n\n", "", text, flags=re.MULTILINE)
    changelog.write_text(
        text.replace("\n## Unreleased\n", f"\n## Unreleased\n\n## {version} – {today}\n", 1), encoding="utf-8"
    )


def _only(pattern: str, text: str) -> str:
    (found,) = re.findall(pattern, text, re.MULTILINE)
    return str(found)


def _replace(pattern: str, text: str, value: str) -> str:
    return re.sub(pattern, lambda match: match[0].replace(match[1], value), text, flags=re.MULTILINE)


def main(arguments: list[str]) -> int:
    """Check a tag, print its notes, or prepare a version."""
    name, *options = arguments or [""]
    version = name.removeprefix("v")
    if not VERSION.fullmatch(version):
        print(f"{name!r} is not a version: write 1.0.0 to prepare it, v1.0.0 to check its tag", file=sys.stderr)
        return 2
    if not name.startswith("v"):
        prepare(version, date.today().isoformat())
        return 0
    if wrong := {place: found for place, found in versions().items() if found != version}:
        print(f"the tag {name} names another version than {wrong}: run scripts.release {version}", file=sys.stderr)
        return 2
    if not notes(version):
        print(f"CHANGELOG.md has no section {version}: run scripts.release {version}", file=sys.stderr)
        return 2
    if "--notes" in options:
        print(notes(version))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
