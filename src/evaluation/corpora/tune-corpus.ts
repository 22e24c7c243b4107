import { performance } from "node:perf_hooks";
import { DataError, UsageError } from "../../base/errors.js";
import { followed } from "../../base/following.js";
import type { ClassWeight } from "../../classifiers/wrappers/balanced.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { labelSets } from "../../documents/label-sets.js";
import { type CorpusData, readCorpus } from "../../features/corpus/read-corpus.js";
import { requireFewClasses } from "../../model/fitting/class-limit.js";
import { testFold } from "../../model/fitting/fold.js";
import type { Split } from "../../model/fitting/splits.js";
import type { PresetName, TrainOptions } from "../../model/options.js";
import { type CorpusFollowing, readingFor, readToLearn, readToTest } from "../../model/reading.js";
import { resolve, type Settings, settingsFrom } from "../../model/settings.js";
import { type Evaluation, evaluate } from "../evaluate.js";
import { labelStrata } from "../labels/label-strata.js";
import type { BinaryOptions } from "../metrics/binary-metrics.js";
import { type Measure, requireMeasurable, usualMeasure } from "../metrics/measure.js";
import { fittingFolds } from "../protocols/protocol.js";
import { type FollowedSplits, requireCommonClass, splitsFor } from "../protocols/protocol-splits.js";
import { presetCandidate, searchCandidates } from "../search/candidates.js";
import { Contender } from "../search/contender.js";
import { readingPlan, sizeOf } from "../search/reading-plan.js";
import type { Standing } from "../search/round.js";
import { firstSampleOf } from "../search/samples.js";
import { type Search, search } from "../search/search.js";
import { dataOfView } from "../search/text-views.js";
import { startTrialPool } from "../search/trial-pool.js";
import { type Tuning, tune, withNgrams } from "../studies/tune.js";
import { type Candidate, candidatesOf, type Grid, widestNgrams } from "../studies/tuning-grid.js";

/** The settings that define the terms of a document. */
export const TEXT_SETTINGS = [
  ...(["as", "fields", "strip", "encoding", "tokens", "takeHalf", "tokenLength"] as const),
  ...(["stopWords", "stem", "charNgrams", "textNgrams", "rawNgrams", "segment"] as const),
] as const;

export type TextChoices = Pick<TrainOptions, (typeof TEXT_SETTINGS)[number]>;

/** The options of `tuneCorpus`. */
export interface TuneCorpusOptions extends FollowedSplits {
  /** Tries all combinations of these values on all folds. Default: a search within `minutes`. */
  readonly grid?: Grid | undefined;
  /** Time limit of a search, in minutes. Default 2. */
  readonly minutes?: number | undefined;
  /** The measure to optimize. Default `"accuracy"`, with `multiLabel` `"micro-f1"`. */
  readonly by?: Measure | undefined;
  /** Options for measures of two classes. */
  readonly binary?: BinaryOptions | undefined;
  /** Number of folds, at least 2. Default 5. */
  readonly folds?: number | undefined;
  /** Number of times the folds are drawn. Default 1. */
  readonly repeats?: number | undefined;
  /** Seed of the folds and samples. Default 1. */
  readonly seed?: number | undefined;
  /** Settings that all candidates share. */
  readonly text?: TextChoices | undefined;
  /** Whether documents may have several labels. Default false. */
  readonly multiLabel?: boolean | undefined;
  readonly classWeight?: ClassWeight | undefined;
  /** Called when a search finds a candidate that is better than all before. */
  readonly onBest?: ((best: BestSoFar) => void) | undefined;
}

/** The best candidate of a search so far. */
export interface BestSoFar extends Standing {
  readonly settings: () => Settings;
}

/** What a search tried and left out. */
export interface SearchSummary extends Omit<Search, "tuning"> {
  /** Kinds of terms that were left out because the corpus is too large. Phrases for the user. */
  readonly tooLarge: readonly string[];
}

/** The result of `tuneCorpus`. */
export interface TunedCorpus {
  readonly tuning: Tuning;
  /** The chosen settings. */
  readonly settings: Settings;
  /** The preset with exactly these settings, if there is one. */
  readonly preset: PresetName | undefined;
  readonly documents: number;
  readonly classes: number;
  /** Number of folds; lower than requested if there are too few documents. */
  readonly folds: number;
  /** How the search went; undefined for a grid. */
  readonly search?: SearchSummary | undefined;
  /** Trains on the whole corpus with the chosen settings, and tests on another corpus. */
  readonly testOn: (corpus: Corpus, following?: CorpusFollowing) => Evaluation;
}

/**
 * Reads a corpus and finds the best settings by cross-validation on it. Without a grid, it searches methods, presets,
 * weightings, kinds of terms, smoothing and cost in worker threads (see `search`).
 *
 * @throws UsageError if an option is not allowed; DataError if there are fewer than two classes, or not enough time
 *   to test any candidate.
 */
export async function tuneCorpus(corpus: Corpus, options: TuneCorpusOptions = {}): Promise<TunedCorpus> {
  return options.grid === undefined ? searchCorpus(corpus, options) : tryGrid(corpus, options.grid, options);
}

/** Tries all combinations of a grid on all folds. */
function tryGrid(corpus: Corpus, grid: Grid, options: TuneCorpusOptions): TunedCorpus {
  const { multiLabel, by = usualMeasure(multiLabel), binary, seed = 1, classWeight, onProgress, signal } = options;
  const text = { ...options.text, multiLabel };
  const candidates = candidatesOf(grid).map((candidate) => ({ ...candidate, ...(classWeight && { classWeight }) }));
  const reading = settingsFrom({ ...text, ngrams: widestNgrams(candidates) });
  const [data] = readToLearn([corpus], [reading], options);
  const folded = foldedFor(corpus, data, reading, options);
  const measure = { binary, seed, multiLabel };
  const tuning = tune(data, folded.splits, candidates, { by, measure, onProgress, signal });
  const settings = settingsFrom({ ...text, ...tuning.chosen.candidate });
  return tunedCorpus(tuning, settings, data, folded.folds, options, () => withNgrams(data, settings.ngrams));
}

/** Time reserved for the work after the search: the smaller of these milliseconds and this share of the limit. */
const MAX_TO_PRINT = 1500;
const SHARE_TO_PRINT = 0.1;

/** Maximum share of the remaining time for reading the corpus again. */
const TIME_TO_READ = 0.15;

async function searchCorpus(corpus: Corpus, options: TuneCorpusOptions): Promise<TunedCorpus> {
  const { multiLabel, by = usualMeasure(multiLabel), binary, seed = 1, jobs = 1, minutes = 2, text = {} } = options;
  const { classWeight, onBest, signal } = options;
  const limit = minutes * 60_000;
  const until = performance.now() + limit - Math.min(MAX_TO_PRINT, SHARE_TO_PRINT * limit);
  const plan = readingPlan(sizeOf(corpus), text);
  const weight = classWeight && { classWeight };
  /** The settings that candidates and presets share; `base` are those of candidates. */
  const shared = { ...text, ...weight, multiLabel };
  const base = { ...plan.base, ...shared };
  const settings = settingsFrom({ ...base, ...plan.settings });
  const began = performance.now();
  const [read] = readToLearn([corpus], [settings], options);
  const readingTime = performance.now() - began;
  if (!multiLabel) requireFewClasses(read.labels.length);
  requireMeasurable(by, read.labels, binary, multiLabel);
  const strata = multiLabel ? labelStrata(read) : read;
  const { splits, folds } = foldedFor(corpus, read, settings, options);
  const pool = startTrialPool(jobs, { by, measure: { binary, seed, multiLabel } });
  const stop = () => pool.stop();
  const timer = setTimeout(stop, Math.max(0, until - performance.now()));
  signal?.addEventListener("abort", stop);
  try {
    const data = pool.add(read);
    let readings = 1;
    const readWith = (settings: Settings) => readCorpus(corpus, settings, { jobs, signal, ...readingFor([settings]) });
    const settingsOf = ({ preset, ...candidate }: Candidate): Settings => {
      const { calibrate } = candidate;
      return settingsFrom(preset === undefined ? { ...base, ...candidate } : { ...shared, calibrate, preset });
    };
    /** Returns the preset as a candidate, if the text options allow it. If its text differs, reads the corpus again. */
    const ofPreset = (preset: PresetName): Contender | undefined => {
      let presetSettings: Settings;
      try {
        presetSettings = settingsFrom({ ...shared, preset });
      } catch (error) {
        if (error instanceof UsageError) return undefined;
        throw error;
      }
      const candidate = presetCandidate(preset, presetSettings);
      if (isSameText(presetSettings, settings)) return new Contender(candidate);
      if (readingTime >= TIME_TO_READ * (until - performance.now())) return undefined;
      pool.add(readWith(presetSettings));
      return new Contender(candidate, readings++);
    };
    const candidates = searchCandidates({ ...plan.read, size: data.vocabulary.size });
    const contenders = candidates.map((candidate) => new Contender({ ...candidate, ...weight }));
    const fast = ofPreset("fast");
    const start = performance.now();
    const tellDone = followed(options, "searching", until - start);
    const found = await search(fast === undefined ? contenders : [fast, ...contenders], strata.y, splits, pool, {
      by,
      seed,
      until,
      firstSample: firstSampleOf({ x: data.x, labels: strata.labels }),
      now: () => performance.now(),
      onBest(best) {
        onBest?.({ ...best, settings: () => settingsOf(best.candidate) });
        tellDone(performance.now() - start);
      },
      late: () => ofPreset(shared.as === "mail" ? "mail-best" : "best"),
    });
    if (signal?.aborted) throw signal.reason;
    if (found === undefined) {
      throw new DataError(
        `no candidate could be tested in ${minutes} minutes; reading the documents took ${(readingTime / 1000).toFixed(1)} s: allow more time`,
      );
    }
    const { tuning, ...progress } = found;
    const { candidate } = tuning.chosen;
    const chosen = settingsOf(candidate);
    const train = () => (candidate.preset === undefined ? dataOfView(data, candidate) : readWith(chosen));
    return {
      ...tunedCorpus(tuning, chosen, data, folds, options, train),
      search: { ...progress, tooLarge: plan.omitted },
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    pool.stop();
  }
}

/** Splits the corpus into the folds for comparing candidates. */
function foldedFor(
  corpus: Corpus,
  data: CorpusData,
  settings: Settings,
  { folds: wanted = 5, repeats = 1, seed = 1, multiLabel, onSplits }: TuneCorpusOptions,
): { readonly splits: readonly Split[]; readonly folds: number } {
  const folds = fittingFolds(wanted, data.ids.length);
  const strata = multiLabel ? { ...data, ...labelStrata(data) } : data;
  const found = splitsFor(corpus, strata, { kind: "folds", folds: wanted, repeats, seed }, settings);
  requireCommonClass(found);
  onSplits?.(found, data);
  return { splits: found.splits, folds };
}

function tunedCorpus(
  tuning: Tuning,
  settings: Settings,
  data: CorpusData,
  folds: number,
  { seed = 1, jobs, multiLabel }: TuneCorpusOptions,
  train: () => CorpusData,
): TunedCorpus {
  const testOn = (corpus: Corpus, following: CorpusFollowing = {}) => {
    const learned = train();
    const test = readToTest(learned, corpus, settings, { jobs, ...following });
    const { rules, classifier } = resolve(settings);
    const { calibrate } = settings;
    return evaluate([testFold(learned, test, rules)], classifier, test.labels, {
      seed,
      calibrate: calibrate ?? undefined,
    });
  };
  const { preset } = tuning.chosen.candidate;
  const { length: classes } = (multiLabel ? labelSets(data) : data).labels;
  return { tuning, settings, preset, documents: data.ids.length, classes, folds, testOn };
}

/** Whether the terms of a preset are among the terms that candidates share. */
function isSameText(preset: Settings, shared: Settings): boolean {
  const names = [...TEXT_SETTINGS, "wordRules", "ngramBytes"] as (keyof Settings)[];
  const textOf = (settings: Settings) => JSON.stringify(names.map((name) => settings[name]));
  const words = { ...shared, charNgrams: null, textNgrams: undefined };
  return preset.ngrams[1] <= shared.ngrams[1] && textOf(preset) === textOf(words);
}
