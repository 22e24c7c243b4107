import { statSync } from "node:fs";
import { sumOf } from "../../base/lists.js";
import { exists } from "../../documents/files/file-status.js";
import { serialize } from "../../model/file/save-model.js";
import type { TextModel } from "../../model/text-model.js";

/** A class, and how many documents it has. */
export interface ClassSize {
  readonly label: string;
  readonly documents: number;
}

/** The documents and classes of a model after a change. */
export interface ModelState {
  /** The path of the model. */
  readonly model: string;
  /** Whether the change was only tried, and the file left as it is. */
  readonly dryRun: boolean;
  /** The size of the file. After a dry run, it is the size that the file would have. */
  readonly bytes: number;
  /** The number of documents that it knows, and how many of them each class has. */
  readonly known: number;
  readonly classes: readonly ClassSize[];
  /** The number of its terms. */
  readonly vocabulary: number;
}

/** Returns what a changed model knows. */
export function stateOf(model: TextModel, path: string, dryRun = false): ModelState {
  const { labels, counts, vocabulary } = model;
  return {
    model: path,
    dryRun,
    bytes: dryRun || !exists(path) ? serialize(model).length : statSync(path).size,
    known: sumOf(counts.documents),
    classes: labels.map((label, c) => ({ label, documents: counts.documents[c] })),
    vocabulary: vocabulary.size,
  };
}
