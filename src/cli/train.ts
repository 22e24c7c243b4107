import { statSync } from "node:fs";
import { Command, Option } from "commander";
import { openClasses } from "../documents/class-paths.js";
import { openCorpus } from "../documents/readers.js";
import { requirePlace } from "../documents/write-file.js";
import { requireLearnable } from "../learning/require-learning.js";
import { replaceModel } from "../model-update.js";
import { classifierText } from "../reports/classifier-text.js";
import { grouped, megabytes, plural } from "../reports/numbers.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { shellWord } from "../reports/shell-word.js";
import { counts, named, type Settings, type TrainOptions } from "../settings.js";
import type { TextModel } from "../text-model.js";
import { trainOn } from "../training.js";
import { alikeLines } from "./corpus-notices.js";
import { mailLines } from "./mail-notice.js";
import { settingsOf, withMethodOptions, withModelOptions } from "./model-options.js";
import { NO_TERMS, tell } from "./notices.js";
import { CORPUS, type CommonOptions, type CorpusOptions, withCommonOptions, withCorpusOptions } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { readTelling } from "./reading.js";

/** As many classes as fit a line that somebody reads. */
const NAMED_CLASSES = 10;

type TrainCommandOptions = CommonOptions &
  CorpusOptions &
  TrainOptions & { readonly model: string; readonly keepDocuments?: boolean; readonly remember?: boolean };

/** `thresher train CORPUS -m MODEL` */
export function trainCommand(): Command {
  const command = new Command("train")
    .description("Learn a model from a corpus: a folder with one folder per class, and the documents in it.")
    .argument("<corpus...>", `${CORPUS}; or several paths, each a class by its name`)
    .requiredOption("-m, --model <file>", "where to write the model")
    .option("--keep-documents", "keep what thresher similar compares with: the terms and the name of each document")
    .addOption(
      new Option(
        "--remember",
        "keep what thresher learn, unlearn and forget change a model by: a larger file, and longer training; copies then count once",
      ).conflicts("keepDocuments"),
    )
    .action(run);
  return withModelOptions(withCommonOptions(withCorpusOptions(withMethodOptions(command)))).addHelpText(
    "after",
    `
A model that is there already is kept as MODEL.previous.

Examples:
  thresher train mail -m mail.model --preset mail
  thresher train ham.mbox spam.mbox -m mail.model --preset mail
  thresher train ~/Maildir -m mail.model --preset mail --remember
  thresher train news -m news.model --preset fast
  thresher train news -m news.model --strip headers,footers,quotes --min-count 3
  thresher train letters -m letters.model --classifier bernoulli --stop-words en --stem porter`,
  );
}

async function run(roots: readonly string[], options: TrainCommandOptions): Promise<void> {
  const settings = settingsOf(options);
  if (options.remember) requireLearnable(settings);
  const corpus = roots.length === 1 ? openCorpus(roots[0], options) : openClasses(roots, options);
  requirePlace(options.model);
  corpus.requireFree(options.model);
  const [data] = readTelling([corpus], settings, { ...options, identify: options.remember });
  tell(options, ...alikeLines(data), ...mailLines(corpus, options));
  const training = progressBar("training", "share", options);
  const { seed, keepDocuments, remember } = options;
  const model = trainOn(data, settings, { seed, keepDocuments, remember, onProgress: training.update });
  training.stop();
  if (model.vocabulary.size === 0) tell(options, NO_TERMS);
  replaceModel(options.model, model);

  const bytes = statSync(options.model).size;
  const output = new Output();
  if (options.json) {
    const result = {
      model: options.model,
      bytes,
      classifier: named(settings),
      documents: data.ids.length,
      classes: model.labels.map((label, c) => ({ label, documents: model.counts.documents[c] })),
      vocabulary: model.vocabulary.size,
      problems: data.problems,
    };
    await output.write(`${safeJson(result, 2)}\n`);
  } else if (!options.quiet) {
    await output.write(
      `Learned ${plural(data.labels.length, "class", "classes")} from ${plural(data.ids.length, "document")}` +
        `${classesText(model)}: ` +
        `${plural(model.vocabulary.size, "term")}, ${classifierText(named(settings))}.\n` +
        `The model is in ${safeText(options.model)} (${megabytes(bytes)}). Sort with it:\n` +
        `  thresher classify -m ${shellWord(options.model)} PATH…\n` +
        hintOf(settings, remember),
    );
  }
  await output.flush();
}

/** Mail goes on coming, and who trains is the one who can still choose. */
function hintOf(settings: Settings, remember = false): string {
  const isFixed = settings.as !== "mail" || remember || settings.calibrate !== null || !counts(settings);
  return isFixed ? "" : "To let it learn more mail later, train it with --remember.\n";
}

/** Which classes: with a Maildir or mailboxes one may be there that nobody thought of. */
function classesText({ labels, counts }: TextModel): string {
  if (labels.length > NAMED_CLASSES) return "";
  return ` (${labels.map((label, c) => `${safeText(label)} ${grouped(counts.documents[c])}`).join(", ")})`;
}
