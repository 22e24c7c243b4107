import type { Command } from "commander";
import { VARIANCES } from "../../classifiers/bayes/gaussian.js";
import { M_PRIORS } from "../../classifiers/bayes/smoothing.js";
import { CALIBRATION_CHOICES } from "../../classifiers/calibration/calibration.js";
import { DISTANCE_WEIGHTINGS } from "../../classifiers/neighbours/vote-weights.js";
import { CLASSIFIER_NAMES } from "../../classifiers/table.js";
import { CLASS_WEIGHTS } from "../../classifiers/wrappers/balanced.js";
import type { CorpusOptions } from "../../documents/corpora/corpus.js";
import { SELECT_BY } from "../../features/selection.js";
import { INVERSE_DOCUMENT_FREQUENCIES, NORMS, TERM_FREQUENCIES } from "../../features/weighting.js";
import { DOCUMENT_FORMS, STRIPPABLE } from "../../mail/news.js";
import { PRESET_NAMES, type TrainOptions } from "../../model/options.js";
import { SETTING_NAMES, type Settings, settingsFrom } from "../../model/settings.js";
import { TOKEN_KINDS } from "../../text/words/term-settings.js";
import type { OptionRows } from "./option-rows.js";
import { type CommonOptions, pick, withCommonOptions, withCorpusOptions, withOptions } from "./options.js";
import { fraction, listOf, number, numbers, oneOf, prior, range, whole } from "./parsers.js";

/** The option that chooses the calibration. */
export const CALIBRATE: OptionRows = {
  "--calibrate [method]": [
    "calibrate probabilities with folds inside the training documents; auto chooses the best method (default: auto with --preset best and mail-best, temperature with --preset mail and more than two classes, otherwise none)",
    CALIBRATION_CHOICES,
    { preset: "isotonic" },
  ],
};

/** The options that choose the method and the calibration, for commands that try a single method. */
const METHOD: OptionRows = {
  "--classifier <name>": [
    "the method; thresher methods lists the options of each (default: multinomial)",
    CLASSIFIER_NAMES,
  ],
  ...CALIBRATE,
};

/**
 * Adds the model options that most people use. `withModelOptions` adds the others.
 *
 * @param rows the options that choose the method and the calibration
 */
export function withMethodOptions(command: Command, rows: OptionRows = METHOD): Command {
  return withOptions(command, "Method", {
    "--preset <name>": [
      "settings that go together: lecture (the defaults), fast (quick), mail (for mail), mail-best (ranks better, slower), best (most accurate on other texts, slower)",
      PRESET_NAMES,
    ],
    ...rows,
  });
}

/** `--classifier` of the commands that measure several methods. */
export const SEVERAL_METHODS: OptionRows = {
  "--classifier <names>": [
    `the methods to measure, separated by commas: ${CLASSIFIER_NAMES.join(", ")} (default: multinomial, or that of the preset)`,
    listOf(oneOf(CLASSIFIER_NAMES)),
  ],
};

/** The weights of documents in training. */
export const CLASS_WEIGHT: OptionRows = {
  "--class-weight <how>": [
    "balanced: documents of small classes weigh more in training, so that all classes weigh the same (default: each document weighs the same)",
    CLASS_WEIGHTS,
  ],
};

/** Adds the other options that define a model. */
export function withModelOptions(command: Command): Command {
  const methods = "multinomial, bernoulli, categorical, complement, gaussian";
  withOptions(command, `Naive Bayes (${methods})`, {
    "--alpha <a>": [
      "smoothing: added to every count, 0 for none; also for nb-logistic-regression and neighbours, not for gaussian (default: 1, add-one; nearest-neighbours 0.1, locally-weighted 0.01)",
      number,
    ],
    "--m-estimate <m>": ["smoothing in place of alpha: the prior estimate counts as m documents or words", number],
    "--m-prior <p>": [
      "prior estimate of --m-estimate: the same for all terms, or their shares in all classes (default: uniform)",
      M_PRIORS,
    ],
    "--dirichlet <beta>": ["smoothing in place of alpha: weight of Dirichlet priors, at least 1; 2 is add-one", number],
    "--prior <prior>": [
      "class priors: fit (share of the training documents), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit; complement: none)",
      prior,
    ],
    "--emphasis <k>": ["multinomial: extra weight of terms that tell the classes apart (default: 0)", number],
    "--temper <p>": ["multinomial: make documents with many terms less certain, from 0 to 2 (default: 0)", number],
    "--source-weights <list>": [
      "multinomial: weights of texts, header fields and all else in mail, such as 2,1,1 (default: the same weight)",
      numbers,
    ],
    "--normalize": "complement: divide the weights of a class by the sum of their absolute values",
    "--variance <kind>": ["gaussian: divide squares by n or n - 1 (default: maximum-likelihood)", VARIANCES],
    "--var-smoothing <share>": ["gaussian: share of the largest variance added to each (default: 1e-9)", number],
  });
  withOptions(command, "Linear methods (logistic-regression, linear-svm, and both with nb-)", {
    "--cost <c>": ["cost of errors relative to the cost of large weights, scikit-learn's C (default: 1)", number],
    // Alone, --no-intercept would make commander set intercept to true by default.
    "--intercept": ["add a weight for each class that holds for every document", { isHidden: true }],
    "--no-intercept": "no weight for each class that holds for every document",
    "--tolerance <share>": ["stop this close to the best weights (default: 0.01)", number],
    "--epochs <n>": ["at most n passes over the documents (default: 100; linear-svm, nb-svm up to 10,000)", whole(1)],
  });
  withOptions(command, "Neighbours (nearest-neighbours, locally-weighted)", {
    "--k <n>": ["how many neighbours decide (default: 70, locally-weighted 300)", whole(1)],
    "--distance-weighting <form>": ["nearest-neighbours: weight of a vote (default: linear)", DISTANCE_WEIGHTINGS],
  });
  withOptions(command, "Weighting of terms", {
    "--tf <form>": ["term frequency: the form of a count (default: count; neighbours: log)", TERM_FREQUENCIES],
    "--idf <form>": [
      "inverse document frequency to multiply by (default: none; neighbours: smooth)",
      INVERSE_DOCUMENT_FREQUENCIES,
    ],
    "--idf-power <p>": ["the power of the inverse document frequency (default: 1)", number],
    "--norm <form>": ["norm to divide a document by (default: none; locally-weighted: l2)", NORMS],
  });
  withOptions(command, "Weighting of documents", CLASS_WEIGHT);
  withOptions(withTextOptions(command), "Text", {
    "--ngrams <from-to>": [
      "how many neighbouring words make a term: 1-2 is words and pairs, 2-2 pairs alone (default: 1-1)",
      range,
    ],
    "--ngram-bytes <n>": ["make n-grams only of texts of at most n bytes (default: of all texts)", whole(1)],
  });
  return withOptions(command, "Terms, chosen on the training documents", {
    "--min-count <n>": ["leave out terms with fewer occurrences (default: 1)", number],
    "--min-documents <n>": ["leave out terms in fewer documents (default: 1)", whole(0)],
    "--max-document-share <share>": ["leave out terms in more than this share of documents (default: 1)", fraction],
    "--drop-top <n>": ["leave out the n most frequent terms (default: 0)", whole(0)],
    "--max-terms <n>": ["keep only the n best of the rest (default: all)", whole(1)],
    "--select-by <score>": ["the score by which --max-terms chooses (default: count)", SELECT_BY],
  });
}

/** The options of a command that learns from a corpus. */
export type LearningOptions = CommonOptions & CorpusOptions & TrainOptions;

/** Adds the options of a command that learns from a corpus. @param rows see `withMethodOptions` */
export function withLearning(command: Command, rows?: OptionRows): Command {
  return withModelOptions(withCommonOptions(withCorpusOptions(withMethodOptions(command, rows))));
}

/** Adds the options that define which words are found in a document. */
export function withTextOptions(command: Command): Command {
  return withOptions(command, "Text", {
    "--as <form>": [
      "the form of the documents: auto recognizes messages by their header; mail decodes MIME and HTML, and is --preset mail unless --preset or --classifier is given (default: auto)",
      DOCUMENT_FORMS,
    ],
    "--fields <names>": [
      "header fields whose words are separate terms, such as subject; for mail also all, none, link, attachment …",
      listOf((name) => name.toLowerCase()),
    ],
    "--strip <parts>": [`parts of messages to leave out: ${STRIPPABLE.join(",")}`, listOf(oneOf(STRIPPABLE))],
    "--encoding <name>": "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)",
    "--tokens <kind>": [
      "words; inner also keeps e-mail addresses, hosts and words like don't whole; none (default: words)",
      TOKEN_KINDS,
    ],
    "--token-length <min-max>": ["least and most characters of a word (default: 2-256)", range],
    "--stop-words <language>": "leave out stop words of a language, such as en",
    "--stem <name>": "reduce words to stems: porter, lancaster (English), de, fr, es …",
    "--char-ngrams <from-to>": ["add sequences of characters within words as terms, such as 3-5", range],
    "--text-ngrams <from-to>": ["add sequences of the first 500 characters, across words, such as 1-5", range],
    "--raw-ngrams <from-to>": [
      "for mail: add sequences of characters of the first 2,000 bytes of the message, such as 4-4",
      range,
    ],
    "--segment": "split Chinese, Japanese, Thai, Lao, Khmer and Burmese into words, not into pairs of characters",
    "--take-half": "leave out every second word of each document, to measure what that costs",
  });
}

/** Picks the options that are settings of a model from all options of a command. */
export function modelOptions(options: TrainOptions): TrainOptions {
  return pick(options, ["preset", ...SETTING_NAMES]);
}

/** Makes the settings of a model from the options of a command. @throws UsageError if a value is not allowed. */
export function settingsOf(options: TrainOptions): Settings {
  return settingsFrom(modelOptions(options));
}
