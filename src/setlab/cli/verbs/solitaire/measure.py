"""`setlab solitaire measure`, `compare` and `bound`: how often strategies clear the table."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, cast

from setlab.answers import Answer, Cell, Column, DataTable, Shown, about, data_table
from setlab.cli.options import PanelOptions, Plot, argument, option, path_field
from setlab.cli.running import RunOptions, check_confidence
from setlab.cli.screen import Output, attributes, print_data, say
from setlab.cli.verbs.solitaire import options
from setlab.errors import SpecError, plural
from setlab.experiment.comparison import ComparisonResult, comparison_spec
from setlab.experiment.estimate import Estimate
from setlab.experiment.kernels.solitaire import BoundParameters
from setlab.experiment.result import Result
from setlab.experiment.solitaire import clear_proportion, measurement_spec
from setlab.experiment.spec import make_spec
from setlab.solitaire import NAMES, Weights
from setlab.solitaire.bounds import MOST_CARDS, gap_range
from setlab.solitaire.strategies import GENERAL, weights_checksum
from setlab.stats import Interval, proportion_interval

ALL = "all"


@dataclass(frozen=True)
class Row:
    """The result of one strategy, and the checksum of its weights."""

    strategy: str
    result: Result
    weights: str | None = None

    @property
    def clear(self) -> Estimate:
        """The proportion of tables cleared, with its interval."""
        return clear_proportion(self.result)

    @property
    def interval(self) -> Interval:
        """The interval of that proportion."""
        return proportion_interval(self.result.tally["clear"].get(1, 0), self.result.trials)

    @property
    def declared(self) -> int | None:
        """The games that were declared won; None for a strategy that does not declare."""
        return self.result.tally["declared"].get(1, 0) if self.strategy in GENERAL else None

    def record(self, seconds: float) -> dict[str, Any]:
        """The row as a JSON object."""
        clear = self.clear
        found = {"clear": clear.count, "share": clear.value, "interval": [clear.low, clear.high]}
        named = attributes(self, "strategy", "weights", "declared")
        return named | found | {"games": self.result.trials, "seconds": round(seconds, 6)}


def measure(
    strategy: options.StrategyName = "thrifty",
    games: options.Games = "1000",
    seed: options.Seed = "1",
    weights: options.WeightsFile = None,
    plot: Plot = None,
    *,
    run: RunOptions,
    look: PanelOptions,
    output: Output,
) -> int:
    """Measure how often a strategy clears the table, with a 95 % interval. `--strategy all` is a table of all.

    Games that were played before are in the store; asking for more games plays only the missing ones.

    setlab solitaire measure --strategy S9 --games 1e5

    setlab solitaire measure --strategy all --games 200 --plot strategies.svg

    With weights of your own, which take a minute to fit:

        setlab solitaire train -o weights.json --games 2000 --curve-games 2000

        setlab solitaire measure --strategy fast --weights weights.json
    """
    options.check_strategy(strategy, (*NAMES, ALL))
    number, which = options.read_games(games), options.read_seed(seed)
    look.check(plot)
    if plot is not None and look.panels is not None and strategy == ALL:
        raise SpecError("--panels is about the figure of one strategy: leave it out, or choose one by --strategy")
    given = options.read_weights_for(strategy, weights)
    names, began = NAMES if strategy == ALL else (strategy,), time.perf_counter()

    def show(results: list[Result]) -> None:
        seconds = time.perf_counter() - began
        rows = [Row(name, result, weights_checksum(name, given)) for name, result in zip(names, results, strict=False)]
        table = measured_table(rows, which)
        if len(rows) == 1:
            look.write_results(plot, results)
        else:
            look.write(plot, lambda: _draw(rows, which))

        def text() -> None:
            print_data(table) if strategy == ALL else _print_one(rows[0], which, engine.where, weights)
            if plot is not None:
                print("", plot, sep="\n")

        several = {"strategies": [row.record(row.result.seconds) for row in rows]}
        record = several if strategy == ALL else rows[0].record(seconds)
        output.show(Answer(record | path_field(plot), table), text)

    specs = [measurement_spec(name, given, which) for name in names]
    with run.open_backend() as engine:
        return run.run_each(specs, number, show, engine)


def _draw(rows: list[Row], seed: int) -> Any:
    """The figure of how often each of several strategies clears the table."""
    from setlab.plots.results import draw_strategies

    found = {row.strategy: (row.clear.value, row.interval) for row in rows}
    subtitle = f"solitaire: games 0 to {rows[0].result.trials - 1:,} of seed {seed}; 95 % intervals"
    return draw_strategies(found, "Tables cleared in Solitaire SET", "tables cleared", subtitle)


def measured_table(rows: list[Row], seed: int) -> DataTable:
    """The strategies, one to a row; every interval is at 95 %."""
    columns = [Column("strategy", align="left"), *map(Column, ("games", "clear", "share")), *options.CLEARED]
    columns += [Column("declared"), Column("milliseconds", "ms a game")]
    names = ", ".join(row.strategy for row in rows) if len(rows) < 3 else f"{len(rows)} strategies"
    caption = f"Solitaire SET: tables cleared by {names}; games from 0 on, seed {seed}"
    weights = {row.strategy: row.weights for row in rows if row.weights is not None}
    first = {"seed": seed, "first": 0, "games": rows[0].result.trials, "level": 0.95}
    metadata = about("solitaire measure", **first, **({"weights": weights} if weights else {}))
    return data_table(columns, map(_cells, rows), caption, "solitaire", metadata=metadata)


def _cells(row: Row) -> tuple[Cell, ...]:
    result, clear = row.result, row.clear
    milliseconds = 1000 * result.seconds / result.run if result.run else None
    share = Shown(clear.value, options.proportion_text(clear.value))
    declared = row.declared if row.declared is not None else Shown(None, "")
    speed = Shown(milliseconds, "stored" if milliseconds is None else f"{milliseconds:.3g}")
    numbers = (result.trials, clear.count, share, options.interval_text(row.interval), clear.low, clear.high)
    return (row.strategy, *numbers, declared, speed)


def _print_one(row: Row, seed: int, where: str, weights: Path | None) -> None:
    games, clear = row.result.trials, row.clear
    say(f"{row.strategy}: {clear.count:,} of {games:,} tables cleared (games from 0 on, seed {seed})")
    print(f"share     {options.proportion_text(clear.value)}, 95 % interval {options.interval_text(row.interval)}")
    if row.declared is not None:
        print(f"declared  {row.declared:,} games were declared won, {options.proportion_text(row.declared / games)}")
    if row.weights is not None:
        print(f"weights   {row.weights}, {'those that ship' if weights is None else weights}")
    print(f"time      {options.time_text(row.result.seconds, row.result.run, where)}")


MOST_NAMED = 5
"""The most differing games that are named on the screen; JSON has all."""

MOST = 8
"""The most strategies: 28 differences."""

TWO_OR_MORE = f"Two or more of {', '.join(NAMES)}."
WEIGHTS = "Weights that `train` wrote, for the first strategy; again for each further one."


def compare_strategies(
    names: Annotated[list[str], argument("STRATEGY STRATEGY…", TWO_OR_MORE, words=NAMES)],
    games: Annotated[str, option("--games", "N", "How many, such as 1000 or 1e6.")] = "1000",
    seed: options.Seed = "1",
    first: Annotated[str, option("--first", "I", "The number of the first game.")] = "0",
    weights: Annotated[list[Path] | None, option("--weights", "FILE", WEIGHTS)] = None,
    confidence: Annotated[float, option("--confidence", "C", "Of the intervals.")] = 0.95,
    *,
    run: RunOptions,
    output: Output,
) -> int:
    """Compare strategies on the same games: how often each clears the table, and an interval of every difference.

    All play every deal, so that good and bad cards count for all, and a difference is known more precisely than
    from two measurements. The intervals of three and more strategies are simultaneous: all hold together with the
    stated confidence. Games that were played before are in the store.

        setlab solitaire compare thrifty basic --games 1000

        setlab solitaire compare thrifty S9 S6 basic --games 1e5 --seed 2 --format latex
    """
    for name in names:
        options.check_strategy(name)
    if not 2 <= len(names) <= MOST:
        many = plural(len(names), "strategy")
        raise SpecError(f"{many} cannot be compared: name 2 to {MOST}, see `setlab solitaire compare --help`")
    number, which, start = options.read_games(games), options.read_seed(seed), options.read_game(first)
    check_confidence(confidence)
    given = _read_weights(names, weights or ())
    players = [(name, None if each is None else each.checksum) for name, each in zip(names, given, strict=True)]
    if len(names) > 2 and (twice := next((name for name, w in players if players.count((name, w)) > 1), None)):
        raise SpecError(f"{twice} is named twice: name each strategy once")

    def show(result: Result) -> None:
        found = ComparisonResult.of(result.with_confidence(confidence))
        output.show(Answer(_compare_record(found), found.tables()), lambda: _print_comparison(found))

    return run.run(comparison_spec(names, weights=given, seed=which), number, show, first=start)


def _read_weights(names: Sequence[str], paths: Sequence[Path]) -> tuple[Weights | None, ...]:
    """The weights of each strategy, None for those that ship."""
    if len(paths) > len(names):
        raise SpecError(f"{len(paths)} files of weights are too many: give --weights once for each strategy")
    given = (*paths, *[None] * (len(names) - len(paths)))
    return tuple(options.read_weights_for(name, path) for name, path in zip(names, given, strict=True))


def _compare_record(found: ComparisonResult) -> dict[str, Any]:
    left_out = ("game", "outcome", "settings")
    record = {name: value for name, value in found.describe().items() if name not in left_out}
    record |= {"clear": [mean.count for mean in found.means], "share": [mean.value for mean in found.means]}
    record["intervals"] = [_ends(mean) for mean in found.means]
    if len(found.strategies) == 2:
        record |= {"difference": found.difference.value, "interval": _ends(found.difference)}
    else:
        record["differences"] = [
            attributes(each, "strategies", "differ", "more", "less", "p")
            | {"difference": each.estimate.value, "interval": _ends(each.estimate)}
            for each in found.differences
        ]
    return record | {"differing": found.differing}


def _ends(estimate: Estimate) -> list[float | None]:
    return [estimate.low, estimate.high]


def _print_comparison(found: ComparisonResult) -> None:
    tables = found.tables()
    say(tables[0].caption)
    for table in tables:
        print()
        print_data(table)
    print()
    for note in tables[-1].notes:
        say(f"{note}.")
    if differing := found.differing:
        shown, name = ", ".join(map(str, differing[:MOST_NAMED])), found.strategies[0].partition(" ")[0]
        watch = f"setlab solitaire watch --strategy {name} --seed {found.seed} --game {differing[0]}"
        say(f"The first games that differ: {shown}. `{watch}` shows one.")


HELP = {name: each.help for name, each in BoundParameters.options().items()}


def bound(
    games: options.Games = "50",
    undealt: Annotated[int, option("--undealt", "U", HELP["undealt"])] = 18,
    deals: Annotated[int, option("--deals", "N", HELP["deals"])] = 4,
    exact: Annotated[int, option("--exact", "U", HELP["exact"])] = 12,
    strategy: Annotated[str, option("--strategy", "NAME", HELP["strategy"])] = "expert",
    seed: options.Seed = "1",
    *,
    run: RunOptions,
    output: Output,
) -> int:
    """Bound how much better than a player any strategy can be from a stage of the game on.

    Positions are those that the player reaches. Before each deal, a few candidate deals are revealed to an informed
    player, one of which will come, and he pays their value: on average no strategy does better. The limit is
    one-sided, at 95 %. Positions that were searched before are in the store.

        setlab solitaire bound --undealt 18 --games 20
    """
    number, which = options.read_games(games, least=2), options.read_seed(seed)
    given = {"strategy": strategy, "deals": deals, "exact": exact}
    spec, began = make_spec("solitaire-bound", given | {"undealt": undealt}, which), time.perf_counter()

    def show(result: Result) -> None:
        found, ends, asked = bound_record(result), gap_range(undealt, exact), given | {"seed": which}
        done = {"range": ends, "seconds": round(time.perf_counter() - began, 6)}

        def text() -> None:
            error = f"standard error {options.proportion_text(found['standard_error'])}"
            say(f"from {undealt} undealt cards on, in {found['games']:,} games of {strategy}, seed {which}:")
            player, limit, gap = (options.proportion_text(found[name]) for name in ("player", "bound", "gap"))
            print(f"{strategy:10}  {player}\nbound       {limit}\ndifference  {gap}, {error}")
            for sentence in _sentences(found, strategy, ends):
                say(sentence)

        output.show(Answer(asked | found | done, _table(found, asked | {"undealt": undealt})), text)

    return run.run(spec, number, show)


def bound_record(result: Result) -> dict[str, Any]:
    """The figures of a bound as a JSON object. Raise `SpecError` if the games have too few positions."""
    means, limits = result.estimate("mean"), result.estimate("limit")
    p, left_out = cast("BoundParameters", result.spec.parameters), result.tally["left_out"].get(1, 0)
    if not limits:
        few = f"{result.trials} games have fewer than 2 positions of at most {MOST_CARDS} cards"
        raise SpecError(f"{few}: choose more games")
    reached = {"player": means["player"].value, "bound": means["informed"].value, "gap": means["gap"].value}
    reached |= {name: limits[name].value for name in ("standard_error", "upper", "upper_normal")}
    return {"undealt": p.undealt, "games": result.trials, "left_out": left_out, **reached, "level": result.confidence}


def _table(found: dict[str, Any], given: dict[str, Any]) -> DataTable:
    columns = [Column("what", align="left"), Column("share", "%")]
    level = f"{100 * found['level']:.0f} %"
    rows = [
        (given["strategy"], found["player"]),
        ("bound", found["bound"]),
        ("difference", found["gap"]),
        ("standard error of the difference", found["standard_error"]),
        (f"upper limit of the difference, {level}", found["upper"]),
        (f"the same, normal approximation, {level}", found["upper_normal"]),
    ]
    cells = [(what, Shown(number, f"{100 * number:.2f}")) for what, number in rows]
    caption = f"Tables cleared from {given['undealt']} undealt cards on: {given['strategy']} and an informed player"
    caption = f"{caption}; {found['games']:,} games, seed {given['seed']}"
    metadata = about("solitaire bound", games=found["games"], level=found["level"], **given)
    return data_table(columns, cells, caption, "solitaire-bound", metadata=metadata)


def _sentences(found: dict[str, Any], strategy: str, ends: tuple[int, int]) -> Iterator[str]:
    """What the bound says about other strategies."""
    level = f"{100 * found['level']:.0f} %"
    yield (
        f"With confidence {level}: from the positions that {strategy} reaches, no strategy clears the table more often "
        f"than {strategy} by more than {100 * found['upper']:.2f} percentage points on average."
    )
    yield (
        f"This limit holds for all differences from {ends[0]} to {ends[1]}, however they are distributed; "
        f"the normal approximation gives {options.proportion_text(found['upper_normal'])}."
    )
    if found["left_out"]:
        number = plural(found["left_out"], "position")
        yield f"Left out: {number} of more than {MOST_CARDS} cards; the limit counts each as a difference of 1."
