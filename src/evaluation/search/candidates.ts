import { methodDefaults, methodWeighting } from "../../classifiers/table.js";
import { NO_RULES } from "../../features/selection.js";
import { TF_IDF } from "../../features/weighting.js";
import type { PresetName } from "../../model/options.js";
import type { Settings } from "../../model/settings.js";
import { type Candidate, CHOICES, combinations, distinct } from "../studies/tuning-grid.js";
import type { TextView } from "./text-views.js";

/** The kinds of terms with which a corpus was read. */
export interface ReadTerms {
  /** Maximum number of neighbouring words in a term. */
  readonly words: number;
  /** N-grams of characters, within words or across them. Default: none. */
  readonly characters?:
    | { readonly kind: "charNgrams" | "textNgrams"; readonly range: readonly [number, number] }
    | undefined;
  /** Text settings that are given, so that every candidate has them. Default: none. */
  readonly fixed?: Partial<TextView> | undefined;
  /** Number of distinct terms. */
  readonly size: number;
  /** Whether the words are those of mail. Their terms name fields, so length cannot tell words and pairs apart. */
  readonly isMail?: boolean | undefined;
}

/** With more terms, candidates drop terms of a single document, except if terms are words. Models get much smaller. */
const MANY_TERMS = 500_000;

const TF_IDF_2 = { ...TF_IDF, idfPower: 2 } as const;
const PRESENCE = { tf: "binary", norm: "l2" } as const;
const RARE_PRESENCE = { tf: "binary", idf: "smooth", norm: "l2" } as const;
const ROOT_COUNTS = { tf: "sqrt", norm: "l2" } as const;
const RATIOS = { alpha: 0.01, ...RARE_PRESENCE } as const;

/** The kinds of terms that a row of the table combines with its settings: "ranges" is each of `RANGES` in turn. */
type Terms = "words" | "pairs" | "triples" | "characters" | "ranges" | "words and characters" | "pairs and characters";

/** Candidates of one method: a candidate for each kind of terms and each combination of the values in `vary`. */
type CandidateRow = readonly [
  classifier: string,
  terms: readonly Terms[],
  choices: Partial<Candidate>,
  vary?: { readonly [choice in keyof Candidate]?: readonly Candidate[choice][] },
];

const WORDS = ["words", "pairs"] as const;
const SHORT = ["words", "pairs", "characters"] as const;

/** The candidates of a search, cheap methods first. Add a candidate by adding a line. */
const ROWS: readonly CandidateRow[] = [
  ["complement", SHORT, { alpha: 0.1, ...ROOT_COUNTS }],
  ["multinomial", WORDS, {}, { alpha: [1, 0.1] }],
  ["multinomial", WORDS, TF_IDF, { alpha: [0.1, 0.01] }],
  ["multinomial", ["pairs", "characters"], { alpha: 0.1, tf: "binary" }],
  ["multinomial", WORDS, { alpha: 0.03, emphasis: 8, temper: 1, tf: "binary" }],
  ["multinomial", ["words"], { alpha: 0.1, maxTerms: 5000, selectBy: "chi-squared" }],
  ["bernoulli", ["words"], {}, { alpha: [1, 0.1] }],
  ["complement", WORDS, {}, { alpha: [1, 0.3] }],
  ["linear-svm", WORDS, TF_IDF, { cost: [0.3, 1] }],
  ["linear-svm", WORDS, PRESENCE, { cost: [0.3, 1] }],
  ["linear-svm", ["words"], TF_IDF_2, { cost: [0.3, 1] }],
  ["linear-svm", ["triples"], { cost: 1, ...TF_IDF }],
  ["linear-svm", ["words and characters", "pairs and characters"], { cost: 1, ...TF_IDF }],
  ["linear-svm", ["ranges"], PRESENCE, { cost: [0.1, 0.3] }],
  ["linear-svm", ["ranges"], TF_IDF, { cost: [0.3, 1] }],
  ["linear-svm", ["pairs", "characters"], { cost: 0.3, minDocuments: 2, ...TF_IDF }],
  ["linear-svm", ["words"], { cost: 0.3, maxTerms: 5000, selectBy: "chi-squared", ...TF_IDF }],
  ["nb-svm", SHORT, RATIOS, { cost: [0.1, 0.3] }],
  ["logistic-regression", SHORT, TF_IDF, { cost: [3, 10] }],
  ["nb-logistic-regression", SHORT, { ...RATIOS, cost: 3 }],
  ["nearest-neighbours", ["words"], {}, { k: [5, 20] }],
];

/** The lengths of character n-grams to try, if texts are short enough for several. */
const RANGES: readonly (readonly [number, number])[] = [
  [1, 4],
  [1, 2],
  [1, 3],
  [1, 5],
  [2, 5],
];

/**
 * Lists the candidates of a search, in the order in which they are first tried.
 *
 * @param read the terms of the corpus; candidates with other terms are left out
 */
export function searchCandidates(read: ReadTerms): Candidate[] {
  const candidates = ROWS.flatMap(([classifier, terms, choices, vary = {}]) =>
    terms.flatMap((name) =>
      viewsOf(name, read).flatMap((view) =>
        combinations(Object.entries(vary)).map((varied) =>
          candidateOf(classifier, view, {
            minDocuments: name !== "words" && read.size > MANY_TERMS ? 2 : 1,
            ...choices,
            ...varied,
          }),
        ),
      ),
    ),
  );
  return distinct(candidates);
}

/** Returns a candidate. Settings that are not chosen have the defaults of the method. */
function candidateOf(classifier: string, view: TextView, choices: Partial<Candidate>): Candidate {
  const defaults = { ...methodDefaults(classifier, choices), ...methodWeighting(classifier), ...NO_RULES };
  return { classifier, ...defaults, ...choices, ...view };
}

/** Returns the views with terms of a kind, or an empty list if the corpus was read without them. */
function viewsOf(terms: Terms, { words, characters, fixed, isMail }: ReadTerms): TextView[] {
  // Mail is read with pairs, and all of its terms are used together.
  if (isMail) return terms === "pairs" ? [{ ngrams: [1, words] }] : [];
  const longest = NEIGHBOURS[terms];
  if (longest !== undefined) return longest > words ? [] : [{ ngrams: [1, longest], ...fixed }];
  if (characters === undefined) return [];
  const { kind, range } = characters;
  // If none of the ranges to try was read, as in long documents, the range of the reading is tried.
  const ranges = RANGES.filter(([from, to]) => from >= range[0] && to <= range[1]);
  const [first = range, ...others] = ranges;
  if (terms === "words and characters") return [{ ngrams: [1, 1], [kind]: first }];
  if (terms === "pairs and characters") return words < 2 ? [] : [{ ngrams: [1, 2], [kind]: first }];
  const tried = terms === "characters" ? [first] : [first, ...others];
  return tried.map((range) => ({ ngrams: [1, 1], tokens: "none", [kind]: range }));
}

/** The maximum number of neighbouring words in a term, for kinds without characters. */
const NEIGHBOURS: { readonly [terms in Terms]?: number } = { words: 1, pairs: 2, triples: 3 };

/** Returns the settings of a preset as a candidate. The corpus is read with the preset's own settings. */
export function presetCandidate(preset: PresetName, settings: Settings): Candidate {
  const given = CHOICES.filter((choice) => choice !== "maxTerms" && settings[choice] !== undefined);
  const { calibrate, classWeight } = settings;
  return {
    ...(Object.fromEntries(given.map((choice) => [choice, settings[choice]])) as unknown as Candidate),
    maxTerms: settings.maxTerms ?? Number.POSITIVE_INFINITY,
    ...(calibrate !== null && { calibrate }),
    ...(classWeight !== undefined && { classWeight }),
    preset,
  };
}

/** The values to try for smoothing or cost, each about three times the one before. One within 10 % counts as equal. */
const LADDER = [1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];

/**
 * Lists the neighbours of a candidate: one step up or down in cost or smoothing, with or without terms of one document,
 * and with another calibration.
 */
export function neighboursOf(candidate: Candidate): Candidate[] {
  if (candidate.preset !== undefined) return [];
  const steps = (["cost", "alpha"] as const).flatMap((choice) => {
    const value = candidate[choice];
    if (value === undefined || value <= 0) return [];
    const below = LADDER.filter((step) => step < 0.9 * value).slice(-1);
    const above = LADDER.filter((step) => step > 1.1 * value).slice(0, 1);
    return [...below, ...above].map((step) => ({ ...candidate, [choice]: step }));
  });
  const others = candidate.calibrate === "temperature" ? [{ ...candidate, calibrate: "isotonic" as const }] : [];
  return [...steps, ...others, { ...candidate, minDocuments: candidate.minDocuments > 1 ? 1 : 2 }];
}
