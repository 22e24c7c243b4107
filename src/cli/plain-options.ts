/** As `parseArgs` takes them. */
export type OptionTable = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly short?: string; readonly [other: string]: unknown }>
>;

/**
 * The options of a command line as people write it: `--name value`, `--name=value`, `-n value`
 * and flags, the last of those that are given twice. What is rarer, or wrong, is left to
 * `parseArgs` of Node, which the filter, starting for every message, loads for that only.
 *
 * @returns what `parseArgs` would give as `values`; undefined if it has to be asked
 */
export function plainOptions(
  args: readonly string[],
  table: OptionTable,
): Readonly<Record<string, string | true>> | undefined {
  const values: Record<string, string | true> = {};
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    const equals = arg.indexOf("=");
    const isLong = arg.startsWith("--");
    const name = isLong ? arg.slice(2, equals < 0 ? undefined : equals) : longName(arg, table);
    if (name === undefined || !Object.hasOwn(table, name)) return undefined;
    if (table[name].type === "boolean") {
      if (equals >= 0) return undefined;
      values[name] = true;
    } else if (isLong && equals >= 0) {
      values[name] = arg.slice(equals + 1);
    } else {
      const value = args[++i];
      if (value === undefined || value.startsWith("-")) return undefined;
      values[name] = value;
    }
  }
  return values;
}

/** The name of what is `-n` for short. */
function longName(arg: string, table: OptionTable): string | undefined {
  if (arg.length !== 2 || !arg.startsWith("-")) return undefined;
  return Object.keys(table).find((name) => table[name].short === arg[1]);
}
