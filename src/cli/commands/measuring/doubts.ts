import { Command } from "commander";
import { type ListDoubtsOptions, listDoubts } from "../../../jobs/measuring/list-doubts.js";
import { doubtsText } from "../../../reports/doubts/doubts-text.js";
import { withHelp } from "../../options/help.js";
import { ONE_METHOD, withLearning } from "../../options/model-options.js";
import { CORPUS, type CommonOptions, ID_COLUMN, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { following } from "../../output/following.js";
import { printDone, terminalStyle } from "../../output/output.js";

/** Makes the command `thresher doubts`. */
export function newCommand(): Command {
  const command = new Command("doubts")
    .description("Find likely label errors: documents that look misfiled.")
    .argument("<corpus>", CORPUS)
    .action(run);
  withOptions(command, "Options", {
    "--top <n>": ["show the n that look most misfiled; 0 shows all", whole(0), { default: 20 }],
  });
  withOptions(command, "Protocol", {
    "--folds <k>": ["judge each document by a model of the other k - 1 folds", whole(2), { default: 10 }],
  });
  return withHelp(
    withLearning(command, { method: ONE_METHOD, corpus: ID_COLUMN }),
    `Every document is judged by a model that was not trained on it. Nothing is
moved: look at the documents, and move those that are misfiled yourself.

Examples:
  thresher doubts mail
  thresher doubts news --encoding latin1 --top 50 --json`,
    ["top", "folds", "classifier", "preset", "include", "exclude", "json", "quiet"],
  );
}

/** Finds the doubts and prints them. */
async function run(root: string, options: CommonOptions & ListDoubtsOptions): Promise<void> {
  const found = listDoubts(root, { ...options, ...following(options) });
  await printDone(options, { asJson: () => found, asText: () => doubtsText(found, terminalStyle()) });
}
