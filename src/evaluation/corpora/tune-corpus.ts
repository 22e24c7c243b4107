import type { Corpus } from "../../documents/corpora/corpus.js";
import { readToLearn } from "../../model/reading.js";
import { settingsFrom } from "../../model/settings.js";
import { usualMeasure } from "../metrics/measure.js";
import { tune, withNgrams } from "../studies/tune.js";
import { candidatesOf, type Grid, widestNgrams } from "../studies/tuning-grid.js";
import { searchCorpus } from "./search-corpus.js";
import { foldedFor, type TuneCorpusOptions, type TunedCorpus, tunedCorpus } from "./tuned-corpus.js";

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
  // One reading serves all candidates: shorter n-grams are some of the columns of the widest ones.
  const reading = settingsFrom({ ...text, ngrams: widestNgrams(candidates) });
  const [data] = readToLearn([corpus], [reading], options);
  const folded = foldedFor(corpus, data, reading, options);
  const measure = { binary, seed, multiLabel };
  const tuning = tune(data, folded.splits, candidates, { by, measure, onProgress, signal });
  const settings = settingsFrom({ ...text, ...tuning.chosen.candidate });
  const asSettingsRead = () => withNgrams(data, settings.ngrams);
  return tunedCorpus(tuning, settings, data, folded.folds, options, asSettingsRead);
}
