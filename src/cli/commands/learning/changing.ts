import { plural } from "../../../base/numbers.js";
import { requiredModel } from "../../../jobs/configuration/config.js";
import {
  type Change,
  type ChangedModel,
  type ChangeOptions,
  changeModel,
} from "../../../jobs/learning/change-model.js";
import { type TaughtServer, teachDocuments } from "../../../jobs/learning/teach-server.js";
import { namesUser, type UserOptions } from "../../../jobs/learning/user-lessons.js";
import { FOLDERS } from "../../options/file-options.js";
import { model, type OptionRows } from "../../options/option-rows.js";
import type { CommonOptions } from "../../options/options.js";
import { parser } from "../../options/parsers.js";
import { type EachOption, each, MAX_CHANGES } from "../../output/document-lines.js";
import { changeOutcome, changeText, fatesText, sizesText } from "../../output/model-text.js";
import type { Outcome } from "../../output/output.js";

/** The options of every command that changes a model. `server` is the socket of one that is taught in its place. */
export type ChangeCommandOptions = CommonOptions &
  EachOption &
  ChangeOptions &
  UserOptions & { readonly server?: string };

/** The options of every command that changes a model. */
export const CHANGING: OptionRows = {
  ...model("the model", false),
  "--server <socket>": ["teach a running server instead: its socket", { conflicts: ["model", "dryRun", "forget"] }],
  "--dry-run": ["show what would be done, and leave the model as it is", { conflicts: ["models"] }],
};

/** The groups of options of the commands that learn or unlearn documents, after `Options`. */
export const DOCUMENTS: Readonly<Record<string, OptionRows>> = {
  Output: each(MAX_CHANGES),
  Folders: FOLDERS,
};

/** Parses the name of a class. An empty one is most likely an unset variable in a script. */
export const label = parser((text) => text || undefined, "the name of the class is empty");

/** The option of the commands that take a class. */
export const NEW_CLASS: OptionRows = {
  "--new-class": "add the class even if its name is like that of another (Spam or Junk beside spam)",
};

/** Changes a model or a server by documents. @param textOf writes the outcome for a model */
export async function changeBy(
  change: Change,
  paths: readonly string[],
  options: ChangeCommandOptions,
  textOf = (changed: ChangedModel) => changeText(changed, options),
): Promise<Outcome> {
  const hasServer = options.server !== undefined;
  if (!hasServer) requiredModel(options.model);
  if (hasServer || namesUser(options)) {
    const { taught, inputs } = await teachDocuments(change, paths, options);
    const who = hasServer ? "The server knows" : "The user has taught";
    return { ...taughtOutcome(taught, fatesText(taught.fates) || "0 documents", who), inputs };
  }
  const changed = changeModel(change, paths, options);
  return { ...changeOutcome(changed, () => textOf(changed)), inputs: changed.inputs };
}

/** Says what a server was taught, and what it knows now. @param done the outcomes in words, @param who what knows it */
export function taughtOutcome(taught: TaughtServer, done: string, who = "The server knows"): Outcome {
  const { known, classes } = taught;
  const text = () => `${done}. ${who} ${plural(known, "document")}${sizesText(classes)}.\n`;
  return { isDone: true, json: () => taught, text };
}
