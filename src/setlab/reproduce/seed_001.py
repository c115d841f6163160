"""Seed `001`, a simulation study: nine variants of the game, lost cards, and what it asks at its end (B1–B6)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from setlab.counting import count_turns_at_most
from setlab.reproduce.item import Cell, Finding, Item, Verdict
from setlab.reproduce.judge import counted, judged, numbers, so, stated, table
from setlab.reproduce.lab import Lab, command
from setlab.reproduce.shares import draw_leftovers, leftover_shares, printed_shares
from setlab.rules import Claim, Deal, game_leaving_most, longest_game, replay
from setlab.stats import Paper, clopper_pearson, compare_samples, read_printed

PAPER = Paper(trials=1_000_000)
CHOICES = ("random", "popular", "reject")

TABLES = {
    0: {0: "0.12%", 3: "0%", 6: "46.9%", 9: "44.5%", 12: "0.73%", 15: "0.078%", 18: "0.0001%"},
    1: {2: "1.3%", 5: "25.2%", 8: "56.3%", 11: "16.6%", 14: "0.51%", 17: "0.0003%"},
    2: {1: "0.20%", 4: "12.3%", 7: "54.1%", 10: "31.2%", 13: "2.2%", 16: "0.0074%"},
}
"""Tables 1 to 3 by the number of lost cards: one million games each, random choice."""

P_VALUES = {0: "4.88498e-14", 1: "3.37508e-14", 2: "3.41949e-14"}
"""Table 4: the test of popular against reject."""

GAMES_LEAVING_MOST = (
    "python -c 'from setlab.rules import game_leaving_most, replay; "
    "print([len(replay(game_leaving_most(lost)).cards) for lost in (0, 1, 2)])'"
)
"""The command that builds three games and counts the cards left: [18, 20, 19]."""

QUICK, FULL = 2e6, 1e7


def leftover_table(lost: int) -> Callable[[Lab], Finding]:
    """Table 1, 2 or 3."""

    def answer(lab: Lab) -> Finding:
        result = lab.game(20e6, 1e8, lost=lost)
        cells = tuple(
            judged(f"{left} cards left", text, counted(result, "leftover", left), PAPER)
            for left, text in TABLES[lost].items()
        )
        series = {"printed": printed_shares(TABLES[lost]), "ours": leftover_shares(result)}
        drawing = draw_leftovers(f"Cards left, {81 - lost} cards (table {lost + 1})", series)
        return table(cells, results=[result], drawing=drawing)

    return answer


def table_1_sum(lab: Lab) -> Finding:
    """Table 1 adds up to 92.3 %; with 1.2 % and 7.3 % for 0.12 % and 0.73 % it adds up to 100 %."""
    total, meant = (
        sum((read_printed(text).value for text in figures.values()), Fraction(0))
        for figures in (TABLES[0], TABLES[0] | {0: "1.2%", 12: "7.3%"})
    )
    return Finding(
        "misprint",
        f"adds up to {float(100 * total):.4f} %",
        f"{float(100 * meant):.3f} % with 1.2 % for 0.12 % and 7.3 % for 0.73 %",
        "two figures lost a power of ten; each is ten times too small in the comparison with our games",
        exact=str(total),
    )


def variant(lost: int, choice: str) -> Callable[[Lab], Finding]:
    """A histogram without printed numbers: the variant is played, and its figure is redrawn."""

    def answer(lab: Lab) -> Finding:
        result = lab.game(QUICK, FULL, lost=lost, choice=choice)
        shares = leftover_shares(result)
        return Finding(
            "consistent",
            "a histogram without numbers",
            ", ".join(f"{left}: {100 * share:.4g} %" for left, share in shares),
            "its shape, most games at the same leftovers, is as drawn there",
            commands=(command(result),),
            specs=(result.spec.id,),
            drawing=draw_leftovers(f"Cards left, {81 - lost} cards, {choice}", {"ours": shares}),
        )

    return answer


def popular_against_reject(lab: Lab) -> Finding:
    """Table 4: the two choices differ, with p values below what the seed's program could print."""
    cells, used = [], []
    for lost, text in P_VALUES.items():
        popular, reject = (lab.game(1e6, 1e6, lost=lost, choice=choice) for choice in ("popular", "reject"))
        found = compare_samples(numbers(popular.tally["leftover"]), numbers(reject.tally["leftover"]))
        verdict: Verdict = "consistent" if found.p < 0.01 else "wrong"
        ours = f"p = 10^{found.log10_p:.0f}, distance {found.distance:.3f}"
        cells.append(Cell(f"{81 - lost} cards", f"p = {text}", ours, verdict, found.sentence()))
        used += [popular, reject]
    why = "they differ beyond doubt; p values near 1e-14 are the rounding error of the program that printed them"
    return table(cells, why, used)


def four_values(lab: Lab) -> Finding:
    """B5: four representations of each property, a SET being four cards."""
    result = lab.game(2e4, 2e5, values=4, table=16)
    shares = dict(leftover_shares(result))
    top = max(shares, key=shares.__getitem__)
    return Finding(
        "settled",
        "asked: four values, would a SET be four cards?",
        f"{top} cards are left most often ({100 * shares[top]:.3g} %), {min(shares)} to {max(shares)} were seen",
        "a SET of four cards, all the same or all different; table of 16, four more when there is no SET",
        commands=(command(result),),
        specs=(result.spec.id,),
        drawing=draw_leftovers("Four values, 256 cards", {"ours": tuple(shares.items())}),
    )


def three_lost(lab: Lab) -> Finding:
    """B5: three lost cards that are a SET, or not."""
    set_lost, other = (lab.game(QUICK, FULL, lost=kind) for kind in ("set", "no-set"))
    found = compare_samples(numbers(set_lost.tally["leftover"]), numbers(other.tally["leftover"]))
    none = set_lost.tally["leftover"].get("0", 0) / set_lost.tally.trials
    three = other.tally["leftover"].get("3", 0) / other.tally.trials
    return Finding(
        "settled",
        "asked: does it matter whether three lost cards are a SET?",
        f"yes: after a SET {100 * none:.3g} % end with no card; otherwise never, and {100 * three:.3g} % with three",
        "the leftover sums to minus the lost cards, so that 0 cards need a lost SET and 3 cards a lost non-SET; "
        f"{found.sentence()}",
        commands=(command(set_lost), command(other)),
        specs=(set_lost.spec.id, other.spec.id),
        drawing=draw_leftovers(
            "Three lost cards", {"a SET": leftover_shares(set_lost), "no SET": leftover_shares(other)}
        ),
    )


def twenty_one(lab: Lab) -> Finding:
    """B5: how often 21 cards lie on the table."""
    result = lab.game(20e6, 3e8)
    cases, trials = counted(result, "largest_table", 21)
    ends = clopper_pearson(cases, trials, 0.95)
    return Finding(
        "settled",
        "asked: how often are there 21 cards on the table?",
        f"{cases} in {trials:,} games: about one in {round(trials / cases):,}"
        if cases
        else f"never in {trials:,} games",
        "21 cards always hold a SET, so the table never grows beyond",
        interval=(ends.low, ends.high),
        commands=(command(result),),
        specs=(result.spec.id,),
    )


def easier_to_see(lab: Lab) -> Finding:
    """B5: whether some SETs are easier to see is a question about people."""
    return Finding(
        "open",
        "asked: are some SETs easier to see than others?",
        "not a question about cards",
        "all 1080 SETs are alike under the symmetries of the deck; those that keep each property apart tell four "
        "kinds, by the number of shared properties; which kind eyes find first needs players",
    )


def best_choice(lab: Lab) -> Finding:
    """B5: a best way to select SETs is solitaire; see E."""
    random = lab.game(20e6, 1e8)
    shares = {c: counted(lab.game(QUICK, FULL, choice=c), "leftover", 0) for c in ("popular", "reject")}
    text = ", ".join(f"{c} {100 * n / t:.3g} %" for c, (n, t) in shares.items())
    cases, trials = counted(random, "leftover", 0)
    return Finding(
        "settled",
        "asked: is there a best way to select SETs so as to use all cards?",
        f"all cards are used in {100 * cases / trials:.4g} % of games with random choice, {text}",
        "E4 has strategies that know which cards are still to come, and reach far more",
        commands=(command(random),),
        specs=(random.spec.id,),
    )


def most_left(lab: Lab) -> Finding:
    """B6: at most 18, 20, 19 cards with 81, 80, 79; each attained by a constructed game."""
    printed = {0: "18", 1: "20", 2: "19"}
    cells = []
    for lost, text in printed.items():
        left = len(replay(game_leaving_most(lost)).cards)
        cells.append(stated(f"{81 - lost} cards", text, f"{left}, in a constructed game", str(left) == text))
    why = (
        "no more than 20 cards are without a SET; a leftover of 81 cards is a multiple of 3, so at most 18; of 80 "
        "cards it is 2 more than a multiple of 3, of 79 one more"
    )
    return table(cells, why, commands=(GAMES_LEAVING_MOST,))


def most_turns(lab: Lab) -> Finding:
    """B6: at most 49 turns; a constructed game attains them."""
    game = longest_game()
    bound = count_turns_at_most()
    taken = sum(isinstance(event, Claim) for event in game)
    deals = sum(isinstance(event, Deal) for event in game)
    return Finding(
        so(bound == 49),
        "49",
        f"{bound}, attained by a constructed game ({taken} SETs, {deals} deals)",
        "27 SETs and 22 deals for want of a SET are the most that the numbers of cards allow",
        exact=str(bound),
    )


ITEMS = (
    *(
        Item(
            f"B2.table{lost + 1}",
            f"4.{lost + 1}, table {lost + 1}",
            f"cards left, {81 - lost} cards",
            leftover_table(lost),
        )
        for lost in TABLES
    ),
    Item("B2.sum", "4.1, table 1", "does table 1 add up to 100 %", table_1_sum),
    *(
        Item(
            f"B2.{81 - lost}{choice}",
            f"4.{lost + 1}, figures",
            f"cards left, {81 - lost} cards, {choice} choice",
            variant(lost, choice),
        )
        for lost in TABLES
        for choice in CHOICES[1:]
    ),
    Item("B3.table4", "4.4, table 4", "does popular differ from reject", popular_against_reject),
    Item("B5.values", "5", "four values", four_values),
    Item("B5.lost", "5", "three lost cards", three_lost),
    Item("B5.21", "5", "21 cards on the table", twenty_one),
    Item("B5.see", "5", "are some SETs easier to see", easier_to_see),
    Item("B5.best", "1.3", "a best way to select SETs", best_choice),
    Item("B6.left", "2.2.4", "the most cards left with 81, 80, 79 cards", most_left),
    Item("B6.turns", "2.2.4", "the most turns", most_turns),
)
