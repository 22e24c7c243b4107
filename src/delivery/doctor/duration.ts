import { plural } from "../../base/numbers.js";

/** In milliseconds. */
export const HOUR = 3_600_000;
/** In milliseconds. */
export const DAY: number = 24 * HOUR;

/** Writes a duration in milliseconds in whole days, hours or minutes, rounded down: `3 days`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= DAY) return plural(Math.floor(milliseconds / DAY), "day");
  if (milliseconds >= HOUR) return plural(Math.floor(milliseconds / HOUR), "hour");
  return plural(Math.max(0, Math.floor(milliseconds / 60_000)), "minute");
}
