export type { DocumentForm, TextSettings } from "./analyzer.js";
export { type AuditOptions, audit, auditOf, type Corpora, type Measured, type Splits } from "./audit.js";
export { type BernoulliOptions, bernoulli } from "./classifiers/bernoulli.js";
export { CALIBRATION_METHODS, type CalibrationMethod } from "./classifiers/calibration.js";
export { type CategoricalOptions, categorical } from "./classifiers/categorical.js";
export { addCounts, type ClassCounts, classCounts, countsOf, subtractCounts } from "./classifiers/class-counts.js";
export type { Classification, LabelProbability } from "./classifiers/classification.js";
export {
  type Classifier,
  type ClassPair,
  type Dataset,
  type FitProgress,
  jointLogLikelihoods,
  type Model,
  predict,
  probabilities,
} from "./classifiers/classifier.js";
export { combined, type Member } from "./classifiers/combined.js";
export { type ComplementOptions, complement } from "./classifiers/complement.js";
export type { CountingClassifier, LeaveOneOut } from "./classifiers/counting-classifier.js";
export { DISTANCE_WEIGHTINGS, type DistanceWeighting } from "./classifiers/distance-weighting.js";
export type { ExplainOptions, Explanation, TermContribution } from "./classifiers/explain.js";
export { type GaussianOptions, gaussian } from "./classifiers/gaussian.js";
export { LinearModel, type LinearModelParts, type TermWeights } from "./classifiers/linear-model.js";
export { type LocallyWeightedOptions, locallyWeighted } from "./classifiers/locally-weighted.js";
export { type LogisticRegressionOptions, logisticRegression } from "./classifiers/logistic-regression.js";
export { type MultinomialOptions, multinomial } from "./classifiers/multinomial.js";
export { type NbLogisticRegressionOptions, nbLogisticRegression } from "./classifiers/nb-logistic-regression.js";
export { type NearestNeighboursOptions, nearestNeighbours } from "./classifiers/nearest-neighbours.js";
export type { NeighbourCount } from "./classifiers/neighbourhood.js";
export { VARIANCES, type Variance } from "./classifiers/normal.js";
export type { Prior } from "./classifiers/prior.js";
export type { SharedTerm, SimilarDocument, SimilarOptions } from "./classifiers/similar-documents.js";
export type { SmallestChange } from "./classifiers/smallest-change.js";
export type { DirichletWeights, MPrior, SmoothingOptions } from "./classifiers/smoothing.js";
export type { Arrays, NumberArray, StoredClassifier, StoredModel } from "./classifiers/stored-classifier.js";
export {
  CLASSIFIER_NAMES,
  type ClassifierChoices,
  classifierFor,
  classifierNamed,
  type MemberChoices,
  type MethodOptions,
} from "./classifiers/table.js";
export { weighted } from "./classifiers/weighted.js";
export { classify, explain, similar, smallestChange } from "./classify.js";
export { type CorpusData, type ReadOptions, readAfter, readCorpora, readCorpus } from "./dataset.js";
export { DATE_SOURCES, type DateSource, type DocumentDates, readDates } from "./document-dates.js";
export { type DocumentGroups, GROUPINGS, type Grouping, groupsBy } from "./document-groups.js";
export { openClasses } from "./documents/class-paths.js";
export type { Corpus, CorpusForm, CorpusOptions, CorpusShare } from "./documents/corpus.js";
export { parseDelimited, type Records, type Separator } from "./documents/delimited.js";
export {
  type Document,
  type LabelledDocument,
  MAX_DOCUMENT_BYTES,
  type Problem,
  type ProblemKind,
} from "./documents/document.js";
export { FolderCorpus } from "./documents/folder-corpus.js";
export { type FolderOptions, readFolders } from "./documents/folders.js";
export type { FileOptions } from "./documents/list-files.js";
export { openCorpus } from "./documents/readers.js";
export { firstAddress } from "./email/address.js";
export { addressesOf } from "./email/address-list.js";
export { parseDate } from "./email/date.js";
export { decodeEncodedWords } from "./email/encoded-words.js";
export { firstValue, type HeaderField, headerFields, MAX_HEADER_BYTES } from "./email/header.js";
export { DEFAULT_MAIL_FIELDS, MAIL_FIELDS } from "./email/mail/fields.js";
export { markedMessage, type NewField, SEPARATOR_FIELD, unmarkedMessage } from "./email/marked-message.js";
export { MESSAGE_LIMITS, type Message, type MessageNote, type MessagePart } from "./email/message.js";
export { STRIPPABLE, type Strippable, stripMessage } from "./email/news.js";
export { readMessage } from "./email/read-message.js";
export { baseSubject } from "./email/subject.js";
export { type ThreadedMessage, threadsOf } from "./email/threads.js";
export { DataError, UsageError } from "./errors.js";
export { type BinaryMetrics, type BinaryOptions, binaryMetrics } from "./evaluation/binary-metrics.js";
export { type Bootstrap, type BootstrapOptions, bootstrapMean } from "./evaluation/bootstrap.js";
export {
  chronologicalFolds,
  chronologicalHoldout,
  type TimeSpan,
  type Times,
  timeSpan,
} from "./evaluation/chronological.js";
export { classOrder } from "./evaluation/class-order.js";
export {
  type ClassDifference,
  type Comparison,
  compare,
  type DecidingTest,
  type Disagreement,
  type TestResults,
} from "./evaluation/compare.js";
export { type CorrectedTTest, correctedTTest } from "./evaluation/corrected-t-test.js";
export type { CurveSize } from "./evaluation/curve-sizes.js";
export { type Doubt, type DoubtOptions, type Doubts, doubtRuns, findDoubts } from "./evaluation/doubts.js";
export type { Conflicts, CopyGroup, CopyKind, Tested, TestedByKind } from "./evaluation/duplicates.js";
export {
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  type Run,
  type SummaryOptions,
  summary,
} from "./evaluation/evaluate.js";
export { groupedFolds, groupedHoldouts } from "./evaluation/grouped.js";
export { type Interval, resampledInterval, wilsonInterval } from "./evaluation/intervals.js";
export type {
  Audit,
  Duplicates,
  FieldAccuracy,
  FieldGiveaway,
  Findings,
  PartAccuracy,
} from "./evaluation/leakage.js";
export {
  type CurveOptions,
  type CurvePoint,
  type Forecast,
  type LearningCurve,
  type LearningCurves,
  learningCurves,
} from "./evaluation/learning-curve.js";
export { type LeaveOneOutOptions, leaveOneOut } from "./evaluation/leave-one-out.js";
export { type McNemar, mcNemar } from "./evaluation/mcnemar.js";
export { MEASURES, type Measure } from "./evaluation/measure.js";
export {
  type AverageMetrics,
  type ClassMetrics,
  type Confusion,
  classMetrics,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  weightedAverage,
} from "./evaluation/metrics.js";
export { type Outcome, type Prediction, type TestOptions, testOn } from "./evaluation/outcome.js";
export type { TestedDocument } from "./evaluation/pairing.js";
export { accuracyAt, fitPowerLaw, type PowerLaw } from "./evaluation/power-law.js";
export {
  CALIBRATION_BINS,
  type ProbabilityMetrics,
  probabilityMetrics,
  type ReliabilityBin,
} from "./evaluation/probability-metrics.js";
export { folds, holdouts, type Split } from "./evaluation/splits.js";
export { splitTrials, type TestPart, type Trial, testTrial } from "./evaluation/trial.js";
export {
  type Estimate,
  type TunedCandidate,
  type TuneOptions,
  type Tuning,
  type TuningData,
  tune,
} from "./evaluation/tune.js";
export {
  type Candidate,
  candidatesOf,
  DEFAULT_GRID,
  type Grid,
  MAX_CANDIDATES,
  widestNgrams,
} from "./evaluation/tuning-grid.js";
export { documentReader, type ReportSources, reportDetails } from "./evaluation-report.js";
export { CosineIndex, type Nearest } from "./features/cosine-index.js";
export { type SimilarPair, similarPairs } from "./features/near-duplicates.js";
export {
  SELECT_BY,
  type SelectBy,
  type SelectionRules,
  selectTerms,
  type TermStatistics,
  termStatistics,
} from "./features/selection.js";
export { plainWords, shingles } from "./features/shingles.js";
export { binarized, matrixFromRows, type SparseMatrix, type SparseRows } from "./features/sparse-matrix.js";
export { type ClassPresence, TERM_SCORES, type TermScore, termScores } from "./features/term-scores.js";
export {
  bernoulliVectorizer,
  countVectorizer,
  type Vectorizer,
  type VectorizerOptions,
} from "./features/vectorizer.js";
export { UNKNOWN, Vocabulary } from "./features/vocabulary.js";
export {
  documentFactors,
  INVERSE_DOCUMENT_FREQUENCIES,
  type InverseDocumentFrequency,
  NORMS,
  type Norm,
  TERM_FREQUENCIES,
  type TermFrequency,
  type WeightingOptions,
  weightedRows,
} from "./features/weighting.js";
export { FILE_SYSTEM, type FileSystem } from "./filing/file-system.js";
export { Filer, type FilerOptions } from "./filing/filer.js";
export type { ArchivedMessage, Filed, Filing } from "./filing/filing.js";
export type { BeginEntry, FilingMode, IntentEntry, Journal, JournalStep } from "./filing/journal.js";
export { mayBeRunning, readJournal, unfinishedJournals } from "./filing/journal-file.js";
export { labelFolders, unsureFolder } from "./filing/label-folders.js";
export { type MoveSince, movesSince } from "./filing/moves.js";
export { repair } from "./filing/repair.js";
export { realInto } from "./filing/target-folders.js";
export { type Undone, type UndoOptions, undo } from "./filing/undo.js";
export type { KnownDocuments } from "./known-documents.js";
export { type ForgetOptions, type Forgetting, type ForgottenDocument, forget } from "./learning/forget.js";
export {
  type DocumentFate,
  FATES,
  type Fate,
  type Learning,
  type LearnOptions,
  learn,
  relabel,
  unlearn,
} from "./learning/learn.js";
export { Learner } from "./learning/learner.js";
export { newModel } from "./learning/new-model.js";
export {
  type Filtered,
  type FilterOptions,
  filterMessage,
  type MessageAnswer,
  type MessageClassifier,
  messageClassifier,
} from "./mail-filter.js";
export { type HeaderSettings, type MessageFacts, readMessageFacts } from "./message-facts.js";
export { type MessageHeading, messageHeading } from "./message-heading.js";
export { type IdentifiedModel, load, loadToFilter, modelFromBytes } from "./model-file.js";
export { replaceModel, type UpdateOptions, updateModel } from "./model-update.js";
export { PRESET_NAMES, PRESETS, type PresetName } from "./presets.js";
export { type Random, seededRandom, shuffle } from "./random.js";
export { curveReports } from "./reports/curve-reports.js";
export type { EvaluatedClassifier, Protocol } from "./reports/evaluation-json.js";
export { evaluationReports } from "./reports/evaluation-reports.js";
export type { Decision, FilterStyle, SpamProbability, Verdict } from "./reports/filter-styles.js";
export { documentLinks } from "./reports/html/document-links.js";
export { evaluationHtml } from "./reports/html/evaluation-html.js";
export type { ClassTerms, EvaluationReport, Mistake, ReportDetails } from "./reports/html/report-input.js";
export { type ConfusionPicture, type ConfusionSpecOptions, confusionSpec } from "./reports/plots/confusion-spec.js";
export { type CurveSpecOptions, curveSpec, type DrawnCurve } from "./reports/plots/curve-spec.js";
export { type EvaluationPicture, evaluationSpec } from "./reports/plots/evaluation-spec.js";
export type { PlotSpec } from "./reports/plots/plot-spec.js";
export {
  type ReliabilitySeries,
  type ReliabilitySpecOptions,
  reliabilitySpec,
} from "./reports/plots/reliability-spec.js";
export { type SvgOptions, svgOf } from "./reports/plots/svg.js";
export { type TuningPicture, type TuningSpecOptions, tuningSpec } from "./reports/plots/tuning-spec.js";
export { REPORT_FORMS, type ReportForm, type Reports } from "./reports/report-forms.js";
export { type ReportedTuning, tuningReports } from "./reports/tuning-reports.js";
export { modelToBytes, save } from "./save-model.js";
export { addressOf, type ServerAddress } from "./serving/address.js";
export { askServer } from "./serving/ask-server.js";
export { DEFAULT_SETTINGS, type Settings, type TrainOptions } from "./settings.js";
export type { AttributeCounts, CategoryCounts, NumberSums } from "./tables/attribute-counts.js";
export { evaluateTable, type TableSplits } from "./tables/evaluate-table.js";
export { type Experiment, withDuplicate, withIrrelevant } from "./tables/experiments.js";
export { type ReadTable, type TableOptions, tableFrom } from "./tables/read-table.js";
export { type RowsToClassify, type RowToClassify, rowsFrom, rowsOfQueries } from "./tables/rows.js";
export {
  type Attribute,
  type CategoricalAttribute,
  type NumericAttribute,
  type RowValues,
  rowOf,
  type Table,
} from "./tables/table.js";
export { type TableModelFile, tableModelFrom, tableModelJson } from "./tables/table-file.js";
export {
  fitTable,
  type RowClassification,
  type TableModel,
  type TableModelOptions,
  type TableModelParts,
} from "./tables/table-model.js";
export { type TestedTable, withTestRows } from "./tables/test-rows.js";
export { characterNgrams, MAX_CHARACTER_NGRAM } from "./text/character-ngrams.js";
export { type Decoder, decoderFor } from "./text/decode.js";
export { everySecond } from "./text/half.js";
export { innerWords } from "./text/inner-words.js";
export { MAX_NGRAM, ngrams } from "./text/ngrams.js";
export { MAX_WINDOW, sparseBigrams } from "./text/sparse-bigrams.js";
export { STEMMER_NAMES, stemmed } from "./text/stemming.js";
export { STOP_WORD_LANGUAGES, stopWords, withoutStopWords } from "./text/stop-words.js";
export type { TermSettings, TokenKind } from "./text/terms.js";
export { together } from "./text/together.js";
export type { TokenFilter, Tokenizer, TokenSink } from "./text/tokenizer.js";
export { MAX_WORD_LENGTH } from "./text/word-characters.js";
export { type WordOptions, words } from "./text/words.js";
export { type KeptDocuments, TextModel, type TrainingCounts } from "./text-model.js";
export { type HowToTrain, requireClasses, train, trainOn } from "./training.js";
