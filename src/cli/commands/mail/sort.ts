import { resolve } from "node:path";
import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { optionName } from "../../../base/option-names.js";
import { shellWord } from "../../../base/shell-words.js";
import { Filer } from "../../../delivery/filing/filer.js";
import { labelFolders, unsureFolder } from "../../../delivery/filing/label-folders.js";
import { maildirFolders } from "../../../delivery/filing/maildir.js";
import type { Filed } from "../../../delivery/filing/store.js";
import { realInto, requireApart } from "../../../delivery/filing/target-folders.js";
import { historyOf } from "../../../delivery/history/history.js";
import type { InputText } from "../../../jobs/inputs/inputs.js";
import { type IdentifiedModel, loadIdentified } from "../../../model/file/model-file.js";
import { requireOneClass } from "../../../model/multi-label.js";
import { requireChoice } from "../../../model/text-model.js";
import { journalWords } from "../../../reports/filing/filing-text.js";
import { Inputs } from "../../input/inputs.js";
import { NO_MODEL } from "../../options/config.js";
import { withModel } from "../../options/defaults.js";
import { withFileOptions } from "../../options/file-options.js";
import { withHelp } from "../../options/help.js";
import { HISTORY } from "../../options/history-option.js";
import { withCommonOptions, withOptions } from "../../options/options.js";
import { collect, fraction } from "../../options/parsers.js";
import { withEach } from "../../output/document-lines.js";
import { say } from "../../output/notices.js";
import { chosenClasses, type Decision, decider, MAIL_UNSURE_BELOW, shownOf } from "./sort-decision.js";
import { fileInput, ListedFiles, type SortOptions } from "./sort-inputs.js";
import { repairStopped } from "./sort-repair.js";
import { type Sorting, sortThrough } from "./sort-through.js";
import { runUndo } from "./sort-undo.js";

/** Makes the command `thresher sort`. */
export function newCommand(): Command {
  const command = withModel(new Command("sort"), "the model", false)
    .description("File each document in the folder of its class.")
    .argument("[path...]", "files, folders (every file in them, at any depth), mailboxes, archives")
    .action(run);
  withOptions(command, "Options", {
    "--into <folder>": "the folder that has, or gets, a folder for each class",
  });
  withOptions(command, "Filing", {
    "--move": "move the documents (default: copy)",
    "--link": ["make hard links: a second name for the same file", { conflicts: ["move"] }],
    "--only <class>": ["file only documents of this class (repeatable)", collect],
    "--unsure-below <p>": [
      `leave a document in place if its class is less probable than this, such as 0.9 or 90%, or if no word of it is known; 0 files every document (default: ${MAIL_UNSURE_BELOW} for models of mail; others leave only documents without a known word)`,
      fraction,
    ],
    "--unsure-to <name>": "file such a document in the folder of this name",
    "--maildir": "make each folder a Maildir (default for messages from a Maildir)",
    "--dry-run": "show what would be done, and do nothing",
    ...HISTORY,
  });
  withOptions(command, "Afterwards", {
    "--learn-moves <journal>": [
      "learn the documents that you have moved to the folder of another class since, as with thresher learn; takes a journal, or a folder for all its journals",
    ],
    "--undo <journal>": ["undo what a journal records", { conflicts: ["model", "learnMoves"] }],
  });
  return withHelp(withCommonOptions(withFileOptions(withEach(command))), HELP, SHOWN);
}

const HELP = `Nothing is ever overwritten: if a name is taken, the new file gets a number, and
a document that is there already is not filed twice. Ctrl-C ends the sorting
after the current document, and the same command continues it. If sorting is
killed, every document stays whole, and the next sort, or --undo, repairs the
step that was half done. A journal is used only if nobody except you and root
can have written it. In a Maildir, the new folders are Maildir folders (.label).

Examples:
  thresher sort inbox -m mail.model --into sorted --dry-run
  thresher sort inbox -m mail.model --into sorted --move --unsure-below 0.9
  thresher sort ~/Maildir -m mail.model --into ~/Maildir --move --only spam
  thresher sort --learn-moves sorted -m mail.model
  thresher sort --undo sorted/.thresher-journal-2026-01-31T09-30-00-4711.jsonl`;

/** The options that --help shows; --help-all shows the others, too. */
const SHOWN = ["model", "into", "move", "only", "unsure-below", "dry-run", "each", "undo", "learn-moves"];

/** The tasks after sorting, by the option that names each. */
const AFTERWARDS = {
  undo: runUndo,
  // Loaded on demand: sorting needs nothing that changes a model.
  learnMoves: async (path: string, options: SortOptions) =>
    (await import("./sort-learn-moves.js")).runLearnMoves(path, options),
} as const;

/** Does the task after sorting that an option names, or checks the arguments and sorts. */
async function run(paths: readonly string[], options: SortOptions): Promise<void> {
  for (const name of Object.keys(AFTERWARDS) as (keyof typeof AFTERWARDS)[]) {
    const path = options[name];
    if (path === undefined) continue;
    if (paths.length === 0) return AFTERWARDS[name](path, options);
    throw new UsageError(`--${optionName(name)} takes a journal alone: leave out ${JSON.stringify(paths[0])}`);
  }
  const { model: modelPath, into: folder } = options;
  if (paths.length === 0) throw new UsageError("sort needs files or folders to sort; see thresher sort --help");
  if (modelPath === undefined) throw new UsageError(NO_MODEL);
  if (folder === undefined) throw new UsageError("sort needs a folder to sort into: --into FOLDER");
  if (paths.includes("-")) throw new UsageError("sort cannot file standard input: name files or folders");
  const model = loadIdentified(modelPath);
  requireOneClass(model.model, "sort", "classify works with it");
  await sort(model, paths, realInto(resolve(folder), false), folder, options);
}

/**
 * Sorts documents into the folders of their classes.
 *
 * @param real the real path of the folder to sort into
 * @param folder the same as the user named it, for what is printed
 */
async function sort(
  { model, id }: IdentifiedModel,
  paths: readonly string[],
  real: string,
  folder: string,
  options: SortOptions,
): Promise<void> {
  const { dryRun = false, maildir } = options;
  requireChoice("sort", model.labels);
  const mode = options.move ? "move" : options.link ? "link" : "copy";
  const existing = maildirFolders(real);
  const folders = labelFolders(model.labels, existing);
  const unsure = options.unsureTo === undefined ? undefined : unsureFolder(options.unsureTo, folders, existing);
  const only = chosenClasses(options, model);
  const decide = decider(model, options, { folders, unsure });
  // The folders that documents may come into. They cannot be among the paths to sort.
  const chosen = [...folders].flatMap(([label, name]) => (only === undefined || only.has(label) ? [name] : []));
  const targets = [...chosen, ...(unsure === undefined ? [] : [unsure])];
  requireApart(paths, real, targets);
  await repairStopped(dryRun ? real : realInto(real, true), options);
  // Listed after the repair, so that no message is in two places.
  const listed = new ListedFiles();
  const inputs = new Inputs(paths, options, (file) => listed.isWanted(file));
  const keep = options.history === undefined || dryRun ? undefined : historyOf(options.history, "sort", say);
  const filer = new Filer(real, { mode, dryRun, maildir, folders, unsure, anywhere: true });
  const step = async (input: InputText) => {
    const { path, file, read, bytes } = input;
    const decision = decide(read, bytes);
    const { target, ...filed } = await fileDecided(input, decision, filer, listed);
    keep?.(
      bytes,
      { ...decision, model: id },
      { id: resolve(file) + path.slice(file.length), into: real, filed: target },
    );
    return { path, ...shownOf(decision), ...filed, ...(target && { target: folder + target.slice(real.length) }) };
  };
  const sorting: Sorting<InputText> = {
    items: inputs.texts(model),
    unit: "file",
    names: inputs.names,
    model,
    filer,
    step,
    about: { into: folder, mode },
    empty: "",
    undo: (path) => `thresher sort --undo ${journalWords(path)}`,
    more: () => (model.known === undefined ? "" : learningHint(folder, options)),
  };
  await sortThrough(sorting, options);
  inputs.tellFailures(options);
}

/** Files a document as it was decided, or leaves it. The target is a real path. */
async function fileDecided(
  input: InputText,
  { destination, probability }: Decision,
  filer: Filer,
  listed: ListedFiles,
): Promise<Filed> {
  if (destination.folder === undefined) return { outcome: "left", why: destination.why };
  return fileInput(filer, input, listed, { ...destination, probability });
}

/** Returns a line on how to learn from files that the user moves later. */
function learningHint(folder: string, { model = "" }: SortOptions): string {
  const command = `thresher sort --learn-moves ${shellWord(folder)} -m ${shellWord(model)}`;
  return `To learn from files that you then move yourself: ${command}\n`;
}
