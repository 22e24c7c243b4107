/**
 * The library for browsers and web workers: classifying, explaining, and learning one document at a time, with models
 * that Node.js or a browser has made. `text-thresher/browser` reads texts; `text-thresher/browser-mail` has the same
 * functions and also reads mail.
 */
export { DataError, UsageError } from "../base/errors.js";
export type {
  Classification,
  LabelDecision,
  LabelProbability,
  LabelsClassification,
} from "../classifiers/classifier.js";
export type { ExplainOptions, Explanation, TermContribution } from "../classifiers/explain/explain.js";
export type { Content, GivenText } from "../documents/given-text.js";
export type { OwnTokenizer } from "../text/words/terms.js";
export type { ClassifiedDocument, ClassifyOptions } from "./classify.js";
export { classify, classifyAll, classifyLabels, explain } from "./classify.js";
export { deserialize } from "./file/model-file.js";
export { serialize } from "./file/save-model.js";
export { Learner } from "./learning/learner.js";
export type { PresetName, TrainOptions } from "./options.js";
export { TextModel } from "./text-model.js";
