import { UsageError } from "../../../base/errors.js";
import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { shellWord } from "../../../base/shell-words.js";
import { requiredModel } from "../../../jobs/configuration/config.js";
import { MAIL_UNSURE_BELOW } from "../../../jobs/filing/decisions.js";
import { type SortPathsOptions, sortPaths } from "../../../jobs/filing/sort-paths.js";
import { undoSorting } from "../../../jobs/filing/undo-sorting.js";
import { commandFrom } from "../../command.js";
import { FOLDERS } from "../../options/file-options.js";
import { ERRORS_AT_MOST, HISTORY, model, NONE_BELOW } from "../../options/option-rows.js";
import { type CommonOptions, DEFAULT_JOBS, type Flags, type Texts } from "../../options/options.js";
import { collect, fraction } from "../../options/parsers.js";
import { type EachOption, each } from "../../output/document-lines.js";
import { changeOutcome, changeText } from "../../output/model-text.js";
import type { Outcome } from "../../output/output.js";
import { sortAndReport } from "./sort-report.js";
import { undoAndReport } from "./undo-report.js";

type SortOptions = CommonOptions &
  EachOption &
  Flags<"move" | "link" | "dryRun"> &
  Texts<"model" | "into" | "undo" | "learnMoves"> &
  Omit<SortPathsOptions, "model" | "into" | "mode" | "dryRun">;

/** `thresher sort`. */
export const newCommand = commandFrom({
  does: "File each document in the folder of its class.",
  takes: { "[path...]": "files, folders (every file in them, at any depth), mailboxes, archives" },
  options: {
    Options: {
      ...model("the model", false),
      "--into <folder>": "the folder that has, or gets, a folder for each class",
    },
    Filing: {
      "--move": "move the documents (default: copy)",
      "--link": ["make hard links: a second name for the same file", { conflicts: ["move"] }],
      "--only <class>": ["file only documents of this class (repeatable)", collect],
      "--unsure-below <p>": [`leave less probable ones (default: ${MAIL_UNSURE_BELOW} for mail, else 0)`, fraction],
      ...ERRORS_AT_MOST,
      ...NONE_BELOW,
      "--unsure-to <name>": "file such a document in the folder of this name",
      "--maildir": "make each folder a Maildir (default for messages from a Maildir)",
      "--dry-run": "show what would be done, and do nothing",
      ...HISTORY,
    },
    Afterwards: {
      "--learn-moves <journal>": "learn what you have moved to another class since: of a journal, or of a folder",
      "--undo <journal>": ["undo what a journal records", { conflicts: ["model", "learnMoves"] }],
    },
    Output: each(),
    Folders: FOLDERS,
  },
  help: `Nothing is ever overwritten: if a name is taken, the new file gets a number, and a document that is there already is not filed twice. Ctrl-C ends the sorting after the current document, and the same command continues it. If sorting is killed, every document stays whole, and the next sort, or --undo, repairs the step that was half done. A journal is used only if nobody except you and root can have written it. In a Maildir, the new folders are Maildir folders (.label). A document with several labels is filed under each; --move moves it to the first and copies it into the others.

Examples:
  thresher sort inbox -m mail.model --into sorted --move --unsure-below 0.9
  thresher sort ~/Maildir -m mail.model --into ~/Maildir --move --only spam
  thresher sort --learn-moves sorted -m mail.model
  thresher sort --undo sorted/.thresher-journal-2026-01-31T09-30-00-4711.jsonl`,
  shown: "model into move only unsure-below dry-run each undo learn-moves",
  run(paths: readonly string[], options: SortOptions) {
    const { into, move, link, undo, learnMoves } = options;
    if ((undo ?? learnMoves) !== undefined && paths.length > 0) {
      const name = undo === undefined ? "learn-moves" : "undo";
      throw new UsageError(`--${name} takes a journal alone: leave out ${JSON.stringify(paths[0])}`);
    }
    if (undo !== undefined) {
      return undoAndReport(undo, (following) => undoSorting(undo, { ...options, ...following }), options);
    }
    if (learnMoves !== undefined) return learnFrom(learnMoves, options);
    if (paths.length === 0) throw new UsageError("sort needs files or folders to sort; see thresher sort --help");
    const model = requiredModel(options.model);
    if (into === undefined) throw new UsageError("sort needs a folder to sort into: --into FOLDER");
    if (paths.includes("-")) throw new UsageError("sort cannot file standard input: name files or folders");
    const mode = move ? "move" : link ? "link" : "copy";
    const learning = `thresher sort --learn-moves ${shellWord(into)} -m ${shellWord(model)}`;
    return sortAndReport(options, {
      run: (following) => sortPaths(paths, { ...options, model, into, mode, ...following }),
      unit: "file",
      about: { into, mode },
      undo: (journal) => `thresher sort --undo ${shellWord(journal)}`,
      more: ({ model }) =>
        model.known === undefined ? "" : `To learn from files that you then move yourself: ${learning}\n`,
    });
  },
});

const NOT_MOVED = "No document has been moved to the folder of another class since it was filed.\n";

/** Learns what the user has moved since it was filed. @param path a journal, or a folder for all its journals */
async function learnFrom(path: string, options: SortOptions): Promise<Outcome> {
  const { model, dryRun = false } = options;
  if (model === undefined) throw new UsageError("--learn-moves needs the model that learns: -m FILE");
  // Loaded on demand: sorting needs nothing that changes a model.
  const { learnMoves } = await import("../../../jobs/filing/learn-moves.js");
  const learned = await learnMoves(path, { ...options, model, jobs: DEFAULT_JOBS });
  if (learned.documents === undefined) {
    const done = `${plural(learned.answers, "answer")}, ${grouped(learned.moved)} moved since`;
    const text = () => `${dryRun ? "Would be" : safeText(model)}: trained again on ${done}.\n`;
    return { isDone: true, json: () => ({ model, dryRun, known: learned.answers }), text };
  }
  const { problems } = learned;
  const text = () => (learned.documents.length === 0 ? NOT_MOVED : changeText(learned, options));
  return { ...changeOutcome(learned, text), inputs: { problems, failures: problems } };
}
