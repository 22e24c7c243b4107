import { Command } from "commander";
import { optionName } from "../../../base/checks.js";
import { UsageError } from "../../../base/errors.js";
import { shellWord } from "../../../base/shell-words.js";
import { NO_MODEL } from "../../../jobs/configuration/config.js";
import { MAIL_UNSURE_BELOW } from "../../../jobs/filing/decisions.js";
import { type SortPathsOptions, sortPaths } from "../../../jobs/filing/sort-paths.js";
import { undoSorting } from "../../../jobs/filing/undo-sorting.js";
import { journalWords } from "../../../reports/filing/filing-text.js";
import { tellFailures } from "../../input/inputs.js";
import { withModel } from "../../options/defaults.js";
import { withFileOptions } from "../../options/file-options.js";
import { withHelp } from "../../options/help.js";
import { HISTORY } from "../../options/history-option.js";
import { type CommonOptions, type Flags, type Texts, withCommonOptions, withOptions } from "../../options/options.js";
import { collect, fraction } from "../../options/parsers.js";
import { type EachOption, withEach } from "../../output/document-lines.js";
import { sortAndReport } from "./sort-report.js";
import { undoAndReport } from "./undo-report.js";

/** The options of `thresher sort`. */
export type SortOptions = CommonOptions &
  EachOption &
  Flags<"move" | "link" | "dryRun"> &
  Texts<"model" | "into" | "undo" | "learnMoves"> &
  Omit<SortPathsOptions, "model" | "into" | "mode" | "dryRun">;

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
  undo: (path: string, options: SortOptions) =>
    undoAndReport(path, (following) => undoSorting(path, { ...options, ...following }), options),
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
  const { model, into, move, link } = options;
  if (paths.length === 0) throw new UsageError("sort needs files or folders to sort; see thresher sort --help");
  if (model === undefined) throw new UsageError(NO_MODEL);
  if (into === undefined) throw new UsageError("sort needs a folder to sort into: --into FOLDER");
  if (paths.includes("-")) throw new UsageError("sort cannot file standard input: name files or folders");
  const mode = move ? "move" : link ? "link" : "copy";
  const learning = `thresher sort --learn-moves ${shellWord(into)} -m ${shellWord(model)}`;
  const { inputs } = await sortAndReport(
    {
      run: (following: object) => sortPaths(paths, { ...options, model, into, mode, ...following }),
      unit: "file",
      about: { into, mode },
      undo: (journal) => `thresher sort --undo ${journalWords(journal)}`,
      more: ({ model }) =>
        model.known === undefined ? "" : `To learn from files that you then move yourself: ${learning}\n`,
    },
    options,
  );
  tellFailures(inputs, options);
}
