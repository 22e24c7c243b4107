import { byName } from "../../base/lists.js";
import { withoutComments } from "./header-text.js";

/**
 * Parses a `Date` field. Returns milliseconds since 1970. Accepts the forms of RFC 5322, its obsolete forms, and forms
 * that mail and news have used since the 1980s: two-digit years (50 to 99 are 1950 to 1999), no seconds, no zone (UTC),
 * zones by name, AM and PM, `Tue Apr  6 00:34:12 1993`, `6-Apr-93`, `1993-04-06T00:34:12Z`. A date without a time means
 * midnight. Ignores the weekday.
 *
 * @returns undefined for a text that is not a date, an impossible date, or a year outside 1900 to 9999
 */
export function parseDate(value: string): number | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const found: DateParts = {};
  for (const [position, token] of tokensOf(value).entries()) {
    if (!addToken(token, found, position === 0)) return undefined;
  }
  const { year, month, day, time = [0, 0, 0], offset = 0, pastNoon } = found;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const [writtenHour, minute, second] = time;
  const hour = pastNoon === undefined ? writtenHour : (writtenHour % 12) + (pastNoon ? 12 : 0);
  // A second of 60 is a leap second.
  if (year < 1900 || year > 9999 || hour > 23 || minute > 59 || second > 60) return undefined;
  // `Date.UTC` would turn 31 June into 1 July.
  if (new Date(Date.UTC(year, month, day)).getUTCDate() !== day) return undefined;
  return Date.UTC(year, month, day, hour, minute - offset, second);
}

/** Seconds since 1970 with at least 9 digits, or milliseconds. Fewer digits may be a date such as 20240305. */
const UNIX_TIME = /^\d{9,13}(?:\.\d+)?$/;

/** Smaller numbers are seconds. As milliseconds, this is in March 1973. */
const MIN_MILLISECONDS = 1e11;

/** A date with dots, as German Excel writes it. The day is always isFirst. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|[\s,])/;

/** Parses a date in a table: as `parseDate` does, `31.1.2026 09:30`, or seconds or milliseconds since 1970. */
export function parseTime(text: string): number | undefined {
  if (!UNIX_TIME.test(text)) return parseDate(text.replace(DOTTED, "$3-$2-$1"));
  const time = Number(text);
  return Math.round(time < MIN_MILLISECONDS ? 1000 * time : time);
}

/** In characters. A date is short, but comments in it may be long. */
const MAX_LENGTH = 1000;

/** The parts of a date that are found so far. */
interface DateParts {
  year?: number;
  /** 0 is January. */
  month?: number;
  day?: number;
  /** Hour, minute, second. */
  time?: readonly number[];
  /** Whether `PM` follows the time; undefined without AM or PM. */
  pastNoon?: boolean;
  /** Minutes east of Greenwich. */
  offset?: number;
}

/** `9:30` or `09:30:15.2`. */
const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?$/;
/** A time and a zone without a blank between them. */
const TIME_AND_ZONE = /^(\d{1,2}:[\d:.]+)([a-z+-].*)$/i;
/** `6-Apr-93`. */
const DASHED = /^(\d{1,2})-([a-z]{3,9})-(\d{2,4})$/i;
/** `1993-04-06`, which a time may follow after a `T`. */
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:t(.+))?$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Splits a date into tokens: words, numbers and times. `6-Apr-93` and `1993-04-06` become three tokens each. */
function tokensOf(value: string): string[] {
  return withoutComments(value)
    .replace(/\bmet dst\b/i, "met_dst")
    .split(/[\s,]+/)
    .flatMap((token) => DASHED.exec(token)?.slice(1) ?? isoTokens(token) ?? [token])
    .flatMap((token) => TIME_AND_ZONE.exec(token)?.slice(1) ?? [token])
    .filter((token) => token !== "");
}

/** Splits `1993-04-06` into year, name of the month, day and time; undefined for other tokens. */
function isoTokens(token: string): string[] | undefined {
  const match = ISO.exec(token);
  if (match === null) return undefined;
  const [, year, month, day, time = ""] = match;
  return [year, MONTHS[Number(month) - 1] ?? month, day, time];
}

/** Adds a token to `found`. @param isFirst whether no token comes before it @returns false if no date contains it */
function addToken(token: string, found: DateParts, isFirst: boolean): boolean {
  const time = found.time === undefined ? TIME.exec(token) : null;
  if (time !== null) {
    found.time = time.slice(1).map((part = "0") => Number(part));
    return true;
  }
  if (/^\d+$/.test(token) && (found.day === undefined || found.year === undefined)) return addNumber(token, found);
  const month = MONTHS.indexOf(token.slice(0, 3).toLowerCase());
  if (month >= 0 && found.month === undefined) {
    found.month = month;
    return true;
  }
  // A weekday. As the first word, it may be in any language.
  if (WEEKDAY.test(token) || (isFirst && !/\d/.test(token))) return true;
  if (found.time === undefined) return false;
  if (/^[ap]m$/i.test(token)) {
    // 0 and 13 to 23 are not hours of a 12-hour clock. After these hours, PM is ignored and AM is an error.
    if (found.time[0] < 1 || found.time[0] > 12) return /^pm$/i.test(token) && found.time[0] <= 23;
    found.pastNoon = /^p/i.test(token);
    return true;
  }
  // Anything after a zone, such as a second zone, is ignored.
  if (found.offset !== undefined) return true;
  const offset = zoneOffset(token);
  if (offset === undefined) return false;
  found.offset = offset;
  return true;
}

/** Adds a number as the day or the year. @returns false if it can be neither */
function addNumber(token: string, found: DateParts): boolean {
  const value = Number(token);
  if (found.day === undefined && token.length <= 2) found.day = value;
  else if (found.year !== undefined || token.length < 2) return false;
  else if (token.length === 2) found.year = value + (value < 50 ? 2000 : 1900);
  // Programs that counted years from 1900 wrote 102 or 0102 in 2002.
  else found.year = value + (value < 1000 ? 1900 : 0);
  return true;
}

/**
 * The offsets of zones, in minutes east of Greenwich. The names are those of RFC 822, and of mail and news of the
 * 1990s. Names with two meanings (IST, BRST …) are missing, because RFC 5322, section 4.3 reads an unknown name as UTC.
 */
const ZONES = byName({
  hst: -600,
  akst: -540,
  "pst akdt": -480,
  "mst pdt": -420,
  "cst mdt": -360,
  "est cdt": -300,
  "edt ast": -240,
  nst: -210,
  adt: -180,
  ndt: -150,
  "ut gmt utc z wet": 0,
  "west bst cet met mez mewt": 60,
  "cest mest mesz met_dst eet sast": 120,
  "eest msk": 180,
  msd: 240,
  "hkt sgt awst": 480,
  "jst kst": 540,
  acst: 570,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
});

/**
 * Returns the offset of a zone (`PDT`, `-0700`, `+1`, `GMT+0100`) in minutes east of Greenwich; 0 for an unknown name,
 * undefined for an impossible offset.
 */
function zoneOffset(zone: string): number | undefined {
  const name = zone.toLowerCase();
  const named = ZONES.get(name);
  if (named !== undefined) return named;
  // Some bulk mailers write +-0800, or 0530 without a sign.
  const match = /^[a-z]*\+?([+-]|(?=\d{4}$))(\d{1,2}):?(\d{2})?$/.exec(name);
  if (match === null) return /\d/.test(name) ? undefined : 0;
  const [, sign, hours, minutes = "0"] = match;
  if (Number(hours) > MAX_HOURS || Number(minutes) > 59) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Real offsets are at most 14 hours. Wrong offsets are accepted up to this number of hours. */
const MAX_HOURS = 23;
