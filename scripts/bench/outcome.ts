import { DataError } from "../../src/base/errors.js";
import { grouped } from "../../src/base/numbers.js";

/** The correct predictions of a contestant; if they differ, the contestants did different work. */
export interface Outcome {
  readonly correct: number;
  readonly total: number;
  /** Number of terms, if known. */
  readonly vocabulary?: number | undefined;
}

/** The part of `thresher evaluate --json` that is read here. */
interface EvaluationJson {
  readonly documents: { readonly train: number; readonly test: number };
  readonly vocabulary: number;
  readonly runs: readonly { readonly correct: number; readonly total: number }[];
}

export function outcomeOf(evaluation: string): Outcome {
  const { runs, vocabulary } = JSON.parse(evaluation) as EvaluationJson;
  return { correct: runs[0].correct, total: runs[0].total, vocabulary };
}

/** The number of training and test documents of an evaluation. */
export function documentsOf(evaluation: string): number {
  const { train, test } = (JSON.parse(evaluation) as EvaluationJson).documents;
  return train + test;
}

/** @throws DataError unless all rounds agree. */
export function sameEveryRound(who: string, outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes;
  const other = outcomes.find((outcome) => !same(first, outcome));
  if (other === undefined) return first;
  throw new DataError(`${who} gives different results in different rounds: ${said(first)} and ${said(other)}`);
}

/** Says whether two contestants did the same work. */
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
