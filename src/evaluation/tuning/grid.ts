import { UsageError } from "../../base/errors.js";
import { METHOD_OPTIONS, type MethodOptions, methodOptions } from "../../classifiers/table.js";
import type { SelectionRules } from "../../features/selection.js";
import type { WeightingOptions } from "../../features/weighting.js";
import type { TrainOptions } from "../../model/options.js";
import { type Settings, settingsFrom } from "../../model/settings.js";
import type { Candidate } from "./candidates.js";

/** The settings that a grid can vary. */
interface Choices extends MethodOptions, Required<WeightingOptions>, Required<SelectionRules> {
  readonly classifier: string;
  readonly ngrams: readonly [from: number, to: number];
}

type Choice = keyof Choices;

/** The values to try, by setting. */
export type Grid = {
  readonly [choice in Choice]?: readonly Exclude<Choices[choice], undefined>[] | undefined;
};

/** The settings in the order in which they vary; the last varies fastest. */
export const CHOICES: readonly Choice[] = [
  ...(["classifier", ...METHOD_OPTIONS, "tf", "idf", "idfPower", "norm", "ngrams"] as const),
  ...(["minCount", "minDocuments", "maxDocumentShare", "dropTop", "maxTerms", "selectBy"] as const),
];

/** The default values: naive Bayes with smoothing of 1 and less, with and without rare terms. */
export const DEFAULT_GRID = {
  classifier: ["multinomial", "bernoulli", "complement"],
  alpha: [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001],
  minDocuments: [1, 2],
} as const satisfies Grid;

/**
 * Lists all combinations of the values, without duplicates. A method gets only the options that it takes, and
 * combinations that it refuses are left out. If the grid does not name `alpha`, it varies as in `DEFAULT_GRID`, unless
 * the grid names another option of the method.
 *
 * @param grid the values by setting; missing settings have the values of `DEFAULT_GRID`, or else their defaults
 * @param text the other settings of all candidates
 * @throws UsageError if a setting cannot be tuned or has no value, or no method takes an option or its values.
 */
export function candidatesOf(grid: Grid = {}, text: TrainOptions = {}): Candidate[] {
  const given = Object.entries<readonly unknown[] | undefined>(grid).filter(([, values]) => values !== undefined);
  const classifiers: readonly string[] = grid.classifier ?? DEFAULT_GRID.classifier;
  for (const [name, values = []] of given) {
    if (!(CHOICES as readonly string[]).includes(name)) {
      throw new UsageError(`tune: ${JSON.stringify(name)} cannot be tuned; choose from ${CHOICES.join(", ")}`);
    }
    if (values.length === 0) throw new UsageError(`tune: ${name}: give at least one value`);
    if (!classifiers.some((classifier) => hasOption(classifier, name))) {
      throw new UsageError(`tune: ${name} is not an option of ${classifiers.join(", ")}`);
    }
  }
  const found = new Map<string, Settings>();
  const accepted = new Set<string>();
  const refused: { readonly pairs: readonly string[]; readonly error: unknown }[] = [];
  for (const chosen of classifiers.flatMap((classifier) => combinations(classifier, given))) {
    const { classifier: _, ...options } = chosen;
    const pairs = Object.entries(options).map((pair) => JSON.stringify(pair));
    try {
      const settings = settingsFrom({ ...text, ...chosen });
      found.set(JSON.stringify(settings), settings);
      for (const pair of pairs) accepted.add(pair);
    } catch (error) {
      refused.push({ pairs, error });
    }
  }
  // A value may be for some methods only. A value that none takes is a mistake.
  const wrong = refused.find(({ pairs }) => pairs.some((pair) => !accepted.has(pair)));
  if (wrong !== undefined) throw wrong.error;
  return Array.from(found.values(), (settings) => ({ settings }));
}

/** Whether a setting is one of all methods, or an option of this one. @throws UsageError if there is no such method. */
function hasOption(classifier: string, name: string): boolean {
  return (methodOptions(classifier) as readonly string[]).includes(name) || !isMethodOption(name);
}

/** Whether a setting is an option of some method, such as `alpha`. */
function isMethodOption(name: string): boolean {
  return (METHOD_OPTIONS as readonly string[]).includes(name);
}

/** Lists all combinations of the values to try with one method, in the order of `CHOICES`. */
function combinations(classifier: string, given: readonly (readonly [string, readonly unknown[] | undefined])[]) {
  const own = given.filter(([name]) => hasOption(classifier, name));
  const replacesAlpha = own.some(([name]) => isMethodOption(name) && name !== "alpha" && name !== "prior");
  const { alpha, ...usual } = DEFAULT_GRID;
  const values = new Map<string, readonly unknown[] | undefined>([
    ...Object.entries(replacesAlpha || !hasOption(classifier, "alpha") ? usual : { ...usual, alpha }),
    ...own,
    ["classifier", [classifier]],
  ]);
  let all: Record<string, unknown>[] = [{}];
  for (const choice of CHOICES) {
    const tried = values.get(choice);
    if (tried !== undefined) all = all.flatMap((one) => tried.map((value) => ({ ...one, [choice]: value })));
  }
  return all;
}
