import {
  classifierFor,
  METHOD_OPTIONS,
  type MethodOptions,
  methodDefaults,
  methodOptions,
} from "../classifiers/table.js";
import { UsageError } from "../errors.js";
import { type SelectionRules, selectTerms } from "../features/selection.js";
import { NO_WEIGHTING, type WeightingOptions } from "../features/weighting.js";
import { ngrams } from "../text/ngrams.js";

/** Settings to be tried: called as those of a model are. Options of methods only where the method has them. */
export interface Candidate extends MethodOptions, Required<WeightingOptions>, Required<SelectionRules> {
  readonly classifier: string;
  readonly ngrams: readonly [from: number, to: number];
}

/** The values to be tried of some choices. */
export type Grid = {
  readonly [choice in keyof Candidate]?: readonly Exclude<Candidate[choice], undefined>[] | undefined;
};

/** All that can be chosen. */
type Choice = keyof Candidate;

/** What is tried where nothing is chosen: naive Bayes, smoothing from add-one down, rare terms in and out. */
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

/** The choices there are, in the order in which they vary, the last fastest. */
export const CHOICES: readonly Choice[] = [
  ...new Set<Choice>(["classifier", ...METHOD_OPTIONS, ...(Object.keys(DEFAULT_GRID) as Choice[])]),
];

/** A grid with more candidates than this is a slip: at ten a second it would take a quarter of an hour. */
export const MAX_CANDIDATES = 10_000;

/**
 * Every combination of the values, the last choice varying fastest. A value that is given
 * twice counts once. An option that a method does not have is left out for it, so is a value
 * that it refuses and another method takes, and what means nothing beside a value of another
 * choice is as it is by default beside that. Of options
 * of methods that the grid does not name only alpha and prior have values of their own, and
 * alpha not where the grid names another option of the method: every other is as it is by
 * default.
 *
 * @param grid choices that are left out have the values of `DEFAULT_GRID`
 * @throws UsageError if a choice has no value or one that is not allowed, or is an option
 *   that none of the methods has, or there are more than 10,000 combinations.
 */
export function candidatesOf(grid: Grid = {}): Candidate[] {
  const given = new Map(
    Object.entries<readonly unknown[] | undefined>(grid).flatMap(([choice, values]) =>
      values === undefined ? [] : [[requireChoice(choice), distinct(values)] as const],
    ),
  );
  for (const [choice, values] of given) {
    if (values.length === 0) throw new UsageError(`tune: ${choice}: required at least one value, got none`);
  }
  const classifiers = (given.get("classifier") ?? DEFAULT_GRID.classifier) as readonly string[];
  for (const choice of given.keys()) {
    if (isMethodOption(choice) && !classifiers.some((name) => hasOption(name, choice))) {
      throw new UsageError(`tune: ${choice}: required a method that has it, got ${classifiers.join(", ")}`);
    }
  }
  const ofEach = classifiers.map((classifier) => valuesFor(classifier, classifiers, given));
  const size = ofEach.reduce((sum, choices) => sum + choices.reduce((n, [, values]) => n * values.length, 1), 0);
  if (size > MAX_CANDIDATES) {
    throw new UsageError(
      `tune: required at most ${MAX_CANDIDATES} candidates, got ${size}: try fewer values of a choice at a time`,
    );
  }
  const candidates = ofEach.flatMap((choices) => combinations(choices).map((candidate) => settled(candidate, given)));
  return distinct(candidates).map((candidate) => checked(candidate as unknown as Candidate));
}

/** The values to be tried with one of the methods. */
function valuesFor(
  classifier: string,
  classifiers: readonly string[],
  given: ReadonlyMap<Choice, readonly unknown[]>,
): (readonly [Choice, readonly unknown[]])[] {
  const others = [...given.keys()].some(
    (choice) => choice !== "alpha" && choice !== "prior" && isMethodOption(choice) && hasOption(classifier, choice),
  );
  return CHOICES.flatMap((choice): (readonly [Choice, readonly unknown[]])[] => {
    if (choice === "classifier") return [[choice, [classifier]]];
    if (isMethodOption(choice) && !hasOption(classifier, choice)) return [];
    const taken = given
      .get(choice)
      ?.filter((value) => takes(classifier, choice, value) || !classifiers.some((name) => takes(name, choice, value)));
    if (taken !== undefined) return [[choice, taken]];
    if (choice === "prior") return [[choice, [methodDefaults(classifier).prior]]];
    const values = choice === "alpha" && others ? undefined : DEFAULT_GRID[choice];
    return values === undefined ? [] : [[choice, values]];
  });
}

/** Whether a method takes a value of a choice. */
function takes(classifier: string, choice: Choice, value: unknown): boolean {
  try {
    classifierFor({ classifier, [choice]: value });
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function combinations(choices: readonly (readonly [Choice, readonly unknown[]])[]): Record<string, unknown>[] {
  let candidates: Record<string, unknown>[] = [{}];
  for (const [choice, values] of choices) {
    candidates = candidates.flatMap((candidate) => values.map((value) => ({ ...candidate, [choice]: value })));
  }
  return candidates;
}

function isMethodOption(choice: Choice): boolean {
  return (METHOD_OPTIONS as readonly string[]).includes(choice);
}

/** @throws UsageError if there is no such method. */
function hasOption(classifier: string, option: string): boolean {
  return methodOptions(classifier).some((own) => own === option);
}

function requireChoice(name: string): Choice {
  const choice = CHOICES.find((known) => known === name);
  if (choice !== undefined) return choice;
  throw new UsageError(`tune: required some of ${CHOICES.join(", ")}, got ${JSON.stringify(name)}`);
}

/** What a choice is where a model is trained without options; undefined if the method does not have it. */
export function defaultOf(classifier: string, choice: keyof Candidate): Candidate[keyof Candidate] {
  return isMethodOption(choice) ? methodDefaults(classifier)[choice as keyof MethodOptions] : DEFAULT_GRID[choice]?.[0];
}

/** The range of n-grams that has those of every candidate in it: what a corpus has to be read with. */
export function widestNgrams(candidates: readonly Candidate[]): [from: number, to: number] {
  return [
    Math.min(...candidates.map(({ ngrams: [from] }) => from)),
    Math.max(...candidates.map(({ ngrams: [, to] }) => to)),
  ];
}

/** The rules of a candidate that choose terms. */
export function selectionOf(candidate: Candidate): Required<SelectionRules> {
  const { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy } = candidate;
  return { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy };
}

/** What means nothing beside one value of another choice. */
const IDLE: readonly { readonly choice: Choice; readonly beside: Choice; readonly value: unknown }[] = [
  { choice: "idfPower", beside: "idf", value: "none" },
  { choice: "selectBy", beside: "maxTerms", value: Number.POSITIVE_INFINITY },
];

/** The candidate without what means nothing in it. Where it means nothing in any, nothing is done about it: that is a slip. */
function settled(
  candidate: Record<string, unknown>,
  given: ReadonlyMap<Choice, readonly unknown[]>,
): Record<string, unknown> {
  const idle = IDLE.filter(
    ({ beside, value }) => candidate[beside] === value && given.get(beside)?.some((other) => other !== value),
  );
  return { ...candidate, ...Object.fromEntries(idle.map(({ choice }) => [choice, DEFAULT_GRID[choice]?.[0]])) };
}

function distinct<T>(values: readonly T[]): T[] {
  const key = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === "number" ? String(part) : part));
  return [...new Map(values.map((value) => [key(value), value])).values()];
}

function checked(candidate: Candidate): Candidate {
  const [from, to] = candidate.ngrams;
  classifierFor(candidate);
  ngrams(() => undefined, from, to);
  selectTerms(NO_TERMS, selectionOf(candidate));
  return candidate;
}

const NO_TERMS = { counts: new Float64Array(0), documents: new Uint32Array(0), total: 0 };
