import { analyzerFor, type DocumentForm, type TextSettings } from "./analyzer.js";
import { CALIBRATION_METHODS, type CalibrationMethod } from "./classifiers/calibration.js";
import { isCounting } from "./classifiers/counting-classifier.js";
import {
  classifierFor,
  METHOD_OPTIONS,
  type MethodOptions,
  methodDefaults,
  methodOptions,
  methodWeighting,
} from "./classifiers/table.js";
import { mailFields } from "./email/mail/fields.js";
import type { Strippable } from "./email/news.js";
import { UsageError } from "./errors.js";
import { restricts, type SelectBy, type SelectionRules, selectTerms } from "./features/selection.js";
import { NO_WEIGHTING, type WeightingOptions } from "./features/weighting.js";
import { type PresetName, withMailDefaults, withPreset } from "./presets.js";
import type { TokenKind } from "./text/terms.js";

/**
 * Everything that can be chosen when a model is trained. Prediction uses the same, from the
 * model. Options of a method (alpha, prior …) may be given to the methods that have them.
 */
export interface TrainOptions extends SelectionRules, MethodOptions, WeightingOptions {
  /** Settings that go together: see `PRESETS`. Default: none. */
  readonly preset?: PresetName | undefined;
  /** One of `CLASSIFIER_NAMES`; default `"multinomial"`, with `as: "mail"` that of the preset. */
  readonly classifier?: string;
  /** Fits probabilities to what folds inside the training documents show. Default: they are the model's own. */
  readonly calibrate?: CalibrationMethod | undefined;
  /**
   * Default `"auto"`. With `"mail"`, and neither `preset` nor `classifier`, the defaults of all other
   * options are those of the preset `mail`.
   */
  readonly as?: DocumentForm;
  /** Parts of a message to leave out. Default: none. */
  readonly strip?: readonly Strippable[];
  /** Default `"auto"`: UTF-8 if valid, else windows-1252; a byte-order mark decides before either. */
  readonly encoding?: string;
  /**
   * Header fields of messages whose words are terms of their own, too, such as `["subject"]`;
   * of mail names of `MAIL_FIELDS` too, or `["all"]` or `["none"]`. Default: none; of mail
   * `DEFAULT_MAIL_FIELDS`.
   */
  readonly fields?: readonly string[];
  /** Default `"words"`. */
  readonly tokens?: TokenKind;
  /** Whether half of the tokens of every document count, every second one: an experiment. Default false. */
  readonly takeHalf?: boolean;
  /** Fewest and most characters of a token, 1 to 1000. Default [2, 256]. */
  readonly tokenLength?: readonly [min: number, max: number];
  /** Fewest and most neighbouring tokens that make a term, 1 to 8. Default [1, 1]. */
  readonly ngrams?: readonly [from: number, to: number];
  /** ISO 639-1 code of the language whose stop words are left out. Default: none. */
  readonly stopWords?: string | undefined;
  /** Stemmer. Default: none. */
  readonly stem?: string | undefined;
  /** Fewest and most characters of a word that make a term beside the words, 1 to 16. Default: none. */
  readonly charNgrams?: readonly [from: number, to: number] | null | undefined;
  /** Pairs of words within a window of 2 to 10 are terms beside the words. Default: none. */
  readonly sparseBigrams?: number | null | undefined;
}

/** The choices of a model, each made: what its file holds. Of the options of methods, those that its own has. */
export interface Settings extends TextSettings, MethodOptions, Required<WeightingOptions> {
  readonly classifier: string;
  /** null: probabilities are the model's own. */
  readonly calibrate: CalibrationMethod | null;
  readonly minCount: number;
  readonly minDocuments: number;
  readonly maxDocumentShare: number;
  readonly dropTop: number;
  /** null: no limit. */
  readonly maxTerms: number | null;
  readonly selectBy: SelectBy;
}

/** What a model is where nothing is chosen: words, counts, add-one multinomial naive Bayes. */
export const DEFAULT_SETTINGS: Settings = {
  classifier: "multinomial",
  alpha: 1,
  prior: "fit",
  ...NO_WEIGHTING,
  calibrate: null,
  as: "auto",
  strip: [],
  encoding: "auto",
  fields: [],
  tokens: "words",
  takeHalf: false,
  tokenLength: [2, 256],
  ngrams: [1, 1],
  stopWords: null,
  stem: null,
  charNgrams: null,
  sparseBigrams: null,
  minCount: 1,
  minDocuments: 1,
  maxDocumentShare: 1,
  dropTop: 0,
  maxTerms: null,
  selectBy: "count",
};

/**
 * The options with the defaults filled in, each checked before any document is read.
 *
 * @throws UsageError if a value is not allowed; the message names the option and what is.
 */
export function settingsFrom(chosen: TrainOptions): Settings {
  const options = withPreset(withMailDefaults(chosen));
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { classifier = DEFAULT_SETTINGS.classifier, maxTerms } = options;
  const own = methodDefaults(classifier, options);
  const settings = { classifier, ...own, ...COMMON_DEFAULTS, ...methodWeighting(classifier), ...given };
  return checked({
    ...settings,
    fields: settings.as === "mail" && isNames(options.fields) ? mailFields(options.fields) : settings.fields,
    maxTerms: maxTerms === undefined || maxTerms === Number.POSITIVE_INFINITY ? null : maxTerms,
  });
}

/**
 * The settings of several methods that share their options: one that only some methods have
 * goes to those of them that have it.
 *
 * @throws UsageError if a value is not allowed, or none of the methods has an option.
 */
export function settingsOfEach(classifiers: readonly string[], options: TrainOptions): Settings[] {
  const had = new Set(classifiers.flatMap(methodOptions));
  return classifiers.map((classifier) => {
    const own = new Set(methodOptions(classifier));
    const others = new Set<string>([...had].filter((option) => !own.has(option)));
    const given = Object.entries(options).filter(([name]) => !others.has(name));
    return settingsFrom({ ...Object.fromEntries(given), classifier });
  });
}

function isNames(fields: readonly string[] | undefined): boolean {
  return fields === undefined || Array.isArray(fields);
}

/** @throws UsageError if a value is not allowed. */
export function checked(settings: Settings): Settings {
  const unknown = Object.keys(settings).find((name) => !SETTING_NAMES.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`options: required some of ${SETTING_NAMES.join(", ")}, got ${JSON.stringify(unknown)}`);
  }
  const { calibrate } = settings;
  if (calibrate !== null && !CALIBRATION_METHODS.includes(calibrate)) {
    throw new UsageError(
      `calibrate: required one of ${CALIBRATION_METHODS.join(", ")}, got ${JSON.stringify(calibrate)}`,
    );
  }
  analyzerFor(settings);
  classifierFor(settings);
  selectTerms(NO_TERMS, rulesOf(settings));
  return settings;
}

/** The settings as results name them: the classifier's name first, then the rest. */
export function named({ classifier: name, ...choices }: Settings): { name: string } & Omit<Settings, "classifier"> {
  return { name, ...choices };
}

/** The rules that choose terms. */
export function rulesOf(settings: Settings): SelectionRules {
  const { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy } = settings;
  return {
    minCount,
    minDocuments,
    maxDocumentShare,
    dropTop,
    maxTerms: maxTerms ?? Number.POSITIVE_INFINITY,
    selectBy,
  };
}

/** Whether the rules can leave out a term that occurs. */
export function selects(settings: Settings): boolean {
  return restricts(rulesOf(settings));
}

/** What every method has. */
const COMMON_DEFAULTS: Omit<Settings, "classifier" | keyof MethodOptions> = Object.fromEntries(
  Object.entries(DEFAULT_SETTINGS).filter(
    ([name]) => name !== "classifier" && !(METHOD_OPTIONS as readonly string[]).includes(name),
  ),
) as Omit<Settings, "classifier" | keyof MethodOptions>;

/** All names that settings can have, those of the options of all methods among them. */
export const SETTING_NAMES: readonly string[] = [
  ...new Set(["classifier", ...METHOD_OPTIONS, ...Object.keys(DEFAULT_SETTINGS)]),
];

/** Whether models with these settings are made of counts of all terms, before any are chosen: see `TrainingCounts`. */
export function counts(settings: Settings): boolean {
  return isCounting(classifierFor(settings));
}

const NO_TERMS = { counts: new Float64Array(0), documents: new Uint32Array(0), total: 0 };
