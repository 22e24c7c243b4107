/**
 * Returns the first whole number from `from` to `end` - 1 for which `holds` is true, or `end` if there is no such
 * number. If `holds` is true for a number, it must be true for all larger ones.
 */
export function firstWhere(from: number, end: number, holds: (n: number) => boolean): number {
  let below = from - 1;
  let found = end;
  while (found - below > 1) {
    const middle = (below + found) >>> 1;
    if (holds(middle)) found = middle;
    else below = middle;
  }
  return found;
}
