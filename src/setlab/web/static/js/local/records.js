// Answers that were recorded when a site without a server was made: there are finitely many, and none changes.
import { Refusal, answered, ask } from "../shared/api.js";
import { recorded } from "./recorded.js";

/** @type {import("./answers.js").Handler} */
export async function answer({ pathname, search }, body) {
  if (body !== undefined) throw new Refusal("this page has no server", "offline", 0);
  return answered(await ask(recorded(pathname + search), {}));
}
