"""Seed `004`, Solitaire SET: its table of cards, its strategies, its short cuts, and what it leaves open (E1–E4)."""

from __future__ import annotations

from setlab.experiment.run import Result
from setlab.geometry import Space, coding
from setlab.reproduce.item import Cell, Drawing, Finding, Item
from setlab.reproduce.judge import COMPUTED, counted, judged, so, stated, table
from setlab.reproduce.lab import Lab, command
from setlab.solitaire import count_declarations, find_counterexample, unclearable_deal
from setlab.stats import Paper, share_interval

TABLE = "2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112"
RESULTS = {"S0": (200_000, 14_082), "S3": (200_000, 14_948), "S6": (200_000, 18_394), "S9": (500_000, 52_793)}
RESULTS_S12 = (500_000, 53_196)


def printed_table(lab: Lab) -> Finding:
    """The printed twelve cards with eight SETs, and one card decoded."""
    solitaire = coding("solitaire")
    sets = Space(4).sets(solitaire.parse_all(TABLE.split()))
    card = solitaire.name(solitaire.parse("0110"))
    named = solitaire.parse("3 purple hatched diamonds") == solitaire.parse("0110")
    cells = (
        judged("SETs on the table", "8", len(sets), COMPUTED),
        stated("(0,1,1,0)", "3 purple hatched diamonds", card, named),
    )
    return table(cells, commands=(f"setlab find --coding solitaire {TABLE}",))


def order(lab: Lab) -> Finding:
    """N maps the deck onto 0 … 80."""
    solitaire = coding("solitaire")
    numbers = [27 * a + 9 * b + 3 * c + d for a in range(3) for b in range(3) for c in range(3) for d in range(3)]
    holds = sorted(numbers) == list(range(81)) and all(
        solitaire.parse("".join(map(str, (n // 27, n // 9 % 3, n // 3 % 3, n % 3)))) == n for n in numbers
    )
    return Finding(
        so(holds),
        "N(x) = 27x₁ + 9x₂ + 3x₃ + x₄ maps the deck onto 0 … 80",
        "it does, and it is the number of a card in setlab",
        exact="0 … 80",
    )


def random_choice(lab: Lab) -> Finding:
    """1.22 % for random choice."""
    result = lab.game(20e6, 1e8)
    cases = result.tally["leftover"].get("0", 0), result.tally.trials
    paper = Paper(100_000_000)
    return table([judged("random choice", "1.22%", cases, paper)], results=[result])


def solitaire(lab: Lab, name: str, quick: float, full: float) -> Result:
    """Games of solitaire by a strategy, through the store."""
    return lab.run("solitaire", quick, full, strategy=name)


def cleared(result: Result) -> tuple[int, int]:
    """The tables cleared, and the games."""
    return counted(result, "clear", 1)


def basic_strategy(lab: Lab) -> Finding:
    """“More than 5.0 %” for the basic strategy."""
    result = solitaire(lab, "basic", 1e5, 5e5)
    cases, games = cleared(result)
    ends = share_interval(cases, games)
    holds = ends.low > 0.05
    return Finding(
        "consistent" if holds else "wrong",
        "more than 5.0 %",
        f"{100 * cases / games:.3f} %",
        f"the interval {'lies' if holds else 'does not lie'} above 5 %",
        interval=(ends.low, ends.high),
        commands=(command(result),),
        specs=(result.spec.id,),
    )


def results(lab: Lab) -> Finding:
    """The table of results: declared wins by S(d), and the tables really cleared."""
    cells, points, used = [], [], []
    printed = RESULTS | ({"S12": RESULTS_S12} if lab.full else {})
    for name, (games, wins) in printed.items():
        result = solitaire(lab, name, 6e4, 5e5)
        declared = counted(result, "declared", 1)
        cell = judged(name, str(wins), declared, Paper(games, counts=True))
        shares = [100 * cases / number for cases, number in (declared, cleared(result))]
        ours = f"declared {shares[0]:.3f} %, cleared {shares[1]:.3f} %"
        cells.append(Cell(name, f"{100 * wins / games:.2f} %", ours, cell.verdict, cell.why))
        points.append((int(name[1:]), wins / games, shares[1] / 100))
        used.append(result)
    drawing = Drawing(
        "histogram",
        "Tables cleared by S(d)",
        "d",
        "share of games",
        (
            ("printed", tuple((d, share) for d, share, _ in points)),
            ("cleared, ours", tuple((d, share) for d, _, share in points)),
        ),
    )
    return table(cells, "" if lab.full else "S(12) is measured with --full", used, drawing=drawing)


def short_cuts(lab: Lab) -> Finding:
    """The short cuts (ii), (iv) and the step d/3 − 1 declare games won that are not."""
    found = count_declarations("S9", 200_000 if lab.full else 20_000, seed=lab.seed)
    example = find_counterexample("S9", seed=lab.seed)
    table_cards = len(example.state.table.cards)
    return Finding(
        "wrong",
        "(ii), (iv): “the game ends all clear”",
        f"{found.uncertain} of {found.declared:,} declared games are not certain, {found.impossible} of them hopeless",
        f"a counterexample: {table_cards} cards on the table, {example.state.table.undealt} undealt, declared by "
        f"{example.clause}; best play clears it with probability {example.value}",
        exact=str(example.value),
        commands=("setlab solitaire counterexample",),
    )


def unclearable(lab: Lab) -> Finding:
    """A deal that cannot be cleared is said to exist: one is constructed; sampling finds none."""
    forced = unclearable_deal()
    result = solitaire(lab, "clairvoyant", 5e3, 1e5)
    cases, games = cleared(result)
    return Finding(
        "confirmed",
        "there is a deal that cannot be cleared",
        f"constructed: after {len(forced.moves)} SETs without a choice one card can never be taken",
        f"of {games:,} random deals {cases:,} can be cleared by a player who knows the order",
        exact=" ".join(map(str, forced.shuffle.order)),
        commands=("setlab solitaire unclearable", command(result)),
        specs=(result.spec.id,),
    )


def better(lab: Lab) -> Finding:
    """How far one can get beyond S(9)."""
    numbers = {"thrifty": (1e5, 1e6), "fast": (1e4, 1e5), "expert": (2e3, 2e4), "master": (0, 5e3)}
    used = [solitaire(lab, name, *games) for name, games in numbers.items() if lab.full or games[0]]
    texts = []
    for result in used:
        cases, games = cleared(result)
        ends = share_interval(cases, games)
        half = 50 * (ends.high - ends.low)
        texts.append(f"{result.spec.parameters['strategy']} {100 * cases / games:.2f} % ± {half:.2f}")
    return Finding(
        "settled",
        "recommended: S(9), about 10.6 %",
        "; ".join(texts),
        "tables really cleared, on games that anyone can replay",
        interval=(ends.low, ends.high),
        commands=tuple(map(command, used)),
        specs=tuple(result.spec.id for result in used),
    )


ITEMS = (
    Item("E1.table", "page 1", "the printed table and the coding", printed_table),
    Item("E1.order", "page 3", "the order of cards", order),
    Item("E1.random", "page 2", "random choice", random_choice),
    Item("E2.basic", "page 3", "the basic strategy", basic_strategy),
    Item("E3.shortcuts", "page 4", "short cuts and refinements", short_cuts),
    Item("E3.unclearable", "page 2", "a deal that cannot be cleared", unclearable),
    Item("E4.results", "page 5", "the table of results", results),
    Item("E4.better", "page 5", "the recommended strategy", better),
)
