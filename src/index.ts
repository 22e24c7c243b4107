/**
 * The everyday part of the library: reading documents, learning, classifying, explaining and saving models. The rest is
 * in `text-thresher/mail`, `/evaluation`, `/classifiers` and `/features`.
 */
export { DataError, UsageError } from "./base/errors.js";
export type { Following, Phase, Progress, StopSignal } from "./base/following.js";
export type {
  Classification,
  LabelDecision,
  LabelProbability,
  LabelsClassification,
} from "./classifiers/classifier.js";
export type { Counterfactual } from "./classifiers/explain/counterfactual.js";
export type { ExplainOptions, Explanation, TermContribution } from "./classifiers/explain/explain.js";
export type { SharedTerm, SimilarDocument, SimilarOptions } from "./classifiers/neighbours/similar-documents.js";
export type { Corpus } from "./documents/corpora/corpus.js";
export type { CorpusOptions } from "./documents/corpora/corpus-options.js";
export { type FolderOptions, readFolders } from "./documents/corpora/folders.js";
export { openCorpus } from "./documents/corpora/readers.js";
export type { Document, LabelledDocument } from "./documents/document.js";
export type { Content, GivenText, LabelledText, TextWithLabels } from "./documents/given-text.js";
export type { Problem, ProblemKind } from "./documents/problem.js";
export type { ReadOptions } from "./features/corpus/collections.js";
export type { ClassifiedPath, ClassifiedPaths, ClassifyPathsOptions } from "./jobs/classify-paths.js";
export { classifyPaths } from "./jobs/classify-paths.js";
export { type ReadDocumentsOptions, readDocuments } from "./jobs/inputs/read-documents.js";
export type { Asking, NextQuestion } from "./labelling/questions/next-questions.js";
export type { ClassifiedDocument, ClassifyOptions } from "./model/classify.js";
export { classify, classifyAll, classifyLabels, explain, similar } from "./model/classify.js";
export { deserialize, type IdentifiedModel, load } from "./model/file/model-file.js";
export { save, serialize } from "./model/file/save-model.js";
export { Learner } from "./model/learning/learner.js";
export type { PresetName, TrainOptions } from "./model/options.js";
export type { TextModel } from "./model/text-model.js";
export { trainAsync } from "./model/train-async.js";
export type { TrainingMode } from "./model/train-on.js";
export { type TrainingOptions, train } from "./model/training.js";
export type { OwnTokenizer } from "./text/words/terms.js";
