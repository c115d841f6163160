"""`setlab solitaire`: how often strategies clear the table, which deals can be cleared at all, and training."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, cast

from setlab.answers import Answer, Cell, Column, DataTable, Shown, about, data_table, fraction_text
from setlab.answers.answer import attributes
from setlab.cli.cards import picture
from setlab.cli.options import Json, NotationName, argument, option, path_field, whole_number
from setlab.cli.running import RunOptions, Threads
from setlab.cli.screen import Output, PanelOutput, digits_of, in_words, print_data, print_json, print_wrapped, say
from setlab.cli.verbs.solitaire import options
from setlab.errors import RuleError, SpecError, plural
from setlab.experiment.comparison import ComparisonResult, comparison_spec
from setlab.experiment.estimate import Estimate
from setlab.experiment.kernels.solitaire import BoundParameters
from setlab.experiment.result import Result
from setlab.experiment.solitaire import clear_proportion, measurement_spec
from setlab.experiment.spec import check_confidence, check_threads, make_spec
from setlab.files import whole_file
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.solitaire import NAMES, Counterexample, Weights, count_declarations, find_counterexample, unclearable_deal
from setlab.solitaire.bounds import MOST_CARDS, gap_range, is_proof
from setlab.solitaire.game import Shuffle
from setlab.solitaire.strategies import GENERAL, weights_checksum
from setlab.stats import Interval, proportion_interval

ALL = "all"
CONTROL = "Subtract the luck of the deals from 18, 21, 24 or 27 undealt cards on."


@dataclass(frozen=True)
class StrategyRow:
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
    def declarations(self) -> int | None:
        """The games that were declared won; None for a strategy that does not declare."""
        return self.result.tally["declared"].get(1, 0) if self.strategy in GENERAL else None

    def record(self, seconds: float) -> dict[str, Any]:
        """The row as a JSON object."""
        clear = self.clear
        found = {"clear": clear.count, "share": clear.value, "interval": [clear.low, clear.high]}
        named = attributes(self, "strategy", "weights") | {"declared": self.declarations}
        return named | found | {"games": self.result.trials, "seconds": round(seconds, 6)}


def measure(
    strategy: options.StrategyName = "thrifty",
    games: options.Games = "1000",
    seed: options.Seed = "1",
    weights: options.WeightsFile = None,
    control: Annotated[int | None, option("--control", "U", CONTROL)] = None,
    run: RunOptions = RunOptions(),
    output: PanelOutput = PanelOutput(),
) -> int:
    """Measure how often a strategy clears the table, with a 95 % interval. `--strategy all` is a table of all.

    Games that were played before are in the store; asking for more games plays only the missing ones.

    setlab solitaire measure --strategy S9 --games 1e5

    setlab solitaire measure --strategy all --games 200 --plot strategies.svg

    With `--control` the luck of the last deals is subtracted, so that fewer games give the same interval:

    setlab solitaire measure --strategy expert --games 100 --control 21

    With weights of your own, which take a minute to fit:

        setlab solitaire train -o weights.json --games 2000 --curve-games 2000

        setlab solitaire measure --strategy fast --weights weights.json
    """
    options.check_strategy(strategy, (*NAMES, ALL))
    number, which = options.read_games(games), options.read_seed(seed)
    output.check_plot()
    if output.plot is not None and output.panels is not None and strategy == ALL:
        raise SpecError("--panels is about the figure of one strategy: leave it out, or choose one by --strategy")
    if control is not None:
        if weights is not None:
            raise SpecError("--control subtracts luck for the weights that ship: leave out --weights")
        return _measure_values(strategy, number, which, control, run, output)
    given = options.read_weights_for(strategy, weights)
    names, began = NAMES if strategy == ALL else (strategy,), time.perf_counter()

    def show(results: list[Result]) -> None:
        seconds = time.perf_counter() - began
        rows = [
            StrategyRow(name, result, weights_checksum(name, given))
            for name, result in zip(names, results, strict=False)
        ]
        table = measured_table(rows, which)
        if len(rows) == 1:
            output.write_results(output.plot, results)
        else:
            output.write(output.plot, lambda: _draw(rows, which))

        def text() -> None:
            print_data(table) if strategy == ALL else _print_one(rows[0], which, engine.where, weights)
            if output.plot is not None:
                print("", output.plot, sep="\n")

        several = {"strategies": [row.record(row.result.seconds) for row in rows]}
        record = several if strategy == ALL else rows[0].record(seconds)
        output.show(Answer(record | path_field(output.plot), table), text)

    specs = [measurement_spec(name, given, which) for name in names]
    with run.open_backend() as engine:
        return run.run_each(specs, number, show, engine)


def _measure_values(strategy: str, games: int, seed: int, control: int, run: RunOptions, output: PanelOutput) -> int:
    """Measure with the luck of the deals from `control` undealt cards on subtracted. The exit status."""
    if games < 2:
        raise SpecError("1 game has no interval with --control: choose 2 or more")
    spec, began = make_spec("solitaire-value", {"strategy": strategy, "undealt": control}, seed), time.perf_counter()

    def show(result: Result) -> None:
        clear, equal = result.estimate("clear")[1], result.estimate("games")
        found: dict[str, Any] = {
            "strategy": strategy,
            "share": clear.value,
            "interval": [clear.low, clear.high],
            "control": control,
        }
        found |= {"games": result.trials, "left_out": result.tally["left_out"].get(1, 0)}
        found |= {"as_good_as": round(equal[1].value) if equal else None}
        output.write_results(output.plot, [result])

        def text() -> None:
            say(
                f"{strategy}: {result.trials:,} games from 0 on, seed {seed}, less luck from {control} undealt cards on"
            )
            interval = f"{100 * found['interval'][0]:.2f} – {100 * found['interval'][1]:.2f} %"
            print(f"share     {options.proportion_text(clear.value)}, 95 % interval {interval}")
            if found["as_good_as"]:
                print(f"worth     {found['as_good_as']:,} games without --control")
            print(f"time      {options.time_text(result.seconds, result.run, engine.where)}")

        done = {"seconds": round(time.perf_counter() - began, 6)} | path_field(output.plot)
        output.show(Answer(found | done, _value_table(found, seed)), text)

    with run.open_backend() as engine:
        return run.run_each([spec], games, lambda results: show(results[0]), engine)


def _value_table(found: dict[str, Any], seed: int) -> DataTable:
    columns = [Column("strategy", align="left"), Column("games"), Column("share"), *options.CLEARED]
    columns += [Column("as_good_as", "as good as")]
    low, high = found["interval"]
    share = Shown(found["share"], options.proportion_text(found["share"]))
    row = (
        found["strategy"],
        found["games"],
        share,
        f"{100 * low:.2f} – {100 * high:.2f}",
        low,
        high,
        found["as_good_as"],
    )
    caption = f"Solitaire SET: {found['strategy']}, less the luck from {found['control']} undealt cards on; seed {seed}"
    metadata = about(
        "solitaire measure", seed=seed, first=0, games=found["games"], control=found["control"], level=0.95
    )
    return data_table(columns, [row], caption, "solitaire-value", metadata=metadata)


def _draw(rows: list[StrategyRow], seed: int) -> Any:
    """The figure of how often each of several strategies clears the table."""
    from setlab.plots.results import draw_strategies

    found = {row.strategy: (row.clear.value, row.interval) for row in rows}
    subtitle = f"solitaire: games 0 to {rows[0].result.trials - 1:,} of seed {seed}; 95 % intervals"
    return draw_strategies(found, "Tables cleared in Solitaire SET", "tables cleared", subtitle)


def measured_table(rows: list[StrategyRow], seed: int) -> DataTable:
    """The strategies, one to a row; every interval is at 95 %."""
    columns = [Column("strategy", align="left"), *map(Column, ("games", "clear", "share")), *options.CLEARED]
    columns += [Column("declared"), Column("milliseconds", "ms a game")]
    names = ", ".join(row.strategy for row in rows) if len(rows) < 3 else f"{len(rows)} strategies"
    caption = f"Solitaire SET: tables cleared by {names}; games from 0 on, seed {seed}"
    weights = {row.strategy: row.weights for row in rows if row.weights is not None}
    first = {"seed": seed, "first": 0, "games": rows[0].result.trials, "level": 0.95}
    metadata = about("solitaire measure", **first, **({"weights": weights} if weights else {}))
    return data_table(columns, map(_cells, rows), caption, "solitaire", metadata=metadata)


def _cells(row: StrategyRow) -> tuple[Cell, ...]:
    result, clear = row.result, row.clear
    milliseconds = 1000 * result.seconds / result.run if result.run else None
    share = Shown(clear.value, options.proportion_text(clear.value))
    declared = row.declarations if row.declarations is not None else Shown(None, "")
    speed = Shown(milliseconds, "stored" if milliseconds is None else f"{milliseconds:.3g}")
    numbers = (result.trials, clear.count, share, options.interval_text(row.interval), clear.low, clear.high)
    return (row.strategy, *numbers, declared, speed)


def _print_one(row: StrategyRow, seed: int, where: str, weights: Path | None) -> None:
    games, clear = row.result.trials, row.clear
    say(f"{row.strategy}: {clear.count:,} of {games:,} tables cleared (games from 0 on, seed {seed})")
    print(f"share     {options.proportion_text(clear.value)}, 95 % interval {options.interval_text(row.interval)}")
    if row.declarations is not None:
        proportion = options.proportion_text(row.declarations / games)
        print(f"declared  {row.declarations:,} games were declared won, {proportion}")
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
    run: RunOptions = RunOptions(),
    output: Output = Output(),
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
    run: RunOptions = RunOptions(),
    output: Output = Output(),
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
    """The consequences of the bound for other strategies."""
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


def clearable(
    games: options.Games = "1000",
    seed: options.Seed = "1",
    notation: NotationName = DEFAULT,
    run: RunOptions = RunOptions(),
    output: Output = Output(),
) -> int:
    """Search which deals can be cleared at all, the order of the deck being known. Deals that cannot are printed.

    Deals that were searched before are in the store.

        setlab solitaire clearable --games 1e4
    """
    number, which, here = options.read_games(games), options.read_seed(seed), find_notation(notation, 4)
    began = time.perf_counter()

    def show(result: Result) -> None:
        clear = clear_proportion(result)
        interval = options.interval_text(proportion_interval(result.tally["answer"].get(1, 0), result.trials))
        failed = {name: {i: Shuffle.of(which, i) for i in result.tally[name]} for name in ("unclearable", "open")}

        def text() -> None:
            proportion = f"{options.proportion_text(clear.value)}, 95 % interval {interval}"
            say(f"{clear.count:,} of {result.trials:,} deals of seed {which} can be cleared: {proportion}")
            for what, name in (("cannot be cleared", "unclearable"), ("was not decided", "open")):
                for game, shuffle in failed[name].items():
                    deck = options.deck_text(shuffle, here)
                    print(f"\ngame {game} {what}; its deck, in the order of the deal:\n{deck}")

        columns = [Column("deals"), Column("clear", "can be cleared"), Column("share", "proportion"), *options.CLEARED]
        columns += [Column("unclearable", "cannot"), Column("open", "not decided")]
        share, numbers = Shown(clear.value, options.proportion_text(clear.value)), map(len, failed.values())
        row = (result.trials, clear.count, share, interval, clear.low, clear.high, *numbers)
        caption = f"Deals of Solitaire SET that can be cleared; deals from 0 on, seed {which}"
        metadata = about("solitaire clearable", seed=which, first=0, games=result.trials, level=0.95)
        record: dict[str, Any] = {"games": result.trials, "clear": clear.count, "share": clear.value}
        record |= {"interval": [clear.low, clear.high], "seconds": round(time.perf_counter() - began, 6)}
        for name, games in failed.items():
            record[name] = [{"game": game, "deck": digits_of(deck.order, here)} for game, deck in games.items()]
        output.show(Answer(record, data_table(columns, [row], caption, "clearable", metadata=metadata)), text)

    return run.run(make_spec("solitaire-clearable", seed=which), number, show)


def unclearable(seed: options.Seed = "0", notation: NotationName = DEFAULT, json: Json = False) -> None:
    """Build a deal that cannot be cleared, so that it can be checked by hand.

    Every table has exactly one SET, so that there is no choice, until all SETs through the last card are spoilt.

        setlab solitaire unclearable
    """
    here = find_notation(notation, 4)
    found = unclearable_deal(options.read_seed(seed))
    if not is_proof(found):
        raise RuleError("the deal that was built does not prove what it should: please report it")
    if json:
        forced = [digits_of(line, here) for line in found.moves]
        print_json({"deck": digits_of(found.shuffle.order, here), "forced": forced, "card": here.digits(found.card)})
        return
    print(f"This deck cannot be cleared, in the order of the deal:\n{options.deck_text(found.shuffle, here)}\n")
    print_wrapped("Each of these SETs is the only one on its table, and must be taken:")
    for number, line in enumerate(found.moves, 1):
        print_wrapped(in_words(line, here), f"  {number:>2}. ")
    print()
    last = f"{here.name(found.card)}, the last card"
    print_wrapped(f"Then every one of the 40 SETs through {last}, has lost another card.")


WRONG = ("S6", "S9", "S12")
"""With 0 or 3 undealt cards every declaration is right."""


def counterexample(
    strategy: Annotated[str, option("--strategy", "NAME", "S6, S9 or S12.")] = "S9",
    seed: options.Seed = "1",
    games: Annotated[str | None, option("--games", "N", "Also count the wrong declarations in N games.")] = None,
    threads: Threads = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Find a position that S(d) declares won by the short cuts (ii), (iv), and that no play clears.

    setlab solitaire counterexample --strategy S9 --games 1e5
    """
    options.check_strategy(strategy, WRONG)
    check_threads(threads)
    number = None if games is None else options.read_games(games)
    which, here = options.read_seed(seed), find_notation(notation, 4)
    found = find_counterexample(strategy, which)
    counted = None if number is None else count_declarations(strategy, number, which, threads=threads)
    if json:
        names, state = ("games", "declared", "uncertain", "impossible"), found.state
        record = attributes(found, "strategy", "clause") | attributes(found.shuffle, "seed", "game")
        record |= {"table": digits_of(state.cards, here), "undealt": digits_of(state.undealt, here)}
        record["partitions"] = [[digits_of(line, here) for line in partition] for partition in found.partitions]
        declarations = None if counted is None else attributes(counted, *names)
        print_json(record | {"value": fraction_text(found.value), "declarations": declarations})
        return
    _print_position(found, here)
    if counted is not None:
        wrong = options.proportion_text(counted.uncertain / counted.declared) if counted.declared else "none"
        print()
        uncertain = f"{counted.uncertain:,} of them ({wrong}) not certain to be cleared"
        rest = f"{uncertain}, {counted.impossible:,} impossible to clear"
        print_wrapped(f"{counted.games:,} games of seed {which}: {counted.declared:,} declared won, {rest}")


def _print_position(found: Counterexample, here: Notation) -> None:
    state, deal = found.state, found.shuffle
    print(f"Game {deal.game} of seed {deal.seed}: {found.strategy} declares it won by {found.clause}.\n")
    print(picture(state.cards, here, sets=state.sets) + "\n")
    print_wrapped(f"{len(state.cards)} cards on the table; undealt: {in_words(state.undealt, here)}")
    for partition in found.partitions:
        print("\nA partition of these cards into SETs:")
        for line in partition:
            print_wrapped(f"{in_words(line, here)}{' (on the table)' if line in state.sets else ''}", "- ")
    print(f"\nThe chance of clearing the table with best play: {fraction_text(found.value)}")


LEAST = 100
"""The fewest games to which weights can be fitted."""


def train(
    output: Annotated[Path, option("--output", "-o", "FILE", "Where the weights are written, as JSON.")],
    seed: options.Seed = "1",
    games: Annotated[str, option("--games", "N", "Positions for each number of undealt cards.")] = "40000",
    curve_games: Annotated[str, option("--curve-games", "N", "Games for the curves.")] = "60000",
    rounds: Annotated[str, option("--rounds", "N", "Each plays with the weights of the last.")] = "2",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Fit the weights of `fast`, `expert` and `master` to games of a seed, and write them to a file.

    setlab solitaire train --output weights.json --seed 5 --games 2000 --curve-games 2000
    """
    from setlab.solitaire.training import train as trained

    number, curves = options.read_games(games, LEAST), options.read_games(curve_games, LEAST)
    times, which = whole_number(rounds, "number of rounds"), options.read_seed(seed)
    if not 1 <= times <= 100:
        raise SpecError(f"{times} rounds are out of range: choose 1 to 100")
    check_threads(threads)
    if not output.absolute().parent.is_dir() or output.is_dir():
        raise SpecError(f"{output} cannot be written: choose a file in a folder that is there")
    started, report = time.perf_counter(), (lambda line: None) if json else partial(print, flush=True)
    weights = trained(which, curves, number, times, threads=threads, report=report)
    with whole_file(output) as file:
        file.write(weights.to_json().encode())
    if json:
        done = {"checksum": weights.checksum, "seconds": round(time.perf_counter() - started, 6)}
        asked = {"seed": which, "games": number, "curve_games": curves, "rounds": times}
        print_json({"path": str(output), **asked, **done})
    else:
        print(f"{output}: weights {weights.checksum}")
