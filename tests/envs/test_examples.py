"""The examples for learning agents run, and what they and docs/envs.md say about the policy holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from runpy import run_path

import numpy as np

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *options: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *options]
    return str(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_a_policy_is_trained() -> None:
    out = run("solitaire_policy.py", "--rounds", "1", "--vectors", "4", "--games", "10", "--test-games", "20")
    assert "round 1: " in out
    assert out.count("of the tables") == 2


def test_the_policy_of_the_page_is_better_than_basic() -> None:
    compare = run_path(str(EXAMPLES / "solitaire_policy.py"))["compare"]
    ours, basic = compare(np.array([-0.4, -0.94, -1, 0.15], np.float32), 2000)
    assert ours > basic + 80  # three standard deviations below what the page says


def test_an_agent_plays_against_theorem_7() -> None:
    out = run("antiset_agent.py", "--games", "300")
    assert "Olivia lost 300 of 300 games" in out
    assert "the largest cap has 9 points" in out
