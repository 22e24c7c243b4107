import { sumOf } from "../../base/lists.js";
import { VERSION } from "../../base/version.js";
import { requirePlace } from "../../documents/files/write-file.js";
import { mergedModel } from "../../model/parts/merged-model.js";
import { type Plan, readPlan } from "../../model/parts/plan.js";
import type { TextModel } from "../../model/text-model.js";
import { type Follower, tell } from "../follower.js";
import { type TrainedModel, writeModel } from "../learning/new-model.js";
import { labelColumnLines } from "../notices/class-lines.js";
import { partsFolder, partsIn } from "./parts-folder.js";

/** The options of `mergeParts`. */
export interface MergeOptions extends Follower {
  /** The paths of the plan, and of the model to write. */
  readonly plan: string;
  readonly model: string;
}

/** Adds up the counts of all shards of a plan to a model. @param place the folder with the counts */
export function mergeParts(place: string, options: MergeOptions): TrainedModel {
  const folder = partsFolder(place);
  const plan = readPlan(options.plan, VERSION);
  requirePlace(options.model);
  const parts = partsIn(folder, plan, options);
  const model = mergedModel(plan, parts);
  tellClasses(model, plan, options);
  const problems = parts.flatMap((part) => part.problems);
  const documents = sumOf(model.counts.documents);
  const made = { model, settings: plan.settings, documents, problems, parts: parts.length };
  return writeModel(options.model, made, options);
}

/** Tells if the classes in a column look like the wrong ones. */
export function tellClasses({ labels, counts }: TextModel, { labelColumn }: Plan, follower: Follower): void {
  tell(follower, labelColumnLines(labels, counts.documents, labelColumn ?? undefined));
}
