import { atPlace } from "../../base/errors.js";
import { mapped } from "../../base/lists.js";
import { requireMemory, similarToRead } from "../../model/classify.js";
import { load } from "../../model/file/model-file.js";
import { similarText } from "../../reports/explanation/term-text.js";
import type { Answers } from "../answer.js";
import type { Follower } from "../follower.js";
import { type InputOptions, Inputs } from "../inputs/inputs.js";

/** The options of `similarPaths`. */
export interface SimilarPathsOptions extends Follower, InputOptions {
  /** The path of a model that keeps its documents. */
  readonly model: string;
  /** How many documents to show. Default 10. */
  readonly top?: number;
  /** How many terms to show of each. Default 5. */
  readonly terms?: number;
}

/** Finds the known documents that are most similar to each document. @throws DataError if the model keeps none */
export function similarPaths(paths: readonly string[], options: SimilarPathsOptions): Answers {
  const { top = 10, terms = 5 } = options;
  const model = load(options.model);
  atPlace(options.model, () => requireMemory(model));
  const inputs = new Inputs(paths, options);
  const answers = mapped(inputs.texts(model), ({ path, read }) => {
    const similar = similarToRead(model, read, { top, terms });
    return { json: () => ({ path, similar }), text: (style: object) => similarText(path, similar, style) };
  });
  return { inputs, answers };
}
