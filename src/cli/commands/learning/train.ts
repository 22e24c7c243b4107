import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { openClasses } from "../../../documents/corpora/class-paths.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { requirePlace } from "../../../documents/files/write-file.js";
import { standardInputFile } from "../../../jobs/inputs/standard-input.js";
import { countingClassifier, isFittedByFolds } from "../../../model/learning/require-learning.js";
import { resolve, type Settings } from "../../../model/settings.js";
import { type LearnCorpusOptions, learnCorpus, MEMORY } from "../../input/learn-corpus.js";
import { withModel } from "../../options/defaults.js";
import { UNLABELLED_PILE } from "../../options/few-label-options.js";
import { withHelp } from "../../options/help.js";
import { settingsOf, withLearning } from "../../options/model-options.js";
import { CORPUS, ID_COLUMN, SEVERAL_LABELS, type Texts, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { fewLabelSettings } from "../../output/few-label-settings.js";
import { writeModel } from "../../output/new-model.js";
import type { WorkersOptions } from "../machines/learn-by-workers.js";

type TrainCommandOptions = Omit<WorkersOptions, "workers" | "parts"> & Texts<"workers" | "parts"> & LearnCorpusOptions;

/** Makes the command `thresher train`. */
export function newCommand(): Command {
  const command = withModel(new Command("train"), "where to write the model")
    .description("Learn a model from a corpus: a folder with a folder of documents for each class.")
    .argument("<corpus...>", `${CORPUS}; - for such a file from a pipe; or several paths, each of them a class`)
    .action(run);
  withOptions(command, "Options", {
    ...MEMORY,
    ...UNLABELLED_PILE,
    "--keep-documents": "keep the terms and the name of each document, for thresher similar",
    "--remember": [
      "keep what thresher learn, unlearn, relabel and forget need; the file is larger, training is slower, and copies count once",
      { conflicts: ["keepDocuments"] },
    ],
    "--workers <redis>": [
      "let thresher worker count on other machines, by jobs on a Redis server: redis://[user:password@]host[:port][/queue]",
      { conflicts: ["keepDocuments", "remember", "memory"] },
    ],
    "--shards <n>": ["with --workers: how many shards, at most (default: 100)", whole(1)],
    "--parts <folder>": "with --workers: where plan and counts are kept, a folder that all machines share",
  });
  return withHelp(withLearning(command, { corpus: { ...ID_COLUMN, ...SEVERAL_LABELS } }), HELP, SHOWN);
}

const HELP = `A model of the same name is kept as MODEL.previous.

In a Maildir, each folder is a class, under the name that mail programs show.
Inbox, Sent, Drafts, Trash and Templates are left out, in any language, unless
--include names them.

Examples:
  thresher train mail -m mail.model --preset mail
  thresher train ham.mbox spam.mbox -m mail.model --preset mail
  thresher train ~/Maildir -m mail.model --preset mail --remember
  thresher train ~/Maildir -m mail.model --preset mail --include inbox
  thresher train ~/Maildir/.Junk ~/Maildir/.Work -m mail.model --preset mail
  thresher train news -m news.model --preset fast
  thresher train news -m news.model --strip headers,footers,quotes --min-count 3
  thresher train sorted --unlabelled pile -m my.model
  thresher train letters -m letters.model --classifier bernoulli --stop-words en --stem porter
  thresher train /mnt/mail -m mail.model --preset mail --workers redis://localhost:6379 --parts /mnt/parts`;

/** The options that --help shows; --help-all shows the others, too. */
const SHOWN = "model preset classifier calibrate remember workers strip include exclude json quiet".split(" ");

/** Trains a model in this process or by workers, and writes it. */
async function run(roots: readonly string[], options: TrainCommandOptions): Promise<void> {
  const { workers, parts, unlabelled } = options;
  const settings = unlabelled === undefined ? settingsOf(options) : fewLabelSettings(corpusAt(roots, options), options);
  // Throws if a model with these settings cannot learn later.
  if (options.remember) countingClassifier(settings);
  if (options.keepDocuments && settings.multiLabel) {
    throw new UsageError("--keep-documents and --multi-label cannot be combined: choose one");
  }
  requireWorkerOptions(roots, options);
  const corpus = corpusAt(roots, options);
  requirePlace(options.model);
  corpus.requireFree(options.model);
  const learned =
    workers === undefined || parts === undefined
      ? learnCorpus(corpus, settings, options)
      : await (await loadWorkers()).learnByWorkers(corpus, settings, { ...options, workers, parts });
  // With documents without labels, --remember is not possible.
  await writeModel(
    options,
    { settings, ...learned },
    rememberHint(settings, options.remember ?? unlabelled !== undefined),
  );
}

/** @throws UsageError if --workers, --shards, --parts and the corpus do not go together. */
function requireWorkerOptions(roots: readonly string[], { workers, shards, parts }: TrainCommandOptions): void {
  if (workers === undefined && (shards !== undefined || parts !== undefined)) {
    throw new UsageError(`${shards === undefined ? "--parts" : "--shards"} is for training with --workers`);
  }
  if (workers !== undefined && parts === undefined) {
    throw new UsageError("--workers needs --parts FOLDER: where all machines find plan and counts");
  }
  if (workers !== undefined && roots.includes("-")) {
    throw new UsageError("--workers cannot read standard input: write it to a file that all machines have");
  }
}

/** Opens the corpus at a path, or makes one of several paths, each of them a class. */
function corpusAt(roots: readonly string[], options: TrainCommandOptions): Corpus {
  return roots.length === 1 ? openCorpus(fileOf(roots[0], options), options) : openClasses(roots, options);
}

/** Returns the path to read: for `-`, that of a file with a copy of standard input, which is made once. */
function fileOf(path: string, { inputFormat }: TrainCommandOptions): string {
  return path === "-" ? standardInputFile(inputFormat) : path;
}

/** Loaded on demand: few models are made by workers. */
const loadWorkers = () => import("../machines/learn-by-workers.js");

/** Returns a hint on `--remember` if the model is of mail and could have it. Only `train` can choose that option. */
function rememberHint(settings: Settings, remember = false): string {
  const needsNone = settings.as !== "mail" || remember || isFittedByFolds(settings) || !resolve(settings).isCounting;
  return needsNone ? "" : "To let it learn more mail later, train it with --remember.\n";
}
