/** `text-thresher/classifiers`: the methods on matrices of counts, for other data than text too. */
export type { Random } from "../base/random.js";
export {
  type Dataset,
  matrixFromRows,
  type SparseMatrix,
  type SparseRows,
  UNLABELLED,
} from "../features/sparse-matrix.js";
export { type BernoulliOptions, bernoulli } from "./bayes/bernoulli.js";
export type { CategoricalOptions } from "./bayes/categorical.js";
export { type ClassCounts, classCounts } from "./bayes/class-counts.js";
export type { ComplementOptions } from "./bayes/complement.js";
export type { CountingClassifier } from "./bayes/counting-classifier.js";
export type { GaussianOptions, Variance } from "./bayes/gaussian.js";
export type { LeaveOneOut } from "./bayes/leave-one-out.js";
export { type MultinomialOptions, multinomial } from "./bayes/multinomial.js";
export type { Prior } from "./bayes/prior.js";
export type { DirichletWeights, MPrior, SmoothingOptions } from "./bayes/smoothing.js";
export type { CalibrationChoice, CalibrationMethod } from "./calibration/calibration.js";
export type { Classification, LabelProbability } from "./classifier.js";
export {
  type Classifier,
  type ClassPair,
  type FitProgress,
  jointLogLikelihoods,
  type Model,
  predict,
  probabilities,
} from "./classifier.js";
export type { Counterfactual } from "./explain/counterfactual.js";
export type { ExplainOptions, Explanation, TermContribution } from "./explain/explain.js";
export { type LinearSvmOptions, linearSvm, type NbSvmOptions } from "./linear/linear-svm.js";
export { type LogisticRegressionOptions, logisticRegression } from "./linear/logistic-regression.js";
export type { LinearModelParts, TermWeights } from "./linear-model.js";
export type { LocallyWeightedOptions } from "./neighbours/locally-weighted.js";
export type { NearestNeighboursOptions } from "./neighbours/nearest-neighbours.js";
export type { DistanceWeighting, NeighbourCount } from "./neighbours/neighbourhood.js";
export type { SharedTerm, SimilarDocument, SimilarOptions } from "./neighbours/similar-documents.js";
export type { Arrays, NumberArray } from "./stored-arrays.js";
export type { StoredClassifier, StoredModel } from "./stored-classifier.js";
export {
  CLASSIFIER_NAMES,
  type ClassifierChoices,
  type MemberChoices,
  type MethodOptions,
  makeClassifier,
} from "./table.js";
export { type EmOptions, expectationMaximization } from "./unlabelled/expectation-maximization.js";
export type { OpinionName } from "./unlabelled/opinions.js";
export type { PooledLabels, UnlabelledChoice } from "./unlabelled/pooled-labels.js";
export type { Member } from "./wrappers/combined.js";
