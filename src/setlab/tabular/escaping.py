"""Text for LaTeX: every character is written so that each engine sets it, with no package but booktabs.

Letters with accents are built from the letter and its accent. A character that LaTeX has no command for is shown by its
number, such as [U+2603], and never stops the compilation.
"""

from __future__ import annotations

import re
import unicodedata

ASCII = {
    "\\": "\\textbackslash{}",
    "&": "\\&",
    "%": "\\%",
    "$": "\\$",
    "#": "\\#",
    "_": "\\_",
    "{": "\\{",
    "}": "\\}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\ensuremath{<}",
    ">": "\\ensuremath{>}",
    "|": "\\ensuremath{|}",
    '"': "''",
    "`": "\\textquoteleft{}",
}
"""Characters with a meaning of their own."""

JOINING = {"-": "-", "'": "'\"", ",": ",", "?": "`", "!": "`"}
"""Characters that would form a ligature with one of these after them."""

WORDS = {
    "\u00a0": "~",
    "\u2009": "\\,",
    "\u202f": "\\,",
    "–": "--",
    "—": "---",
    "‘": "\\textquoteleft{}",
    "’": "\\textquoteright{}",
    "“": "\\textquotedblleft{}",
    "”": "\\textquotedblright{}",
    "…": "\\dots{}",
    "†": "\\dag{}",
    "§": "\\S{}",
    "ß": "\\ss{}",
    "ø": "\\o{}",
    "Ø": "\\O{}",
    "æ": "\\ae{}",
    "Æ": "\\AE{}",
    "œ": "\\oe{}",
    "Œ": "\\OE{}",
    "ł": "\\l{}",
    "Ł": "\\L{}",
    "ı": "\\i{}",
    "½": "\\ensuremath{1/2}",
    "¼": "\\ensuremath{1/4}",
    "¾": "\\ensuremath{3/4}",
}

MATHEMATICS = {
    "−": "-",
    "×": "\\times",
    "·": "\\cdot",
    "÷": "\\div",
    "±": "\\pm",
    "∓": "\\mp",
    "≤": "\\leq",
    "≥": "\\geq",
    "≠": "\\neq",
    "≈": "\\approx",
    "∼": "\\sim",
    "≡": "\\equiv",
    "∞": "\\infty",
    "∑": "\\sum",
    "∏": "\\prod",
    "√": "\\surd",
    "∈": "\\in",
    "∉": "\\notin",
    "∅": "\\emptyset",
    "⊂": "\\subset",
    "⊆": "\\subseteq",
    "∪": "\\cup",
    "∩": "\\cap",
    "→": "\\rightarrow",
    "←": "\\leftarrow",
    "↔": "\\leftrightarrow",
    "⇒": "\\Rightarrow",
    "⟨": "\\langle",
    "⟩": "\\rangle",
    "⌊": "\\lfloor",
    "⌋": "\\rfloor",
    "⌈": "\\lceil",
    "⌉": "\\rceil",
    "°": "^{\\circ}",
    "∘": "\\circ",
    "●": "\\bullet",
    "•": "\\bullet",
    "○": "\\circ",
    "◇": "\\diamond",
    "ℓ": "\\ell",
    "µ": "\\mu",
}

GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega"
)
CAPITALS = {
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lambda",
    "Ξ": "Xi",
    "Π": "Pi",
    "Σ": "Sigma",
    "Φ": "Phi",
    "Ψ": "Psi",
    "Ω": "Omega",
}
POWER = re.compile(r"(?<=[0-9])\^(-?[0-9]+)")
"""The exponent of a power such as 10^-3."""

ACCENTS = dict(
    zip(
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0331",
        "`'^~=u.\"rHvdcb",
        strict=True,
    )
)
"""The commands of combining accents."""


def escaped(text: str) -> str:
    """The text as LaTeX sets it; blanks and line breaks become single spaces.

    >>> print(escaped("3 × 4 ≤ 50 % of {cards} & Erdős--Rényi"))
    3 \\ensuremath{\\times} 4 \\ensuremath{\\leq} 50 \\% of \\{cards\\} \\& Erd\\H{o}s-{}-R\\'{e}nyi
    >>> print(escaped("3 · 10^-3"))
    3 \\ensuremath{\\cdot} 10\\ensuremath{^{-3}}
    """
    composed = unicodedata.normalize("NFC", text)
    flat = re.sub(" +", " ", "".join(" " if c.isspace() and c not in WORDS else c for c in composed)).strip(" ")
    parts = POWER.split(flat)  # the exponents are at the odd places
    return "".join(f"\\ensuremath{{^{{{part}}}}}" if i % 2 else _characters(part) for i, part in enumerate(parts))


def _characters(text: str) -> str:
    return "".join(_character(c, text[i + 1 : i + 2]) for i, c in enumerate(text))


def _character(c: str, following: str) -> str:
    if c in JOINING:
        return c + "{}" if following and following in JOINING[c] else c
    if c in ASCII or c in WORDS:
        return ASCII.get(c) or WORDS[c]
    if c in _FORMULAS:
        return f"\\ensuremath{{{_FORMULAS[c]}}}"
    if " " <= c <= "~":
        return c
    return _composed(c)


def _composed(c: str) -> str:
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
    names = {name: f"\\{name}" for name in GREEK.split()} | {"omicron": "o"}
    small = {
        unicodedata.lookup(f"GREEK SMALL LETTER {_unicode_name(name)}"): command for name, command in names.items()
    }
    return small | {letter: f"\\{name}" for letter, name in CAPITALS.items()}


def _unicode_name(name: str) -> str:
    return {"lambda": "LAMDA"}.get(name, name.upper())


_FORMULAS = MATHEMATICS | _greek()
