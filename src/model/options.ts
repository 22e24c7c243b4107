import type { CalibrationChoice } from "../classifiers/calibration/calibration.js";
import type { MethodOptions } from "../classifiers/table.js";
import type { ClassWeight } from "../classifiers/wrappers/balanced.js";
import type { SelectionRules } from "../features/selection.js";
import type { WeightingOptions } from "../features/weighting.js";
import type { DocumentForm, Strippable } from "../mail/news.js";
import type { TokenKind, WordRules } from "../text/words/term-settings.js";
import type { OwnTokenizer } from "../text/words/terms.js";

export const PRESET_NAMES = ["lecture", "fast", "mail", "mail-best", "best"] as const;

/** The presets by name. */
export type PresetName = (typeof PRESET_NAMES)[number];

/**
 * The options of training. The model keeps them, and uses the same ones to classify. Options of a method (alpha,
 * prior …) are allowed only for the methods that have them.
 */
export interface TrainOptions extends SelectionRules, MethodOptions, WeightingOptions {
  /** Settings that go together: see `PRESETS`. Default: none. */
  readonly preset?: PresetName | undefined;
  /** The method, one of `CLASSIFIER_NAMES`. Default `"multinomial"`; with `as: "mail"`, that of the preset mail. */
  readonly classifier?: string;
  /**
   * With `"balanced"`, documents of small classes weigh more in training, so that all classes weigh the same. The model
   * then cannot learn one message at a time. Default: each document weighs the same.
   */
  readonly classWeight?: ClassWeight | undefined;
  /**
   * The method that calibrates probabilities by folds inside the training documents: one of `CALIBRATION_CHOICES`. No
   * predicted class changes, and with two classes the ranking of documents stays the same.
   *
   * By default, a model with `temper` (the preset mail) and more than two classes gets a temperature. It is fitted to
   * at most 500 training documents, each left out in turn. `"none"` turns that off. Other models are not calibrated.
   *
   * A model that remembers its documents takes only `"temperature"` or `"none"`. It fits the temperature again when its
   * documents change.
   */
  readonly calibrate?: CalibrationChoice | undefined;
  /**
   * The form of the documents. `"mail"`: messages, which are parsed and decoded. `"news"`: messages, whose words count
   * as they stand in the file. `"text"` and `"auto"`: texts, or messages if they begin with a message header; only
   * messages are stripped. Default `"auto"`. If it is `"mail"`, and there is neither `preset` nor `classifier`, all other
   * options have the defaults of the preset mail.
   */
  readonly as?: DocumentForm;
  /** Parts of a message to leave out: `"headers"`, `"footers"`, `"quotes"`. Default: none. */
  readonly strip?: readonly Strippable[];
  /** The charset. Default `"auto"`: that of a byte-order mark, else UTF-8 if valid, else windows-1252. */
  readonly encoding?: string;
  /**
   * Header fields of messages whose words are also terms of their own, such as `["subject"]`. With `as: "mail"`, names
   * of `MAIL_FIELDS` are possible, too, and `["all"]` and `["none"]`. Default: none; with `as: "mail"`,
   * `DEFAULT_MAIL_FIELDS`.
   */
  readonly fields?: readonly string[];
  /**
   * The kind of tokens. `"words"`: sequences of letters and digits. `"inner"`: words, and also wholes with inner
   * punctuation, such as `don't`. `"none"`: no words, only n-grams of characters. Default `"words"`.
   */
  readonly tokens?: TokenKind | undefined;
  /** Whether to use only every second token of a document, as an experiment. Default false. */
  readonly takeHalf?: boolean;
  /** Fewest and most characters of a word, 1 to 1000; scripts without spaces have no limit. Default [2, 256]. */
  readonly tokenLength?: readonly [min: number, max: number];
  /** Fewest and most neighbouring tokens that make a term, 1 to 8. Default [1, 1]. */
  readonly ngrams?: readonly [from: number, to: number];
  /**
   * N-grams are made only of texts with at most this number of bytes of UTF-8, 1 or more. Longer texts give only words.
   * In mail, each part or field is a text. Pairs help most with short texts, and cost most with long ones. Default: no
   * limit.
   */
  readonly ngramBytes?: number | undefined;
  /** ISO 639-1 code of the language whose stop words are left out. Default: none. */
  readonly stopWords?: string | undefined;
  /** The stemmer: `"porter"` or `"lancaster"` for English, otherwise a code such as `"de"`. Default: none. */
  readonly stem?: string | undefined;
  /**
   * Your own function from a text to its words, or to any other features. It replaces `tokens` and `tokenLength`.
   * `stopWords`, `stem` and `ngrams` apply to its results. With mail, it is called for each field and part. The model
   * records that it needs the function, but does not keep it: give the same one to `classify` and the other calls.
   * Documents are then read by one thread. Default: none.
   */
  readonly tokenizer?: OwnTokenizer | undefined;
  /**
   * Fewest and most characters of n-grams within words, which are terms in addition to the words, 1 to 16. null: no n-grams, as
   * in the settings of a model. Default: none.
   */
  readonly charNgrams?: readonly [from: number, to: number] | null | undefined;
  /**
   * Fewest and most characters of n-grams across words, in the first 500 characters of a text, 1 to 16. Cannot be
   * combined with `charNgrams`. Default: none.
   */
  readonly textNgrams?: readonly [from: number, to: number] | undefined;
  /**
   * Only for mail: fewest and most characters of n-grams in the first 2,000 bytes of the message as it came, header and
   * body, 1 to 16. Default: none.
   */
  readonly rawNgrams?: readonly [from: number, to: number] | undefined;
  /**
   * Whether to use words in place of overlapping pairs: those that `Intl.Segmenter` finds in Han, kana, Thai, Lao,
   * Khmer and Burmese, and whole Korean words. The model records the version of ICU. Another version may find other
   * words, and loading the model then emits a warning. Default false.
   */
  readonly segment?: boolean | undefined;
  /**
   * Whether a document may have several labels, or none. The model then makes one decision for each label, with a
   * threshold of its own. Give the labels of a document as `labels`, or as a `label` such as `a;b` or `["a","b"]`, and
   * classify with `classifyLabels`. Cannot be combined with `calibrate`, because each label has a temperature.
   * With false, `a;b` is a class of its own. Default: undefined, which is the same as false, but refuses cells that
   * clearly have several labels.
   */
  readonly multiLabel?: boolean | undefined;
  /** The version of the rules that find words: 3, or 2 as in models of version 0.2. Default 3. */
  readonly wordRules?: WordRules;
}
