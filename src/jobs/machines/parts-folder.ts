import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { statusOf } from "../../documents/files/open-file.js";
import { A_DAY, ONLY_OWNER, removeAbandoned, writeAtomically } from "../../documents/files/write-file.js";
import { mergedModel, partsOfPlan } from "../../model/parts/merged-model.js";
import type { Plan } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import { type NewModel, type TrainedModel, writeModel } from "../learning/new-model.js";
import { labelColumnLines, problemLines } from "../notices/corpus-lines.js";

/** Makes a folder for parts, unless it is there. @throws DataError if it cannot be made */
export function makePartsFolder(place: string): void {
  try {
    // Not recursive: for a folder in /proc, Node would try for ever.
    mkdirSync(place);
  } catch (error) {
    if (!statusOf(place)?.isDirectory())
      throw new DataError(`${place}: the folder for the parts cannot be made: ${reason(error)}`);
  }
}

/** Writes a plan, a part or a model for this user only, because they have words and names of documents. @returns the path */
export function putFile(folder: string, name: string, bytes: Uint8Array | Iterable<Uint8Array>): string {
  const path = join(folder, name);
  // Removes temporary files that killed processes left more than a day ago.
  removeAbandoned(path, A_DAY);
  writeAtomically(path, bytes, { isOwnName: true, mode: ONLY_OWNER });
  return path;
}

/**
 * Adds up the counts of all shards of a plan to a model, and tells what could not be read.
 *
 * @param made more facts to report about the model, and problems that were found when the corpus was opened
 * @throws DataError as `partsOfPlan`
 */
export function modelOfParts(
  folder: string,
  plan: Plan,
  options: Follower & { readonly model: string },
  { problems: before = [], ...made }: Partial<Pick<NewModel, "problems" | "parts" | "repeated">>,
): TrainedModel {
  const parts = partsOfPlan(folder, plan);
  const found = parts.flatMap(({ problems }) => problems);
  tell(options, problemLines(found));
  const model = mergedModel(plan, parts);
  const { documents } = model.counts;
  // The classes in a column may look like the wrong ones.
  tell(options, labelColumnLines(model.labels, documents, plan.labelColumn ?? undefined, undefined, true));
  const { settings } = plan;
  const problems = [...before, ...found];
  return writeModel(options.model, { model, settings, documents: sumOf(documents), problems, ...made }, options);
}
