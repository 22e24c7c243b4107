import { firstFew } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";

/** The number of names that fit on a line. */
export const NAMED = 3;

/** Returns the first few names, made safe, and how many more there are. */
export function namesOf(names: readonly string[], most = NAMED): string {
  return firstFew(names.map(safeText), most);
}

/** Returns a line about classes or documents that names the first few; empty if there are no names. */
export function namedLines(names: readonly string[], textOf: (n: number) => string, most = NAMED): string[] {
  return names.length === 0 ? [] : [`${textOf(names.length)}: ${namesOf(names, most)}`];
}
