import { UsageError } from "../../base/errors.js";

/** Checks a range of lengths. @param what names it in the message @throws UsageError unless 1 ≤ from ≤ to ≤ most. */
export function requireRange(what: string, from: number, to: number, most: number): void {
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 1 && from <= to && to <= most) return;
  throw new UsageError(`${what}: ${from}-${to} is not a range of whole numbers from 1 to ${most}`);
}
