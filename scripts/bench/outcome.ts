import { DataError } from "../../src/errors.js";
import { grouped } from "../../src/reports/numbers.js";

/** What a contestant got right: contestants that differ in it have not done the same work. */
export interface Outcome {
  readonly correct: number;
  readonly total: number;
  /** Number of terms; undefined if the contestant does not tell. */
  readonly vocabulary?: number | undefined;
}

/** What `thresher evaluate --json` says. */
interface EvaluationJson {
  readonly documents: { readonly train: number; readonly test: number };
  readonly vocabulary: number;
  readonly runs: readonly { readonly correct: number; readonly total: number }[];
}

export function outcomeOf(evaluation: string): Outcome {
  const { runs, vocabulary } = JSON.parse(evaluation) as EvaluationJson;
  return { correct: runs[0].correct, total: runs[0].total, vocabulary };
}

/** The number of documents that an evaluation has trained on and tested. */
export function documentsOf(evaluation: string): number {
  const { train, test } = (JSON.parse(evaluation) as EvaluationJson).documents;
  return train + test;
}

/** @throws DataError unless all rounds had the same outcome. */
export function sameEveryRound(who: string, outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes;
  const other = outcomes.find((outcome) => !same(first, outcome));
  if (other === undefined) return first;
  throw new DataError(`${who}: required the same result in every round, found ${said(first)} and ${said(other)}`);
}

/** Says whether two contestants have done the same work. */
export function agreement(a: string, first: Outcome, b: string, second: Outcome): string {
  return same(first, second)
    ? `${a} and ${b} did the same work: both got ${said(first)}`
    : `${a} and ${b} did NOT do the same work, take ratios with care: ${a} got ${said(first)}, ${b} ${said(second)}`;
}

function same(a: Outcome, b: Outcome): boolean {
  return a.correct === b.correct && a.total === b.total && a.vocabulary === b.vocabulary;
}

function said({ correct, total, vocabulary }: Outcome): string {
  const right = `${grouped(correct)} of ${grouped(total)} right`;
  return vocabulary === undefined ? right : `${right} with a vocabulary of ${grouped(vocabulary)}`;
}
