import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { DataError, UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { commandLine } from "../../../base/shell-words.js";
import { realInto, requireApart } from "../../../delivery/filing/target-folders.js";
import { requirePlace } from "../../../documents/files/write-file.js";
import { repairStopped, shortPath } from "../../../jobs/filing/repairs.js";
import type { InputOptions } from "../../../jobs/inputs/inputs.js";
import { finisher } from "../../../labelling/finish.js";
import { Labelling } from "../../../labelling/labelling.js";
import type { LabellingState } from "../../../labelling/state.js";
import { settingsFrom } from "../../../model/settings.js";
import { trainAsync } from "../../../model/train-async.js";
import { labelPage } from "../../../pages/label-page.js";
import { csvText } from "../../../reports/csv.js";
import { journalWords } from "../../../reports/filing/filing-text.js";
import { labellingResult } from "../../../reports/labelling/labelling-text.js";
import { filedDocuments, InputPile } from "../../input/input-pile.js";
import { Inputs, withInputs } from "../../input/inputs.js";
import { type BrowserOptions, PAGE_OPTIONS, showPage } from "../../labelling/show-page.js";
import { TerminalSession } from "../../labelling/terminal-session.js";
import { withModel } from "../../options/defaults.js";
import { FILE_OPTIONS } from "../../options/file-options.js";
import { withHelp } from "../../options/help.js";
import {
  type CommonOptions,
  type Flags,
  JOBS,
  type RunningOptions,
  SEED,
  type Texts,
  withCommonOptions,
  withOptions,
  wordsOf,
  wordsOfCommand,
} from "../../options/options.js";
import { say, tell } from "../../output/notices.js";
import { printDone, writeLines } from "../../output/output.js";
import { tellLeft } from "../mail/shown-work.js";

type LabelOptions = CommonOptions &
  RunningOptions &
  InputOptions &
  BrowserOptions &
  Flags<"move" | "link" | "terminal"> &
  Texts<"model" | "into" | "output">;

/** In milliseconds: for all windows to show the end. */
const LAST_LOOK = 1000;

/** Makes the command `thresher label`. */
export function newCommand(): Command {
  const command = withModel(new Command("label"), "where to write the model (default: FOLDER.model)", false)
    .description("Turn a pile of documents into folders, and a model, with a few hundred answers.")
    .action(run);
  withOptions(command, "Options", {
    "--into <folder>": "the folder that has, or gets, a folder for each class",
    "--terminal": "ask in this terminal (default: in a page in the browser)",
    ...PAGE_OPTIONS,
    "-o, --output <file>": [
      "write a list of the documents and their classes (CSV), and file nothing",
      { conflicts: ["move", "link"] },
    ],
    "--move": "move the documents (default: copy)",
    "--link": ["make hard links: a second name for the same file", { conflicts: ["move"] }],
  });
  return withHelp(
    withCommonOptions(withInputs(command), { ...SEED, ...JOBS }),
    `The page is served to this user alone, on 127.0.0.1. Its address is good for one
browser. First, groups of documents that seem to belong together are shown: give one a
name, or set it aside. Then one document after another is shown, with the class
that is expected: the space bar takes it, letters and digits choose another, n
makes a new class. Near copies, and the messages of a thread, are decided in one
step. Documents that are in folders of FOLDER already have the class of their
folder.

Every answer is on disk at once, in FOLDER/.thresher-labelling.jsonl. The same
command goes on where it stopped. At the end, the documents with an answer, and
those whose class is sure if you like, are copied into folders. To undo that:
thresher sort --undo JOURNAL. To correct the model: move documents to other
folders, or use thresher review, then thresher sort --learn-moves FOLDER. Of more than 100,000 documents, a sample is drawn.

Examples:
  thresher label pile --into sorted
  thresher label pile --into sorted --terminal --move -m my.model
  thresher label reviews.csv --into sorted -o labels.csv`,
  );
}

/** Prepares the folder, the pile and the questions, asks until the user ends it, and tells the result. */
async function run(paths: readonly string[], options: LabelOptions): Promise<void> {
  const { into: folder, seed, jobs, output } = options;
  if (folder === undefined) throw new UsageError("label needs a folder to file into: --into FOLDER");
  if (paths.includes("-")) throw new UsageError("label cannot file standard input: name files or folders");
  const model = options.model ?? `${folder.replace(/\/+$/, "")}.model`;
  for (const file of [model, output]) if (file !== undefined) requirePlace(file);
  const inputs = new Inputs(paths, options);
  if (inputs.files.length === 0) {
    const { detail = "no documents" } = inputs.problems.at(0) ?? {};
    throw new DataError(`there is nothing to label in ${paths.join(", ")}: ${detail}`);
  }
  const into = realInto(resolve(folder), false);
  await repairStopped(into, { onNotice: (line) => tell(options, line) });
  const labelled = filedDocuments(into);
  requireApart(paths, into, labelled?.labels ?? []);
  const pile = new InputPile(inputs, options, labelled);
  const { documents, messages } = pile.beginning();
  const isMail = 2 * messages > documents;
  const as = isMail ? "mail" : "auto";
  if (documents === 1 && pile.files === 1 && !isMail && options.inputFormat === undefined) {
    throw new DataError(
      `${inputs.files[0]} is only one document: there is nothing to tell apart; --input-format lines reads each line as one`,
    );
  }
  // Makes the folder, now that all paths are checked.
  realInto(into, true);
  /** Writes the list of documents and classes. @returns its path */
  const writeList = (rows: readonly (readonly [string, string])[]) => {
    const path = output ?? `${folder}.csv`;
    writeLines(path, [csvText([["id", "label"], ...rows])]);
    return path;
  };
  const finish = finisher({
    pile,
    into,
    model,
    train: (documents, unlabelled) => trainAsync(documents, { as, unlabelled, seed, jobs }),
    writeList,
  });
  const labelling = new Labelling({
    pile,
    into,
    // Words of the text, the subject and the sender: people judge by these.
    settings: settingsFrom({
      as,
      classifier: "complement",
      tokens: "inner",
      tokenLength: [1, 256],
      fields: isMail ? ["from", "subject"] : ["subject"],
    }),
    seed,
    // How the documents are filed at the end.
    ending: output !== undefined ? "list" : options.move ? "move" : options.link ? "link" : "copy",
    finish: async (end) => {
      const result = await finish(end);
      const { journal } = result;
      const how = end.how === "move" || end.how === "link" ? [`--${end.how}`] : [];
      const reading = wordsOf(options, FILE_OPTIONS);
      const correct = commandLine(["thresher", "sort", "--learn-moves", folder, "-m", model]);
      const sort = commandLine(["thresher", "sort", ...paths, "-m", model, "--into", folder, ...reading, ...how]);
      return {
        ...result,
        sort: result.model && sort,
        correct: result.model && end.how !== "list" ? correct : undefined,
        undo: journal && `thresher sort --undo ${journalWords(shortPath(journal))}`,
      };
    },
  });
  try {
    await ask(labelling, options);
    await tellResult(labelling.state(), folder, options);
    inputs.tellFailures(options);
  } finally {
    await labelling.close();
    pile.close();
  }
}

/** Asks in a page, or in the terminal, until the user quits or the session has ended. */
async function ask(labelling: Labelling, { terminal, port, open }: LabelOptions): Promise<void> {
  if (!terminal) {
    const done = new Promise((resolve) =>
      labelling.onChange(() => labelling.state().phase === "done" && resolve(true)),
    );
    const shown = labelling.ready.then(() => done).then(() => sleep(LAST_LOOK));
    return showPage(labelPage(labelling, port), { open }, shown);
  }
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) throw new UsageError("--terminal: standard input and output must be a terminal");
  await new TerminalSession(labelling, stdin, stdout).run();
}

/** Tells what was filed, or how to go on. */
async function tellResult(state: LabellingState, into: string, options: LabelOptions) {
  const { result, progress, notices } = state;
  if (result === undefined) {
    const labelled = plural(progress.labelled, "document");
    const again = commandLine(wordsOfCommand());
    return tell(options, notices, `${labelled} labelled. To go on, run the same command: ${again}`);
  }
  const { left, model } = result;
  await printDone(options, { asJson: () => result, asText: () => labellingResult(state, into) });
  if (model === undefined) say("no model is made: it needs two classes");
  tellLeft(
    `${plural(left.length, "document")} in place`,
    left.map(({ name, why }) => `${name} (${why})`),
  );
}
