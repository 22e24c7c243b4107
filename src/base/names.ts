/** Returns the names in a list that white space separates. */
export function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Returns the values by name. Several names with the same value are one key: `{ "td th": "table-cell" }`. */
export function byName<T>(values: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(values).flatMap(([list, value]) => list.split(" ").map((name) => [name, value] as const)),
  );
}
