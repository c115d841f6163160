"""A package's attribute that has the name of one of its modules is that module: no function hides its own module."""

import importlib
import pkgutil
from types import ModuleType

import pytest

import setlab

PACKAGES = [
    "setlab",
    *(found.name for found in pkgutil.walk_packages(setlab.__path__, "setlab.") if found.ispkg),
]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_function_hides_its_module(package: str) -> None:
    here = importlib.import_module(package)
    for found in pkgutil.iter_modules(here.__path__):
        module = importlib.import_module(f"{package}.{found.name}")
        assert getattr(here, found.name) is module, f"{package}.{found.name} is not the module: rename one of the two"
        assert isinstance(module, ModuleType)


def test_there_are_packages() -> None:
    assert {"setlab", "setlab.geometry", "setlab.cli.verbs.solitaire"} <= set(PACKAGES)
