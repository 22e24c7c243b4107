import { Command } from "commander";
import { atPlace } from "../../../base/errors.js";
import type { InputOptions } from "../../../jobs/inputs/inputs.js";
import { requireMemory, similarToRead } from "../../../model/classify.js";
import { load } from "../../../model/file/model-file.js";
import { similarText } from "../../../reports/explanation/term-text.js";
import { Inputs, withInputs } from "../../input/inputs.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { printEach, terminalStyle } from "../../output/output.js";

type SimilarCommandOptions = CommonOptions &
  InputOptions & { readonly model: string; readonly top: number; readonly terms: number };

/** Makes the command `thresher similar`. */
export function newCommand(): Command {
  const command = withModel(new Command("similar"), "a model that keeps its documents")
    .description("Show the known documents most similar to each document, and the terms they share.")
    .action(run);
  withOptions(command, "Options", {
    "--top <n>": ["how many documents to show", whole(1), { default: 10 }],
    "--terms <n>": ["how many terms to show of each", whole(0), { default: 5 }],
  });
  return withHelp(
    withCommonOptions(withInputs(command)),
    `Similarity is the cosine of the weighted terms, in which rare terms count more:
0 for no common term, 1 for a copy. A model keeps its documents if it was
trained with --keep-documents, or with --classifier nearest-neighbours or
locally-weighted.

Examples:
  thresher similar -m mail.model letter.txt
  thresher similar -m mail.model inbox --top 1 --json`,
  );
}

/** Prints the documents that are most similar to each document. */
async function run(paths: readonly string[], options: SimilarCommandOptions): Promise<void> {
  const { top, terms } = options;
  const model = load(options.model);
  atPlace(options.model, () => requireMemory(model));
  const inputs = new Inputs(paths, options);
  await printEach(options, inputs.texts(model), ({ path, read }) => {
    const similar = similarToRead(model, read, { top, terms });
    return { asJson: () => ({ path, similar }), asText: () => similarText(path, similar, terminalStyle()) };
  });
  inputs.tellFailures(options);
}
