import { resolve } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { commandLine, shellWord } from "../../base/shell-words.js";
import { realInto, requireApart } from "../../delivery/filing/target-folders.js";
import { requirePlace } from "../../documents/files/write-file.js";
import { finisher } from "../../labelling/finish.js";
import { Labelling } from "../../labelling/labelling.js";
import type { LabellingResult, LabellingState } from "../../labelling/state.js";
import { settingsFrom } from "../../model/settings.js";
import { trainAsync } from "../../model/train-async.js";
import { csvText } from "../../reports/csv.js";
import { FILE_OPTIONS, wordsOf } from "../command-words.js";
import { repairStopped, shortPath } from "../filing/repairs.js";
import type { Follower } from "../follower.js";
import { filedDocuments, inputPile } from "../inputs/input-pile.js";
import { type InputOptions, Inputs } from "../inputs/inputs.js";
import { writeLines } from "../write-lines.js";

export type { Change } from "../../labelling/state.js";
export type { Labelling, LabellingState };

/** The options of `labelPile`. */
export interface LabelPileOptions extends Follower, InputOptions {
  /** The folder that has, or gets, a folder for each class. */
  readonly into: string;
  /** The path of the model to write. Default: beside `into`. */
  readonly model?: string | undefined;
  /** The path of a list to write (CSV). Then nothing is filed. */
  readonly output?: string | undefined;
  /** How documents are filed at the end. Default: they are copied. */
  readonly move?: boolean | undefined;
  readonly link?: boolean | undefined;
  readonly seed?: number | undefined;
  readonly jobs?: number | undefined;
}

/** A session of labelling. Its answers are on disk at once. */
export type LabelSession = Awaited<ReturnType<typeof labelPile>>;

/** Returns the commands that can follow a session: to sort the pile, to correct the model, and to undo the filing. */
function commandsAfter(
  { model, journal }: LabellingResult,
  how: LabellingState["ending"],
  paths: readonly string[],
  { into, ...options }: LabelPileOptions,
): Pick<LabellingResult, "sort" | "correct" | "undo"> {
  const undo = journal && `thresher sort --undo ${shellWord(shortPath(journal))}`;
  if (model === undefined) return { undo };
  const mode = how === "move" || how === "link" ? [`--${how}`] : [];
  const reading = wordsOf(options, FILE_OPTIONS);
  return {
    sort: commandLine(["thresher", "sort", ...paths, "-m", model, "--into", into, ...reading, ...mode]),
    correct: how === "list" ? undefined : commandLine(["thresher", "sort", "--learn-moves", into, "-m", model]),
    undo,
  };
}

/**
 * Begins or continues a session that turns a pile of documents into folders and a model.
 *
 * @param paths the documents
 * @throws UsageError if a path or a folder cannot be used; DataError if there is nothing to label
 */
export async function labelPile(paths: readonly string[], options: LabelPileOptions) {
  const { into: folder, seed, jobs, output } = options;
  if (paths.includes("-")) throw new UsageError("label cannot file standard input: name files or folders");
  const model = options.model ?? `${folder.replace(/\/+$/, "")}.model`;
  for (const file of [model, output]) if (file !== undefined) requirePlace(file);
  const inputs = new Inputs(paths, options);
  if (inputs.files.length === 0) {
    const { detail = "no documents" } = inputs.problems.at(0) ?? {};
    throw new DataError(`there is nothing to label in ${paths.join(", ")}: ${detail}`);
  }
  const into = realInto(resolve(folder), false);
  await repairStopped(into, options);
  const labelled = filedDocuments(into);
  requireApart(paths, into, labelled?.labels ?? []);
  const pile = inputPile(inputs, options, labelled);
  const { documents, messages } = pile.countMessages();
  const isMail = 2 * messages > documents;
  const as = isMail ? "mail" : "auto";
  if (documents === 1 && pile.files === 1 && !isMail && options.inputFormat === undefined) {
    throw new DataError(
      `${inputs.files[0].path} is only one document: there is nothing to tell apart; --input-format lines reads each line as one`,
    );
  }
  // Makes the folder, now that all paths are checked.
  realInto(into, true);
  const finish = finisher({
    pile,
    into,
    model,
    train: (documents, others) => trainAsync(documents, { as, ...others, seed, jobs }),
    writeList(rows) {
      const path = output ?? `${folder}.csv`;
      writeLines(path, [csvText([["id", "label"], ...rows])]);
      return path;
    },
  });
  // Words of the text, the subject and the sender: people judge by these.
  const fields = isMail ? ["from", "subject"] : ["subject"];
  const labelling = new Labelling({
    pile,
    into,
    settings: settingsFrom({ as, classifier: "complement", tokens: "inner", tokenLength: [1, 256], fields }),
    seed: seed ?? 1,
    ending: output !== undefined ? "list" : options.move ? "move" : options.link ? "link" : "copy",
    finish: async (end) => {
      const result = await finish(end);
      return { ...result, ...commandsAfter(result, end.how, paths, options) };
    },
  });
  const close = async () => {
    await labelling.close();
    pile.close();
  };
  return { labelling, inputs, close };
}
