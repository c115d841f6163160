"""The tables of docs/stability.md, from the schemas and the packages: `python -m scripts.promises`, before a release.

What a release has promised stays: a name or field that is in the page but not in the program any more is an error.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import setlab
from setlab.cli.schema import answers, schema_of

PAGE = Path(__file__).parents[1] / "docs" / "stability.md"
ROW = re.compile(r"^\| `([a-z. -]+)` \| (`.*) \|$", re.MULTILINE)

Rows = dict[str, list[str]]


def fields() -> Rows:
    """The fields that are always there, by verb."""
    return {verb: named for verb in answers()["verbs"] if (named := list(schema_of(verb)["required"]))}


def names() -> Rows:
    """The names of the library, by module."""
    modules = ["setlab", *(f"setlab.{package}" for package in setlab._PACKAGES)]
    return {name: [each for each in import_module(name).__all__ if each != "__version__"] for name in modules}


def promised(heading: str, page: str) -> Rows:
    """The rows of the table in a section of the page."""
    return {name: re.findall(r"`([^`]+)`", listed) for name, listed in ROW.findall(section(heading, page))}


def section(heading: str, page: str) -> str:
    """The text of a section."""
    return page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rewritten(page: str) -> str:
    """The page with the present names and fields."""
    for heading, rows in (("Commands", fields()), ("The library", names())):
        text = section(heading, page)
        table = "".join(
            f"| `{name}` | {', '.join(f'`{each}`' for each in listed)} |\n" for name, listed in rows.items()
        )
        head, _, rest = text.partition("|---|---|\n")
        page = page.replace(text, f"{head}|---|---|\n{table}\n{ROW.sub('', rest).lstrip()}")
    return page


def main() -> None:
    """Rewrite the page, unless something that it promises is gone."""
    page = PAGE.read_text(encoding="utf-8")
    for heading, rows in (("Commands", fields()), ("The library", names())):
        for name, listed in promised(heading, page).items():
            if gone := set(listed) - set(rows.get(name, [])):
                raise SystemExit(f"{name} has no {', '.join(sorted(gone))} any more, which docs/stability.md promises")
    PAGE.write_text(rewritten(page), encoding="utf-8")


if __name__ == "__main__":
    main()
