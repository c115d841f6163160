"""The proof of theorem 7 along one game on AG(d,3): each statement with cards of the game, and whether it holds there.

Xavier's first card is the centre c, and the reflection of a card p is the third card −c − p of its line with c (Clark,
Fisk & Goren, lemmas 8 to 10). Nothing is assumed about the game: a statement that is false there is marked as false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import ternary_dimension
from setlab.caps.known_sizes import known
from setlab.errors import RuleError
from setlab.geometry.space import Space


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
    holds = (
        set(images) <= his
        and game.owner(missing) is None
        and space.third(*images) == missing
        and all(_is_answered(space, centre, couple, hers) for couple in couples)
    )
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
    return ProofStep(
        "ends", holds, (), {"most": most, "enough": most + 1, "held": len(his), "taken": taken, "cards": total}
    )


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
