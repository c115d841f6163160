"""Seed `002`, end games in 3, 4 and 5 dimensions: which program made its tables, and what it leaves open (C1–C4)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from setlab.geometry import Space, coding
from setlab.reproduce.item import Cell, Finding, Item, Verdict
from setlab.reproduce.judge import LEVEL, numbers, so, stated, table
from setlab.reproduce.lab import Lab, command
from setlab.reproduce.shares import counted_shares, draw_leftovers, leftover_shares
from setlab.stats import compare_samples

TABLES = {
    3: {0: 39_226, 6: 59_389, 9: 1_385},
    4: {0: 1_669, 6: 49_487, 9: 42_262, 12: 6_532, 15: 50},
    5: {3: 2, 6: 1_178, 9: 12_347, 12: 37_388, 15: 35_931, 18: 11_819, 21: 1_289, 24: 45, 27: 1},
}
"""100,000 games each; what is not listed was 0."""

BOARD = "1002 2112 1121 2221 1202 1210 2101 0022 0110 0100 0112 1000"


def coding_example(lab: Lab) -> Finding:
    """Two striped purple squiggles are (1, 1, 2, 1)."""
    endgame = coding("endgame")
    card = endgame.parse("2 purple striped squiggles")
    ours = endgame.digits(card)
    return table(
        [stated("2 purple striped squiggles", "(1,1,2,1)", f"({','.join(ours)})", ours == "1121")],
        commands=("setlab cards --coding endgame",),
    )


def example_board(lab: Lab) -> Finding:
    """The printed board of twelve cards, and the SET that is said to be found on it."""
    endgame, space = coding("endgame"), Space(4)
    board = endgame.parse_all(BOARD.split())
    sets = space.sets(board)
    named = tuple(sorted(endgame.parse_all(["1002", "1121", "1210"])))
    holds = named in {tuple(sorted(line)) for line in sets}
    return Finding(
        so(holds),
        "a number of SETs, (1002, 1121, 1210) among them",
        f"{len(sets)} SETs, that one among them",
        exact=str(len(sets)),
        commands=(f"setlab find --coding endgame {BOARD}",),
    )


def leftovers(d: int) -> Callable[[Lab], Finding]:
    """The table of one dimension against the first SET, and against a random one as the text says."""

    def answer(lab: Lab) -> Finding:
        quick, full = {3: (1e6, 1e7), 4: (1e6, 1e7), 5: (2e5, 1e6)}[d]
        first = lab.game(quick, full, dimension=d, refill="always-three", choice="first")
        at_random = lab.game(quick, full, dimension=d, refill="always-three", choice="random")
        fits = compare_samples(numbers(first.tally["leftover"]), TABLES[d])
        text = compare_samples(numbers(at_random.tally["leftover"]), TABLES[d])
        verdict: Verdict = "wrong" if fits.p < LEVEL / 3 else "consistent"
        series = {
            "printed": counted_shares(TABLES[d]),
            "first SET": leftover_shares(first),
            "random SET": leftover_shares(at_random),
        }
        return Finding(
            verdict,
            ", ".join(f"{left}: {count:,}" for left, count in TABLES[d].items()),
            f"the first SET in table order fits (p = {fits.p:.2g}), a random one does not (p = 10^{text.log10_p:.0f})",
            "the text says that combinations are tried in random order; the tables come from a program that takes the "
            f"first, with {3 * d} cards at the start, three more after every search, and six searches at the end",
            commands=(command(first), command(at_random)),
            specs=(first.spec.id, at_random.spec.id),
            drawing=draw_leftovers(f"Cards left, {d} dimensions", series),
        )

    return answer


def order_of_search(lab: Lab) -> Finding:
    """C2: the text says that combinations are tried in random order; no table of the seed can come from that."""
    cells, used = [], []
    for d, (quick, full) in {3: (1e6, 1e7), 4: (1e6, 1e7), 5: (2e5, 1e6)}.items():
        result = lab.game(quick, full, dimension=d, refill="always-three", choice="random")
        found = compare_samples(numbers(result.tally["leftover"]), TABLES[d])
        verdict: Verdict = "wrong" if found.p < LEVEL / 3 else "consistent"
        cells.append(
            Cell(f"{d} dimensions", "in a random order", f"odds 10^{found.log10_p:.0f}", verdict, found.sentence())
        )
        used.append(result)
    return table(cells, "a random SET would have given other tables; the first in table order gives these", used)


def three_cards(lab: Lab) -> Finding:
    """C3: "3 cards: 2" in five dimensions contradicts the sum argument, but not the program."""
    limited = lab.game(1e6, 1e7, dimension=5, refill="always-three", choice="first")
    proper = lab.game(2e5, 1e6, dimension=5)
    seen, trials = limited.tally["leftover"].get("3", 0), limited.tally.trials
    never = proper.tally["leftover"].get("3", 0) == 0
    return Finding(
        "wrong" if never else "open",
        "3 cards left in 2 of 100,000 games",
        f"never in the game; {seen} of {trials:,} in a program that stops after six searches",
        "three cards that sum to 0 are a SET, so a finished game never leaves three: the six searches were used up "
        "before the last SET was taken",
        commands=(command(limited), command(proper)),
        specs=(limited.spec.id, proper.spec.id),
    )


def three_in_any_dimension(lab: Lab) -> Finding:
    """C4: the proof that three cards cannot be left, checked by trying all triples for d ≤ 4."""
    for d in (2, 3, 4):
        space = Space(d)
        assert all(space.is_line(*cards) for cards in combinations(space.cards, 3) if space.total(cards) == 0)
    return Finding(
        "settled",
        "suspected for three dimensions, not proved",
        "proved for every dimension",
        "each SET sums to 0 in every coordinate modulo 3, and so does the deck for d ≥ 2 (each value comes 3^(d−1) "
        "times), hence what is left does; three values with sum 0 are all equal or all different, so three cards with "
        "sum 0 are a SET",
        commands=("setlab checksum CARD…",),
    )


def other_values(lab: Lab) -> Finding:
    """C4: the same game with four values, three properties."""
    four = lab.game(1e5, 1e6, dimension=3, values=4, refill="always-three", choice="first")
    five = lab.game(2e4, 1e5, dimension=3, values=5, refill="always-three", choice="first")
    texts = []
    for n, result in ((4, four), (5, five)):
        shares = dict(leftover_shares(result))
        top = max(shares, key=shares.__getitem__)
        texts.append(f"n = {n}: {top} of {n**3} cards most often ({100 * shares[top]:.3g} %)")
    return Finding(
        "settled",
        "asked: other values of n",
        "; ".join(texts),
        "with more values SETs are rarer, and most of the deck stays on the table",
        commands=(command(four), command(five)),
        specs=(four.spec.id, five.spec.id),
    )


def shapes(lab: Lab) -> Finding:
    """C4: the shape of the distribution by dimension, by the standard rules."""
    results = {
        d: lab.game(q, f, dimension=d) for d, q, f in ((3, 1e6, 1e7), (4, 1e6, 1e7), (5, 1e5, 1e6), (6, 5e3, 5e4))
    }
    texts, series = [], {}
    for d, result in results.items():
        shares = leftover_shares(result)
        mean = sum(left * share for left, share in shares)
        spread = sum((left - mean) ** 2 * share for left, share in shares) ** 0.5
        texts.append(f"d = {d}: mean {mean:.4g}, deviation {spread:.3g}")
        series[f"d = {d}"] = shares
    return Finding(
        "settled",
        "asked: is the probability related to the dimension?",
        "; ".join(texts),
        "the distribution moves up with d and comes nearer to a bell; in three dimensions 0 and 6 cards dominate",
        commands=tuple(map(command, results.values())),
        specs=tuple(result.spec.id for result in results.values()),
        drawing=draw_leftovers("Cards left by dimension", series),
    )


ITEMS = (
    Item("C1.coding", "Dimensionality", "the coding of a card", coding_example),
    Item("C2.board", "Methods", "the printed board", example_board),
    *(Item(f"C3.d{d}", "Results", f"cards left, {d} dimensions, 100,000 games", leftovers(d)) for d in TABLES),
    Item("C2.order", "Methods", "combinations are tried in a random order", order_of_search),
    Item("C3.three", "Results", "3 cards left in five dimensions", three_cards),
    Item("C4.proof", "Introduction", "three cards cannot be left", three_in_any_dimension),
    Item("C4.values", "Future work", "other values of n", other_values),
    Item("C4.shape", "Analysis", "the distribution by dimension", shapes),
)
