// Exact numbers: fractions of whole numbers of any size, and the float that is nearest to one.

/** @typedef {{ p: bigint, q: bigint }} Fraction the number p / q, q above 0 */

/** @param {bigint | number} p @param {bigint | number} [q] @returns {Fraction} */
export const fraction = (p, q = 1n) => ({ p: BigInt(p), q: BigInt(q) });

/** The fraction that a text such as 3/7 shows. @param {string} text @returns {Fraction} */
export function readFraction(text) {
  const [p, q = "1"] = text.split("/");
  return fraction(BigInt(p), BigInt(q));
}

/** @param {Fraction} a @param {Fraction} b */
export const add = (a, b) => ({ p: a.p * b.q + b.p * a.q, q: a.q * b.q });

/** @param {Fraction} a @param {Fraction} b */
export const subtract = (a, b) => ({ p: a.p * b.q - b.p * a.q, q: a.q * b.q });

/** @param {Fraction} a @param {Fraction} b */
export const multiply = (a, b) => ({ p: a.p * b.p, q: a.q * b.q });

/** Below 0, 0 or above 0 as a is below, equal to or above b. @param {Fraction} a @param {Fraction} b */
export function compare(a, b) {
  const difference = a.p * b.q - b.p * a.q;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** @param {Iterable<Fraction>} terms */
export const total = (terms) => [...terms].reduce(add, fraction(0));

/** The number of bits of a whole number above 0. @param {bigint} n */
const bits = (n) => {
  const digits = n.toString(16);
  return 4 * digits.length - Math.clz32(parseInt(digits[0], 16)) + 28;
};

const DIGITS = 53; // of a float, in base 2

/** The float nearest to a fraction, of two the even one; as Python divides whole numbers. @param {Fraction} number @returns {number} */
export function nearest({ p, q }) {
  if (p <= 0n) return p ? -nearest({ p: -p, q }) : 0;
  const shift = Math.max(DIGITS + 2 - (bits(p) - bits(q)), -1074 + 2 - 1024);
  const [top, bottom] = shift > 0 ? [p << BigInt(shift), q] : [p, q << BigInt(-shift)];
  const quotient = top / bottom,
    rest = top % bottom;
  // two or three bits too many: odd stands for everything between, so that rounding them away is right
  const exact = rest && !(quotient & 1n) ? quotient | 1n : quotient;
  const extra = bits(exact) - DIGITS;
  const half = 1n << BigInt(extra - 1),
    low = exact & ((1n << BigInt(extra)) - 1n);
  let kept = exact >> BigInt(extra);
  if (low > half || (low === half && kept & 1n)) kept += 1n;
  return scaled(Number(kept), extra - shift);
}

/** A float times a power of 2, which may be smaller than any float. @param {number} x @param {number} power */
const scaled = (x, power) => (power < -1000 ? x * 2 ** -1000 * 2 ** (power + 1000) : x * 2 ** power);

/** A float as a fraction, exactly. @param {number} x @returns {Fraction} */
export function exactly(x) {
  let power = 0;
  for (; !Number.isInteger(x); ++power) x *= 2;
  return fraction(BigInt(x), 1n << BigInt(power));
}
