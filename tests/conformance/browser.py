"""The core for browsers as an engine of the conformance suite: core.wasm in Node, by the names of `setlab._core`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from setlab import web

CORE = Path(web.__file__).parent / "static" / "core.wasm"
ASK = Path(__file__).parent / "ask.mjs"

Kept = TypeVar("Kept", bound="_Player | _Solver")


def why_not() -> str:
    """Why the core for browsers cannot be asked here; an empty text if it can."""
    if shutil.which("node") is None:
        return "no Node.js here"
    return "" if CORE.exists() else "no core.wasm: run `make wasm`"


class BrowserCore:
    """The functions and classes of the core for browsers, in one process of Node."""

    def __init__(self) -> None:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        alone = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # of sanitizers
        self._last: _Player | _Solver | None = None
        self._node = subprocess.Popen(["node", "--no-warnings", str(ASK), str(CORE)], env=alone, **pipes)

    def close(self) -> None:
        """End the process."""
        self._node.communicate(timeout=60)

    def ask(self, name: str, /, **asked: Any) -> Any:
        """The answer to a question; raise `ValueError` if it is refused."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps({"name": name, "asked": asked}, default=_written))
        self._node.stdin.write("\n")
        self._node.stdin.flush()
        answer = json.loads(self._node.stdout.readline(), object_hook=_read)
        if "refused" in answer:
            raise ValueError(answer["refused"])
        return answer["found"]

    # --- by the names of the native core

    def draw_bits_table(self, **asked: Any) -> Any:
        return self.ask("draw_bits_table", **_whole(asked))

    def draw_below_table(self, **asked: Any) -> Any:
        return self.ask("draw_below_table", **_whole(asked))

    def count_lines(self, **asked: Any) -> Any:
        return self.ask("count_lines", **asked)

    def find_lines(self, **asked: Any) -> Any:
        found = self.ask("find_lines", **asked)
        return [found["offsets"], found["sets"]]

    def first_line(self, **asked: Any) -> Any:
        return self.ask("first_line", **_whole(asked))

    def count_lines_dealt(self, **asked: Any) -> Any:
        return self.ask("count_lines_dealt", **_whole(asked))

    def first_plane(self, **asked: Any) -> Any:
        return self.ask("first_plane", **_whole(asked))

    def count_planes_dealt(self, **asked: Any) -> Any:
        return self.ask("count_planes_dealt", **_whole(asked))

    def play_endgame(self, **asked: Any) -> Any:
        return self.ask("play_endgame", **_whole(asked))

    def solitaire_clairvoyant_order(self, **asked: Any) -> Any:
        return self.ask("solitaire_clairvoyant_order", **asked)

    def SolitaireEngine(self, **asked: Any) -> _Player:
        return self._keep(_Player(self, **asked))

    def AntisetEngine(self, **asked: Any) -> _Solver:
        return self._keep(_Solver(self, **asked))

    def _keep(self, made: Kept) -> Kept:
        """What was made last is kept; what was made before is dropped."""
        if self._last is not None:
            self._last.drop()
        self._last = made
        return made


class _Player:
    def __init__(self, core: BrowserCore, strategy: str, budgets: dict[str, int], weights: dict[str, Any]) -> None:
        given = {name: rows.tolist() for name, rows in weights.items()} if strategy == "valued" else None
        self._core, self._player = core, core.ask("make_player", way=strategy, budgets=budgets, weights=given)

    def drop(self) -> None:
        self._core.ask("drop_player", player=self._player)

    def judge(self, **asked: Any) -> Any:
        return self._core.ask("judge", player=self._player, **asked)

    def play_moves(self, **asked: Any) -> Any:
        return self._core.ask("play_solitaire", player=self._player, **_whole(asked, "seed", "first"))

    def play(self, **asked: Any) -> Any:
        return {name: column for name, column in self.play_moves(**asked).items() if name != "moves"}


class _Solver:
    """A solver without the symmetries of its board, which save work and change no answer."""

    def __init__(self, core: BrowserCore, points: int, blocks: list[list[int]], **symmetries: Any) -> None:
        self._core, self._solver = core, core.ask("make_solver", points=points, blocks=blocks)

    def drop(self) -> None:
        self._core.ask("drop_solver", solver=self._solver)

    def forces(self, **asked: Any) -> Any:
        return self._core.ask("antiset_forces", solver=self._solver, **asked)


def _whole(asked: dict[str, Any], *names: str) -> dict[str, Any]:
    """The arguments with whole numbers beyond 2^53 as text."""
    wide = names or ("seed", "first", "trials")
    return asked | {name: {"whole": str(asked[name])} for name in wide}


def _written(value: Any) -> Any:
    """Arrays of numpy, and members of enumerations, as JSON."""
    if isinstance(value, np.ndarray) and value.dtype == np.uint64:
        return {"words": [str(word) for word in value.ravel().tolist()]}
    return value.tolist()


def _read(value: dict[str, Any]) -> Any:
    return int(value["whole"]) if value.keys() == {"whole"} else value
