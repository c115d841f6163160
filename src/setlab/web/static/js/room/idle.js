// The say line between events: the reader's options.
import { make } from "../shared/dom.js";
import { stopwatch } from "./race.js";
import { nameIn, teamIn } from "./speech.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").You} You */
/** @typedef {import("../shared/say.js").Saying} Saying */

/**
 * @param {State} state
 * @param {You} you
 * @param {number} chosen how many cards the reader has chosen
 * @param {number} wait seconds after a wrong claim
 * @returns {Saying}
 */
export function idleSaying(state, you, chosen, wait) {
  if (state.phase === "paused") return { tone: "", strong: t("room.paused.heading"), text: t("room.paused.text") };
  if (state.called) return callSentence(state, you, chosen);
  if (you.seat === null) return { tone: "", text: t("room.watching") };
  if (wait > 0) return { tone: "wrong", strong: t("refused.wait", { n: Math.ceil(wait) }) };
  const through = state.players.find(({ seat }) => seat === you.seat)?.through;
  if (typeof through === "number")
    return { tone: "right", strong: t("games.race.you", { time: stopwatch(through) }), text: t("games.race.wait") };
  if (chosen)
    return { tone: "", strong: t("room.of", { n: chosen, size: state.claim_size }), text: t("room.chosen-word") };
  if (state.teams.length) return pointing(state, you);
  if (state.game === "memory") return turning(state, you);
  if (state.game === "find-all") return finding(state);
  return { tone: "", text: t(`room.idle.${howTo(state)}`) };
}

/** @param {State} state @returns {"call" | "ultra" | "chain" | "plain"} */
function howTo(state) {
  if (state.options.call) return "call";
  if (["ultra", "planet", "four", "last-card"].includes(state.game)) return /** @type {"ultra"} */ (state.game);
  return state.chain ? "chain" : "plain";
}

/** @param {State} state @param {You} you @param {number} chosen @returns {Saying} */
function callSentence(state, you, chosen) {
  const mine = state.called?.seat === you.seat;
  const after = make("i", { class: "meter" });
  if (mine && chosen)
    return {
      tone: "call",
      strong: t("room.of", { n: chosen, size: state.claim_size }),
      text: t("room.chosen-word"),
      after,
    };
  const name = nameIn(state, state.called?.seat ?? 0),
    who = mine ? "you" : "other";
  return { tone: "call", strong: t(`room.called.${who}`, { name }), text: t(`room.called.${who}-then`), after };
}

/** @param {State} state @returns {Saying} */
function finding(state) {
  const found = state.found.length,
    all = state.sets ?? 0;
  if (found >= all) return { tone: "right", strong: t("room.idle.all-found") };
  return { tone: "", strong: t("room.idle.found", { n: found, all }), text: t("room.idle.stay") };
}

/** Whose turn it is in memory. @param {State} state @param {You} you @returns {Saying} */
function turning(state, you) {
  if (state.to_move === you.seat)
    return { tone: "call", strong: t("games.memory.yours"), text: t("games.memory.turn") };
  return { tone: "", text: t("games.memory.other", { name: nameIn(state, state.to_move ?? 0) }) };
}

/** @param {State} state @param {You} you @returns {Saying} */
function pointing(state, you) {
  const mine = state.players.find(({ seat }) => seat === you.seat)?.team ?? 0;
  const now = state.pointing.find(({ team, points }) => (team === mine || team === 0) && points.length);
  if (!now) return { tone: "", text: t(`team.rule.${state.options.rule}`) };
  const last = now.points[now.points.length - 1];
  const strong = t("team.progress", {
    n: now.points.length,
    team: now.team ? teamIn(state, now.team) : t("team.everybody"),
  });
  const text = last.seat === you.seat ? t("team.others-turn") : t("team.your-turn", { name: nameIn(state, last.seat) });
  return { tone: "", strong, text };
}
