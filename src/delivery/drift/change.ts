/**
 * Tests for a change in a sequence of decisions, as it grows. Each trait, such as "is unsure", is watched for becoming more
 * frequent or rarer than usual. With k of ten decisions that have it, the evidence for a new share q instead of the usual
 * share p is
 *
 *     L = (q/p)^k · ((1-q)/(1-p))^(10-k)
 *
 * of mean 1 at most while nothing has changed. The evidence that a change began at some earlier time is summed:
 *
 *     R ← (R + 1) · min(L, 4)
 *
 * The mean of R is then at most the number of tens, so the weighted sum of all R reaches 10,000 after 10,000 quiet tens on
 * average, or later, in whatever order traits come together. The change began where the product of the L is largest
 * (CUSUM).
 *
 * Source: Shiryaev 1963, Roberts 1966, Page 1954; Shin, Ramdas and Rinaldo 2023, "E-detectors".
 */

import { sumOf } from "../../base/lists.js";

/** How many decisions are looked at together. */
const TEN = 10;
/** The evidence that raises an alarm: one in 1,000 quiet days of 100 decisions. */
export const ALARM = (1000 * 100) / TEN;
/** The most that ten decisions may multiply the evidence by, so that a burst of 60 similar messages raises no alarm. */
const MOST = 4;
/** Upper bound of the evidence, so that it falls soon after a change that has passed. */
const MAX_EVIDENCE = 100 * ALARM;
/** The odds of the new shares that are tried, relative to the usual odds. */
const ODDS = [2, 4, 8] as const;

/** A property that some decisions have. */
export interface Trait {
  /** 1 for each decision that has it, otherwise 0. */
  readonly has: Uint8Array;
  /** The usual share of decisions that have it. */
  readonly usual: number;
  /** The number of documents by which the usual share is known. */
  readonly documents: number;
  /** Its weight in the evidence. The weights of all traits sum to 1 at most. */
  readonly weight: number;
}

/**
 * Looks for a change.
 *
 * @param traits each with as many decisions
 * @returns the number of the decision with which the change began, undefined if there is none or it has passed; and the
 *   evidence: from `ALARM` on there is an alarm
 */
export function findChange(traits: readonly Trait[]): {
  readonly since: number | undefined;
  readonly evidence: number;
} {
  const charts = traits.flatMap(chartsOf);
  let since: number | undefined;
  let evidence = 0;
  for (let ten = 0; TEN * (ten + 1) <= (traits.at(0)?.has.length ?? 0); ten++) {
    for (const chart of charts) addTen(chart, ten);
    evidence = sumOf(charts.map((chart) => chart.weight * chart.sum));
    if (evidence < ALARM / 100) since = undefined;
    if (evidence < ALARM || since !== undefined) continue;
    since = TEN * charts.reduce((a, b) => (b.weight * b.sum > a.weight * a.sum ? b : a)).began;
  }
  return { since, evidence };
}

/** The evidence for one new share of a trait. */
interface Chart extends Pick<Trait, "has" | "weight"> {
  /** The contribution to ln L of a decision with the trait, and of one without it. */
  readonly gains: readonly [hit: number, miss: number];
  /** R. */
  sum: number;
  /** The logarithm of the largest product of the latest L, at least 0. */
  product: number;
  /** The ten with which that product begins. */
  began: number;
}

function addTen(chart: Chart, ten: number): void {
  const [hit, miss] = chart.gains;
  const hits = hitsIn(chart.has, ten);
  const gain = Math.min(Math.log(MOST), hits * hit + (TEN - hits) * miss);
  if (chart.product === 0) chart.began = ten;
  chart.product = Math.max(0, chart.product + gain);
  chart.sum = Math.min(MAX_EVIDENCE, (chart.sum + 1) * Math.exp(gain));
}

function hitsIn(has: Uint8Array, ten: number): number {
  return sumOf(has, ten * TEN, (ten + 1) * TEN);
}

/** Standard errors of the usual share, and standard deviations of the trait, that are no change. */
const TOLERANCE = { errors: 3, deviations: 0.2 } as const;

/** Returns how much the share of a trait may differ from the usual one. */
export function toleranceOf({ usual, documents }: Pick<Trait, "usual" | "documents">): number {
  // As if half a document more had the trait, and half a document had not.
  const share = (usual * documents + 0.5) / (documents + 1);
  return Math.sqrt(share * (1 - share)) * (TOLERANCE.errors / Math.sqrt(documents) + TOLERANCE.deviations);
}

/** Returns charts for shares above and below the usual one. */
function chartsOf(trait: Trait): Chart[] {
  const { has, usual, weight } = trait;
  const dispersion = dispersionOf(has);
  return [1, -1].flatMap((sign) => {
    const p = usual + sign * toleranceOf(trait);
    if (p <= 0 || p >= 1) return [];
    return ODDS.map((ratio): Chart => {
      const odds = (p / (1 - p)) * ratio ** sign;
      const q = odds / (1 + odds);
      const gains = [Math.log(q / p) / dispersion, Math.log((1 - q) / (1 - p)) / dispersion] as const;
      return { has, weight: weight / (2 * ODDS.length), gains, sum: 0, product: 0, began: 0 };
    });
  });
}

/** How many pairs of tens count as if they differed as independent decisions do. */
const PRIOR = 20;

/**
 * Returns how much more the shares of neighbouring tens differ than those of independent decisions, at least 1. Mail
 * comes in bursts, so evidence is divided by this. A lasting change makes only one difference.
 */
function dispersionOf(has: Uint8Array): number {
  const pairs = Math.floor(has.length / TEN) - 1;
  let [found, expected] = [0, 0];
  for (let ten = 0; ten < pairs; ten++) {
    const [before, after] = [hitsIn(has, ten), hitsIn(has, ten + 1)];
    found += (after - before) ** 2 / 2;
    // The variance of a binomial number of hits, by the share in both tens.
    expected += ((before + after) * (2 * TEN - before - after)) / (2 * (2 * TEN - 1));
  }
  return expected === 0 ? 1 : Math.max(1, (found / expected + PRIOR / pairs) / (1 + PRIOR / pairs));
}
