"""Tables as LaTeX with the rules of booktabs; a long one is a `longtable`, which breaks over pages.

Every character is written so that each engine sets it, with no package but booktabs. Letters with accents are built
from the letter and its accent; a character without a command is shown by its number, such as [U+2603], and never stops
the compilation.
"""

from __future__ import annotations

import json
import re
import unicodedata
from math import ceil

from setlab.answers.table import Cell, Column, DataTable, json_value, plain_value
from setlab.files import read_toml

ASCII = {c: f"\\{c}" for c in "&%$#_{}"} | {c: f"\\ensuremath{{{c}}}" for c in "<>|"} | {
    "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
    '"': "''", "`": "\\textquoteleft{}",
}  # fmt: skip
"""Characters with a meaning of their own."""

JOINING = {"-": "-", "'": "'\"", ",": ",", "?": "`", "!": "`"}
"""Characters that would form a ligature with one of these after them."""

_COMMANDS = read_toml(__file__, "latex.toml")
WORDS, MATHEMATICS = _COMMANDS["words"], _COMMANDS["mathematics"]
"""The commands of characters in text and in formulas."""

GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega"
)
CAPITALS = "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
POWER = re.compile(r"(?<=[0-9])\^(-?[0-9]+)")
"""The exponent of a power such as 10^-3."""

COMBINING = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0331"
ACCENTS = dict(zip(COMBINING, "`'^~=u.\"rHvdcb", strict=True))
"""The commands of combining accents."""


def latex_text(text: str) -> str:
    """The text as LaTeX sets it; blanks and line breaks become single spaces.

    >>> print(latex_text("3 × 4 ≤ 50 % of {cards} & Erdős--Rényi"))
    3 \\ensuremath{\\times} 4 \\ensuremath{\\leq} 50 \\% of \\{cards\\} \\& Erd\\H{o}s-{}-R\\'{e}nyi
    >>> print(latex_text("3 · 10^-3"))
    3 \\ensuremath{\\cdot} 10\\ensuremath{^{-3}}
    """
    composed = unicodedata.normalize("NFC", text)
    flat = re.sub(" +", " ", "".join(" " if c.isspace() and c not in WORDS else c for c in composed)).strip(" ")
    parts = POWER.split(flat)  # the exponents are at the odd places
    for i, part in enumerate(parts):
        plain = "".join(_character(c, part[at : at + 1]) for at, c in enumerate(part, 1))
        parts[i] = f"\\ensuremath{{^{{{part}}}}}" if i % 2 else plain
    return "".join(parts)


def _character(c: str, following: str) -> str:
    if c in JOINING:
        return c + "{}" if following and following in JOINING[c] else c
    if c in ASCII or c in WORDS:
        return ASCII.get(c) or WORDS[c]
    if c in _FORMULAS:
        return f"\\ensuremath{{{_FORMULAS[c]}}}"
    if " " <= c <= "~":
        return c
    return _compose_letters(c)


def _compose_letters(c: str) -> str:
    """A letter with its accent, a raised or lowered digit, or the number of the character."""
    parts = unicodedata.normalize("NFD", c)
    letter, accents = parts[0], parts[1:]
    if letter.isascii() and letter.isalpha() and len(accents) == 1 and accents[0] in ACCENTS:
        base = {"i": "\\i", "j": "\\j"}.get(letter, letter) if unicodedata.combining(accents[0]) == 230 else letter
        return f"\\{ACCENTS[accents[0]]}{{{base}}}"
    kind, _, plain = unicodedata.decomposition(c).partition(" ")
    if kind in ("<super>", "<sub>") and (inner := chr(int(plain.split()[0], 16))) in "0123456789+-−=()ni":
        return f"\\ensuremath{{{'^' if kind == '<super>' else '_'}{{{inner.replace('−', '-')}}}}}"
    return f"[U+{ord(c):04X}]"


def _greek() -> dict[str, str]:
    """The Greek letters that have a command."""
    commands = {name: f"\\{name}" for name in (*GREEK.split(), *CAPITALS.split())} | {"omicron": "o"}
    found = {}
    for name, command in commands.items():
        spelt = name.upper().replace("LAMBDA", "LAMDA")  # as Unicode has it
        found[unicodedata.lookup(f"GREEK {'SMALL' if name.islower() else 'CAPITAL'} LETTER {spelt}")] = command
    return found


_FORMULAS: dict[str, str] = MATHEMATICS | _greek()


LONGEST = 45
"""The most lines of a table that stays on one page."""

LONG_TEXT, CHARACTER = 40, 0.012
"""Longer cells are broken into lines; the proportion of a line that a character takes, roughly."""

SCIENTIFIC = re.compile(r"(-?)(\d[\d.,]*)e([+-])0*(\d+)")
NEGATIVE = re.compile(r"-(?=[\d.])")


def to_latex(table: DataTable) -> str:
    """The table as a complete environment with caption and label, everything in it escaped.

    >>> from setlab.answers import data_table
    >>> print(to_latex(data_table(["n", "P(no SET)"], [[3, 0.987]], caption="100 % exact", label="no-set")))
    % \\usepackage{booktabs}
    \\begin{table}[htbp]
    \\centering
    \\caption{100 \\% exact}
    \\label{tab:no-set}
    \\begin{tabular}{rr}
    \\toprule
    n & P(no SET) \\\\
    \\midrule
    3 & 0.987 \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}
    """
    table = table.for_people()
    body = _long(table) if _lines(table) > LONGEST else _floating(table)
    return "\n".join([*_comments(table), *body])


def _floating(table: DataTable) -> list[str]:
    notes = [f"\\par\\smallskip{{\\footnotesize {latex_text(note)}\\par}}" for note in table.notes]
    lines = ["\\begin{table}[htbp]", "\\centering"]
    lines += [f"\\caption{{{latex_text(table.caption)}}}"] if table.caption else []
    lines += [_label(table)] if table.label else []
    lines += [f"\\begin{{tabular}}{{{_alignment(table)}}}", *_heading(table), *_rows(table)]
    return [*lines, "\\bottomrule", "\\end{tabular}", *notes, "\\end{table}"]


def _long(table: DataTable) -> list[str]:
    """A table over several pages: the headings are repeated on each."""
    label = _label(table) if table.label else ""
    notes = [f"\\par\\noindent{{\\footnotesize {latex_text(note)}\\par}}" for note in table.notes]
    lines = [f"\\begin{{longtable}}{{{_alignment(table)}}}"]
    lines += [f"\\caption{{{latex_text(table.caption)}}}{label}\\\\"] if table.caption else []
    lines += [*_heading(table), "\\endfirsthead", *_heading(table), "\\endhead", "\\bottomrule", "\\endlastfoot"]
    return [*lines, *_rows(table), "\\end{longtable}", *notes]


def _comments(table: DataTable) -> list[str]:
    """The requirements of the preamble, and the metadata, one line each."""
    packages = "booktabs,longtable" if _lines(table) > LONGEST else "booktabs"
    metadata = ((" ".join(name.split()), json.dumps(json_value(value))) for name, value in table.metadata.items())
    return [f"% \\usepackage{{{packages}}}", *(f"% {name}: {value}" for name, value in metadata)]


def _alignment(table: DataTable) -> str:
    """The letters of the columns; a column of long texts is as wide as there is room, and its lines are broken."""
    lengths, width = _lengths(table), f"p{{{_room(table):.2f}\\linewidth}}"
    pairs = zip(table.columns, lengths, strict=True)
    return "".join(width if length > LONG_TEXT else column.align[0] for column, length in pairs)


def _lengths(table: DataTable) -> list[int]:
    """The number of characters in the longest cell of each column."""
    texts = table.texts()
    return [max((len(row[i]) for row in texts), default=0) for i in range(len(table.columns))]


def _room(table: DataTable) -> float:
    """The width of each column of long texts, as a proportion of a line: equal parts of what short columns leave."""
    lengths = _lengths(table)
    short = sum(length + 2 for length in lengths if length <= LONG_TEXT)
    return max(0.15, 0.9 - CHARACTER * short) / max(1, sum(length > LONG_TEXT for length in lengths))


def _lines(table: DataTable) -> int:
    """The number of lines that the rows take, roughly."""
    across = _room(table) / CHARACTER
    long = ([len(text) for text in row if len(text) > LONG_TEXT] for row in table.texts())
    return sum(ceil(max(lengths) / across) if lengths else 1 for lengths in long)


def _heading(table: DataTable) -> list[str]:
    return ["\\toprule", _line(list(map(latex_text, table.headings))), "\\midrule"]


def _rows(table: DataTable) -> list[str]:
    pairs = (zip(table.columns, row, strict=True) for row in table.rows)
    return [_line([cell_text(column, cell) for column, cell in row]) for row in pairs]


def _line(cells: list[str]) -> str:
    """A row; a cell that begins with [ or * would be an option of the line break before it."""
    guarded = ["{}" + cell if cell.startswith(("[", "*")) else cell for cell in cells]
    return " & ".join(guarded) + " \\\\"


def cell_text(column: Column, cell: Cell) -> str:
    """The cell as LaTeX; numbers have a minus sign and powers of ten.

    >>> cell_text(Column("p"), 1.5e-7), cell_text(Column("z"), -2), cell_text(Column("what"), "R&D")
    ('\\\\ensuremath{1.5\\\\times10^{-7}}', '\\\\ensuremath{-}2', 'R\\\\&D')
    """
    text = column.text(cell)
    if not isinstance(plain_value(cell), int | float):
        return latex_text(text)
    if found := SCIENTIFIC.fullmatch(text):
        sign, mantissa, direction, exponent = found.groups()
        return f"\\ensuremath{{{sign}{mantissa}\\times10^{{{direction.strip('+')}{exponent}}}}}"
    return NEGATIVE.sub(lambda _: "\\ensuremath{-}", latex_text(text))


def _label(table: DataTable) -> str:
    """The label, of letters, digits and hyphens alone."""
    return f"\\label{{tab:{re.sub('[^A-Za-z0-9]+', '-', table.label).strip('-')}}}"
