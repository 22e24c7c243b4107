import { Command } from "commander";
import { requireMemory, similarToText } from "../classify.js";
import { DataError } from "../errors.js";
import { load } from "../model-file.js";
import { safeJson } from "../reports/safe-text.js";
import { similarJson, similarText } from "../reports/similar-text.js";
import type { TextModel } from "../text-model.js";
import { type InputOptions, Inputs, withInputs } from "./inputs.js";
import { type CommonOptions, whole, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { terminalStyle } from "./terminal.js";

type SimilarCommandOptions = CommonOptions &
  InputOptions & { readonly model: string; readonly top: number; readonly terms: number };

/** `thresher similar -m MODEL PATH…` */
export function similarCommand(): Command {
  const command = new Command("similar")
    .description("Show the known documents that are most like each document, and the terms that make them alike.")
    .requiredOption("-m, --model <file>", "a model that keeps its documents")
    .option("--top <n>", "how many documents to show", whole(1), 10)
    .option("--terms <n>", "how many terms to show of each", whole(0), 5)
    .action(run);
  return withCommonOptions(withInputs(command)).addHelpText(
    "after",
    `
Similarity is the cosine of the documents' terms, rare ones weighing more: 0 if
no term is common, 1 of a copy. A model keeps its documents if it was trained
with --keep-documents, or decides by them: nearest-neighbours, locally-weighted.

Examples:
  thresher similar -m mail.model letter.txt
  thresher similar -m mail.model inbox --top 1 --json`,
  );
}

async function run(paths: readonly string[], options: SimilarCommandOptions): Promise<void> {
  const { top, terms, json } = options;
  const model = load(options.model, { toSort: true });
  requireDocuments(model, options.model);
  const inputs = await Inputs.open(paths, options);
  const output = new Output();
  const results: object[] = [];
  let isFirst = true;
  try {
    for (const { path, text } of inputs.texts(model)) {
      const similar = similarToText(model, text, { top, terms });
      if (json) {
        results.push(similarJson(path, similar));
        continue;
      }
      await output.write(`${isFirst ? "" : "\n"}${similarText(path, similar, terminalStyle())}`);
      isFirst = false;
    }
  } finally {
    // What was found before a fault under --strict is not lost.
    await output.flush();
  }
  if (json) await output.write(`${safeJson(results, 2)}\n`);
  await output.flush();
  inputs.tellFailures();
}

/** @throws DataError with the name of the file */
function requireDocuments(model: TextModel, path: string): void {
  try {
    requireMemory(model);
  } catch (error) {
    throw error instanceof DataError ? new DataError(`${path}: ${error.message}`) : error;
  }
}
