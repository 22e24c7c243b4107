import { readFileSync, statSync } from "node:fs";
import { isRecord, isText, isWhole } from "../../base/checks.js";
import { atPlace, DataError, orElse, reason } from "../../base/errors.js";
import type { TestResults } from "../../evaluation/significance/compare.js";
import type { TestedDocument } from "../../evaluation/significance/pairing.js";

/** An evaluation to compare: its predictions, its settings and its protocol. */
export interface EvaluationFile extends TestResults {
  readonly path: string;
  /** All settings of the model, and `name`, the method. */
  readonly classifier: Readonly<Record<string, unknown>>;
  /** The protocol: its `kind` and its options. */
  readonly protocol: Readonly<Record<string, unknown>>;
}

/**
 * Reads the output of `thresher evaluate --json`. Checks every value, because the file may come from another program or
 * may have been edited.
 *
 * @param path a file, or a pipe such as `<(thresher evaluate …)`
 * @throws DataError that says what is wrong with the file.
 */
export function readEvaluationFile(path: string): EvaluationFile {
  return atPlace(path, () => ({ path, ...evaluationFrom(parsed(contents(path))) }));
}

/** Advice for a file that is not an evaluation. */
const ADVICE = "write it again with thresher evaluate --json";

/** Reads the text of a file or pipe. @throws DataError without the path, which `atPlace` adds */
function contents(path: string): string {
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new Error("a folder");
    if (!status.isFile() && !status.isFIFO()) throw new Error("not a regular file");
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new DataError(`cannot be read as an evaluation: ${reason(error)}`);
  }
}

/** Parses JSON. @throws DataError without the path */
function parsed(text: string): unknown {
  // Some shells write a byte order mark at the beginning of a file.
  const value: unknown = orElse(() => JSON.parse(text.replace(/^\ufeff/, "")), undefined);
  if (value !== undefined) return value;
  throw new DataError(`${text.trim() === "" ? "the file is empty" : "this is not JSON"}: ${ADVICE}`);
}

/** Checks the parts of an evaluation that a comparison needs. @throws DataError that names the first wrong one */
function evaluationFrom(value: unknown): Omit<EvaluationFile, "path"> {
  if (!isRecord(value)) throw new DataError(`this is not an evaluation: ${ADVICE}`);
  const classifier = required(value, "classifier", isRecord);
  required(classifier, "name", isText, "classifier.");
  if (classifier.multiLabel === true) {
    throw new DataError("this is an evaluation of several labels for each document: compare needs one class for each");
  }
  const protocol = required(value, "protocol", isRecord);
  required(protocol, "kind", isText, "protocol.");
  const labels = new Set(required(value, "labels", isListOf(isText)));
  const isCount = (count: unknown): count is number => isWhole(count) && count > 0;
  const documents = required(value, "documents", isRecord);
  const [train, test] = ["train", "test"].map((part) => required(documents, part, isCount, "documents."));
  const runs = required(value, "runs", isListOf(isRecord));
  if (!Object.hasOwn(value, "predictions")) {
    throw new DataError(`the evaluation has no predictions: ${ADVICE}`);
  }
  const isRun = (run: unknown): run is number => isWhole(run) && run < runs.length;
  const isLabel = (label: unknown): label is string => isText(label) && labels.has(label);
  const predictions = required(value, "predictions", isListOf(isRecord)).map((prediction, p): TestedDocument => {
    const within = `predictions[${p}].`;
    return {
      id: required(prediction, "id", isText, within),
      run: required(prediction, "run", isRun, within),
      actual: required(prediction, "actual", isLabel, within),
      predicted: required(prediction, "predicted", isLabel, within),
    };
  });
  return { classifier, protocol, documents: { train, test }, resampled: protocol.kind !== "by-date", predictions };
}

/**
 * Returns a value of an object.
 *
 * @param within the place of the object, such as `documents.`, for the error
 * @throws DataError if the value is missing or fails the check.
 */
function required<T>(
  from: Readonly<Record<string, unknown>>,
  key: string,
  isValid: (value: unknown) => value is T,
  within = "",
): T {
  const value = from[key];
  if (Object.hasOwn(from, key) && isValid(value)) return value;
  const problem = Object.hasOwn(from, key) ? "has an impossible value" : "is missing";
  throw new DataError(`this is not an evaluation, because "${within}${key}" ${problem}: ${ADVICE}`);
}

/** Makes a check for lists that are not empty and whose items all pass a check. */
function isListOf<T>(isItem: (value: unknown) => value is T): (value: unknown) => value is T[] {
  return (value): value is T[] => Array.isArray(value) && value.length > 0 && value.every(isItem);
}
