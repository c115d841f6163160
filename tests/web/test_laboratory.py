"""The laboratory on a real server: the numbers of the command line, refusals, exact tables, the report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from setlab import simulate
from setlab.antiset.strategies import STRATEGIES, find_strategy
from setlab.cli.main import status_of
from setlab.exact import exact_no_set
from setlab.experiment.kernels import find_kernel
from setlab.experiment.result import Result
from setlab.experiment.spec import make_spec
from setlab.experiment.tally import Tally
from setlab.geometry.design import find_design
from setlab.reproduce.judgement import SHIPPED
from setlab.sources import find_claim
from setlab.stats import proportion_interval
from setlab.web.laboratory.runs import AT, LEFT_OUT, OFFERS, QUESTIONS, spec_of
from setlab.web.laboratory.views import LEVEL, TABLES, bars_json, exact_values, find_verdict, printed_figures
from setlab.web.settings import Limits, Settings
from tests.web.serving import PATIENCE, Client, Serving, inside_serving
from tests.web.test_jobs import until

REPORT = Path(__file__).parents[2] / "docs" / "reproduce" / "report.json"
CHOSEN = {"choice": "popular", "lost": 1}
LEFT: dict[str, Any] = {"kernel": "endgame", "parameters": CHOSEN, "seed": 7, "trials": 3000, "show": "leftover"}
ENDLESS = {"kernel": "endgame", "parameters": {"dimension": 6}, "seed": 7, "trials": 10_000_000, "show": "leftover"}


@contextmanager
def run_socket(web: Client, asked: object, origin: str | None = None) -> Iterator[ClientConnection]:
    """A visitor who asks for a run."""
    url, who = f"ws://{web.address}/api/lab/run", None if origin is None else Origin(origin)
    with connect(url, origin=who, open_timeout=PATIENCE, close_timeout=1, max_size=None, proxy=None) as socket:
        with suppress(ConnectionClosed):  # who may not ask is refused before the question comes
            socket.send(asked if isinstance(asked, str | bytes) else json.dumps(asked))
        yield socket


def messages(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """Everything that the server tells until it closes the socket."""
    try:
        while True:
            yield json.loads(socket.recv(PATIENCE))
    except ConnectionClosed:
        return


def get(web: Client, path: str, **query: Any) -> Any:
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in query.items()}
    return web.get(f"/api/lab/{path}?{urlencode(texts)}")


def test_a_run_settles_to_the_numbers_of_the_library(web: Serving) -> None:
    with run_socket(web, LEFT) as socket:
        *before, last = messages(socket)
    assert {each["type"] for each in before} <= {"queued", "progress"}
    trials = [each["trials"] for each in before if each["type"] == "progress"]
    assert trials == sorted(trials)
    assert len(trials) > 3
    assert last["type"] == "done"
    assert last["complete"]
    result = simulate("endgame", 3000, seed=7, choice="popular", lost=1)
    assert {bar["key"]: bar["count"] for bar in last["bars"]} == {
        str(key): count for key, count in result.tally["leftover"].items()
    }
    six = next(bar for bar in last["bars"] if bar["count"] > 100)
    ends = proportion_interval(six["count"], 3000, LEVEL)
    assert (six["low"], six["high"]) == (ends.low, ends.high)


def test_the_command_gives_the_same_data_and_the_same_figure(web: Serving, tmp_path: Path) -> None:
    told = get(web, "run", run=LEFT).json
    data, figure = tmp_path / "run.csv", tmp_path / "run.svg"
    words = told["command"].split()
    assert words[:2] == ["setlab", "simulate"]
    files = ["--export", str(data), "--plot", str(figure), "--panels", "leftover", "--no-store", "--json"]
    assert status_of([*words[1:], *files]) == 0
    assert get(web, "data.csv", run=LEFT).body == data.read_bytes()
    assert get(web, "figure.svg", run=LEFT).body == figure.read_bytes()


def test_more_trials_go_on_where_the_run_ended(web: Serving) -> None:
    asked = {"kernel": "first-set", "parameters": {}, "seed": 11, "trials": 500, "show": "first_set"}
    with run_socket(web, asked) as socket:
        assert list(messages(socket))[-1]["trials"] == 500
    with run_socket(web, {**asked, "trials": 2000}) as socket:
        first, *_, last = messages(socket)
    assert first["trials"] == 500
    counts = {int(bar["key"]): bar["count"] for bar in last["bars"] if bar["count"]}
    assert counts == simulate("first-set", 2000, seed=11).tally["first_set"]


def test_two_runs_are_tested(web: Serving) -> None:
    one = {"kernel": "endgame", "parameters": {"choice": "popular"}, "seed": 1, "trials": 20_000, "show": "leftover"}
    other = {**one, "parameters": {"choice": "reject"}, "seed": 2}
    found = get(web, "comparison", run=one, other=other).json
    assert found["differs"]
    assert float(found["p"]) < 1e-6
    same = get(web, "comparison", run=one, other={**one, "seed": 3}).json
    assert not same["differs"]
    assert not same["alike"]
    won = {"kernel": "antiset", "parameters": {"design": "AG(2,3)"}, "seed": 1, "trials": 20, "show": "winner"}
    assert get(web, "comparison", run=won, other={**won, "seed": 2}).json["alike"]
    refused = get(web, "comparison", run=one, other={**other, "seed": 1})
    assert refused.status == 409
    assert "not independent" in refused.json["reason"]
    assert get(web, "figure.svg", run=one, other=other).body.startswith(b"<?xml")


def test_closing_the_page_ends_the_run(web: Serving) -> None:
    with run_socket(web, ENDLESS) as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "progress"
        until(lambda: web.metric("setlab_jobs_running") == 1)
    until(lambda: web.metric("setlab_jobs_running") + web.metric("setlab_jobs_waiting") == 0)


def test_a_budget_that_is_spent_ends_the_run_early(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "rooms.sqlite"), jobs=1, limits=Limits(run_seconds=0.05))
    with inside_serving(settings) as server:
        with run_socket(server, ENDLESS) as socket:
            *_, last = messages(socket)
        assert last["type"] == "done"
        assert not last["complete"]
        assert 0 < last["trials"] < last["wanted"] == ENDLESS["trials"]
        assert sum(bar["count"] for bar in last["bars"]) == last["trials"]
        refused = get(server, "data.csv", run=ENDLESS)
        assert (refused.status, refused.json["code"]) == (503, "too-long")
        known = get(server, "data.csv", run={**ENDLESS, "trials": last["trials"]})
        assert f"# trials: {last['trials']}".encode() in known.body


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kernel": "poker"}, "'poker' is not offered here"),
        ({"kernel": "antiset", "parameters": {"design": "STS:/etc/passwd"}}, "design=STS:/etc/passwd is not offered"),
        ({"kernel": "solitaire", "parameters": {"weights": "x"}, "show": "clear"}, "'weights' is not offered"),
        ({"parameters": {"choice": "best"}}, "choice=best is not offered here: choose random,"),
        ({"parameters": {"lost": True}}, "Wrong value of parameters.lost"),
        ({"trials": 10**9}, "1,000,000,000 trials are too many for one run here: choose at most 10,000,000"),
        ({"trials": 0}, "Wrong value of trials"),
        ({"seed": -1}, "Wrong value of seed"),
        ({"show": "mean"}, "'mean' cannot be shown: choose leftover"),
        ({"extra": 1}, "Wrong value of extra"),
        ({"parameters": {"refill": "greedy-deck", "choice": "popular"}}, "leave --choice out"),
    ],
    ids=lambda value: "" if isinstance(value, str) else "-".join(value),
)
def test_what_is_not_offered_is_refused_in_one_sentence(web: Serving, change: dict[str, Any], sentence: str) -> None:
    asked = LEFT | change
    with run_socket(web, asked) as socket:
        (said,) = messages(socket)
    assert said["type"] == "refused"
    assert sentence in said["reason"]
    assert "\n" not in said["reason"]
    answer = get(web, "run", run=asked)
    assert answer.status in (409, 422)
    assert answer.json["reason"] == said["reason"]


@pytest.mark.parametrize("text", ["", "{", "[]", b"\x00", "null", "1" * 3000])
def test_nonsense_is_refused(web: Serving, text: str | bytes) -> None:
    with run_socket(web, text) as socket:
        assert [each["type"] for each in messages(socket)] == ["refused"]


def test_other_sites_may_not_ask(web: Serving) -> None:
    with run_socket(web, LEFT, origin="https://elsewhere.example") as socket:
        assert [each["code"] for each in messages(socket)] == ["bad-origin"]
        assert socket.close_code == 4003


def test_the_questions_offer_what_their_kernels_declare(web: Serving) -> None:
    told = {each["question"]: each for each in web.get("/api/lab/questions").json["questions"]}
    assert list(told) == list(QUESTIONS)
    for each in told.values():
        values = {name: of["default"] for name, of in each["parameters"].items()}
        spec = spec_of(each["kernel"], values, 1)
        shown = {"at" if name.startswith("at_") else name for name in spec.quantities}
        assert set(each["shows"]) <= shown
    lost = told["left"]["parameters"]["lost"]
    assert (lost["flag"], lost["default"]) == ("--lost", 0)


@pytest.mark.parametrize("kernel", OFFERS)
def test_every_offer_is_accepted_and_every_option_offered(kernel: str) -> None:
    declared = find_kernel(kernel).parameters
    options = {each.name for each in fields(declared) if each.metadata["option"]}
    assert options == {*OFFERS[kernel], *(name for of, name in LEFT_OUT if of == kernel)}
    for name, offer in OFFERS[kernel].items():
        values = [offer[0], offer[-1]] if isinstance(offer, range) else list(offer)
        for value in values:
            assert spec_of(kernel, {name: value}, 1).kernel == kernel


@pytest.mark.parametrize(("seat", "name"), [(0, "xavier"), (1, "olivia")])
def test_each_seat_has_its_strategies(seat: int, name: str) -> None:
    offered = OFFERS["antiset"][name]
    for design in OFFERS["antiset"]["design"]:
        board = find_design(str(design))
        playable = {each for each in STRATEGIES if find_strategy(each).obstacle(board, seat, 2) is None}
        assert playable - {"perfect"} == set(offered)


def test_exact_values_are_those_of_the_exact_engine() -> None:
    none = exact_no_set(4)
    found = exact_values(make_spec("first-set"), "first_set")
    assert sum(found.values()) == 1
    p = none.probability(11), none.probability(12)
    assert p[0] is not None
    assert p[1] is not None
    assert found[12] == p[0] - p[1]
    assert exact_values(make_spec("endgame", {"dimension": 3}), "leftover")[0] > Fraction(1, 4)
    assert exact_values(make_spec("endgame"), "leftover") == {}


@pytest.mark.parametrize(
    ("kernel", "parameters", "show", "claim", "key"),
    [
        ("endgame", {}, "leftover", "B2.table1", 6),
        ("endgame", {"lost": 1}, "leftover", "B2.table2", 8),
        ("endgame", {"lost": 2}, "leftover", "B2.table3", 7),
        ("endgame", {"refill": "greedy-deck"}, "leftover", "A10.table8", 6),
        ("endgame", {"refill": "always-three", "choice": "first", "dimension": 5}, "leftover", "C3.d5", 12),
        ("solitaire", {"strategy": "S9"}, "clear", "E4.percent", 1),
    ],
)
def test_the_printed_figures_are_those_that_the_report_judges(
    kernel: str, parameters: dict[str, Any], show: str, claim: str, key: int
) -> None:
    found = printed_figures(make_spec(kernel, parameters, seed=99), show)
    assert found[key].claim == find_claim(claim)
    assert 0.05 < found[key].proportion < 0.6


@pytest.mark.parametrize(
    ("parameters", "show"), [({"choice": "popular"}, "leftover"), ({}, "turns"), ({"lost": 3}, "leftover")]
)
def test_nothing_is_printed_for_other_experiments(parameters: dict[str, Any], show: str) -> None:
    assert printed_figures(make_spec("endgame", parameters), show) == {}


def verdicts(counts: Mapping[int, int], trials: int) -> dict[str, str]:
    """The verdicts on a run of the game that gave these counts."""
    spec = make_spec("endgame")
    result = Result(spec, 0, Tally(spec.id, trials, {"leftover": dict(counts)}), trials, 1.0, True)
    return {bar["key"]: bar["verdict"] for bar in bars_json(result, "leftover")["bars"]}


def test_a_misprint_is_called_so_only_where_the_report_says_so() -> None:
    spec = make_spec("endgame")
    figures = printed_figures(spec, "leftover")
    assert {key for key, figure in figures.items() if find_verdict(figure) == "misprint"} == {0, 12}
    true = {0: 12_700, 6: 468_300, 9: 445_200, 12: 73_000, 15: 799, 18: 1}
    found = verdicts(true, 1_000_000)
    assert {found[key] for key in ("6", "9", "15", "18")} == {"agrees"}
    assert {found[key] for key in ("0", "12")} == {"misprint"}
    moved = {0: 12_700, 6: 568_300, 9: 345_200, 12: 73_000, 15: 800}
    assert {verdicts(moved, 1_000_000)[key] for key in ("6", "9")} == {"differs"}
    assert verdicts({6: 1}, 1)["6"] == "open"


def test_exact_values_are_inside_or_outside() -> None:
    result = simulate("set-count", 20_000, seed=7, histogram_at=[12])
    found = bars_json(result, "at_12")
    assert {bar["verdict"] for bar in found["bars"]} == {"inside"}
    assert found["fit"]["fits"]
    counts = dict(result.tally["at_12"])
    counts[0], counts[3] = counts[0] + 400, counts[3] - 400
    tally = Tally(result.spec.id, result.trials, dict(result.tally.histograms) | {"at_12": counts})
    wrong = bars_json(Result(result.spec, 0, tally, 0, 1.0, True), "at_12")
    assert {bar["key"] for bar in wrong["bars"] if bar["verdict"] == "outside"} == {"0", "3"}
    assert not wrong["fit"]["fits"]


@pytest.mark.parametrize("name", TABLES)
def test_exact_tables_can_be_read(web: Serving, name: str) -> None:
    for dimension in (TABLES[name].dimensions.start, min(4, TABLES[name].dimensions.stop - 1)):
        answer = web.get(f"/api/lab/exact/{name}?dimension={dimension}")
        assert answer.status == 200
        table = answer.json
        assert table["rows"]
        assert {len(row) for row in table["rows"]} == {len(table["columns"])}
        assert table["command"].startswith("setlab ")
        assert table["verified"] or name == "caps"


def test_exact_numbers_are_whole_and_unknown_ones_are_null(web: Serving) -> None:
    table = web.get("/api/lab/exact/no-set?dimension=4").json
    twelve = dict(zip(table["columns"], table["rows"][12], strict=True))
    counts = exact_no_set(4).counts
    assert twelve["collections"] == str(counts[12])
    assert Fraction(twelve["chance"]) == exact_no_set(4).probability(12)
    assert table["found"]["largest"] == 20
    five = web.get("/api/lab/exact/no-set?dimension=5").json
    assert five["rows"][20][1] is None
    assert web.get("/api/lab/exact/sets?dimension=4&cards=40").json["rows"] == []
    assert web.get("/api/lab/exact/sets?dimension=6").status == 409
    assert web.get("/api/lab/exact/poker").status == 404


def test_the_command_of_a_table_exists(web: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("sets", "leftovers", "caps"):
        words = web.get(f"/api/lab/exact/{name}?dimension=3").json["command"].split()
        assert status_of([*words[1:], "--json"]) == 0
        assert json.loads(capsys.readouterr().out)


def test_the_report_that_ships_is_that_of_the_documentation(web: Serving) -> None:
    assert SHIPPED.read_bytes() == REPORT.read_bytes()
    assert web.get("/api/lab/results").body == REPORT.read_bytes()


def test_at_stands_for_the_chosen_number_of_cards(web: Serving) -> None:
    asked = {"kernel": "set-count", "parameters": {"histogram_at": 9}, "seed": 7, "trials": 100, "show": AT}
    assert get(web, "run", run=asked).json["reference"] == {"kind": "exact"}
    refused = get(web, "run", run={**asked, "parameters": {}})
    assert refused.status == 409


def test_references_are_those_beside_the_bars(web: Serving) -> None:
    """What a browser gets once is what stands beside the bars of every run."""
    cases = web.get("/api/lab/references/first-set").json["cases"]
    (case,) = [each for each in cases if each["show"] == "first_set" and each["parameters"] == {"dimension": 3}]
    run = {"kernel": "first-set", "parameters": {"dimension": 3}, "seed": 1, "trials": 500, "show": "first_set"}
    bars = web.get(f"/api/lab/run?{urlencode({'run': json.dumps(run)})}").json["bars"]
    assert {bar["key"]: bar["reference"] for bar in bars} == {
        key: float(Fraction(p)) for key, p in case["exact"].items()
    }
    assert web.get("/api/lab/references/solitaire").json["impossible"] == {"": [3]}
    assert web.get("/api/lab/references/roulette").status == 404
