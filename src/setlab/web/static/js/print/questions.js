// The questions about a deck, puzzles, a worksheet and the rules, and their answers as an address.

/** @typedef {"pick" | "check" | "select" | "several" | "date" | "seed"} Form */
/** @typedef {{ [name: string]: string }} Answers */
/**
 * @typedef {{
 *   name: string,
 *   form: Form,
 *   choices: string[],
 *   first: string,
 *   when?: (answers: Answers) => boolean,
 * }} Question
 */
/** @typedef {"deck" | "puzzle" | "worksheet" | "rules"} What */

/** @type {What[]} */
export const DOCUMENTS = ["deck", "puzzle", "worksheet", "rules"];
export const KINDS = ["third", "check", "find", "plane", "hidden", "parallel"];

/**
 * Numbers of SETs that are offered, by the number of properties and of cards; every one of them can be dealt.
 * @type {{ [dimension: string]: { [cards: string]: number[] } }}
 */
export const SETS = {
  3: { 6: [1, 2, 3], 9: [1, 2, 3, 4, 5, 6] },
  4: { 6: [1, 2], 9: [1, 2, 3, 4, 5], 12: [1, 2, 3, 4, 5, 6, 7, 8], 15: [2, 3, 4, 5, 6, 7, 8, 9, 10] },
};
/** Without a number of SETs there are as many as happen to be there; without a version the sheet names none. */
export const ANY = "any";

/**
 * @param {string} name
 * @param {Form} form
 * @param {string[]} choices
 * @param {string} first
 * @param {(answers: Answers) => boolean} [when]
 * @returns {Question}
 */
const question = (name, form, choices, first, when) => ({ name, form, choices, first, when });

/** @param {Answers} answers */
const daily = ({ source }) => source === "daily";
/** @param {Answers} answers */
const free = (answers) => !daily(answers);

/** @type {{ [what in What]: Question[] }} */
const QUESTIONS = {
  deck: [
    question("size", "pick", ["card", "a5", "a4"], "card"),
    question("dimension", "pick", ["3", "4", "5"], "4"),
    question("backs", "check", [], ""),
  ],
  puzzle: [
    question("source", "pick", ["daily", "free"], "daily"),
    question("level", "pick", ["basic", "advanced"], "advanced", daily),
    question("date", "date", [], today(0), daily),
    question("dimension", "pick", ["3", "4"], "4", free),
    question("cards", "select", [], "12", free),
    question("sets", "select", [], "6", free),
    question("count", "select", ["1", "2", "3", "5", "7", "10"], "1", free),
    question("seed", "seed", [], newSeed(), free),
  ],
  worksheet: [
    question("kind", "several", KINDS, "third"),
    question("difficulty", "pick", ["1", "2", "3"], "1"),
    question("dimension", "pick", ["3", "4"], "4"),
    question("count", "select", ["2", "4", "6", "8", "12", "16", "20"], "6"),
    question("version", "pick", [ANY, "A", "B"], ANY),
    question("seed", "seed", [], newSeed()),
  ],
  rules: [question("dimension", "pick", ["3", "4"], "4")],
};

/** @param {string} language @param {string} palette @returns {Question[]} */
const looks = (language, palette) => [
  question("palette", "pick", ["classic", "safe"], palette === "safe" ? "safe" : "classic"),
  question("words", "check", [], palette === "words" ? "true" : ""),
  question("paper", "pick", ["a4", "letter"], "a4"),
  question("language", "pick", ["en", "de", "nb"], language),
];

export class Wanted {
  /** @type {What} */ what = "deck";
  /** The answers by document and question. @type {{ [what: string]: Answers }} */ #given = {
    deck: {},
    puzzle: {},
    worksheet: {},
    rules: {},
    looks: {},
  };
  /** @type {Question[]} */ #looks;

  /** @param {URLSearchParams} asked @param {string} language @param {string} palette */
  constructor(asked, language, palette) {
    this.#looks = looks(language, palette);
    const what =
      asked.get("what") ??
      (asked.has("kind") ? "worksheet" : asked.has("date") || asked.has("level") ? "puzzle" : "deck");
    if (DOCUMENTS.includes(/** @type {What} */ (what))) this.what = /** @type {What} */ (what);
    if (this.what === "puzzle" && (asked.has("cards") || asked.has("sets"))) this.answer("source", "free");
    for (const [name] of asked) {
      const value =
        name === "kind"
          ? asked
              .getAll("kind")
              .filter((kind) => KINDS.includes(kind))
              .join(" ")
          : (asked.get(name) ?? "");
      if (this.#find(name) && this.#fits(name, value)) this.answer(name, value);
    }
  }

  /**
   * The questions about the document, then those about its looks.
   * @returns {{ about: Question[], looks: Question[] }}
   */
  questions() {
    const answers = this.#answers();
    return {
      about: QUESTIONS[this.what].filter(({ when }) => !when || when(answers)).map((each) => this.#offered(each)),
      looks: this.#looks,
    };
  }

  /** @param {string} name @returns {string} */
  value(name) {
    return this.#answers()[name];
  }

  /** @param {string} name @param {string} value */
  answer(name, value) {
    this.#given[this.#looks.some((each) => each.name === name) ? "looks" : this.what][name] = value;
    if (this.what === "puzzle" && (name === "cards" || name === "dimension")) this.#settle();
  }

  /** The options as the server and the address of the page have them. @returns {URLSearchParams} */
  options() {
    const { about, looks } = this.questions();
    const query = new URLSearchParams();
    for (const { name } of [...about, ...looks]) {
      const value = this.value(name);
      if (name === "kind") value.split(" ").forEach((kind) => query.append("kind", kind));
      else if (name !== "source" && value && value !== ANY) query.set(name, value);
    }
    return query;
  }

  /** @returns {Answers} */
  #answers() {
    const questions = [...QUESTIONS[this.what], ...this.#looks];
    return Object.fromEntries(
      questions.map(({ name, first }) => [name, this.#given[this.what][name] ?? this.#given.looks[name] ?? first]),
    );
  }

  /** @param {string} name */
  #find(name) {
    return [...QUESTIONS[this.what], ...this.#looks].find((each) => each.name === name);
  }

  /** @param {string} name @param {string} value */
  #fits(name, value) {
    const form = this.#find(name)?.form;
    if (form === "several") return value !== "";
    if (form === "check") return value === "true";
    if (form === "date") return /^\d{4}-\d\d-\d\d$/.test(value) && value <= today(1);
    if (form === "seed") return /^\d{1,15}$/.test(value);
    return this.#offered(/** @type {Question} */ (this.#find(name))).choices.includes(value);
  }

  /** The question with the choices that the other answers leave. @param {Question} question */
  #offered(question) {
    const tables = SETS[this.value("dimension")] ?? SETS["4"];
    if (question.name === "cards") return { ...question, choices: Object.keys(tables) };
    if (question.name === "sets")
      return { ...question, choices: [ANY, ...(tables[this.value("cards")] ?? []).map(String)] };
    return question;
  }

  /** Keep the numbers of cards and SETs possible. */
  #settle() {
    const tables = SETS[this.value("dimension")] ?? SETS["4"];
    if (!tables[this.value("cards")]) this.#given.puzzle.cards = "9";
    const sets = tables[this.value("cards")];
    if (!sets.map(String).includes(this.value("sets")))
      this.#given.puzzle.sets = String(sets[Math.floor(sets.length / 2)]);
  }
}

/** A date from now in UTC, where the puzzles change. @param {number} days */
export function today(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

export function newSeed() {
  return String(Math.floor(Math.random() * 1_000_000));
}
