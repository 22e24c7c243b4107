import { groupedBy } from "../../base/lists.js";
import { A_DAY } from "../../documents/files/write-file.js";
import { spamClasses } from "../../documents/spam-classes.js";
import type { DecisionLog } from "./decision-log.js";
import type { WeeklyFigures } from "./figures.js";

/** In weeks: half a year. */
const MOST = 26;
/** 1970 began on a Thursday. */
const MONDAY = 3 * A_DAY;
const A_WEEK = 7 * A_DAY;

/** Returns the figures of the latest weeks that have decisions, the oldest first. At most half a year. */
export function weeklyFigures({ rows, corrections }: DecisionLog, labels: readonly string[]): WeeklyFigures[] {
  const spam = spamClasses(labels);
  const weeks = groupedBy(rows, ({ time }) => Math.floor((Date.parse(time) + MONDAY) / A_WEEK));
  const latest = [...weeks].sort(([a], [b]) => a - b).slice(-MOST);
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
