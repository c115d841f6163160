"""Runs the notebooks of examples/notebooks and writes their outputs: `python -m scripts.notebooks`.

Cells run in this process, one after the other, without Jupyter; the last expression of a cell is shown as Jupyter would
show it. `page` makes a notebook a page of the documentation.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"

ORDER = ("rules", "counting", "simulation", "exact", "solitaire", "antiset")


def read(name: str) -> dict[str, Any]:
    """A notebook by its name."""
    found: dict[str, Any] = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    return found


def execute(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its cells; sliders of ipywidgets are left out."""
    names: dict[str, Any] = {"__name__": "__main__"}
    kept = sys.modules.get("ipywidgets", names)
    sys.modules["ipywidgets"] = None  # type: ignore[assignment]
    try:
        cells = [_run(cell, names) if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]
    finally:
        del sys.modules["ipywidgets"]
        if kept is not names:
            sys.modules["ipywidgets"] = kept  # type: ignore[assignment]
    return {**notebook, "cells": cells}


def _run(cell: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    tree, said = ast.parse("".join(cell["source"])), io.StringIO()
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    tree.body = tree.body[:-1] if last else tree.body
    with redirect_stdout(said):
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    outputs: list[dict[str, Any]] = []
    if said.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": said.getvalue().splitlines(True)})
    if value is not None:
        outputs.append(
            {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": display_data(value)}
        )
    return {**cell, "outputs": outputs}


def display_data(value: Any) -> dict[str, Any]:
    """What Jupyter shows of a value: its text, and a picture or a table if it has one."""
    data = {"text/plain": repr(value).splitlines(True)}
    for method, kind in (("_repr_svg_", "image/svg+xml"), ("_repr_html_", "text/html")):
        if (made := getattr(value, method, lambda: None)()) is not None:
            return data | {kind: made.splitlines(True)}
    return data | {"image/svg+xml": _figure(value).splitlines(True)} if hasattr(value, "savefig") else data


def _figure(figure: Any) -> str:
    import matplotlib as mpl

    file = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "setlab", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()[file.getvalue().index("<svg") :]


def page(notebook: dict[str, Any]) -> str:
    """The notebook as Markdown with its outputs."""
    return "\n".join(line for cell in notebook["cells"] for line in _lines(cell))


def _lines(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield from (source, "")
        return
    yield from ("```python", source, "```", "")
    for output in cell["outputs"]:
        data = output.get("data", {})
        picture = "".join(data.get("image/svg+xml") or data.get("text/html") or [])
        if picture:
            yield from (f'<div class="output">{"".join(line.strip() + " " for line in picture.splitlines())}</div>', "")
        else:
            yield from ("```text", "".join(output.get("text") or data["text/plain"]).rstrip(), "```", "")


def main() -> None:
    for name in ORDER:
        text = json.dumps(execute(read(name)), indent=1, ensure_ascii=False)
        (NOTEBOOKS / f"{name}.ipynb").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
