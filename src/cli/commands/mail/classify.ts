import { Command } from "commander";
import { DataError, UsageError } from "../../../base/errors.js";
import { safeJson } from "../../../base/safe-text.js";
import { type IdentifiedModel, loadToFilter } from "../../../model/file/model-file.js";
import { decisionsOf } from "../../../model/multi-label.js";
import {
  CLASSIFICATION_FORMATS,
  type ClassificationFormat,
  classificationJson,
  HEADING_COLUMNS,
  type HeadingColumn,
  lineFormat,
} from "../../../reports/classification/classifications.js";
import { classified } from "../../classifying/classified.js";
import { ClassifyingThreads } from "../../classifying/in-threads.js";
import { type InputOptions, Inputs, withInputs } from "../../input/inputs.js";
import { compileAsUsual, compileLess } from "../../input/less-compiling.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, listOf, oneOf, withCommonOptions, withOptions } from "../../options/options.js";
import { Output, terminalStyle } from "../../output/output.js";
import { progressBar } from "../../output/progress.js";

type ClassifyCommandOptions = CommonOptions &
  InputOptions & {
    readonly model: string;
    readonly format: ClassificationFormat;
    readonly show?: readonly HeadingColumn[];
    readonly multiLabel?: boolean;
    readonly probabilities?: boolean;
  };

/** A narrower terminal has no room for sender and subject beside path and class. */
const ROOM_FOR_HEADINGS = { mail: 72, others: 100 };

export function newCommand(): Command {
  const command = withModel(new Command("classify"))
    .description("Say which class each document belongs to, and how probable that is.")
    .action(run);
  const form = "the form of the lines, one per document; --json is one JSON document";
  withOptions(command, "Options", [
    ["--format <form>", form, CLASSIFICATION_FORMATS, { default: "table" }],
    [
      "--show <columns>",
      `the columns of messages to show beside, of ${HEADING_COLUMNS.join(" and ")} (default: both, in a table by a model for mail, or where the terminal is wide)`,
      listOf(oneOf(HEADING_COLUMNS)),
    ],
    ["--multi-label", "stop unless the model was trained with --multi-label"],
    [
      "--probabilities",
      "of a model trained with --multi-label: the probability of every label, also of those not given",
    ],
  ]);
  return withHelp(
    withCommonOptions(withInputs(command)),
    `Prints the path, the class and the probability of the class, and for mail the
sender and the subject. Documents that cannot be read are named on standard
error, and the exit code is then 1. The forms csv and tsv end with a note and a
column for the probability of each class, such as P(spam); ndjson has them by
name. The note "no known words" marks a guess: the model knows no word of the
document. A model trained with --multi-label gives each document any number of
labels, each with its probability, or "no label".

Examples:
  thresher classify -m mail.model letter.txt
  thresher classify -m mail.model inbox --format tsv > sorted.tsv
  thresher classify -m mail.model inbox --show from,subject
  cat letter.txt | thresher classify -m mail.model -`,
  );
}

async function run(paths: readonly string[], options: ClassifyCommandOptions): Promise<void> {
  const inputs = new Inputs(paths, options);
  const threads = threadsFor(inputs, options);
  if (threads === undefined) compileLess(false);
  try {
    await classifyAll(inputs, threads, loadToFilter(options.model), options);
  } finally {
    compileAsUsual();
  }
}

async function classifyAll(
  inputs: Inputs,
  threads: ClassifyingThreads | undefined,
  opened: IdentifiedModel,
  options: ClassifyCommandOptions,
): Promise<void> {
  const { model } = opened;
  const decisions = decisionsOf(model);
  if (decisions !== undefined && options.show !== undefined) {
    throw new UsageError(`--show works with models that give one class, and ${options.model} gives several labels`);
  }
  if (decisions === undefined && options.multiLabel) {
    throw new UsageError(`--multi-label: ${options.model} gives each document one class: train it with --multi-label`);
  }
  if (decisions === undefined && options.probabilities) {
    throw new UsageError(
      `--probabilities: ${options.model} gives each document one class: --json and --format csv, tsv and ndjson have the probability of every class`,
    );
  }
  if (decisions !== undefined) {
    threads?.stop();
    // Few models give several labels: what only they need is loaded on demand.
    const { classifyLabelled } = await import("./classify-labels.js");
    return classifyLabelled(model, decisions, inputs, options);
  }
  const output = new Output();
  const isMail = model.settings.as === "mail";
  threads?.waitForCode();
  compileLess(isMail);
  const { columns } = terminalStyle();
  const hasRoom =
    columns === undefined ? isMail : columns >= (isMail ? ROOM_FOR_HEADINGS.mail : ROOM_FOR_HEADINGS.others);
  const mayShow = !options.json && options.format === "table" && hasRoom;
  let show = options.show;
  // The first document tells whether the columns would be empty.
  const formatOf = () => lineFormat(options.format, inputs.names, model.labels, { show: show ?? [], columns });
  let format = show === undefined && mayShow ? undefined : formatOf();
  const progress = progressBar("classifying", inputs.files.length, options);
  const results: object[] = [];
  if (!options.json && format !== undefined) await output.write(format.header);
  try {
    const hasHeadings = show !== undefined || mayShow;
    const documents = await classified(inputs, opened, { threads, hasHeadings });
    for (const { path, classification, heading, note, done } of documents) {
      // The fast loader skips validation, so this may be NaN.
      if (!(classification.probability >= 0)) {
        throw new DataError(`${options.model} is damaged, its counts contradict each other: train it again`);
      }
      if (options.json)
        results.push(classificationJson(path, classification, { show: options.show ?? [], heading, note }));
      else {
        if (format === undefined) show = heading && HEADING_COLUMNS;
        format ??= formatOf();
        await output.write(format.line(path, classification, heading, note));
      }
      progress.update(done);
    }
  } finally {
    // Results before a fault under --strict are not lost.
    progress.stop();
    if (!options.json) await output.flush();
  }
  if (options.json) await output.write(`${safeJson(results, 2)}\n`);
  await output.flush();
  inputs.tellFailures();
}

/** They load the model themselves, and so start before it is known whether there is room for headings. */
function threadsFor(
  inputs: Inputs,
  { model, jobs, show, json, format }: ClassifyCommandOptions,
): ClassifyingThreads | undefined {
  if (!inputs.arePlain) return undefined;
  const hasHeadings = show !== undefined || (!json && format === "table");
  return ClassifyingThreads.start({ paths: inputs.files, model, hasHeadings }, jobs);
}
