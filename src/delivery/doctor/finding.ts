import { reason } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { A_DAY } from "../../documents/files/write-file.js";

/**
 * The kinds of findings. `fault`: mail could be lost or filed by others, or learning is broken. `notice`: worth knowing,
 * but everything works.
 */
export const STATES = ["fault", "notice", "ok"] as const;

/** A finding of a check: one line, which says what is wrong and what to do. */
export interface Remark {
  readonly state: (typeof STATES)[number];
  readonly what: string;
  /** The file, server or account. Default: the one that is looked at. */
  readonly about?: string;
}

/** The remarks of a look. A member that is false stands for a remark that does not apply. */
export type Remarks = readonly (Remark | false)[];

/** A remark, with the check that made it. */
export interface Finding extends Required<Remark> {
  readonly check: string;
}

/** One thing to look at. */
export interface Check extends Pick<Finding, "check" | "about"> {
  /** It ends in time, changes nothing, and may throw: the error is then a fault. */
  readonly look: () => Remarks | Promise<Remarks>;
}

export const ok = (what: string): Remark => ({ state: "ok", what });
export const notice = (what: string): Remark => ({ state: "notice", what });
export const fault = (what: string): Remark => ({ state: "fault", what });

/** Makes all checks side by side, and returns their findings, the faults first. */
export async function examine(checks: readonly Check[]): Promise<Finding[]> {
  const found = checks.map(async ({ check, about, look }) => {
    const remarks = await remarked(about, look);
    return remarks.map((remark) => ({ check, about, ...remark }));
  });
  const rank = ({ state }: Remark) => STATES.indexOf(state);
  return (await Promise.all(found)).flat().sort((a, b) => rank(a) - rank(b));
}

/** Calls a look. An error that it throws is a fault. @param subject left out of the error's message */
export async function remarked(subject: string, look: Check["look"]): Promise<Remark[]> {
  try {
    return (await look()).filter((remark) => remark !== false);
  } catch (error) {
    const what = reason(error);
    return [fault(what.startsWith(`${subject}: `) ? what.slice(subject.length + 2) : what)];
  }
}

/** In milliseconds. */
export const HOUR = 3_600_000;

/** Writes a duration in milliseconds in whole days, hours or minutes, rounded down: `3 days`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= A_DAY) return plural(Math.floor(milliseconds / A_DAY), "day");
  if (milliseconds >= HOUR) return plural(Math.floor(milliseconds / HOUR), "hour");
  return plural(Math.max(0, Math.floor(milliseconds / 60_000)), "minute");
}
