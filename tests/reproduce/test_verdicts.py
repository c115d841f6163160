"""Verdicts are computed: only `verdicts` names them, no check is made by hand, and the rules are as stated."""

import ast
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from setlab import reproduce
from setlab.reproduce import VERDICTS, items, judge, verdicts
from setlab.reproduce.evidence import (
    LEVEL,
    Bounds,
    Figures,
    Resolution,
    Sample,
    Statement,
    Value,
    check,
    check_fact,
    check_proportion,
    check_test,
    comparisons,
    confidence,
    level,
)
from setlab.sources import Claim, claims

HERE = Path(reproduce.__file__).parent
FILES = sorted(HERE.rglob("*.py"))
RULES, CHECKS = HERE / "verdicts.py", HERE / "evidence.py"


def constants(path: Path) -> Iterator[ast.Constant]:
    yield from (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant))


def calls(path: Path, name: str) -> int:
    nodes = ast.walk(ast.parse(path.read_text()))
    return sum(isinstance(node, ast.Call) and getattr(node.func, "id", "") == name for node in nodes)


def test_no_verdict_is_a_literal() -> None:
    for path in FILES:
        if path != RULES:
            assert [node.lineno for node in constants(path) if node.value in list(VERDICTS)] == [], path


def test_checks_are_made_by_trying() -> None:
    for path in FILES:
        if path != CHECKS:
            assert calls(path, "Check") == 0, f"{path}: use check, check_fact, check_proportion or check_test"


def test_no_fact_is_true_by_name() -> None:
    """The outcome of a check is computed, never a literal True or False."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "check_fact":
                values = [*node.args, *(word.value for word in node.keywords if word.arg == "holds")]
                outcomes = [value for value in values[2:3] if isinstance(value, ast.Constant)]
                assert outcomes == [], f"{path.name}:{node.lineno}"


def test_evidence_uses_what_it_takes() -> None:
    """A function that gathers evidence takes the claim or the runner only if it reads them."""
    nodes = [(path, node) for path in FILES for node in ast.parse(path.read_text()).body]
    for path, node in nodes:
        if isinstance(node, ast.FunctionDef) and any("evidence(" in ast.unparse(mark) for mark in node.decorator_list):
            used = {name.id for part in node.body for name in ast.walk(part) if isinstance(name, ast.Name)}
            assert {argument.arg for argument in node.args.args} <= used, f"{path.name}:{node.lineno}"


def test_every_rule_depends_on_its_evidence() -> None:
    """In `verdicts`, every function that takes evidence can return more than one verdict."""
    for node in ast.parse(RULES.read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.args.args and node.name not in ("worst", "of_checks"):
            named = {c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and c.value in list(VERDICTS)}
            assert len(named) >= 2, node.name


def claim(kind: str = "figure", **fields: object) -> Claim:
    return Claim("A1.x", kind, "", "", "quoted", **fields)  # type: ignore[arg-type]


def judged(text: str, value: Value, trials: int | None = None, **more: object) -> str:
    evidence = Figures(values={"here": value}, **more)  # type: ignore[arg-type]
    return judge(claim(figures={"here": text}, trials=trials), evidence).verdict


@pytest.mark.parametrize(
    ("text", "value", "trials", "verdict"),
    [
        ("1080", 1080, None, "confirmed"),
        ("1081", 1080, None, "wrong"),
        ("98,7%", Fraction(78, 79), 30_000_000, "consistent"),
        ("98,9%", Fraction(78, 79), 30_000_000, "wrong"),
        ("0.13%", Sample(132_000, 10_000_000), 1_000_000, "misprint"),
        ("47.9%", Sample(48, 100), 1_000_000, "open"),
        ("505.440", 505_440, None, "confirmed"),
        ("(1,1,2,2)", "(1, 1, 2, 2)", None, "confirmed"),
        ("(1,1,2,2)", "(1,1,2,0)", None, "wrong"),
        ("45", Bounds(45, None), None, "bounded"),
        ("45", Bounds(45, 45), None, "confirmed"),
        ("45", Bounds(46, None), None, "wrong"),
    ],
)
def test_figures(text: str, value: Value, trials: int | None, verdict: str) -> None:
    assert judged(text, value, trials) == verdict


def test_a_misprint_needs_a_correction_that_fits() -> None:
    assert judged("14,7%", Fraction(14945, 100_000), 10**7) == "wrong"
    assert judged("14,7%", Fraction(14945, 100_000), 10**7, corrected={"here": "14,9%"}) == "misprint"
    assert judged("14,7%", Fraction(14945, 100_000), 10**7, corrected={"here": "15,9%"}) == "wrong"
    assert judged("14,9%", Fraction(14945, 100_000), 10**7, corrected={"here": "14,7%"}) == "consistent"


def test_a_figure_without_a_value_of_ours_is_open() -> None:
    assert judge(claim(figures={"here": "1", "there": "2"}), Figures(values={"here": 1})).verdict == "open"


def test_statements() -> None:
    even = check("even, for {} numbers", [0, 2], lambda n: n % 2 == 0)
    odd = check("even, for {} numbers", [0, 1], lambda n: n % 2 == 0)
    part = check("even, for {} numbers", [0, 2], lambda n: n % 2 == 0, whole=False)
    nothing = check("even, for {} numbers", [], lambda n: False)
    few = check_proportion("rare", "trials", Sample(1, 10), below=Fraction(1, 4))
    often = check_proportion("rare", "trials", Sample(9000, 10_000), below=Fraction(1, 4))

    def verdict(*checks: object, **more: object) -> str:
        return judge(claim("statement"), Statement(*checks, **more)).verdict  # type: ignore[arg-type]

    assert [verdict(c) for c in (even, odd, part, nothing, few, often)] == [
        *("confirmed", "wrong", "consistent", "open", "open", "wrong")
    ]
    assert verdict(even, odd) == "wrong"
    assert verdict(even, part) == "consistent"
    assert verdict() == "open"
    assert verdict(odd, corrected=(even,)) == "misprint"
    assert verdict(odd, corrected=(part,)) == "wrong"
    assert verdict(check_fact("one", "1", len("one") == 1)) == "wrong"
    assert verdict(check_test("same", "a test", 1e-30, 100, "differs")) == "wrong"
    assert verdict(check_test("same", "a test", 0.3, 100, "differs")) == "consistent"


def test_questions() -> None:
    good, part = (check("so, for {} cases", [1], bool, whole=whole) for whole in (True, False))
    bad = check("so, for {} cases", [0], bool)

    def verdict(*checks: object, **bounds: object) -> str:
        return judge(claim("question"), Resolution("", *checks, **bounds)).verdict  # type: ignore[arg-type]

    assert verdict() == "open"
    assert verdict(good) == "settled"
    assert verdict(part) == "bounded"
    assert verdict(good, bad) == "open"
    assert verdict(good, lower=3, upper=3) == "settled"
    assert verdict(good, lower=3, upper=4) == "bounded"
    assert verdict(good, lower=3) == "bounded"
    assert judge(claim("question", trials=100), Resolution("", trials=100)).verdict == "settled"
    assert judge(claim("question", trials=100), Resolution("", trials=99)).verdict == "bounded"
    assert judge(claim("question"), Resolution("", trials=99)).verdict == "bounded"
    assert judge(claim("question"), Resolution("", trials=0)).verdict == "open"


def test_a_picture_without_features_claims_nothing() -> None:
    assert judge(claim("picture"), Figures()).verdict == "redrawn"
    assert judge(claim("picture", figures={"mode": "6"}), Figures(values={"mode": 9})).verdict == "wrong"


def test_the_worst_row_decides() -> None:
    order = list(VERDICTS)
    assert [verdicts.worst(order[i:]) for i in range(len(order))] == order


def test_one_level_for_all_comparisons() -> None:
    assert comparisons() == sum(max(1, len(each.figures)) for each in claims())
    assert comparisons() * level() == pytest.approx(LEVEL)
    assert confidence() == 1 - level()
    assert level(4) == pytest.approx(level() / 4)


def test_every_claim_has_an_item() -> None:
    assert [item.id for item in items()] == [each.id for each in claims()]


def test_what_was_found_is_exact_or_has_an_interval() -> None:
    exact = judge(claim(figures={"here": "1080"}), Figures(values={"here": 1080}))
    sampled = judge(claim(figures={"here": "7%"}, trials=100), Figures(values={"here": Sample(700, 10_000)}))
    assert (exact.exact, exact.interval) == ("here: 1,080", None)
    assert sampled.exact is None
    assert sampled.interval is not None
    assert sampled.interval[0] < 0.07 < sampled.interval[1]
    rare = check_proportion("rare", "trials", Sample(1, 10**6), below=Fraction(1, 4))
    statement = judge(claim("statement"), Statement(rare))
    assert statement.exact is None
    assert statement.interval is not None
    assert judge(claim("question"), Resolution("so", check("so, for ", [1], bool))).exact == "so"
    assert judge(claim("question"), Resolution("so", trials=10)).exact is None
