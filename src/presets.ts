import { SMOOTHING_OPTIONS } from "./classifiers/smoothing.js";
import { METHOD_OPTIONS, type MemberChoices } from "./classifiers/table.js";
import { UsageError } from "./errors.js";
import { optionName } from "./reports/option-name.js";
import { settingValue } from "./reports/setting-value.js";
import type { TrainOptions } from "./settings.js";

/** The presets by name. */
export const PRESET_NAMES = ["lecture", "fast", "mail", "best"] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** What the presets fast and best share: words, and what inner punctuation keeps together. */
const WORDS = {
  tokens: "inner",
  tokenLength: [1, 256],
  fields: ["subject"],
  sparseBigrams: null,
} as const satisfies TrainOptions;

/** The naive Bayes of `fast`, also a member of `best`. */
const COMPLEMENT = {
  classifier: "complement",
  alpha: 0.1,
  normalize: false,
  prior: "none",
  tf: "sqrt",
  idf: "none",
  norm: "l2",
} as const satisfies TrainOptions;

/** Of `best`: naive Bayes features of the presence of terms, in a logistic regression. */
const RATIOS = {
  classifier: "nb-logistic-regression",
  alpha: 0.003,
  cost: 3,
  intercept: false,
  tf: "binary",
  idf: "smooth",
  norm: "l2",
} as const satisfies TrainOptions;

/**
 * Naive Bayes for mail, of the presence of terms: made of counts, so that it can learn and
 * unlearn a message at a time. Each line has one thing changed; figures as in
 * `email/mail/fields.ts`, where the choice of fields is, by the same command:
 *
 *                                accuracy  false alarms  misses   1-AUC  caught    terms
 *     as it is                      99.59           8.5    16.0  0.0124    83.4  225,919
 *     bodies alone                  98.66          12.0    69.0  0.0746    74.4  136,099
 *     without quotes                99.56           9.5    17.0  0.0117    83.6  228,281
 *     without footers               99.58           8.5    17.0  0.0120    85.3  219,209
 *     not taken apart               99.47          18.5    13.5  0.0166    80.7  918,512
 *     no pairs                      99.39           7.0    30.0  0.0183    75.8  130,891
 *     words alone                   99.55           8.5    19.0  0.0131    83.8  188,915
 *     words of 1 character          99.56           8.5    18.0  0.0109    81.7  232,879
 *     words of 2 characters         99.55           7.5    19.5  0.0115    79.7  232,228
 *     words up to 40 characters     99.59           8.5    16.0  0.0123    83.4  225,250
 *     terms in 2 documents          99.45           8.0    25.5  0.0159    83.5   77,573
 *     how often, too                99.48           6.5    25.0  0.0146    82.2  225,919
 *     alpha 1                       99.02          31.5    27.5  0.0436    76.3  225,919
 *     alpha 0.1                     99.54          15.5    12.5  0.0134    84.9  225,919
 *     alpha 0.01                    99.54           6.5    21.5  0.0128    81.5  225,919
 *     emphasis 0                    99.35          10.5    29.0  0.0213    66.2  225,919
 *     emphasis 4                    99.57           8.5    17.5  0.0125    82.0  225,919
 *     emphasis 16                   99.54          11.5    16.5  0.0132    84.0  225,919
 *     temper 0                      99.59           8.5    16.0  0.0923    71.7  225,919
 *     temper 0.5                    99.59           8.5    16.0  0.0432    83.3  225,919
 *     neither                       99.35          10.5    29.0  0.0937    77.5  225,919
 *
 * "Not taken apart" is `--as news`, "without quotes" `--strip quotes`, "bodies alone"
 * `--strip headers`. "How often, too" is `--tf count`. With seed 1, which chose nothing: accuracy
 * 99.47 %, 1-AUC 0.0138 %, 83.3 % caught.
 */
const MAIL = {
  classifier: "multinomial",
  alpha: 0.03,
  emphasis: 8,
  temper: 1,
  prior: "fit",
  tf: "binary",
  idf: "none",
  norm: "none",
  as: "mail",
  tokens: "inner",
  tokenLength: [3, 256],
  ngrams: [1, 2],
  charNgrams: null,
  sparseBigrams: null,
} as const satisfies TrainOptions;

const MEMBERS: readonly MemberChoices[] = [
  { ...COMPLEMENT, kinds: ["words", "fields"], weight: 4 },
  {
    classifier: "logistic-regression",
    cost: 10,
    intercept: false,
    tf: "log",
    idf: "smooth",
    idfPower: 2,
    norm: "l2",
    kinds: ["words", "fields"],
    weight: 1,
  },
  { ...RATIOS, kinds: ["words", "ngrams", "fields"], weight: 2 },
  { ...RATIOS, kinds: ["words", "characters", "fields"], weight: 2 },
];

/**
 * Settings that go together, by name. What a preset does not fix can be chosen beside it.
 *
 * Those for mail: see MAIL. The others were chosen by cross-validation inside the training
 * part of 20news-bydate alone.
 * Accuracy, and of best the mean of -ln P(right class) and the expected calibration error
 * (15 bins), each before and after calibration:
 *
 *                                                lecture  fast   best
 *     20news-bydate, training part               .7800    .8889  .9066  .589 → .361  .061 → .012
 *     the same without headers, footers, quotes  .5442    .7345  .7528  1.40 → .899  .132 → .033
 *     20news-19997, a third withheld, 5 times    .8708    .9447  .952   .589 → .144  .045 → .009
 *     SMS Spam Collection, 10 folds              .9867    .9840  .9898  .159 → .040  .010 → .003
 *
 * The first two lines are what
 *
 *     thresher evaluate 20news-bydate/train --encoding latin1 --preset NAME --group-by subject --folds 5
 *
 * prints, with and without `--strip headers,footers,quotes`: folds with no subject in two
 * of them, as folds drawn document by document (fast .9387 and .7816) have replies beside
 * what they reply to, and tell less of what comes later. The articles have no dates to go by.
 *
 * Training on 20news-bydate/train with one thread takes 0.6, 1.0 and 40 seconds of processor
 * time; calibrating is two fifths of the last: see `fitCalibration`.
 */
export const PRESETS: Readonly<Record<PresetName, TrainOptions>> = {
  lecture: {
    classifier: "multinomial",
    alpha: 1,
    prior: "fit",
    tf: "count",
    idf: "none",
    norm: "none",
    tokens: "words",
    ngrams: [1, 1],
    charNgrams: null,
    sparseBigrams: null,
  },
  fast: { ...COMPLEMENT, ...WORDS, ngrams: [1, 1], charNgrams: null },
  mail: MAIL,
  best: {
    classifier: "combined",
    members: MEMBERS,
    calibrate: "isotonic",
    ...WORDS,
    ngrams: [1, 2],
    charNgrams: [4, 4],
  },
};

/** The preset whose every setting is among these, if there is one. */
export function presetOf(settings: object): PresetName | undefined {
  const values = new Map<string, unknown>(Object.entries(settings));
  return PRESET_NAMES.find(
    (preset) =>
      Object.entries(PRESETS[preset]).every(
        ([name, own]) => JSON.stringify(values.get(name)) === JSON.stringify(own),
      ) && METHOD_OPTIONS.every((option) => values.get(option) === undefined || Object.hasOwn(PRESETS[preset], option)),
  );
}

/**
 * The options with those of the preset mail below them, where documents are mail and neither a preset nor a
 * method is named: each can then be chosen otherwise.
 */
export function withMailDefaults(options: TrainOptions): TrainOptions {
  if (options.as !== "mail" || options.preset !== undefined || options.classifier !== undefined) return options;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { alpha, ...others } = MAIL;
  const smooths = SMOOTHING_OPTIONS.some((option) => given[option] !== undefined);
  return smooths ? { ...others, ...given } : { alpha, ...others, ...given };
}

/**
 * The options with those of their preset, if they name one.
 *
 * @throws UsageError if there is no such preset, or an option is another than the preset's.
 */
export function withPreset({ preset, ...options }: TrainOptions): TrainOptions {
  if (preset === undefined) return options;
  if (!PRESET_NAMES.includes(preset)) {
    throw new UsageError(`preset: required one of ${PRESET_NAMES.join(", ")}, got ${JSON.stringify(preset)}`);
  }
  const fixed = PRESETS[preset];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(fixed, name)) {
      if (!(METHOD_OPTIONS as readonly string[]).includes(name)) continue;
      throw new UsageError(
        `preset ${preset}: required no options of methods beside it, as it fixes its own, got ${optionName(name)} ${settingValue(name, value)}: leave out one of the two`,
      );
    }
    const own = fixed[name as keyof TrainOptions];
    if (JSON.stringify(own) === JSON.stringify(value)) continue;
    throw new UsageError(
      `preset ${preset}: required ${optionName(name)} ${settingValue(name, own)}, which it fixes, got ${settingValue(name, value)}: leave out one of the two`,
    );
  }
  return { ...options, ...fixed };
}
