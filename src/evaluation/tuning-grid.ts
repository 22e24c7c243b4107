import type { Prior } from "../classifiers/prior.js";
import { classifierFor } from "../classifiers/table.js";
import { UsageError } from "../errors.js";
import { type SelectionRules, selectTerms } from "../features/selection.js";
import { ngrams } from "../text/ngrams.js";

/** One setting to be tried: called as the settings of a model are. */
export interface Candidate extends Required<SelectionRules> {
  readonly classifier: string;
  readonly alpha: number;
  readonly prior: Prior;
  readonly ngrams: readonly [from: number, to: number];
}

/** The values to be tried of each choice. */
export type Grid = { readonly [choice in keyof Candidate]: readonly Candidate[choice][] };

/** A grid of which choices may be left out. */
export type GridOptions = { readonly [choice in keyof Grid]?: Grid[choice] | undefined };

/** What is tried where nothing is chosen: every classifier, smoothing from add-one down, rare terms in and out. */
export const DEFAULT_GRID: Grid = {
  classifier: ["multinomial", "bernoulli"],
  alpha: [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001],
  prior: ["fit"],
  ngrams: [[1, 1]],
  minCount: [1],
  minDocuments: [1, 2],
  maxDocumentShare: [1],
  dropTop: [0],
  maxTerms: [Number.POSITIVE_INFINITY],
  selectBy: ["count"],
};

/** A grid with more candidates than this is a slip: at ten a second it would take a quarter of an hour. */
export const MAX_CANDIDATES = 10_000;

/**
 * Every combination of the values, the last choice varying fastest. A value that is given
 * twice counts once.
 *
 * @param grid choices that are left out have the values of `DEFAULT_GRID`
 * @throws UsageError if a choice has no value or one that is not allowed, or there are more than 10,000 combinations.
 */
export function candidatesOf(grid: GridOptions = {}): Candidate[] {
  const given = Object.fromEntries(Object.entries(grid).filter(([, values]) => values !== undefined));
  const choices = Object.entries<readonly unknown[]>({ ...DEFAULT_GRID, ...given }).map(
    ([choice, values]) => [choice, distinct(values)] as const,
  );
  for (const [choice, values] of choices) {
    if (!Object.hasOwn(DEFAULT_GRID, choice)) {
      throw new UsageError(
        `tune: required some of ${Object.keys(DEFAULT_GRID).join(", ")}, got ${JSON.stringify(choice)}`,
      );
    }
    if (values.length === 0) throw new UsageError(`tune: ${choice}: required at least one value, got none`);
  }
  const size = choices.reduce((product, [, values]) => product * values.length, 1);
  if (size > MAX_CANDIDATES) {
    throw new UsageError(
      `tune: required at most ${MAX_CANDIDATES} candidates, got ${size}: try fewer values of a choice at a time`,
    );
  }
  let candidates: Record<string, unknown>[] = [{}];
  for (const [choice, values] of choices) {
    candidates = candidates.flatMap((candidate) => values.map((value) => ({ ...candidate, [choice]: value })));
  }
  return candidates.map((candidate) => checked(candidate as unknown as Candidate));
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

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [String(value), value])).values()];
}

function checked(candidate: Candidate): Candidate {
  const [from, to] = candidate.ngrams;
  classifierFor(candidate);
  ngrams(() => undefined, from, to);
  selectTerms(NO_TERMS, selectionOf(candidate));
  return candidate;
}

const NO_TERMS = { counts: new Float64Array(0), documents: new Uint32Array(0), total: 0 };
