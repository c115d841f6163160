"""Writes docs/oeis: the extremes as b-files, one line "n a(n)" for each n. `python -m scripts.bfiles`."""

from __future__ import annotations

from pathlib import Path

from setlab.exact.extremes import fewest_sets, most_sets

FOLDER = Path(__file__).parents[1] / "docs" / "oeis"


def files() -> dict[str, str]:
    """The b-files by name."""
    sequences = {
        "b380167.txt": most_sets(3)[3:],
        "most-sets-4.txt": most_sets(4),
        "fewest-sets-3.txt": fewest_sets(3),
        "fewest-sets-4.txt": fewest_sets(4),
    }
    return {name: "".join(f"{term.n} {term.value}\n" for term in terms) for name, terms in sequences.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
