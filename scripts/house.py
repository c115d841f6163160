"""The size of the house: lines, files, imports, names, as in the table of docs/architecture.md.

python -m scripts.house [CHECKOUT]
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

IRREGULAR = {
    "begun", "broken", "brought", "built", "chosen", "cut", "dealt", "done", "drawn", "found", "given", "grown",
    "heard", "held", "hidden", "kept", "known", "laid", "left", "lost", "made", "meant", "met", "paid", "put",
    "said", "seen", "sent", "shown", "split", "spoken", "spent", "taken", "thrown", "told", "won", "written",
}  # fmt: skip
"""Participles that do not end in -ed."""

SINCE = (
    "classroom/tickets.py", "cli/decks.py", "cli/verbs/doctor.py", "cli/verbs/look.py", "cli/verbs/site.py",
    "client.py",
    "counting/binary.py", "envs", "exact/quad_answers.py", "exact/quads.py", "exact/rounds.py", "exact/ultrasets.py",
    "exchange.py", "experiment/kernels/unions.py", "extensions.py", "geometry/binary.py", "notation/binary.py", "photo",
    "render/dots.py", "rooms/games/hidden.py", "rooms/games/race.py", "rooms/imports.py", "seeing/kept.py",
    "web/certificate.py", "web/http/photos.py", "web/http/seen.py", "web/http/tickets.py", "web/pages/folder.py",
    "web/pages/offline.py", "web/pages/recorded.py",
)  # fmt: skip
"""What setlab could not do when the house was first measured; changed parts of older modules are not here."""

LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(text: str, tree: ast.Module) -> set[int]:
    """The lines with code: neither blank, nor comment, nor docstring."""
    tokens = [each for each in tokenize.generate_tokens(io.StringIO(text).readline) if each.type not in LAYOUT]
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    described = {line for node in texts for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    return {line for each in tokens for line in range(each.start[0], each.end[0] + 1)} - described


def imported(tree: ast.Module) -> Iterator[str]:
    """Every name that a module may import as a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_participle(name: str) -> bool:
    """Whether a function is named by a participle alone.

    >>> [is_participle(name) for name in ("dealt", "_opened", "deal", "is_opened", "seed")]
    [True, True, False, False, False]
    """
    word = name.strip("_")
    return word in IRREGULAR or (
        word.endswith("ed") and "_" not in word and word not in ("feed", "need", "seed", "speed")
    )


def measure(root: Path) -> dict[str, str]:
    """The figures of the table, by name."""
    source = root / "src" / "setlab"
    trees, lines, imports, since = dict[str, ast.Module](), 0, 0, 0
    for path in sorted(source.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        trees[".".join(path.relative_to(source.parent).with_suffix("").parts).removesuffix(".__init__")] = tree
        code = code_lines(text, tree)
        importing = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
        imports += len(code & {line for node in importing for line in range(node.lineno, (node.end_lineno or 0) + 1)})
        lines += len(code)
        since += len(code) * path.relative_to(source).as_posix().startswith(SINCE)
    importers = Counter(name for tree in trees.values() for name in set(imported(tree)) if name in trees)
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    classes = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))
    functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {
        "lines of code": f"{lines:,}",
        "of these for what is new": f"{since:,}",
        "files": f"{len(trees)}",
        "share of imports": f"{imports / lines:.1%}",
        "modules with one importer": f"{sum(count == 1 for count in importers.values())}",
        "functions named by a participle": f"{sum(map(is_participle, functions))}",
        "class names with several meanings": f"{sum(count > 1 for count in classes.values())}",
    }


if __name__ == "__main__":
    for name, value in measure(Path(sys.argv[1] if len(sys.argv) > 1 else ".")).items():
        print(f"{name}: {value}")
