import { optionName, settingValue, shown } from "../base/checks.js";
import { orElse, UsageError } from "../base/errors.js";
import { SMOOTHING_OPTIONS } from "../classifiers/bayes/smoothing.js";
import { CANDIDATES, MAIL_CANDIDATES, VARIANTS } from "../classifiers/candidates.js";
import { METHOD_OPTIONS } from "../classifiers/table.js";
import { PRESET_NAMES, type PresetName, type TrainOptions } from "./options.js";

/** The tokens of `fast` and `best`: words, including those with inner punctuation. */
export const PRESET_WORDS = {
  tokens: "inner",
  tokenLength: [1, 256],
  fields: ["subject"],
} as const satisfies TrainOptions;

/** The terms of `mail` and `mail-best`; `mail` also has words of one and two characters. */
const MAIL_WORDS = {
  as: "mail",
  tokens: "inner",
  tokenLength: [3, 256],
  ngrams: [1, 2],
  charNgrams: null,
} as const satisfies TrainOptions;

/**
 * Naive Bayes on the presence of terms, for mail. It is made of counts, so it can learn and unlearn
 * single messages. The README of this room has the figures behind each choice.
 */
const MAIL = {
  classifier: "multinomial",
  alpha: 0.1,
  emphasis: 5,
  temper: 0.9,
  sourceWeights: [2, 1, 1],
  prior: "fit",
  tf: "binary",
  idf: "none",
  norm: "none",
  ...MAIL_WORDS,
  tokenLength: [1, 256],
} as const satisfies TrainOptions;

/**
 * Settings that go together, by name, chosen by cross-validation inside training documents: see the
 * README of this room. You cannot override the settings that a preset fixes.
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
  },
  fast: {
    classifier: "chosen-bayes",
    variants: VARIANTS,
    ...PRESET_WORDS,
    ngrams: [1, 2],
    ngramBytes: 500,
    charNgrams: null,
  },
  mail: MAIL,
  "mail-best": {
    classifier: "learned",
    candidates: MAIL_CANDIDATES,
    calibrate: "auto",
    ...MAIL_WORDS,
    rawNgrams: [4, 4],
  },
  best: {
    classifier: "learned",
    candidates: CANDIDATES,
    calibrate: "auto",
    ...PRESET_WORDS,
    ngrams: [1, 2],
    charNgrams: null,
    textNgrams: [1, 5],
    segment: true,
  },
};

/**
 * Returns the preset whose settings are all among these, without further options of its method; undefined if there is
 * none.
 */
export function presetOf(settings: object): PresetName | undefined {
  const values = new Map<string, unknown>(Object.entries(settings));
  return PRESET_NAMES.find(
    (preset) =>
      Object.entries(PRESETS[preset]).every(
        // A multi-label model calibrates each label separately, so `calibrate` differs.
        ([name, own]) =>
          JSON.stringify(values.get(name)) === JSON.stringify(own) ||
          (name === "calibrate" && values.has("multiLabel")),
      ) && METHOD_OPTIONS.every((option) => values.get(option) === undefined || Object.hasOwn(PRESETS[preset], option)),
  );
}

/**
 * Fills in the preset `mail` as the default for documents that are mail, unless a preset or a method is named.
 */
export function withMailDefaults(options: TrainOptions): TrainOptions {
  if (options.as !== "mail" || options.preset !== undefined || options.classifier !== undefined) return options;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { alpha, ...others } = MAIL;
  // Any given option of smoothing replaces the `alpha` of the preset.
  const smooths = SMOOTHING_OPTIONS.some((option) => given[option] !== undefined);
  return smooths ? { ...others, ...given } : { alpha, ...others, ...given };
}

/**
 * Returns the options together with the settings of their preset.
 *
 * @throws UsageError if there is no such preset, or it fixes an option to another value.
 */
export function withPreset({ preset, ...options }: TrainOptions): TrainOptions {
  if (preset === undefined) return options;
  if (!PRESET_NAMES.includes(preset)) {
    throw new UsageError(`there is no preset ${shown(preset)}; choose one of ${PRESET_NAMES.join(", ")}`);
  }
  const fixed = PRESETS[preset];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(fixed, name)) {
      // Options of methods belong to the method of the preset. All others are free.
      if (!(METHOD_OPTIONS as readonly string[]).includes(name)) continue;
      throw new UsageError(
        `${optionName(name)} ${settingValue(name, value)} cannot be combined with the preset ${preset}, which fixes its own method: leave out one of the two`,
      );
    }
    const fixedValue = fixed[name as keyof TrainOptions];
    // A value that JSON cannot write is another one.
    if (orElse(() => JSON.stringify(fixedValue) === JSON.stringify(value), false)) continue;
    throw new UsageError(
      `the preset ${preset} fixes ${optionName(name)} ${settingValue(name, fixedValue)}, so it cannot be ${settingValue(name, value)}: leave out one of the two`,
    );
  }
  return { ...options, ...fixed };
}

/**
 * The settings for few labelled documents, with or without unlabelled ones: one support vector machine on words and,
 * in short texts, pairs. Chosen on parts of training documents: see the README of this room.
 */
const FEW_LABELS = {
  classifier: "linear-svm",
  tolerance: 0.1,
  epochs: 20,
  classWeight: "balanced",
  tf: "log",
  idf: "smooth",
  norm: "l2",
  ...PRESET_WORDS,
  ngrams: [1, 2],
  ngramBytes: 500,
  segment: true,
} as const satisfies TrainOptions;

/** Returns the options with the defaults for few labelled documents, unless a preset or a method is named. */
export function withFewLabelDefaults(options: TrainOptions): TrainOptions {
  if (options.preset !== undefined || options.classifier !== undefined) return options;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  // Mail has fields of its own. The options of words have no meaning for a program's own tokenizer, nor without words.
  const { fields, tokens, tokenLength, segment, ...others } = FEW_LABELS;
  const words = options.tokenizer === undefined && options.tokens !== "none" ? { tokens, tokenLength, segment } : {};
  return { ...others, ...words, ...(options.as !== "mail" && { fields }), ...given };
}
