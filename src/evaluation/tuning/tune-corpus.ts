import { type Following, followed } from "../../base/following.js";
import { append, groupedBy, largest, smallest, sumOf } from "../../base/lists.js";
import type { ClassWeight } from "../../classifiers/wrappers/balanced.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { labelSets } from "../../documents/label-cells.js";
import { type CorpusData, readCorpus } from "../../features/corpus/read-corpus.js";
import { withColumns } from "../../features/dataset.js";
import { ngramColumns } from "../../features/term-kinds.js";
import { testFold } from "../../model/fitting/split-folds.js";
import { requireFewClasses } from "../../model/fitting/splits.js";
import type { TrainOptions } from "../../model/options.js";
import { type CorpusFollowing, readingFor, readToLearn, readToTest } from "../../model/reading.js";
import { resolve, type Settings } from "../../model/settings.js";
import { type Evaluation, evaluate } from "../evaluate.js";
import { labelStrata } from "../labels/evaluate-labels.js";
import type { BinaryOptions } from "../metrics/binary-metrics.js";
import { isLoss, type Measure, requireMeasurable, usualMeasure } from "../metrics/measure.js";
import { fittingFolds } from "../protocols/protocol.js";
import { type FollowedSplits, measuringSplits } from "../protocols/protocol-splits.js";
import { type Candidate, firstReading, laterReadings, neighboursOf, type Reading } from "./candidates.js";
import { candidatesOf, type Grid } from "./grid.js";
import { Race, type RaceOptions } from "./race.js";
import { type CandidateScores, type Tuning, tuningOf } from "./ranking.js";

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
  /** Without a grid, starts no new candidate after this number of minutes. Default 2. */
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

/** How candidates were tried without a grid. */
export interface SearchSummary {
  /** Number of candidates that were tested, on one fold at least, and how many of them on all folds. */
  readonly tested: number;
  readonly finished: number;
  /** Candidates that were not tested for lack of time. */
  readonly untried: readonly Candidate[];
  /** Kinds of terms that were left out because the corpus is too large. Phrases for the user. */
  readonly tooLarge: readonly string[];
}

/** The result of `tuneCorpus`. */
export interface TunedCorpus {
  /** The candidates that were tested on all folds. */
  readonly tuning: Tuning;
  readonly documents: number;
  /** Number of classes, with `multiLabel` of labels. */
  readonly classes: number;
  /** Number of folds; lower than requested if there are too few documents. */
  readonly folds: number;
  /** Undefined for a grid. */
  readonly search?: SearchSummary | undefined;
  /** Trains on the whole corpus with the chosen settings, and tests on another corpus. */
  readonly testOn: (corpus: Corpus, following?: CorpusFollowing) => Evaluation;
}

/**
 * Reads a corpus and finds the best settings by cross-validation on it. With a grid, tests all combinations on all folds,
 * and chooses by the one-standard-error rule. Without one, tests methods, presets, weightings and kinds of terms, drops the
 * worse half after each fold, tries neighbours of the best, and chooses the best.
 *
 * Scores are those of `evaluate` on a corpus read with the settings of the candidate.
 *
 * @throws UsageError if an option is not allowed; DataError if there are fewer than two classes, or no candidate can
 *   learn from the documents.
 */
export async function tuneCorpus(corpus: Corpus, options: TuneCorpusOptions = {}): Promise<TunedCorpus> {
  const { grid, multiLabel, by = usualMeasure(multiLabel), binary, seed = 1, repeats = 1, classWeight, jobs } = options;
  const until = performance.now() + (options.minutes ?? 2) * 60_000;
  const given = { ...options.text, ...(classWeight && { classWeight }), multiLabel };
  const first = grid === undefined ? forMeasure(firstReading(given), by) : gridReading(candidatesOf(grid, given));
  const [data] = readToLearn([corpus], [first.settings, ...settingsIn(first)], options);
  if (!multiLabel) requireFewClasses(data.labels.length);
  requireMeasurable(by, data.labels, binary, multiLabel);
  const strata = multiLabel ? { ...data, ...labelStrata(data) } : data;
  const protocol = { kind: "folds", folds: options.folds ?? 5, repeats, seed } as const;
  const found = measuringSplits(corpus, strata, protocol, first.settings, options, data);
  const { splits } = found;
  const race = { splits, by, measure: { binary, seed, multiLabel, jobs }, until };
  const { scores, search } =
    grid === undefined
      ? await searched(corpus, data, first, race, given, options)
      : await gridTested(data, first.candidates, race, options);
  const documents = { train: splits[0].train.length, test: splits[0].test.length };
  const tuning = tuningOf(by, documents, scores, search !== undefined);
  const { settings } = tuning.chosen.candidate;
  return {
    tuning,
    documents: data.ids.length,
    classes: (multiLabel ? labelSets(data) : data).labels.length,
    folds: fittingFolds(protocol.folds, data.ids.length),
    search,
    testOn(other, following = {}) {
      const train = readCorpus(corpus, settings, { jobs, ...readingFor([settings]) });
      const test = readToTest(train, other, settings, { jobs, ...following });
      const { rules, classifier } = resolve(settings);
      const calibrate = settings.calibrate ?? undefined;
      return evaluate([testFold(train, test, rules)], classifier, test.labels, { seed, calibrate, jobs });
    },
  };
}

type RaceBasics = Pick<RaceOptions, "splits" | "by" | "measure" | "until">;

/** Tests all candidates of a grid on all folds. */
async function gridTested(data: CorpusData, all: readonly Candidate[], basics: RaceBasics, following: Following) {
  const tell = followed(following, "testing", all.length * basics.splits.length);
  let done = 0;
  const onTrial = (share: number) => tell(share < 1 ? done + share : ++done);
  const race = new Race({ ...basics, isOpen: false, onTrial });
  // The corpus was read once: shorter n-grams are some of the columns of the widest ones.
  for (const alike of groupedBy(all, ({ settings }) => settings.ngrams.join("-")).values()) {
    const [from, to] = alike[0].settings.ngrams;
    await race.run(withColumns(data, ngramColumns(data.vocabulary, from, to)), alike);
  }
  return { scores: race.finished, search: undefined };
}

/** Maximum number of times that neighbours of the best candidate are tried in one reading. */
const STEPS = 4;

/** Tests the candidates of one reading after another, each time with neighbours of the best, until time is up. */
async function searched(
  corpus: Corpus,
  data: CorpusData,
  first: Reading,
  basics: RaceBasics,
  given: TrainOptions,
  { jobs, signal, onProgress, onBest }: TuneCorpusOptions,
) {
  const start = performance.now();
  const tell = followed({ signal, onProgress }, "searching", 1);
  const onTrial = () => tell(Math.min(1, (performance.now() - start) / (basics.until - start)));
  const race = new Race({ ...basics, isOpen: true, onTrial });
  const { readings, tooLarge } = laterReadings(given, data.ids.length, sumOf(data.x.values));
  let best: CandidateScores | undefined;
  for (const reading of [first, ...readings.map((one) => forMeasure(one, basics.by))]) {
    if (reading !== first && race.isLate) {
      append(race.untried, reading.candidates);
      continue;
    }
    const all = [reading.settings, ...settingsIn(reading)];
    const rows = reading === first ? data : readCorpus(corpus, reading.settings, { jobs, signal, ...readingFor(all) });
    let candidates = reading.candidates;
    for (let step = 0; step <= STEPS && (step === 0 || !race.isLate); step++) {
      await race.run(rows, candidates);
      const { best: now } = race;
      if (now === undefined || now === best) break;
      best = now;
      onBest?.(best);
      candidates = neighboursOf(best.candidate);
    }
  }
  const { finished, tested, untried } = race;
  return { scores: finished, search: { tested, finished: finished.length, untried, tooLarge } };
}

/** Returns the reading with all n-grams of the candidates of a grid. */
function gridReading(candidates: readonly Candidate[]): Reading {
  const ranges = candidates.map(({ settings }) => settings.ngrams);
  const widest = [smallest(ranges.map(([from]) => from)), largest(ranges.map(([, to]) => to))] as const;
  return { settings: { ...candidates[0].settings, ngrams: widest }, candidates };
}

/** Returns the reading with calibrated candidates if the measure depends on the probabilities. */
function forMeasure({ settings: read, candidates }: Reading, by: Measure): Reading {
  if (!isLoss(by)) return { settings: read, candidates };
  const calibrated = ({ settings, ...candidate }: Candidate): Candidate => {
    return { ...candidate, settings: { ...settings, calibrate: settings.calibrate ?? "temperature" } };
  };
  return { settings: read, candidates: candidates.map(calibrated) };
}

function settingsIn({ candidates }: Reading): Settings[] {
  return candidates.map(({ settings }) => settings);
}
