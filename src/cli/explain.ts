import { Command } from "commander";
import { classifyRow } from "../classifiers/classification.js";
import { type ExplainOptions, explainRow, pairOf, requirePair } from "../classifiers/explain.js";
import { smallestChangeOf } from "../classifiers/smallest-change.js";
import { restTitle } from "../classifiers/table.js";
import { load } from "../model-file.js";
import { type ExplainedDocument, explanationJson } from "../reports/explanation-json.js";
import { explanationText } from "../reports/explanation-text.js";
import { safeJson } from "../reports/safe-text.js";
import type { TextModel } from "../text-model.js";
import { type InputOptions, Inputs, withInputs } from "./inputs.js";
import { type CommonOptions, whole, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { terminalStyle } from "./terminal.js";

type ExplainCommandOptions = CommonOptions &
  InputOptions &
  ExplainOptions & { readonly model: string; readonly terms: number };

/** `thresher explain -m MODEL PATH…` */
export function explainCommand(): Command {
  const command = new Command("explain")
    .description("Say why a document is put into its class: what each of its terms adds, and which terms decide.")
    .requiredOption("-m, --model <file>", "the model")
    .option("--label <class>", "explain this class (default: the most probable)")
    .option("--against <class>", "hold it against this class (default: the next most probable)")
    .option("--terms <n>", "how many terms to show, the strongest; with --json all are given", whole(0), 20)
    .action(run);
  return withCommonOptions(withInputs(command)).addHelpText(
    "after",
    `
The figures are exact natural log odds (nats) and add up to the lead of one
class over the other. Below them stands the smallest set of terms without which
the document would be put into another class.

Examples:
  thresher explain -m mail.model letter.txt
  thresher explain -m mail.model letter.txt --against spam --terms 50
  cat letter.txt | thresher explain -m mail.model --json -`,
  );
}

async function run(paths: readonly string[], options: ExplainCommandOptions): Promise<void> {
  const model = load(options.model, { toSort: true });
  const { label, against } = options;
  requirePair(model.model, { label, against });
  const inputs = await Inputs.open(paths, options);
  const output = new Output();
  const rest = restTitle(model.settings);
  const calibrated = model.calibration !== undefined;
  const results: object[] = [];
  let first = true;
  try {
    for (const { path, text } of inputs.texts(model)) {
      const explained = explainedDocument(path, model, text, { label, against });
      if (options.json) {
        results.push(explanationJson(explained));
        continue;
      }
      await output.write(
        `${first ? "" : "\n"}${explanationText(explained, { rest, terms: options.terms, calibrated }, terminalStyle())}`,
      );
      first = false;
    }
  } finally {
    // What was explained before a fault under --strict is not lost.
    await output.flush();
  }
  if (options.json) await output.write(`${safeJson(results, 2)}\n`);
  await output.flush();
  inputs.tellFailures();
}

function explainedDocument(path: string, text: TextModel, bytes: Uint8Array, pair: ExplainOptions): ExplainedDocument {
  const { model, vocabulary, calibration } = text;
  const x = text.rowOfText(bytes);
  const termOf = (term: number) => vocabulary.term(term);
  return {
    path,
    classification: classifyRow(model, x, 0, calibration),
    explanation: explainRow(model, x, termOf, pairOf(model, x, pair)),
    change: smallestChangeOf(model, x, termOf),
  };
}
