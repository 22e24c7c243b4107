import { shown } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";
import { type CountingClassifier, isCounting } from "../classifiers/bayes/counting-classifier.js";
import {
  CALIBRATION_CHOICES,
  type CalibrationChoice,
  type CalibrationMethod,
} from "../classifiers/calibration/calibration.js";
import type { StoredClassifier } from "../classifiers/stored-classifier.js";
import {
  METHOD_OPTIONS,
  type MethodOptions,
  makeClassifier,
  methodDefaults,
  methodOptions,
  methodWeighting,
} from "../classifiers/table.js";
import type { ClassWeight } from "../classifiers/wrappers/balanced.js";
import { binaryRelevance } from "../classifiers/wrappers/binary-relevance.js";
import type { Corpus } from "../documents/corpora/corpus.js";
import { type Analyzer, analyzerFor, type TextSettings } from "../features/analyzer.js";
import { NO_RULES, requireRules, type SelectionRules } from "../features/selection.js";
import { NO_WEIGHTING, type WeightingOptions } from "../features/weighting.js";
import { mailFields } from "../mail/fields/fields.js";
import { DEFAULT_TERMS, WORD_RULES } from "../text/words/term-settings.js";
import { columnSettings, multiLabelSettings, segmentSettings } from "./optional-settings.js";
import type { TrainOptions } from "./options.js";
import { withMailDefaults, withPreset } from "./presets.js";

/** All settings of a model, as its file holds them. Options of methods are present only if its own method has them. */
export interface Settings
  extends TextSettings,
    MethodOptions,
    Required<WeightingOptions & Omit<SelectionRules, "maxTerms">> {
  readonly classifier: string;
  /** null means the default of the preset and the method: see `TrainOptions`. */
  readonly calibrate: CalibrationChoice | null;
  /** null means no limit. */
  readonly maxTerms: number | null;
  /** Present if classes are balanced. */
  readonly classWeight?: ClassWeight | undefined;
  /** The version of ICU whose dictionaries split texts into words. Present if they were used. */
  readonly icu?: string;
  /** Whether a document may have several labels. Absent if not. */
  readonly multiLabel?: true;
  /** The columns with the texts of the training documents. Present if these were in a table with names of columns. */
  readonly textColumns?: readonly string[];
  /** Always null. Version 0.1 had terms that are pairs of words at a distance; model files still hold the setting. */
  readonly sparseBigrams: null;
}

/** The defaults of the settings that all methods share. */
const COMMON_DEFAULTS: Omit<Settings, "classifier" | keyof MethodOptions> = {
  ...NO_WEIGHTING,
  calibrate: null,
  as: "auto",
  strip: [],
  encoding: "auto",
  fields: [],
  ...DEFAULT_TERMS,
  wordRules: WORD_RULES,
  sparseBigrams: null,
  ...NO_RULES,
  maxTerms: null,
};

/** The defaults: words, counts, add-one multinomial naive Bayes. */
export const DEFAULT_SETTINGS: Settings = { classifier: "multinomial", alpha: 1, prior: "fit", ...COMMON_DEFAULTS };

/**
 * Fills in the defaults and checks every value, before any document is read.
 *
 * @throws UsageError if a value is not allowed; the message names the option and the allowed values. DataError if the
 *   settings are those of an old model file and use a feature that no longer exists.
 */
export function settingsFrom(all: TrainOptions & { readonly icu?: unknown; readonly textColumns?: unknown }): Settings {
  const { tokenizer, icu, multiLabel, textColumns, ...chosen } = all;
  const options = withPreset(withMailDefaults(chosen));
  const { segment, ...others } = options;
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const { classifier = DEFAULT_SETTINGS.classifier, maxTerms } = options;
  const ofMethod = methodDefaults(classifier, options);
  // A wrong value stays as it is, and the check of the settings refuses it.
  const hasFields = options.fields === undefined || Array.isArray(options.fields);
  // Later ones win: the defaults, the weighting of the method, then the options given.
  const settings = { classifier, ...ofMethod, ...COMMON_DEFAULTS, ...methodWeighting(classifier), ...given };
  return resolve({
    ...settings,
    // Settings that are present only if they are used, so that other model files do not change.
    ...ownTokenizer(tokenizer, chosen),
    ...(isOn(segment) && segmentSettings(segment, icu)),
    ...(isOn(multiLabel) && multiLabelSettings(multiLabel, chosen)),
    ...(textColumns !== undefined && columnSettings(textColumns)),
    fields: settings.as === "mail" && hasFields ? mailFields(options.fields) : settings.fields,
    maxTerms: maxTerms === undefined || maxTerms === Number.POSITIVE_INFINITY ? null : maxTerms,
  }).settings;
}

/** Whether an optional setting is used. A wrong value counts, so that it is refused. */
function isOn<T>(value: T): value is Exclude<T, false | undefined> {
  return value !== undefined && value !== false;
}

/** Returns the settings of a model of a corpus, with the columns of its texts if it is a table. */
export function settingsFor({ form }: { readonly form?: Corpus["form"] }, settings: Settings): Settings {
  return form?.textColumns === undefined ? settings : { ...settings, textColumns: form.textColumns };
}

/**
 * Returns the settings of several methods with the same options. An option that only some of the methods have is
 * ignored for the others.
 *
 * @throws UsageError if a value is not allowed, or if no method has an option.
 */
export function settingsOfEach(classifiers: readonly string[], options: TrainOptions): Settings[] {
  const ofAnyMethod = new Set<string>(classifiers.flatMap(methodOptions));
  return classifiers.map((classifier) => {
    const ofThisMethod = new Set<string>(methodOptions(classifier));
    const given = Object.entries(options).filter(([name]) => ofThisMethod.has(name) || !ofAnyMethod.has(name));
    return settingsFrom({ ...Object.fromEntries(given), classifier });
  });
}

/**
 * Returns the settings that record that a program has its own tokenizer. Empty if it has none, so that other
 * model files stay as they were.
 *
 * @param tokenizer a function, or the value in the settings of a model file
 */
function ownTokenizer(tokenizer: unknown, { tokens, tokenLength }: TrainOptions): Partial<Settings> {
  if (tokenizer === undefined) return {};
  if (typeof tokenizer !== "function") return { tokenizer: tokenizer as "own" };
  for (const [option, value] of Object.entries({ tokens, tokenLength })) {
    if (value === undefined) continue;
    throw new UsageError(`${option}: it has no effect beside a tokenizer of your own: leave out one of the two`);
  }
  const { tokens: words, tokenLength: lengths } = DEFAULT_SETTINGS;
  return { tokens: words, tokenLength: lengths, tokenizer: "own" };
}

/** Settings, with the analyzer, the rules and the classifier that they describe. */
export type Resolved = {
  readonly settings: Settings;
  readonly analyzer: Analyzer;
  /** The rules that choose terms. */
  readonly rules: SelectionRules;
} & (
  | { readonly isCounting: true; readonly classifier: CountingClassifier }
  /** The classifier learns from the rows of the training documents, because class counts are not enough. */
  | { readonly isCounting: false; readonly classifier: StoredClassifier }
);

/** The earlier results of `resolve`. */
const RESOLVED = new WeakMap<Settings, Resolved>();

/**
 * Checks settings and makes the analyzer, the classifier and the rules that they describe.
 * The same settings object always gives the same result, so this is done once for each.
 *
 * @param settings must not be changed afterwards
 * @throws UsageError if a value is not allowed.
 */
export function resolve(settings: Settings): Resolved {
  const before = RESOLVED.get(settings);
  if (before !== undefined) return before;
  requireKnownNames(settings);
  const analyzer = analyzerFor(settings);
  const chosen = makeClassifier(settings);
  const classifier = settings.multiLabel ? binaryRelevance(chosen) : chosen;
  const { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy } = settings;
  const most = maxTerms ?? NO_RULES.maxTerms;
  const rules = { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms: most, selectBy };
  requireRules(rules);
  const resolved = { settings, analyzer, rules, classifier, isCounting: isCounting(classifier) } as Resolved;
  RESOLVED.set(settings, resolved);
  return resolved;
}

/**
 * @throws UsageError if a setting or the calibration is unknown. DataError if the settings are those of an
 *   old model file and use a feature that no longer exists.
 */
function requireKnownNames(settings: Settings): void {
  const unknown = Object.keys(settings).find((name) => !SETTING_NAMES.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no option ${JSON.stringify(unknown)}; there are ${SETTING_NAMES.join(", ")}`);
  }
  if (settings.sparseBigrams !== null) {
    throw new DataError(
      "sparseBigrams: pairs of words at a distance are no longer supported: train the model again without them, for instance with ngrams 1-2",
      { options: ["ngrams"] },
    );
  }
  const { calibrate } = settings;
  if (calibrate !== null && !CALIBRATION_CHOICES.includes(calibrate)) {
    throw new UsageError(`calibrate must be one of ${CALIBRATION_CHOICES.join(", ")}, not ${shown(calibrate)}`);
  }
}

/** The names of all settings, with the options of all methods. */
export const SETTING_NAMES: readonly string[] = [
  ...new Set([
    "classifier",
    "textColumns",
    ...METHOD_OPTIONS,
    ...Object.keys(DEFAULT_SETTINGS),
    ...["tokenizer", "segment", "icu", "multiLabel", "textNgrams", "rawNgrams", "ngramBytes", "classWeight"],
  ]),
];

/**
 * Returns the settings as reports show them, with the name of the classifier first. The version of the word
 * rules is left out unless it is an old one.
 *
 * @param isCalibrated whether the reported probabilities are calibrated. Default: whether the settings name a
 * calibration
 */
export function named(settings: Settings, isCalibrated?: boolean): { name: string } & Omit<Settings, "classifier"> {
  const { classifier: name, wordRules, ...others } = settings;
  const isOld = wordRules !== undefined && wordRules < WORD_RULES;
  const choices = isOld ? { ...others, wordRules } : others;
  return { name, ...choices, calibrate: calibrationIn(settings, isCalibrated) };
}

/**
 * Returns how probabilities are calibrated; null if they are not. If no setting names the method, it is that of a
 * classifier that calibrates itself: a temperature if it is made of counts, else the most likely method.
 *
 * @param isCalibrated as in `named`
 */
export function calibrationIn(
  settings: Settings,
  isCalibrated = settings.calibrate !== null,
): CalibrationMethod | null {
  const { calibrate } = settings;
  if (!isCalibrated || calibrate === "none") return null;
  return calibrate ?? (resolve(settings).isCounting ? "temperature" : "auto");
}
