// Why the server refused, in the reader's words: by its code, or in its own sentence where that says more than a code.
import { hasText, t } from "./words.js";

/**
 * The sentence about a refusal; codes without words get the one of `fallback`, or the server's.
 * @param {unknown} error
 * @param {string} [fallback] a key
 */
export function reasonOf(error, fallback) {
  const code = error instanceof Error && "code" in error ? error.code : "";
  const key = `refused.${code}`;
  if (hasText(key)) return t(key, { n: 1 });
  return fallback ? t(fallback) : error instanceof Error ? error.message : "";
}
