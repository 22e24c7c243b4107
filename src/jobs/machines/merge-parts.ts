import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { append, sumOf } from "../../base/lists.js";
import { requirePlace } from "../../documents/files/write-file.js";
import { mergedModel } from "../../model/parts/merged-model.js";
import { isToClassify, type Plan, readPlan } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import { type NewModel, type TrainedModel, writeModel } from "../learning/new-model.js";
import { labelColumnLines, problemLines } from "../notices/corpus-lines.js";
import { joinAnswers, type WrittenAnswers } from "./join-answers.js";

/** The options of `mergeParts`. */
export interface MergeOptions extends Follower {
  /** The paths of the plan, and of the model or of the answers to write. */
  readonly plan: string;
  readonly model?: string | undefined;
  readonly output?: string | undefined;
}

/** Adds up the counts of all shards of a plan to a model, or joins their answers. @param place the folder with the parts */
export function mergeParts(place: string, options: MergeOptions): TrainedModel | WrittenAnswers {
  const plan = readPlan(options.plan);
  const [task, wanted] = isToClassify(plan) ? (["classify", "output"] as const) : (["count", "model"] as const);
  const path = options[wanted];
  if (path === undefined) {
    const why = `${options.plan} is a plan to ${task}: name the file to write with ${wanted}`;
    throw new UsageError(why, { options: [wanted] });
  }
  requirePlace(path);
  if (!existsSync(place)) throw new DataError(`${place}: no such file or folder`);
  const folder = resolve(place);
  if (isToClassify(plan)) return joinAnswers(path, plan, folder);
  return modelOfParts(folder, plan, { ...options, model: path }, { parts: plan.shards.length });
}

/**
 * Adds up the counts of all shards of a plan to a model, and tells what could not be read.
 *
 * @param made more facts to report about the model, and problems that were found when the corpus was opened
 * @throws DataError as `mergedModel`
 */
export function modelOfParts(
  folder: string,
  plan: Plan,
  options: Follower & { readonly model: string },
  { problems: before = [], ...made }: Partial<Pick<NewModel, "problems" | "parts" | "repeated">>,
): TrainedModel {
  const problems = [...before];
  const model = mergedModel(folder, plan, (found) => {
    append(problems, found);
    tell(options, problemLines(found));
  });
  const { documents } = model.counts;
  // The classes in a column may look like the wrong ones.
  tell(options, labelColumnLines(model.labels, documents, plan.labelColumn ?? undefined, undefined, true));
  const { settings } = plan;
  return writeModel(options.model, { model, settings, documents: sumOf(documents), problems, ...made }, options);
}
