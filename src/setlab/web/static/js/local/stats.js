// Intervals of proportions, and the chi-square tests of histograms: what the laboratory needs of setlab.stats, to the last
// digit.
import { compare, exactly, fraction, multiply, nearest, subtract, total } from "./rational.js";

/** @typedef {import("./rational.js").Fraction} Fraction */
/** @typedef {{ low: number, high: number }} Interval */
/** @typedef {{ statistic: number, degrees: number, log10p: number, p: number, distance: number }} Comparison */

const RARE = 100; // with fewer successes or failures the interval is exact

/**
 * The interval of a proportion: exact for rare events, Wilson's for all others.
 * @param {number} successes
 * @param {number} trials
 * @param {number} confidence
 * @returns {Interval}
 */
export function proportionInterval(successes, trials, confidence) {
  if (!trials) return { low: 0, high: 1 };
  if (2 * successes > trials) {
    const { low, high } = proportionInterval(trials - successes, trials, confidence);
    return { low: 1 - high, high: 1 - low };
  }
  const { low, high } = (successes < RARE ? exactInterval : wilson)(successes, trials, confidence);
  const proportion = successes / trials;
  return { low: Math.min(low, proportion), high: Math.max(high, proportion) };
}

/** @param {number} successes @param {number} trials @param {number} confidence @returns {Interval} */
function wilson(successes, trials, confidence) {
  const z = -normalQuantile((1 - confidence) / 2);
  const root = Math.sqrt(successes * ((trials - successes) / trials) + (z * z) / 4);
  const high = (successes + (z * z) / 2 + z * root) / (trials + z * z);
  return { low: ((successes / (trials + z * z)) * (successes / trials)) / high, high };
}

/** The interval of Clopper and Pearson. @param {number} successes @param {number} trials @param {number} confidence @returns {Interval} */
function exactInterval(successes, trials, confidence) {
  const tail = (1 - confidence) / 2,
    upper = subtract(fraction(1), exactly(tail));
  const low = successes ? limit(successes - 1, trials, upper) : 0;
  return { low, high: limit(successes, trials, exactly(tail)) };
}

/**
 * The proportion with which at most so many successes have a probability: the float that is nearest to it.
 * @param {number} most
 * @param {number} trials
 * @param {Fraction} chance
 */
function limit(most, trials, chance) {
  const start = bisect((x) => lowerTail(most, trials, x) > nearest(chance));
  const bits = BigInt(160 + Math.ceil((-trials * Math.log1p(-start)) / Math.LN2));
  const one = 1n << bits,
    n = BigInt(trials),
    goal = (chance.p << bits) / chance.q;
  const first = exactly(start);
  let point = (first.p << bits) / first.q;
  for (let step = one; abs(step) > point >> 100n; point += step) {
    const rest = one - point;
    let term = power(rest, n, bits),
      sum = term;
    for (let i = 0n; i < BigInt(most); ++i) {
      term = (term * (n - i) * point) / ((i + 1n) * rest);
      sum += term;
    }
    step = ((sum - goal) * rest) / ((n - BigInt(most)) * term);
  }
  return nearest({ p: point, q: one });
}

/** @param {bigint} n */
const abs = (n) => (n < 0n ? -n : n);

/** A number below 1 with so many bits, to a power. @param {bigint} base @param {bigint} exponent @param {bigint} bits */
function power(base, exponent, bits) {
  let found = 1n << bits;
  for (let square = base; exponent; exponent >>= 1n, square = (square * square) >> bits)
    if (exponent & 1n) found = (found * square) >> bits;
  return found;
}

/** The largest number below 1 for which something holds, by halving. @param {(x: number) => boolean} holds */
function bisect(holds) {
  let [low, high] = [0, 1];
  for (let middle = 0.5; middle > low && middle < high; middle = (low + high) / 2)
    if (holds(middle)) low = middle;
    else high = middle;
  return low || high;
}

/** The probability of at most so many successes, nearly. @param {number} most @param {number} trials @param {number} x */
function lowerTail(most, trials, x) {
  let term = Math.exp(trials * Math.log1p(-x)),
    sum = term;
  for (let i = 0; i < most; ++i) {
    term *= (((trials - i) / (i + 1)) * x) / (1 - x);
    sum += term;
  }
  return sum;
}

/** The value of a polynomial, the highest power first. @param {number[]} coefficients @param {number} x */
const polynomial = (coefficients, x) => coefficients.reduce((sum, each) => sum * x + each);

/** Numerators and denominators of algorithm AS 241 (Wichura 1988): in the middle, in the tails, far out. */
const MIDDLE = [
  [
    ...[2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4],
    ...[1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.387132872796366608],
  ],
  [
    ...[5.226495278852854561e3, 2.8729085735721942674e4, 3.930789580009271061e4, 2.1213794301586595867e4],
    ...[5.3941960214247511077e3, 6.871870074920579083e2, 4.2313330701600911252e1, 1],
  ],
];
const TAIL = [
  [
    ...[7.7454501427834140764e-4, 2.27238449892691845833e-2, 2.4178072517745061177e-1, 1.27045825245236838258],
    ...[3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734],
  ],
  [
    ...[1.05075007164441684324e-9, 5.475938084995344946e-4, 1.51986665636164571966e-2, 1.4810397642748007459e-1],
    ...[6.8976733498510000455e-1, 1.6763848301838038494, 2.05319162663775882187, 1],
  ],
];
const FAR = [
  [
    ...[2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.2426609473880784386e-3, 2.6532189526576123093e-2],
    ...[2.9656057182850489123e-1, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772],
  ],
  [
    ...[2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4],
    ...[1.48753612908506148525e-2, 1.3692988092273580531e-1, 5.9983220655588793769e-1, 1],
  ],
];

/** The point of the standard normal distribution with a probability below it. @param {number} p */
export function normalQuantile(p) {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (polynomial(MIDDLE[0], r) * q) / polynomial(MIDDLE[1], r);
  }
  const root = Math.sqrt(-Math.log(q <= 0 ? p : 1 - p));
  const [[above, below], r] = root <= 5 ? [TAIL, root - 1.6] : [FAR, root - 5];
  const x = polynomial(above, r) / polynomial(below, r);
  return q < 0 ? -x : x;
}

// Do two histograms come from one distribution, and does a histogram fit exact proportions? Neighbouring values are pooled until
// each sample is expected to have 5 cases.

const LEAST = 5;

/** @typedef {Map<number, bigint>} Counts by value, ascending; no count is 0 */

const sizeOf = (/** @type {Counts} */ counts) => [...counts.values()].reduce((a, b) => a + b, 0n);
const ascending = (/** @type {Iterable<number>} */ values) => [...new Set(values)].sort((a, b) => a - b);

/**
 * Cells of neighbouring values with at least the least weight each; a lighter rest joins the last cell.
 * @param {number[]} values
 * @param {(value: number) => Fraction} weight
 * @param {Fraction} least
 */
function pool(values, weight, least) {
  /** @type {number[][]} */
  const cells = [];
  /** @type {number[]} */
  let open = [];
  for (const value of values) {
    open.push(value);
    if (compare(total(open.map(weight)), least) < 0) continue;
    cells.push(open);
    open = [];
  }
  if (open.length) cells.length ? cells[cells.length - 1].push(...open) : cells.push(open);
  return cells;
}

/** The test of homogeneity of two histograms. @param {Counts} one @param {Counts} other @returns {Comparison} */
export function compareSamples(one, other) {
  const samples = [one, other],
    sizes = samples.map(sizeOf),
    all = sizes[0] + sizes[1];
  const least = sizes[0] < sizes[1] ? sizes[0] : sizes[1];
  const both = (/** @type {number} */ value) => fraction((one.get(value) ?? 0n) + (other.get(value) ?? 0n));
  const values = ascending([...one.keys(), ...other.keys()]);
  const cells = pool(values, both, fraction(BigInt(LEAST) * all, least));
  const table = cells.flatMap((cell) =>
    samples.map((sample, i) => ({
      seen: total(cell.map((value) => fraction(sample.get(value) ?? 0n))),
      mean: multiply(total(cell.map(both)), fraction(sizes[i], all)),
    })),
  );
  const [first, second] = samples.map(
    (sample, i) => (/** @type {number} */ value) => fraction(sample.get(value) ?? 0n, sizes[i]),
  );
  return compared(table, cells.length - 1, variation(values, first, second));
}

/**
 * The goodness of fit of a histogram to exact proportions, which add up to 1.
 * @param {Counts} sample
 * @param {Map<number, Fraction>} proportions
 * @returns {Comparison}
 */
export function compareWithProportions(sample, proportions) {
  const all = sizeOf(sample),
    proportion = (/** @type {number} */ value) => proportions.get(value) ?? fraction(0);
  const possible = ascending([...proportions.keys()].filter((value) => proportion(value).p));
  const cells = pool(possible, proportion, fraction(LEAST, all));
  const table = cells.map((cell) => ({
    seen: total(cell.map((value) => fraction(sample.get(value) ?? 0n))),
    mean: multiply(total(cell.map(proportion)), fraction(all)),
  }));
  const values = ascending([...sample.keys(), ...possible]);
  const distance = variation(values, (value) => fraction(sample.get(value) ?? 0n, all), proportion);
  if ([...sample.keys()].every((value) => proportion(value).p)) return compared(table, cells.length - 1, distance);
  return { statistic: Infinity, degrees: cells.length, log10p: -Infinity, p: 0, distance };
}

/**
 * The total variation distance.
 * @param {number[]} values
 * @param {(value: number) => Fraction} one
 * @param {(value: number) => Fraction} other
 */
function variation(values, one, other) {
  const away = values.map((value) => subtract(one(value), other(value)));
  return nearest(multiply(total(away.map(({ p, q }) => ({ p: abs(p), q }))), fraction(1, 2)));
}

/** @param {{ seen: Fraction, mean: Fraction }[]} table @param {number} degrees @param {number} distance @returns {Comparison} */
function compared(table, degrees, distance) {
  const parts = table.map(({ seen, mean }) => {
    const away = subtract(seen, mean);
    return exactly(nearest({ p: away.p * away.p * mean.q, q: away.q * away.q * mean.p }));
  });
  const statistic = nearest(total(parts));
  if (!degrees) return { statistic, degrees, log10p: 0, p: 1, distance };
  const log = logUpperTail(degrees / 2, statistic / 2);
  return { statistic, degrees, log10p: log / Math.LN10, p: Math.exp(log), distance };
}

const SMALLEST = 1e-300,
  CLOSE = 2 ** -52;

/** The logarithm of the probability above a point of a gamma distribution. @param {number} a @param {number} x */
function logUpperTail(a, x) {
  if (x <= 0) return 0;
  const front = a * Math.log(x) - x - logGamma(a);
  return x < a + 1 ? Math.log1p(-Math.exp(front + Math.log(lowerSeries(a, x)))) : front + Math.log(upperFraction(a, x));
}

/** Σ xⁿ / (a (a + 1) … (a + n)). @param {number} a @param {number} x */
function lowerSeries(a, x) {
  let term = 1 / a,
    sum = term;
  for (let n = 1; term > sum * CLOSE; ++n) sum += term *= x / (a + n);
  return sum;
}

/** The continued fraction of the upper part, by the method of Lentz. @param {number} a @param {number} x */
function upperFraction(a, x) {
  let b = x + 1 - a,
    c = 1 / SMALLEST,
    d = 1 / b,
    found = d;
  for (let n = 1, change = 0; Math.abs(change - 1) > CLOSE && n < 100_000; ++n) {
    const by = -n * (n - a);
    b += 2;
    d = 1 / (by * d + b || SMALLEST);
    c = b + by / c || SMALLEST;
    change = d * c;
    found *= change;
  }
  return found;
}

/** log Γ(a), by Stirling's formula from 10 on. @param {number} a */
function logGamma(a) {
  let below = 0;
  for (; a < 10; ++a) below += Math.log(a);
  const y = 1 / (a * a);
  const rest = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - (y * 1) / 1188)))) / a;
  return (a - 0.5) * Math.log(a) - a + Math.log(2 * Math.PI) / 2 + rest - below;
}

/** A p value with two digits, even if it is smaller than any float. @param {number} log10p */
export function pText(log10p) {
  if (log10p === -Infinity) return "0";
  if (log10p > -300) return shortest(10 ** log10p);
  const exponent = Math.floor(log10p);
  return `${(10 ** (log10p - exponent)).toFixed(1)}e${exponent}`;
}

/** Two digits as Python writes them. @param {number} x */
function shortest(x) {
  const [digits, exponent] = x.toExponential(1).split("e");
  if (Number(exponent) >= -4) return String(Number(x.toPrecision(2)));
  const power = String(Math.abs(Number(exponent))).padStart(2, "0");
  return `${digits.replace(".0", "")}e-${power}`;
}
