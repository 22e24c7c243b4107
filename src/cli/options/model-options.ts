import { type Command, Option } from "commander";
import { UsageError } from "../../base/errors.js";
import { optionName } from "../../base/option-names.js";
import { VARIANCES } from "../../classifiers/bayes/gaussian.js";
import { M_PRIORS } from "../../classifiers/bayes/smoothing.js";
import { DISTANCE_WEIGHTINGS } from "../../classifiers/neighbours/neighbourhood.js";
import { CLASSIFIER_NAMES } from "../../classifiers/table.js";
import { CALIBRATION_CHOICES } from "../../classifiers/wrappers/calibration.js";
import { SELECT_BY } from "../../features/selection.js";
import { INVERSE_DOCUMENT_FREQUENCIES, NORMS, TERM_FREQUENCIES } from "../../features/weighting.js";
import { DOCUMENT_FORMS, STRIPPABLE } from "../../mail/news.js";
import { PRESET_NAMES, type TrainOptions } from "../../model/options.js";
import { SETTING_NAMES, type Settings, settingsFrom } from "../../model/settings.js";
import { TOKEN_KINDS } from "../../text/words/terms.js";

import { fraction, list, names, number, prior, range, whole } from "./options.js";

/** The differences between commands that make models. */
export interface MethodOptionKinds {
  /** Default: an option with one name. */
  readonly classifier?: Option;
  /** Whether the command calibrates probabilities. Default true. */
  readonly calibrate?: boolean;
}

/** Adds the options of a model that most people use; `withModelOptions` adds the others. */
export function withMethodOptions(
  command: Command,
  { classifier = oneClassifier(), calibrate = true }: MethodOptionKinds = {},
): Command {
  command
    .optionsGroup("Method:")
    .addOption(
      new Option(
        "--preset <name>",
        "settings that go together: lecture (the defaults), fast (quick), mail (for mail), best (most accurate, slower)",
      ).choices(PRESET_NAMES),
    )
    .addOption(classifier);
  if (!calibrate) return command;
  return command.addOption(
    new Option(
      "--calibrate [method]",
      "fit probabilities by folds inside the training documents (default: isotonic with --preset best, temperature with --preset mail and more than two classes, otherwise none)",
    )
      .choices(CALIBRATION_CHOICES)
      .preset("isotonic"),
  );
}

/** Adds the other options that define a model. */
export function withModelOptions(command: Command): Command {
  command
    .optionsGroup("Naive Bayes (multinomial, bernoulli, categorical, complement, gaussian):")
    .option(
      "--alpha <a>",
      "smoothing: added to every count, 0 for none; also for nb-logistic-regression and neighbours, not for gaussian (default: 1, add-one; nearest-neighbours 0.1, locally-weighted 0.01)",
      number,
    )
    .option(
      "--m-estimate <m>",
      "in place of alpha: how many documents, or words, a prior estimate is worth; first three methods",
      number,
    )
    .addOption(
      new Option(
        "--m-prior <p>",
        "that estimate: the same for all terms, or their shares overall (default: uniform)",
      ).choices(M_PRIORS),
    )
    .option(
      "--dirichlet <beta>",
      "in place of alpha: weight of Dirichlet priors, at least 1; 2 is add-one; first three methods",
      number,
    )
    .option(
      "--prior <prior>",
      "class priors: fit (share of the training documents), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit; complement: none)",
      prior,
    )
    .option(
      "--emphasis <k>",
      "multinomial: how much more the terms count that tell the classes apart (default: 0, not more)",
      number,
    )
    .option(
      "--temper <p>",
      "multinomial: how much to discount the certainty that comes from many terms, 0 to 2 (default: 0)",
      number,
    )
    .option("--normalize", "complement: divide the weights of a class by the sum of their absolute values")
    .addOption(
      new Option(
        "--variance <kind>",
        "gaussian: divide the squares by n, or by n - 1 (default: maximum-likelihood)",
      ).choices(VARIANCES),
    )
    .option(
      "--var-smoothing <share>",
      "gaussian: share of the largest variance to add to each variance (default: 1e-9)",
      number,
    )
    .optionsGroup("Logistic regression (logistic-regression, nb-logistic-regression):")
    .option("--cost <c>", "cost of errors against the cost of large weights, scikit-learn's C (default: 1)", number)
    // Both: alone, --no-intercept would make commander set intercept to true by default.
    .addOption(new Option("--intercept", "a weight for each class itself").hideHelp())
    .option("--no-intercept", "no weight for the classes themselves")
    .option("--tolerance <share>", "how close to the best weights to stop (default: 0.01)", number)
    .option("--epochs <n>", "at most n passes over the documents (default: 100)", whole(1))
    .optionsGroup("Neighbours (nearest-neighbours, locally-weighted):")
    .option(
      "--k <n>",
      "how many neighbours decide (default: 70, locally-weighted 300; all, if there are fewer)",
      whole(1),
    )
    .addOption(
      new Option(
        "--distance-weighting <form>",
        "nearest-neighbours: the weight of a neighbour's vote (default: linear)",
      ).choices(DISTANCE_WEIGHTINGS),
    );
  command
    .optionsGroup("Weighting of terms:")
    .addOption(
      new Option("--tf <form>", "term frequency: the form of a count (default: count; neighbours: log)").choices(
        TERM_FREQUENCIES,
      ),
    )
    .addOption(
      new Option(
        "--idf <form>",
        "inverse document frequency to multiply by (default: none; neighbours: smooth)",
      ).choices(INVERSE_DOCUMENT_FREQUENCIES),
    )
    .option("--idf-power <p>", "the power of the inverse document frequency (default: 1)", number)
    .addOption(
      new Option("--norm <form>", "norm to divide a document by (default: none; locally-weighted: l2)").choices(NORMS),
    );
  return withTextOptions(command)
    .option(
      "--ngrams <from-to>",
      "how many neighbouring words make a term: 1-2 is words and pairs, 2-2 pairs alone (default: 1-1)",
      range,
    )
    .optionsGroup("Terms, chosen on the training documents:")
    .option("--min-count <n>", "occurrences a term must have (default: 1)", number)
    .option("--min-documents <n>", "documents a term must be in (default: 1)", whole(0))
    .option(
      "--max-document-share <share>",
      "leave out terms in more than this share of documents (default: 1)",
      fraction,
    )
    .option("--drop-top <n>", "leave out the n most frequent terms (default: 0)", whole(0))
    .option("--max-terms <n>", "keep only the n best of the rest; also --max-features (default: all)", whole(1))
    .addOption(
      new Option("--select-by <score>", "the score that --max-terms keeps the best by (default: count)").choices(
        SELECT_BY,
      ),
    );
}

function oneClassifier(): Option {
  return new Option(
    "--classifier <name>",
    "the method; thresher methods lists the options of each (default: multinomial)",
  ).choices(CLASSIFIER_NAMES);
}

/** The settings that define the words of a document. */
export type TextOptions = Pick<TrainOptions, (typeof TEXT_OPTIONS)[number]>;

/** The names of the settings of the text. */
export const TEXT_OPTIONS = [
  ...(["as", "strip", "encoding", "tokens", "takeHalf", "tokenLength"] as const),
  ...(["stopWords", "stem", "charNgrams"] as const),
] as const;

/** Adds the options that define the words of a document. */
export function withTextOptions(command: Command): Command {
  return command
    .optionsGroup("Text:")
    .addOption(
      new Option(
        "--as <form>",
        "the form of the documents: auto recognizes messages by their header; mail decodes MIME and HTML, and is --preset mail unless --preset or --classifier is given (default: auto)",
      ).choices(DOCUMENT_FORMS),
    )
    .option(
      "--fields <names>",
      "header fields whose words are separate terms, such as subject; for mail also all, none, link, attachment …",
      names,
    )
    .option("--strip <parts>", `parts of messages to leave out: ${STRIPPABLE.join(",")}`, list)
    .option("--encoding <name>", "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)")
    .addOption(
      new Option(
        "--tokens <kind>",
        "words; inner also keeps e-mail addresses, hosts and words like don't whole; none (default: words)",
      ).choices(TOKEN_KINDS),
    )
    .option("--token-length <min-max>", "least and most characters of a word (default: 2-256)", range)
    .option("--stop-words <language>", "leave out stop words of a language, such as en")
    .option("--stem <name>", "reduce words to stems: porter, lancaster (English), de, fr, es …")
    .option("--char-ngrams <from-to>", "add runs of characters within words as terms, such as 3-5", range)
    .option("--take-half", "leave out every second word of each document, to measure what that costs");
}

/** The options that are settings of a model, among all options of a command. */
export function modelOptions(options: TrainOptions): TrainOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => name === "preset" || SETTING_NAMES.includes(name)),
  );
}

/** The settings that the options of a command give. @throws UsageError if one is not allowed. */
export function settingsOf(options: TrainOptions): Settings {
  return inOptionNames(() => settingsFrom(modelOptions(options)));
}

/** Calls `make`, and rewrites settings in its UsageError as options: `mEstimate` as `m-estimate`. */
export function inOptionNames<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replace(SETTING, optionName), { cause: error });
  }
}

/** Settings whose names differ from their options. */
const SETTING = new RegExp(`\\b(?:${SETTING_NAMES.filter((name) => optionName(name) !== name).join("|")})\\b`, "g");
