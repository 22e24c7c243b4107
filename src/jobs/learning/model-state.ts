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
export type ModelState = ReturnType<typeof stateOf>;

/** Returns what a changed model knows. @param dryRun whether the change was only tried, and the file left as it is */
export function stateOf(model: TextModel, path: string, dryRun = false) {
  const { labels, counts, vocabulary } = model;
  const classes: ClassSize[] = labels.map((label, c) => ({ label, documents: counts.documents[c] }));
  // After a dry run, the size that the file would have.
  const bytes = dryRun || !exists(path) ? serialize(model).length : statSync(path).size;
  return { model: path, dryRun, bytes, known: sumOf(counts.documents), classes, vocabulary: vocabulary.size };
}
