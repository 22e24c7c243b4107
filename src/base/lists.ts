/**
 * For lists of any length. `list.push(...items)` and `Math.max(...numbers)` overflow the call stack beyond some
 * 100,000 items. A lint rule, `scripts/lint/no-spread-into-calls.grit`, finds such spreads.
 */

/** Adds items at the end of a list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The largest number, at least `least`. NaN if any is NaN. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** The smallest number, at most `most`. NaN if any is NaN. */
export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let least = most;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Groups items by a key; keys in order of first appearance. */
export function groupedBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const itsKey = key(item);
    const group = groups.get(itsKey);
    if (group === undefined) groups.set(itsKey, [item]);
    else group.push(item);
  }
  return groups;
}
