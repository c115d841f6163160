"""Valid values for the parameters of public calls, by the text of their annotation, and objects of public classes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from setlab import AffineMap, Card, CardSet, Deck, Space, Table, antiset, find_notation
from setlab.antiset import Game, Move, Strategy, find_strategy
from setlab.classroom import puzzle
from setlab.client import OpenRoom, Seat
from setlab.draws import Draws
from setlab.experiment import ComparisonResult, Result, Spec, Store, Tally, compare, make_spec, simulate
from setlab.experiment.store import Block
from setlab.geometry import Design, Field, ProjectiveDeck, QuadDeck, affine
from setlab.notation import Notation
from setlab.photo import Photo, SeenCard, look
from setlab.plots import new_figure
from setlab.render import Drawing, Palette, draw_card, find_palette
from setlab.reproduce import Item, Runner, find_items
from setlab.reproduce.evidence import Figures
from setlab.rules import Deal, Rules
from setlab.seeing import Analysis, Candidate, Effect, RatioTest, Reading, Search, Viewer, analyse, simulate_room
from setlab.solitaire import Shuffle, State, Weights, strategy
from setlab.solitaire.values import shipped_weights
from setlab.sources import Claim, find_claim
from setlab.stats import (
    Comparison,
    Interval,
    Origin,
    Printed,
    RatioSums,
    compare_samples,
    proportion_interval,
    read_printed,
)

FACE = {"number": "2", "colour": "red", "filling": "striped", "shape": "oval"}

FOLDER = Path(mkdtemp(prefix="setlab-samples-"))
"""A folder for files that a call may write."""


@cache
def _analysis() -> Analysis:
    """The analysis of a small simulated room, made once."""
    return analyse([simulate_room(seed=1)])


def _photo() -> Photo:
    """What is seen in a grey photo: nothing."""
    import numpy as np

    return look(np.full((60, 80, 3), 90, np.uint8))


INSTANCES: dict[type, Callable[[], Any]] = {
    Photo: _photo,
    SeenCard: lambda: SeenCard(Card(0), ((0.0, 0.0), (3.0, 0.0), (3.0, 2.0), (0.0, 2.0)), 0.99),
    Analysis: _analysis,
    Candidate: lambda: Candidate((0, 1, 2)),
    Effect: lambda: Effect("differ", "each further property that differs"),
    RatioTest: lambda: RatioTest("equal", 1, 0.5, 0.5),
    Reading: lambda: Reading(),
    OpenRoom: lambda: OpenRoom("KRTM", "secret"),
    Seat: lambda: Seat("http://localhost:8000", "KRTM"),
    Search: lambda: Search("", ("colour", "shape"), 2.0, (Candidate((0, 1, 2)),)),
    Viewer: lambda: Viewer(),
    AffineMap: lambda: AffineMap.translation(1),
    Card: lambda: Card(52),
    CardSet: lambda: CardSet([0, 1, 2]),
    Claim: lambda: find_claim("A11.table9"),
    ComparisonResult: lambda: compare("S9", "basic", 20),
    Comparison: lambda: compare_samples({0: 10, 1: 20}, {0: 11, 1: 19}),
    Deck: lambda: Deck(4, 3),
    Design: lambda: affine(2, 3),
    Draws: lambda: Draws(1),
    Drawing: lambda: draw_card(FACE),
    Field: lambda: Field(9),
    Game: lambda: Game("AG(2,3)"),
    Interval: lambda: proportion_interval(3, 10),
    Item: lambda: find_items(["E1.table"])[0],
    Notation: lambda: find_notation(),
    Origin: lambda: Origin(100),
    Palette: lambda: find_palette("classic"),
    ProjectiveDeck: lambda: ProjectiveDeck(),
    QuadDeck: lambda: QuadDeck(),
    Printed: lambda: read_printed("46.9%"),
    RatioSums: lambda: RatioSums(4, 10, 8, 58, 20),
    Result: lambda: simulate("first-set", 100, seed=1),
    antiset.Result: lambda: antiset.play("AG(2,3)", "random", "random").result,
    Runner: lambda: Runner(),
    Shuffle: lambda: Shuffle.of(1, 0),
    Space: lambda: Space(4),
    Spec: lambda: make_spec("first-set"),
    State: lambda: State.of(range(12)),
    Store: lambda: Store(FOLDER / "store.db"),
    Strategy: lambda: find_strategy("random"),
    Table: lambda: Table.of([0, 1, 2]),
    Tally: lambda: Tally("0"),
    Weights: lambda: shipped_weights(),
}
"""An object of every public class that has methods with parameters."""

SAMPLES: dict[str, Callable[[], Any]] = {
    "Crowding | None": lambda: None,
    "tuple[Effect, ...]": tuple,
    "tuple[Rate, ...]": tuple,
    "tuple[RatioTest, ...]": tuple,
    "tuple[Candidate, ...]": tuple,
    "Mapping[str, int]": dict,
    "float | None": lambda: None,
    "Iterable[Any]": list,
    "Iterable[tuple[str, Any]]": list,
    "Any": lambda: "random",
    "int": lambda: 2,
    "int | None": lambda: None,
    "float": lambda: 0.5,
    "bool": lambda: False,
    "str": lambda: "random",
    "kernel: str": lambda: "first-set",
    "str | None": lambda: None,
    "str | Path": lambda: FOLDER / "other.db",
    "File": lambda: FOLDER / "file.svg",
    "Fraction": lambda: Fraction(1, 2),
    "Fraction | float | None": lambda: None,
    "Reading": lambda: 2,
    "Cards": lambda: [0, 1, 2],
    "Cards | int": lambda: [0, 1, 2],
    "Several": lambda: [0, 1, 2],
    "Reading | Sequence[int]": lambda: 2,
    "str | Iterable[str]": lambda: "0000",
    "str | Iterable[int | str]": lambda: "0000",
    "Iterable[int]": lambda: [0, 1, 2],
    "Sequence[int]": lambda: [0, 1, 2],
    "NDArray[np.integer]": lambda: [[0, 1, 2]],
    "Sequence[float]": lambda: [0.5, 1.5],
    "Sequence[str]": lambda: ["random"],
    "Sequence[Sequence[int]]": lambda: [[1, 0], [0, 1]],
    "Iterable[Iterable[int]]": lambda: [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "Iterable[Sequence[int]]": lambda: [(0, 1, 2)],
    "Iterable[tuple[int, ...]]": lambda: [(0, 1, 2)],
    "Iterable[Line]": lambda: [(0, 1, 2)],
    "tuple[int, ...]": lambda: (0, 1, 2),
    "tuple[str, ...]": lambda: ("a", "b", "c"),
    "tuple[int, int, int] | None": lambda: None,
    "tuple[Line, ...]": lambda: ((0, 1, 2),),
    "tuple[Property, ...]": lambda: find_notation().properties,
    "tuple[Element, ...]": tuple,
    "tuple[Cell, ...]": tuple,
    "Sequence[Any]": lambda: ["S9", "basic"],
    "tuple[Choice, ...]": tuple,
    "tuple[Move, ...]": lambda: (Move(0, ""),),
    "tuple[str, str]": lambda: ("S9", "basic"),
    "tuple[str | None, str | None]": lambda: (None, None),
    "Mapping[Pair, int]": lambda: {(0, 1): 2},
    "Sequence[OwnStrategy]": lambda: ["random"],
    "Line": lambda: (0, 1, 2),
    "Numbers": lambda: (0, 1),
    "dict[int, int]": dict,
    "dict[int, Numbers]": dict,
    "dict[int, tuple[int, ...]]": dict,
    "Mapping[int, int]": lambda: {0: 1, 1: 2},
    "Mapping[int, Fraction]": lambda: {0: Fraction(1)},
    "Mapping[str, Any]": lambda: {"event": "deal", "cards": [0, 1, 2]},
    "Mapping[str, str]": dict,
    "Mapping[str, tuple[str, str]]": dict,
    "Mapping[str, Drawing]": lambda: {"card": draw_card(FACE)},
    "Face": lambda: FACE,
    "Sequence[Face]": lambda: [FACE],
    "Sequence[Sequence[Sequence[Face]]]": lambda: [[[FACE]]],
    "Event": lambda: Deal((0, 1, 2)),
    "Iterable[Event]": lambda: [Deal((0, 1, 2))],
    "Rules": lambda: Rules(),
    "Search": lambda: lambda table: None,
    "Choose": lambda: lambda game, draws, trial: Move(0, ""),
    "Ours": lambda: Fraction(1, 2),
    "Stream": lambda: sys.stdout,
    "Design | str": lambda: "AG(2,3)",
    "Drawing | Sequence[Drawing]": lambda: draw_card(FACE),
    "Notation | str": lambda: "thesis",
    "Notation | str | None": lambda: None,
    "str | Palette": lambda: "classic",
    "Parameters": lambda: make_spec("first-set").parameters,
    "float | str": lambda: 100,
    "tuple[float, ...]": lambda: (0.5, 0.5, 0.5),
    "Mapping[int, Fraction | int | float]": lambda: {0: Fraction(1)},
    "Axes": lambda: new_figure()[1][0],
    "Figure": lambda: new_figure()[0],
    "Sequence[Row]": list,
    "Sequence[Series]": list,
    "OwnStrategy": lambda: strategy("basic"),
    "Block": lambda: Block(0, Tally("0"), 1.0),
    "Sequence[Block]": lambda: [Block(0, Tally("0"), 1.0)],
    "Gather": lambda: lambda runner: None,
    "ClaimEvidence": lambda: Figures(values={}),
    "tuple[Claim, ...]": tuple,
    "date": lambda: date(2026, 11, 16),
    "date | str": lambda: "2026-11-16",
    "Difficulty": lambda: puzzle("2026-11-16").difficulty,
    "Profile": lambda: (1, 0, 0, 0),
    "tuple[float, float]": lambda: (1.0, 2.0),
    "tuple[SeenCard, ...]": tuple,
    "tuple[Corner, Corner, Corner, Corner]": lambda: ((0.0, 0.0), (3.0, 0.0), (3.0, 2.0), (0.0, 2.0)),
    "Mapping[str, float]": dict,
    "tuple[tuple[Card, float], ...]": tuple,
    "Thing": lambda: CardSet([0]),
    "NDArray[np.uint8] | None": lambda: None,
    "tuple[tuple[int, ...], ...]": lambda: ((0, 1, 2),),
    "tuple[int, int] | None": lambda: None,
}


@cache
def instance_of(class_: type) -> Any:
    """An object of a public class."""
    return INSTANCES[class_]()


def sample_for(name: str, annotation: str, named: Any) -> Any:
    """A valid value for a parameter: an object of the class that its annotation names, or a sample."""
    if named in INSTANCES:
        return instance_of(named)
    return SAMPLES.get(f"{name}: {annotation}", SAMPLES[annotation])()
