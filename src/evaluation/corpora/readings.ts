import { performance } from "node:perf_hooks";
import { UsageError } from "../../base/errors.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { type CorpusData, readCorpus } from "../../features/corpus/read-corpus.js";
import type { PresetName, TrainOptions } from "../../model/options.js";
import { readingFor, readToLearn } from "../../model/reading.js";
import { type Settings, settingsFrom } from "../../model/settings.js";
import { sizeOf } from "../search/corpus-size.js";
import { type ReadingPlan, readingPlan } from "../search/reading-plan.js";
import type { Candidate } from "../studies/tuning-grid.js";
import { TEXT_SETTINGS, type TuneCorpusOptions } from "./tuned-corpus.js";

/** The readings of a corpus for a search. The first serves all candidates; a preset with other terms needs its own. */
export class Readings {
  /** What the first reading contains. */
  readonly plan: ReadingPlan;
  /** The settings of the first reading. */
  readonly settings: Settings;
  /** The first reading. */
  readonly data: CorpusData;
  /** How long it took. */
  readonly milliseconds: number;
  readonly #corpus: Corpus;
  readonly #options: TuneCorpusOptions;
  /** What the user chose for all models. */
  readonly #given: TrainOptions;
  /** What all candidates but presets have. */
  readonly #base: TrainOptions;

  /** Reads the corpus. @throws the errors of `tuneCorpus` */
  constructor(corpus: Corpus, options: TuneCorpusOptions) {
    const { text = {}, classWeight, multiLabel } = options;
    this.#corpus = corpus;
    this.#options = options;
    this.plan = readingPlan(sizeOf(corpus), text);
    this.#given = { ...text, ...(classWeight && { classWeight }), multiLabel };
    this.#base = { ...this.plan.base, ...this.#given };
    this.settings = settingsFrom({ ...this.#base, ...this.plan.settings });
    const start = performance.now();
    [this.data] = readToLearn([corpus], [this.settings], options);
    this.milliseconds = performance.now() - start;
  }

  /** Reads the corpus again, with other settings. */
  again(settings: Settings): CorpusData {
    const { jobs = 1, signal } = this.#options;
    return readCorpus(this.#corpus, settings, { jobs, signal, ...readingFor([settings]) });
  }

  /** Returns the settings of a model with a candidate. */
  settingsOf({ preset, ...candidate }: Candidate): Settings {
    const { calibrate } = candidate;
    return settingsFrom(preset === undefined ? { ...this.#base, ...candidate } : { ...this.#given, calibrate, preset });
  }

  /** Returns the settings of a preset, or undefined if it excludes some that the user chose. */
  settingsOfPreset(preset: PresetName): Settings | undefined {
    try {
      return settingsFrom({ ...this.#given, preset });
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  }

  /** Whether the first reading has the terms of other settings. */
  hasTermsOf(other: Settings): boolean {
    const names = [...TEXT_SETTINGS, "wordRules", "ngramBytes"] as (keyof Settings)[];
    const textOf = (settings: Settings) => JSON.stringify(names.map((name) => settings[name]));
    const words = { ...this.settings, charNgrams: null, textNgrams: undefined };
    return other.ngrams[1] <= this.settings.ngrams[1] && textOf(other) === textOf(words);
  }
}
