"""The version of a release, in the one place that has it and in the files that repeat it.

`python -m scripts.release 1.0.0` writes it into the package, into CITATION.cff and codemeta.json with today's date,
and turns what is unreleased in CHANGELOG.md into its section. `--url` and `--email`, the project's page and the
authors' address, go into pyproject.toml, CITATION.cff and codemeta.json. `python3 scripts/release.py v1.0.0` checks
that a tag names the version of every file; `--notes` prints its section. It needs Python alone.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = {
    "src/setlab/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "codemeta.json": r'^  "version": "(.+)",$',
    "README.md": r"^!\[version (.+?)\]",
}
"""The first is the place of the version, which pyproject.toml reads; the others repeat it for other programs."""

CONTACT = {
    "email": {
        "pyproject.toml": (r'^(authors = \[\{ name = "[^"]*").*$', r'\1, email = "VALUE" }]'),
        "CITATION.cff": (r"^(  - name: .*\n)(    email: .*\n)?", r"\1    email: VALUE\n"),
        "codemeta.json": (
            r'^(  "author": \[\{ "@type": "Organization", "name": "[^"]*").*$',
            r'\1, "email": "VALUE" }],',
        ),
    },
    "url": {
        "pyproject.toml": (
            r"^(authors = .*\n)(urls = .*\n)?",
            r'\1urls = { Homepage = "VALUE", Issues = "VALUE/issues" }\n',
        ),
        "CITATION.cff": (r"^(license: .*\n)(repository-code: .*\n)?", r'\1repository-code: "VALUE"\n'),
        "codemeta.json": (r'^(  "license": .*\n)(  "codeRepository": .*\n)?', r'\1  "codeRepository": "VALUE",\n'),
    },
}
"""The lines that name the authors' address and the project's page, or after which they come; what replaces them."""

FORMS = {"email": r"[^@\s\"'\\]+@[^@\s\"'\\]+", "url": r"https://[^\s\"'\\]*[^\s\"'\\/]"}
EXAMPLES = {"email": "setlab@example.org", "url": "https://example.org/setlab"}
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


def set_contact(values: Mapping[str, str], root: Path = ROOT) -> None:
    """Write the authors' address, `email`, and the project's page, `url`, into all files, in place of earlier ones."""
    for kind, value in values.items():
        if not re.fullmatch(FORMS[kind], value):
            raise ValueError(f"{value!r} is no {kind}: write one such as {EXAMPLES[kind]}")
    for kind, value in values.items():
        for name, (pattern, replacement) in CONTACT[kind].items():
            path = root / name
            text = path.read_text(encoding="utf-8")
            text, number = re.subn(pattern, replacement.replace("VALUE", value), text, flags=re.MULTILINE)
            if number != 1:
                raise ValueError(f"{name} has {number} places for the {kind}, not one")
            path.write_text(text, encoding="utf-8")


def _only(pattern: str, text: str) -> str:
    (found,) = re.findall(pattern, text, re.MULTILINE)
    return str(found)


def _replace(pattern: str, text: str, value: str) -> str:
    return re.sub(pattern, lambda match: match[0].replace(match[1], value), text, flags=re.MULTILINE)


def main(arguments: list[str]) -> int:
    """Check a tag, print its notes, or prepare a version."""
    parser = argparse.ArgumentParser(description="Prepare a version, or check the tag of one.")
    parser.add_argument("name", nargs="?", default="", metavar="VERSION")
    parser.add_argument("--notes", action="store_true", help="print the section of the changelog about a tag")
    for kind in CONTACT:
        parser.add_argument(f"--{kind}", help=f"put this in the metadata, such as {EXAMPLES[kind]}")
    options = parser.parse_args(arguments)
    version = options.name.removeprefix("v")
    if not VERSION.fullmatch(version):
        print(f"{options.name!r} is not a version: write 1.0.0 to prepare it, v1.0.0 to check its tag", file=sys.stderr)
        return 2
    if not options.name.startswith("v"):
        try:
            set_contact({kind: value for kind in CONTACT if (value := getattr(options, kind))})
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        prepare(version, date.today().isoformat())
        return 0
    if wrong := {place: found for place, found in versions().items() if found != version}:
        print(
            f"the tag {options.name} names another version than {wrong}: run scripts.release {version}", file=sys.stderr
        )
        return 2
    if not notes(version):
        print(f"CHANGELOG.md has no section {version}: run scripts.release {version}", file=sys.stderr)
        return 2
    if options.notes:
        print(notes(version))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
