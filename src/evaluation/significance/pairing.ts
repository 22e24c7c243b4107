import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { quoted } from "../../base/safe-text.js";

/** The prediction of a classifier for one document in one run. */
export interface TestedDocument {
  readonly id: string;
  /** Index of the run, from 0. */
  readonly run: number;
  readonly actual: string;
  readonly predicted: string;
}

/** The predictions of two classifiers, A and B, for one document in one run. */
export interface Pair extends Omit<TestedDocument, "predicted"> {
  /** Predicted by A and by B. */
  readonly a: string;
  readonly b: string;
}

/**
 * Pairs the predictions of A and B for the same documents in the same runs, in the order of A.
 *
 * @throws DataError if documents, classes or runs differ. The message says where, and what to do.
 */
export function pairResults(a: readonly TestedDocument[], b: readonly TestedDocument[]): Pair[] {
  const [ofA, ofB] = [resultsOf(a, "A"), resultsOf(b, "B")];
  const found = [...onlyIn(ofA, ofB, "A"), ...onlyIn(ofB, ofA, "B")].join(" and ");
  if (found !== "") throw new DataError(`compare: the documents differ: ${found}; evaluate both on the same corpus`);
  const moved = [...ofA.classes].filter(([id, label]) => ofB.classes.get(id) !== label);
  if (moved.length > 0) {
    const [[id, label]] = moved;
    throw new DataError(
      `compare: actual classes differ for ${plural(moved.length, "document")}, such as ${named([id])}: ` +
        `${named([label])} in A, ${named([ofB.classes.get(id) ?? ""])} in B; evaluate both on the same corpus`,
    );
  }
  if (ofA.runs.size !== ofB.runs.size) {
    throw new DataError(`compare: A has ${ofA.runs.size} runs and B has ${ofB.runs.size}; ${REPEAT}`);
  }
  const pairs = a.flatMap(({ id, run, actual, predicted }) => {
    const other = ofB.runs.get(run)?.get(id);
    return other === undefined ? [] : [{ id, run, actual, a: predicted, b: other }];
  });
  if (pairs.length === Math.max(a.length, b.length)) return pairs;
  throw new DataError(
    `compare: A and B tested the same documents in different runs (tests in common: ${pairs.length}, ` +
      `in A: ${a.length}, in B: ${b.length}); ${REPEAT}`,
  );
}

/** The advice of errors about runs. */
const REPEAT = "evaluate both by the same protocol, with the same seed";

/** Maximum number of ids that an error names. */
const NAMED = 3;

/** Lists the first few ids for an error. */
function named(ids: readonly string[]): string {
  return quoted(ids.slice(0, NAMED)) + (ids.length > NAMED ? ", …" : "");
}

/** Returns the class of each document, by id, and the predictions by run, then by id. */
function resultsOf(results: readonly TestedDocument[], name: string) {
  if (results.length === 0) throw new DataError(`compare: ${name} has no tested document`);
  const classes = new Map<string, string>();
  const runs = new Map<number, Map<string, string>>();
  for (const { id, run, actual, predicted } of results) {
    const before = classes.get(id) ?? actual;
    const both = `both as ${named([before])} and as ${named([actual])}`;
    if (before !== actual) throw new DataError(`compare: ${name} has ${named([id])} ${both}; evaluate again`);
    const ofRun = runs.get(run) ?? new Map<string, string>();
    if (ofRun.has(id)) throw new DataError(`compare: ${name} has ${named([id])} twice in run ${run}; evaluate again`);
    classes.set(id, actual);
    runs.set(run, ofRun.set(id, predicted));
  }
  return { classes, runs };
}

type Results = ReturnType<typeof resultsOf>;

/** Says how many documents only one of the two has; empty if there are none. */
function onlyIn(own: Results, other: Results, name: string): string[] {
  const ids = [...own.classes.keys()].filter((id) => !other.classes.has(id));
  return ids.length > 0 ? [`${ids.length} only in ${name} (${named(ids)})`] : [];
}
