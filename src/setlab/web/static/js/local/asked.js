// What a request asks for, checked as far as pages can ask. What is wrong beyond that is for the server to name: an error
// that is no refusal says that this browser has no answer.

export class Unanswered extends Error {}

/**
 * A parameter that is a whole number in a range.
 * @param {URL} url
 * @param {string} name
 * @param {number} low
 * @param {number} high
 * @param {number} [missing] what it is if it is not there
 * @returns {number}
 */
export function whole(url, name, low, high, missing) {
  const text = url.searchParams.get(name);
  if (text === null && missing !== undefined) return missing;
  const number = /^[0-9]{1,16}$/.test(text ?? "") ? Number(text) : NaN;
  if (!(number >= low && number <= high)) throw new Unanswered(`${name} is not a number from ${low} to ${high}`);
  return number;
}

/**
 * A parameter that is one of some words.
 * @param {URL} url
 * @param {string} name
 * @param {string[]} words the first of them if it is not there
 */
export function word(url, name, words) {
  const found = url.searchParams.get(name) ?? words[0];
  if (!words.includes(found)) throw new Unanswered(`${name} is not one of ${words.join(", ")}`);
  return found;
}

/**
 * True for an array of at most so many whole numbers below a bound.
 * @param {unknown} numbers
 * @param {number} bound
 * @param {number} most
 */
export const areNumbers = (numbers, bound, most) =>
  Array.isArray(numbers) &&
  numbers.length <= most &&
  numbers.every((number) => Number.isInteger(number) && number >= 0 && number < bound);
