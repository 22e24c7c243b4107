/** Returns the names in a list that white space separates. */
export function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/**
 * Returns a map from each name to its value.
 *
 * @param values its keys are lists of names, with one space between: `{ "td th": "table-cell" }` gives both names one value
 */
export function byName<T>(values: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(values).flatMap(([list, value]) => list.split(" ").map((name) => [name, value] as const)),
  );
}
