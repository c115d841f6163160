"""The house: a level imports only from lower levels, and everything has a level."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "setlab"

LEVELS = {
    "errors": -2,
    "limits": -2,
    "files": -1,
    "extensions": -1,
    "arguments": -1,
    "_core": -1,
    "draws": 0,
    "geometry": 0,
    "notation": 1,
    "counting": 1,
    "stats": 1,
    "sources": 1,
    "rules": 1,
    "answers": 1,
    "render": 2,
    "exact": 2,
    "exchange": 2,
    "notebook": 3,
    "photo": 3,
    "solitaire": 2,
    "caps": 3,
    "puzzles": 3,
    "rooms": 4,
    "antiset": 4,
    "seeing": 5,
    "experiment": 5,
    "plots": 6,
    "classroom": 6,
    "envs": 6,
    "reproduce": 7,
    "web": 8,
    "client": 8,
    "cli": 9,
    "": 10,
    "reference": 10,
    "__main__": 10,
}
"""docs/architecture.md has the same table; "" is the top package, which only gathers names.

`reference` lies beside the levels: it may import all of them, and nothing but tests and documentation imports it.
"""

UPWARD = {
    ("setlab.geometry.cardset", "setlab.notebook"): "a CardSet shows itself as a picture in a notebook",
    ("setlab.geometry.cardset", "setlab.notation"): "a CardSet reads and names its cards",
    ("setlab.geometry.deck", "setlab.notation"): "the cards of a deal have faces",
    ("setlab.geometry.deck", "setlab.rules"): "a deck is dealt on a table",
    ("setlab.notation.card", "setlab.notebook"): "a Card shows itself as a picture in a notebook",
    ("setlab.answers.table", "setlab"): "the metadata of a table name the version of setlab",
    ("setlab.experiment.result", "setlab.plots.results"): "a result draws itself",
    ("setlab.rules.table", "setlab.notation"): "a table is laid with cards that are named",
    ("setlab.rules.table", "setlab.notebook"): "a table draws itself",
}
"""The imports that go up on purpose, each inside a function: none of them loads anything until it is called."""

OWN = {
    "web": {"fastapi", "sqlalchemy"},
    "photo": {"numpy"},
    "seeing": {"numpy"},
    "envs": {"numpy"},
    "solitaire.training": {"numpy"},
}
"""What a part is made of: it may load these when it is imported, because only its verb, or `setlab.look`, loads it."""

HEAVY = {"scipy", "matplotlib", "fastapi", "sqlalchemy", "dask", "ortools", "numpy", "rich", "cv2"}


def part_of(module: str) -> str:
    pieces = module.split(".")
    return pieces[1] if len(pieces) > 1 else ""


@cache
def imports(path: Path) -> tuple[tuple[str, bool], ...]:
    """The modules that a file imports, and whether it does so when it is itself imported."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[str, bool]]:
    tree = ast.parse(path.read_text())
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or _is_type_checking(function)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        at_import = id(node) not in inside
        if isinstance(node, ast.Import):
            yield from ((alias.name, at_import) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively: write the whole name"
            assert node.module is not None
            if node.module == "setlab":
                yield from ((f"setlab.{a.name}" if _is_part(a.name) else "setlab", at_import) for a in node.names)
            else:
                yield node.module, at_import


def _is_part(name: str) -> bool:
    return name in LEVELS


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


FILES = sorted(SOURCE.rglob("*.py"))


def module_of(path: Path) -> str:
    return ".".join(["setlab", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")


def test_imports_go_down() -> None:
    for path in FILES:
        _assert_imports_go_down(path)


def _assert_imports_go_down(path: Path) -> None:
    here = part_of(module_of(path))
    own = OWN.get(here, set()) | OWN.get(module_of(path).removeprefix("setlab."), set())
    assert here in LEVELS, f"{here} has no level: add it here and to docs/architecture.md"
    for module, at_import in imports(path):
        root = module.split(".")[0]
        if root == "setlab":
            there = part_of(module)
            assert there in LEVELS, f"{module} has no level"
            top_for_cli = here in ("cli", "web") and there == ""
            allowed = top_for_cli or _beside(here, there) or (module_of(path), module) in UPWARD
            assert there == here or LEVELS[there] < LEVELS[here] or allowed, (
                f"{module_of(path)} imports {module}: level {LEVELS[here]} may not import level {LEVELS[there]}"
            )
        assert not (at_import and root in HEAVY - own), f"{module_of(path)} loads {root} when it is imported"


def test_imports_that_go_up_wait_until_they_are_called() -> None:
    for module, upper in UPWARD:
        path = SOURCE.joinpath(*module.split(".")[1:]).with_suffix(".py")
        found = [at_import for imported, at_import in imports(path) if imported == upper]
        assert found, f"{module} does not import {upper} any more: take it off the list"
        assert not any(found), f"{module} loads {upper} when it is imported"


def _beside(here: str, there: str) -> bool:
    """Geometry draws random maps: the generator and the geometry are both level 0, and one knows the other."""
    return (here, there) == ("geometry", "draws")


def test_nothing_imports_the_reference() -> None:
    for path in FILES:
        if part_of(module_of(path)) != "reference":
            assert all(part_of(module) != "reference" for module, _ in imports(path)), path


def test_the_architecture_page_has_the_same_levels() -> None:
    page = (SOURCE.parents[1] / "docs" / "architecture.md").read_text()
    for part, level in LEVELS.items():
        if part not in ("", "reference") and level >= 0 and (SOURCE / part).is_dir():
            assert f"| {level} | `{part}/` |" in page, f"docs/architecture.md lacks {part} at level {level}"


def test_modules_say_what_they_are() -> None:
    for path in FILES:
        assert ast.get_docstring(ast.parse(path.read_text())), f"{path} has no docstring"
        assert path.name != "utils.py"


def test_the_house_is_not_empty() -> None:
    assert len(FILES) > 20
