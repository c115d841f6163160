"""LaTeX tables compile, whatever they contain; where there is no engine, their structure is parsed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given

from setlab.answers import DataTable, data_table
from setlab.answers.latex import LONGEST, latex_text
from tests.answers.test_tables import EXAMPLE, NASTY, tables, texts

ENGINES = [name for name in ("pdflatex", "tectonic") if shutil.which(name)]
PREAMBLE = "\\documentclass{article}\n\\usepackage{booktabs,longtable}\n\\begin{document}\n"
SPECIAL = re.compile(r"(?<!\\)[&%$#_~^]")


def compiled(body: str, folder: Path) -> str:
    """The log of a document that compiles; the engine stops at its first error."""
    (folder / "t.tex").write_text(f"{PREAMBLE}{body}\n\\end{{document}}\n", encoding="utf-8")
    options = ["-halt-on-error", "-interaction=nonstopmode"] if ENGINES[0] == "pdflatex" else []
    done = subprocess.run([ENGINES[0], *options, "t.tex"], cwd=folder, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-1500:]
    return (folder / "t.log").read_text(errors="replace")


LONG = data_table(["n", "what"], [[n, NASTY] for n in range(LONGEST + 30)], caption="Long", label="long", notes=[NASTY])
EVERY = "".join(
    chr(c) for c in (*range(0x20, 0x250), *range(0x370, 0x3D0), *range(0x2000, 0x2300), *range(0x25A0, 0x25D0))
)
CHARACTERS = data_table(["character"], [[EVERY[i : i + 20]] for i in range(0, len(EVERY), 20)])


@pytest.mark.skipif(not ENGINES, reason="there is no TeX engine")
@pytest.mark.parametrize("table", [EXAMPLE, LONG, CHARACTERS], ids=["short", "long", "characters"])
def test_it_compiles(table: DataTable, tmp_path: Path) -> None:
    log = compiled(table.to_latex(), tmp_path)
    assert "Missing character" not in log
    assert "Output written" in log


WORDS = data_table(["id", "what", "ours"], [["A1", "word " * 80, "other words " * 40], ["A2", "short", 3]])


@pytest.mark.skipif(not ENGINES, reason="there is no TeX engine")
def test_long_texts_stay_on_the_page(tmp_path: Path) -> None:
    log = compiled(WORDS.to_latex(), tmp_path)
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert all(points < 10 for points in wide)


def test_columns_of_long_texts_have_a_width() -> None:
    assert re.search(r"begin\{tabular\}\{lp\{0\.4\d\\linewidth\}p\{0\.4\d\\linewidth\}\}", WORDS.to_latex())
    assert "\\begin{tabular}{lr}" in data_table(["strategy", "games"], [["S9", 3]]).to_latex()


@given(texts)
def test_nothing_special_is_left(text: str) -> None:
    done = latex_text(text)
    assert done.isascii()
    assert not SPECIAL.search(re.sub(r"\\ensuremath\{.*?\}+|\\['`^~=.\"]|~", "", done))
    bare = re.sub(r"\\[{}\\]", "", done)
    assert bare.count("{") == bare.count("}")
    assert "\n" not in done


@given(tables)
def test_the_structure_is_whole(table: DataTable) -> None:
    lines = [line for line in table.to_latex().split("\n") if not line.startswith("%")]
    assert lines[0] == "\\begin{table}[htbp]"
    assert lines[-1] == "\\end{table}"
    assert lines.count("\\toprule") == lines.count("\\midrule") == lines.count("\\bottomrule") == 1
    rows = [line for line in lines if line.endswith(" \\\\")]
    assert len(rows) == len(table.rows) + 1
    for row in rows:
        assert len(re.findall(r"(?<!\\) & ", " " + row)) == len(table.columns) - 1


def test_characters_of_mathematics_and_of_names() -> None:
    assert latex_text("3 × 4 ≤ ∞") == "3 \\ensuremath{\\times} 4 \\ensuremath{\\leq} \\ensuremath{\\infty}"
    assert latex_text("−1 x² H₀") == "\\ensuremath{-}1 x\\ensuremath{^{2}} H\\ensuremath{_{0}}"
    assert latex_text("Erdős, Rényi, naïve") == "Erd\\H{o}s, R\\'{e}nyi, na\\\"{\\i}ve"
    assert latex_text("--json ?` \u2603") == "-{}-json ?{}\\textquoteleft{} [U+2603]"
