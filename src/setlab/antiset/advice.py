"""Advice on AG(d,3) and judgement afterwards: the best move, each move of a finished game, the cost of deviating.

A theorem answers where one applies, else the solver, else a safe move is advised.

`prove` follows the proof of theorem 7 along one game: each statement with cards of the game, and whether it holds
there. Xavier's first card is the centre c, and the reflection of a card p is the third card −c − p of its line with c
(Clark, Fisk & Goren, lemmas 8 to 10). Nothing is assumed about the game: a statement that is false there is marked as
false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from setlab.antiset.game import NAMES, Game
from setlab.antiset.solver import BUDGET, MOST_POINTS, Solver, solver, winner_of
from setlab.antiset.strategies import Move, Reason, because, find_strategy, ternary_dimension
from setlab.caps.known_sizes import known
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError
from setlab.geometry.design import Design
from setlab.geometry.space import Space
from setlab.geometry.symmetry import reflection


@dataclass(frozen=True)
class Reply:
    """Xavier's move of a round: Olivia's last card, its reflection, whether that was free, and the card he took."""

    round: int
    of: int
    reflection: int
    was_free: bool
    taken: int

    @property
    def follows(self) -> bool:
        """True if he took the reflection."""
        return self.taken == self.reflection


@dataclass(frozen=True)
class ProofStep:
    """A step of the proof: a code, whether it holds in this game, and the cards and numbers that it speaks of."""

    code: str
    holds: bool
    cards: tuple[tuple[int, ...], ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)


def replies(game: Game) -> list[Reply]:
    """Xavier's moves from the second on, compared with those of theorem 7.

    >>> [answer.follows for answer in replies(Game("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3]))]
    [True, True, True]
    """
    moves, space = game.moves, _space(game)
    found = []
    for ply in range(2, len(moves), 2):
        image = space.third(moves[0], moves[ply - 1])
        found.append(Reply(ply // 2 + 1, moves[ply - 1], image, image not in moves[:ply], moves[ply]))
    return found


def prove(game: Game) -> list[ProofStep]:
    """The proof of theorem 7 with the cards of a game that is over, in five steps.

    >>> steps = prove(Game("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3]))
    >>> [step.code for step in steps], all(step.holds for step in steps)
    (['pairs', 'free', 'centre', 'mirror', 'ends'], True)
    >>> [step.holds for step in prove(Game("AG(2,3)", [2, 8, 4, 0, 6]))]
    [True, False, False, False, False]
    """
    if not game.is_over:
        raise RuleError(f"the game is not over after {len(game.moves)} moves: play it to its end")
    return [step(game, _space(game)) for step in STEPS]


def _pairs(game: Game, space: Space) -> ProofStep:
    """All cards but the centre form pairs that are SETs with the centre."""
    centre, cards = game.moves[0], range(game.design.points)
    pairs = {tuple(sorted((card, space.third(centre, card)))) for card in cards if card != centre}
    holds = all(space.is_line(centre, a, b) for a, b in pairs) and 2 * len(pairs) + 1 == len(cards)
    return ProofStep("pairs", holds, ((centre,),), {"pairs": len(pairs), "cards": len(cards)})


def _free(game: Game, space: Space) -> ProofStep:
    """The reflection was free each time, since after his moves each pair is shared or untouched."""
    given = replies(game)
    holds = all(answer.was_free and answer.follows for answer in given) and _stays_shared(game, space)
    return ProofStep("free", holds, tuple((answer.of, answer.taken) for answer in given), {"answers": len(given)})


def _stays_shared(game: Game, space: Space) -> bool:
    """True if after each move of Xavier's every pair is untouched or has one card of each player."""
    his: set[int] = set()
    hers: set[int] = set()
    for ply, card in enumerate(game.moves):
        (hers if ply % 2 else his).add(card)
        if ply % 2 == 0 and his - {game.moves[0]} != {space.third(game.moves[0], p) for p in hers}:
            return False
    return True


def _centre(game: Game, space: Space) -> ProofStep:
    """A SET through the centre has a card of Olivia's."""
    centre, his = game.moves[0], set(game.hand(0))
    given = [(answer.of, answer.taken) for answer in replies(game)]
    holds = all(space.third(centre, card) not in his for card in his - {centre})
    return ProofStep("centre", holds and bool(given), tuple((centre, *pair) for pair in given[:1]))


def _mirror(game: Game, space: Space) -> ProofStep:
    """The reflection of Olivia's SET: Xavier holds two of its cards and would take the third only after hers.

    The same is checked for every two of his cards: their reflections are hers, so that the card that would complete his
    SET is the reflection of the one that would complete hers.
    """
    centre, last, his, hers = game.moves[0], game.moves[-1], set(game.hand(0)), set(game.hand(1))
    block = game.completes(last, 1) if game.losers == [1] else None
    if block is None:
        return ProofStep("mirror", False)
    a, b = (card for card in block if card != last)
    images = space.third(centre, a), space.third(centre, b)
    missing = space.third(centre, last)
    couples = list(combinations(sorted(his - {centre}), 2))
    holds = set(images) <= his and game.owner(missing) is None and space.third(*images) == missing
    holds = holds and all(_is_answered(space, centre, couple, hers) for couple in couples)
    return ProofStep("mirror", holds, ((a, b, last), (*images, missing)), {"couples": len(couples)})


def _is_answered(space: Space, centre: int, couple: tuple[int, int], hers: set[int]) -> bool:
    """True if the reflections of two cards are Olivia's, and those of their SET are a SET."""
    a, b = (space.third(centre, card) for card in couple)
    return {a, b} <= hers and space.third(a, b) == space.third(centre, space.third(*couple))


def _ends(game: Game, space: Space) -> ProofStep:
    """Xavier holds no SET, so that he has at most m₂ cards, and the cards cannot run out before."""
    most, his = largest_without_set(game), game.hand(0)
    taken, total = len(game.moves), game.design.points
    holds = game.losers == [1] and not space.sets(his) and len(his) <= most and 2 * most < total
    numbers = {"most": most, "enough": most + 1, "held": len(his), "taken": taken, "cards": total}
    return ProofStep("ends", holds, (), numbers)


STEPS: tuple[Callable[[Game, Space], ProofStep], ...] = (_pairs, _free, _centre, _mirror, _ends)


def largest_without_set(game: Game) -> int:
    """The largest number of cards of the board without a SET, which is known for d ≤ 6.

    >>> largest_without_set(Game("AG(4,3)"))
    20
    """
    most = known(_space(game).d).upper
    assert most is not None
    return most


def _space(game: Game) -> Space:
    d = ternary_dimension(game.design)
    if d is None or d < 2:
        raise RuleError(f"theorem 7 does not speak of {game.design}: choose AG(d,3) with d ≥ 2")
    return Space(d)


Winner = Callable[[Game], str]
"""The winner of a game from its present position with best play: "xavier", "olivia" or "draw"."""


class Assessment(StrEnum):
    """The effect of a move; `forced` means that it was the only move that preserved the outcome."""

    WON = "still won"
    DRAWN = "still drawn"
    LOST = "still lost"
    FORCED = "forced"
    ERROR = "error"


@dataclass(frozen=True)
class Judged:
    """One move: its player and point, the verdict, the winner after it, and all equally good points."""

    ply: int
    player: str
    point: int
    verdict: Assessment
    winner: str
    good: tuple[int, ...]


def analyse(
    on: Design | str, moves: Iterable[int], winner: Winner = winner_of, names: Callable[[int], str] = str
) -> list[Judged]:
    """The judgement of every move of a game of two.

    >>> [judged.verdict.value for judged in analyse("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3])][:3]
    ['still won', 'still lost', 'forced']
    """
    game = Game(on, names=names)
    judged = []
    for point in moves:
        if game.is_over:
            move = f"move {len(game.moves) + 1}, point {names(point)}"
            raise SpecError(f"{move}, comes after the end of the game: leave it out")
        game.design.check_point(point)
        if game.owner(point) is not None:
            game.push(point)  # raises an error that names the owner
        judged.append(_judge(game, point, winner))
        game.push(point)
    return judged


def _judge(game: Game, point: int, winner: Winner) -> Judged:
    me = NAMES[game.turn]
    after = {move: _worth(_winner_after(game, move, winner), me) for move in game.legal_moves}
    best = max(after.values())
    good = tuple(move for move, worth in after.items() if worth == best)
    if after[point] < best:
        verdict = Assessment.ERROR
    elif len(good) == 1 < len(after):
        verdict = Assessment.FORCED
    else:
        verdict = (Assessment.LOST, Assessment.DRAWN, Assessment.WON)[best]
    return Judged(len(game.moves) + 1, me, point, verdict, _winner_after(game, point, winner), good)


def _winner_after(game: Game, point: int, winner: Winner) -> str:
    game.push(point)
    try:
        result = game.result()
        return result.winner if result else winner(game)
    finally:
        game.pop()


def _worth(winner: str, me: str) -> int:
    """2 for a win of mine, 1 for a draw, 0 for a loss."""
    return 2 if winner == me else int(winner == "draw")


def reflective_centres(game: Game) -> list[int]:
    """The centres in which Xavier's other points are the reflections of Olivia's, when Olivia is to move.

    From such a position on AG(d,3), d ≥ 2, Xavier wins, as if he had begun at the centre and followed theorem 7.

    >>> reflective_centres(Game("AG(2,3)", [2, 8, 5])), reflective_centres(Game("AG(2,3)", [2, 8, 4]))
    ([2, 5], [])
    """
    if game.turn != 1:
        return []
    mine, hers = set(game.hand(0)), game.hand(1)
    return [centre for centre in sorted(mine) if _is_reflection(game, centre, mine, hers)]


def _is_reflection(game: Game, centre: int, mine: set[int], hers: list[int]) -> bool:
    map_ = reflection(game.design, centre)
    return map_ is not None and mine == {centre, *(map_[point] for point in hers)}


MOST_SOLVED = 27
"""The largest board of AG(d,3) on which exact play answers at once: 5 ms for the first move, less afterwards.

On 81 cards even 10^5 positions leave the first moves open.
"""


def advice(game: Game, draws: Draws | None = None) -> Move:
    """A good move with its reason: theorem 7 for Xavier; theorem 17 for Olivia, unless she can win.

    >>> advice(Game("AG(2,3)", [2, 8])).reason
    '5 completes the block of 2, the first point, and 8, so that nobody can hold it'
    >>> advice(Game("AG(2,3)", [2, 8, 4])).reason
    'wins in round 5 at the latest'
    """
    return _for_olivia(game, draws) if game.turn else _for_xavier(game, draws)


def _for_xavier(game: Game, draws: Draws | None) -> Move:
    if not game.moves:
        return find_strategy("theorem7").move(game, draws)
    if found := reflective_reply(game):
        reply, centre, of = found
        is_first = centre == game.moves[0]
        why = Reason("third", (reply, centre, of)) if is_first else Reason("reflection", (reply, of, centre))
        return because(game, reply, why)
    return find_strategy("perfect" if is_solved(game) else "safe").move(game, draws)


def _for_olivia(game: Game, draws: Draws | None) -> Move:
    best = find_strategy("perfect").move(game, draws) if is_solved(game) else None
    if best and best.why and best.why.code == "wins":
        return best
    return find_strategy("theorem17").move(game, draws)


def is_solved(game: Game) -> bool:
    """True if exact play answers at once on this board."""
    return game.design.points <= MOST_SOLVED


def reflective_reply(game: Game) -> tuple[int, int, int] | None:
    """Xavier's card that makes the position reflective: the card, its centre, and Olivia's card that it reflects.

    From a reflective position he wins by theorem 7, whichever of his cards is the centre; None if no card makes it so.

    >>> reflective_reply(Game("AG(2,3)", [2, 8])), reflective_reply(Game("AG(2,3)", [2, 8, 4, 0]))
    ((5, 2, 8), None)
    """
    return next(filter(None, (_reply_in(game, centre) for centre in game.hand(0))), None)


def _reply_in(game: Game, centre: int) -> tuple[int, int, int] | None:
    map_ = reflection(game.design, centre)
    assert map_ is not None
    mine, hers = set(game.hand(0)) - {centre}, {map_[card]: card for card in game.hand(1)}
    missing = hers.keys() - mine
    if len(missing) != 1 or not mine <= hers.keys():
        return None
    reply = missing.pop()
    return (reply, centre, hers[reply]) if game.owner(reply) is None else None


SMALL_BUDGET, EARLIEST = 5_000, 24
"""On an unsolved board: the number of positions examined, and the smallest number of taken cards.

On 81 cards that takes 1.4 seconds of one core at most. Earlier positions stay open even with 20,000 positions.
"""


@dataclass(frozen=True)
class FirstDeviation:
    """The first move of Xavier's that was not the reflection, and who wins after it with best play.

    `winner` is None where it is unknown; `centre` is the card in which the position is still reflective, and
    `positions` is the number of positions that the solver examined without an answer.
    """

    answer: Reply
    winner: str | None
    centre: int | None = None
    positions: int = 0


def first_deviation(game: Game) -> FirstDeviation | None:
    """The first deviation of a game from theorem 7, or None if Xavier followed it.

    >>> first_deviation(Game("AG(2,3)", [2, 8, 4, 0, 6])).winner
    'olivia'
    >>> first_deviation(Game("AG(2,3)", [2, 8, 5, 6, 4, 0, 1, 3])) is None
    True
    """
    answer = next((answer for answer in replies(game) if not answer.follows), None)
    if answer is None:
        return None
    position = Game(game.design, game.moves[: 2 * answer.round - 1])
    if result := position.result():
        return FirstDeviation(answer, result.winner)
    if centres := reflective_centres(position):
        return FirstDeviation(answer, "xavier", centre=centres[0])
    return _search(position, answer)


def _search(position: Game, answer: Reply) -> FirstDeviation:
    """The deviation as the solver judges it; positions examined on a large board are not kept."""
    solved = is_solved(position)
    if not solved and (position.design.points > MOST_POINTS or len(position.moves) < EARLIEST):
        return FirstDeviation(answer, None)
    judge, budget = (solver(position.design), BUDGET) if solved else (Solver(position.design), SMALL_BUDGET)
    lower, upper = judge.bounds(position.hand(0), position.hand(1), budget)
    winner = "xavier" if lower > 0 else "olivia" if upper < 0 else None
    return FirstDeviation(answer, winner, positions=0 if winner else judge.engine.positions)


def errors(game: Game) -> Sequence[Judged] | None:
    """The moves that gave a won game away, of both players; None where the board is not solved.

    >>> [(judged.player, judged.point) for judged in errors(Game("AG(2,3)", [2, 8, 4, 0, 6]))]
    [('xavier', 4)]
    """
    if not is_solved(game):
        return None
    return [judged for judged in analyse(game.design, game.moves) if judged.verdict == "error"]
