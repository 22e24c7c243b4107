import { resolve } from "node:path";
import { Command } from "commander";
import { DataError } from "../../../base/errors.js";
import { quoted } from "../../../base/safe-text.js";
import { commandLine } from "../../../base/shell-words.js";
import { isFolder } from "../../../delivery/filing/file-system.js";
import { realInto } from "../../../delivery/filing/target-folders.js";
import { Corrector } from "../../../delivery/review/corrector.js";
import { DecisionLog } from "../../../delivery/review/decision-log.js";
import { loadIdentified } from "../../../model/file/model-file.js";
import { requireOneClass } from "../../../model/multi-label.js";
import type { TextModel } from "../../../model/text-model.js";
import { reviewPage } from "../../../pages/review-page.js";
import { isFromAnswers } from "../../input/train-again.js";
import { type BrowserOptions, PAGE_OPTIONS, showPage } from "../../labelling/show-page.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { withOptions } from "../../options/options.js";
import { collect } from "../../options/parsers.js";
import { say } from "../../output/notices.js";

type ReviewOptions = BrowserOptions & { readonly model: string; readonly in?: readonly string[] };

/** Makes the command `thresher review`. */
export function newCommand(): Command {
  const command = withModel(new Command("review"), "the model that decided; it learns what you correct")
    .description("Look through what was decided, and correct it.")
    .argument(
      "<path>",
      "a history (--history of sort, filter, serve, mailbox), or a folder that sort or label has filled",
    )
    .action(run);
  withOptions(command, "Options", {
    "--in <folder>": ["where to look for messages that are not where they were (repeatable)", collect],
    ...PAGE_OPTIONS,
  });
  return withHelp(
    command,
    `Shows a page to this user alone, on 127.0.0.1: the decisions, the unsure ones
first, and why each was made; how many were right by week; terms that gained and
lost. j and k go through the list, Enter opens a decision, the letter of a class
corrects it.

A correction is kept in the history (for a folder, in FOLDER/.thresher-history).
The model learns the message, and the message moves to the folder of its class,
if it is still where it was, or below a folder of --in. In a folder, it can be
undone: thresher sort --undo JOURNAL.

Examples:
  thresher review decisions.history -m mail.model --in ~/Maildir
  thresher review sorted -m mail.model`,
  );
}

async function run(path: string, options: ReviewOptions): Promise<void> {
  const identified = loadIdentified(options.model);
  const { model } = identified;
  requireOneClass(model, "review", "classify works with it");
  const log = new DecisionLog(path, say);
  requireSameClasses(log, model, path);
  const folders = (options.in ?? []).map((folder) => {
    if (!isFolder(folder)) throw new DataError(`--in ${folder}: there is no such folder`);
    return realInto(resolve(folder), false);
  });
  if (log.folder !== undefined) folders.push(log.folder);
  const { folder } = log;
  const again = ["thresher", "sort", "--learn-moves", folder ?? "", "-m", options.model];
  const later = folder !== undefined && isFromAnswers(folder, model) ? commandLine(again) : undefined;
  const corrector = new Corrector(log, { model: options.model, labels: model.labels, folders, later });
  await showPage(reviewPage({ log, corrector, identified }, options.port), options);
}

/** @throws DataError if classes were decided, and the model has none of them. */
function requireSameClasses({ rows }: DecisionLog, { labels }: TextModel, path: string): void {
  const decided = [...new Set(rows.map(({ label }) => label))].filter((label) => label !== "");
  if (decided.length === 0 || decided.some((label) => labels.includes(label))) return;
  throw new DataError(
    `${path} is about other classes than the model: ${quoted(decided.slice(0, 5))}, not ${quoted(labels.slice(0, 5))}: name the model that decided`,
  );
}
