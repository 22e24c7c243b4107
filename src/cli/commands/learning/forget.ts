import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { countedBy } from "../../../base/lists.js";
import { plural } from "../../../base/numbers.js";
import { parseDate } from "../../../mail/header/date.js";
import { type Forgetting, forget } from "../../../model/learning/forget.js";
import { type ChangeOptions, changeExisting, withChangeOptions } from "../../input/change-model.js";
import { teachForgetting } from "../../input/teaching.js";
import { withHelp } from "../../options/help.js";
import { withCommonOptions, withOptions } from "../../options/options.js";
import { parser, size } from "../../options/parsers.js";
import { sizesText } from "../../output/class-sizes.js";
import { modelJson, summaryText } from "../../output/learning-outcome.js";
import { printDone } from "../../output/output.js";

/** The options of `thresher forget`: `before` in milliseconds since 1970, `toSize` in bytes. */
type ForgetCommandOptions = ChangeOptions & { readonly before?: number; readonly toSize?: number };

/** Makes the command `thresher forget`. */
export function newCommand(): Command {
  const command = new Command("forget")
    .description("Take the oldest documents out of a model, so that it stays small and up to date.")
    .action(run);
  withOptions(command, "Options", {
    "--before <date>": [
      "forget documents older than this, such as 2024-01-31 (UTC)",
      parser(parseDate, "give a date such as 2024-01-31"),
    ],
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
async function run(options: ForgetCommandOptions): Promise<void> {
  const { before, toSize } = options;
  if (before === undefined && toSize === undefined) {
    throw new UsageError("forget needs --before DATE or --to-size SIZE");
  }
  if (options.server !== undefined) {
    if (before === undefined || toSize !== undefined)
      throw new UsageError("--to-size cannot be used with --server: give --before DATE");
    return teachForgetting(options.server, before, options);
  }
  const forgetting = changeExisting(options, (model) => forget(model, { before, toSize }));
  const documents = forgetting.documents.map(({ digest, label, time }) => ({ digest, label, date: isoDate(time) }));
  await printDone(options, {
    asJson: () => ({ ...modelJson(forgetting.model, options), documents }),
    asText: () => summaryText(forgottenText(forgetting), forgetting.model, options),
  });
}

/** Returns text such as "12 documents forgotten (ham 8, spam 4), the newest of 2003-01-12". */
function forgottenText({ documents }: Forgetting): string {
  const counts = countedBy(documents, ({ label }) => label);
  const classes = Array.from(counts, ([label, documents]) => ({ label, documents }));
  const newest = isoDate(documents.at(-1)?.time);
  return (
    `${plural(documents.length, "document")} forgotten` +
    sizesText(classes.sort((a, b) => (a.label < b.label ? -1 : 1))) +
    (newest === null ? "" : `, the newest of ${newest.slice(0, 10)}`)
  );
}

/** Returns a time in ISO 8601, UTC; null for a document without one. @param time in milliseconds since 1970 */
function isoDate(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
