import { isRecord, isText, isWhole } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";
import { type AttributeCounts, type NumberSums, squaresOfAll } from "./attribute-likelihood.js";
import { TableModel, type TableModelParts } from "./table-model.js";

/** The version of the format. Increase it when older versions can no longer read the file. */
const FORMAT_VERSION = 1;

const FORMAT = "thresher table";

/** Maximum length of a version quoted in an error; the file may be forged. */
const MAX_VERSION_LENGTH = 100;

/** The content of a model file: a model and the texts that stand for missing values. */
export interface TableModelFile {
  readonly model: TableModel;
  readonly missing: readonly string[];
}

/** Writes a model as JSON: its counts by class. */
export function tableModelJson({ model, missing }: TableModelFile): string {
  return `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, missing, ...model.parts }, undefined, 1)}\n`;
}

/**
 * Reads a model that `tableModelJson` wrote.
 *
 * @throws DataError if the text is not a table model, or of another version.
 */
export function tableModelFrom(text: string): TableModelFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new DataError("this is not a model of a table: it is not JSON");
  }
  if (!isRecord(json) || json.format !== FORMAT)
    throw new DataError(`this is not a model of a table: its format is not "${FORMAT}"`);
  require("version", json.version !== undefined);
  if (json.version !== FORMAT_VERSION) {
    throw new DataError(
      `the model has version ${JSON.stringify(json.version)?.slice(0, MAX_VERSION_LENGTH)}, but this Thresher reads version ${FORMAT_VERSION}; update Thresher, or train the model again`,
    );
  }
  const { missing, target, labels, sizes, attributes, options } = json;
  const classes = Array.isArray(labels) ? labels.length : 0;
  require("missing", isListOf(missing, isText));
  require("target", isText(target));
  require("labels", isListOf(labels, isText) && classes >= 2);
  require("sizes", isListOf(sizes, isWhole, classes));
  require("attributes", isListOf(attributes, (one) => isAttribute(one, classes)));
  require("options", isRecord(options));
  try {
    const parts = { target, labels, sizes, attributes, options } as TableModelParts;
    return { model: new TableModel(parts), missing: missing as string[] };
  } catch (error) {
    if (error instanceof UsageError) throw inconsistent("options");
    throw error;
  }
}

function isAttribute(value: unknown, classes: number): value is AttributeCounts {
  if (!isRecord(value) || !isText(value.name)) return false;
  const { kind, categories, counts, means, squares } = value;
  if (kind === "categorical") {
    if (!isListOf(categories, isText)) return false;
    return isListOf(counts, (ofClass) => isListOf(ofClass, isWhole, categories.length), classes);
  }
  return (
    kind === "numeric" &&
    isListOf(counts, isWhole, classes) &&
    isListOf(means, Number.isFinite, classes) &&
    isListOf(squares, (sum) => Number.isFinite(sum) && (sum as number) >= 0, classes) &&
    Number.isFinite(squaresOfAll(value as unknown as NumberSums))
  );
}

function require(what: string, holds: boolean): void {
  if (!holds) throw inconsistent(what);
}

function inconsistent(what: string): DataError {
  return new DataError(`the model of a table is damaged: ${what} is not valid`);
}

function isListOf(value: unknown, is: (item: unknown) => boolean, length?: number): value is unknown[] {
  return Array.isArray(value) && (length === undefined || value.length === length) && value.every(is);
}
