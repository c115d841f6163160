"""The badges of README.md, from the metadata alone: `python -m scripts.badges` writes docs/images/badge-*.svg."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from scripts.release import versions

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
WIDTH = 6.6
"""The width of a letter of 11 pixels, on average."""


def badges() -> dict[str, str]:
    """The drawing of each badge: the version, the versions of Python, the licence, the types."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    classifiers = "\n".join(project["classifiers"])
    pythons = re.findall(r"Python :: (3\.\d+)$", classifiers, re.MULTILINE)
    shown = {
        "version": next(iter(versions().values())),
        "python": f"{pythons[0]} – {pythons[-1]}",
        "licence": project["license"],
        "types": "checked" if "Typing :: Typed" in classifiers else "none",
    }
    return {name: draw(name, value) for name, value in shown.items()}


def draw(name: str, value: str) -> str:
    """A badge of two fields."""
    left, right = (round(len(text) * WIDTH + 14) for text in (name, value))
    text = 'fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img">'
        f"<title>{name}: {value}</title>"
        f'<rect width="{left + right}" height="20" rx="3" fill="#4a4a4a"/>'
        f'<path d="M{left} 0h{right - 3}q3 0 3 3v14q0 3 -3 3h-{right - 3}z" fill="#5b3a9e"/>'
        f'<g {text}><text x="{left / 2:g}" y="14">{name}</text><text x="{left + right / 2:g}" y="14">{value}</text></g>'
        "</svg>\n"
    )


def main() -> None:
    """Write all badges."""
    for name, drawing in badges().items():
        (IMAGES / f"badge-{name}.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
