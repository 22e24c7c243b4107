import { requireNumber } from "../../base/checks.js";
import { followed } from "../../base/following.js";
import { append, groupedBy, sumOf } from "../../base/lists.js";
import type { ClassWeight } from "../../classifiers/wrappers/balanced.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { labelSets } from "../../documents/label-cells.js";
import { readCorpus } from "../../features/corpus/read-corpus.js";
import type { TermDataset } from "../../features/dataset.js";
import { requireFewClasses, type Split } from "../../model/fitting/splits.js";
import type { TrainOptions } from "../../model/options.js";
import { readingFor, readToLearn } from "../../model/reading.js";
import { labelStrata } from "../labels/evaluate-labels.js";
import type { BinaryOptions } from "../metrics/binary-metrics.js";
import { isLoss, type Measure, requireMeasurable, usualMeasure } from "../metrics/measure.js";
import { type FollowedSplits, fittingFolds, splitsFor } from "../protocols/protocol-splits.js";
import { halfWidth, type Interval, mean, resampledInterval } from "../significance/intervals.js";
import { type Candidate, firstCandidates, laterCandidates } from "./candidates.js";
import { candidatesOf, type Grid } from "./grid.js";
import { bestFirst, type CandidateScores, type RaceOptions, race } from "./race.js";

/** The settings that define the terms of a document. */
export const TEXT_SETTINGS = [
  ...(["as", "fields", "strip", "encoding", "tokens", "takeHalf", "tokenLength"] as const),
  ...(["stopWords", "stem", "charNgrams", "textNgrams", "rawNgrams", "segment"] as const),
] as const;

/** Choices of these settings. */
export type TextChoices = Pick<TrainOptions, (typeof TEXT_SETTINGS)[number]>;

/** The options of `tuneCorpus`. */
export interface TuneCorpusOptions extends FollowedSplits {
  /** Tries all combinations of these values on all folds. Default: candidates of our own, dropped early. */
  readonly grid?: Grid | undefined;
  /** Without a grid, starts no new candidate after this number of minutes, at least 0. Default 2. */
  readonly minutes?: number | undefined;
  /** The measure to optimize. Default `"accuracy"`, with `multiLabel` `"micro-f1"`. */
  readonly by?: Measure | undefined;
  /** Options for measures of two classes. */
  readonly binary?: BinaryOptions | undefined;
  /** Number of folds, at least 2. Default 5. */
  readonly folds?: number | undefined;
  /** Number of times the folds are drawn. Default 1. */
  readonly repeats?: number | undefined;
  /** Seed of the folds. Default 1. */
  readonly seed?: number | undefined;
  /** Settings that all candidates share. */
  readonly text?: TextChoices | undefined;
  /** Whether documents may have several labels. Default false. */
  readonly multiLabel?: boolean | undefined;
  /** Whether all classes weigh the same in training, for all candidates: see `TrainOptions`. Default: they do not. */
  readonly classWeight?: ClassWeight | undefined;
  /** Called when a candidate has finished all folds and is better than all before. Not for a grid. */
  readonly onBest?: ((best: CandidateScores) => void) | undefined;
}

/** The result of `tuneCorpus`. */
export type TunedCorpus = Awaited<ReturnType<typeof tuneCorpus>>;
/** The result of one candidate. */
export type TunedCandidate = TunedCorpus["candidates"][number];

/**
 * Reads a corpus and finds the best settings by cross-validation on it. With a grid, tests all combinations on all folds.
 * Without one, tests methods, presets, weightings and kinds of terms, and drops the worse half after each fold.
 *
 * Scores are those of `evaluate` on a corpus read with the settings of the candidate.
 *
 * @throws UsageError if an option is not allowed; DataError if there are fewer than two classes, or no candidate can
 *   learn from the documents.
 */
export async function tuneCorpus(corpus: Corpus, options: TuneCorpusOptions = {}) {
  const { grid, minutes = 2, multiLabel, by = usualMeasure(multiLabel), binary, classWeight, jobs } = options;
  const { folds = 5, repeats = 1, seed = 1 } = options;
  requireNumber("minutes", minutes, { from: 0 });
  const given = { ...options.text, ...(classWeight && { classWeight }), multiLabel };
  // The candidates of a list use the same terms, so that the corpus is read once for all of them.
  const byTerms = () => groupedBy(candidatesOf(grid, given), ({ settings }) => settings.ngrams.join("-")).values();
  const lists = grid === undefined ? [firstCandidates(given)] : [...byTerms()];
  const [first] = lists;
  const start = performance.now();
  const firstSettings = first.map(({ settings }) => settings);
  const [data] = readToLearn([corpus], firstSettings, options);
  if (!multiLabel) requireFewClasses(data.labels.length);
  requireMeasurable(by, data.labels, binary, multiLabel);
  const strata = multiLabel ? { ...data, ...labelStrata(data) } : data;
  const protocol = { kind: "folds", folds, repeats, seed } as const;
  const { splits } = splitsFor(corpus, strata, protocol, firstSettings[0], options, data);
  if (grid === undefined) append(lists, laterCandidates(given, data.ids.length, sumOf(data.x.values)));

  const limit = minutes * 60_000;
  const trials = grid === undefined ? 1 : sumOf(lists.map((list) => list.length)) * splits.length;
  const tell = followed(options, grid === undefined ? "searching" : "testing", trials);
  let done = 0;
  const isLate = grid === undefined ? () => performance.now() >= start + limit : undefined;
  const onTrial = (share: number) => {
    if (share === 1) done++;
    tell(grid === undefined ? Math.min(1, (performance.now() - start) / limit) : done + (share % 1));
  };
  const racing = { splits, by, measure: { binary, seed, multiLabel, jobs }, isLate, onTrial };
  const { finished, untried, tested } = await raceAll(corpus, data, lists, racing, options);
  return {
    by,
    /** Candidates that were not tested for lack of time. */
    untried,
    /** Number of candidates that were tested on one fold at least. */
    tested,
    /** The candidates that were tested on all folds, best first; of equally good ones, that with fewer terms. */
    candidates: finished.map((one) => ({ ...one, ...figuresOf(one.scores, by, splits[0]) })),
    documents: data.ids.length,
    /** Number of classes, with `multiLabel` of labels. */
    classes: (multiLabel ? labelSets(data) : data).labels.length,
    /** Number of folds; lower than requested if there are too few documents. */
    folds: fittingFolds(protocol.folds, data.ids.length),
  };
}

/**
 * Tests lists of candidates, one list after the other.
 *
 * @param data the documents with the terms of the first list
 * @returns the candidates that were tested on all folds, best first, those that were not tested, and how many were tested
 * @throws the first error of a candidate, if none can learn from the documents
 */
async function raceAll(
  corpus: Corpus,
  data: TermDataset,
  lists: readonly (readonly Candidate[])[],
  racing: RaceOptions,
  { jobs, signal, onBest }: TuneCorpusOptions,
) {
  const { by, isLate } = racing;
  const isSearch = isLate !== undefined;
  const finished: CandidateScores[] = [];
  const untried: Candidate[] = [];
  let tested = 0;
  let best: CandidateScores | undefined;
  let refusal: Error | undefined;
  for (const list of lists) {
    const candidates = isSearch && isLoss(by) ? list.map(calibrated) : list;
    if (isLate?.() && finished.length > 0) {
      append(untried, candidates);
      continue;
    }
    const following = { jobs, signal, ...readingFor(candidates.map(({ settings }) => settings)) };
    const rows = list === lists[0] ? data : readCorpus(corpus, candidates[0].settings, following);
    const outcome = await race(rows, candidates, finished.length === 0, racing);
    append(finished, outcome.finished);
    append(untried, outcome.untried);
    tested += candidates.length - outcome.untried.length;
    refusal ??= outcome.refusal;
    const [now] = bestFirst(finished, by);
    if (isSearch && now !== undefined && now !== best) onBest?.(now);
    best = now;
  }
  if (finished.length === 0) throw refusal;
  return { finished: bestFirst(finished, by), untried, tested };
}

/** Returns the candidate with calibrated probabilities, because the measure depends on them. */
function calibrated({ settings, ...candidate }: Candidate): Candidate {
  return { ...candidate, settings: { ...settings, calibrate: settings.calibrate ?? "temperature" } };
}

/**
 * Returns the mean of scores with its interval. The interval of a loss is clipped only at 0, because losses can exceed
 * 1.
 */
function figuresOf(scores: readonly number[], by: Measure, { train, test }: Split) {
  const half = halfWidth(scores, test.length / train.length);
  const ofLoss: Interval = [Math.max(0, mean(scores) - half), mean(scores) + half];
  return { mean: mean(scores), interval: isLoss(by) ? ofLoss : resampledInterval(scores, test.length, train.length) };
}
