import { resolve } from "node:path";
import { Command, Option } from "commander";
import { classifyRow } from "../classifiers/classification.js";
import { requireChoice } from "../classifiers/require-choice.js";
import { UsageError } from "../errors.js";
import { requireApart } from "../filing/apart.js";
import { FILE_SYSTEM } from "../filing/file-system.js";
import { Filer } from "../filing/filer.js";
import { labelFolders, unsureFolder } from "../filing/label-folders.js";
import { isMaildir } from "../filing/maildir.js";
import { realInto } from "../filing/target-folders.js";
import { load } from "../model-file.js";
import {
  filingCounts,
  filingCountsText,
  filingLines,
  isOrdinary,
  NOT_CHOSEN,
  nextSteps,
  type SortedMessage,
  sortedJson,
  stoppedText,
  UNSURE,
} from "../reports/filing-text.js";
import { plural } from "../reports/numbers.js";
import { safeJson } from "../reports/safe-text.js";
import type { TextModel } from "../text-model.js";
import { DocumentLines, type EachOption, withEach } from "./document-lines.js";
import { type InputOptions, Inputs, withFileOptions } from "./inputs.js";
import { namesOf } from "./notices.js";
import { type CommonOptions, collect, fraction, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { shortPath } from "./short-path.js";
import { fileInput, onceEach } from "./sort-inputs.js";
import { runMoves } from "./sort-moves.js";
import { repairBefore, repairStopped } from "./sort-repair.js";
import { runUndo } from "./sort-undo.js";
import { type Signal, Stopping, tellStopped } from "./stopping.js";
import { terminalStyle } from "./terminal.js";

/** The options of `sort`. */
export type SortOptions = CommonOptions &
  InputOptions &
  EachOption & {
    readonly model?: string;
    readonly into?: string;
    readonly copy?: boolean;
    readonly move?: boolean;
    readonly link?: boolean;
    readonly dryRun?: boolean;
    readonly only?: readonly string[];
    readonly unsureBelow?: number;
    readonly unsureTo?: string;
    readonly maildir?: boolean;
    readonly journal?: string;
    readonly undo?: string;
    readonly moves?: string;
    readonly learnMoves?: string;
  };

/** `thresher sort PATH… -m MODEL --into DIR` */
export function sortCommand(): Command {
  const command = new Command("sort")
    .description("File each document in the folder of its class.")
    .argument("[path...]", "files, folders (every file in them, at any depth), mailboxes, archives")
    .option("-m, --model <file>", "the model")
    .option("--into <folder>", "where the folders of the classes are, or are made")
    .optionsGroup("Filing:")
    .option("--copy", "leave the documents where they are, too (default)")
    .addOption(new Option("--move", "do not leave them").conflicts("copy"))
    .addOption(new Option("--link", "make hard links: two names of one file").conflicts(["copy", "move"]))
    .option("--only <class>", "file documents of this class only, and leave the others (repeatable)", collect)
    .option(
      "--unsure-below <p>",
      "leave a document where it is if its class is less probable than this, such as 0.9 or 90% (default: 0)",
      fraction,
    )
    .option("--unsure-to <name>", "file such a document in the folder of this name instead")
    .option("--maildir", "make a Maildir of each folder; done for messages out of a Maildir in any case")
    .option("--dry-run", "say what would be done, and do nothing")
    .optionsGroup("Afterwards:")
    .option("--journal <file>", "where to write what is done (default: a new file in .thresher in the folder)")
    .addOption(
      new Option(
        "--moves <journal>",
        "list the documents that have been put into the folder of another class since; of a folder that was sorted into, by all its journals",
      ).conflicts(["into", "model"]),
    )
    .addOption(
      new Option(
        "--learn-moves <journal>",
        "learn those documents, of one journal or of all of a folder: see thresher learn for what that takes",
      ).conflicts(["into", "moves"]),
    )
    .addOption(
      new Option("--undo <journal>", "take back what a journal says was done").conflicts([
        "into",
        "model",
        "moves",
        "learnMoves",
      ]),
    )
    .action(run);
  return withCommonOptions(withFileOptions(withEach(command))).addHelpText(
    "after",
    `
Nothing is ever overwritten: a name that is taken gets a number, and a document
that is there already is not filed twice. Ctrl-C ends after the document at
hand, and the same command goes on from there. However it is stopped, every
document is whole; the next run, or --undo, puts what was half done in order.
In a Maildir, the folders are made as its own (.label).

Examples:
  thresher sort inbox -m mail.model --into sorted --dry-run
  thresher sort inbox -m mail.model --into sorted --move --unsure-below 0.9
  thresher sort ~/Maildir -m mail.model --into ~/Maildir --move --only spam
  thresher sort --learn-moves sorted -m mail.model
  thresher sort --undo sorted/.thresher/journal-2026-01-31T09-30-00-4711.jsonl`,
  );
}

async function run(paths: readonly string[], options: SortOptions): Promise<void> {
  if (options.undo !== undefined) return runUndo(options.undo, paths, options);
  if (options.moves !== undefined) return runMoves(options.moves, paths, options);
  if (options.learnMoves !== undefined) {
    // Loaded when it is asked for: a command that sorts brings nothing that changes a model.
    return (await import("./sort-learn.js")).runLearnMoves(options.learnMoves, paths, options);
  }
  const { model: modelPath, into: folder } = options;
  if (paths.length === 0) throw new UsageError("sort: required files or folders to sort; see thresher sort --help");
  if (modelPath === undefined) throw new UsageError("sort: required a model: -m FILE");
  if (folder === undefined) throw new UsageError("sort: required a folder to sort into: --into FOLDER");
  if (paths.includes("-"))
    throw new UsageError("sort: required files or folders, got standard input, which has no place");
  const { unsureBelow = 0, unsureTo } = options;
  if (unsureBelow > 1) throw new UsageError(`--unsure-below: required a probability from 0 to 1, got ${unsureBelow}`);
  if (unsureTo !== undefined && options.unsureBelow === undefined) {
    throw new UsageError("--unsure-to: required --unsure-below with it, which says what is unsure");
  }
  await sort(load(modelPath), paths, realInto(resolve(folder), false), folder, options);
}

async function sort(
  model: TextModel,
  paths: readonly string[],
  real: string,
  folder: string,
  options: SortOptions,
): Promise<void> {
  const { dryRun = false, unsureBelow = 0, maildir } = options;
  requireChoice("sort", model.labels);
  const mode = options.move ? "move" : options.link ? "link" : "copy";
  const folders = labelFolders(model.labels, isMaildir(FILE_SYSTEM, real));
  const unsure = options.unsureTo === undefined ? undefined : unsureFolder(options.unsureTo, folders);
  const only = options.only === undefined ? undefined : chosenLabels(options.only, model.labels);
  const chosen = [...folders].flatMap(([label, name]) => (only === undefined || only.has(label) ? [name] : []));
  const targets = [...chosen, ...(unsure === undefined ? [] : [unsure])];
  requireApart(FILE_SYSTEM, paths, real, targets);
  const journal = options.journal === undefined ? undefined : resolve(options.journal);
  const before = dryRun ? undefined : repairBefore(journal, options);
  if (!dryRun) repairStopped(realInto(real, true), options);
  // Listed now: a message that was in two places is in one.
  const inputs = await Inputs.open(paths, options, onceEach());
  const filer = new Filer(real, { mode, dryRun, maildir, journal, before, folders, unsure });

  const style = terminalStyle();
  const line = filingLines(inputs.names, model.labels, style);
  const output = new Output();
  const lines = new DocumentLines(output, options);
  const progress = progressBar("sorting", inputs.files.length, options);
  const messages: SortedMessage[] = [];
  const stopping = new Stopping();
  let stopped: { readonly signal: Signal; readonly file: number; readonly of: number } | undefined;
  try {
    for (const input of inputs.texts(model)) {
      const { path, text, done } = input;
      const signal = await stopping.isAsked();
      if (signal !== undefined) {
        stopped = { signal, file: done, of: inputs.files.length };
        break;
      }
      const { label, probability } = classifyRow(model.model, model.rowOfText(text), 0, model.calibration);
      const isChosen = only?.has(label) ?? true;
      const isUnsure = isChosen && probability < unsureBelow;
      const to = !isChosen ? undefined : isUnsure ? unsure : folders.get(label);
      const filed =
        to === undefined
          ? ({ outcome: "left", why: isChosen ? UNSURE : NOT_CHOSEN } as const)
          : fileInput(filer, input, { folder: to, label: isUnsure ? undefined : label, probability });
      const target =
        "target" in filed && filed.target !== undefined ? folder + filed.target.slice(real.length) : undefined;
      const message: SortedMessage = { path, label, probability, isUnsure, ...filed, ...(target && { target }) };
      messages.push(message);
      if (!options.json && !options.quiet) await lines.write(line(message), isOrdinary(message));
      progress.update(done);
    }
  } finally {
    filer.finish();
    stopping.end();
    progress.stop();
    // What was done before a fault is told.
    await lines.end();
    if (!options.json) await output.flush();
  }
  const counts = filingCounts(messages, model.labels);
  const journalName = filer.hasJournal ? shortPath(filer.journal) : undefined;
  if (options.json) {
    const report = {
      into: folder,
      mode,
      dryRun,
      journal: filer.hasJournal ? filer.journal : null,
      stopped: stopped?.signal ?? null,
      messages: messages.map(sortedJson),
      classes: counts,
    };
    await output.write(`${safeJson(report, 2)}\n`);
  } else if (!options.quiet && counts.length > 0) {
    await output.write(`${lines.hasPrinted ? "\n" : ""}${filingCountsText(counts, mode, dryRun, style)}`);
    const rest = lines.restText(journalName);
    if (rest !== "") await output.write(`\n${rest}`);
    if (journalName !== undefined && stopped === undefined) {
      const learn = { model: options.model ?? "", from: options.journal === undefined ? folder : journalName };
      await output.write(`\n${nextSteps(journalName, model.known === undefined ? undefined : learn)}`);
    }
  }
  await output.flush();
  tellLeft(messages);
  inputs.tellFailures();
  if (stopped !== undefined) tellStopped(stopped.signal, stoppedText(stopped, counts, mode, dryRun, journalName));
}

/** @throws UsageError if one is no class of the model. */
function chosenLabels(names: readonly string[], labels: readonly string[]): ReadonlySet<string> {
  const unknown = names.find((name) => !labels.includes(name));
  if (unknown === undefined) return new Set(names);
  const known = labels.map((label) => JSON.stringify(label)).join(", ");
  throw new UsageError(`only: required classes of the model (${known}), got ${JSON.stringify(unknown)}`);
}

/** Says what could not be filed; then the exit code is 1. */
function tellLeft(messages: readonly SortedMessage[]): void {
  const left = messages.filter(({ outcome, why }) => outcome === "left" && why !== UNSURE && why !== NOT_CHOSEN);
  if (left.length === 0) return;
  const names = left.map(({ path, why }) => `${path} (${why})`);
  console.error(`thresher: left ${plural(left.length, "document")} in place: ${namesOf(names)}`);
  process.exitCode = 1;
}
