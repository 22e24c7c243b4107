import { resolve } from "node:path";
import { orDataError } from "../../base/errors.js";
import { fileChunks, fileDigest } from "../../documents/files/open-file.js";
import { loadLimited } from "../../model/limits.js";
import { type AnswerOptions, type ClassifyTask, newPlan } from "../../model/parts/plan.js";
import { type ClassifyPathsOptions, keepTest } from "../classify-paths.js";
import { tell } from "../follower.js";
import { partsOfInputs, stampOfFiles } from "../inputs/input-shards.js";
import type { Inputs } from "../inputs/inputs.js";
import { modelName } from "./classify-shard.js";
import { putFile } from "./parts-folder.js";

/** The options of a plan to classify. */
export interface PlanClassifyingOptions extends ClassifyPathsOptions, AnswerOptions {
  /** The most shards. Default: one for each 8 MB, at most 10,000. */
  readonly shards?: number | undefined;
}

/**
 * Plans how to classify documents in shards, and puts a copy of the model beside the plan.
 *
 * @param folder where the plan will be
 * @returns as `newPlan`, and what cannot be read
 * @throws UsageError if an option is wrong; DataError if the model lacks a class, or a file a column
 */
export function planInputs(inputs: Inputs, folder: string, options: PlanClassifyingOptions) {
  const { strict = false, shards } = options;
  const task = taskOf(inputs, options);
  const { model } = loadLimited(options.model, options, (line) => tell(options, line));
  keepTest(model, options);
  const { settings } = model;
  const parts = partsOfInputs(inputs, { ...options, trained: settings.textColumns });
  const planned = newPlan({ settings, strict, labelColumn: null, task }, { parts }, shards);
  putFile(resolve(folder), modelName(task), fileChunks(options.model));
  return { ...planned, problems: inputs.problems };
}

/** Returns what is to be done with some documents. @throws DataError if the model cannot be read */
export function taskOf(inputs: Inputs, options: PlanClassifyingOptions): ClassifyTask {
  const { keep, above, probabilities, columns, errorsAtMost, noneBelow } = options;
  const model = orDataError(
    () => fileDigest(options.model),
    (why) => `${options.model}: cannot read the model: ${why}`,
  );
  const { textColumn, idColumn, inputFormat, strict } = options;
  const input = stampOfFiles(inputs, { textColumn, idColumn, inputFormat, strict });
  return { model, input, options: { keep, above, probabilities, columns, errorsAtMost, noneBelow } };
}
