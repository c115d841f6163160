"""The core for browsers in Chromium: workers share a simulation, and its tally is that of the native core."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from setlab import _core
from tests.browser.conftest import Visit
from tests.conformance.browser import CORE

pytestmark = pytest.mark.skipif(not CORE.exists(), reason="no core.wasm: run `make wasm`")

TRIALS = 200_000
STANDARD: dict[str, Any] = {
    **{"dimension": 4, "values": 3, "deck": list(range(81)), "dealt": 81, "table": 12},
    **{"choice": "random", "refill": "standard", "rare_leftover": 18, "rare_table": 18},
}

SIMULATE = """
async ([name, asked, how]) => {
  const { simulate } = await import(new URL("../core/core.js", document.querySelector("script[type=module]").src));
  const seen = [];
  const tally = await simulate(name, { ...asked, seed: BigInt(asked.seed) }, how, (_, done) => seen.push(done));
  const rows = (part) => ArrayBuffer.isView(part) || Array.isArray(part);
  const shown = (part) => (rows(part) ? Array.from(part, shown) : typeof part === "bigint" ? String(part) : part);
  return [Object.fromEntries(Object.entries(tally).map(([key, part]) => [key, shown(part)])), seen];
}
"""

REFUSED = """
async () => {
  const { ask } = await import(new URL("../core/core.js", document.querySelector("script[type=module]").src));
  const said = await ask("first_line", { seed: 1, first: 0, trials: 1, dimension: 9 }).catch((error) => error.message);
  const [{ slots }] = await ask("solitaire_states", { seed: 1, game: 0, moves: [] });
  return [said, slots];
}
"""


ENDED = """
async () => {
  const { simulate } = await import(new URL("../core/core.js", document.querySelector("script[type=module]").src));
  const ending = new AbortController();
  let seen = 0;
  const progress = () => ++seen === 2 && ending.abort();
  const how = { trials: 1e9, threads: 2, signal: ending.signal };
  const said = await simulate("first_line", { seed: 1, dimension: 4 }, how, progress).then(() => "done", String);
  const then = seen;
  await new Promise((resolve) => setTimeout(resolve, 500));
  return [said, seen - then];
}
"""


def text_of(part: Any) -> Any:
    """The numbers of a tally as the page shows them, which has larger ones than its own."""
    return [text_of(each) for each in part] if isinstance(part, list) else str(part)


def test_workers_share_a_simulation(visit: Visit) -> None:
    page = visit("/solitaire").page
    seed, first = 2**64 - 7, 12345
    how = {"first": first, "trials": TRIALS, "threads": 3}
    tally, seen = page.evaluate(SIMULATE, ["play_endgame", STANDARD | {"seed": str(seed)}, how])
    deck = np.arange(81, dtype=np.uint16)
    native = _core.play_endgame(seed, first, TRIALS, **STANDARD | {"deck": deck})
    assert tally == {name: text_of(part.tolist()) for name, part in native.items()}
    assert seen[-1] == TRIALS
    assert len(seen) == 24


def test_a_million_games_on_all_cores(visit: Visit) -> None:
    page = visit("/solitaire").page
    tally, seen = page.evaluate(SIMULATE, ["play_endgame", STANDARD | {"seed": "7"}, {"trials": 1_000_000}])
    native = _core.play_endgame(7, 0, 1_000_000, **STANDARD | {"deck": np.arange(81, dtype=np.uint16)})
    assert tally == {name: text_of(part.tolist()) for name, part in native.items()}
    assert seen == sorted(seen)
    assert seen[-1] == 1_000_000


def test_moments_of_dealt_cards_add_up(visit: Visit) -> None:
    page = visit("/solitaire").page
    asked = {"seed": "5", "dimension": 4, "histogram_at": [12, 20]}
    tally, _ = page.evaluate(SIMULATE, ["count_lines_dealt", asked, {"trials": 20_000, "threads": 2}])
    native = _core.count_lines_dealt(5, 0, 20_000, dimension=4, histogram_at=[12, 20])
    assert text_of(tally["histograms"]) == [text_of(part.tolist()) for part in native["histograms"]]
    for name in ("sum", "sum_of_squares", "least", "most"):
        assert text_of(tally[name]) == text_of(native[name].tolist())


def test_a_simulation_is_ended(visit: Visit) -> None:
    said, later = visit("/solitaire").page.evaluate(ENDED)
    assert said == "Error: the work was ended"
    assert later == 0


def test_a_refusal_says_why_and_the_worker_goes_on(visit: Visit) -> None:
    said, slots = visit("/solitaire").page.evaluate(REFUSED)
    assert "dimension" in said
    assert len(slots) == 12
