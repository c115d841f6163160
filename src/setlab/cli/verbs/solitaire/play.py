"""`setlab solitaire play`, `advise` and `watch`: a game, with advice or with the reasons of a strategy."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from setlab.answers import fraction_text
from setlab.cli.cards import Cards, picture, positions, read_cards
from setlab.cli.claims import ABOUT_HINTS, HOW, Hints, draw_numbered, read_claim, slot_numbers, why_no_set
from setlab.cli.options import Json, NotationName, option
from setlab.cli.prompting import Command, Conversation, GameSession, fold_lines, to_go_on
from setlab.cli.screen import as_typed, attributes, digits_of, in_words, print_json, print_wrapped
from setlab.cli.verbs.solitaire import options
from setlab.errors import CardError, RuleError, join_names, plural
from setlab.geometry import Space
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.solitaire import Clearability, Line, Shuffle, State, Strategy, Weights, look_back, strategies
from setlab.solitaire.values import ValueKind

EXAMPLE = "setlab solitaire advise 0000 0001 0010 0011 0020 0021 0100 0101 0110 0111 0120 0121"

ADVISER = "expert"
"""The player who is asked."""

WORDS = {kind: kind.name.lower() for kind in ValueKind} | dict.fromkeys((ValueKind.DEEP, ValueKind.AHEAD), "look-ahead")
"""How a chance was obtained, in one word."""


def advise(
    cards: Cards = None,
    taken: Annotated[list[str] | None, option("--taken", "CARD,CARD,CARD", "A SET taken; once for every SET.")] = None,
    weights: options.WeightsFile = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Say which SET to take: every SET on the table with its estimated chance of clearing, the best first.

    The cards are those on the table; the SETs taken before come with `--taken`, as cards with commas.

        setlab solitaire advise 0000 0001 0010 0011 0020 0021 0100 0101 0110 0111 0120 0121
    """
    here = find_notation(notation, 4)
    table = read_cards(cards, here, EXAMPLE)
    state = State.of(table, _read_taken(taken or [], table, here))
    given = options.read_weights_for(ADVISER, weights)
    advice = strategies.advise(state, weights=given) if state.sets else strategies.Advice((), ValueKind.NONE)
    choices = best_first(advice)
    if json:
        best = None if advice.best is None else digits_of(advice.best, here)
        records = [_record(choice, advice, here) for choice in choices]
        print_json({"choices": records, "best": best, "weights": strategies.weights_checksum(ADVISER, given)})
        return
    undealt, position = state.table.undealt, dict(zip(table, positions(table, here), strict=True))
    print(picture(table, here))
    print(f"\n{len(table)} cards on the table, {undealt} undealt, {plural(len(state.taken), 'SET')} taken\n")
    if not choices:
        print(f"There is no SET on the table: {'deal three more cards' if undealt else 'the game is over'}")
        return
    if advice.best is not None:
        named = join_names([f"{here.name(card)} ({position[card]})" for card in advice.best], "and")
        print_wrapped(f"Take {named}.")
        print()
    print(f"The chance of clearing the table: {advice.how}")
    for choice, text in zip(choices, options.set_texts([choice.line for choice in choices], here), strict=True):
        print(f"  {text}   {chance_text(choice.chance)}{'   take this' if choice.best else ''}")


def best_first(advice: strategies.Advice) -> list[strategies.Choice]:
    """The choices, the best first."""
    return sorted(advice.choices, key=lambda choice: (not choice.best, -float(choice.chance or 0), choice.line))


def chance_text(chance: Fraction | float | None) -> str:
    """A chance in per cent; an exact one also as a fraction.

    >>> chance_text(Fraction(1, 4)), chance_text(0.5), chance_text(None)
    ('25.00 % (1/4)', '50.00 %', '')
    """
    if chance is None:
        return ""
    fraction = f" ({fraction_text(chance)})" if isinstance(chance, Fraction) else ""
    return options.proportion_text(float(chance)) + fraction


def _record(choice: strategies.Choice, advice: strategies.Advice, here: Notation) -> dict[str, Any]:
    chance = None if choice.chance is None else float(choice.chance)
    exact = fraction_text(choice.chance) if isinstance(choice.chance, Fraction) else None
    return {"set": digits_of(choice.line, here), "chance": chance, "exact": exact, "how": WORDS[advice.kind]}


def _read_taken(texts: Sequence[str], table: Sequence[int], here: Notation) -> list[Line]:
    """The SETs taken; raise an error that names the cards if one appears twice or three are no SET."""
    cards = here.parse_all([card for text in texts for card in text.split(",")])
    if both := [card for card in cards if card in table]:
        raise CardError(f"{as_typed(both[:1], here)} is on the table and taken: a card is in one place")
    if len(cards) % 3:
        raise RuleError(f"{plural(len(cards), 'card')} taken are not SETs: each SET has three cards, as 0000,1111,2222")
    lines = [(cards[i], cards[i + 1], cards[i + 2]) for i in range(0, len(cards), 3)]
    for a, b, c in lines:
        if not Space(4).is_line(a, b, c):
            typed, third = as_typed((a, b, c), here), as_typed([Space(4).third(a, b)], here)
            raise RuleError(f"{typed} is not a SET: the third card to the first two is {third}; correct --taken")
    return lines


class SolitaireSession(GameSession):
    """A game with a person: the earlier states, so that moves can be taken back, and the weights for advice."""

    how_to_move = HOW

    def __init__(self, shuffle: Shuffle, here: Notation, weights: Weights | None, command: Sequence[str]) -> None:
        self.shuffle, self.here, self.weights, self.command = shuffle, here, weights, list(command)
        self.before: list[State] = []
        self.state = shuffle.deal_due(shuffle.start())
        self.hints = Hints(here)
        self.commands = (
            Command("hint", ABOUT_HINTS, self._hint, ("h",)),
            Command("advice", "every SET with its chance of clearing the table", self._advice, ("a",)),
            Command("undo", "take back the last SET", self._undo, ("u",)),
            Command("review", "which move lost the game, with hindsight: the cards that are to come are looked at",
                    self._review, ("r",)),
        )  # fmt: skip

    @property
    def over(self) -> bool:
        """True if the table is clear; a game that is lost goes on, since moves can be taken back."""
        return self.state.clear

    def opening(self) -> str:
        """Which game it is, and what to do."""
        return (
            f"Game {self.shuffle.game} of seed {self.shuffle.seed}: clear the table by taking all 27 SETs. "
            "Type three cards, as 2 5 9, or help.\n"
        )

    def screen(self) -> str:
        """The table with the numbers of its slots, and how far the game is."""
        state = self.state
        if state.clear:
            return ""
        counts = f"{plural(len(state.cards), 'card')} on the table, {state.table.undealt} undealt"
        lost = "\nThere is no SET left: undo takes back, quit leaves." * state.over
        status = fold_lines(f"{counts}, {plural(len(state.taken), 'SET')} taken{lost}")
        return f"{draw_numbered(state.slots, self.here)}\n\n{status}"

    def move(self, text: str) -> str:
        """Take the SET that was named, or say why it is none."""
        before, cards = self.state, self.push(text)
        left = len(before.cards) - 3
        more = len(self.state.cards) - max(left, min(12, left + before.table.undealt))
        said = f"A SET: {in_words(sorted(cards, key=before.slots.index), self.here)}.\n"
        return said + f"The 12 cards then contained no SET: {more} more.\n" * bool(more)

    def ending(self) -> str:
        """How the game ended; for a game that was left, the command that resumes it."""
        taken, left = plural(len(self.state.taken), "SET"), plural(len(self.state.remaining), "card")
        if self.state.clear:
            return "The table is clear: well done!"
        if self.state.over:
            return f"The game is over: {taken} taken, {left} left."
        return f"You left the game: {taken} taken, {left} left. {to_go_on(self.resume())}"

    def resume(self) -> list[str]:
        """The command line with the moves so far, each as the numbers of its slots."""
        pairs = zip(self.before, self.state.taken, strict=True)
        moves = ["-".join(map(str, slot_numbers(line, before.slots))) for before, line in pairs]
        return [*self.command, "--moves", "/".join(moves)] if moves else self.command

    def push(self, text: str) -> Sequence[int]:
        """Take the SET that was named: its cards."""
        cards = read_claim(text, self.state.slots, self.here)
        a, b, c = sorted(cards)
        if (a, b, c) not in self.state.sets:
            raise RuleError(f"Not a SET: {why_no_set(cards, self.here)}")
        self.before.append(self.state)
        self.state = self.shuffle.deal_due(self.state.take((a, b, c)))
        return cards

    def _hint(self, wanted: str) -> str:
        def best() -> Line:
            choices = strategies.advise(self.state, weights=self.weights).choices
            return next(choice.line for choice in choices if choice.best)

        return self.hints.give(wanted, self.state.slots, self.state.sets, best)

    def _advice(self, _: str) -> str:
        if not self.state.sets:
            return "There is no SET left: undo takes back."
        advice = strategies.advise(self.state, weights=self.weights)
        lines = list[str]()
        for choice in best_first(advice):
            slots = " ".join(f"{slot:>2}" for slot in slot_numbers(choice.line, self.state.slots))
            lines.append(f"  {slots}   {chance_text(choice.chance)}{'   best' * choice.best}".rstrip())
        return "\n".join([f"The chance of clearing the table: {advice.how}", *lines])

    def _undo(self, _: str) -> str:
        if not self.before:
            return "There is nothing to take back."
        self.state = self.before.pop()
        return "The last SET is back on the table.\n"

    def _review(self, _: str) -> str:
        seen = look_back(self.shuffle, self.state.taken)
        if seen.lost_at is not None:
            lost = seen.positions[seen.lost_at]
            lines = (slot_numbers(line, lost.state.slots) for line in (lost.taken or (), *lost.keeping))
            taken, *kept = (" ".join(map(str, numbers)) for numbers in lines)
            return fold_lines(
                f"Move {seen.lost_at + 1}, {taken}, lost the game. The table could still be cleared after "
                f"{join_names(kept)}. To see it, go back by undo ({plural(len(self.before) - seen.lost_at, 'time')})."
            )
        if seen.positions[-1].clearable is Clearability.YES:
            return "The table can still be cleared."
        if seen.positions[0].clearable is Clearability.NO:
            return "This deal can never be cleared."
        return "Whether and by which move the game is lost is not settled: the search would take too long."


def play(
    seed: Annotated[str | None, option("-s", "--seed", "S", "0 to 2^64 − 1; without it, a new game.")] = None,
    game: options.Game = "0",
    moves: Annotated[str, option("--moves", "MOVES", "Resume after these moves, as `quit` prints them.")] = "",
    weights: options.WeightsFile = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Play: find the SETs and take them one by one until the table is clear.

    Type the numbers of three cards, or the cards in words, or `help`. `hint` says a little more each time, `advice`
    compares the SETs, `undo` takes back. On leaving, the command that resumes
    the game is printed. With
    `--json` the conversation goes to stderr, and the game is printed at its end.

        setlab solitaire play --seed 1 --game 7
    """
    here = find_notation(notation, 4)
    chosen = secrets.randbelow(2**32) if seed is None else options.read_seed(seed)
    shuffle = Shuffle.of(chosen, options.read_game(game))
    command = ["setlab", "solitaire", "play", "--seed", str(chosen)]
    command += ["--game", str(shuffle.game)] * bool(shuffle.game)
    command += ["--weights", str(weights)] * (weights is not None)
    command += ["--notation", notation] * (notation != DEFAULT)
    session = SolitaireSession(shuffle, here, options.read_weights_for(ADVISER, weights), command)
    session.repeat(moves, session.push)
    Conversation(session, sys.stderr if json else sys.stdout).run()
    state = session.state
    if json:
        record = attributes(shuffle, "seed", "game") | {"moves": [digits_of(line, here) for line in state.taken]}
        record |= {"left": digits_of(state.cards, here), "undealt": state.table.undealt}
        print_json(record | attributes(state, "over", "clear") | {"go_on": None if state.over else session.resume()})


@dataclass(frozen=True)
class MoveReason:
    """A sentence, and the chance of clearing the table that the strategy saw, if it estimates one."""

    words: str
    chance: Fraction | float | None = None


def reason_for(player: Strategy, state: State, line: Line) -> MoveReason:
    """The reason for the choice that the player has just made."""
    if len(state.sets) == 1:
        return MoveReason("the only SET")
    if isinstance(player, strategies.Valued):
        advice = strategies.advise(state, player.budgets, player.weights)
        chance = next(choice.chance for choice in advice.choices if choice.line == line)
        return MoveReason(f"{chance_text(chance)}; {advice.how}" if chance is not None else advice.how, chance)
    if isinstance(player, strategies.General) and player.next_of_partition(state) is not None:
        return MoveReason(f"declared won with {player.checked} undealt: follows a partition")
    if isinstance(player, strategies.General | strategies.Basic):
        live, dead, _ = strategies.basic_rank(state, line)
        lost = "declared won, and no partition is left to follow; " * bool(getattr(player, "declared", False))
        return MoveReason(f"{lost}leaves {plural(-live, 'live pair')}, {dead} dead")
    if isinstance(player, strategies.Thrifty):
        there = len(state.remaining.lines())
        return MoveReason(f"destroys {count_destroyed(state, line)} of the {there} SETs that are left")
    if isinstance(player, strategies.Clairvoyant):
        return MoveReason("knows how to clear this deck" if player.moves else "no way to clear this deck was found")
    return (
        MoveReason(f"one of {len(state.sets)} SETs, by lot")
        if isinstance(player, strategies.Random)
        else MoveReason("")
    )


def count_destroyed(state: State, line: Line) -> int:
    """The number of SETs among the remaining cards that are gone with this one, itself among them.

    >>> count_destroyed(State.of(range(12)), (0, 1, 2))
    118
    """
    return sum(strategies.lines_through(card, state.remaining) for card in line) - 2


@dataclass(frozen=True)
class Watched:
    """A strategy that plays a game: its moves so far, each with the state before and the reason."""

    shuffle: Shuffle
    moves: list[tuple[State, Line, MoveReason]]
    state: State
    declared: bool


def watch(
    strategy: options.StrategyName = "expert",
    seed: options.Seed = "1",
    game: options.Game = "0",
    weights: options.WeightsFile = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Watch a strategy play a game, every move with its reason.

    setlab solitaire watch --strategy expert --seed 1 --game 7
    """
    options.check_strategy(strategy)
    here = find_notation(notation, 4)
    given = options.read_weights_for(strategy, weights)
    watched = play_game(strategy, Shuffle.of(options.read_seed(seed), options.read_game(game)), given)
    if json:
        record = {"strategy": strategy, "weights": strategies.weights_checksum(strategy, given)}
        print_json(record | _watch_record(watched, here))
    else:
        _print_game(strategy, watched, here)


def play_game(name: str, shuffle: Shuffle, weights: Weights | None = None) -> Watched:
    """The game that a strategy plays, with its reasons."""
    player = strategies.strategy(name, weights)
    if begin := getattr(player, "begin", None):
        begin(shuffle)
    moves: list[tuple[State, Line, MoveReason]] = []
    state = shuffle.deal_due(shuffle.start())
    while not state.over:
        line = player.choose(state)
        moves.append((state, line, reason_for(player, state, line)))
        state = shuffle.deal_due(state.take(line))
    return Watched(shuffle, moves, state, bool(getattr(player, "declared", False)))


def _watch_record(watched: Watched, here: Notation) -> dict[str, object]:
    moves = [
        {"set": digits_of(line, here), "table": digits_of(state.cards, here), "undealt": state.table.undealt}
        | {"reason": reason.words, "chance": None if reason.chance is None else float(reason.chance)}
        for state, line, reason in watched.moves
    ]
    left = {"left": digits_of(watched.state.cards, here), "clear": watched.state.clear, "declared": watched.declared}
    return attributes(watched.shuffle, "seed", "game") | {"moves": moves} | left


def _print_game(name: str, watched: Watched, here: Notation) -> None:
    print(f"{name} plays game {watched.shuffle.game} of seed {watched.shuffle.seed}\n")
    print(picture(watched.shuffle.start().cards, here, codes=False) + "\n")
    for number, (state, line, reason) in enumerate(watched.moves, 1):
        print_wrapped(in_words(line, here), f"{number:>3}. ")
        seen = f"{len(state.cards)} on the table, {state.table.undealt} undealt, {plural(len(state.sets), 'SET')}"
        print_wrapped(f"{seen}: {reason.words}", " " * 5)
    if watched.state.clear:
        print("\nThe table is clear.")
        return
    print(f"\n{plural(len(watched.state.cards), 'card')} left:\n{picture(watched.state.cards, here, codes=False)}")
    if watched.declared:
        print("\nThe game had been declared won.")
