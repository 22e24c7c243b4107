import { withoutComments } from "./comments.js";
import { zoneOffset } from "./time-zones.js";

/**
 * The time that the value of a `Date` field means, in milliseconds since 1970. Takes RFC
 * 5322 with its obsolete forms, and what stands in mail and news since the 1980s: no
 * weekday, two-digit years (from 50 on 1950 to 1999, else 2000 to 2049), no seconds, no
 * zone (then UTC), zones by name, AM and PM, `Tue Apr  6 00:34:12 1993`, `6-Apr-93`,
 * `1993-04-06T00:34:12Z`. A date without a time is its midnight. Weekdays are not compared.
 *
 * @returns undefined for what is no date, an impossible one, or a year outside 1900 to 9999
 */
export function parseDate(value: string): number | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const found: Found = {};
  for (const [position, token] of tokensOf(value).entries()) {
    if (!take(token, found, position === 0)) return undefined;
  }
  const { year, month, day, time = [0, 0, 0], offset = 0, pastNoon } = found;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const [written, minute, second] = time;
  const hour = pastNoon === undefined ? written : (written % 12) + (pastNoon ? 12 : 0);
  // A second of 60 is a leap second.
  if (year < 1900 || year > 9999 || hour > 23 || minute > 59 || second > 60) return undefined;
  if (new Date(Date.UTC(year, month, day)).getUTCDate() !== day) return undefined;
  return Date.UTC(year, month, day, hour, minute - offset, second);
}

/** Comments may be long; a date is not. */
const MAX_LENGTH = 1000;

interface Found {
  year?: number;
  /** From 0. */
  month?: number;
  day?: number;
  time?: readonly number[];
  pastNoon?: boolean;
  /** Minutes east of Greenwich. */
  offset?: number;
}

const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?$/;
/** A time and a zone without a blank between. */
const TIME_AND_ZONE = /^(\d{1,2}:[\d:.]+)([a-z+-].*)$/i;
const DASHED = /^(\d{1,2})-([a-z]{3,9})-(\d{2,4})$/i;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:t(.+))?$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function tokensOf(value: string): string[] {
  return withoutComments(value)
    .replace(/\bmet dst\b/i, "met_dst")
    .split(/[\s,]+/)
    .flatMap((token) => DASHED.exec(token)?.slice(1) ?? isoTokens(token) ?? [token])
    .flatMap((token) => TIME_AND_ZONE.exec(token)?.slice(1) ?? [token])
    .filter((token) => token !== "");
}

/** `1993-04-06` as year, month, day: a month in figures is told by its name from here on. */
function isoTokens(token: string): string[] | undefined {
  const match = ISO.exec(token);
  if (match === null) return undefined;
  const [, year, month, day, time = ""] = match;
  return [year, MONTHS[Number(month) - 1] ?? month, day, time];
}

/** Whether the token has a place in a date; what it says goes into `found`. */
function take(token: string, found: Found, first: boolean): boolean {
  const time = found.time === undefined ? TIME.exec(token) : null;
  if (time !== null) {
    found.time = time.slice(1).map((part = "0") => Number(part));
    return true;
  }
  if (/^\d+$/.test(token) && (found.day === undefined || found.year === undefined)) return takeNumber(token, found);
  const month = MONTHS.indexOf(token.slice(0, 3).toLowerCase());
  if (month >= 0 && found.month === undefined) {
    found.month = month;
    return true;
  }
  // Whatever language the weekday is in.
  if (WEEKDAY.test(token) || (first && !/\d/.test(token))) return true;
  if (found.time === undefined) return false;
  if (/^[ap]m$/i.test(token)) {
    if (found.time[0] < 1 || found.time[0] > 12) return /^pm$/i.test(token) && found.time[0] <= 23;
    found.pastNoon = /^p/i.test(token);
    return true;
  }
  if (found.offset !== undefined) return true;
  const offset = zoneOffset(token);
  if (offset === undefined) return false;
  found.offset = offset;
  return true;
}

/** Day and year stand in either order before the month, the day first after it. */
function takeNumber(token: string, found: Found): boolean {
  const value = Number(token);
  if (found.day === undefined && token.length <= 2) found.day = value;
  else if (found.year !== undefined || token.length < 2) return false;
  else if (token.length === 2) found.year = value + (value < 50 ? 2000 : 1900);
  // Programs that count from 1900 wrote 102 or 0102 in 2002.
  else found.year = value + (value < 1000 ? 1900 : 0);
  return true;
}
