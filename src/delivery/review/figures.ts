import { groupedBy } from "../../base/lists.js";
import { A_DAY } from "../../documents/files/write-file.js";
import { spamClasses } from "../../documents/spam-classes.js";
import type { DecisionLog } from "./decision-log.js";
import type { WeeklyFigures, Weighted } from "./figure-types.js";

/** Maximum number of weeks: half a year. */
const WEEKS = 26;
/** Weeks begin on Monday, and 1970 began on a Thursday, three days later. */
const MONDAY = 3 * A_DAY;
const A_WEEK = 7 * A_DAY;

/** Returns the figures of the latest weeks that have decisions, the oldest first. At most half a year. */
export function weeklyFigures({ rows, corrections }: DecisionLog, labels: readonly string[]): WeeklyFigures[] {
  const spam = spamClasses(labels);
  const weeks = groupedBy(rows, ({ time }) => Math.floor((Date.parse(time) + MONDAY) / A_WEEK));
  const latest = [...weeks].sort(([a], [b]) => a - b).slice(-WEEKS);
  return latest.map(([week, decided]) => {
    const corrected = decided.filter(({ digest, label }) => (corrections.get(digest)?.correct ?? label) !== label);
    const falseAlarms = corrected.filter(({ label, unsure }) => label === spam[0] && !unsure);
    return {
      week: new Date(week * A_WEEK - MONDAY).toISOString().slice(0, 10),
      right: 1 - corrected.length / decided.length,
      unsure: decided.filter(({ unsure }) => unsure).length / decided.length,
      falseAlarms: spam.length === 1 ? falseAlarms.length : undefined,
    };
  });
}

/** Maximum number of terms that gained; the same for those that lost. */
const MAX_TERMS = 8;
/** Terms of fewer decisions are left out, because they may gain by chance. */
const MIN_DECISIONS = 3;

/**
 * Returns the terms that gained and lost most among the reasons of decisions: how many percent of the recent half of
 * the decisions they are in, minus that of the older half. Sorted by gain, largest first.
 */
export function termTrends({ rows }: DecisionLog): Weighted[] {
  const counts = new Map<string, [before: number, now: number]>();
  const half = rows.length / 2;
  for (const [n, { terms }] of rows.entries()) {
    for (const [term] of terms) {
      const both = counts.get(term) ?? [0, 0];
      both[Number(n >= half)]++;
      counts.set(term, both);
    }
  }
  const frequent = [...counts].filter(([, [before, now]]) => before + now >= MIN_DECISIONS);
  const trends = frequent.map(([name, [before, now]]) => ({ name, weight: (100 * (now - before)) / half }));
  trends.sort((a, b) => b.weight - a.weight);
  return trends.filter(({ weight }, i) => (weight > 0 ? i < MAX_TERMS : weight < 0 && i >= trends.length - MAX_TERMS));
}
