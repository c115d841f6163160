// The statistics of browsers in Node: reads an array of [function, arguments] as JSON, writes the array of answers.
import { readFileSync } from "node:fs";

import { fraction, nearest, readFraction } from "../../src/setlab/web/static/js/local/rational.js";
import * as stats from "../../src/setlab/web/static/js/local/stats.js";

const counts = (pairs) => new Map(pairs.map(([value, count]) => [value, BigInt(count)]));
const fractions = (pairs) => new Map(pairs.map(([value, text]) => [value, readFraction(text)]));

const ASKED = {
  nearest: (p, q) => nearest(fraction(BigInt(p), BigInt(q))),
  interval: (...asked) => Object.values(stats.proportionInterval(...asked)),
  quantile: stats.normalQuantile,
  p: stats.pText,
  samples: (one, other) => compared(stats.compareSamples(counts(one), counts(other))),
  proportions: (sample, exact) => compared(stats.compareWithProportions(counts(sample), fractions(exact))),
};
const compared = ({ statistic, degrees, log10p, distance }) => [statistic === Infinity ? "inf" : statistic, degrees, stats.pText(log10p), distance];

const asked = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(asked.map(([name, given]) => ASKED[name](...given))));
