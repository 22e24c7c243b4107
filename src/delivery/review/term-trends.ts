import type { DecisionLog } from "./decision-log.js";
import type { Weighted } from "./figures.js";

/** How many terms that gained are named, and how many that lost. */
const MOST = 8;
/** Rarer terms may gain by chance. */
const LEAST_DECISIONS = 3;

/**
 * Returns the terms that gained and lost most among the reasons of decisions: how many percent of the recent half of the
 * decisions they are in, less that of the older half. Those that gained most come first.
 */
export function termTrends({ rows }: DecisionLog): Weighted[] {
  const counts = new Map<string, [before: number, now: number]>();
  const middle = rows.length / 2;
  for (const [n, { terms }] of rows.entries()) {
    for (const [term] of terms) {
      const both = counts.get(term) ?? [0, 0];
      both[Number(n >= middle)]++;
      counts.set(term, both);
    }
  }
  const frequent = [...counts].filter(([, [before, now]]) => before + now >= LEAST_DECISIONS);
  const trends = frequent.map(([name, [before, now]]) => ({ name, weight: (100 * (now - before)) / middle }));
  trends.sort((a, b) => b.weight - a.weight);
  return trends.filter(({ weight }, i) => (weight > 0 ? i < MOST : weight < 0 && i >= trends.length - MOST));
}
