"""The compiled core as a building: headers that stand alone, instruction sets kept apart."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from setlab import _core

NATIVE = Path(__file__).parent.parent / "native"
INCLUDED = NATIVE / "include"
HEADERS = sorted(path for path in (INCLUDED / "setlab").rglob("*.hpp") if not path.name.endswith(".test.hpp"))
ISA_FILES = sorted(NATIVE.glob("*/*.isa.cpp"))
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)

ALL_HEADERS = """
{includes}
using namespace setlab;
constexpr Block answer = philox(Block{{{{0, 0, 0, 0}}}}, 0, 0);
static_assert(answer.word[0] == 0x6627e8d5u && answer.word[3] == 0x9b00dbd8u, "Random123");
static_assert(draw_bits<16>(0, 0, 1) == 0x6627u && TrialDraws<16>(0, 0).bits(7) == 0x9b00u, "parts");
static_assert(draw_below<32>(7, 8, 9, 1) == 0, "one result");
static_assert(third(0, 4) == 8 && is_line(0, 4, 8) && !is_line(4, 4, 4), "lines");
static_assert(cards_in(4) == 81 && words_in(4) == 2 && words_in(8) == 103, "cards");
static_assert(lines_in(4) == 1080 && lines_in(8) == 7173360, "lines");
template <class Word, u32 Places, class Table>
void play(const sliced::Chance<Word>& chance, Table& table, sliced::Outcome<Word>& outcome) {{
    table.lay(chance);
    sliced::play_games<Word, Places>(chance, table, outcome);
}}
template void play<u32, 15>(const sliced::Chance<u32>&, sliced::AgreementTable<u32>&, sliced::Outcome<u32>&);
template void play<u64, 18>(const sliced::Chance<u64>&, sliced::PlainTable<u64, 18>&, sliced::Outcome<u64>&);
"""


def compiler() -> str:
    for name in (os.environ.get("CXX", ""), "c++", "g++", "clang++"):
        if name and (found := shutil.which(name)):
            return found
    pytest.skip("no C++ compiler on this machine")


def run_compiler(source: str, folder: Path, *flags: str) -> None:
    path = folder / "all.cpp"
    path.write_text(source)
    command = [
        compiler(),
        "-fsyntax-only",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        f"-I{NATIVE / 'include'}",
    ]
    done = subprocess.run([*command, *flags, str(path)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_scalar_headers_compile_with_no_standard_library_in_reach(standard: str, tmp_path: Path) -> None:
    """As NVRTC compiles them. The published answers are checked by the compiler itself."""
    includes = "\n".join(f'#include "{header.relative_to(INCLUDED)}"' for header in HEADERS)
    source = ALL_HEADERS.format(includes=includes)
    run_compiler(source, tmp_path, f"-std={standard}", "-nostdinc", "-nostdinc++", "-ffreestanding")


def test_the_attributes_of_the_gpu_stand_where_they_may(tmp_path: Path) -> None:
    """The headers as NVRTC reads them, with its attributes left out."""
    includes = "\n".join(f'#include "{header.relative_to(INCLUDED)}"' for header in HEADERS)
    empty = ("-D__CUDACC_RTC__", "-D__host__=", "-D__device__=", "-D__forceinline__=inline", "-Wno-unknown-pragmas")
    run_compiler(ALL_HEADERS.format(includes=includes), tmp_path, "-std=c++17", "-nostdinc", "-nostdinc++", *empty)


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_every_scalar_header_stands_alone(header: Path, tmp_path: Path) -> None:
    source = f'#include "{header.relative_to(INCLUDED)}"\n'
    run_compiler(source, tmp_path, "-std=c++17", "-nostdinc", "-nostdinc++", "-ffreestanding")


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_scalar_headers_include_no_system_header(header: Path) -> None:
    assert not [system for system, _ in INCLUDE.findall(header.read_text()) if system]


def system_includes(path: Path) -> set[str]:
    found = set()
    for system, local in INCLUDE.findall(path.read_text()):
        if system:
            found.add(system)
        else:
            near = path.parent / local
            folder = NATIVE / "include" if local.startswith("setlab/") else NATIVE
            found |= system_includes(near if near.exists() else folder / local)
    return found


@pytest.mark.parametrize("path", ISA_FILES, ids=lambda path: path.name)
def test_code_for_one_instruction_set_includes_no_standard_library(path: Path) -> None:
    """An inline function of the library, compiled with wide flags, could be linked for the whole program."""
    assert "Isa::SETLAB_TARGET" in path.read_text()
    assert system_includes(path) <= {"immintrin.h", "arm_neon.h"}


def test_plain_code_runs_everywhere_and_the_best_comes_first() -> None:
    names = _core.isas()
    assert names[-2:] == ["portable", "plain"]
    assert names == [name for name in ("avx512", "avx2", "portable", "plain") if name in names]


def test_the_best_instruction_set_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SETLAB_ISA", raising=False)
    assert _core.isa() == _core.isas()[0]
    monkeypatch.setenv("SETLAB_ISA", "")
    assert _core.isa() == _core.isas()[0]
    for name in ("portable", "plain"):
        monkeypatch.setenv("SETLAB_ISA", name)
        assert _core.isa() == name


def test_an_unknown_instruction_set_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETLAB_ISA", "sse9")
    sentence = "SETLAB_ISA 'sse9' is not an instruction set of this machine: choose one of .*portable, plain"
    with pytest.raises(ValueError, match=sentence):
        _core.isa()
    with pytest.raises(ValueError, match=sentence):
        _core.draw_bits_table(0, 0, 1, 1)
    assert _core.draw_bits_table(0, 0, 1, 1, isa="plain").size == 1
    with pytest.raises(ValueError, match="isa 'sse8' is not"):
        _core.draw_bits_table(0, 0, 1, 1, isa="sse8")


def test_an_unknown_instruction_set_does_not_stop_the_import() -> None:
    code = "import sys; from setlab import _core, draws; print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SETLAB_ISA": "sse9"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"
