"""Draws: the published answers, tables by the compiled core, and no favoured results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from setlab import _core
from setlab.draws import Draws, Words, accept, philox

ORACLE = Path(__file__).parent / "oracles" / "philox.txt"
WIDTHS = (16, 32)


def known_answers() -> list[tuple[Words, tuple[int, int], Words]]:
    lines = [line for line in ORACLE.read_text().splitlines() if not line.startswith("#")]
    rows = [[int(word, 16) for word in line.split()] for line in lines]
    return [((r[0], r[1], r[2], r[3]), (r[4], r[5]), (r[6], r[7], r[8], r[9])) for r in rows]


def test_philox_gives_the_published_answers() -> None:
    answers = known_answers()
    assert len(answers) == 3
    for counter, key, result in answers:
        assert philox(counter, key) == result


def test_the_core_gives_the_published_answers() -> None:
    """The address (trial, draw) reaches the counters of the oracle whose last word, the attempt, is 0."""
    result = known_answers()[0][2]
    halves = [half for word in result for half in (word & 0xFFFF, word >> 16)]
    for isa in _core.isas():
        assert _core.draw_bits_table(0, 0, 1, 8, 16, isa=isa).tolist() == [halves]


def test_a_draw_is_the_documented_part_of_the_documented_block() -> None:
    seed, trial = 0x0123456789ABCDEF, 0xFEDCBA9876543210
    key = (0x89ABCDEF, 0x01234567)
    wide = philox((0x76543210, 0xFEDCBA98, 0x80000003, 0), key)
    narrow = philox((0x76543210, 0xFEDCBA98, 3, 0), key)
    draws = Draws(seed)
    assert [draws.bits(trial, k) for k in range(12, 16)] == list(wide)
    assert [draws.bits(trial, k, width=16) for k in range(24, 32)] == [
        half for word in narrow for half in (word & 0xFFFF, word >> 16)
    ]


def test_a_rejected_draw_moves_to_the_next_attempt_of_the_same_k() -> None:
    bound = 2**31 + 1  # nearly half of all draws are rejected
    rejected = 0
    for trial in range(50):
        block = [philox((trial, 0, 0x80000000, attempt), (9, 0))[2] for attempt in range(40)]
        attempts = [accept(x, bound) for x in block]
        first = next(result for result in attempts if result is not None)
        rejected += attempts[0] is None
        assert Draws(9).below(trial, 2, bound) == first
        assert _core.draw_below(9, trial, 2, bound) == first
    assert rejected > 10


@pytest.mark.parametrize("width", WIDTHS)
def test_long_rows_and_many_trials_do_not_depend_on_threads_or_instruction_set(width: int) -> None:
    bounds = np.arange(1, 1501, dtype=np.uint64)
    tables = [
        _core.draw_below_table(5, 100, 300, bounds, width, threads=threads, isa=isa)
        for isa in _core.isas()
        for threads in (1, 2, 7)
    ]
    assert all(np.array_equal(tables[0], table) for table in tables[1:])
    for trial, k in ((0, 0), (1, 255), (299, 256), (150, 1499)):
        assert tables[0][trial, k] == Draws(5).below(100 + trial, k, k + 1, width)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 80, 81, 1080, 21845, 32768, 32769, 43691, 65535, 65536])
def test_every_result_has_equally_many_accepted_draws(bound: int) -> None:
    """All 2^16 draws of 16 bits: the accepted ones share out evenly, and as few as possible are rejected."""
    results = Counter(accept(x, bound, width=16) for x in range(2**16))
    rejected = results.pop(None, 0)
    assert rejected == 2**16 % bound
    assert sorted(key for key in results if key is not None) == list(range(bound))
    assert set(results.values()) == {2**16 // bound}
    assert all(_core.accept_draw(x, bound, 16) == accept(x, bound, 16) for x in range(0, 2**16, 3))


def test_the_core_accepts_what_the_definition_accepts() -> None:
    assert all(_core.accept_draw(x, 81, 16) == accept(x, 81, 16) for x in range(2**16))
    for bound in (3, 81, 2**31 + 1, 2**32 - 1, 2**32):
        for x in (0, 1, bound - 1, 2**31, 2**32 - 1, *range(0, 2**32, 2**32 // 1000)):
            if x < 2**32:
                assert _core.accept_draw(x, bound) == accept(x, bound)


def test_the_two_widths_are_independent_numbers() -> None:
    wide = Draws(4).bits_table(0, 50, 40)
    narrow = Draws(4).bits_table(0, 50, 80, width=16).astype(np.uint32)
    assert not np.any(wide == (narrow[:, 0::2] | narrow[:, 1::2] << 16))


def test_methods_reach_the_core() -> None:
    draws = Draws(8)
    assert draws.bits_table(3, 2, 5, 16, threads=1).tolist() == [
        [draws.bits(trial, k, 16) for k in range(5)] for trial in (3, 4)
    ]
    assert draws.below_table(3, 2, range(1, 82)).tolist() == [
        [draws.below(trial, k, k + 1) for k in range(81)] for trial in (3, 4)
    ]
    assert draws.bits_table(2**64 - 1, 1, 1).tolist() == [[draws.bits(2**64 - 1, 0)]]
    assert draws.bits(0, 2**33 - 1) == philox((0, 0, 2**32 - 1, 0), (8, 0))[3]


def test_draws_are_a_frozen_value() -> None:
    assert eval(repr(Draws(5))) == Draws(5)
    assert Draws(np.uint64(5)).seed == 5  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        Draws(5).seed = 6  # type: ignore[misc]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Draws(-1), "seed -1 is out of range"),
        (
            lambda: Draws(2**64),
            "seed 18446744073709551616 is out of range: choose one from 0 to 18446744073709551615",
        ),
        (lambda: Draws(0).bits(2**64, 0), "trial 18446744073709551616"),
        (lambda: Draws(0).bits(0, 2**33), "draw 8589934592"),
        (lambda: Draws(0).bits(0, 2**34, 16), "draw 17179869184"),
        (lambda: Draws(0).bits(0, 0, 8), "width 8"),
        (lambda: Draws(0).below(0, 0, 0), "bound 0"),
        (lambda: Draws(0).below(0, 0, 2**16 + 1, 16), "bound 65537"),
        (lambda: Draws(0).below_table(0, 1, [6, 0]), "bound 0"),
        (lambda: Draws(0).bits_table(2**64 - 1, 2, 1), "number of trials 2"),
        (lambda: Draws(0).bits_table(0, -1, 1), "number of trials -1"),
        (lambda: Draws(0).bits_table(0, 1, 1, threads=0), "threads 0"),
        (lambda: _core.draw_bits_table(0, 0, 1, 1, 8), "width 8"),
        (lambda: _core.draw_below(0, 0, 0, 0), "bound 0"),
    ],
)
def test_what_is_out_of_range_is_refused_with_value_rule_and_remedy(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=message):
        call()


def test_a_table_too_large_for_memory_is_an_error_not_a_crash() -> None:
    with pytest.raises(MemoryError):
        Draws(0).bits_table(0, 2**63, 2**20)
