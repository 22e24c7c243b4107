import {
  isRecord,
  type NumberRange,
  requireBoolean,
  requireNumber,
  requireOneOf,
  requireWhole,
  shown,
} from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { groupedBy } from "../base/lists.js";
import type { WeightingOptions } from "../features/weighting.js";
import type { Classifier } from "./classifier.js";

/**
 * The values that an option takes: a number in a range, one of some words, or true or false. The method itself checks
 * values of the other kinds: class priors, Dirichlet weights, a list of numbers, and a list of methods, which the command
 * cannot give.
 */
export type OptionValues =
  | (NumberRange & { readonly isWhole?: boolean })
  | readonly string[]
  | "boolean"
  | "prior"
  | "dirichlet"
  | "numbers"
  | "methods";

/** An option of a method. The command, the checks and the tests learn from here what it is. */
export interface MethodOption {
  /** Its description in the help of the command. For a flag that is true by default, it describes turning it off. */
  readonly does: string;
  readonly takes: OptionValues;
  /** Its default. Undefined if nothing is set by default. */
  readonly usual?: unknown;
}

/** A method in the table. Everything that the command, reports and model files need to know of it. */
export interface Method<Options extends object> {
  /** `"multinomial"`. */
  readonly name: string;
  /** Its name in a sentence: `"multinomial naive Bayes"`. */
  readonly title: string;
  /** The heading of its options in the help of the command: `"Naive Bayes"`. */
  readonly family: string;
  /** Its options, in the order in which settings, reports and model files name them. */
  readonly options: { readonly [option in keyof Required<Options>]: MethodOption };
  /** The options that reports show with the title. */
  readonly titleOptions: readonly (keyof Options)[];
  /** Options that a given one replaces: they then have no default. Default: none */
  readonly replaced?: (given: Options) => readonly (keyof Options)[];
  /** The name of the part of a margin that is not from terms. Default: "prior" if the model has one, else "rest". */
  readonly rest?: string;
  /** How its counts are weighted by default. Default: not at all. */
  readonly weighting?: WeightingOptions;
  /** Whether it accepts only counts, not weights. Default false. */
  readonly takesCountsOnly?: boolean;
  /**
   * Whether it leaves out documents while it learns, and so needs to know which messages belong to one thread (see
   * `Dataset.groups`). Default false.
   */
  readonly leavesOut?: boolean;
  /** Makes the classifier of the given options. */
  readonly make: (options: Options) => Classifier;
}

/**
 * Fills in the defaults of the options of a method, and checks the given ones.
 *
 * @throws UsageError if a value is not one that the option takes.
 */
export function checkedOptions<Options extends object>(
  method: Pick<Method<Options>, "name" | "options" | "replaced">,
  given: Options,
): Required<Options> {
  const { name, options } = method;
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [option, value] of values) {
    if (!Object.hasOwn(options, option)) throw new UsageError(`${name} has no option ${option}`);
    const { takes, usual } = options[option as keyof Options];
    if (value !== usual) requireValue(`${name}: ${option}`, value, takes);
  }
  return { ...defaultsOf(method, given), ...Object.fromEntries(values) } as Required<Options>;
}

/** Returns the defaults of a method, without those of options that a given one replaces. */
export function defaultsOf<Options extends object>(
  { options, replaced }: Pick<Method<Options>, "options" | "replaced">,
  given: Options,
): Options {
  const withoutDefault: readonly unknown[] = replaced?.(given) ?? [];
  const defaults = Object.entries<MethodOption>(options)
    .map(([option, { usual }]) => [option, usual] as const)
    .filter(([option, usual]) => usual !== undefined && !withoutDefault.includes(option));
  return Object.fromEntries(defaults) as Options;
}

function requireValue(what: string, value: unknown, takes: OptionValues): void {
  if (takes === "boolean") requireBoolean(what, value);
  else if (typeof takes === "string") return;
  else if (isWords(takes)) requireOneOf(what, value, takes);
  else if (takes.isWhole) requireWhole(what, value, takes.from ?? 0);
  else requireNumber(what, value, takes);
}

/** Whether an option takes one of some words. */
export function isWords(takes: OptionValues): takes is readonly string[] {
  return Array.isArray(takes);
}

/** An option that methods of a family share. */
export interface FamilyOption extends MethodOption {
  readonly name: string;
  /** The default of each method that has the option, also of methods of other families. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

/** A family of methods, and the options that the help of the command lists under its name. */
export interface MethodFamily {
  readonly name: string;
  readonly methods: readonly string[];
  /** Options that an earlier family has are not repeated. */
  readonly options: readonly FamilyOption[];
}

/** The facts about a method that the help of the command shows. */
interface DescribedMethod extends Pick<Method<object>, "name" | "family"> {
  readonly options: { readonly [option: string]: MethodOption | undefined };
}

/** Returns the families of methods with their options, in the order of the methods. */
export function methodFamilies(methods: readonly DescribedMethod[]): MethodFamily[] {
  const listed = new Set<string>();
  return [...groupedBy(methods, ({ family }) => family)].map(([name, members]) => {
    const described = members.flatMap((method) => Object.entries(method.options as Record<string, MethodOption>));
    const unlisted = described.filter(([option]) => {
      const isNew = !listed.has(option);
      listed.add(option);
      return isNew;
    });
    const options = unlisted.map(([option, description]): FamilyOption => {
      const having = methods.filter(({ options }) => Object.hasOwn(options, option));
      const defaults = new Map(having.map(({ name, options }) => [name, options[option]?.usual]));
      return { ...description, name: option, defaults };
    });
    return { name, methods: members.map(({ name }) => name), options };
  });
}

/**
 * Checks a list of methods with their options, which a program or a model file gives.
 *
 * @param needs the choices that each of them needs, such as `"a classifier"`
 * @param known the names of all choices
 * @throws UsageError unless it is a list of objects with known choices.
 */
export function requireChoices<T>(what: string, list: unknown, needs: string, known: readonly string[]): readonly T[] {
  if (!Array.isArray(list)) throw new UsageError(`${what} must be an array, not ${shown(list)}`);
  for (const choices of list) {
    if (!isRecord(choices)) {
      throw new UsageError(`${what} must be objects with ${needs}; one of them is ${shown(choices)}`);
    }
    const unknown = Object.keys(choices).find((choice) => !known.includes(choice));
    if (unknown !== undefined) {
      throw new UsageError(`${what} have no choice ${JSON.stringify(unknown)}; they have ${known.join(", ")}`);
    }
  }
  return list;
}

/** Methods of earlier versions, each with what to use now. */
export const GONE_METHODS: ReadonlyMap<string, string> = new Map([
  ["nb-logistic-regression", "nb-svm learns from the same features"],
]);
