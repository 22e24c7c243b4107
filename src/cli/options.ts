import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import { DOCUMENT_FORMS } from "../analyzer.js";
import { CALIBRATION_METHODS } from "../classifiers/calibration.js";
import { DISTANCE_WEIGHTINGS } from "../classifiers/distance-weighting.js";
import { VARIANCES } from "../classifiers/normal.js";
import { PRIORS, type Prior } from "../classifiers/prior.js";
import { M_PRIORS } from "../classifiers/smoothing.js";
import { CLASSIFIER_NAMES } from "../classifiers/table.js";
import { STRIPPABLE, type Strippable } from "../email/news.js";
import { UsageError } from "../errors.js";
import { SELECT_BY } from "../features/selection.js";
import { INVERSE_DOCUMENT_FREQUENCIES, NORMS, TERM_FREQUENCIES } from "../features/weighting.js";
import { PRESET_NAMES } from "../presets.js";
import { SETTING_NAMES, type TrainOptions } from "../settings.js";
import { DEFAULT_WINDOW } from "../text/sparse-bigrams.js";
import { TOKEN_KINDS } from "../text/terms.js";

/** What every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly seed: number;
  readonly jobs: number;
  readonly debug?: boolean;
}

/** Adds what every command takes. */
export function withCommonOptions(command: Command): Command {
  return command
    .optionsGroup("Output:")
    .option("--json", "print one JSON document on standard output")
    .option("--quiet", "print no messages and no progress, only results and errors")
    .option("--debug", "print the stack of an error")
    .optionsGroup("Running:")
    .option("--seed <n>", "seed of everything random", whole(0), 1)
    .option("--jobs <n>", "threads that read documents; the result does not depend on it", whole(1), defaultJobs());
}

/** What a corpus can be. */
export interface CorpusOptions {
  readonly include?: string[];
  readonly exclude?: string[];
  readonly strict?: boolean;
}

/** Adds the options that decide which files are documents. */
export function withCorpusOptions(command: Command): Command {
  return command
    .optionsGroup("Corpus:")
    .option("--include <pattern>", "only files below the corpus that match, such as '**/*.txt' (repeatable)", collect)
    .option("--exclude <pattern>", "no files or folders that match (repeatable)", collect)
    .option("--strict", "stop at a file or folder that cannot be read, instead of leaving it out");
}

/** What differs between commands that make models. */
export interface ModelOptionKinds {
  /** Default: an option that takes one name. */
  readonly classifier?: Option;
  /** Whether there are probabilities to calibrate. Default true. */
  readonly calibrate?: boolean;
}

/** Adds the options that decide what a model is. */
export function withModelOptions(
  command: Command,
  { classifier = oneClassifier(), calibrate = true }: ModelOptionKinds = {},
): Command {
  command
    .optionsGroup("Classifier:")
    .addOption(
      new Option(
        "--preset <name>",
        "settings that go together: lecture (the defaults), fast (one naive Bayes, the most accurate), best (that and logistic regressions together: more accurate, slower)",
      ).choices(PRESET_NAMES),
    )
    .addOption(classifier)
    .option(
      "--alpha <a>",
      "smoothing: added to every count, 0 for none (default: 1, add-one; nearest-neighbours: 0.1, locally-weighted: 0.01)",
      number,
    )
    .option("--m-estimate <m>", "in place of alpha: documents, or words, that a prior estimate is worth", number)
    .addOption(
      new Option("--m-prior <p>", "that estimate: all alike, or what is so overall (default: uniform)").choices(
        M_PRIORS,
      ),
    )
    .option("--dirichlet <beta>", "in place of alpha: weight of Dirichlet priors, from 1; 2 is add-one", number)
    .option(
      "--prior <prior>",
      "class priors: fit (share of the training documents), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit; complement: none)",
      prior,
    )
    .option("--normalize", "complement: divide the weights of a class by the sum of their absolute values")
    .option("--cost <c>", "logistic regression: what errors cost against large weights (default: 1)", number)
    // Both, as commander takes an option that can only be negated for one that is true where it is not given.
    .addOption(new Option("--intercept", "each class has a weight of its own").hideHelp())
    .option("--no-intercept", "logistic regression: no weight for a class itself")
    .option("--tolerance <share>", "logistic regression: how close to the best weights to stop (default: 0.01)", number)
    .option("--epochs <n>", "logistic regression: at most so many passes over the documents (default: 100)", whole(1))
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
    .option("--k <n>", "neighbours that decide (default: 70, locally-weighted: 300; or all, if fewer)", whole(1))
    .addOption(
      new Option("--distance-weighting <form>", "what the vote of a neighbour weighs (default: linear)").choices(
        DISTANCE_WEIGHTINGS,
      ),
    );
  if (calibrate) {
    command.addOption(
      new Option(
        "--calibrate [method]",
        "fit probabilities by folds inside the training documents (default: no; of --preset best: isotonic)",
      )
        .choices(CALIBRATION_METHODS)
        .preset("isotonic"),
    );
  }
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
  return new Option("--classifier <name>", "the method (default: multinomial)").choices(CLASSIFIER_NAMES);
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
      new Option("--as <form>", "what documents are; auto tells messages by their header (default: auto)").choices(
        DOCUMENT_FORMS,
      ),
    )
    .option("--fields <names>", "header fields whose words are terms of their own, too: subject", names)
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

/** The values of an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Names with commas between them, in lower case. */
export function names(text: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, ...text.split(",").map((name) => name.trim().toLowerCase())])];
}

/** A whole number of at least `least`. */
export function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Required a whole number of at least ${least}.`);
  };
}

/** A finite number; the library says what range. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("Required a number.");
}

/** A class prior: one of the words, or numbers with commas between; the library says which numbers. */
export function prior(text: string): Prior {
  const named = PRIORS.find((name) => name === text);
  if (named !== undefined) return named;
  const parts = text.split(",").map(Number);
  if (text.split(",").every((part) => part.trim() !== "") && parts.every(Number.isFinite)) return parts;
  throw new InvalidArgumentError(`Required one of ${PRIORS.join(", ")}, or numbers with commas between, one a class.`);
}

/** A share: `1/3`, `0.33` or `33%`. */
export function fraction(text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(?:\/(\d+(?:\.\d+)?)|(%))?$/.exec(text.trim());
  if (match === null) throw new InvalidArgumentError("Required a share such as 1/3, 0.33 or 33%.");
  return Number(match[1]) / (match[3] === "%" ? 100 : Number(match[2] ?? 1));
}

/** `2-256`, or one number for both ends. */
export function range(text: string): [number, number] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text.trim());
  if (match === null) throw new InvalidArgumentError("Required two whole numbers such as 1-2.");
  return [Number(match[1]), Number(match[2] ?? match[1])];
}

/** Names with commas between them; an unknown one is refused where the list is known. */
export function list(text: string, before: readonly Strippable[] = []): Strippable[] {
  const parts = text.split(",").map((part) => part.trim());
  const unknown = parts.find((part) => !(STRIPPABLE as readonly string[]).includes(part));
  if (unknown !== undefined) {
    throw new UsageError(
      `--strip: required some of ${STRIPPABLE.join(", ")} with commas between, got ${JSON.stringify(unknown)}`,
    );
  }
  return [...new Set([...before, ...(parts as Strippable[])])];
}

/** More threads than this only wait for the disk. */
const MOST_JOBS = 8;

function defaultJobs(): number {
  return Math.min(MOST_JOBS, availableParallelism());
}
