"""The backend for GPUs, as far as it goes without one: sources, tables, layouts, refusals."""

import builtins
import re
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from setlab.draws import philox
from setlab.errors import SpecError
from setlab.experiment.backends import find_backend
from setlab.experiment.backends import gpu as device_module
from setlab.experiment.backends.gpu import Device, source_of, trials_on
from setlab.experiment.backends.gpu.flats import all_flats, flats_per_card
from setlab.experiment.backends.gpu.games import (
    DRAW_BLOCKS,
    Totals,
    cut_range,
    philox_tables,
    solitaire_histograms,
    table_size,
    totals_of,
)
from setlab.experiment.kernels.dealing import LINE, PLANE
from setlab.experiment.kernels.endgame import SUMS, EndgameParameters, run_engine
from setlab.experiment.kernels.solitaire import SolitaireParameters
from setlab.experiment.kernels.solitaire import run_engine as run_solitaire
from setlab.experiment.spec import make_spec
from setlab.geometry import Space

SEED, HIGH = 9223372036854788153, 5
NATIVE = Path(__file__).parents[3] / "native"


@pytest.mark.parametrize("strategy", ["random", "basic", "thrifty"])
def test_the_histograms_of_solitaire_follow_from_the_cards_left(strategy: str) -> None:
    p = SolitaireParameters.complete({"strategy": strategy})
    tally = run_solitaire(p, 1, 0, 400).histograms
    assert solitaire_histograms(tally["leftover"]) == tally


@pytest.mark.parametrize("name", ["endgame.cu", "flats.cu", "standard.cu"])
def test_a_source_is_one_text_without_includes_or_the_standard_library(name: str) -> None:
    text = source_of(name, {"SETLAB_DIMENSION": 4})
    assert "#include" not in text
    assert "std::" not in text
    assert text.count("struct Block {") == 1
    assert re.search(r'extern "C" __global__', text)
    definitions = re.findall(r"^(?:struct|class|enum class) \w+ \{", text, re.MULTILINE)
    assert len(definitions) == len(set(definitions)), "a header that two others include came twice"


def test_an_installed_package_has_the_sources_of_all_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What native/CMakeLists.txt installs is enough to put every kernel together."""
    rule = r"install\(DIRECTORY (\S+) DESTINATION \$\{gpu_sources\}/(\S+) (.*)\)"
    rules = re.findall(rule, (NATIVE / "CMakeLists.txt").read_text())
    lines = (f'file(INSTALL "{NATIVE}/{what}" DESTINATION "{tmp_path}/{to}" {how})' for what, to, how in rules)
    script = tmp_path / "install.cmake"
    script.write_text("\n".join(lines))
    subprocess.run([Path(sys.executable).with_name("cmake"), "-P", script], check=True, capture_output=True)
    monkeypatch.setattr(device_module, "PLACES", (tmp_path,))
    kernels = sorted(path.name for path in (NATIVE / "cuda").glob("*.cu"))
    assert kernels == ["endgame.cu", "flats.cu", "standard.cu"]
    for name in kernels:
        assert 'extern "C" __global__' in source_of(name, {})


def test_the_tables_of_two_rounds_lead_to_the_blocks_of_philox() -> None:
    """What native/cuda/standard/draws.cuh computes from the tables, against setlab.draws."""
    words = iter(philox_tables(SEED, HIGH))
    key_0, key_1 = ([next(words) for _ in range(10)] for _ in range(2))
    word_1, word_2, word_3 = ([next(words) for _ in range(DRAW_BLOCKS)] for _ in range(3))
    low, m0, m1 = 123456789, 0xD2511F53, 0xCD9E8D57
    product_0 = m0 * low
    product_1 = m1 * (product_0 >> 32 ^ key_1[0])
    for b in (0, 7, 14):
        counter = (
            product_1 >> 32 ^ word_1[b],
            product_1 & 0xFFFFFFFF,
            word_2[b] ^ product_0 & 0xFFFFFFFF,
            word_3[b],
        )
        for r in range(2, 10):
            c0, c1, c2, c3 = counter
            p0, p1 = m0 * c0, m1 * c2
            counter = p1 >> 32 ^ c1 ^ key_0[r], p1 & 0xFFFFFFFF, p0 >> 32 ^ c3 ^ key_1[r], p0 & 0xFFFFFFFF
        assert counter == philox((low, HIGH, b, 0), (SEED & 0xFFFFFFFF, SEED >> 32))


@pytest.mark.parametrize(("first", "trials"), [(0, 100_000), (2**32 - 5, 12), (2**33 - 9000, 20_000), (7, 1)])
def test_cut_range_cover_a_range_and_cross_no_carry(first: int, trials: int) -> None:
    found = list(cut_range(first, first + trials, 8192, 5 * 8192))
    assert found[0][0] == first
    assert sum(number for _, number, _ in found) == trials
    for start, number, whole in found:
        assert number > 0
        assert not whole or number % 8192 == 0
        assert start >> 32 == start + number - 1 >> 32


@pytest.mark.parametrize(("flat", "dimension"), list(product([LINE, PLANE], [2, 3, 4])))
def test_all_flats_are_all_different_and_closed_under_third_cards(flat: Any, dimension: int) -> None:
    rows, space = all_flats(flat, dimension).tolist(), Space(dimension)
    assert len({frozenset(row) for row in rows}) == len(rows)
    assert len(rows) == flats_per_card(flat, dimension) * 3**dimension // flat.cards
    for row in rows[:: max(1, len(rows) // 50)]:
        assert {space.third(a, b) for a, b in product(row, row)} == set(row)


@pytest.mark.parametrize("counted", [None, "sets"])
@pytest.mark.parametrize("dimension", [3, 4, 6])
def test_totals_are_read_as_the_core_counts(dimension: int, counted: str | None) -> None:
    """The array of the GPU, filled with the tally of the CPU, is read back as that tally.

    native/cuda/endgame.test.cpp fills it by the kernel, in the same order.
    """
    p = EndgameParameters.complete({"dimension": dimension, "count": counted})
    tally = run_engine(p, 1, 0, 300).histograms
    layout = totals_of(p)
    array = np.zeros(layout.length, np.uint64)
    size, sizes, row = layout.size, len(layout.sizes), layout.row
    for i, name in enumerate(("searches", "no_set", "first_no_set")):
        for key, count in tally[name].items():
            array[i * size + key] = count
    for key, count in tally["turns"].items():
        array[3 * size + key] = count
    first = 3 * size + layout.turns
    tables = first + row + 3 * sizes * row
    for sets, games in tally.get("first_sets", {}).items():
        array[first + sets] = games
    for i, name in enumerate(SUMS if counted else ()):
        for (cards, sets), number in tally[name].items():
            array[first + row + (i * sizes + (cards - p.table) // 3) * row + sets] = number
    for cards, number in tally.get("sets_sum_squared", {}).items():
        array[layout.length - sizes + (cards - p.table) // 3] = number
    if layout.joint:
        for (largest, leftover), count in tally["largest_table_and_leftover"].items():
            array[tables + largest * size + leftover] = count
    else:
        for key, count in tally["leftover"].items():
            array[tables + key] = count
        for key, count in tally["largest_table"].items():
            array[tables + size + key] = count
    assert layout.histograms(array) == tally


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"refill": "always-three", "choice": "reject"},
        {"table": 30},
        {"dimension": 2},
        {"dimension": 3, "table": 9},
        {"dimension": 5},
        {"dimension": 4, "refill": "greedy-deck"},
    ],
)
def test_no_table_is_larger_than_the_memory_that_it_gets(given: dict[str, Any]) -> None:
    p = EndgameParameters.complete(given)
    tally = run_engine(p, 1, 0, 2000).histograms
    assert max(tally["largest_table"]) <= table_size(p).slots
    if p.table < p.deal_size:
        counted = run_engine(replace(p, count="sets"), 1, 0, 2000).histograms["sets"]
        assert {cards for cards, _ in counted} <= set(totals_of(replace(p, count="sets")).sizes)
        assert max(sets for _, sets in counted) <= table_size(p).sets


def test_what_is_counted_in_32_bits_cannot_overflow() -> None:
    """Every game adds at most the square of its searches to an entry; squares of sums are counted in 64 bits."""
    layout = totals_of(EndgameParameters.complete({"count": "sets"}))
    assert layout.shared_entries == layout.length - len(layout.sizes)
    assert layout.most_at_once * layout.turns**2 <= 2**32
    assert Totals(81).most_at_once == 2**24
    assert Totals(81).shared_entries == Totals(81).length == 7028


def test_without_cupy_the_backend_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "cupy":
            raise ModuleNotFoundError(name)
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        ImportError, match=r"^the backend gpu needs CuPy: install setlab\[gpu\], or choose the backend cpu$"
    ):
        find_backend("gpu")


class NoGpu:
    """CuPy on a machine without a GPU."""

    class cuda:
        class runtime:
            CUDARuntimeError = OSError

            @staticmethod
            def getDeviceCount() -> int:
                raise OSError("no CUDA-capable device is detected")


def test_without_a_gpu_the_backend_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_module, "load_cupy", lambda: NoGpu)
    with pytest.raises(SpecError, match=r"^the backend gpu needs the NVIDIA GPU number 0: .*; choose the backend cpu$"):
        find_backend("gpu")


@pytest.mark.parametrize(
    ("kernel", "parameters", "named"),
    [
        ("antiset", {}, "the kernel antiset"),
        ("solitaire", {"strategy": "S9"}, "solitaire by the strategy S9"),
        ("solitaire", {"strategy": "fast"}, "solitaire by the strategy fast"),
        ("endgame", {"values": 4}, "endgame with 4 values"),
        ("endgame", {"values": 4, "count": "sets"}, "endgame with 4 values"),
    ],
)
def test_what_the_gpu_cannot_run_is_named_with_the_remedy(kernel: str, parameters: Any, named: str) -> None:
    nothing = Device.__new__(Device)
    with pytest.raises(SpecError, match=rf"^the backend gpu cannot \w+ {named}: use --backend cpu$"):
        trials_on(nothing, make_spec(kernel, parameters))
