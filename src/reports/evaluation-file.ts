import { readFileSync, statSync } from "node:fs";
import { reason } from "../documents/files.js";
import { DataError } from "../errors.js";
import type { TestResults } from "../evaluation/compare.js";
import type { TestedDocument } from "../evaluation/pairing.js";

/** What two evaluations have to have in common to be compared, and how each was made. */
export interface EvaluationFile extends TestResults {
  readonly path: string;
  /** All settings of the model by name, and `name`, the method. */
  readonly classifier: Readonly<Record<string, unknown>>;
  /** How test documents were chosen: `kind`, and what goes with it. */
  readonly protocol: Readonly<Record<string, unknown>>;
}

/**
 * Reads what `thresher evaluate --json` printed. Nothing in it is believed before it has
 * been looked at: it may be another program's file, or have been changed by hand.
 *
 * @param path a file, or a pipe, as a shell has it for `<(thresher evaluate …)`
 * @throws DataError that says what is wrong with it.
 */
export function readEvaluationFile(path: string): EvaluationFile {
  try {
    return { path, ...evaluationFrom(parsed(contents(path))) };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    throw new DataError(`${path}: ${error.message}`);
  }
}

const REQUIRED = "required what thresher evaluate --json prints";

function contents(path: string): string {
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new Error("a folder");
    if (!status.isFile() && !status.isFIFO()) throw new Error("no regular file");
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new DataError(`${REQUIRED}, found: ${reason(error)}`);
  }
}

function parsed(text: string): unknown {
  try {
    // Some shells begin a file that they write with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    const found = text.trim() === "" ? "nothing in it" : "text that is no JSON";
    throw new DataError(`${REQUIRED}, found ${found}: evaluate again with --json`);
  }
}

function evaluationFrom(value: unknown): Omit<EvaluationFile, "path"> {
  if (!isRecord(value)) throw new DataError(`${REQUIRED}, found JSON that is no object`);
  const classifier = required(value, "classifier", isRecord);
  required(classifier, "name", isText, "classifier.name");
  const protocol = required(value, "protocol", isRecord);
  required(protocol, "kind", isText, "protocol.kind");
  const labels = new Set(required(value, "labels", isListOf(isText)));
  const documents = required(value, "documents", isRecord);
  const train = required(documents, "train", isCount, "documents.train");
  const test = required(documents, "test", isCount, "documents.test");
  const runs = required(value, "runs", isListOf(isRecord)).map((run, r) => ({
    total: required(run, "total", isCount, `runs[${r}].total`),
    correct: required(run, "correct", isWhole, `runs[${r}].correct`),
  }));
  if (!Object.hasOwn(value, "predictions")) {
    throw new DataError("required an evaluation with its predictions, found none: evaluate again with --json");
  }
  const predictions = required(value, "predictions", isListOf(isRecord)).map((prediction, p): TestedDocument => {
    const where = `predictions[${p}]`;
    const isLabel = (label: unknown): label is string => isText(label) && labels.has(label);
    return {
      id: required(prediction, "id", isText, `${where}.id`),
      run: required(prediction, "run", isRunOf(runs.length), `${where}.run`),
      actual: required(prediction, "actual", isLabel, `${where}.actual`),
      predicted: required(prediction, "predicted", isLabel, `${where}.predicted`),
    };
  });
  requireFigures(runs, predictions);
  return { classifier, protocol, documents: { train, test }, resampled: protocol.kind !== "by-date", predictions };
}

/** A file of which a part was lost or changed does not add up. */
function requireFigures(
  runs: readonly { readonly total: number; readonly correct: number }[],
  predictions: readonly TestedDocument[],
): void {
  const found = runs.map(() => ({ total: 0, correct: 0 }));
  for (const { run, actual, predicted } of predictions) {
    found[run].total++;
    if (actual === predicted) found[run].correct++;
  }
  for (const [r, { total, correct }] of runs.entries()) {
    if (found[r].total === total && found[r].correct === correct) continue;
    throw new DataError(
      `required predictions that add up to the figures, found ${found[r].correct} of ${found[r].total} right in run ${r} ` +
        `where the figures say ${correct} of ${total}: evaluate again`,
    );
  }
}

function required<T>(
  from: Readonly<Record<string, unknown>>,
  key: string,
  is: (value: unknown) => value is T,
  where = key,
): T {
  if (!Object.hasOwn(from, key)) throw new DataError(`${REQUIRED}, found no ${JSON.stringify(where)} in it`);
  const value = from[key];
  if (is(value)) return value;
  throw new DataError(`${REQUIRED}, found a value of ${JSON.stringify(where)} that cannot be`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isCount(value: unknown): value is number {
  return isWhole(value) && value > 0;
}

function isRunOf(runs: number): (value: unknown) => value is number {
  return (value): value is number => isWhole(value) && value < runs;
}

/** Not empty. */
function isListOf<T>(is: (value: unknown) => value is T): (value: unknown) => value is T[] {
  return (value): value is T[] => Array.isArray(value) && value.length > 0 && value.every(is);
}
