import { Command, InvalidArgumentError } from "commander";
import { parseDate } from "../email/date.js";
import { UsageError } from "../errors.js";
import { type Forgetting, forget } from "../learning/forget.js";
import { grouped, plural } from "../reports/numbers.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { type ChangeOptions, changeExisting, modelJson, summaryText, withChangeOptions } from "./learning.js";
import { withCommonOptions } from "./options.js";
import { Output } from "./output.js";

type ForgetCommandOptions = ChangeOptions & { readonly before?: number; readonly toSize?: number };

/** `thresher forget -m MODEL` */
export function forgetCommand(): Command {
  const command = new Command("forget")
    .description("Take the oldest documents out of a model, so that it stays small and up to date.")
    .option("--before <date>", "forget what was written before this, such as 2024-01-31 (UTC)", date)
    .option("--to-size <size>", "forget the oldest until the file is no larger, such as 5M or 800k", size)
    .action(run);
  return withCommonOptions(withChangeOptions(command)).addHelpText(
    "after",
    `
A document is as old as its Date field says; without one, as its file was when
it was learned. The model afterwards has never seen what it forgets.

Examples:
  thresher forget --before 2024-01-31 -m mail.model
  thresher forget --to-size 5M -m mail.model`,
  );
}

async function run(options: ForgetCommandOptions): Promise<void> {
  const { before, toSize } = options;
  if (before === undefined && toSize === undefined) {
    throw new UsageError("forget: required --before DATE or --to-size SIZE, got none");
  }
  const forgetting = changeExisting(options, (model) => forget(model, { before, toSize }));
  const output = new Output();
  if (options.json) {
    const documents = forgetting.documents.map(({ digest, label, time }) => ({ digest, label, date: isoDate(time) }));
    await output.write(`${safeJson({ ...modelJson(forgetting.model, options), documents }, 2)}\n`);
  } else if (!options.quiet) {
    await output.write(summaryText(forgottenText(forgetting), forgetting.model, options));
  }
  await output.flush();
}

/** "12 documents forgotten (ham 8, spam 4), the newest of 2003-01-12". */
function forgottenText({ documents }: Forgetting): string {
  const sizes = new Map<string, number>();
  for (const { label } of documents) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  const classes = [...sizes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, n]) => `${safeText(label)} ${grouped(n)}`);
  const newest = isoDate(documents.at(-1)?.time);
  return (
    `${plural(documents.length, "document")} forgotten` +
    (classes.length === 0 ? "" : ` (${classes.join(", ")})`) +
    (newest === null ? "" : `, the newest of ${newest.slice(0, 10)}`)
  );
}

function isoDate(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

function date(text: string): number {
  const time = parseDate(text);
  if (time !== undefined) return time;
  throw new InvalidArgumentError("Required a date such as 2024-01-31.");
}

/** k, M and G are thousands, as sizes are printed. */
const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

function size(text: string): number {
  const match = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmg]?)b?$/i.exec(text.trim());
  if (match !== null) return Math.floor(Number(match[1]) * UNITS[match[2].toLowerCase()]);
  throw new InvalidArgumentError("Required a size such as 5M, 800k or 5000000.");
}
