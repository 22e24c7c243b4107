import { type Command, Option } from "commander";
import { DOCUMENT_FORMS } from "../analyzer.js";
import { CALIBRATION_METHODS } from "../classifiers/calibration.js";
import { DISTANCE_WEIGHTINGS } from "../classifiers/distance-weighting.js";
import { VARIANCES } from "../classifiers/normal.js";
import { M_PRIORS } from "../classifiers/smoothing.js";
import { CLASSIFIER_NAMES } from "../classifiers/table.js";
import { STRIPPABLE } from "../email/news.js";
import { UsageError } from "../errors.js";
import { SELECT_BY } from "../features/selection.js";
import { INVERSE_DOCUMENT_FREQUENCIES, NORMS, TERM_FREQUENCIES } from "../features/weighting.js";
import { PRESET_NAMES } from "../presets.js";
import { optionName } from "../reports/option-name.js";
import { SETTING_NAMES, type Settings, settingsFrom, type TrainOptions } from "../settings.js";
import { DEFAULT_WINDOW } from "../text/sparse-bigrams.js";
import { TOKEN_KINDS } from "../text/terms.js";

import { fraction, list, names, number, prior, range, whole } from "./options.js";

/** What differs between commands that make models. */
export interface MethodOptionKinds {
  /** Default: an option that takes one name. */
  readonly classifier?: Option;
  /** Whether there are probabilities to calibrate. Default true. */
  readonly calibrate?: boolean;
}

/** Adds the choices of a model that most people make, if any: what follows from them is `withModelOptions`. */
export function withMethodOptions(
  command: Command,
  { classifier = oneClassifier(), calibrate = true }: MethodOptionKinds = {},
): Command {
  command
    .optionsGroup("Method:")
    .addOption(
      new Option(
        "--preset <name>",
        "settings that go together: lecture (the defaults), fast (one naive Bayes, the most accurate), mail (naive Bayes for mail), best (that and logistic regressions together: more accurate, slower)",
      ).choices(PRESET_NAMES),
    )
    .addOption(classifier);
  if (!calibrate) return command;
  return command.addOption(
    new Option(
      "--calibrate [method]",
      "fit probabilities by folds inside the training documents (default: no; of --preset best: isotonic)",
    )
      .choices(CALIBRATION_METHODS)
      .preset("isotonic"),
  );
}

/** Adds the options that decide what a model is, for those who know what they want. */
export function withModelOptions(command: Command): Command {
  command
    .optionsGroup("Naive Bayes (multinomial, bernoulli, categorical, complement, gaussian):")
    .option(
      "--alpha <a>",
      "smoothing: added to every count, 0 for none; not gaussian, also nb-logistic-regression and neighbours (default: 1, add-one; nearest-neighbours: 0.1, locally-weighted: 0.01)",
      number,
    )
    .option(
      "--m-estimate <m>",
      "in place of alpha: documents, or words, that a prior estimate is worth; the first three methods",
      number,
    )
    .addOption(
      new Option("--m-prior <p>", "that estimate: all alike, or what is so overall (default: uniform)").choices(
        M_PRIORS,
      ),
    )
    .option(
      "--dirichlet <beta>",
      "in place of alpha: weight of Dirichlet priors, from 1; 2 is add-one; the first three methods",
      number,
    )
    .option(
      "--prior <prior>",
      "class priors: fit (share of the training documents), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit; complement: none)",
      prior,
    )
    .option(
      "--emphasis <k>",
      "multinomial: how much more those terms count that tell the classes apart (default: 0, all alike)",
      number,
    )
    .option(
      "--temper <p>",
      "multinomial: how much of the certainty of many terms is taken for repetition, 0 to 2 (default: 0)",
      number,
    )
    .option("--normalize", "complement: divide the weights of a class by the sum of their absolute values")
    .addOption(
      new Option("--variance <kind>", "gaussian: the squares by n, or by n - 1 (default: maximum-likelihood)").choices(
        VARIANCES,
      ),
    )
    .option(
      "--var-smoothing <share>",
      "gaussian: share of the largest variance that is added to each (default: 1e-9)",
      number,
    )
    .optionsGroup("Logistic regression (logistic-regression, nb-logistic-regression):")
    .option("--cost <c>", "what errors cost against large weights: scikit-learn's C (default: 1)", number)
    // Both, as commander takes an option that can only be negated for one that is true where it is not given.
    .addOption(new Option("--intercept", "each class has a weight of its own").hideHelp())
    .option("--no-intercept", "no weight for a class itself")
    .option("--tolerance <share>", "how close to the best weights to stop (default: 0.01)", number)
    .option("--epochs <n>", "at most so many passes over the documents (default: 100)", whole(1))
    .optionsGroup("Neighbours (nearest-neighbours, locally-weighted):")
    .option("--k <n>", "neighbours that decide (default: 70, locally-weighted: 300; or all, if fewer)", whole(1))
    .addOption(
      new Option(
        "--distance-weighting <form>",
        "nearest-neighbours: what the vote of a neighbour weighs (default: linear)",
      ).choices(DISTANCE_WEIGHTINGS),
    );
  command
    .optionsGroup("Weighting of terms:")
    .addOption(
      new Option(
        "--tf <form>",
        "what the count of a term in a document becomes (default: count; of neighbours: log)",
      ).choices(TERM_FREQUENCIES),
    )
    .addOption(
      new Option(
        "--idf <form>",
        "inverse document frequency to multiply by (default: none; of neighbours: smooth)",
      ).choices(INVERSE_DOCUMENT_FREQUENCIES),
    )
    .option("--idf-power <p>", "power to raise it to (default: 1)", number)
    .addOption(
      new Option("--norm <form>", "length to divide a document by (default: none; locally-weighted: l2)").choices(
        NORMS,
      ),
    );
  return withTextOptions(command)
    .option("--ngrams <from-to>", "how many neighbouring words make a term, such as 1-2 (default: 1-1)", range)
    .optionsGroup("Terms, chosen on the training documents:")
    .option("--min-count <n>", "occurrences a term must have (default: 1)", number)
    .option("--min-documents <n>", "documents a term must be in (default: 1)", whole(0))
    .option(
      "--max-document-share <share>",
      "leave out terms in more than this share of the documents (default: 1)",
      fraction,
    )
    .option("--drop-top <n>", "leave out the n most frequent terms (default: 0)", whole(0))
    .option("--max-terms <n>", "keep only the n best of the rest (default: all)", whole(1))
    .addOption(
      new Option("--select-by <score>", "what makes a term one of the best (default: count)").choices(SELECT_BY),
    );
}

function oneClassifier(): Option {
  return new Option(
    "--classifier <name>",
    "the method: thresher methods lists their options (default: multinomial)",
  ).choices(CLASSIFIER_NAMES);
}

/** The settings that say what the words of a document are, as options. */
export type TextOptions = Pick<TrainOptions, (typeof TEXT_OPTIONS)[number]>;

/** What the settings of the text are called. */
export const TEXT_OPTIONS = [
  ...(["as", "strip", "encoding", "tokens", "takeHalf", "tokenLength"] as const),
  ...(["stopWords", "stem", "charNgrams", "sparseBigrams"] as const),
] as const;

/** Adds the options that decide which words a document has. */
export function withTextOptions(command: Command): Command {
  return command
    .optionsGroup("Text:")
    .addOption(
      new Option(
        "--as <form>",
        "what documents are; auto tells messages by their header; mail: they are taken apart and decoded, and without --preset and --classifier the defaults are those of --preset mail (default: auto)",
      ).choices(DOCUMENT_FORMS),
    )
    .option(
      "--fields <names>",
      "header fields whose words are terms of their own, too, such as subject; of mail also all, none, link, attachment …: what counts beside the texts",
      names,
    )
    .option("--strip <parts>", `parts of messages to leave out: ${STRIPPABLE.join(",")}`, list)
    .option("--encoding <name>", "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)")
    .addOption(
      new Option(
        "--tokens <kind>",
        "words; inner: beside them what inner . @ - ' keep together (don't, a host); none (default: words)",
      ).choices(TOKEN_KINDS),
    )
    .option("--token-length <min-max>", "characters of a word (default: 2-256)", range)
    .option("--stop-words <language>", "leave out the stop words of a language, such as en")
    .option("--stem <name>", "reduce words to stems: porter, lancaster (English), de, fr, es …")
    .option("--char-ngrams <from-to>", "runs of so many characters within words are terms too, such as 3-5", range)
    .addOption(
      new Option("--sparse-bigrams [window]", "pairs of words so near each other are terms too, with their distance")
        .argParser(whole(2))
        .preset(String(DEFAULT_WINDOW)),
    )
    .option("--take-half", "let half of the words of every document count, every second: what does that cost?");
}

/** The options that decide what a model is, out of all that a command was given: they are called as the settings are. */
export function modelOptions(options: TrainOptions): TrainOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => name === "preset" || SETTING_NAMES.includes(name)),
  );
}

/**
 * The settings among all that a command was given.
 *
 * @throws UsageError if one is not allowed.
 */
export function settingsOf(options: TrainOptions): Settings {
  return inOptionNames(() => settingsFrom(modelOptions(options)));
}

/** What `make` returns; a setting that its UsageError names is called as the option is: `m-estimate`. */
export function inOptionNames<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replace(SETTING, optionName), { cause: error });
  }
}

/** A setting that is called otherwise than its option. */
const SETTING = new RegExp(`\\b(?:${SETTING_NAMES.filter((name) => optionName(name) !== name).join("|")})\\b`, "g");
