"""`setlab replay`: one game of an experiment, move by move."""

from __future__ import annotations

from typing import Annotated

from setlab.cli.cards import picture
from setlab.cli.options import Json, NotationName, StorePlace, argument, number_below
from setlab.cli.screen import attributes, digits_of, in_words, print_json, print_wrapped
from setlab.cli.verbs.play import replay_file
from setlab.errors import SpecError, plural
from setlab.experiment.kernels.endgame import EndgameParameters, TrialGame, play
from setlab.experiment.store import Store, default_location
from setlab.notation import DEFAULT, Notation, find_notation
from setlab.rules import Deal, Table


def verb(
    spec_id: Annotated[str, argument("ID|FILE", "The id of an endgame experiment, or how it begins; or a file.")],
    trial: Annotated[str | None, argument("[TRIAL]", "The number of the trial.")] = None,
    notation: NotationName = DEFAULT,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Show a game move by move: a trial of a stored experiment, or a game that `setlab play --record FILE` wrote.

    Trial i is always the same game. The rare games that `setlab runs show ID` lists are shown as well.

        setlab simulate endgame --trials 1e4 --seed 1

        setlab replay 29dbb2 417

        setlab replay game.json
    """
    if trial is None:
        replay_file(spec_id, json)
        return
    number = number_below(63, trial, "trial")
    with Store(store or default_location()) as opened:
        spec = opened.find(spec_id)
    p = spec.parameters
    if not isinstance(p, EndgameParameters):
        raise SpecError(f"{spec.id} is a {spec.kernel} experiment: replay shows games of endgame")
    here = find_notation(notation, p.dimension, p.values)
    game = play(p, spec.seed, number)
    if json:
        named = ((type(event).__name__.lower(), event) for event in game.events)
        events = [{"event": name, **vars(event), "cards": digits_of(event.cards, here)} for name, event in named]
        found = {"events": events, "leftover": digits_of(game.table.cards, here)}
        print_json({"id": spec.id, "trial": number} | found | attributes(game, "largest_table", "turns"))
    else:
        _print_game(game, here, f"{spec.id}, trial {number}")


def _print_game(game: TrialGame, here: Notation, title: str) -> None:
    table = Table(game.table.rules)
    print(f"{title}: {plural(game.turns, 'turn')}, {plural(game.leftover, 'card')} left\n")
    for move, event in enumerate(game.events):
        before, table = table, table.after(event)
        if move == 0:
            print(f"{picture(table.cards, here, codes=False)}\n")
            continue
        cards = in_words(event.cards, here)
        if isinstance(event, Deal):
            why = "dealt" if before.sets() or len(before.cards) < before.rules.table else "no SET; dealt"
            print_wrapped(f"{why}: {cards} ({len(table.cards)} on the table, {table.undealt} undealt)", " " * 7)
        else:
            print_wrapped(f"{cards} ({plural(len(before.sets()), 'SET')} on the table)", f"  {len(table.taken):>3}. ")
    print(f"\nleft: {plural(game.leftover, 'card')}")
    if game.leftover:
        print(picture(table.cards, here, codes=False))
