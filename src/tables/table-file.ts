import { DataError, UsageError } from "../errors.js";
import { type AttributeCounts, type NumberSums, squaresOfAll } from "./attribute-counts.js";
import { TableModel, type TableModelParts } from "./table-model.js";

/** Raised by one when an older version could no longer read the file. */
const FORMAT_VERSION = 1;

const FORMAT = "thresher table";

/** A model of a table as a file holds it: its counts, and the texts that meant a missing value. */
export interface TableModelFile {
  readonly model: TableModel;
  readonly missing: readonly string[];
}

/** The model as JSON: what was counted, by class. */
export function tableModelJson({ model, missing }: TableModelFile): string {
  return `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, missing, ...model.parts }, undefined, 1)}\n`;
}

/**
 * The model that `tableModelJson` wrote.
 *
 * @throws DataError if the text is not such a model, or of a later version.
 */
export function tableModelFrom(text: string): TableModelFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new DataError("required a model of a table, found no JSON");
  }
  if (!isRecord(json) || json.format !== FORMAT) throw new DataError("required a model of a table, found other JSON");
  if (json.version !== FORMAT_VERSION) {
    throw new DataError(
      `required a model of version ${FORMAT_VERSION}, found version ${String(json.version)}: update Thresher, or train the model again`,
    );
  }
  const { missing, target, labels, sizes, attributes, options } = json;
  const classes = Array.isArray(labels) ? labels.length : 0;
  require("missing", isListOf(missing, isText));
  require("target", isText(target));
  require("labels", isListOf(labels, isText) && classes >= 2);
  require("sizes", isListOf(sizes, isCount, classes));
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
    return isListOf(counts, (ofClass) => isListOf(ofClass, isCount, categories.length), classes);
  }
  return (
    kind === "numeric" &&
    isListOf(counts, isCount, classes) &&
    isListOf(means, Number.isFinite, classes) &&
    isListOf(squares, (sum) => Number.isFinite(sum) && (sum as number) >= 0, classes) &&
    Number.isFinite(squaresOfAll(value as unknown as NumberSums))
  );
}

function require(what: string, holds: boolean): void {
  if (!holds) throw inconsistent(what);
}

function inconsistent(what: string): DataError {
  return new DataError(`required a consistent model of a table, found a fault in it: ${what}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isListOf(value: unknown, is: (item: unknown) => boolean, length?: number): value is unknown[] {
  return Array.isArray(value) && (length === undefined || value.length === length) && value.every(is);
}
