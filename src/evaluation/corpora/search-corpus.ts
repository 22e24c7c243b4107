import { performance } from "node:perf_hooks";
import { DataError } from "../../base/errors.js";
import { followed } from "../../base/following.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { requireFewClasses } from "../../model/fitting/class-limit.js";
import type { PresetName } from "../../model/options.js";
import { labelStrata } from "../labels/label-strata.js";
import { requireMeasurable, usualMeasure } from "../metrics/measure.js";
import { presetCandidate, searchCandidates } from "../search/candidates.js";
import { Contender } from "../search/contender.js";
import { firstSampleOf } from "../search/samples.js";
import { type Search, search } from "../search/search.js";
import { dataOfView } from "../search/text-views.js";
import { TrialPool } from "../search/trial-pool.js";
import { type Readings, readForSearch } from "./readings.js";
import { foldedFor, type TuneCorpusOptions, type TunedCorpus, tunedCorpus } from "./tuned-corpus.js";

/** Time reserved for the work after the search: the smaller of these milliseconds and this share of the limit. */
const MAX_TO_PRINT = 1500;
const SHARE_TO_PRINT = 0.1;

/** Maximum share of the remaining time for reading the corpus again. */
const TIME_TO_READ = 0.15;

/**
 * Reads a corpus and searches the best settings for it in worker threads, within the time limit of the options.
 *
 * @throws the errors of `tuneCorpus`
 */
export async function searchCorpus(corpus: Corpus, options: TuneCorpusOptions): Promise<TunedCorpus> {
  const { multiLabel, by = usualMeasure(multiLabel), binary, seed = 1, jobs = 1, minutes = 2, signal } = options;
  const limit = minutes * 60_000;
  const until = performance.now() + limit - Math.min(MAX_TO_PRINT, SHARE_TO_PRINT * limit);
  const readings = readForSearch(corpus, options);
  const { labels } = readings.data;
  if (!multiLabel) requireFewClasses(labels.length);
  requireMeasurable(by, labels, binary, multiLabel);
  const folded = foldedFor(corpus, readings.data, readings.settings, options);
  const pool = new TrialPool(jobs, { by, measure: { binary, seed, multiLabel } });
  const stop = () => pool.stop();
  const timer = setTimeout(stop, Math.max(0, until - performance.now()));
  signal?.addEventListener("abort", stop);
  try {
    return await searchWith(pool, readings, folded, until, options);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    pool.stop();
  }
}

/** Searches with the threads of a pool. @param until when the search must end, by `performance.now()` */
async function searchWith(
  pool: TrialPool,
  readings: Readings,
  { splits, folds }: ReturnType<typeof foldedFor>,
  until: number,
  options: TuneCorpusOptions,
): Promise<TunedCorpus> {
  const { multiLabel, by = usualMeasure(multiLabel), seed = 1, text, classWeight, onBest } = options;
  const strata = multiLabel ? labelStrata(readings.data) : readings.data;
  const data = pool.add(readings.data);
  const weight = classWeight && { classWeight };
  const candidates = searchCandidates({ ...readings.plan.read, size: data.vocabulary.size });
  const contenders = candidates.map((candidate) => new Contender({ ...candidate, ...weight }));
  // The preset `fast` is tried first, and the slow preset last: see `SearchOptions.late`.
  const fast = contenderFor("fast", pool, readings, until) ?? [];
  const start = performance.now();
  const tellDone = followed(options, "searching", until - start);
  const found = await search([fast, contenders].flat(), strata.y, splits, pool, {
    by,
    seed,
    until,
    firstSample: firstSampleOf({ x: data.x, labels: strata.labels }),
    now: () => performance.now(),
    onBest(best) {
      onBest?.({ ...best, settings: () => readings.settingsOf(best.candidate) });
      tellDone(performance.now() - start);
    },
    late: () => contenderFor(text?.as === "mail" ? "mail-best" : "best", pool, readings, until),
  });
  const { tuning, ...progress } = requireFound(found, readings, options);
  const { candidate } = tuning.chosen;
  const settings = readings.settingsOf(candidate);
  // Needed only if a test corpus follows.
  const train = () => (candidate.preset === undefined ? dataOfView(data, candidate) : readings.again(settings));
  const tuned = tunedCorpus(tuning, settings, data, folds, options, train);
  return { ...tuned, search: { ...progress, tooLarge: readings.plan.omitted } };
}

/**
 * Returns a preset as a candidate. If its terms were not read, reads the corpus again for it.
 *
 * @returns undefined if the preset excludes a setting that the user chose, or reading would take too long
 */
function contenderFor(preset: PresetName, pool: TrialPool, readings: Readings, until: number): Contender | undefined {
  const settings = readings.settingsOfPreset(preset);
  if (settings === undefined) return undefined;
  const candidate = presetCandidate(preset, settings);
  if (readings.hasTermsOf(settings)) return new Contender(candidate);
  if (readings.milliseconds >= TIME_TO_READ * (until - performance.now())) return undefined;
  // The number of the reading that is added next.
  const number = pool.readings;
  pool.add(readings.again(settings));
  return new Contender(candidate, number);
}

/** @throws the reason of the signal if the search was stopped; DataError if there was no time to test a candidate. */
function requireFound(found: Search | undefined, { milliseconds }: Readings, options: TuneCorpusOptions): Search {
  const { signal, minutes = 2 } = options;
  if (signal?.aborted) throw signal.reason;
  if (found !== undefined) return found;
  throw new DataError(
    `no candidate could be tested in ${minutes} minutes; reading the documents took ${(milliseconds / 1000).toFixed(1)} s: allow more time`,
  );
}
