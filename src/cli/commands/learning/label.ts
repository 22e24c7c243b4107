import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { commandLine } from "../../../base/shell-words.js";
import { type LabelPileOptions, type LabelSession, labelPile } from "../../../jobs/labelling/label-pile.js";
import { labelPage } from "../../../pages/label-page.js";
import { labellingResult } from "../../../reports/labelling/labelling-text.js";
import { tellFailures, withInputs } from "../../input/inputs.js";
import { type BrowserOptions, PAGE_OPTIONS, showPage } from "../../labelling/show-page.js";
import { TerminalSession } from "../../labelling/terminal-session.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import {
  type CommonOptions,
  type Flags,
  JOBS,
  SEED,
  withCommonOptions,
  withOptions,
  wordsOfCommand,
} from "../../options/options.js";
import { following } from "../../output/following.js";
import { say, tell } from "../../output/notices.js";
import { printDone } from "../../output/output.js";
import { tellLeft } from "../mail/shown-work.js";

type LabelOptions = CommonOptions & BrowserOptions & Flags<"terminal"> & Partial<LabelPileOptions>;

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

/** Begins a session, asks until the user ends it, and tells the result. */
async function run(paths: readonly string[], options: LabelOptions): Promise<void> {
  const { into } = options;
  if (into === undefined) throw new UsageError("label needs a folder to file into: --into FOLDER");
  const { labelling, inputs, close } = await labelPile(paths, {
    ...options,
    ...following(options),
    into,
  });
  try {
    await ask(labelling, options);
    await tellResult(labelling.state(), into, options);
    tellFailures(inputs, options);
  } finally {
    await close();
  }
}

/** Asks in a page, or in the terminal, until the user quits or the session has ended. */
async function ask(labelling: LabelSession["labelling"], { terminal, port, open }: LabelOptions): Promise<void> {
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
async function tellResult(state: ReturnType<LabelSession["labelling"]["state"]>, into: string, options: LabelOptions) {
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
