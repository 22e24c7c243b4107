import { firstWhere } from "../../base/lists.js";
import type { Points } from "./fit-temperature.js";

/** A rising function of log odds: linear between its knots. Beyond the knots it has the slope of the nearest piece. */
export interface Curve {
  readonly kind: "curve";
  /** Log odds before, at least two, ascending. */
  readonly from: Float64Array;
  /** Log odds after, ascending. */
  readonly to: Float64Array;
}

/** Returns the log odds after a curve. */
export function curveAt({ from, to }: Omit<Curve, "kind">, x: number): number {
  const high = firstWhere(1, from.length - 1, (n) => !(from[n] <= x));
  const low = high - 1;
  if (x === from[high]) return to[high];
  return to[low] + ((to[high] - to[low]) / (from[high] - from[low])) * (x - from[low]);
}

/**
 * Fits an isotonic regression without steps. Neighbours that violate the order are pooled (Ayer et al. 1955; Zadrozny
 * and Elkan 2002), and lines join the log odds of the pools at their means. With two classes, each side of 0 is fitted
 * separately, and 0 stays 0. With more classes, the log odds of equal probabilities stay the same.
 */
export function fitCurve({ logOdds, yes, isTwo, lowest }: Points): Curve {
  const above = knotsBeyond(logOdds, yes, lowest, 1);
  const below = isTwo ? knotsBeyond(logOdds, yes, 0, -1) : [];
  const knots = [
    ...below.reverse().map(({ from, to }) => ({ from: -from, to: -to })),
    { from: lowest, to: lowest },
    ...above,
  ];
  // Adding 0 turns -0 into 0.
  return {
    kind: "curve",
    from: Float64Array.from(knots, ({ from }) => from + 0),
    to: Float64Array.from(knots, ({ to }) => to + 0),
  };
}

/** Log odds before and after. */
interface Knot {
  readonly from: number;
  readonly to: number;
}

/** Neighbouring documents: their number, how many of them are right, and the sum of their log odds. */
interface Pool {
  readonly documents: number;
  readonly right: number;
  readonly sum: number;
}

/** The smallest number of documents in a pool. */
const MIN_DOCUMENTS = 10;

/** The smallest slope, so that different log odds stay different. */
export const MIN_SLOPE = 0.01;

/**
 * Returns the knots beyond a start that keeps its value, ascending.
 *
 * @param start the log odds at which the side begins
 * @param sign -1 for the points below, mirrored
 */
function knotsBeyond(logOdds: Float64Array, yes: Uint8Array, start: number, sign: 1 | -1): Knot[] {
  const knots: Knot[] = [];
  let last: Knot = { from: start, to: start };
  const points = poolsBeyond(logOdds, yes, start, sign);
  // Pools adjacent violators, so that the share of right documents rises.
  const pools = joinedWhere(points, (last, next) => last.right * next.documents >= next.right * last.documents);
  for (const pool of risingPools(pools)) {
    const from = pool.sum / pool.documents;
    if (!(from > last.from)) continue;
    last = { from, to: Math.max(smoothedLogOdds(pool), last.to + MIN_SLOPE * (from - last.from)) };
    knots.push(last);
  }
  // Few documents lie beyond the last pool. The slope there is the average slope so far, but at most 1.
  const slope = knots.length === 0 ? 1 : Math.min(1, (last.to - start) / (last.from - start));
  // One more knot shows this slope. Any distance would do.
  const length = 1 + Math.abs(last.from);
  return [...knots, { from: last.from + length, to: last.to + slope * length }];
}

/** Returns the points beyond the start. Documents with equal log odds share a pool, right or wrong. */
function poolsBeyond(logOdds: Float64Array, yes: Uint8Array, start: number, sign: 1 | -1): Pool[] {
  const pools: Pool[] = [];
  for (let n = 0; n < logOdds.length; n++) {
    const i = sign === 1 ? n : logOdds.length - 1 - n;
    const x = sign * logOdds[i];
    if (!(x > start)) continue;
    const pool = { documents: 1, right: sign === 1 ? yes[i] : 1 - yes[i], sum: x };
    const last = logOdds[i] === logOdds[i - sign] ? pools.pop() : undefined;
    pools.push(last === undefined ? pool : joined(last, pool));
  }
  return pools;
}

/** Returns pools of enough documents, each with higher log odds than the one before. */
function risingPools(pools: readonly Pool[]): Pool[] {
  const rising = joinedWhere(
    pools,
    (last, next) => last.documents < MIN_DOCUMENTS || smoothedLogOdds(last) >= smoothedLogOdds(next),
  );
  const last = rising.at(-1);
  if (rising.length < 2 || last === undefined || last.documents >= MIN_DOCUMENTS) return rising;
  return [...rising.slice(0, -2), joined(rising[rising.length - 2], last)];
}

/** Joins neighbours that belong together, until none are left. */
function joinedWhere(points: readonly Pool[], belong: (last: Pool, next: Pool) => boolean): Pool[] {
  const pools: Pool[] = [];
  for (const point of points) {
    let pool = point;
    for (let last = pools.at(-1); last !== undefined && belong(last, pool); last = pools.at(-1)) {
      pools.pop();
      pool = joined(last, pool);
    }
    pools.push(pool);
  }
  return pools;
}

/** Makes one pool of two neighbours. */
function joined(last: Pool, next: Pool): Pool {
  return {
    documents: last.documents + next.documents,
    right: last.right + next.right,
    sum: last.sum + next.sum,
  };
}

/** Returns the log odds with half a right and half a wrong document added, so that no probability is 0 or 1. */
function smoothedLogOdds({ documents, right }: Pool): number {
  return Math.log((right + 0.5) / (documents - right + 0.5));
}
