"""Sets the paper: `python -m scripts.paper` writes build/paper/paper.pdf, with figures and sources made by setlab."""

from __future__ import annotations

import re
import shlex
import shutil
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from setlab import __version__
from setlab.cli.main import status_of
from setlab.sources.references import reference

ROOT = Path(__file__).parents[1]
PAPER = ROOT / "paper"
FIGURES = {
    "exact": "exact sets --cards 9 --no-title --width 16cm --font serif",
    "endgame": "simulate endgame --trials 1e6 --seed 1 --no-store --no-title --width 16cm --font serif",
}
"""The command that draws each figure; `--plot FILE` is added."""

CITED = ("davis2003", "knuth2001", "salmon2011", "warne2011")
"""The works that are cited besides the five sources and the programs of software.bib."""

COMMENT, CODE = re.compile(r"^//.*$", re.MULTILINE), re.compile(r"`[^`]*`")


def words(text: str) -> int:
    """The words of the paper from its summary on: without markup, captions and references; a command is one word."""
    body = COMMENT.sub("", text).partition("\n= ")[2].partition("#bibliography")[0]
    body = re.sub(r"^#figure.*$", "", body, flags=re.MULTILINE)
    body = re.sub(r"@\w+|[*_=]", " ", CODE.sub("code", body))
    return len(re.findall(r"[\w$^,.%–-]*\w[\w$^,.%–'’-]*", body))


def output(command: str) -> str:
    """What a command line of setlab prints."""
    with redirect_stdout(StringIO()) as printed:
        status = status_of(shlex.split(command))
    assert status == 0, command
    return printed.getvalue()


def typeset(folder: Path) -> Path:
    """Draw the figures, write the bibliography, and set the paper in a folder."""
    import typst

    for name in ("paper.typ", "software.bib"):
        shutil.copy(PAPER / name, folder / name)
    for name, command in FIGURES.items():
        output(f"{command} --plot {folder / name}.svg")
    works = [output("sources --bibtex"), *(reference(key).bibtex for key in CITED)]
    (folder / "sources.bib").write_text("\n".join(works), encoding="utf-8")
    made = folder / "paper.pdf"
    typst.compile(folder / "paper.typ", output=made, sys_inputs={"folder": ".", "version": __version__})
    return made


if __name__ == "__main__":
    place = ROOT / "build" / "paper"
    place.mkdir(parents=True, exist_ok=True)
    print(typeset(place), f"{words((PAPER / 'paper.typ').read_text(encoding='utf-8'))} words", sep=": ")
