import type { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { sumOf } from "../../../base/lists.js";
import { plural } from "../../../base/numbers.js";
import { NO_MODEL } from "../../../jobs/configuration/config.js";
import {
  type Change,
  type ChangedModel,
  type ChangeOptions,
  changeModel,
} from "../../../jobs/learning/change-model.js";
import { type TaughtServer, teachServer } from "../../../jobs/learning/teach-server.js";
import { tellFailures, withInputs } from "../../input/inputs.js";
import { withModel } from "../../options/defaults.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { parser } from "../../options/parsers.js";
import { type EachOption, MAX_CHANGES, withEach } from "../../output/document-lines.js";
import { following } from "../../output/following.js";
import { changeText, fatesText, printChange, sizesText } from "../../output/model-text.js";
import { printDone } from "../../output/output.js";

/** The options of every command that changes a model. `server` is the socket of one that is taught in its place. */
export type ChangeCommandOptions = CommonOptions & EachOption & ChangeOptions & { readonly server?: string };

/** Adds the options of every command that changes a model. */
export function withChangeOptions(command: Command): Command {
  return withOptions(withModel(command, "the model", false), "Options", {
    "--server <socket>": [
      "teach a running server instead: its socket for learning",
      { conflicts: ["model", "dryRun", "forget"] },
    ],
    "--dry-run": "show what would be done, and leave the model as it is",
  });
}

/** Adds the class of the documents, and what all commands with documents to learn or unlearn have. */
export function withDocuments(command: Command, classOf?: string): Command {
  if (classOf !== undefined) {
    // An empty class is most likely an unset variable in a script.
    const name = parser((text) => text || undefined, "the name of the class is empty");
    const does = "add the class even if its name is like that of another (Spam or Junk beside spam)";
    command.argument("<label>", classOf, name).option("--new-class", does);
  }
  return withCommonOptions(withInputs(withEach(withChangeOptions(command), MAX_CHANGES)));
}

/**
 * Changes a model or a server by documents, and prints what became of each.
 *
 * @param textOf writes the outcome for a model
 */
export async function runChange(
  change: Change,
  paths: readonly string[],
  options: ChangeCommandOptions,
  textOf = (changed: ChangedModel) => changeText(changed, options),
): Promise<void> {
  const { server } = options;
  const followed = { ...options, ...following(options) };
  if (server !== undefined) {
    const { taught, inputs } = await teachServer(server, change, paths, followed);
    const counts = new Map(Object.entries(taught.fates)) as Parameters<typeof fatesText>[0];
    await printTaught(taught, fatesText(counts) || "0 documents", options);
    return tellFailures(inputs, options);
  }
  requireModel(options);
  const changed = changeModel(change, paths, followed);
  await printChange(changed, options, () => textOf(changed));
  tellFailures(changed.inputs, options);
}

/** @throws UsageError if no model is named */
export function requireModel({ model }: Partial<ChangeCommandOptions>): void {
  if (model === undefined) throw new UsageError(NO_MODEL);
}

/** Prints what a server was taught, and what it knows now. @param done the outcomes in words */
export function printTaught(taught: TaughtServer, done: string, options: CommonOptions): Promise<void> {
  const knows = `${plural(sumOf(taught.classes.map(({ documents }) => documents)), "document")}${sizesText(taught.classes)}`;
  return printDone(options, { asJson: () => taught, asText: () => `${done}. The server knows ${knows}.\n` });
}
