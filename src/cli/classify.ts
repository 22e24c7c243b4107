import { Command, Option } from "commander";
import { classifyRow } from "../classifiers/classification.js";
import { DataError } from "../errors.js";
import { loadToFilter } from "../model-file.js";
import {
  CLASSIFICATION_FORMATS,
  type ClassificationFormat,
  classificationJson,
  HEADING_COLUMNS,
  type HeadingColumn,
  lineFormat,
} from "../reports/classifications.js";
import { safeJson } from "../reports/safe-text.js";
import { type InputOptions, Inputs, withInputs } from "./inputs.js";
import { listOf, oneOf } from "./list-option.js";
import { type CommonOptions, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { terminalStyle } from "./terminal.js";

type ClassifyCommandOptions = CommonOptions &
  InputOptions & {
    readonly model: string;
    readonly format: ClassificationFormat;
    readonly show?: readonly HeadingColumn[];
  };

/** A terminal of fewer columns has no room for headings beside path and class. */
const ROOM_FOR_HEADINGS = { mail: 72, others: 100 };

/** `thresher classify -m MODEL PATH…` */
export function classifyCommand(): Command {
  const command = new Command("classify")
    .description("Say which class each document belongs to, and how probable that is.")
    .requiredOption("-m, --model <file>", "the model")
    .addOption(
      new Option("--format <form>", "one line per document in this form")
        .choices(CLASSIFICATION_FORMATS)
        .default("table"),
    )
    .option(
      "--show <columns>",
      `what else to show of messages, of ${HEADING_COLUMNS.join(" and ")} (default: both in the table, of models of mail, or if a terminal is wide)`,
      listOf(oneOf(HEADING_COLUMNS)),
    )
    .action(run);
  return withCommonOptions(withInputs(command)).addHelpText(
    "after",
    `
Prints path, class and the probability of that class, and of mail the sender and
the subject; documents that cannot be read are named on standard error and make
the exit code 1.

Examples:
  thresher classify -m mail.model letter.txt
  thresher classify -m mail.model inbox --format tsv > sorted.tsv
  thresher classify -m mail.model inbox --show from,subject
  cat letter.txt | thresher classify -m mail.model -`,
  );
}

async function run(paths: readonly string[], options: ClassifyCommandOptions): Promise<void> {
  const { model } = loadToFilter(options.model);
  const inputs = await Inputs.open(paths, options);
  const output = new Output();
  const { columns } = terminalStyle();
  const isMail = model.settings.as === "mail";
  const hasRoom =
    columns === undefined ? isMail : columns >= (isMail ? ROOM_FOR_HEADINGS.mail : ROOM_FOR_HEADINGS.others);
  const mayShow = !options.json && options.format === "table" && hasRoom;
  let show = options.show;
  // Most runs do without: it is loaded when it is wanted.
  const headingOf = show === undefined && !mayShow ? undefined : (await import("../message-heading.js")).messageHeading;
  // Whether headings would be empty is known when there is a document.
  const formatOf = () => lineFormat(options.format, inputs.names, model.labels, { show: show ?? [], columns });
  let format = show === undefined && mayShow ? undefined : formatOf();
  const progress = progressBar("classifying", inputs.files.length, options);
  const results: object[] = [];
  if (!options.json && format !== undefined) await output.write(format.header);
  try {
    for (const { path, bytes, text, done } of inputs.texts(model)) {
      const classification = classifyRow(model.model, model.rowOfText(text), 0, model.calibration);
      // What a file may hold that was never looked at through and through.
      if (!(classification.probability >= 0)) {
        throw new DataError(`${options.model}: required counts that fit together, found others: train it again`);
      }
      const heading = headingOf?.(bytes, model.settings);
      if (options.json) results.push(classificationJson(path, classification, { show: options.show ?? [], heading }));
      else {
        if (format === undefined) show = heading && HEADING_COLUMNS;
        format ??= formatOf();
        await output.write(format.line(path, classification, heading));
      }
      progress.update(done);
    }
  } finally {
    // What was sorted before a fault under --strict is not lost.
    progress.stop();
    if (!options.json) await output.flush();
  }
  if (options.json) await output.write(`${safeJson(results, 2)}\n`);
  await output.flush();
  inputs.tellFailures();
}
