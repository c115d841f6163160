// A finished game with mistakes, as the server tells it.
import { digits } from "../../shared/space.js";
import { D, PROPERTIES } from "../values.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {{ piles: number[][], wrong: number[], left: number[], checksum: number }} Mistaken */
/** @typedef {{ fraction: string, value: number }} Chance */
/** @typedef {{ one: Chance, two: Chance, two_slips: Chance }} Escapes */

/** The properties in which a sum is not 0. @param {number} sum @returns {Property[]} */
export const spoilt = (sum) => PROPERTIES.filter((_, i) => digits(sum, D)[i] !== 0);
