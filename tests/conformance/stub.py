"""The engines that the compiled core declares in `_core.pyi`, with their parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from setlab import _core

STUB = Path(__file__).parents[2] / "src" / "setlab" / "_core.pyi"

NO_ENGINES = {"isa", "isas", "check_interrupt", "Stop", "Interrupted"}

OPTIONS = {"threads", "isa"}
"""Parameters that must not change an answer; a reference does not have them."""

Parameters = dict[str, tuple[Any, Any]]
"""For each name the kind and the default of a parameter, in their order."""

SELF = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.empty)


def public_names() -> set[str]:
    """The functions and classes of the compiled core that are engines."""
    return {name for name in dir(_core) if not name.startswith("_")} - NO_ENGINES


@cache
def declared() -> dict[str, Parameters]:
    """The parameters of every function, and of every method as "Class.method"."""
    found = {}
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = _parameters(node)
        elif isinstance(node, ast.ClassDef) and not any(_name(base) == "TypedDict" for base in node.bases):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            found |= {f"{node.name}.{method.name}": _parameters(method) for method in methods}
    return {name: parameters for name, parameters in found.items() if name.split(".")[0] not in NO_ENGINES}


def without_options(parameters: Parameters) -> Parameters:
    """The parameters that a reference must have."""
    return {name: kind for name, kind in parameters.items() if name not in OPTIONS}


def defined(function: Callable[..., Any]) -> Parameters:
    """The parameters of a function in Python."""
    return {name: (p.kind, p.default) for name, p in signature(function).parameters.items()}


def _parameters(node: ast.FunctionDef) -> Parameters:
    positional = node.args.args
    defaults = [Parameter.empty] * (len(positional) - len(node.args.defaults)) + [*map(_value, node.args.defaults)]
    found: Parameters = {
        argument.arg: (Parameter.POSITIONAL_OR_KEYWORD, default)
        for argument, default in zip(positional, defaults, strict=True)
    }
    for argument, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        found[argument.arg] = (Parameter.KEYWORD_ONLY, Parameter.empty if value is None else _value(value))
    return found


def _value(node: ast.expr) -> Any:
    return ast.literal_eval(node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
