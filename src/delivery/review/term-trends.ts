import { groupedBy, sumOf } from "../../base/lists.js";
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
  const middle = rows.length / 2;
  const places = rows.flatMap(({ terms }, n) => terms.map(([name]) => ({ name, by: n < middle ? -1 : 1 })));
  const frequent = [...groupedBy(places, ({ name }) => name)].filter(([, found]) => found.length >= LEAST_DECISIONS);
  const trends = frequent.map(([name, found]) => {
    return { name, weight: (100 * sumOf(found.map(({ by }) => by))) / middle };
  });
  trends.sort((a, b) => b.weight - a.weight);
  return trends.filter(({ weight }, i) => (weight > 0 ? i < MOST : weight < 0 && i >= trends.length - MOST));
}
