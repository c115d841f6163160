"""Every engine of the compiled core against its reference, with every instruction set and number of threads."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from setlab import _core, reference
from tests.conformance.engine import Engine, answer_of, options_to_try, parameters_of
from tests.conformance.engines import ENGINES
from tests.conformance.stub import NO_ENGINES, SELF, declared, defined, public_names, without_options


@pytest.mark.parametrize("engine", ENGINES, ids=str)
def test_the_engine_answers_as_its_reference(engine: Engine) -> None:
    @settings(max_examples=engine.examples)
    @given(engine.arguments)
    def answers_agree(asked: Any) -> None:
        expected = engine.meaning(answer_of(reference, engine.name, asked, {}), asked)
        for options in options_to_try(engine):
            found = engine.meaning(answer_of(engine.home, engine.name, asked, options), asked)
            assert found == expected, f"{engine.name} with {options}"

    answers_agree()


def test_every_engine_of_the_core_is_compared() -> None:
    names = [engine.name for engine in ENGINES if engine.home is _core]
    assert public_names() == set(names)


def test_the_reference_exports_what_is_compared_once() -> None:
    names = [engine.name for engine in ENGINES]
    assert len(names) == len(set(names))
    assert set(reference.__all__) == set(names)


def test_the_stub_declares_what_the_core_has() -> None:
    assert {name.split(".")[0] for name in declared()} == public_names()
    assert all(hasattr(_core, name) for name in NO_ENGINES)


@pytest.mark.parametrize("engine", ENGINES, ids=str)
def test_the_reference_has_the_parameters_of_the_engine(engine: Engine) -> None:
    found = getattr(reference, engine.name)
    for method, parameters in parameters_of(engine).items():
        attribute = getattr(found, method) if method else found
        ours = {"self": SELF} if isinstance(attribute, property) else defined(attribute)
        assert list(ours.items()) == list(without_options(parameters).items()), method or engine.name
