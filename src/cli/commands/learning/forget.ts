import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { countedBy } from "../../../base/lists.js";
import { plural } from "../../../base/numbers.js";
import { type Forgotten, forgetDocuments } from "../../../jobs/learning/change-model.js";
import { teachForgetting } from "../../../jobs/learning/teach-server.js";
import { withHelp } from "../../options/help.js";
import { withCommonOptions, withOptions } from "../../options/options.js";
import { day, size } from "../../options/parsers.js";
import { following } from "../../output/following.js";
import { sizesText, stateText } from "../../output/model-text.js";
import { printDone } from "../../output/output.js";
import { type ChangeCommandOptions, printTaught, requireModel, withChangeOptions } from "./changing.js";

/** Makes the command `thresher forget`. */
export function newCommand(): Command {
  const command = new Command("forget")
    .description("Take the oldest documents out of a model, so that it stays small and up to date.")
    .action(run);
  withOptions(command, "Options", {
    "--before <date>": ["forget documents older than this, such as 2024-01-31 (UTC)", (text) => day(text).getTime()],
    "--to-size <size>": ["forget the oldest until the file has at most this size, such as 5M or 800k", size],
  });
  return withHelp(
    withCommonOptions(withChangeOptions(command)),
    `The age of a document is its Date header field, otherwise the time of its file
when it was learned. Afterwards the model is as if it had never seen the
documents that it forgets.

Examples:
  thresher forget --before 2024-01-31 -m mail.model
  thresher forget --to-size 5M -m mail.model`,
  );
}

/** Forgets documents of a model or a server, and prints how many. */
async function run(options: ChangeCommandOptions & Forgotten): Promise<void> {
  const { before, toSize, server } = options;
  if (before === undefined && toSize === undefined) {
    throw new UsageError("forget needs --before DATE or --to-size SIZE");
  }
  if (server !== undefined) {
    if (before === undefined || toSize !== undefined)
      throw new UsageError("--to-size cannot be used with --server: give --before DATE");
    const taught = await teachForgetting(server, before);
    return printTaught(taught, `${plural(taught.fates.unlearned ?? 0, "document")} forgotten`, options);
  }
  requireModel(options);
  const { state, documents } = forgetDocuments({ before, toSize }, { ...options, ...following(options) });
  const forgotten = documents.map(({ digest, label, time }) => ({
    ...{ digest, label },
    date: time === undefined ? null : new Date(time).toISOString(),
  }));
  await printDone(options, {
    asJson: () => ({ ...state, documents: forgotten }),
    asText: () => stateText(forgottenText(forgotten), state),
  });
}

/** Returns text such as "12 documents forgotten (ham 8, spam 4), the newest of 2003-01-12". @param documents the oldest first */
function forgottenText(documents: readonly { readonly label: string; readonly date: string | null }[]): string {
  const classes = Array.from(
    countedBy(documents, ({ label }) => label),
    ([label, documents]) => ({ label, documents }),
  );
  const newest = documents.at(-1)?.date?.slice(0, 10);
  const sizes = sizesText(classes.sort((a, b) => (a.label < b.label ? -1 : 1)));
  return `${plural(documents.length, "document")} forgotten${sizes}${newest === undefined ? "" : `, the newest of ${newest}`}`;
}
