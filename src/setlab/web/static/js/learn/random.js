// Random numbers that a seed repeats: a counter, mixed by the last step of MurmurHash3.

const STEP = 0x9e3779b9; // 2^32 divided by the golden ratio: successive counters are far apart

/** A source of numbers in [0, 1), the same for the same seed. @param {number} seed @returns {() => number} */
export function seededRandom(seed) {
  let count = seed | 0;
  return () => {
    count = (count + STEP) | 0;
    return mixBits(count) / 2 ** 32;
  };
}

/** @param {number} bits */
function mixBits(bits) {
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A whole number from 0 to n − 1. @param {() => number} random @param {number} n */
export const below = (random, n) => Math.floor(random() * n);

/**
 * The same values in a random order.
 * @template T
 * @param {() => number} random
 * @param {readonly T[]} values
 * @returns {T[]}
 */
export function shuffle(random, values) {
  const left = [...values];
  return values.map(() => left.splice(below(random, left.length), 1)[0]);
}
