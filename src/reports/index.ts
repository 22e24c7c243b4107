/** `text-thresher/evaluation`: reads, evaluates and compares corpora and tables; writes reports and plots. */

export type { Following, Phase, Progress, StopSignal } from "../base/following.js";
export { parseDelimited, type Records, type Separator } from "../documents/archives/delimited.js";
export { openClasses } from "../documents/corpora/class-paths.js";
export type { CorpusForm, CorpusShare } from "../documents/corpora/corpus.js";
export { FolderCorpus } from "../documents/corpora/folder-corpus.js";
export { MAX_DOCUMENT_BYTES } from "../documents/document-limit.js";
export type { FileOptions } from "../documents/files/path-patterns.js";
export type { Audit } from "../evaluation/audit/audit.js";
export type { ByProtocol, ByProtocolOptions } from "../evaluation/corpora/evaluate-corpora.js";
export { evaluateByProtocol, evaluateLabelsByProtocol } from "../evaluation/corpora/evaluate-corpora.js";
export { learningCurvesOf } from "../evaluation/corpora/learning-curves-of.js";
export { tuneCorpus } from "../evaluation/corpora/tune-corpus.js";
export type { BestSoFar, TuneCorpusOptions, TunedCorpus } from "../evaluation/corpora/tuned-corpus.js";
export {
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  evaluateCorpora,
  type Run,
  type SummaryOptions,
  summary,
} from "../evaluation/evaluate.js";
export type { LabelEvaluation, LabelPrediction } from "../evaluation/labels/evaluate-labels.js";
export { evaluateLabels } from "../evaluation/labels/evaluate-labels.js";
export { labelStrata } from "../evaluation/labels/label-strata.js";
export { type BinaryMetrics, type BinaryOptions, binaryMetrics } from "../evaluation/metrics/binary-metrics.js";
export type { F1Scores, LabelMetrics, LabelOutcome, LabelScores } from "../evaluation/metrics/label-metrics.js";
export { MEASURES, type Measure } from "../evaluation/metrics/measure.js";
export {
  type AverageMetrics,
  type ClassMetrics,
  type Confusion,
  classMetrics,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  weightedAverage,
} from "../evaluation/metrics/metrics.js";
export { type Outcome, type Prediction, type TestOptions, testOn } from "../evaluation/metrics/outcome.js";
export type { ProbabilityMetrics } from "../evaluation/metrics/probability-metrics.js";
export { CALIBRATION_BINS, probabilityMetrics } from "../evaluation/metrics/probability-metrics.js";
export {
  chronologicalFolds,
  chronologicalHoldout,
  type Times,
  timeSpan,
} from "../evaluation/protocols/chronological.js";
export { DATE_SOURCES, type DateSource, readDates } from "../evaluation/protocols/document-dates.js";
export { GROUPINGS, type Grouping, groupsBy } from "../evaluation/protocols/document-groups.js";
export { groupedFolds, groupedHoldouts } from "../evaluation/protocols/grouped.js";
export { type LeaveOneOutOptions, leaveOneOut } from "../evaluation/protocols/leave-one-out.js";
export type { ByDate, Protocol } from "../evaluation/protocols/protocol.js";
export { type ProtocolSplits, splitsFor } from "../evaluation/protocols/protocol-splits.js";
export type { ClassGaps } from "../evaluation/protocols/split-classes.js";
export { type Bootstrap, type BootstrapOptions, bootstrapMean } from "../evaluation/significance/bootstrap.js";
export { type Comparison, compare, type Disagreement, type TestResults } from "../evaluation/significance/compare.js";
export type { Interval } from "../evaluation/significance/intervals.js";
export { resampledInterval, wilsonInterval } from "../evaluation/significance/intervals.js";
export { type McNemar, mcNemar } from "../evaluation/significance/mcnemar.js";
export type { TestedDocument } from "../evaluation/significance/pairing.js";
export type { CorrectedTTest } from "../evaluation/significance/t-test.js";
export { correctedTTest } from "../evaluation/significance/t-test.js";
export type { CurveSize } from "../evaluation/studies/curve-sizes.js";
export { type Doubt, type DoubtOptions, type Doubts, findDoubts } from "../evaluation/studies/doubts.js";
export type { CurveOptions, CurvePoint, LearningCurve, LearningCurves } from "../evaluation/studies/learning-curve.js";
export { learningCurves } from "../evaluation/studies/learning-curve.js";
export type { Mistake, MistakeSources } from "../evaluation/studies/mistakes.js";
export { accuracyAt, fitPowerLaw, type PowerLaw } from "../evaluation/studies/power-law.js";
export type { ReportDetails, ReportSources } from "../evaluation/studies/report-details.js";
export { documentReader, reportDetails } from "../evaluation/studies/report-details.js";
export { type TuneOptions, tune } from "../evaluation/studies/tune.js";
export type { TunedCandidate, Tuning } from "../evaluation/studies/tuning.js";
export type { Candidate, Grid } from "../evaluation/studies/tuning-grid.js";
export { candidatesOf, DEFAULT_GRID, MAX_CANDIDATES, widestNgrams } from "../evaluation/studies/tuning-grid.js";
export { type CorpusData, readCorpora, readCorpus } from "../features/corpus/read-corpus.js";
export type { TermDataset as TuningData } from "../features/dataset.js";
export { counterfactual } from "../model/classify.js";
export type { Fold, TestSubset } from "../model/fitting/fold.js";
export { splitFolds, testFold } from "../model/fitting/split-folds.js";
export { folds, holdouts, type Split, type Splits } from "../model/fitting/splits.js";
export { PRESET_NAMES } from "../model/options.js";
export { PRESETS } from "../model/presets.js";
export { type CorporaRead, type CorpusFollowing, type FollowedReading, requireClasses } from "../model/reading.js";
export { DEFAULT_SETTINGS, type Settings, settingsFrom } from "../model/settings.js";
export type { KeptDocuments } from "../model/text-model.js";
export { trainOn } from "../model/train-on.js";
export { type TrainedCorpus, trainCorpus } from "../model/training.js";
export { evaluateTable, type TableSplits } from "../tables/evaluate-table.js";
export { type Experiment, withDuplicate, withIrrelevant } from "../tables/experiments.js";
export { type ReadTable, type TableOptions, tableFrom } from "../tables/read-table.js";
export type { RowsToClassify, RowToClassify, TestedTable } from "../tables/rows.js";
export { rowsFrom, rowsOfQueries, withTestRows } from "../tables/rows.js";
export { type Attribute, type RowValues, rowOf, type Table } from "../tables/table.js";
export type { RowClassification, TableModel, TableModelOptions, TableModelParts } from "../tables/table-model.js";
export { fitTable } from "../tables/table-model.js";
export { curveReport } from "./curve/curve-report.js";
export type { EvaluatedClassifier } from "./evaluation/evaluation-json.js";
export { evaluationReport } from "./evaluation/evaluation-report.js";
export { documentLinks } from "./html/document-links.js";
export { evaluationHtml } from "./html/evaluation-html.js";
export type { EvaluationPage } from "./html/report-input.js";
export { type CurveSpecOptions, curveSpec } from "./plots/curve-spec.js";
export { evaluationSpec } from "./plots/evaluation-spec.js";
export type { PlotSpec } from "./plots/plot-spec.js";
export { type SvgOptions, svgOf } from "./plots/svg.js";
export { tuningSpec } from "./plots/tuning-spec.js";
export { REPORT_FORMS, type Report, reportForm, reportText } from "./report-forms.js";
export { tuningReport } from "./tuning/tuning-report.js";
