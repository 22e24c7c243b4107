import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { commandLine } from "../../../base/shell-words.js";
import { type LabelPileOptions, type LabelSession, labelPile } from "../../../jobs/labelling/label-pile.js";
import { labelPage } from "../../../pages/label-page.js";
import { labellingResult } from "../../../reports/labelling/labelling-text.js";
import { commandFrom, tellFailures } from "../../command.js";
import { type BrowserOptions, PAGE_OPTIONS, showPage } from "../../labelling/show-page.js";
import { labelInTerminal } from "../../labelling/terminal-session.js";
import { FOLDERS, PATHS } from "../../options/file-options.js";
import { model } from "../../options/option-rows.js";
import { type CommonOptions, type Flags, JOBS, SEED, wordsOfCommand } from "../../options/options.js";
import { type Outcome, say, tell } from "../../output/output.js";
import { tellLeft } from "../mail/shown-work.js";

type LabelOptions = CommonOptions & BrowserOptions & Flags<"terminal"> & LabelPileOptions;

/** In milliseconds: for all windows to show the end. */
const LAST_LOOK = 1000;

/** `thresher label`. */
export const newCommand = commandFrom({
  does: "Turn a pile of documents into folders, and a model, with a few hundred answers.",
  takes: { "<path...>": PATHS },
  options: {
    Options: {
      ...model("where to write the model (default: FOLDER.model)", false),
      "--into <folder>": ["the folder that has, or gets, a folder for each class", { isNeeded: true }],
      "--terminal": "ask in this terminal (default: in a page in the browser)",
      ...PAGE_OPTIONS,
      "-o, --output <file>": ["write a list of the classes (CSV), and file nothing", { conflicts: ["move", "link"] }],
      "--move": "move the documents (default: copy)",
      "--link": ["make hard links: a second name for the same file", { conflicts: ["move"] }],
    },
    Folders: FOLDERS,
    Running: { ...SEED, ...JOBS },
  },
  help: `The page is served to this user alone, on 127.0.0.1. Its address is good for one browser. First, groups of documents that seem to belong together are shown: give one a name, or set it aside. Then one document after another is shown, with the class that is expected. Of more than 100,000 documents, a sample is drawn.

Every answer is on disk at once, in FOLDER/.thresher-labelling.jsonl. The same command goes on where it stopped. At the end, the documents with an answer, and those whose class is sure if you like, are copied into folders. To undo that: thresher sort --undo JOURNAL. To correct the model: move documents to other folders, or use thresher review, then thresher sort --learn-moves FOLDER.

Examples:
  thresher label pile --into sorted
  thresher label pile --into sorted --terminal --move -m my.model
  thresher label reviews.csv --into sorted -o labels.csv`,
  async run(paths: readonly string[], options: LabelOptions) {
    const { labelling, inputs, close } = await labelPile(paths, options);
    try {
      await ask(labelling, options);
      return outcomeOf(labelling.state(), inputs, options);
    } finally {
      await close();
    }
  },
});

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
  await labelInTerminal(labelling, stdin, stdout);
}

/** Returns what was filed. If the session has not ended, tells how to go on. */
function outcomeOf(
  state: ReturnType<LabelSession["labelling"]["state"]>,
  inputs: LabelSession["inputs"],
  options: LabelOptions,
): Outcome | undefined {
  const { result, progress, notices } = state;
  if (result === undefined) {
    const labelled = plural(progress.labelled, "document");
    tell(options, notices, `${labelled} labelled. To go on, run the same command: ${commandLine(wordsOfCommand())}`);
    tellFailures(inputs, options);
    return undefined;
  }
  return {
    isDone: true,
    inputs,
    json: () => result,
    text: () => labellingResult(state, options.into),
    tellAfter() {
      if (result.model === undefined) say("no model is made: it needs two classes");
      const names = result.left.map(({ name, why }) => `${name} (${why})`);
      tellLeft(`${plural(names.length, "document")} in place`, names);
    },
  };
}
