import { orElse, UsageError } from "../../base/errors.js";
import { METHOD_OPTIONS, type MethodOptions, makeClassifier, methodOptions } from "../../classifiers/table.js";
import type { SelectionRules } from "../../features/selection.js";
import { NO_WEIGHTING, type WeightingOptions } from "../../features/weighting.js";
import type { TrainOptions } from "../../model/options.js";
import { settingsFrom } from "../../model/settings.js";
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

/** The default values: naive Bayes with smoothing of 1 and less, with and without rare terms. */
export const DEFAULT_GRID = {
  classifier: ["multinomial", "bernoulli", "complement"],
  alpha: [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001],
  tf: [NO_WEIGHTING.tf],
  idf: [NO_WEIGHTING.idf],
  idfPower: [NO_WEIGHTING.idfPower],
  norm: [NO_WEIGHTING.norm],
  ngrams: [[1, 1]],
  minCount: [1],
  minDocuments: [1, 2],
  maxDocumentShare: [1],
  dropTop: [0],
  maxTerms: [Number.POSITIVE_INFINITY],
  selectBy: ["count"],
} as const satisfies Grid;

/** The settings in the order in which they vary; the last varies fastest. */
export const CHOICES: readonly Choice[] = [
  ...new Set<Choice>(["classifier", ...METHOD_OPTIONS, ...(Object.keys(DEFAULT_GRID) as Choice[])]),
];

/** Maximum number of candidates. With ten candidates per second, more would take over a quarter of an hour. */
const MAX_CANDIDATES = 10_000;

/** Settings without effect at a value of another setting. */
const WITHOUT_EFFECT = [
  { choice: "idfPower", at: "idf", value: "none" },
  { choice: "selectBy", at: "maxTerms", value: Number.POSITIVE_INFINITY },
] as const;

/**
 * Lists all combinations of the values, without duplicates; the last setting varies fastest. A method gets only the
 * options and values that it takes. If another value makes a setting useless, the setting keeps its default. If the grid
 * does not name `alpha`, it varies as in `DEFAULT_GRID`, unless the grid names another option of the method.
 *
 * @param grid the values by setting; missing settings have the values of `DEFAULT_GRID`
 * @param text the other settings of all candidates
 * @throws UsageError if a setting has no value or an invalid one, no method takes an option, or there are more than
 *   10,000 combinations.
 */
export function candidatesOf(grid: Grid = {}, text: TrainOptions = {}): Candidate[] {
  const given = new Map<Choice, readonly unknown[]>();
  const classifiers: readonly string[] = grid.classifier ?? DEFAULT_GRID.classifier;
  for (const [name, values] of Object.entries<readonly unknown[] | undefined>(grid)) {
    if (values === undefined) continue;
    const choice = requireChoice(name);
    if (values.length === 0) throw new UsageError(`tune: ${choice}: give at least one value`);
    if (!classifiers.some((classifier) => hasChoice(classifier, choice))) {
      throw new UsageError(`tune: ${choice} is not an option of ${classifiers.join(", ")}`);
    }
    given.set(choice, values);
  }
  const ofEach = classifiers.map((classifier) => valuesFor(classifier, classifiers, given));
  const size = ofEach.reduce((sum, choices) => sum + choices.reduce((n, [, values]) => n * values.length, 1), 0);
  if (size > MAX_CANDIDATES) {
    throw new UsageError(`tune: ${size} combinations are too many; try fewer values (at most ${MAX_CANDIDATES})`);
  }
  const candidates = ofEach.flatMap(combinations).map((chosen) => {
    const unused = WITHOUT_EFFECT.filter(({ at, value }) => chosen[at] === value && given.has(at));
    return settingsFrom({ ...text, ...chosen, ...Object.fromEntries(unused.map(({ choice }) => [choice, undefined])) });
  });
  return [...new Map(candidates.map((settings) => [JSON.stringify(settings), { settings }])).values()];
}

/** Returns the values to try with one method, by setting. */
function valuesFor(
  classifier: string,
  classifiers: readonly string[],
  given: ReadonlyMap<Choice, readonly unknown[]>,
): (readonly [Choice, readonly unknown[]])[] {
  const own = CHOICES.filter((choice) => hasChoice(classifier, choice));
  const replacesAlpha = (choice: Choice) => isMethodOption(choice) && choice !== "alpha" && choice !== "prior";
  const usual: Grid = own.some((choice) => replacesAlpha(choice) && given.has(choice))
    ? { ...DEFAULT_GRID, alpha: undefined }
    : DEFAULT_GRID;
  return own.flatMap((choice): (readonly [Choice, readonly unknown[]])[] => {
    // Leaves out values that only other methods take. A value that no method takes stays: checking it then fails.
    const taken = given
      .get(choice)
      ?.filter((value) => takes(classifier, choice, value) || !classifiers.some((name) => takes(name, choice, value)));
    const values = choice === "classifier" ? [classifier] : (taken ?? usual[choice]);
    return values === undefined ? [] : [[choice, values]];
  });
}

/** Lists all combinations of values; the last setting varies fastest. */
function combinations(choices: readonly (readonly [string, readonly unknown[]])[]): Record<string, unknown>[] {
  let all: Record<string, unknown>[] = [{}];
  for (const [choice, values] of choices)
    all = all.flatMap((one) => values.map((value) => ({ ...one, [choice]: value })));
  return all;
}

/** Whether a setting is an option of some method, such as `alpha`. */
function isMethodOption(choice: Choice): boolean {
  return (METHOD_OPTIONS as readonly string[]).includes(choice);
}

/** Whether a method has a setting. @throws UsageError if there is no such method. */
function hasChoice(classifier: string, choice: Choice): boolean {
  return (methodOptions(classifier) as readonly Choice[]).includes(choice) || !isMethodOption(choice);
}

/** Whether a method accepts a value of a setting. */
function takes(classifier: string, choice: Choice, value: unknown): boolean {
  return orElse(() => makeClassifier({ classifier, [choice]: value }) !== undefined, false);
}

/** Returns a name as the setting that it names. @throws UsageError if it cannot be tuned. */
function requireChoice(name: string): Choice {
  const choice = CHOICES.find((known) => known === name);
  if (choice !== undefined) return choice;
  throw new UsageError(`tune: ${JSON.stringify(name)} cannot be tuned; choose from ${CHOICES.join(", ")}`);
}
