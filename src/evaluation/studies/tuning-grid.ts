import { UsageError } from "../../base/errors.js";
import { largest, smallest } from "../../base/lists.js";
import type { CalibrationChoice } from "../../classifiers/calibration/calibration.js";
import {
  METHOD_OPTIONS,
  type MethodOptions,
  makeClassifier,
  methodDefaults,
  methodOptions,
} from "../../classifiers/table.js";
import type { ClassWeight } from "../../classifiers/wrappers/balanced.js";
import { type SelectionRules, selectTerms } from "../../features/selection.js";
import { NO_WEIGHTING, type WeightingOptions } from "../../features/weighting.js";
import type { PresetName } from "../../model/options.js";
import { ngrams } from "../../text/words/ngrams.js";

/** A combination of settings to try, named as in a model. It has only the options that its method takes. */
export interface Candidate extends GridCandidate {
  /** Settings of candidates of a search (see `search`) that differ from how the corpus was read. */
  readonly tokens?: "none" | undefined;
  readonly charNgrams?: readonly [from: number, to: number] | undefined;
  readonly textNgrams?: readonly [from: number, to: number] | undefined;
  readonly classWeight?: ClassWeight | undefined;
  readonly calibrate?: CalibrationChoice | undefined;
  /** The preset with these settings, if the candidate is a preset. */
  readonly preset?: PresetName | undefined;
}

/** The settings that a grid can vary. */
interface GridCandidate extends MethodOptions, Required<WeightingOptions>, Required<SelectionRules> {
  readonly classifier: string;
  readonly ngrams: readonly [from: number, to: number];
}

/** The values to try, by setting. */
export type Grid = {
  readonly [choice in Choice]?: readonly Exclude<GridCandidate[choice], undefined>[] | undefined;
};

/** The name of a setting that can be tuned. */
type Choice = keyof GridCandidate;

/** The default values: naive Bayes with smoothing of 1 and less, with and without rare terms. */
export const DEFAULT_GRID: Grid & { readonly classifier: readonly string[] } = {
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
};

/** The settings in the order in which they vary; the last varies fastest. */
export const CHOICES: readonly Choice[] = [
  ...new Set<Choice>(["classifier", ...METHOD_OPTIONS, ...(Object.keys(DEFAULT_GRID) as Choice[])]),
];

/** Maximum number of candidates. With ten candidates per second, more would take over a quarter of an hour. */
export const MAX_CANDIDATES = 10_000;

/**
 * Lists all combinations of the values, without duplicates; the last setting varies fastest. A method gets only the
 * options and values that it takes. If another value makes a setting useless (see `IDLE`), the setting keeps its
 * default. If the grid does not name `prior`, it keeps its default. If the grid does not name `alpha`, it varies as in
 * `DEFAULT_GRID`, unless the grid names another option of the method.
 *
 * @param grid the values by setting; missing settings have the values of `DEFAULT_GRID`
 * @throws UsageError if a setting has no value or an invalid one, no method takes an option, or
 *   there are more than `MAX_CANDIDATES` combinations.
 */
export function candidatesOf(grid: Grid = {}): Candidate[] {
  const given = new Map<Choice, readonly unknown[]>();
  for (const [choice, values] of Object.entries<readonly unknown[] | undefined>(grid)) {
    if (values !== undefined) given.set(requireChoice(choice), distinct(values));
    if (values?.length === 0) throw new UsageError(`tune: ${choice}: give at least one value`);
  }
  const classifiers = (given.get("classifier") ?? DEFAULT_GRID.classifier) as readonly string[];
  for (const choice of given.keys()) {
    if (isMethodOption(choice) && !classifiers.some((name) => hasOption(name, choice))) {
      throw new UsageError(`tune: ${choice} is not an option of ${classifiers.join(", ")}`);
    }
  }
  const ofEach = classifiers.map((classifier) => valuesFor(classifier, classifiers, given));
  const size = ofEach.reduce((sum, choices) => sum + choices.reduce((n, [, values]) => n * values.length, 1), 0);
  if (size > MAX_CANDIDATES) {
    throw new UsageError(`tune: ${size} combinations are too many; try fewer values (at most ${MAX_CANDIDATES})`);
  }
  const candidates = ofEach.flatMap((choices) => combinations(choices).map((candidate) => settled(candidate, given)));
  return distinct(candidates).map((candidate) => checked(candidate as unknown as Candidate));
}

/** Returns the values to try with one method, by setting. */
function valuesFor(
  classifier: string,
  classifiers: readonly string[],
  given: ReadonlyMap<Choice, readonly unknown[]>,
): (readonly [Choice, readonly unknown[]])[] {
  /** Whether the grid names an option of the method other than `alpha` and `prior`. */
  const others = [...given.keys()].some(
    (choice) => choice !== "alpha" && choice !== "prior" && isMethodOption(choice) && hasOption(classifier, choice),
  );
  return CHOICES.flatMap((choice): (readonly [Choice, readonly unknown[]])[] => {
    if (choice === "classifier") return [[choice, [classifier]]];
    if (isMethodOption(choice) && !hasOption(classifier, choice)) return [];
    // Values that other methods take are left out. Values that no method takes stay: checking them then fails.
    const taken = given
      .get(choice)
      ?.filter((value) => takes(classifier, choice, value) || !classifiers.some((name) => takes(name, choice, value)));
    if (taken !== undefined) return [[choice, taken]];
    if (choice === "prior") return [[choice, [methodDefaults(classifier).prior]]];
    const values = choice === "alpha" && others ? undefined : DEFAULT_GRID[choice];
    return values === undefined ? [] : [[choice, values]];
  });
}

/** Whether a method accepts a value of a setting. */
function takes(classifier: string, choice: Choice, value: unknown): boolean {
  try {
    makeClassifier({ classifier, [choice]: value });
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** Lists all combinations of values; the last setting varies fastest. */
export function combinations(choices: readonly (readonly [string, readonly unknown[]])[]): Record<string, unknown>[] {
  let candidates: Record<string, unknown>[] = [{}];
  for (const [choice, values] of choices) {
    candidates = candidates.flatMap((candidate) => values.map((value) => ({ ...candidate, [choice]: value })));
  }
  return candidates;
}

/** Whether a setting is an option of some method, such as `alpha`. */
function isMethodOption(choice: Choice): boolean {
  return (METHOD_OPTIONS as readonly string[]).includes(choice);
}

/** Whether a method has an option. @throws UsageError if there is no such method. */
function hasOption(classifier: string, option: string): boolean {
  return methodOptions(classifier).some((name) => name === option);
}

/** Returns a name as the setting that it names. @throws UsageError if it cannot be tuned. */
function requireChoice(name: string): Choice {
  const choice = CHOICES.find((known) => known === name);
  if (choice !== undefined) return choice;
  throw new UsageError(`tune: ${JSON.stringify(name)} cannot be tuned; choose from ${CHOICES.join(", ")}`);
}

/** Returns the default of a setting for a method, or undefined if the method does not have the setting. */
export function defaultOf(classifier: string, choice: keyof Candidate): Candidate[keyof Candidate] {
  if (!CHOICES.some((known) => known === choice)) return undefined;
  return isMethodOption(choice as Choice)
    ? methodDefaults(classifier)[choice as keyof MethodOptions]
    : DEFAULT_GRID[choice as Choice]?.[0];
}

/** Returns the range of n-gram lengths that covers all candidates. Read the corpus with this range. */
export function widestNgrams(candidates: readonly Candidate[]): [from: number, to: number] {
  return [smallest(candidates.map(({ ngrams: [from] }) => from)), largest(candidates.map(({ ngrams: [, to] }) => to))];
}

/** Returns the settings of a candidate that select terms. */
export function selectionOf(candidate: Candidate): Required<SelectionRules> {
  const { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy } = candidate;
  return { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy };
}

/** Settings that have no effect beside a value of another setting. */
const IDLE: readonly { readonly choice: Choice; readonly beside: Choice; readonly value: unknown }[] = [
  { choice: "idfPower", beside: "idf", value: "none" },
  { choice: "selectBy", beside: "maxTerms", value: Number.POSITIVE_INFINITY },
];

/** Resets settings without effect to their defaults, unless they have no effect in the whole grid. */
function settled(
  candidate: Record<string, unknown>,
  given: ReadonlyMap<Choice, readonly unknown[]>,
): Record<string, unknown> {
  const idle = IDLE.filter(
    ({ beside, value }) => candidate[beside] === value && given.get(beside)?.some((other) => other !== value),
  );
  return { ...candidate, ...Object.fromEntries(idle.map(({ choice }) => [choice, DEFAULT_GRID[choice]?.[0]])) };
}

/** Returns the distinct values, in order of first appearance. */
export function distinct<T>(values: readonly T[]): T[] {
  const key = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === "number" ? String(part) : part));
  return [...new Map(values.map((value) => [key(value), value])).values()];
}

/** Returns the candidate. @throws UsageError if one of its values is not allowed. */
function checked(candidate: Candidate): Candidate {
  const [from, to] = candidate.ngrams;
  makeClassifier(candidate);
  ngrams(() => undefined, from, to);
  selectTerms(NO_TERMS, selectionOf(candidate));
  return candidate;
}

/** Statistics without terms: selecting from them only checks the rules. */
const NO_TERMS = { counts: new Float64Array(0), documents: new Uint32Array(0), total: 0 };
