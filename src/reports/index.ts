/** `text-thresher/evaluation`: reads, evaluates and compares corpora and tables; writes reports and plots. */

export type { Following, Phase, Progress, StopSignal } from "../base/following.js";
export { parseDelimited, type Records } from "../documents/archives/delimited.js";
export type { Separator } from "../documents/archives/dialect.js";
export { openClasses } from "../documents/corpora/class-paths.js";
export type { CorpusForm, CorpusShare } from "../documents/corpora/corpus.js";
export type { FileOptions } from "../documents/files/path-patterns.js";
export type { Audit } from "../evaluation/audit/audit.js";
export type { ByProtocol, ByProtocolOptions } from "../evaluation/corpora/evaluate-corpora.js";
export { evaluateByProtocol, evaluateLabelsByProtocol } from "../evaluation/corpora/evaluate-corpora.js";
export type { EvaluateOptions, Evaluation, Run, SummaryOptions } from "../evaluation/evaluate.js";
export { evaluate, evaluateCorpora } from "../evaluation/evaluate.js";
export type { LabelEvaluation, LabelPrediction } from "../evaluation/labels/evaluate-labels.js";
export type { BinaryMetrics, BinaryOptions } from "../evaluation/metrics/binary-metrics.js";
export type { F1Scores, LabelMetrics, LabelOutcome, LabelScores } from "../evaluation/metrics/label-metrics.js";
export type { Measure } from "../evaluation/metrics/measure.js";
export type { AverageMetrics, ClassMetrics, Confusion } from "../evaluation/metrics/metrics.js";
export type { Outcome, Prediction, TestOptions } from "../evaluation/metrics/outcome.js";
export type { ProbabilityMetrics } from "../evaluation/metrics/probability-metrics.js";
export type { Times } from "../evaluation/protocols/chronological.js";
export type { DateSource } from "../evaluation/protocols/document-dates.js";
export type { Grouping } from "../evaluation/protocols/grouped.js";
export type { LeaveOneOutOptions } from "../evaluation/protocols/leave-one-out.js";
export type { ByDate, Protocol } from "../evaluation/protocols/protocol.js";
export type { ProtocolSplits } from "../evaluation/protocols/protocol-splits.js";
export type { ClassGaps } from "../evaluation/protocols/split-classes.js";
export type { Bootstrap, BootstrapOptions } from "../evaluation/significance/bootstrap.js";
export { type Comparison, compare, type Disagreement, type TestResults } from "../evaluation/significance/compare.js";
export type { CorrectedTTest, Interval } from "../evaluation/significance/intervals.js";
export type { McNemar } from "../evaluation/significance/mcnemar.js";
export type { TestedDocument } from "../evaluation/significance/pairing.js";
export { type Doubt, type DoubtOptions, type Doubts, findDoubts } from "../evaluation/studies/doubts.js";
export type { CurveSize } from "../evaluation/studies/learning-curve.js";
export { type CurveOptions, learningCurves } from "../evaluation/studies/learning-curve.js";
export type { CurvePoint, LearningCurve, LearningCurves } from "../evaluation/studies/measured-curves.js";
export type { Mistake, MistakeSources } from "../evaluation/studies/mistakes.js";
export type { PowerLaw } from "../evaluation/studies/power-law.js";
export type { ReportDetails, ReportSources } from "../evaluation/studies/report-details.js";
export { reportDetails } from "../evaluation/studies/report-details.js";
export type { Candidate } from "../evaluation/tuning/candidates.js";
export type { Grid } from "../evaluation/tuning/grid.js";
export type { CandidateScores } from "../evaluation/tuning/race.js";
export {
  type TuneCorpusOptions,
  type TunedCandidate,
  type TunedCorpus,
  tuneCorpus,
} from "../evaluation/tuning/tune-corpus.js";
export { type CorpusData, readCorpora, readCorpus } from "../features/corpus/read-corpus.js";
export type { TermDataset as TuningData } from "../features/dataset.js";
export { counterfactual } from "../model/classify.js";
export type { Fold, TestSubset } from "../model/fitting/fold.js";
export { splitFolds } from "../model/fitting/split-folds.js";
export { folds, holdouts, type Split, type Splits } from "../model/fitting/splits.js";
export type { CorporaRead, CorpusFollowing, FollowedReading } from "../model/reading.js";
export { DEFAULT_SETTINGS, type Settings, settingsFrom } from "../model/settings.js";
export type { KeptDocuments } from "../model/text-model.js";
export { type TrainedCorpus, trainCorpus } from "../model/training.js";
export { evaluateTable, type TableSplits } from "../tables/evaluate-table.js";
export type { Experiment } from "../tables/experiments.js";
export type { Attribute, RowValues, Table } from "../tables/read-table.js";
export { type ReadTable, type TableOptions, tableFrom } from "../tables/read-table.js";
export type { RowsToClassify, RowToClassify, TestedTable } from "../tables/rows.js";
export type { RowClassification, TableModel, TableModelOptions, TableModelParts } from "../tables/table-model.js";
export { fitTable } from "../tables/table-model.js";
export { curveReport } from "./curve/curve-report.js";
export type { EvaluatedClassifier } from "./evaluation/evaluation-json.js";
export { evaluationReport } from "./evaluation/evaluation-report.js";
export { type EvaluationPage, evaluationHtml } from "./evaluation-page/evaluation-page.js";
export type { CurveSpecOptions } from "./plots/curve-spec.js";
export { evaluationSpec } from "./plots/evaluation-spec.js";
export type { PlotSpec } from "./plots/plot-spec.js";
export { type SvgOptions, svgOf } from "./plots/svg.js";
export { type Report, reportText } from "./report-forms.js";
export { tuningReport } from "./tuning/tuning-report.js";
