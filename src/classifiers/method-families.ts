import { groupedBy } from "../base/lists.js";
import type { MethodOption } from "./method.js";
import { CLASSIFIER_NAMES, type MethodOptions, methodNamed } from "./table.js";

/** An option that methods of a family share. */
export interface FamilyOption extends MethodOption {
  readonly name: string;
  /** The methods that have it, those of other families too, each with its default. */
  readonly of: ReadonlyMap<string, unknown>;
}

/** A family of methods, and the options that the help of the command has under its name. */
export interface MethodFamily {
  readonly name: string;
  readonly methods: readonly string[];
  /** Without those that an earlier family has. */
  readonly options: readonly FamilyOption[];
}

/** Returns the families of methods with their options, in the order of the table. */
export function methodFamilies(): MethodFamily[] {
  const methods = CLASSIFIER_NAMES.map(methodNamed);
  const listed = new Set<string>();
  return [...groupedBy(methods, ({ family }) => family)].map(([name, own]) => {
    const entries = own.flatMap(({ options }) => Object.entries<MethodOption>(options));
    const fresh = entries.filter(([option]) => !listed.has(option) && listed.add(option));
    const options = fresh.map(([option, facts]): FamilyOption => {
      const having = methods.filter((method) => Object.hasOwn(method.options, option));
      const of = having.map(({ name, options }) => [name, options[option as keyof MethodOptions]?.usual] as const);
      return { ...facts, name: option, of: new Map(of) };
    });
    return { name, methods: own.map(({ name }) => name), options };
  });
}
