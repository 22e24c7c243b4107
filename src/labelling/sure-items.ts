import { ascending, countedBy } from "../base/lists.js";
import type { Decisions } from "./answers/decisions.js";
import { ENOUGH, type Forecast, SURE } from "./engine/forecast.js";

/** Returns the items without an answer whose class is sure. No class is sure that has few answers, or is the only one. */
export function sureItems(forecast: Forecast | undefined, decisions: Decisions): Map<number, string> {
  const { labels, classes: known } = decisions;
  if (forecast === undefined || known.length < 2) return new Map();
  const { probabilities, best, classes } = forecast;
  const answered = countedBy(labels.values(), (label) => label);
  const isSure = (item: number) =>
    probabilities[item] >= SURE && (answered.get(classes[best[item]]) ?? 0) >= ENOUGH && !labels.has(item);
  return new Map(Array.from(ascending(best.length).filter(isSure), (item) => [item, classes[best[item]]]));
}
