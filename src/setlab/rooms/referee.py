"""The referee of rooms: the decision on every message of a player or of the host. The server has no other judge.

People take a seat, or wait for one. The host can start, pause, resume and end a round, admit, rename and remove people,
lock the room and change options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from setlab.errors import RuleError
from setlab.rooms import events as ev
from setlab.rooms.decision import Decision, Request, ending, refuse
from setlab.rooms.games import AT_ANY_TIME, OF_THE_ROOM, find_game, read_options, winning_team
from setlab.rooms.games.hidden import LastCard, unseen
from setlab.rooms.names import LONGEST_NAME, clean_name, first_clusters, is_same, looks_like
from setlab.rooms.state import OPPONENT, PAUSED, PLAYER, PLAYING, TURN_SECONDS, Player, Pointing, RoomState

MOST_SEATS = 60

OPPONENT_NAMES = ("Ada", "Emmy", "Sofja", "Évariste", "Srinivasa")
"""The names of opponents, after mathematicians."""


def opening(game: str, options: Mapping[str, Any], now: float | None = None) -> tuple[ev.Event, ...]:
    """The first events of a room; raise `RuleError` for an unknown game, a wrong option, or a future puzzle.

    >>> opening("standard", {"opponents": 1})[1]
    Join(seat=1, name='Ada', kind='opponent', team=0)
    """
    chosen = find_game(game)
    complete = chosen.read(options)
    if now is not None:
        chosen.check_released(complete, now)
    names = OPPONENT_NAMES[: complete["opponents"]]
    opponents = [ev.Join(i, name, OPPONENT, 0) for i, name in enumerate(names, 1)]
    return (ev.Open(game, complete), *opponents)


def join(request: Request, name: str, host: bool = False) -> Decision:
    """The decision on a request for a seat, with the host's rights for the person who opened the room.

    >>> join(Request(RoomState.empty("KRTM"), now=0.0, seed=1), " Ada ").events
    (Join(seat=1, name='Ada', kind='player', team=0),)
    """
    state = request.state
    if state.locked and not host:
        return refuse("locked", f"Room {state.room} is locked: ask the host to unlock it")
    waits = bool(state.options.get("admit")) and not host
    if len(state.waiting if waits else state.seated_players) >= MOST_SEATS:
        return refuse("full", f"Room {state.room} is full: it has {MOST_SEATS} seats")
    chosen = choose_name(state, name)
    if isinstance(chosen, Decision):
        return chosen
    seat = state.last_seat + 1
    if waits:
        return request.accept(ev.Knock(seat, chosen), seat=seat)
    joining = ev.Join(seat, chosen, PLAYER, smallest_team(state))
    return request.accept(joining, *([ev.Host(seat)] if host else []), seat=seat)


def choose_name(state: RoomState, name: str, seat: int = 0) -> str | Decision:
    """The name that a person gets in the room, or the refusal; `seat` is the seat they have already."""
    clean = clean_name(name)
    if not clean:
        return refuse("name", f"A name has 1 to {LONGEST_NAME} visible characters")
    others = [player.name for player in state.seated_players if player.seat != seat]
    others += [other for waiting, other in state.waiting.items() if waiting != seat]
    if looks_like(clean, others):
        return refuse("look-alike", "Somebody here has a name that looks like this one: choose another")
    return unique_name(others, clean)


def unique_name(taken: Sequence[str], name: str) -> str:
    """The name, with a number if it is taken.

    >>> unique_name(["Ada", "ada 2"], "Ada")
    'Ada 3'
    """
    number, unique = 1, name
    while any(is_same(unique, other) for other in taken):
        number += 1
        unique = f"{first_clusters(name, LONGEST_NAME - 1 - len(str(number)))} {number}"
    return unique


def smallest_team(state: RoomState, joining: Sequence[ev.Join] = ()) -> int:
    """The team that a new player joins after some others; 0 where there are no teams."""
    teams = range(1, state.options.get("teams", 0) + 1) if state.game.has_teams else range(0)
    new = [each.team for each in joining]
    return min(teams, key=lambda team: len(state.member_seats(team)) + new.count(team), default=0)


NEW = 120.0
"""The seconds during which a person counts as new before the first round."""

EXTRA = 9
"""People may vote for more cards, although there is a SET, until the table has this many more than it should have."""

_TABLE = frozenset({"cards", "sets", "dimension", "puzzle", "deal"})
"""The options that describe a table to be searched."""

_KEPT = (*OF_THE_ROOM, "watch", "admit", "scores", "quiet", "penalty", "minus", "call", "more")
"""The options that another game takes over."""


def decide_start(request: Request) -> Decision:
    """The decision on the start of a round."""
    if request.state.phase in (PLAYING, PAUSED):
        return refuse("playing", "A round is being played: end it first")
    return decide_next(request)


def decide_next(request: Request) -> Decision:
    """The decision on the next round, with another game or other options if they are given."""
    state, message = request.state, request.message
    try:
        game, options = next_game(state, message.get("game"), message.get("options") or {})
        find_game(game).check_released(options, request.now)
    except RuleError as error:
        return refuse("bad-message", str(error))
    over = ending(state, request.seed, "host") if state.phase in (PLAYING, PAUSED) else ()
    deadline = request.now + options["seconds"] if options["seconds"] else None
    start = ev.Start(state.round + 1, game, options, deadline, find_game(game).sets_to_find(options))
    return request.accept(*over, *form_teams(state, game, options), start)


def next_game(state: RoomState, game: object, options: object) -> tuple[str, dict[str, Any]]:
    """The game and the options of the next round; raise `RuleError` for wrong ones."""
    if not isinstance(options, Mapping):
        raise RuleError("options must be an object")
    if fixed := [name for name in OF_THE_ROOM if name in options and options[name] != state.options[name]]:
        raise RuleError(f"option {fixed[0]} is fixed when the room is opened: open another room")
    chosen = state.game if game is None else find_game(str(game))
    known = chosen.options
    is_same = chosen.name == state.game.name
    kept = {name: value for name, value in state.options.items() if name in known and (is_same or name in _KEPT)}
    kept = {name: value for name, value in kept.items() if known[name].is_allowed(value)}
    if kept.get("deal"):  # the numbers follow from the cards, and may be others than a room can deal
        kept = {name: value for name, value in kept.items() if name not in _TABLE or name == "deal"}
    if state.round or not _TABLE.isdisjoint(options):
        kept.pop("puzzle", None)  # a puzzle is played once; the next table is a new one of the same size
        kept.pop("deal", None)
    return chosen.name, chosen.read({**kept, **options})


def form_teams(state: RoomState, game: str, options: Mapping[str, Any]) -> tuple[ev.Event, ...]:
    """The events that assign everybody to a team of the next round, as evenly as possible; none in other games."""
    if not find_game(game).has_teams:
        return ()
    sizes = dict.fromkeys(range(1, options["teams"] + 1), 0)
    for player in state.seated_players:
        if player.team in sizes:
            sizes[player.team] += 1
    events = []
    for player in state.seated_players:
        if player.team not in sizes:
            team = min(sizes, key=sizes.__getitem__)
            sizes[team] += 1
            events.append(ev.Team(player.seat, team))
    return tuple(events)


def decide_pause(request: Request) -> Decision:
    """The decision on a pause; a second one ends it."""
    state = request.state
    if state.phase == PAUSED:
        return decide_resume(request)
    if state.phase != PLAYING:
        return refuse("not-playing", "No game is being played")
    left = None if state.deadline is None else round(max(state.deadline - request.now, 0.0), 3)
    return request.accept(ev.Pause(left))


def decide_resume(request: Request) -> Decision:
    """The decision on the end of a pause."""
    left = request.state.time_left
    if request.state.phase != PAUSED:
        return refuse("not-playing", "The game is not paused")
    return request.accept(ev.Resume(None if left is None else round(request.now + left, 3)))


def decide_stop(request: Request) -> Decision:
    """The decision on the end of a round."""
    if request.state.phase not in (PLAYING, PAUSED):
        return refuse("not-playing", "No game is being played")
    return request.accept(*ending(request.state, request.seed, "host"))


def decide_forced_more(request: Request) -> Decision:
    """The decision on three more cards at the host's request."""
    if request.state.phase != PLAYING:
        return refuse("not-playing", "No game is being played")
    if request.state.game.has_own_tables:
        return refuse("bad-message", "Every player has an own table: players ask for more cards themselves")
    return no_more_cards(request.state) or request.accept(request.deal_more("host"))


def no_more_cards(state: RoomState, seat: int | None = None) -> Decision | None:
    """The refusal if no more cards can be dealt, at the own table of a seat if there are own tables."""
    table = state.position_of(seat).table
    if not table.undealt:
        return refuse("empty", "The deck is empty: what is left lies on the table")
    if "more" not in state.options:
        return refuse("there-is-a-set", "There is always a SET on this table")
    if state.claimable_by(seat) and len(table.cards) >= table.rules.table + EXTRA:
        return refuse("there-is-a-set", "There is a SET among so many cards")
    return None


def decide_kick(request: Request) -> Decision:
    """The decision on removing somebody, or with `new` all newcomers; later ones then wait for the host."""
    state, seat = request.state, request.message.get("seat")
    if request.message.get("new") is True:
        seats = [*new_seats(state, request.now), *state.waiting]
    elif type(seat) is int and _has_place(state, seat):
        seats = [seat]
    else:
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    closing = () if state.options.get("admit") or not seats else (ev.Set({"admit": True}),)
    return request.accept(*closing, *(ev.Leave(each, "host") for each in seats))


def new_seats(state: RoomState, now: float) -> list[int]:
    """The seats of newcomers: those since the start of the last round, before the first one of the last two minutes."""
    since = now - NEW if state.started is None else state.started
    guests = [each for each in state.seated_players if each.kind == PLAYER and each.seat != state.host]
    return [each.seat for each in guests if each.joined > since]


def decide_admit(request: Request) -> Decision:
    """The decision on admitting a waiting person; without `seat`, all of them."""
    state, seat = request.state, request.message.get("seat")
    if seat is not None and seat not in state.waiting:
        return refuse("bad-message", f"Nobody waits with seat {seat!r:.20}")
    wanted = list(state.waiting) if seat is None else [seat]
    if len(state.seated_players) + len(wanted) > MOST_SEATS:
        return refuse("full", f"Room {state.room} is full: it has {MOST_SEATS} seats")
    joins: list[ev.Join] = []
    for each in wanted:
        joins.append(ev.Join(each, state.waiting[each], PLAYER, smallest_team(state, joins)))
    return request.accept(*joins)


def decide_rename(request: Request) -> Decision:
    """The decision on renaming somebody."""
    seat, name = request.message.get("seat"), request.message.get("name")
    if type(seat) is not int or not _has_place(request.state, seat):
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    if not isinstance(name, str):
        return refuse("bad-message", "name must be a text")
    chosen = choose_name(request.state, name, seat)
    return chosen if isinstance(chosen, Decision) else request.accept(ev.Rename(seat, chosen))


def _has_place(state: RoomState, seat: int) -> bool:
    """True if somebody sits there, or waits to be let in."""
    return seat in state.waiting or (seat in state.players and not state.players[seat].left)


def decide_lock(request: Request) -> Decision:
    """The decision on locking or unlocking the room; without `locked`, toggle it."""
    locked = request.message.get("locked", not request.state.locked)
    if not isinstance(locked, bool):
        return refuse("bad-message", "locked must be true or false")
    return request.accept(ev.Lock(locked))


def decide_set(request: Request) -> Decision:
    """The decision on options that may change at any time."""
    given = request.message.get("options")
    if not isinstance(given, Mapping) or not given:
        return refuse("bad-message", "options must be an object with at least one option")
    try:
        known = {name: request.state.game.options[name] for name in AT_ANY_TIME}
        return request.accept(ev.Set(read_options("a running game", known, given)))
    except RuleError as error:
        return refuse("bad-message", str(error))


def decide_move(request: Request) -> Decision:
    """The decision on moving a player to another team."""
    seat = request.message.get("seat")
    if type(seat) is not int or seat not in request.state.players:
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    return change_team(request, seat, request.message.get("team"))


def change_team(request: Request, seat: int, team: object) -> Decision:
    """The decision on a change of the team, before the start or between rounds."""
    state = request.state
    if state.phase in (PLAYING, PAUSED):
        return refuse("playing", "Teams change between rounds")
    if "teams" not in state.options:
        return refuse("bad-message", "This game has no teams")
    if type(team) is not int or not 1 <= team <= state.options["teams"]:
        return refuse("bad-message", f"team must be a number from 1 to {state.options['teams']}")
    return request.accept(ev.Team(seat, team))


CALL_SECONDS = 5.0
"""The time that a player has for a claim after calling SET."""

POINT_SECONDS = 20.0
"""The time in which the next card must be pointed at."""


def decide(request: Request) -> Decision:
    """The decision on a message to a room.

    >>> decide(Request(RoomState.empty("KRTM"), now=0.0, seed=1, seat=1, message={"type": "start"})).refusal.code
    'not-host'
    """
    kind = str(request.message.get("type"))
    if kind == "more" and request.message.get("force") is True:
        kind = "forced-more"
    if kind in HOST_RULES:
        return HOST_RULES[kind](request) if request.is_host else refuse("not-host", "Only the host may do that")
    if kind in SEAT_RULES:
        return refuse("not-seated", "You have no seat") if request.seat is None else SEAT_RULES[kind](request)
    if kind in PLAYER_RULES:
        return cannot_play(request) or PLAYER_RULES[kind](request)
    return refuse("bad-message", f"{kind!r:.40} is not a message of players")


def cannot_play(request: Request) -> Decision | None:
    """The refusal if the player cannot claim, call or point now; else None."""
    state, player, now = request.state, request.player, request.now
    if player is None:
        return refuse("not-seated", "You watch: take a seat to play")
    if state.phase == PAUSED:
        return refuse("paused", "The game is paused")
    if state.phase != PLAYING:
        return refuse("not-playing", "No game is being played: wait for the start")
    if now < player.until:
        return refuse("wait", f"Wait {player.until - now:.0f} more seconds after the wrong claim", until=player.until)
    if now < (free := state.free_at(player)):
        return refuse("wait", f"Wait {free - now:.0f} more seconds: another player has a head start", until=free)
    if state.called and state.called.seat != player.seat:
        name = state.players[state.called.seat].name
        return refuse("called", f"{name} called SET: the table is theirs", until=state.called.until)
    return None


def decide_claim(request: Request) -> Decision:
    """The decision on a claim of some cards."""
    state, cards = request.state, read_cards(request)
    if isinstance(cards, Decision):
        return cards
    if state.game.has_teams:
        return refuse("not-your-turn", "In team SET the cards are pointed at one by one: send point with a card")
    if state.options.get("call") and state.called is None:
        return refuse("call-first", "Call SET before you choose the cards")
    if state.game.is_face_down:
        return refuse("not-your-turn", "In memory cards are turned over one by one: send turn with a slot")
    seat = asking_player(request).seat
    position = state.position_of(seat)
    if state.game.lays_aside and not {*cards} <= {*position.table.cards}:
        return claim_aside(request, cards)
    if not state.game.is_right(position, cards):
        return reject_claim(request, cards)
    if state.game.searches_all:
        open_claims = state.game.open_claims(position, seat if state.is_private else None)
        if not any(set(each) == set(cards) for each in open_claims):
            return refuse("already", "This SET was found before")
    return request.accept(ev.Claim(seat, cards, state.game.points(cards)))


def asking_player(request: Request) -> Player:
    """The player who sent a request that only players send."""
    assert request.player is not None
    return request.player


def claim_aside(request: Request, cards: tuple[int, ...]) -> Decision:
    """The decision on a claim of two cards of the table with a card that may be the one laid aside."""
    table = request.state.round_position.table
    named = [card for card in cards if card not in table.cards]
    if len(named) > 1:
        return refuse("gone", "Not all of these cards lie on the table any more")
    if not table.deck.is_set(cards):
        return reject_claim(request, cards)
    return decide_on_aside(request, named[0], cards)


def decide_name(request: Request) -> Decision:
    """The decision on naming the card that was laid aside: everybody has one guess."""
    card = request.message.get("card")
    if not request.state.game.lays_aside:
        return refuse("bad-message", "No card was laid aside in this game")
    if type(card) is not int or card not in request.state.round_position.table.deck:
        return refuse("bad-message", "card must be the number of a card")
    return decide_on_aside(request, card)


def decide_on_aside(request: Request, card: int, claimed: tuple[int, ...] = ()) -> Decision:
    """The decision on the name of the card laid aside, alone or in a claimed SET."""
    state, seat, game = request.state, asking_player(request).seat, request.state.game
    assert isinstance(game, LastCard)
    if state.round_position.aside is not None:
        return refuse("gone", "The card that was laid aside is turned up already")
    if seat in state.named:
        return refuse("named", "You have named a card already: everybody has one guess")
    if card not in unseen(state.round_position):
        return refuse("seen", "This card was dealt: it cannot be the one that was laid aside")
    if card != game.card_aside(state.options, request.seed, state.round):
        return request.refuse("not-aside", "Another card was laid aside", ev.Name(seat, card, False))
    bonus: int = state.options["bonus"]
    if claimed:
        return request.accept(ev.Claim(seat, claimed, game.points(claimed) + bonus))
    return request.accept(ev.Name(seat, card, True, bonus))


LOOK_SECONDS = 4.0
"""The time for which three cards that are no SET are seen."""


def decide_turn(request: Request) -> Decision:
    """The decision on turning a card over: the third one completes a SET, or fails to."""
    state, seat, slot = request.state, asking_player(request).seat, request.message.get("slot")
    if not state.game.is_face_down:
        return refuse("bad-message", "No card lies face down in this game")
    slots = state.round_position.table.slots
    if type(slot) is not int or not 0 <= slot < len(slots) or slots[slot] is None:
        return refuse("gone", "No card lies in this slot")
    if seat != state.to_move:
        return refuse("not-your-turn", "It is another player's turn")
    if slot in state.turned or len(state.turned) >= state.game.claim_size:
        return refuse(
            "already", "Wait until the cards are turned face down" if slot not in state.turned else "It is open"
        )
    cards = tuple(card for each in (*state.turned, slot) if (card := slots[each]) is not None)
    is_last = len(cards) == state.game.claim_size
    is_right = is_last and state.game.is_right(state.round_position, cards)
    until = round(request.now + (LOOK_SECONDS if is_last and not is_right else TURN_SECONDS), 3)
    turn = ev.Turn(seat, slot, cards[-1], until)
    if not is_last:
        return request.accept(turn)
    if is_right:
        return request.accept(turn, ev.Claim(seat, cards))
    verdicts = tuple(state.game.verdicts(state.round_position, cards))
    return request.accept(turn, ev.Reject(seat, cards, "not-a-set", verdicts))


MOST_POINTS_AHEAD, MOST_SECONDS_AHEAD = 30, 300


def decide_handicap(request: Request) -> Decision:
    """The decision on a handicap: points and seconds for a player, between rounds."""
    state, message = request.state, request.message
    seat, points, seconds = message.get("seat"), message.get("points", 0), message.get("seconds", 0)
    if state.phase in (PLAYING, PAUSED):
        return refuse("playing", "A handicap changes between rounds")
    if type(seat) is not int or seat not in state.players or state.players[seat].left:
        return refuse("bad-message", f"Nobody sits on seat {seat!r:.20}")
    if type(points) is not int or not 0 <= points <= MOST_POINTS_AHEAD:
        return refuse("bad-message", f"points must be a whole number from 0 to {MOST_POINTS_AHEAD}")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS_AHEAD:
        return refuse("bad-message", f"seconds must be a number from 0 to {MOST_SECONDS_AHEAD}")
    return request.accept(ev.Handicap(seat, points, round(float(seconds), 3)))


def read_cards(request: Request) -> tuple[int, ...] | Decision:
    """The cards of a claim, or the refusal of a message that names none that can be claimed."""
    given, game = request.message.get("cards"), request.state.game
    if not isinstance(given, Sequence) or not all(type(card) is int for card in given):
        return refuse("bad-message", "cards must be a list of numbers of cards")
    if len(set(given)) not in game.claim_sizes or len(given) != len(set(given)):
        sizes = " or ".join(map(str, game.claim_sizes))
        return refuse("size", f"A claim has {sizes} different cards, not {len(set(given))}")
    if any(card not in game.reach(request.state.position_of(request.seat)) for card in given):
        return refuse("gone", "Not all of these cards lie on the table any more")
    return tuple(given)


def reject_claim(request: Request, cards: tuple[int, ...], *before: ev.Point) -> Decision:
    """The decision on cards that may not be taken: everybody sees the wrong claim. A team waits as a whole."""
    state, player = request.state, asking_player(request)
    verdicts = state.game.verdicts(state.position_of(player.seat), cards)
    reason = complaint(verdicts) if verdicts else "Not a comet: the nine cards hold a SET or a planet."
    until, points = price_of_mistake(request)
    team = player.team if before else 0
    event = ev.Reject(player.seat, cards, "not-a-set", tuple(verdicts), until, points, team)
    return request.refuse("not-a-set", reason, *before, event, properties=verdicts, until=until)


def price_of_mistake(request: Request) -> tuple[float, int]:
    """The time until which a player waits after a mistake made now, and the points that it costs."""
    options = request.state.options
    return round(request.now + options.get("penalty", 0), 3), -1 if options.get("minus") else 0


def complaint(verdicts: Sequence[Mapping[str, Any]]) -> str:
    """The sentence about a wrong claim, naming the first property that fails.

    >>> complaint([{"property": "filling", "values": ["striped", "striped", "solid"], "verdict": "neither"}])
    'Not a SET. Filling: two striped, one solid.'
    """
    failing = next((each for each in verdicts if each["verdict"] == "neither"), None)
    if failing is None:
        return "Not a SET of the chain: exactly one card must be of the last SET."
    name, values = failing["property"].capitalize(), failing["values"]
    if len(values) == 4:
        return f"Not a SET. {name}: {', '.join(values)}: neither all the same nor all different."
    if len(values) == 2:
        return f"Not an UltraSET. {name}: one pair needs {values[0]}, the other {values[1]}."
    twice = next(value for value in values if values.count(value) == 2)
    once = next(value for value in values if value != twice)
    return f"Not a SET. {name}: two {twice}, one {once}."


def decide_call(request: Request) -> Decision:
    """The decision on a call of SET: the table is the player's for a few seconds."""
    if not request.state.options.get("call"):
        return refuse("bad-message", "In this room nobody calls: choose the cards")
    if called := request.state.called:
        return refuse("called", "You have called SET already: choose the cards", until=called.until)
    return request.accept(ev.Call(asking_player(request).seat, round(request.now + CALL_SECONDS, 3)))


def decide_more(request: Request) -> Decision:
    """The decision on "no SET here": cards are dealt if that is right, otherwise it is a vote."""
    state, seat = request.state, asking_player(request).seat
    if refused := no_more_cards(state, seat):
        return refused
    if state.options["more"] != "vote":
        if not state.claimable_by(seat):
            return request.accept(request.deal_more("none"))
        if state.options["more"] == "auto" or len(state.people) <= 1 or state.game.has_own_tables:
            until, points = price_of_mistake(request)
            event = ev.Reject(seat, (), "no-set", (), until, points)
            return request.refuse("there-is-a-set", "There is a SET on the table", event, until=until)
    if seat in state.votes:
        return refuse("already", "You have said so already: the others think it over")
    vote = ev.Vote(seat, len(state.votes) + 1, state.votes_needed)
    return request.accept(vote, *([request.deal_more("vote")] if vote.votes >= vote.needed else []))


def decide_point(request: Request) -> Decision:
    """The decision on a card at which a player points: the third one completes a SET, or fails to."""
    state, player, card = request.state, asking_player(request), request.message.get("card")
    if not state.game.has_teams:
        return refuse("bad-message", "Nobody points in this game: claim three cards")
    if type(card) is not int:
        return refuse("bad-message", "card must be the number of a card")
    if card not in state.round_position.table.cards:
        return refuse("gone", "This card does not lie on the table any more")
    pointing = state.pointing(0 if state.teams_share else player.team)
    if refused := cannot_point(state, player, pointing, card):
        return refused
    point = ev.Point(player.seat, player.team, card, round(request.now + POINT_SECONDS, 3))
    if len(pointing.points) < 2:
        return request.accept(point)
    cards = (*pointing.cards, card)
    if not state.game.is_right(state.round_position, cards):
        return reject_claim(request, cards, point)
    teams = (*(each.team for each in pointing.points), player.team)
    winner = winning_team(state.options["rule"], teams)
    return request.accept(point, ev.Claim(player.seat, cards, 1 if winner else 0, winner, teams))


def cannot_point(state: RoomState, player: Player, pointing: Pointing, card: int) -> Decision | None:
    """The refusal if this player may not point at this card now; None if they may.

    A player waits two turns after pointing, so that three players find a SET. Where only two can point they take turns,
    and a lone player points at all three cards.
    """
    if card in pointing.cards:
        return refuse("already", "This card was pointed at already: it needs another one")
    mates = state.people if state.teams_share else [each for each in state.people if each.team == player.team]
    turns = min(max(len(mates), 1), 3) - 1
    if player.seat in [each.seat for each in pointing.points[max(len(pointing.points) - turns, 0) :]]:
        return refuse("not-your-turn", "The next card must be pointed at by somebody else")
    return None


Rule = Callable[[Request], Decision]

PLAYER_RULES: Mapping[str, Rule] = {
    "claim": decide_claim, "point": decide_point, "call": decide_call, "more": decide_more,
    "name": decide_name, "turn": decide_turn,
}  # fmt: skip
"""The messages of players in a round."""

SEAT_RULES: Mapping[str, Rule] = {
    "team": lambda request: change_team(request, request.seat or 0, request.message.get("team")),
    "leave": lambda request: request.accept(ev.Leave(request.seat or 0, "self", request.message.get("forget") is True)),
}
"""The messages of everybody with a seat, at any time."""

HOST_RULES: Mapping[str, Rule] = {
    "start": decide_start, "pause": decide_pause, "resume": decide_resume,
    "next": decide_next, "stop": decide_stop, "admit": decide_admit,
    "rename": decide_rename, "kick": decide_kick, "lock": decide_lock,
    "set": decide_set, "move": decide_move, "forced-more": decide_forced_more,
    "handicap": decide_handicap,
}  # fmt: skip
"""The messages of the host."""
