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
  const weeks = new Map<number, { decisions: number; unsure: number; corrected: number; falseAlarms: number }>();
  for (const { time, label, unsure, digest } of rows) {
    const week = Math.floor((time + MONDAY) / A_WEEK);
    const figures = weeks.get(week) ?? { decisions: 0, unsure: 0, corrected: 0, falseAlarms: 0 };
    weeks.set(week, figures);
    const correct = corrections.get(digest)?.correct ?? label;
    figures.decisions++;
    if (unsure) figures.unsure++;
    if (correct === label) continue;
    figures.corrected++;
    if (label === spam[0] && !unsure) figures.falseAlarms++;
  }
  const latest = [...weeks].sort(([a], [b]) => a - b).slice(-MOST);
  return latest.map(([week, { falseAlarms, ...figures }]) => ({
    week: new Date(week * A_WEEK - MONDAY).toISOString().slice(0, 10),
    ...figures,
    falseAlarms: spam.length === 1 ? falseAlarms : undefined,
  }));
}
