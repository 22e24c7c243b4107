import type { ClassWeight } from "../../classifiers/wrappers/balanced.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { labelSets } from "../../documents/label-sets.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { testFold } from "../../model/fitting/split-folds.js";
import type { Split } from "../../model/fitting/splits.js";
import type { PresetName, TrainOptions } from "../../model/options.js";
import { type CorpusFollowing, readToTest } from "../../model/reading.js";
import { resolve, type Settings } from "../../model/settings.js";
import { type Evaluation, evaluate } from "../evaluate.js";
import { labelStrata } from "../labels/label-strata.js";
import type { BinaryOptions } from "../metrics/binary-metrics.js";
import type { Measure } from "../metrics/measure.js";
import { fittingFolds } from "../protocols/protocol.js";
import { type FollowedSplits, measuringSplits } from "../protocols/protocol-splits.js";
import type { Standing } from "../search/round.js";
import type { Search } from "../search/search.js";
import type { Tuning } from "../studies/tuning.js";
import type { Grid } from "../studies/tuning-grid.js";

/** The settings that define the terms of a document. */
export const TEXT_SETTINGS = [
  ...(["as", "fields", "strip", "encoding", "tokens", "takeHalf", "tokenLength"] as const),
  ...(["stopWords", "stem", "charNgrams", "textNgrams", "rawNgrams", "segment"] as const),
] as const;

/** Choices of these settings. */
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
  /** Whether all classes weigh the same in training, for all candidates: see `TrainOptions`. Default: they do not. */
  readonly classWeight?: ClassWeight | undefined;
  /** Called when a search finds a candidate that is better than all before. */
  readonly onBest?: ((best: BestSoFar) => void) | undefined;
}

/** The best candidate of a search so far. */
export interface BestSoFar extends Standing {
  /** Returns the settings of a model with this candidate. */
  readonly settings: () => Settings;
}

/** The candidates that a search tried, and the kinds of terms that it left out. */
export interface SearchSummary extends Omit<Search, "tuning"> {
  /** Kinds of terms that were left out because the corpus is too large. Phrases for the user. */
  readonly tooLarge: readonly string[];
}

/** The result of `tuneCorpus`. */
export interface TunedCorpus {
  /** The results of the candidates. */
  readonly tuning: Tuning;
  /** The chosen settings. */
  readonly settings: Settings;
  /** The preset with exactly these settings, if there is one. */
  readonly preset: PresetName | undefined;
  readonly documents: number;
  /** Number of classes, with `multiLabel` of labels. */
  readonly classes: number;
  /** Number of folds; lower than requested if there are too few documents. */
  readonly folds: number;
  /** How the search went; undefined for a grid. */
  readonly search?: SearchSummary | undefined;
  /** Trains on the whole corpus with the chosen settings, and tests on another corpus. */
  readonly testOn: (corpus: Corpus, following?: CorpusFollowing) => Evaluation;
}

/**
 * Splits the corpus into the folds on which candidates are compared, and tells `onSplits`.
 *
 * @returns a split for each fold of each repeat, and the number of folds; lower than requested if there are too few
 *   documents
 */
export function foldedFor(
  corpus: Corpus,
  data: CorpusData,
  settings: Settings,
  options: TuneCorpusOptions,
): { readonly splits: readonly Split[]; readonly folds: number } {
  const { folds: wanted = 5, repeats = 1, seed = 1, multiLabel } = options;
  const strata = multiLabel ? { ...data, ...labelStrata(data) } : data;
  const { splits } = measuringSplits(
    corpus,
    strata,
    { kind: "folds", folds: wanted, repeats, seed },
    settings,
    options,
    data,
  );
  return { splits, folds: fittingFolds(wanted, data.ids.length) };
}

/**
 * Describes the result of tuning.
 *
 * @param settings the chosen ones
 * @param data the corpus as it was read for all candidates
 * @param folds the number of folds
 * @param train returns the corpus as the chosen settings read it; called only by `testOn`
 */
export function tunedCorpus(
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
    const calibrate = settings.calibrate ?? undefined;
    return evaluate([testFold(learned, test, rules)], classifier, test.labels, { seed, calibrate });
  };
  const { preset } = tuning.chosen.candidate;
  const { length: classes } = (multiLabel ? labelSets(data) : data).labels;
  return { tuning, settings, preset, documents: data.ids.length, classes, folds, testOn };
}
