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

/** The kinds of terms. */
type Terms = "words" | "pairs" | "characters";

/** Terms of methods that are tried on every kind. */
const EVERY: readonly Terms[] = ["words", "pairs", "characters"];
/** Terms of methods that are tried on words and on pairs of them. */
const OF_WORDS: readonly Terms[] = ["words", "pairs"];
/** Whether a term occurs, not how often, in a document of length 1. */
const PRESENCE = { tf: "binary", norm: "l2" } as const;
/** The same, with more weight for rare terms, and little smoothing. */
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

/** The words of mail. Other documents have the words of `fast` and `best`. */
const MAIL_WORDS: TrainOptions = { as: "mail", tokens: "inner", tokenLength: [3, 256] };

/** Maximum mean number of words of short documents. Only these are also tried with pairs and characters. */
const SHORT = 100;

/** Maximum number of matrix entries: about a third of a gigabyte, less if terms repeat within a document. */
const MAX_ENTRIES = 2.5e7;

/** Returns the candidates that are tried first. @param given settings that all candidates share */
export function firstCandidates(given: TrainOptions): Candidate[] {
  return given.as === "mail"
    ? candidatesOn("pairs", { ...MAIL_WORDS, ...given, ngrams: [1, 2] })
    : candidatesOn("words", { ...PRESET_WORDS, ...given });
}

/**
 * Returns the candidates after the first ones: a list for each kind of terms that fits into memory, then for each
 * preset. Presets are last, because they are slow.
 *
 * @param documents number of documents
 * @param words number of words in all of them
 */
export function laterCandidates(given: TrainOptions, documents: number, words: number): Candidate[][] {
  const isMail = given.as === "mail";
  const hasOwnTerms = given.tokens === "none" || Boolean(given.charNgrams ?? given.textNgrams);
  const kinds: readonly (readonly [Terms, entries: number, TrainOptions])[] = [
    ["pairs", 2 * words, { ngrams: [1, 2] }],
    // A word has about five characters, so this is five characters times four lengths.
    ["characters", 20 * words, { tokens: "none", textNgrams: [1, 4] }],
  ];
  const ofTerms = kinds
    .filter(([, entries]) => !isMail && !hasOwnTerms && words <= SHORT * documents && entries <= MAX_ENTRIES)
    .map(([terms, , options]) => candidatesOn(terms, { ...PRESET_WORDS, ...given, ...options }));
  const presets = isMail ? (["mail", "mail-best"] as const) : (["fast", "best"] as const);
  const ofPresets = presets.flatMap((preset) => {
    // A preset may exclude settings that are given.
    const settings = orElse(() => settingsFrom({ ...given, preset }), undefined);
    return settings === undefined ? [] : [[{ settings, preset }]];
  });
  return [...ofTerms, ...ofPresets];
}

/** Returns the candidates for a kind of terms. */
function candidatesOn(terms: Terms, base: TrainOptions): Candidate[] {
  const rows = ROWS.filter(([kinds]) => kinds.includes(terms));
  return rows.map(([, choices]) => ({ settings: settingsFrom({ ...base, ...choices }) }));
}
