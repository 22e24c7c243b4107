import { performance } from "node:perf_hooks";
import { UsageError } from "../../base/errors.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { type CorpusData, readCorpus } from "../../features/corpus/read-corpus.js";
import type { PresetName, TrainOptions } from "../../model/options.js";
import { readingFor, readToLearn } from "../../model/reading.js";
import { type Settings, settingsFrom } from "../../model/settings.js";
import { sizeOf } from "../search/corpus-size.js";
import { readingPlan } from "../search/reading-plan.js";
import type { Candidate } from "../studies/tuning-grid.js";
import { TEXT_SETTINGS, type TuneCorpusOptions } from "./tuned-corpus.js";

/** The first reading of a corpus, and functions for the readings and settings that a search needs. */
export type Readings = ReturnType<typeof readForSearch>;

/**
 * Reads a corpus for a search. This first reading serves all candidates; a preset with other terms needs its own.
 *
 * @throws the errors of `tuneCorpus`
 */
export function readForSearch(corpus: Corpus, options: TuneCorpusOptions) {
  const { text = {}, classWeight, multiLabel, jobs = 1, signal } = options;
  const plan = readingPlan(sizeOf(corpus), text);
  /** The options that the user chose for all models. */
  const given: TrainOptions = { ...text, ...(classWeight && { classWeight }), multiLabel };
  /** The options of all candidates except presets, which have their own words. */
  const base: TrainOptions = { ...plan.base, ...given };
  // The n-grams of the plan are the widest of any candidate. Each candidate has its own, so they are not in `base`.
  const settings = settingsFrom({ ...base, ...plan.settings });
  const start = performance.now();
  const [data] = readToLearn([corpus], [settings], options);
  return {
    /** How the first reading was made: its terms, and the kinds of terms that were left out. */
    plan,
    /** The settings of the first reading, and the data. */
    settings,
    data,
    /** How long the first reading took. An estimate for the next one. */
    milliseconds: performance.now() - start,
    /** Reads the corpus again, with other settings. */
    again: (other: Settings): CorpusData => readCorpus(corpus, other, { jobs, signal, ...readingFor([other]) }),
    /** Returns the settings of a model with a candidate. */
    settingsOf({ preset, ...candidate }: Candidate): Settings {
      const { calibrate } = candidate;
      return settingsFrom(preset === undefined ? { ...base, ...candidate } : { ...given, calibrate, preset });
    },
    /** Returns the settings of a preset, or undefined if it excludes some that the user chose. */
    settingsOfPreset(preset: PresetName): Settings | undefined {
      try {
        return settingsFrom({ ...given, preset });
      } catch (error) {
        if (error instanceof UsageError) return undefined;
        throw error;
      }
    },
    /** Whether the first reading has the terms of other settings. Always false for settings with n-grams of characters. */
    hasTermsOf(other: Settings): boolean {
      const names = [...TEXT_SETTINGS, "wordRules", "ngramBytes"] as (keyof Settings)[];
      const textOf = (of: Settings) => JSON.stringify(names.map((name) => of[name]));
      // The first reading without its n-grams of characters. Narrower n-grams of words are among its wider ones.
      const words = { ...settings, charNgrams: null, textNgrams: undefined };
      return other.ngrams[1] <= settings.ngrams[1] && textOf(other) === textOf(words);
    },
  };
}
