"""Sets the notes: `python -m scripts.notes` writes build/notes, with tables made from the data that ship."""

from __future__ import annotations

import json
import shutil
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

from scripts.paper import output
from setlab import __version__
from setlab.exact.extremes import fewest_sets, most_sets
from setlab.sources.references import reference

ROOT = Path(__file__).parents[1]
NOTES = ROOT / "paper" / "notes"
CERTIFICATE = ROOT / "src" / "setlab" / "exact" / "data" / "extremes-4.json"
SECONDS = {"extremes.py": 250, "planes.py": 26, "uniqueness.py": 37, "verify": 12}
"""Processor time of the checkers and of `setlab exact planes --verify`, measured on one core of an AMD EPYC."""

CITED = {
    "extremes": ("davis2003", "pellegrino1970", "stevens2025", "vinci2009"),
    "blocking": ("bishnoi2023", "brouwer1978", "jamison1977", "pellegrino1970"),
}
FIGURES = {"extremes": "exact max-sets --no-title --width 16cm --font serif"}
"""The command that draws the figure of a note; `--plot FILE` is added."""

RECURSION = """@misc{mathoverflow,
  title = {{Blocking sets with respect to k-dimensional subspaces of AG(n,q)}},
  howpublished = {An answer on MathOverflow},
  url = {https://mathoverflow.net/revisions/229325/5},
}"""
"""The answer is cited by its address: neither its author nor its date was seen."""


def extremes() -> dict[str, Any]:
    """The data of the first note: a row for each n, and the sizes of sections that are searched."""
    proofs = [row["proof"] for row in json.loads(CERTIFICATE.read_text(encoding="utf-8"))["content"]["fewest"]]
    pairs = zip(fewest_sets(), most_sets(), proofs, strict=True)
    rows = [{"n": few.n, "fewest": few.value, "most": most.value, "proof": _words(proof)} for few, most, proof in pairs]
    searched = [
        {
            "n": n,
            "bound": rows[n]["fewest"],
            "sizes": "; ".join(_list(sizes) for sizes in proof["searched"]),
            "weights": _list(proof["weights"]),
        }
        for n, proof in enumerate(proofs)
        if "searched" in proof
    ]
    three = [extreme.value for extreme in fewest_sets(3)]
    return {"rows": rows, "searched": searched, "three": three, "seconds": SECONDS["extremes.py"]}


def _words(proof: dict[str, Any]) -> str:
    """A proof in a cell of the table."""
    if proof["kind"] != "sections":
        return str(proof["kind"])
    return (_list(proof["weights"]) if "weights" in proof else "sizes") + (", s" if "searched" in proof else "")


def _list(numbers: list[int]) -> str:
    return ", ".join(str(number).replace("-", "−") for number in numbers)


def blocking() -> dict[str, Any]:
    """The data of the second note: the function of which the 27 points are the graph, and bounds from sections."""
    value = {(a, b, c): (a * b * c + (1 + c * c) * (b * b - a * a)) % 3 for a, b, c in product(range(3), repeat=3)}
    slices = [[[value[a, b, c] for b in range(3)] for a in range(3)] for c in range(3)]
    known = [("planes of AG(4,3)", 4, 7, 27), ("solids of AG(5,3)", 5, 9, 45), ("planes of AG(5,3)", 5, 27, 115)]
    bounds = [
        {"name": name, "section": section, "least": least_size(n, section), "upper": upper}
        for name, n, section, upper in known
    ]
    checkers = {"checker": SECONDS["planes.py"], "uniqueness": SECONDS["uniqueness.py"], "verify": SECONDS["verify"]}
    return {"slices": slices, "bounds": bounds, **checkers}


def least_size(dimension: int, section: int) -> int:
    """The fewest points of AG(d,3) with that many in every hyperplane, as far as pairs of points tell.

    >>> least_size(4, 7), least_size(5, 9), least_size(5, 27)
    (26, 33, 89)
    """
    size, directions, through_two = 3 * section, 3**dimension - 1, 3 ** (dimension - 1) - 1
    while directions * (2 * comb(section, 2) + comb(size - 2 * section, 2)) < through_two * comb(size, 2):
        size += 1
    return size


def typeset(name: str, folder: Path) -> Path:
    """Write the data, the figure and the bibliography of a note, and set it in a folder."""
    import typst

    for source in ("note.typ", f"{name}.typ"):
        shutil.copy(NOTES / source, folder / source)
    data = {"extremes": extremes, "blocking": blocking}[name]()
    (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    if name in FIGURES:
        output(f"{FIGURES[name]} --plot {folder / name}.svg")
    works = [reference(key).bibtex for key in CITED[name]] + ([RECURSION] if name == "blocking" else [])
    (folder / "sources.bib").write_text("\n".join(works), encoding="utf-8")
    made = folder / f"{name}.pdf"
    typst.compile(folder / f"{name}.typ", output=made, sys_inputs={"version": __version__})
    return made


if __name__ == "__main__":
    place = ROOT / "build" / "notes"
    place.mkdir(parents=True, exist_ok=True)
    for note in CITED:
        print(typeset(note, place))
