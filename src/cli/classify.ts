import { Command, Option } from "commander";
import { classifyRow } from "../classifiers/classification.js";
import { load } from "../model-file.js";
import {
  CLASSIFICATION_FORMATS,
  type ClassificationFormat,
  classificationJson,
  lineFormat,
} from "../reports/classifications.js";
import { safeJson } from "../reports/safe-text.js";
import { type InputOptions, Inputs, withInputs } from "./inputs.js";
import { type CommonOptions, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";

type ClassifyCommandOptions = CommonOptions &
  InputOptions & { readonly model: string; readonly format: ClassificationFormat };

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
    .action(run);
  return withCommonOptions(withInputs(command)).addHelpText(
    "after",
    `
Prints path, class and the probability of that class; documents that cannot be
read are named on standard error and make the exit code 1.

Examples:
  thresher classify -m mail.model letter.txt
  thresher classify -m mail.model inbox --format tsv > sorted.tsv
  cat letter.txt | thresher classify -m mail.model -`,
  );
}

async function run(paths: readonly string[], options: ClassifyCommandOptions): Promise<void> {
  const model = load(options.model);
  const inputs = await Inputs.open(paths, options);
  const output = new Output();
  const format = lineFormat(options.format, inputs.names, model.labels);
  const progress = progressBar("classifying", inputs.files.length, options);
  const results: object[] = [];
  if (!options.json) await output.write(format.header);
  try {
    for (const { path, text, done } of inputs.texts(model)) {
      const classification = classifyRow(model.model, model.rowOfText(text), 0, model.calibration);
      if (options.json) results.push(classificationJson(path, classification));
      else await output.write(format.line(path, classification));
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
