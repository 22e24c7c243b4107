import { statSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { DataError, UsageError } from "../../../base/errors.js";
import { grouped, megabytes, plural } from "../../../base/numbers.js";
import { safeText, shellWord } from "../../../base/safe-text.js";
import { probabilityOf } from "../../../classifiers/label-classification.js";
import { openClasses } from "../../../documents/corpora/class-paths.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { requirePlace } from "../../../documents/files/write-file.js";
import { RowsTooLarge } from "../../../features/corpus/corpus-rows.js";
import { replaceModel } from "../../../model/file/model-update.js";
import { countingClassifier, isFittedByFolds } from "../../../model/learning/require-learning.js";
import { decisionsOf } from "../../../model/multi-label.js";
import { named, resolve, type Settings } from "../../../model/settings.js";
import type { TextModel } from "../../../model/text-model.js";
import { type TrainedCorpus, trainCorpus } from "../../../model/training.js";
import { classifierText } from "../../../reports/evaluation/settings-text.js";
import { following } from "../../input/reading.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type LearningOptions, settingsOf, withLearning } from "../../options/model-options.js";
import { CORPUS, size, whole, withOptions } from "../../options/options.js";
import { fewToCalibrateLines } from "../../output/figure-notices.js";
import { readingLines } from "../../output/mail-notice.js";
import { alikeLines, NO_TERMS, namedLines, spamLines, tell } from "../../output/notices.js";
import { printDone } from "../../output/output.js";

import type { LearnedByWorkers } from "../machines/learn-by-workers.js";

const NAMED_CLASSES = 10;

type TrainCommandOptions = LearningOptions & {
  readonly model: string;
  readonly keepDocuments?: boolean;
  readonly remember?: boolean;
  readonly memory?: number;
  readonly workers?: string;
  readonly shards?: number;
  readonly parts?: string;
};

export function newCommand(): Command {
  const command = withModel(new Command("train"), "where to write the model")
    .description("Learn a model from a corpus: a folder with a folder of documents for each class.")
    .argument("<corpus...>", `${CORPUS}; or several paths, each of them a class`)
    .action(run);
  withOptions(command, "Options", [
    [
      "--memory <size>",
      "for counts of terms, such as 500M; what outgrows it goes to disk for a while, and the model is the same (default: a quarter of the machine). A method that needs the documents stops if they need more (default: all of the machine)",
      memory,
    ],
    ["--keep-documents", "keep the terms and the name of each document, for thresher similar"],
    [
      "--remember",
      "keep what thresher learn, unlearn, relabel and forget need; the file is larger, training is slower, and copies count once",
      { conflicts: ["keepDocuments"] },
    ],
    [
      "--workers <redis>",
      "let thresher worker count on other machines, by jobs on a Redis server: redis://[user:password@]host[:port][/queue]",
      { conflicts: ["keepDocuments", "remember", "memory"] },
    ],
    ["--shards <n>", "with --workers: how many shards, at most (default: 100)", whole(1)],
    [
      "--parts <folder>",
      "with --workers: where plan and counts are kept, a folder that all machines share (default: MODEL.parts)",
    ],
  ]);
  return withHelp(
    withLearning(command),
    `A model of the same name is kept as MODEL.previous.

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
  thresher train letters -m letters.model --classifier bernoulli --stop-words en --stem porter
  thresher train /mnt/mail -m mail.model --preset mail --workers redis://localhost:6379`,
    [
      "model",
      "preset",
      "classifier",
      "calibrate",
      "remember",
      "workers",
      "strip",
      "include",
      "exclude",
      "json",
      "quiet",
    ],
  );
}

async function run(roots: readonly string[], options: TrainCommandOptions): Promise<void> {
  const settings = settingsOf(options);
  if (options.remember) countingClassifier(settings);
  if (options.keepDocuments && settings.multiLabel) {
    throw new UsageError("--keep-documents and --multi-label cannot be combined: choose one");
  }
  const { workers, shards, parts } = options;
  if (workers === undefined && (shards !== undefined || parts !== undefined)) {
    throw new UsageError(`${shards === undefined ? "--parts" : "--shards"} is for training with --workers`);
  }
  const corpus = roots.length === 1 ? openCorpus(roots[0], options) : openClasses(roots, options);
  requirePlace(options.model);
  corpus.requireFree(options.model);
  const learned: TrainedCorpus & Partial<LearnedByWorkers> =
    workers === undefined
      ? learn(corpus, settings, options)
      : await (await import("../machines/learn-by-workers.js")).learnByWorkers(corpus, settings, {
          ...options,
          workers,
        });
  const { model, documents, classes, problems, repeated } = learned;
  if (model.vocabulary.size === 0) tell(options, NO_TERMS);
  if (settings.multiLabel) tell(options, rareLabelLines(model));
  if (model.calibration !== undefined) tell(options, fewToCalibrateLines(documents));
  replaceModel(options.model, model);

  const bytes = statSync(options.model).size;
  const classifier = named(settings, model.calibration !== undefined);
  const asJson = () => ({
    model: options.model,
    bytes,
    classifier,
    documents,
    classes: model.labels.map((label, c) => ({
      label,
      documents: model.counts.documents[c],
      ...thresholdOf(model, c),
    })),
    vocabulary: model.vocabulary.size,
    problems,
    ...(repeated !== undefined && { repeated }),
  });
  const asText = () =>
    `Learned ${settings.multiLabel ? plural(model.labels.length, "label") : plural(classes, "class", "classes")} from ${plural(documents, "document")}` +
    `${classesText(model)}: ${plural(model.vocabulary.size, "term")}, ${classifierText(classifier)}.\n` +
    `The model is in ${safeText(options.model)} (${megabytes(bytes)}). Sort with it:\n` +
    `  thresher classify -m ${shellWord(options.model)} PATH…\n${hintOf(settings, options.remember)}`;
  await printDone(options, { asJson, asText });
}

/**
 * In bytes. This is enough for a table of a few hundred documents. With less memory, nearly every document would be
 * written to disk separately.
 */
const LEAST_MEMORY = 1e6;

function memory(text: string): number {
  const bytes = size(text);
  if (bytes >= LEAST_MEMORY) return bytes;
  throw new InvalidArgumentError("give at least 1M");
}

/** Reads and learns behind progress bars, and prints the notices. */
function learn(corpus: Corpus, settings: Settings, options: TrainCommandOptions): TrainedCorpus {
  const { jobs, memory, seed, keepDocuments, remember } = options;
  const follower = following([corpus], settings, options, ({ train }) =>
    tell(options, alikeLines(train), spamLines(train.labels), readingLines(corpus, options)),
  );
  return withinMemory(options, () =>
    trainCorpus(corpus, settings, { jobs, memory, seed, keepDocuments, remember, ...follower }),
  );
}

/** Calls `read`, and says what to do if the documents need more than `--memory`. */
function withinMemory<T>({ memory }: TrainCommandOptions, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (memory === undefined || !(error instanceof RowsTooLarge)) throw error;
    throw new DataError(
      `--memory: the documents need about ${megabytes(error.need)}, not ${megabytes(memory)}: raise it, or use a method that needs only counts, such as multinomial`,
    );
  }
}

/** Returns the threshold of a label, if a document may have several labels. */
function thresholdOf(model: TextModel, label: number): { readonly threshold?: number } {
  const thresholds = decisionsOf(model)?.thresholds;
  return thresholds === undefined ? {} : { threshold: probabilityOf(thresholds[label]) };
}

/** A threshold that is chosen on fewer documents with the label is close to .5, and mostly chance. */
const FEW_FOR_THRESHOLD = 5;

function rareLabelLines({ labels, counts }: TextModel): string[] {
  const rare = labels.filter((_, l) => counts.documents[l] < FEW_FOR_THRESHOLD);
  return namedLines(
    rare,
    (n) =>
      `${plural(n, "label has", "labels have")} fewer than ${FEW_FOR_THRESHOLD} documents, too few to choose a threshold well`,
  );
}

/** Returns a hint on `--remember` if the model is of mail and could have it. Only `train` can choose that option. */
function hintOf(settings: Settings, remember = false): string {
  const isFixed = settings.as !== "mail" || remember || isFittedByFolds(settings) || !resolve(settings).isCounting;
  return isFixed ? "" : "To let it learn more mail later, train it with --remember.\n";
}

/** Returns the classes and their sizes; empty if there are many. A Maildir may have a class that nobody expects. */
function classesText({ labels, counts }: TextModel): string {
  if (labels.length > NAMED_CLASSES) return "";
  return ` (${labels.map((label, c) => `${safeText(label)} ${grouped(counts.documents[c])}`).join(", ")})`;
}
