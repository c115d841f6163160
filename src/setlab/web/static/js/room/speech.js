// Events as sentences for the say line, in the reader's language.
import { brokenProperty, complaint, marks, minis, nameOf } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { capital, formatList, t } from "../shared/words.js";

/** @typedef {import("../shared/types").RoomEvent} RoomEvent */
/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/say.js").Saying} Saying */

/** The name of a seat. @param {State} state @param {number} seat */
export const nameIn = (state, seat) => state.players.find((player) => player.seat === seat)?.name ?? t("room.somebody");

/** The name of a team. @param {State} state @param {number} team */
export const teamIn = (state, team) => state.teams.find((each) => each.team === team)?.name ?? "";

/**
 * Whose claim it was, in a room or in its review: a team's, that of all teams that pointed if none got the point, or a
 * player's.
 * @param {{ teams: { team: number, name: string }[], players: { seat: number, name: string }[] }} among
 * @param {{ seat: number | null, team: number, shares?: number[] }} claim
 */
export function claimantOf({ teams, players }, { seat, team, shares = [] }) {
  const named = teams.filter((each) => (team ? each.team === team : shares.includes(each.team)));
  if (named.length) return formatList(named.map(({ name }) => name));
  return players.find((player) => player.seat === seat)?.name ?? t("room.somebody");
}

/**
 * True if a claim is the reader's own, or their team's.
 * @param {State} state
 * @param {{ seat: number, team: number }} claim
 * @param {number | null} me
 */
export function isOwn({ players }, { seat, team }, me) {
  return team ? players.some((player) => player.seat === me && player.team === team) : seat !== 0 && seat === me;
}

/**
 * The sentence about an event, or null for events that only change the picture.
 * @param {RoomEvent} event
 * @param {State} state the state after it
 * @param {number | null} me the reader's seat
 * @returns {Saying | null}
 */
export function sentence(event, state, me) {
  const seat = "seat" in event ? event.seat : 0;
  const mine = seat !== 0 && seat === me;
  const name = seat ? nameIn(state, seat) : "";
  const who = mine ? "you" : "other";
  switch (event.event) {
    case "join":
      return mine ? null : { tone: "", text: t("room.joined", { name: event.name }) };
    case "knock":
      return event.name ? { tone: "", text: t("room.knocked", { name: event.name }) } : null;
    case "leave":
      return mine ? null : { tone: "", text: t(`room.left.${event.by}`, { name }) };
    case "host":
      return mine ? { tone: "", text: t("room.host.now") } : null;
    case "team":
      return mine ? { tone: "", text: t("team.now", { team: teamIn(state, event.team) }) } : null;
    case "deal":
      return event.why === "start" || event.why === "refill" || !event.cards.length
        ? null
        : dealt(event.cards, event.why, state);
    case "claim":
      return state.own_tables && !mine ? null : claimSentence(event, state, who);
    case "reject":
      if (state.own_tables && !mine) return null;
      return rejectionSentence(event, state, isOwn(state, event, me) ? "you" : "other", claimantOf(state, event));
    case "call":
      return {
        tone: "call",
        strong: t(`room.called.${who}`, { name }),
        text: t(`room.called.${who}-then`),
        after: make("i", { class: "meter" }),
      };
    case "expire":
      return { tone: "wrong", strong: event.why === "call" ? t(`room.expired.${who}`, { name }) : t("team.expired") };
    case "vote":
      return {
        tone: "",
        strong: t(`room.voted.${who}`, { name }),
        text: t("room.votes", { n: event.votes, needed: event.needed }),
      };
    case "point":
      return { tone: "", strong: t(`team.pointed.${who}`, { name }), text: t("team.next") };
    case "name":
      return {
        tone: event.right ? "right" : "wrong",
        before: minis([event.card], state.dimension),
        strong: t(`games.last.${event.right ? "right" : "wrong"}.${who}`, { name }),
      };
    case "reveal":
      return { tone: "", before: minis([event.card], state.dimension), strong: t("games.last.reveal") };
    case "turn":
      return {
        tone: "",
        text: t("games.memory.turned", { n: event.slot + 1, card: nameOf(event.card, state.dimension) }),
      };
    case "handicap":
      return { tone: "", text: t("games.handicap.now", { name, points: event.points, seconds: event.seconds }) };
    case "pause":
      return { tone: "", strong: t("room.paused.heading"), text: t("room.paused.text") };
    case "resume":
      return { tone: "", strong: t("room.resumed") };
    default:
      return null;
  }
}

/**
 * The sentence about new cards, for screen readers.
 * @param {RoomEvent} event
 * @param {State} state
 */
export function refillSentence(event, state) {
  return event.event === "deal" && event.why === "refill" && event.cards.length
    ? t("room.dealt.new", { n: event.cards.length, cards: cardNames(event.cards, state) })
    : "";
}

/** @param {number[]} cards @param {string} why @param {State} state @returns {Saying} */
function dealt(cards, why, state) {
  const strong = t(`room.dealt.${why}`),
    text = t("room.dealt.more");
  return { tone: "", strong, text, aloud: `${strong} ${text} ${capital(cardNames(cards, state))}.` };
}

/** "one red solid oval, two green open diamonds" @param {number[]} cards @param {State} state */
const cardNames = (cards, { dimension }) => cards.map((card) => nameOf(card, dimension)).join(", ");

/** @param {Extract<RoomEvent, { event: "claim" }>} event @param {State} state @param {string} who @returns {Saying} */
function claimSentence(event, state, who) {
  const { cards, team } = event,
    name = claimantOf(state, event);
  const strong = team
    ? t("team.found", { team: name })
    : t(`room.found.${state.teams.length ? "other" : who}`, { name });
  if (cards && state.game === "planet" && cards.length > 3)
    return {
      tone: "right",
      before: minis(cards, state.dimension),
      strong: t(`games.planet.found.${who}.${cards.length}`, { name }),
    };
  if (!cards) return { tone: "right", strong };
  const aloud = `${strong} ${capital(cardNames(cards, state))}.`;
  return {
    tone: "right",
    before: minis(cards, state.dimension),
    strong,
    aloud,
    after: cards.length === 3 ? marks(cards, state.dimension) : null,
  };
}

/**
 * @param {Extract<RoomEvent, { event: "reject" }>} event
 * @param {State} state
 * @param {string} who
 * @param {string} name
 * @returns {Saying}
 */
function rejectionSentence(event, state, who, name) {
  if (event.why === "no-set")
    return { tone: "wrong", strong: t(`room.there.${who}`, { name }), text: t("room.there.is") };
  const cards = event.cards ?? [];
  const text = wrongness(event, state);
  const wrong = t(
    state.game === "ultra"
      ? "room.wrong.ultra"
      : state.game === "planet" && cards.length > 3
        ? `games.planet.not.${cards.length}`
        : "room.wrong.set",
  );
  const strong = who === "you" ? capital(wrong) : t("room.wrong.other", { name, wrong });
  return { tone: "wrong", strong, text, after: cards.length === 3 ? marks(cards, state.dimension) : null };
}

/** Which property fails, in words. @param {Extract<RoomEvent, { event: "reject" }>} event @param {State} state */
export function wrongness({ cards, properties }, state) {
  if (!cards?.length) return "";
  if (cards.length === 3) {
    const fault = brokenProperty(cards, state.dimension);
    return fault ? complaint(fault) : t("room.wrong.chain");
  }
  const fault = properties?.find(({ verdict }) => verdict === "neither");
  if (!fault) return cards.length > 4 ? t("games.planet.comet") : "";
  if (fault.values.length > 2)
    return t("games.four.wrong", { property: capital(t(`card.property.${fault.property}`)) });
  const [one, other] = fault.values.map((value) => t(`card.value.${fault.property}.${value}.one`));
  return t("room.wrong.pairs", { property: capital(t(`card.property.${fault.property}`)), one, other });
}
