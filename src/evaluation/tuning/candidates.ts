import { orElse } from "../../base/errors.js";
import { TF_IDF } from "../../features/weighting.js";
import type { PresetName, TrainOptions } from "../../model/options.js";
import { PRESET_WORDS } from "../../model/presets.js";
import { type Settings, settingsFrom } from "../../model/settings.js";

/** A combination of settings to try. */
export interface Candidate {
  readonly settings: Settings;
  /** The preset with these settings, if the candidate is a preset. */
  readonly preset?: PresetName | undefined;
}

/** Candidates that use the same terms, so that the corpus is read once for all of them. */
export interface Reading {
  /** How to read the corpus. */
  readonly settings: Settings;
  readonly candidates: readonly Candidate[];
}

/** The kinds of terms. */
type Terms = "words" | "pairs" | "characters";

const EVERY: readonly Terms[] = ["words", "pairs", "characters"];
const OF_WORDS: readonly Terms[] = ["words", "pairs"];
const PRESENCE = { tf: "binary", norm: "l2" } as const;
const RARE_PRESENCE = { alpha: 0.01, tf: "binary", idf: "smooth", norm: "l2" } as const;

/** The candidates, with the terms that each is tried on. To add a candidate, add a line. */
const ROWS: readonly (readonly [terms: readonly Terms[], choices: TrainOptions])[] = [
  [EVERY, { classifier: "complement", alpha: 0.1, tf: "sqrt", norm: "l2" }],
  [["words"], { classifier: "complement", alpha: 0.3 }],
  [OF_WORDS, { classifier: "multinomial", alpha: 0.1 }],
  [OF_WORDS, { classifier: "multinomial", alpha: 0.01, ...TF_IDF }],
  [OF_WORDS, { classifier: "multinomial", alpha: 0.03, emphasis: 8, temper: 1, tf: "binary" }],
  [["characters"], { classifier: "multinomial", alpha: 0.1, tf: "binary" }],
  [["words"], { classifier: "bernoulli", alpha: 0.1 }],
  [["words"], { classifier: "linear-svm", cost: 0.3, ...TF_IDF }],
  [EVERY, { classifier: "linear-svm", cost: 1, ...TF_IDF }],
  [EVERY, { classifier: "linear-svm", cost: 0.3, ...PRESENCE }],
  [EVERY, { classifier: "nb-svm", cost: 0.3, ...RARE_PRESENCE }],
  [["words"], { classifier: "logistic-regression", cost: 10, ...TF_IDF }],
  [["words"], { classifier: "nearest-neighbours", k: 20 }],
];

/** The terms of all candidates that are not presets: the words of `fast` and `best`, or those of mail. */
const MAIL_WORDS: TrainOptions = { as: "mail", tokens: "inner", tokenLength: [3, 256] };

/** Maximum mean number of words of short documents. Only these are also tried with pairs and characters. */
const SHORT = 100;

/** Maximum number of matrix entries: about a third of a gigabyte, less if terms repeat within a document. */
const MAX_ENTRIES = 2.5e7;

/** Returns the reading with the candidates that are tried first. @param given the settings of all candidates */
export function firstReading(given: TrainOptions): Reading {
  return given.as === "mail"
    ? readingOf("pairs", { ...MAIL_WORDS, ...given, ngrams: [1, 2] })
    : readingOf("words", { ...PRESET_WORDS, ...given });
}

/**
 * Returns the readings after the first one. Presets are last, because they are slow.
 *
 * @param documents number of documents
 * @param words number of words in all of them
 * @returns the readings, and phrases for the kinds of terms that are left out because the corpus is too large
 */
export function laterReadings(given: TrainOptions, documents: number, words: number) {
  const isMail = given.as === "mail";
  const isShort = !isMail && words <= SHORT * documents;
  const hasOwnTerms = given.tokens === "none" || Boolean(given.charNgrams ?? given.textNgrams);
  const kinds: readonly (readonly [Terms, name: string, entries: number, TrainOptions])[] = [
    ["pairs", "pairs of words", 2 * words, { ngrams: [1, 2] }],
    // A word has about five characters, so this is five characters times four lengths.
    ["characters", "terms of characters", 20 * words, { tokens: "none", textNgrams: [1, 4] }],
  ];
  const wanted = isShort && !hasOwnTerms ? kinds : [];
  const ofTerms = wanted
    .filter(([, , entries]) => entries <= MAX_ENTRIES)
    .map(([terms, , , options]) => readingOf(terms, { ...PRESET_WORDS, ...given, ...options }));
  const presets = (isMail ? (["mail", "mail-best"] as const) : (["fast", "best"] as const)).flatMap((preset) => {
    // A preset may exclude settings that are given.
    const settings = orElse(() => settingsFrom({ ...given, preset }), undefined);
    return settings === undefined ? [] : { settings, candidates: [{ settings, preset }] };
  });
  return {
    readings: [...ofTerms, ...presets],
    tooLarge: wanted.filter(([, , entries]) => entries > MAX_ENTRIES).map(([, name]) => name),
  };
}

/** Returns the candidates for a kind of terms. */
function readingOf(terms: Terms, base: TrainOptions): Reading {
  const rows = ROWS.filter(([kinds]) => kinds.includes(terms));
  const candidates = rows.map(([, choices]) => ({ settings: settingsFrom({ ...base, ...choices }) }));
  return { settings: candidates[0].settings, candidates };
}

/** The values to try for smoothing or cost, each about three times the one before. One within 10 % counts as equal. */
const LADDER = [1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];

/** Lists the neighbours of a candidate: one step up or down in cost or smoothing, and without or with rare terms. */
export function neighboursOf({ settings, preset }: Candidate): Candidate[] {
  if (preset !== undefined) return [];
  const steps = (["cost", "alpha"] as const).flatMap((choice) => {
    const value = settings[choice];
    if (typeof value !== "number") return [];
    const below = LADDER.filter((step) => step < 0.9 * value).slice(-1);
    const above = LADDER.filter((step) => step > 1.1 * value).slice(0, 1);
    return [...below, ...above].map((step) => ({ [choice]: step }));
  });
  const changes = [...steps, { minDocuments: settings.minDocuments > 1 ? 1 : 2 }];
  return changes.map((change) => ({ settings: { ...settings, ...change } }));
}
