import type { CalibrationChoice } from "../classifiers/calibration/calibration.js";
import type { MethodOptions } from "../classifiers/table.js";
import type { ClassWeight } from "../classifiers/wrappers/balanced.js";
import type { SelectionRules } from "../features/selection.js";
import type { WeightingOptions } from "../features/weighting.js";
import type { DocumentForm, Strippable } from "../mail/news.js";
import type { OwnTokenizer } from "../text/words/own-tokenizer.js";
import type { TokenKind } from "../text/words/terms.js";
import type { WordRules } from "../text/words/word-characters.js";

/** The presets by name. */
export const PRESET_NAMES = ["lecture", "fast", "mail", "mail-best", "best"] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/**
 * Everything that can be chosen when a model is trained. Prediction uses the same, from the
 * model. Options of a method (alpha, prior …) may be given to the methods that have them.
 */
export interface TrainOptions extends SelectionRules, MethodOptions, WeightingOptions {
  /** Settings that go together: see `PRESETS`. Default: none. */
  readonly preset?: PresetName | undefined;
  /** One of `CLASSIFIER_NAMES`; default `"multinomial"`, with `as: "mail"` that of the preset. */
  readonly classifier?: string;
  /**
   * With `"balanced"`, a document of a small class weighs more in training, so that all classes weigh the same; such a
   * model cannot learn a message at a time. Default: each document weighs the same.
   */
  readonly classWeight?: ClassWeight | undefined;
  /**
   * Fits probabilities to what folds inside the training documents show: one of `CALIBRATION_METHODS`. No class
   * changes, and with two classes the ranking of documents stays the same. Default: none, so that they are the
   * model's own. But a model with `temper` (the preset mail) and more than two classes gets a temperature, fitted
   * to up to 500 training documents that are left out one at a time; `"none"` turns that off. A model that
   * remembers its documents takes `"temperature"` or `"none"`, and fits it again whenever they change.
   */
  readonly calibrate?: CalibrationChoice | undefined;
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
  readonly tokens?: TokenKind | undefined;
  /** Whether half of the tokens of every document count, every second one: an experiment. Default false. */
  readonly takeHalf?: boolean;
  /** Fewest and most characters of a word, 1 to 1000; scripts without spaces have no limit. Default [2, 256]. */
  readonly tokenLength?: readonly [min: number, max: number];
  /** Fewest and most neighbouring tokens that make a term, 1 to 8. Default [1, 1]. */
  readonly ngrams?: readonly [from: number, to: number];
  /**
   * The most bytes of UTF-8 of a text whose n-grams are terms, 1 or more; of a longer text words alone are. Of mail, a
   * text is a part or field. Pairs tell most about short texts, and in long ones they cost most. Default: no limit.
   */
  readonly ngramBytes?: number | undefined;
  /** ISO 639-1 code of the language whose stop words are left out. Default: none. */
  readonly stopWords?: string | undefined;
  /** Stemmer. Default: none. */
  readonly stem?: string | undefined;
  /**
   * A function of one's own that gives the words of a text, or any other features, in place of `tokens` and
   * `tokenLength`. Stop words, stems and n-grams are made of what it gives; of mail, it gets each field and part.
   * The model notes that it needs the function, but does not keep it: give the same one to `classify` and the others.
   * One thread then reads. Default: none.
   */
  readonly tokenizer?: OwnTokenizer | undefined;
  /** Fewest and most characters of a word that make a term beside the words, 1 to 16. Default: none. */
  readonly charNgrams?: readonly [from: number, to: number] | null | undefined;
  /**
   * Fewest and most characters of n-grams across words, of the first 500 characters of a text, 1 to 16. Not
   * together with `charNgrams`. Default: none.
   */
  readonly textNgrams?: readonly [from: number, to: number] | undefined;
  /**
   * Only of mail: fewest and most characters of n-grams of the first 2,000 bytes of the message as it came, header and
   * body, 1 to 16. Default: none.
   */
  readonly rawNgrams?: readonly [from: number, to: number] | undefined;
  /**
   * Whether runs of Han, kana, Thai, Lao, Khmer and Burmese become the words that `Intl.Segmenter` finds, and
   * Korean words stay whole, in place of overlapping pairs. The model records the version of ICU; another
   * version may find other words, and loading the model then emits a warning. Default false.
   */
  readonly segment?: boolean | undefined;
  /**
   * Whether a document may have several labels, or none: one decision for each label, with a threshold of its own.
   * The labels of a document are then `labels`, or a `label` such as `a;b` or `["a","b"]`; answers are those of
   * `classifyLabels`. Not together with `calibrate`, as each label has a temperature. With false, `a;b` is a class
   * of its own. Default: undefined, which is false but refuses labels that are clearly several.
   */
  readonly multiLabel?: boolean | undefined;
  /** By which rules words are found: 3, or 2 as in models of version 0.2. Default 3. */
  readonly wordRules?: WordRules;
}
