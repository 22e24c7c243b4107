/** `text-thresher/evaluation`: the jobs of the commands, and what they measure, compare and report with. */

export type { Following, Phase, Progress, StopSignal } from "../base/following.js";
export { parseDelimited } from "../documents/archives/delimited.js";
export { openClasses } from "../documents/corpora/class-paths.js";
export type { FileOptions } from "../documents/files/path-patterns.js";
export type { Audit } from "../evaluation/audit/audit.js";
export { type ByProtocol, type ByProtocolOptions, evaluateByProtocol } from "../evaluation/corpora/evaluate-corpora.js";
export type { EvaluateOptions, Evaluation, Run, SummaryOptions } from "../evaluation/evaluate.js";
export { evaluate, evaluateCorpora } from "../evaluation/evaluate.js";
export type { LabelEvaluation, LabelPrediction } from "../evaluation/labels/evaluate-labels.js";
export type { BinaryMetrics, BinaryOptions } from "../evaluation/metrics/binary-metrics.js";
export type { LabelMetrics, LabelOutcome } from "../evaluation/metrics/label-metrics.js";
export type { Measure } from "../evaluation/metrics/measure.js";
export type { AverageMetrics, ClassMetrics, Confusion, ProbabilityMetrics } from "../evaluation/metrics/metrics.js";
export type { Outcome, Prediction, TestOptions } from "../evaluation/metrics/outcome.js";
export type { DateSource } from "../evaluation/protocols/document-dates.js";
export type { Grouping } from "../evaluation/protocols/grouped.js";
export type { LeaveOneOutOptions } from "../evaluation/protocols/leave-one-out.js";
export type { ByDate, Protocol, ProtocolSplits } from "../evaluation/protocols/protocol-splits.js";
export type { Bootstrap, BootstrapOptions } from "../evaluation/significance/bootstrap.js";
export { type Comparison, compare, type Disagreement } from "../evaluation/significance/compare.js";
export type { CorrectedTTest, Interval } from "../evaluation/significance/intervals.js";
export type { McNemar } from "../evaluation/significance/mcnemar.js";
export { type Doubt, type DoubtOptions, type Doubts, findDoubts } from "../evaluation/studies/doubts.js";
export { type CurveOptions, type CurveSize, learningCurves } from "../evaluation/studies/learning-curve.js";
export type { CurvePoint, LearningCurve, LearningCurves } from "../evaluation/studies/measured-curves.js";
export type { Mistake } from "../evaluation/studies/mistakes.js";
export type { PowerLaw } from "../evaluation/studies/power-law.js";
export { type ReportDetails, reportDetails } from "../evaluation/studies/report-details.js";
export type { Candidate } from "../evaluation/tuning/candidates.js";
export type { Grid } from "../evaluation/tuning/grid.js";
export {
  type TuneCorpusOptions,
  type TunedCandidate,
  type TunedCorpus,
  tuneCorpus,
} from "../evaluation/tuning/tune-corpus.js";
export { type CorpusData, readCorpora, readCorpus } from "../features/corpus/read-corpus.js";
export type { TermDataset as TuningData } from "../features/dataset.js";
export { splitFolds } from "../model/fitting/fold.js";
export { folds, holdouts, type Split, type Splits } from "../model/fitting/splits.js";
export { DEFAULT_SETTINGS, type Settings, settingsFrom } from "../model/settings.js";
export { evaluationReport } from "../reports/evaluation/evaluation-text.js";
export type { EvaluatedClassifier } from "../reports/evaluation/settings-text.js";
export { type EvaluationPage, evaluationHtml } from "../reports/evaluation-page/evaluation-page.js";
export { evaluationSpec } from "../reports/plots/evaluation-spec.js";
export type { PlotSpec } from "../reports/plots/plot-spec.js";
export { svgOf } from "../reports/plots/svg.js";
export { type Report, reportText } from "../reports/report-forms.js";
export { evaluateTable, type TableSplits } from "../tables/evaluate-table.js";
export type { Experiment } from "../tables/experiments.js";
export { type ReadTable, type Table, type TableOptions, tableFrom } from "../tables/read-table.js";
export type { Attribute } from "../tables/row-encoder.js";
export { fitTable, type RowClassification, type TableModel, type TableModelOptions } from "../tables/table-model.js";
export { type ExplainPathsOptions, explainPaths } from "./explaining/explain-paths.js";
export { type Change, type ChangeOptions, changeModel } from "./learning/change-model.js";
export { type TrainModelOptions, trainModel } from "./learning/train-model.js";
export { type EvaluateOptions as EvaluateCorpusOptions, evaluateCorpus } from "./measuring/evaluate-corpus.js";
export { type ListDoubtsOptions, listDoubts } from "./measuring/list-doubts.js";
export { type MeasureCurveOptions, measureCurve } from "./measuring/measure-curve.js";
export { type TuneOptions, tuneSettings } from "./measuring/tune-settings.js";
export { analyseTable, type TableJobOptions } from "./tables/analyse-table.js";
